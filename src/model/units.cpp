#include "stickslip/model/units.hpp"

#include <algorithm>

#include "stickslip/model/case.hpp"

namespace stickslip {

namespace {

struct UnitRow {
    std::string_view si, load, friction_bound;
};

constexpr UnitRow unit_rows[] = {
    {"m", "p₀/k", "r_y/k"}, {"s", "1/ωₙ", "1/ωₙ"},    {"m/s", "ωₙ·p₀/k", "ωₙ·r_y/k"}, {"m/s²", "p₀/m", "r_y/m"},
    {"N", "p₀", "r_y"},     {"J", "p₀²/k", "r_y²/k"}, {"rad/s", "ωₙ", "ωₙ"},          {"1/s", "ωₙ", "ωₙ"},
    {"N/m", "k", "k"},      {"kg", "m", "m"},         {"N·s/m", "√(mk)", "√(mk)"},
};

}  // namespace

UnitSystem unit_system(const Case& problem) { return problem.is_dimensionless ? UnitSystem::load : UnitSystem::si; }

std::string_view unit_in(UnitSystem system, std::string_view si_unit) {
    const auto* const row = std::ranges::find(unit_rows, si_unit, &UnitRow::si);
    if (system == UnitSystem::si || row == std::end(unit_rows)) return si_unit;
    return system == UnitSystem::load ? row->load : row->friction_bound;
}

std::string with_unit(std::string_view label, std::string_view unit) {
    std::string text(label);
    if (!unit.empty() && unit != "1") text += " [" + std::string(unit) + "]";
    return text;
}

}  // namespace stickslip
