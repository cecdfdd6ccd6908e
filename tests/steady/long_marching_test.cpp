// The direct solution against waiting: the motion from rest, cycle after cycle, until what is left of the start has
// died out.

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "kinds/line/solve_cell.hpp"

namespace stickslip {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr int most_cycles = 10'000;
constexpr double forgotten = 1e-14;  // share of the start that is left

/// Load cycles after which |multiplier|^(2·cycles) ≤ forgotten, with as many again for the way into the neighbourhood
/// of the steady motion; its amplitude can be reached no faster than by 2 in a cycle.
double cycles_to_march(const CellSolution<double>& s) {
    const double per_cycle = 2.0 * std::log(std::max(s.multiplier, 1e-3));
    return 200.0 + s.amplitude + 2.0 * std::log(forgotten) / per_cycle;
}

bool has_same_pattern(const CellSolution<double>& a, const CellSolution<double>& b) {
    return a.regime == b.regime && a.stops_then_reverse == b.stops_then_reverse &&
           a.stops_then_same_direction == b.stops_then_same_direction &&
           a.zero_duration_reversals == b.zero_duration_reversals;
}

/// Whether the pattern of the motion changes within 10⁻⁹ of the cell: counts cannot be told from a march there.
bool is_near_boundary(const CellParameters<double>& cell, const CellSolution<double>& s) {
    constexpr double distance = 1e-9;
    for (const double sign : {-1.0, 1.0}) {
        CellParameters<double> aside = cell;
        aside.friction = aside.static_friction = cell.friction + sign * distance;
        if (!has_same_pattern(solve_cell(aside), s)) return true;
        aside = cell;
        aside.frequency = cell.frequency + sign * distance;
        if (!has_same_pattern(solve_cell(aside), s)) return true;
    }
    return false;
}

TEST(DirectSolution, IsWhatLongMarchingComesTo) {
    constexpr int samples = 1000;
    std::mt19937_64 engine(20240611);
    std::uniform_real_distribution<double> frictions(0.0, 1.1);
    std::uniform_real_distribution<double> frequencies(0.0, 1.5);
    std::uniform_real_distribution<double> dampings(0.0, 0.2);
    int compared = 0;
    int too_slow = 0;
    int near_boundary = 0;
    for (int i = 0; i < samples; ++i) {
        CellParameters<double> cell;
        cell.friction = cell.static_friction = frictions(engine);
        cell.frequency = frequencies(engine);
        cell.damping = i % 4 == 3 ? dampings(engine) : 0.0;
        SCOPED_TRACE(testing::Message() << "f = " << cell.friction << ", Ω = " << cell.frequency
                                        << ", ζ = " << cell.damping);
        const CellSolution<double> s = solve_cell(cell);
        if (s.regime == Regime::permanent_stick) {
            EXPECT_GE(cell.friction, 1.0);
            ++compared;
            continue;
        }
        ASSERT_TRUE(s.regime == Regime::continuous || s.regime == Regime::stick_slip) << name(s.regime);
        const double cycles = cycles_to_march(s);
        if (cycles > most_cycles) {
            ++too_slow;
            continue;
        }
        if (is_near_boundary(cell, s)) {
            ++near_boundary;
            continue;
        }
        ++compared;
        HarmonicPhases<double> phases(cell, flow_kind(cell.damping, 1.0));
        phases.set_section(0.0);
        const double period = 2.0 * pi_of<double> / cell.frequency;
        double x = 0.0;
        double v = 0.0;
        for (int cycle = 0; cycle < cycles; ++cycle) {
            NoRecorder none;
            const MappedState<double> m = walk_period(phases, x, v, period, most_phases_per_walk, none);
            x = m.x;
            v = m.v;
        }
        // One more cycle from the middle of its longest rest, so that no stop is cut in two.
        LongestStick<double> longest;
        walk_period(phases, x, v, period, most_phases_per_walk, longest);
        NoRecorder none;
        const double lead = longest.length > 0.0 ? longest.middle : 0.0;
        const MappedState<double> m = walk_period(phases, x, v, lead, most_phases_per_walk, none);
        phases.set_section(cell.frequency * lead);
        CycleRecorder<double> cycle(m.x);
        walk_period(phases, m.x, m.v, period, most_phases_per_walk, cycle);
        if (cycle.stop_is_open) cycle.close_stop(cycle.first_direction);
        EXPECT_EQ(cycle.stops_then_reverse, s.stops_then_reverse);
        EXPECT_EQ(cycle.stops_then_same_direction, s.stops_then_same_direction);
        EXPECT_EQ(cycle.zero_duration_reversals, s.zero_duration_reversals);
        // Each cycle adds rounding, of which the map keeps 1/(1 − μ²); a gentle stop is timed to ε/|a|.
        const double rounding =
            256.0 * epsilon * (1.0 / (1.0 - s.multiplier * s.multiplier) + 1.0 / std::min(1.0, s.gentlest_stop));
        EXPECT_NEAR(0.5 * (cycle.highest - cycle.lowest), s.amplitude, rounding * (1.0 + s.amplitude));
        EXPECT_NEAR(cycle.stuck_time / period, s.stuck_fraction, 1e-9);
    }
    EXPECT_GE(compared, 970) << too_slow << " too slow, " << near_boundary << " near a boundary";
    RecordProperty("compared", compared);
    RecordProperty("too_slow", too_slow);
    RecordProperty("near_boundary", near_boundary);
}

}  // namespace
}  // namespace stickslip
