// Slides whose velocity comes as close to zero as we like: the constant load is solved for, so that the smallest
// velocity of the slide is δ. For δ > 0 nothing may happen there, for δ < 0 the stop may not be late.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "random_motion.hpp"
#include "slide_scan.hpp"
#include "stickslip/motion/simulate.hpp"

namespace stickslip {
namespace {

using Real = long double;

struct Graze {
    RandomMotion motion;
    double time = 0.0;   ///< of the smallest velocity
    double scale = 0.0;  ///< largest velocity before it
    bool exists = false;
};

/// The velocity of the slide at τ under the load without its constant, and under a unit constant alone.
struct TwoVelocities {
    Real load;
    Real unit;
};

TaylorMotion<Real> slide_of(const RandomMotion& r) {
    const Trajectory t{r.oscillator, r.load, {}, {}};
    return slide_from(t, {{}, r.end_time, r.start.position, r.start.velocity, PhaseKind::slide, 1});
}

TwoVelocities velocities_at(const TaylorMotion<Real>& start, Real tau) {
    TaylorMotion<Real> load = start;
    TaylorMotion<Real> unit = start;
    unit.x = unit.v = 0;
    unit.polynomial = {1};
    unit.harmonics.clear();
    load.advance(tau);
    unit.advance(tau);
    return {load.v, unit.v};
}

/// v(τ) = v_load(τ) + c·g(τ) with g > 0 over half a natural period: c = max (δ − v_load)/g makes δ the minimum there.
Graze grazing_slide(RandomMotions& random, double relative_depth) {
    RandomMotion r;
    r.oscillator.damping = random.chance(0.5) ? 0.0 : random.log_uniform(1e-3, 0.5);
    r.oscillator.friction_bound = random.uniform(0.05, 0.5);
    r.start = {random.uniform(-1.0, 1.0), random.uniform(0.1, 1.0)};
    for (int n = random.integer(1, 3); n > 0; --n) {
        r.load.harmonics.push_back({random.uniform(0.3, 1.5), random.uniform(1.5, 8.0), random.uniform(-3.0, 3.0)});
    }
    r.end_time = 3.0;  // g(τ) > 0 up to π for all damping here
    const TaylorMotion<Real> start = slide_of(r);
    constexpr int coarse = 300;
    const Real step = static_cast<Real>(r.end_time) / coarse;
    const double depth = relative_depth * r.start.velocity;
    const auto needed = [&](Real tau) {
        const TwoVelocities v = velocities_at(start, tau);
        return (depth - v.load) / v.unit;
    };
    TaylorMotion<Real> unit = start;
    unit.x = unit.v = 0;
    unit.polynomial = {1};
    unit.harmonics.clear();
    GridMotion load_grid(start, step);
    GridMotion unit_grid(unit, step);
    int best = 0;
    Real most = -std::numeric_limits<Real>::infinity();
    for (int i = 1; i <= coarse; ++i) {
        load_grid.advance();
        unit_grid.advance();
        const Real c = (depth - load_grid.v()) / unit_grid.v();
        if (c > most) {
            most = c;
            best = i;
        }
    }
    Graze graze;
    if (best < 3 || best > coarse - 3) return graze;  // the extreme is at an end: no graze inside
    Real low = (best - 1) * step;
    Real high = (best + 1) * step;
    constexpr Real golden = 0.6180339887498949L;
    while (high - low > 1e-9L) {
        const Real left = high - golden * (high - low);
        const Real right = low + golden * (high - low);
        (needed(left) < needed(right) ? low : high) = needed(left) < needed(right) ? left : right;
    }
    graze.time = static_cast<double>(0.5L * (low + high));
    r.load.constant = static_cast<double>(needed(0.5L * (low + high)));
    graze.motion = r;
    graze.scale = r.start.velocity;
    graze.exists = true;
    return graze;
}

class GrazingSlide : public testing::TestWithParam<double> {};

TEST_P(GrazingSlide, PassesAboveZeroAndStopsBelowIt) {
    constexpr int cases = 200;
    const double depth = GetParam();
    RandomMotions random(1729);
    int found = 0;
    for (int i = 0; found < cases && i < 20 * cases; ++i) {
        const Graze g = grazing_slide(random, depth);
        if (!g.exists) continue;
        ++found;
        const Trajectory t = simulate(g.motion.oscillator, g.motion.load, g.motion.start, g.motion.end_time);
        const Phase& slide = t.phases.front();
        ASSERT_EQ(slide.direction, 1);
        if (depth > 0.0) {
            ASSERT_GT(slide.duration, g.time + 1e-6) << "stopped at a positive velocity: " << g.motion;
        } else {
            ASSERT_LE(slide.duration, g.time) << "slid through a stop: " << g.motion;
            const TaylorMotion<Real> start = slide_of(g.motion);
            TaylorMotion<Real> end = start;
            end.advance(slide.duration);
            ASSERT_LE(std::abs(static_cast<double>(end.v)), velocity_rounding(t, start, slide.duration)) << g.motion;
        }
        ASSERT_EQ(first_missed_event(t), "") << g.motion;
    }
    ASSERT_EQ(found, cases);
}

INSTANTIATE_TEST_SUITE_P(Depths, GrazingSlide,
                         testing::Values(1e-3, 1e-5, 1e-7, 1e-9, 1e-11, 1e-12, 1e-13, -1e-13, -1e-12, -1e-11, -1e-9,
                                         -1e-7, -1e-5, -1e-3));

}  // namespace
}  // namespace stickslip
