#include "rest_memory.hpp"

#include <algorithm>
#include <cmath>

namespace stickslip {

namespace {

constexpr double one_rest = 0.5;  // rad: load angles that differ by less belong to the same rest of the cycle

std::int64_t pattern_code(const CellSolution<double>& s) {
    constexpr std::int64_t more_than_any_count = 1 << 20;
    return 1 + s.stops_then_reverse +
           more_than_any_count * (s.stops_then_same_direction + more_than_any_count * s.zero_duration_reversals);
}

/// Of several guesses.
class Mean {
public:
    void add(double section, double x) {
        section_ += section;
        x_ += x;
        ++count_;
    }
    [[nodiscard]] bool is_empty() const { return count_ == 0; }
    [[nodiscard]] CellSeed seed() const { return {true, section_ / count_, x_ / count_}; }

private:
    double section_ = 0.0;
    double x_ = 0.0;
    int count_ = 0;
};

}  // namespace

void RestMemory::note(CellIndex cell, const CellSolution<double>& s) {
    Rest& rest = rests_[(cell.row - rectangle_.first_row) * rectangle_.columns + cell.column - rectangle_.first_column];
    const bool rests = s.regime == Regime::stick_slip && s.v == 0.0 && s.stuck_fraction > 0.0;
    rest = rests ? Rest{pattern_code(s), s.section, s.x} : Rest{};
    is_empty_ = is_empty_ && !rests;
}

bool RestMemory::are_alike(const Rest& a, const Rest& b) { return a.pattern == b.pattern && are_near(a, b); }

bool RestMemory::are_near(const Rest& a, const Rest& b) {
    return a.pattern != 0 && b.pattern != 0 && std::abs(a.section - b.section) < one_rest;
}

const RestMemory::Rest& RestMemory::at(Place from, Place step, std::ptrdiff_t times) const {
    static constexpr Rest nothing{};
    const auto column = static_cast<std::size_t>(from.column + times * step.column);
    const auto row = static_cast<std::size_t>(from.row + times * step.row);
    if (column >= rectangle_.columns || row >= rectangle_.rows) return nothing;
    return rests_[row * rectangle_.columns + column];
}

/// Halfway between two rests alike; through four of them where the next ones are alike too.
double RestMemory::between(Place from, Place step) const {
    const Rest& one = at(from, step, 1);
    const double mean = 0.5 * (one.x + at(from, step, -1).x);
    const Rest& beyond_one = at(from, step, 3);
    const Rest& beyond_other = at(from, step, -3);
    if (!are_alike(one, beyond_one) || !are_alike(one, beyond_other)) return mean;
    return mean + (mean - 0.5 * (beyond_one.x + beyond_other.x)) / 8.0;
}

CellSeed RestMemory::seed_for(CellIndex cell) const {
    if (is_empty_) return {};
    const Place from{cell.column - static_cast<std::ptrdiff_t>(rectangle_.first_column),
                     cell.row - static_cast<std::ptrdiff_t>(rectangle_.first_row)};
    const auto largest = static_cast<std::ptrdiff_t>(std::max(rectangle_.columns, rectangle_.rows));
    for (std::ptrdiff_t d = 1; d < largest; d *= 2) {
        Mean alike;
        Mean near;  // across a boundary the position has a kink, but no jump
        CellSeed single;
        for (const Place step : {Place{0, d}, Place{d, 0}, Place{d, d}, Place{d, -d}}) {
            const Rest& one = at(from, step, 1);
            const Rest& other = at(from, step, -1);
            const double section = 0.5 * (one.section + other.section);
            if (are_alike(one, other)) alike.add(section, between(from, step));
            if (are_near(one, other)) near.add(section, 0.5 * (one.x + other.x));
            for (const std::ptrdiff_t side : {1, -1}) {
                const Rest& rest = at(from, step, side);
                if (rest.pattern == 0 || single.exists) continue;
                const Rest& beyond = at(from, step, 3 * side);
                const double slope = are_alike(rest, beyond) ? 0.5 * (rest.x - beyond.x) : 0.0;
                single = {true, rest.section, rest.x + slope};
            }
        }
        if (!alike.is_empty()) return alike.seed();
        if (!near.is_empty()) return near.seed();
        if (single.exists) return single;
    }
    return {};
}

}  // namespace stickslip
