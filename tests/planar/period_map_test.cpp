// The derivative of the flow by its start, against differences, across every kind of event.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "kinds/planar/flow.hpp"

namespace stickslip::planar {
namespace {

constexpr double pi = std::numbers::pi;

struct Row {
    const char* why;
    Oscillator oscillator;
    Load load;
    double begin, span;  ///< in periods of 2π/ω
    double frequency;
};

FlowState<double> state_at(const Row& r) {
    Flow<double> flow(r.oscillator, r.load);
    flow.start({}, {});
    flow.run(r.begin * 2.0 * pi / r.frequency);
    return flow.state();
}

template <class T>
FlowState<T> flowed(const Row& r, const FlowState<T>& start) {
    const double period = 2.0 * pi / r.frequency;
    Flow<T> flow(r.oscillator, r.load);
    flow.resume({r.begin * period, 0.0}, start);
    flow.run((r.begin + r.span) * period);
    return flow.state();
}

TEST(PlanarFlow, KnowsItsDerivativeByTheStart) {
    const Row rows[] = {
        {"elastic, slides only", {1.0, 0.1, 1.0, 1.0, 2.0}, harmonic_load({3.0, 1.2}, 1.5, {1.57, 0.0}), 3.0, 0.5, 1.5},
        {"elastic, stick and slide",
         {1.0, 0.1, 1.0, 1.0, 2.0},
         harmonic_load({3.0, 0.3}, 0.8, {1.57, 0.0}),
         3.0,
         0.5,
         0.8},
        {"stiff support", {1.0, 0.1, 1.0, 1.0, 1e4}, harmonic_load({3.0, 1.2}, 1.5, {1.57, 0.0}), 3.0, 0.5, 1.5},
        {"rigid, slides only", {1.0, 0.1, 1.0, 1.0, {}}, harmonic_load({5.0, 1.0}, 0.9, {1.57, 0.0}), 3.0, 0.5, 0.9},
        {"rigid, stops and departures",
         {1.0, 0.4, 1.0, 1.0, {}},
         harmonic_load({1.2, 0.36}, 1.0, {1.57, 0.0}),
         3.0,
         0.5,
         1.0},
        {"rigid, hardly slides",
         {1.0, 0.06, 1.0, 1.0, {}},
         harmonic_load({0.94, 0.63}, 0.57, {1.57, 2.65}),
         10.02,
         0.5,
         0.57},
    };
    for (const Row& r : rows) {
        const FlowState<double> start = state_at(r);
        FlowState<Sensitive> varied;
        varied.is_sliding = start.is_sliding;
        varied.angle = Sensitive(start.angle);
        varied.angle.gradient[4] = 1.0;
        for (int i = 0; i < 2; ++i) {
            const auto a = static_cast<std::size_t>(i);
            varied.position[i] = Sensitive(start.position[i]);
            varied.position[i].gradient[a] = 1.0;
            varied.velocity[i] = Sensitive(start.velocity[i]);
            varied.velocity[i].gradient[a + 2] = 1.0;
            varied.friction[i] = Sensitive(start.friction[i]);
        }
        const FlowState<Sensitive> image = flowed(r, varied);
        const bool rests = r.oscillator.is_rigid() && !start.is_sliding;
        const std::size_t unknowns = rests ? 2 : !r.oscillator.is_rigid() && start.is_sliding ? 5 : 4;
        for (std::size_t j = 0; j < unknowns; ++j) {
            constexpr double h = 1e-6;
            const auto moved = [&](double by) {
                FlowState<double> s = start;
                if (j < 2) s.position[static_cast<int>(j)] += by;
                if (j == 2 || j == 3) s.velocity[static_cast<int>(j) - 2] += by;
                if (j == 4) s.angle += by;
                return flowed(r, s);
            };
            const FlowState<double> up = moved(h);
            const FlowState<double> down = moved(-h);
            for (int i = 0; i < 2; ++i) {
                EXPECT_NEAR(image.position[i].gradient[j], (up.position[i] - down.position[i]) / (2.0 * h), 2e-6)
                    << r.why << ", x" << i + 1 << " by " << j;
                EXPECT_NEAR(image.velocity[i].gradient[j], (up.velocity[i] - down.velocity[i]) / (2.0 * h), 2e-6)
                    << r.why << ", v" << i + 1 << " by " << j;
            }
        }
    }
}

}  // namespace
}  // namespace stickslip::planar
