// Transients of twenty structures computed event by event in 128-bit arithmetic by another program: chains, full mass
// matrices, belts, free bodies, static friction above sliding friction.

#include <gtest/gtest.h>

#include <cmath>

#include "reference_structure.hpp"
#include "stickslip/structure/simulate.hpp"

namespace stickslip::structure {
namespace {

using nlohmann::json;

class ReferenceTransient : public testing::TestWithParam<json> {};

TEST_P(ReferenceTransient, HasTheSameEventsAndEnd) {
    const json& q = GetParam()["parameters"];
    const json& expected = GetParam()["result"];
    const double end = q["tend"];
    const StructureTrajectory motion =
        simulate(reference_structure(q), {.position = q["x0"], .velocity = q["v0"]}, end);
    std::vector<ContactEvent> events;
    for (const ContactEvent& event : motion.events) {
        if (event.time > 0.0) events.push_back(event);
    }
    ASSERT_EQ(events.size(), expected["events"].size());
    for (std::size_t i = 0; i < events.size(); ++i) {
        const json& e = expected["events"][i];
        EXPECT_NEAR(events[i].time, e["t"].get<double>(), 1e-12 * end);
        EXPECT_EQ(events[i].contact, e["contact"].get<std::size_t>());
        const std::string from = e["from"], to = e["to"];
        EXPECT_EQ(events[i].direction, to == "slide+" ? 1 : to == "slide-" ? -1 : 0);
        EXPECT_EQ(events[i].kind, to == "stuck"     ? ContactEventKind::slide_to_stick
                                  : from == "stuck" ? ContactEventKind::stick_to_slide
                                                    : ContactEventKind::reversal);
    }
    const StructureSample last = motion.at(end);
    for (std::size_t i = 0; i < last.position.size(); ++i) {
        EXPECT_NEAR(last.position[i], expected["x_end"][i].get<double>(), 1e-11 * (1.0 + std::abs(last.position[i])));
        EXPECT_NEAR(last.velocity[i], expected["v_end"][i].get<double>(), 1e-11 * (1.0 + std::abs(last.velocity[i])));
    }
    const StructureEnergy energy = energy_balance(motion);
    EXPECT_LE(std::abs(energy.imbalance), 1e-12 * (std::abs(energy.input) + energy.initial));
}

INSTANTIATE_TEST_SUITE_P(Structures, ReferenceTransient, testing::ValuesIn(references("reference_transients.json")),
                         [](const auto& test) { return test.param["parameters"]["name"].template get<std::string>(); });

}  // namespace
}  // namespace stickslip::structure
