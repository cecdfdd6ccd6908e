// A million load cycles: a phase that drifted by one ulp a cycle would be off by 10⁻⁹ rad.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "stickslip/motion/simulate.hpp"

namespace stickslip {
namespace {

using std::numbers::pi;

/// The load phases at which the phases of the motion start in cycle n, in (−π, π].
std::vector<double> event_phases(const Trajectory& t, int cycle) {
    const Harmonic& h = t.load.harmonics.front();
    const double period = 2.0 * pi / h.frequency.value();
    const auto begins_in = [&](const Phase& p, double cycles) { return p.start.value() < cycles * period; };
    const auto first = std::lower_bound(t.phases.begin(), t.phases.end(), cycle + 1e-6, begins_in);
    const auto last = std::lower_bound(t.phases.begin(), t.phases.end(), cycle + 1.0 + 1e-6, begins_in);
    std::vector<double> phases;
    for (auto p = first; p != last; ++p) phases.push_back(reduced_phase(h.frequency, p->start, h.phase));
    return phases;
}

void expect_no_drift(const Oscillator& oscillator, const AngularFrequency& frequency) {
    constexpr int cycles = 1'000'000;
    constexpr int settled = 1000;
    constexpr double drift = 1e-11;  // [rad]
    const double period = 2.0 * pi / frequency.value();
    const Trajectory t = simulate(oscillator, {.harmonics = {{1.0, frequency, 0.3}}}, {}, cycles * period);
    const std::vector<double> early = event_phases(t, settled);
    ASSERT_GE(early.size(), 2U);
    for (int cycle : {10'000, 500'000, cycles - 3, cycles - 2}) {
        const std::vector<double> late = event_phases(t, cycle);
        ASSERT_EQ(late.size(), early.size()) << cycle;
        for (std::size_t n = 0; n < early.size(); ++n) EXPECT_NEAR(late[n], early[n], drift) << cycle;
    }
}

TEST(MillionCycles, DoNotDriftWithTheFrequencyInRadiansPerSecond) {
    expect_no_drift({.damping = 0.2, .friction_bound = 0.1}, 0.8);  // continuous, two reversals a cycle
}

TEST(MillionCycles, DoNotDriftWithTheFrequencyInHertz) {
    // 2π·0.25 is not a double: rounded to one it would be off by 10⁻¹⁰ rad after a million cycles.
    expect_no_drift({.friction_bound = 0.9}, AngularFrequency::from_hertz(0.25));  // two stops a cycle
}

TEST(MillionCycles, OfOneUninterruptedSlideKeepTheirPhase) {
    // A belt too fast to catch: the mass slides for ever, and its steady response is that of the linear oscillator,
    // x = r_y/k + Im(e^{i(Ωt + φ)}/(k − mΩ² + icΩ)).
    const Oscillator o{.damping = 0.2, .friction_bound = 0.1, .belt_velocity = 100.0};
    const Harmonic h{1.0, 0.8, 0.3};
    const double end = 1e6 * 2.0 * pi / 0.8;
    const Trajectory t = simulate(o, {.harmonics = {h}}, {}, end);
    ASSERT_EQ(t.events.size(), 1U);
    const double real = 1.0 - 0.8 * 0.8;
    const double imaginary = 0.2 * 0.8;
    for (const double time : {1e3, 1e5, 0.9 * end, end}) {
        const double angle = reduced_phase(h.frequency, ExactTime{time, 0.0}, h.phase) - std::atan2(imaginary, real);
        const double x = 0.1 + std::sin(angle) / std::hypot(real, imaginary);
        EXPECT_NEAR(t.at(time).position, x, 1e-11) << time;
    }
}

}  // namespace
}  // namespace stickslip
