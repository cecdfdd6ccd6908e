// Steady states of 59 structures computed event by event in 128-bit arithmetic by another program: chains with every
// kind of damping, free bodies, redundant contacts, static friction above sliding friction, varying normal forces,
// belts and their limit cycles.

#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "reference_structure.hpp"
#include "stickslip/structure/steady_state.hpp"

namespace stickslip::structure {
namespace {

using nlohmann::json;

class ReferenceSteadyState : public testing::TestWithParam<json> {};

/// What the references know to far more digits.
constexpr double digits = 1e-11;

double largest(const json& numbers) {
    double size = 0.0;
    for (const json& number : numbers) size = std::max(size, std::abs(number.get<double>()));
    return size;
}

double multiplier_of(const json& expected) {
    if (!expected.contains("multipliers_fixed_time")) return expected["largest_multiplier_nonunit"];
    const json& second = expected["multipliers_fixed_time"][1];
    return second.is_array() ? std::hypot(second[0].get<double>(), second[1].get<double>())
                             : std::abs(second.get<double>());
}

TEST_P(ReferenceSteadyState, HasTheSameCycle) {
    const json& q = GetParam()["parameters"];
    const json& expected = GetParam()["result"];
    const StructureSteadyState s =
        steady_state(reference_structure(q), {.position = q["x0"], .velocity = q["v0"]}, {.with_coexisting = false});
    ASSERT_TRUE(s.cycle) << s.reason;
    const int periods = expected.value("period_multiple", 1);
    EXPECT_EQ(s.load_periods, periods);
    if (expected.contains("period")) {
        EXPECT_NEAR(*s.period, expected["period"].get<double>(), digits * *s.period);
    }
    const double speed = largest(expected["velocity_amplitude"]);
    const double losses = largest(expected["friction_loss"]) + std::abs(expected["viscous_loss"].get<double>());
    const bool drifts = std::any_of(s.drift.begin(), s.drift.end(), [](double d) { return d != 0.0; });
    for (std::size_t i = 0; i < s.velocity.size(); ++i) {
        EXPECT_NEAR(s.velocity[i], expected["velocity_amplitude"][i].get<double>(), digits * speed);
        if (drifts || !expected.contains("max")) continue;
        const double peak_to_peak = expected["max"][i].get<double>() - expected["min"][i].get<double>();
        EXPECT_NEAR(s.amplitude[i], 0.5 * peak_to_peak, digits * largest(expected["amplitude"]));
    }
    for (std::size_t j = 0; j < s.contacts.size(); ++j) {
        const ContactCycle& contact = s.contacts[j];
        EXPECT_EQ(contact.stops_per_cycle * periods, expected["stops"][j].get<double>());
        EXPECT_EQ(contact.zero_duration_reversals * periods, expected["zero_duration_reversals"][j].get<double>());
        if (expected.contains("stops_then_reverse")) {
            EXPECT_EQ(contact.stops_then_reverse * periods, expected["stops_then_reverse"][j].get<double>());
            EXPECT_EQ(contact.stops_then_same_direction * periods, expected["stops_then_same"][j].get<double>());
        }
        EXPECT_NEAR(contact.stuck_fraction, expected["stuck_fraction"][j].get<double>(), digits);
        EXPECT_NEAR(contact.dissipated * periods, expected["friction_loss"][j].get<double>(), digits * losses);
    }
    EXPECT_NEAR(s.damping_loss * periods, expected["viscous_loss"].get<double>(), digits * losses);
    EXPECT_NEAR(s.multiplier, multiplier_of(expected), digits);
}

INSTANTIATE_TEST_SUITE_P(Structures, ReferenceSteadyState, testing::ValuesIn(references("reference_steady.json")),
                         [](const auto& test) { return test.param["parameters"]["name"].template get<std::string>(); });

}  // namespace
}  // namespace stickslip::structure
