// Random structures of every kind: energy closes, and a scan of the motion finds no contact that breaks its rule.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "random_structure.hpp"

namespace stickslip::structure {
namespace {

RandomOptions options_of(int i) {
    return {.degrees = 1 + i % 8,
            .contacts = 1 + i % 5,
            .with_stiction = i % 3 == 1,
            .with_elastic = i % 4 == 2,
            .with_redundant = i % 5 == 3,
            .with_varying_normal = i % 7 == 4};
}

TEST(RandomStructures, KeepTheirEnergy) {
    std::mt19937 random(30);
    for (int i = 0; i < 300; ++i) {
        const RandomProblem p = random_problem(random, options_of(i));
        const StructureTrajectory motion = simulate(p.structure, p.start, 15.0);
        ASSERT_EQ(motion.termination, StructureTermination::reached_end) << i;
        const StructureEnergy energy = energy_balance(motion);
        double work = std::abs(energy.input) + energy.initial;
        EXPECT_LE(std::abs(energy.imbalance), 1e-12 * work) << i;
        for (const double lost : energy.friction) EXPECT_GE(lost, -1e-13 * work) << i;
    }
}

/// Strong dampers and no loads: all comes to rest, and where bounds breathe it creeps by what rounding leaves. Sliders
/// held at their bound by rigid contacts were once decided by the rounding of derivatives that are zero, for ever.
TEST(RandomStructures, ComeToRestWithoutEndlessDecisions) {
    std::mt19937 random(44);
    for (int i = 0; i < 400; ++i) {
        RandomProblem p = random_problem(random, {.degrees = 1 + i % 5,
                                                  .contacts = 1 + i % 6,
                                                  .with_stiction = i % 3 == 0,
                                                  .with_elastic = true,
                                                  .with_redundant = i % 2 == 0,
                                                  .with_varying_normal = i % 4 != 3,
                                                  .with_moving_surfaces = i % 5 == 4});
        p.structure.loads.clear();
        for (std::size_t k = 0; k < p.structure.damping.values.size(); ++k) {
            p.structure.damping.values[k] = 1.2 * p.structure.stiffness.values[k];
        }
        StructureTrajectory motion;
        ASSERT_NO_THROW(motion = simulate(p.structure, p.start, 60.0, {.most_events = 20'000})) << i;
        ASSERT_EQ(motion.termination, StructureTermination::reached_end) << i;
        const StructureEnergy energy = energy_balance(motion);
        EXPECT_LE(std::abs(energy.imbalance), 1e-12 * (std::abs(energy.input) + energy.initial)) << i;
    }
}

/// A structure whose modes are too fast for its time is refused, not followed for days.
TEST(RandomStructures, AreRefusedWhereTheirModesAreTooFastToBeFollowed) {
    std::mt19937 random(48);
    RandomProblem p = random_problem(random, {.degrees = 3, .contacts = 2});
    for (double& k : p.structure.stiffness.values) k *= 1e20;
    try {
        (void)simulate(p.structure, p.start, 10.0);
        FAIL() << "followed";
    } catch (const std::invalid_argument& error) {
        EXPECT_NE(std::string(error.what()).find("end_time = 10 s must be at most"), std::string::npos) << error.what();
    }
}

/// What a contact may do at a time, for any friction law of this kind.
void expect_lawful(const Structure& s, const StructureSample& sample, double bound_factor, std::size_t j, int problem) {
    const Contact& c = s.contacts[j];
    const double bound = c.bound * bound_factor;
    double slip = -c.surface_velocity;
    double scale = std::abs(c.surface_velocity);
    for (std::size_t i = 0; i < s.size(); ++i) {
        slip += c.direction[i] * sample.velocity[i];
        scale += std::abs(c.direction[i] * sample.velocity[i]);
    }
    switch (sample.contacts[j].phase) {
        case ContactPhase::open: EXPECT_EQ(sample.friction[j], 0.0); break;
        case ContactPhase::slide:
            EXPECT_NEAR(sample.friction[j], sample.contacts[j].direction * bound, 1e-12 * (1.0 + bound));
            if (!c.stiffness) {
                EXPECT_GE(sample.contacts[j].direction * slip, -1e-10 * (1.0 + scale)) << problem;
            }
            break;
        case ContactPhase::stick:
            if (!c.stiffness) {
                EXPECT_NEAR(slip, 0.0, 1e-12 * (1.0 + scale)) << problem;
            }
            break;
    }
}

TEST(RandomStructures, BreakNoRuleInAScan) {
    std::mt19937 random(31);
    for (int i = 0; i < 120; ++i) {
        RandomOptions options = options_of(i);
        options.with_redundant = false;  // single frictions of redundant contacts mean nothing
        const RandomProblem p = random_problem(random, options);
        const StructureTrajectory motion = simulate(p.structure, p.start, 12.0);
        std::vector<double> times;
        for (int k = 0; k <= 4000; ++k) times.push_back(12.0 * k / 4000.0);
        for (const StructureSample& sample : motion.at(times)) {
            for (std::size_t j = 0; j < p.structure.contacts.size(); ++j) {
                const Contact& c = p.structure.contacts[j];
                double factor = 1.0;
                if (c.normal) {
                    factor += c.normal->ratio * std::sin(c.normal->frequency.value() * sample.time + c.normal->phase);
                    factor = std::max(factor, 0.0);
                }
                expect_lawful(p.structure, sample, factor, j, i);
                const double hold = c.static_bound.value_or(c.bound) * factor;
                if (sample.contacts[j].phase == ContactPhase::stick) {
                    EXPECT_LE(std::abs(sample.friction[j]), hold + 1e-9) << i << " at " << sample.time;
                }
            }
        }
    }
}

}  // namespace
}  // namespace stickslip::structure
