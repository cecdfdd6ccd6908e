// The end of a slide, against a search that takes every step and an evaluation there.

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "kernel/phase_kernel.hpp"

namespace stickslip {
namespace {

/// A slide of the dimensionless oscillator, just released at a load angle, or thrown with some velocity, or turned
/// around.
struct Slide {
    double frequency;
    double damping;
    double angle;
    double friction;
    double velocity;
    double position;
};

class Kernel {
public:
    explicit Kernel(const Slide& s) {
        kernel_.flow = linear_flow(flow_kind(s.damping, 1.0), s.damping, 1.0);
        kernel_.friction = s.friction;
        kernel_.holding = s.friction;
        kernel_.include_harmonic(1.0, s.frequency);
        kernel_.set_scales();
        term_.start = sin_cos(s.angle);
        term_.frequency = s.frequency;
        kernel_.load.harmonics = &term_;
        kernel_.load.harmonic_count = 1;
        kernel_.z0 = s.position;
        kernel_.begin_phase();
    }
    Kernel(const Kernel&) = delete;
    Kernel& operator=(const Kernel&) = delete;

    [[nodiscard]] const PhaseKernel<double>& get() const { return kernel_; }

    /// The stop found without leaping.
    [[nodiscard]] FirstZero<double> stop_by_steps(double v, int zeros, double horizon) const {
        const Forcing<double> force = kernel_.sliding_force(1, v);
        const auto velocity_at = [&](double tau) {
            return kernel_.derivative_data(kernel_.jet(v, 1, tau), 1, 1.0, kernel_.velocity_noise(v, force, tau));
        };
        return first_zero(velocity_at, velocity_at(0.0), zeros, 0.0, horizon, kernel_.first_step(horizon));
    }

private:
    HarmonicTerm<double> term_{1.0, 1.0, {}};
    PhaseKernel<double> kernel_;
};

Slide random_slide(std::mt19937_64& random) {
    const auto between = [&](double low, double high) { return std::uniform_real_distribution(low, high)(random); };
    Slide s{};
    s.frequency = std::exp(between(std::log(2e-4), std::log(0.3)));
    s.damping = between(0.0, 1.0) < 0.6 ? 0.0 : between(0.0, 1.5);
    s.angle = between(-1.5, 1.5);
    s.friction = between(0.0, 1.0);
    s.velocity = between(0.0, 1.0) < 0.7 ? 0.0 : between(0.0, 2.0) * s.frequency;
    s.position = std::sin(s.angle) - s.friction;
    if (between(0.0, 1.0) < 0.2) s.position -= between(0.0, 2.0) * s.frequency;  // a net force from the start
    return s;
}

TEST(SlideEnd, IsTheStopThatEveryStepLeadsTo) {
    std::mt19937_64 random(3);
    int long_ones = 0;
    for (int i = 0; i < 4000; ++i) {
        const Slide s = random_slide(random);
        SCOPED_TRACE(testing::Message() << "Ω " << s.frequency << " ζ " << s.damping << " θ " << s.angle << " f "
                                        << s.friction << " v " << s.velocity);
        const Kernel kernel(s);
        const double horizon = std::acos(-1.0) / s.frequency;
        const bool is_released = s.position == std::sin(s.angle) - s.friction;
        const int zeros = s.velocity > 0.0 ? 0 : (is_released ? 2 : 1);
        const SlideEnd<double> end = kernel.get().end_of_slide(s.velocity, 1, zeros, horizon);
        const FirstZero<double> stop = kernel.stop_by_steps(s.velocity, zeros, horizon);
        ASSERT_EQ(end.stop.exists, stop.exists);
        const Jet<double> there = kernel.get().jet(s.velocity, 1, end.stop.time);
        // A stop is uncertain by the rounding of the velocity over its deceleration.
        const double soft = 1e-13 * s.frequency / std::max(std::abs(there.derivative[2]), 1e-9) + 1e-12;
        ASSERT_NEAR(end.stop.time, stop.time, soft * (1.0 + stop.time));
        const double rounding = 1e-15 * (1.0 + stop.time);  // of the angles that the closed form adds
        EXPECT_NEAR(end.z, there.derivative[0], rounding);
        // The last polynomial gives the velocity to its rounding, and its slope with one order less.
        EXPECT_NEAR(end.acceleration, there.derivative[2], rounding + 1e-13);
        if (!end.stop.exists) {
            EXPECT_EQ(end.velocity, there.derivative[1]);
        }
        long_ones += stop.time > 60.0 ? 1 : 0;
    }
    EXPECT_GT(long_ones, 200) << "slides long enough to be leapt over";
}

}  // namespace
}  // namespace stickslip
