// What a caller of the library may not ask for is refused in one sentence with the name, the value and the bound.

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "stickslip/certify/certify.hpp"
#include "stickslip/certify/cover.hpp"
#include "stickslip/certify/motion_proof.hpp"
#include "stickslip/chaos/basins.hpp"
#include "stickslip/chaos/lyapunov.hpp"
#include "stickslip/motion/simulate.hpp"
#include "stickslip/planar/simulate.hpp"
#include "stickslip/steady/attractor.hpp"
#include "stickslip/steady/sensitivity.hpp"
#include "stickslip/structure/simulate.hpp"

namespace stickslip {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
const Oscillator oscillator{.friction_bound = 0.3};
const Load harmonic{.harmonics = {{1.0, 0.8}}};

template <class Ask>
std::string said(const Ask& ask) {
    try {
        static_cast<void>(ask());
        return "accepted";
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
}

TEST(Refusals, OfSamplesOutsideAMotion) {
    const Trajectory line = simulate(oscillator, harmonic, {}, 10.0);
    EXPECT_EQ(said([&] { return line.at(11.0); }), "time = 11 must be in [0, 10] s");
    EXPECT_EQ(said([&] { return line.at(nan); }), "time = nan must be in [0, 10] s");
    EXPECT_EQ(said([&] { return simulate(oscillator, harmonic, {}, -1.0); }), "end time = -1 must be finite and ≥ 0 s");
    EXPECT_EQ(said([&] { return prove_motion(oscillator, harmonic, {}, nan); }),
              "end time = nan must be finite and ≥ 0 s");
    const planar::Load load{.axis1 = harmonic, .axis2 = {}};
    const planar::Trajectory plane = planar::simulate({.friction_bound = 0.3}, load, {}, 10.0);
    EXPECT_EQ(said([&] { return plane.at(std::vector{-1.0}); }), "time = -1 must lie within the trajectory, 0 to 10 s");
}

TEST(Refusals, OfDerivativesThatFitNoMotion) {
    const Trajectory motion = simulate(oscillator, harmonic, {}, 10.0);
    const auto with = [&](const ProblemRate& rate, double time) {
        return said([&] { return motion_derivatives(motion, std::vector{rate}, std::vector{time}); });
    };
    ASSERT_EQ(with({.mass = 1.0}, 5.0), "accepted");
    EXPECT_EQ(with({.mass = 1.0}, 11.0), "time = 11 must be in [0, 10] s");
    EXPECT_EQ(with({.harmonics = std::vector<HarmonicRate>(2)}, 5.0),
              "harmonics of a rate = 2 must be as many as those of the load, or none");
    const auto record = std::make_shared<const Record>(linear_record(std::vector{0.0, 1.0}, std::vector{0.0, 1.0}));
    EXPECT_EQ(with({.record = record}, 5.0), "the record of a rate must have the times of the record of the load");
}

TEST(Refusals, OfChaosWithoutEnoughMotion) {
    EXPECT_EQ(
        said([] { return lyapunov_exponent(oscillator, harmonic, {}, {.periods = 8, .transient = 1, .runs = 1}); }),
        "an exponent needs periods ≥ 1, transient ≥ 0 and at least two runs, got 8, 1 and 1");
    EXPECT_EQ(said([] { return find_attractor(oscillator, Load{}, {}); }),
              "attractors are seen once a load period: the load must be periodic");
    AttractorOptions backwards;
    backwards.transient = -1;
    EXPECT_EQ(said([&] { return find_attractor(oscillator, harmonic, {}, backwards); }),
              "attractors need transient ≥ 0 and a largest period ≥ 1");
    BasinOptions basin;
    basin.rows = 0;
    EXPECT_EQ(said([&] { return basins(oscillator, harmonic, basin); }), "basins need at least one cell");
    basin.rows = basin.columns = 100'000;
    EXPECT_NE(said([&] {
                  return basins(oscillator, harmonic, basin);
              }).find("the positions and velocities make 10000000000 starts; at most "),
              std::string::npos);
    basin = {.position = {1.0, 1.0}};
    EXPECT_EQ(said([&] { return basins(oscillator, harmonic, basin); }),
              "basins need a range of positions and velocities that is not empty");
}

TEST(Refusals, OfProofs) {
    EXPECT_EQ(said([] { return certify(Ratios{.friction = 0.2, .frequency = 0.5, .static_friction = 0.3}); }),
              "static_ratio must be friction_ratio: proofs are for one friction bound");
    const auto covered = [](const RatioBox& box) {
        return said([&] { return cover({.box = box, .columns = 1, .rows = 1}); });
    };
    EXPECT_EQ(covered({{0.5, 0.5}, {0.8, 0.8}}), "a box without width and height is a point: certify that");
    EXPECT_EQ(covered({{0.5, 0.4}, {0.8, 0.8}}),
              "friction_ratio = 0.5:0.4 must be two numbers, not falling, between 0 and 64");
    EXPECT_EQ(covered({{0.5, 0.6}, {0.0, 0.8}}),
              "frequency_ratio = 0:0.8 must be two numbers, not falling, between 0.001 and 64");
    EXPECT_EQ(said([] {
                  return cover({.box = {{0.4, 0.5}, {0.8, 0.9}}, .most_quarterings = 13});
              }),
              "most_quarterings = 13 must be at most 12 for a rectangle");
    const Cover rectangle{.request = {.box = {{0.4, 0.5}, {0.8, 0.9}}}};
    EXPECT_EQ(said([&] { return proved_ranges(rectangle); }),
              "proved ranges are those of a line: give one ratio a single value");
}

TEST(Refusals, OfStepsThatAPublishedSchemeCannotTake) {
    const planar::Load load{.axis1 = harmonic, .axis2 = {}};
    const auto with = [&](const planar::Oscillator& o, double end, double step) {
        return said([&] {
            return planar::simulate(o, load, {}, end, {.method = planar::Method::lorentz_composition, .step = step});
        });
    };
    const planar::Oscillator elastic{.friction_bound = 0.3, .support_stiffness = 10.0};
    ASSERT_EQ(with(elastic, 1.0, 0.01), "accepted");
    EXPECT_EQ(with({.friction_bound = 0.3}, 1.0, 0.01),
              "method lorentz-composition needs an elastic support: a rigid one has no Lorentz group");
    EXPECT_NE(with(elastic, 1e9, 1e-3).find("step = 0.001 s makes 1e+12 steps up to 1e+09 s; at most "),
              std::string::npos);
}

TEST(Refusals, OfStoredMotionsThatFitNoStructure) {
    using namespace structure;
    const Structure chain{.mass = {1, 1, {1.0}},
                          .damping = Matrix::zero(1, 1),
                          .stiffness = {1, 1, {1.0}},
                          .contacts = {{.direction = {1.0}, .bound = 0.3}},
                          .loads = {{{1.0}, harmonic}}};
    const StructureTrajectory motion = simulate(chain, StructureState{}, 10.0);
    EXPECT_EQ(said([&] { return motion.at(11.0); }), "time = 11 s must be from 0 to 10 s");
    const auto stored = [&](const auto& spoil) {
        std::vector<StructurePhase> phases = motion.phases;
        std::vector<ContactEvent> events = motion.events;
        spoil(phases, events);
        return said([&] { return reassemble(chain, phases, events, motion.termination, 10.0); });
    };
    EXPECT_EQ(stored([](auto&, auto&) {}), "accepted");
    EXPECT_EQ(stored([](auto& phases, auto&) { phases.clear(); }), "a trajectory has at least one phase");
    EXPECT_EQ(stored([](auto& phases, auto&) { phases.front().position.push_back(0.0); }),
              "a phase must have the degrees of freedom and the contacts of its structure");
    EXPECT_EQ(stored([](auto&, auto& events) { events.front().contact = 1; }),
              "an event must be of a contact of the structure");
}

}  // namespace
}  // namespace stickslip
