// What every steady cycle must satisfy, on random cells from a fixed seed.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kinds/line/solve_cell.hpp"
#include "random_cells.hpp"
#include "steady_ratios.hpp"
#include "stickslip/motion/simulate.hpp"

namespace stickslip {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr int cells = 400;

/// A cycle is replayed from its start in double precision. The map expands no distance, so the errors of its phases
/// (each some ulp of the largest force and position) only add up.
double replay_error(const SteadyState& s) {
    constexpr double ulps_of_a_phase = 256.0;
    return ulps_of_a_phase * epsilon * static_cast<double>(s.cycle->phases.size()) * (1.0 + s.amplitude_ratio);
}

CellParameters<double> cell_of(const Ratios& r) { return {r.friction, r.friction, r.frequency, r.damping}; }

TEST(SteadyCycle, Closes) {
    RandomCells random(1);
    for (int i = 0; i < cells; ++i) {
        const Ratios r = random.next();
        SCOPED_TRACE(testing::Message() << r);
        const SteadyState s = steady_of(r);
        ASSERT_TRUE(s.cycle) << name(s.regime);
        const Sample begin = s.cycle->at(0.0);
        const Sample end = s.cycle->at(s.cycle->end_time());
        EXPECT_DOUBLE_EQ(s.cycle->end_time(), 2.0 * pi_of<double> / r.frequency);
        EXPECT_NEAR(end.position, begin.position, replay_error(s));
        EXPECT_NEAR(end.velocity, begin.velocity, replay_error(s));
    }
}

TEST(SteadyCycle, IsHalfPeriodAntisymmetric) {
    RandomCells random(2);
    for (int i = 0; i < cells; ++i) {
        const Ratios r = random.next();
        SCOPED_TRACE(testing::Message() << r);
        const SteadyState s = steady_of(r);
        ASSERT_TRUE(s.cycle);
        EXPECT_EQ(s.map_period, MapPeriod::half);
        EXPECT_DOUBLE_EQ(s.x_max, -s.x_min);
        for (int k = 0; k < 20; ++k) {
            const double t = 0.5 * s.period * random.uniform(0.0, 1.0);
            const Sample now = s.cycle->at(t);
            const Sample later = s.cycle->at(t + 0.5 * s.period);
            EXPECT_NEAR(later.position, -now.position, replay_error(s));
            EXPECT_NEAR(later.velocity, -now.velocity, replay_error(s));
        }
    }
}

TEST(SteadyCycle, LosesTheEnergyItTakesIn) {
    RandomCells random(3);
    for (int i = 0; i < cells; ++i) {
        const Ratios r = random.next();
        SCOPED_TRACE(testing::Message() << r);
        const SteadyState s = steady_of(r);
        ASSERT_TRUE(s.cycle);
        const EnergyBalance e = energy_balance(*s.cycle);
        const double error = replay_error(s) * (1.0 + s.amplitude_ratio);
        EXPECT_NEAR(e.input, e.friction + e.damping, error);
        EXPECT_NEAR(e.stored, 0.0, error);
        EXPECT_NEAR(e.friction, s.dissipated_ratio, error);
    }
}

TEST(SteadyCycle, ShowsWhatIsReportedOfIt) {
    RandomCells random(4);
    for (int i = 0; i < cells; ++i) {
        const Ratios r = random.next();
        SCOPED_TRACE(testing::Message() << r);
        const SteadyState s = steady_of(r);
        ASSERT_TRUE(s.cycle);
        const Peaks p = peaks(*s.cycle);
        EXPECT_NEAR(p.highest, s.x_max, replay_error(s));
        EXPECT_NEAR(p.lowest, s.x_min, replay_error(s));
        EXPECT_NEAR(p.velocity, s.velocity, replay_error(s));
        EXPECT_NEAR(p.velocity / r.frequency, s.velocity_ratio, replay_error(s) / r.frequency);
        EXPECT_NEAR(r.friction * p.total_slip, s.dissipated_ratio, replay_error(s) * (1.0 + s.dissipated_ratio));
        double stuck = 0.0;
        for (const Phase& phase : s.cycle->phases) {
            if (phase.kind == PhaseKind::stick) stuck += phase.duration;
        }
        // Stops and releases are timed to ε/|a| and to the square root of ε at the peak of the load.
        EXPECT_NEAR(stuck / s.period, s.stuck_fraction, std::sqrt(replay_error(s)));
        EXPECT_EQ(stops_in_each_period(*s.cycle, s.period).front(), s.stops_per_cycle());
    }
}

bool has_same_pattern(const CellSolution<double>& a, const CellSolution<double>& b) {
    return a.regime == b.regime && a.stops_then_reverse == b.stops_then_reverse &&
           a.stops_then_same_direction == b.stops_then_same_direction &&
           a.zero_duration_reversals == b.zero_duration_reversals;
}

/// Away from boundaries the steady state z solves z + Φ(z; q) = 0, so a step δ of a parameter moves it by at most
/// δ·|∂Φ/∂q|/(1 − μ) times the non-normality of DΦ; a force δ acting for half a period moves Φ by δ·π/Ω.
TEST(SteadyState, IsContinuousInTheParametersAwayFromBoundaries) {
    constexpr double step = 1e-7;
    constexpr double margin = 1e-5;  // where the pattern is the same this far out, no boundary lies within `step`
    constexpr double non_normality = 10.0;
    RandomCells random(5);
    int compared = 0;
    for (int i = 0; i < 2 * cells; ++i) {
        const Ratios r = random.next();
        SCOPED_TRACE(testing::Message() << r);
        const CellParameters<double> cell = cell_of(r);
        const CellSolution<double> s = solve_cell(cell);
        for (double CellParameters<double>::*parameter :
             {&CellParameters<double>::friction, &CellParameters<double>::frequency,
              &CellParameters<double>::damping}) {
            const auto aside = [&](double distance) {
                CellParameters<double> c = cell;
                c.*parameter += distance;
                c.static_friction = c.friction;
                return solve_cell(c);
            };
            if (parameter == &CellParameters<double>::damping && r.damping < margin) continue;
            if (!has_same_pattern(aside(margin), s) || !has_same_pattern(aside(-margin), s)) continue;
            ++compared;
            const double reach = 1.0 / cell.frequency / std::min(1.0, cell.frequency);  // of the load angle, too
            const double slope = non_normality * (1.0 + s.amplitude) * (1.0 + s.amplitude) *
                                 (1.0 + pi_of<double> * reach) / (1.0 - s.multiplier);
            EXPECT_NEAR(aside(step).amplitude, s.amplitude, slope * step);
            EXPECT_NEAR(aside(step).dissipated, s.dissipated,
                        slope * step * (1.0 + s.stops_then_reverse + s.stops_then_same_direction) * 4.0);
        }
    }
    EXPECT_GT(compared, 3 * cells) << "most cells are far from boundaries";
}

TEST(SteadyState, OffsetAndEquilibriumOnlyShiftTheMotion) {
    RandomCells random(6);
    for (int i = 0; i < cells / 4; ++i) {
        Ratios r = random.next();
        SCOPED_TRACE(testing::Message() << r);
        const SteadyState plain = steady_of(r);
        Oscillator o = oscillator_of(r);
        o.equilibrium = random.uniform(-2.0, 2.0);
        r.offset = random.uniform(-3.0, 3.0);
        const double shift = o.equilibrium + r.offset;
        const SteadyState s = steady_state(o, load_of(r), {random.uniform(-2.0, 2.0), 0.0});
        EXPECT_EQ(s.regime, plain.regime);
        EXPECT_EQ(s.amplitude_ratio, plain.amplitude_ratio);
        EXPECT_EQ(s.stops_per_cycle(), plain.stops_per_cycle());
        EXPECT_EQ(s.dissipated_ratio, plain.dissipated_ratio);
        EXPECT_NEAR(s.x_max, plain.x_max + shift, 8.0 * epsilon * (std::abs(shift) + plain.x_max));
        EXPECT_NEAR(s.x_min, plain.x_min + shift, 8.0 * epsilon * (std::abs(shift) + plain.x_max));
        EXPECT_NEAR(s.phase_lag, plain.phase_lag, 1e-11);
        const double time = 0.37 * s.period;
        EXPECT_NEAR(s.cycle->at(time).position, plain.cycle->at(time).position + shift,
                    replay_error(plain) * (1.0 + std::abs(shift)));
    }
}

TEST(SteadyState, UnitsLeaveTheRatiosUnchanged) {
    const Ratios examples[] = {{.friction = 0.6, .frequency = 0.105},
                               {.friction = 0.4, .frequency = 0.5},
                               {.friction = 0.6, .frequency = 1.8},
                               {.friction = 0.5, .frequency = 0.8, .damping = 0.1},
                               {.friction = 0.2, .frequency = 0.6, .damping = 1.7}};
    for (const Ratios& r : examples) {
        SCOPED_TRACE(testing::Message() << r);
        const SteadyState plain = steady_of(r);
        const double mass = 3.7;
        const double stiffness = 2.51e5;
        const double p0 = 840.0;
        Oscillator o{.mass = mass, .stiffness = stiffness, .friction_bound = r.friction * p0};
        o.damping = r.damping * critical_damping(o);
        const double rate = natural_frequency(o);
        const Load load{.harmonics = {{.amplitude = -p0, .frequency = r.frequency * rate, .phase = 0.8}}};
        const SteadyState s = steady_state(o, load, {});
        // The ratios come back rounded; these points lie away from boundaries, where that is all that changes.
        const double rounding = 1e-13;
        EXPECT_NEAR(s.friction_ratio, r.friction, 4.0 * epsilon);
        EXPECT_NEAR(s.frequency_ratio, r.frequency, 4.0 * epsilon * r.frequency);
        EXPECT_NEAR(s.damping_ratio, r.damping, 4.0 * epsilon * r.damping);
        EXPECT_EQ(s.stops_per_cycle(), plain.stops_per_cycle());
        EXPECT_NEAR(s.amplitude_ratio, plain.amplitude_ratio, rounding);
        EXPECT_NEAR(s.velocity_ratio, plain.velocity_ratio, rounding * (1.0 + plain.velocity_ratio));
        EXPECT_NEAR(s.stuck_fraction, plain.stuck_fraction, rounding);
        EXPECT_NEAR(s.phase_lag, plain.phase_lag, 1e-11) << "the load's own phase is not part of the lag";
        EXPECT_NEAR(s.amplitude, plain.amplitude * p0 / stiffness, rounding * p0 / stiffness);
        EXPECT_NEAR(s.velocity, plain.velocity * rate * p0 / stiffness, 10.0 * rounding * rate * p0 / stiffness);
        EXPECT_NEAR(s.dissipated, plain.dissipated * p0 * p0 / stiffness, 10.0 * rounding * p0 * p0 / stiffness);
        EXPECT_NEAR(s.transmitted_force, plain.transmitted_force * p0, 100.0 * rounding * p0);
        EXPECT_NEAR(s.period, plain.period / rate, 8.0 * epsilon * s.period);
        EXPECT_NEAR(s.cycle->at(0.0).position, s.cycle->at(s.period).position, 1e-12 * p0 / stiffness);
    }
}

/// The kernel in double precision alone, without the refinement of solve_cell.
TEST(CellSolver, GivesTheSameInDoubleAndExtendedPrecision) {
    RandomCells random(7);
    int compared = 0;
    for (int i = 0; i < cells; ++i) {
        const Ratios r = random.next();
        SCOPED_TRACE(testing::Message() << r);
        const FlowKind kind = flow_kind(r.damping, 1.0);
        const CellSolution<double> d = CellSolver<double>(cell_of(r), kind).solve();
        const CellSolution<long double> e =
            CellSolver<long double>({r.friction, r.friction, r.frequency, r.damping}, kind).solve();
        EXPECT_EQ(d.regime, e.regime);
        EXPECT_EQ(d.stops_then_reverse, e.stops_then_reverse);
        EXPECT_EQ(d.stops_then_same_direction, e.stops_then_same_direction);
        EXPECT_EQ(d.zero_duration_reversals, e.zero_duration_reversals);
        const double gentlest = std::min(1.0, static_cast<double>(e.gentlest_stop));
        const double error =
            closure_ulps * epsilon * (1.0 + d.amplitude) * (1.0 / (1.0 - d.multiplier) + 1.0 / gentlest);
        EXPECT_NEAR(d.amplitude, static_cast<double>(e.amplitude), error);
        ++compared;
    }
    EXPECT_EQ(compared, cells);
}

}  // namespace
}  // namespace stickslip
