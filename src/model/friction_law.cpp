#include "stickslip/model/friction_law.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

#include "bounds.hpp"
#include "signed_coefficient.hpp"

namespace stickslip {

namespace {

constexpr double largest_power = 8.0;  // of Bouc–Wen: beyond it the loop is a rectangle to the eye

template <std::size_t... I>
std::array<FrictionLaw, sizeof...(I)> one_of_each(std::index_sequence<I...>) {
    return {FrictionLaw(std::in_place_index<I>)...};
}

const auto& all_laws() {
    static const auto laws = one_of_each(std::make_index_sequence<std::variant_size_v<FrictionLaw>>{});
    return laws;
}

template <class Law>
void check_coefficients(const Law& law) {
    for (const auto& c : Law::coefficients()) {
        const double value = law.*c.value;
        if (is_signed_coefficient(c.name)) {
            require_finite(c.name, value, c.unit);
            continue;
        }
        switch (c.range) {
            case CoefficientRange::positive: require_positive(c.name, value, c.unit); break;
            case CoefficientRange::not_negative: require_not_negative(c.name, value, c.unit); break;
            case CoefficientRange::whole:
                if (!(value >= 1.0 && value <= largest_power && value == std::floor(value))) {
                    refuse(c.name, value, "an integer from 1 to " + shortest(largest_power), c.unit);
                }
                break;
        }
    }
}

void check_bounds(const auto&, const FrictionBounds&, double) {}

void check_twice_dynamic(const FrictionBounds& f) {
    if (f.holding <= Stefanski::largest_static_ratio * f.kinetic) return;
    refuse("static friction", f.holding,
           "at most twice the dynamic friction " + shortest(f.kinetic) + " for this law (mu_static ≤ 2·mu_kinetic)",
           "N");
}

void check_bounds(const Stefanski&, const FrictionBounds& f, double) { check_twice_dynamic(f); }
void check_bounds(const PowellWiercigroch&, const FrictionBounds& f, double) { check_twice_dynamic(f); }

void check_bounds(const StefanskiLiteral& law, const FrictionBounds& f, double mass) {
    check_twice_dynamic(f);
    const double least = (f.holding - f.kinetic) / (mass * std::numbers::e);
    if (!(law.a2 > least)) refuse("a2", law.a2, "> (F_s − F_d)/(e·m) = " + shortest(least), "m/s²");
}

void check_bounds(const BoucWen& law, const FrictionBounds&, double) {
    if (!(law.gamma >= -law.beta)) refuse("gamma", law.gamma, "≥ −beta = " + shortest(-law.beta), "m^-n");
}

void check_bounds(const Dahl&, const FrictionBounds& f, double) { require_positive("friction bound", f.kinetic, "N"); }
void check_bounds(const LuGre&, const FrictionBounds& f, double) { require_positive("friction bound", f.kinetic, "N"); }

}  // namespace

std::string_view name(const FrictionLaw& law) {
    return std::visit([](const auto& l) { return l.name; }, law);
}

std::vector<std::string_view> friction_law_names() {
    std::vector<std::string_view> names;
    for (const FrictionLaw& law : all_laws()) names.push_back(name(law));
    return names;
}

FrictionLaw friction_law_named(std::string_view wanted) {
    std::string list;
    for (const FrictionLaw& law : all_laws()) {
        if (name(law) == wanted) return law;
        list += (list.empty() ? "" : ", ") + std::string(name(law));
    }
    throw std::invalid_argument("friction law \"" + std::string(wanted) + "\" is not one of " + list);
}

std::vector<std::string_view> coefficient_names(const FrictionLaw& law) {
    return std::visit(
        []<class Law>(const Law&) {
            std::vector<std::string_view> names;
            for (const auto& c : Law::coefficients()) names.push_back(c.name);
            return names;
        },
        law);
}

bool is_law_coefficient(std::string_view wanted) {
    const std::vector<std::string_view> names = law_coefficients();
    return std::ranges::find(names, wanted) != names.end();
}

std::vector<std::string_view> law_coefficients() {
    std::vector<std::string_view> all;
    for (const FrictionLaw& law : all_laws()) {
        for (const std::string_view name : coefficient_names(law)) {
            if (std::ranges::find(all, name) == all.end()) all.push_back(name);
        }
    }
    return all;
}

bool can_stick(const FrictionLaw& law) {
    return !has_inner_state(law) && !std::holds_alternative<RegularisedTanh>(law);
}

bool has_inner_state(const FrictionLaw& law) {
    return std::holds_alternative<Dahl>(law) || std::holds_alternative<LuGre>(law) ||
           std::holds_alternative<BoucWen>(law) || std::holds_alternative<Jenkins>(law);
}

void validate(const FrictionLaw& law, const FrictionBounds& bounds, double mass) {
    std::visit(
        [&](const auto& l) {
            check_coefficients(l);
            check_bounds(l, bounds, mass);
        },
        law);
}

}  // namespace stickslip
