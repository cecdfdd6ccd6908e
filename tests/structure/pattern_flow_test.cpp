// What a set of contacts at rest does to a structure, by closed forms.

#include "kinds/structure/pattern_flow.hpp"

#include <gtest/gtest.h>

#include "random_structure.hpp"

namespace stickslip::structure {
namespace {

/// Two contacts along one direction share their load: G⁺ is 1/(4·wᵀM⁻¹w) in every place. Rounding once made them
/// independent, with frictions of 10¹⁶ N that cancel.
TEST(ContactsAlongOneDirection, AreOne) {
    std::mt19937 random(50);
    for (int i = 0; i < 300; ++i) {
        RandomProblem p = transformed(random_problem(random, {.degrees = 1 + i % 8, .contacts = 1}), random);
        p.structure.contacts.push_back(p.structure.contacts.front());
        const DenseStructure s(p.structure);
        const PatternFlow flow(s, std::vector<ContactState>(2));
        const double expected = 0.25 / s.compliance[0];
        EXPECT_LE((flow.inverse_gram.array() - expected).abs().maxCoeff(), 1e-12 * expected) << i;
        EXPECT_EQ(flow.modes().rate.empty(), s.size == 1) << i;
    }
}

/// The bounds that the series is cut by hold for the modes: no mode is faster than `fastest_rate`.
TEST(FastestRate, IsThatOfNoMode) {
    std::mt19937 random(51);
    for (int i = 0; i < 100; ++i) {
        RandomProblem p = random_problem(random, {.degrees = 1 + i % 8, .contacts = 3, .with_elastic = true});
        if (i % 2) p = transformed(p, random);
        for (Contact& c : p.structure.contacts) c.stiffness = c.stiffness.value_or(5.0);
        const DenseStructure s(p.structure);
        const PatternFlow flow(s, std::vector<ContactState>(std::size_t(s.contacts())));
        for (const PatternModes::Oscillation& mode : flow.modes().oscillations) {
            EXPECT_LE(std::sqrt(mode.flow.stiffness), flow.fastest_rate * (1.0 + 1e-12)) << i;
        }
        for (const PatternModes::ComplexMode& mode : flow.modes().complex_modes) {
            EXPECT_LE(std::abs(mode.root), flow.fastest_rate * (1.0 + 1e-12)) << i;
        }
    }
}

}  // namespace
}  // namespace stickslip::structure
