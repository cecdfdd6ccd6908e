// Boundaries of the contacts of structures, against the one mass on a line and against steady states on both sides.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "kinds/case_boundaries.hpp"
#include "kinds/structure/case_kind.hpp"
#include "stickslip/structure/case.hpp"
#include "stickslip/structure/steady_state.hpp"

namespace stickslip::structure {
namespace {

/// One mass as a structure: everything about it is known from the line.
CaseDocument one_mass() {
    return CaseDocument::parse(
        "[structure]\nmasses = [1.0]\nsprings = [1.0]\ndampers = [0.0]\n[[contact]]\nname = \"floor\"\non = 1\n"
        "bound = 0.5\n[[load]]\non = 1\nkind = \"harmonic\"\namplitude = 1.0\nfrequency = 0.3\n",
        "one mass");
}

ContactCycle contact_at(const CaseDocument& document, std::size_t contact) {
    const Case c = read_case(document);
    return steady_state(c.structure, c.start).contacts[contact];
}

TEST(StructureBoundary, OfOneMassIsThatOfTheLine) {
    // 7e-12 is where a stop of a millionth of the period is counted by one solver and not yet by the other.
    constexpr double tolerance = 1e-10;
    for (const double frequency : {0.17, 0.3, 0.6, 1.4}) {
        const auto expected =
            case_crossings(line_kind(), {CaseDocument::from_ratios({.friction = 0.5, .frequency = frequency}),
                                         "friction_ratio",
                                         "frequency_ratio",
                                         {0.02, 1.3, frequency, frequency}});
        const auto found = case_crossings(
            structure_kind(), {one_mass(), "contact.floor.bound", "load.frequency", {0.02, 1.3, frequency, frequency}});
        ASSERT_EQ(found.size(), expected.size()) << frequency;
        for (std::size_t i = 0; i < found.size(); ++i) {
            EXPECT_NEAR(found[i].value, expected[i].value, tolerance) << frequency;
            EXPECT_EQ(found[i].kind, expected[i].kind) << frequency << " " << found[i].value;
            EXPECT_EQ(found[i].stops_below, expected[i].stops_below);
            EXPECT_EQ(found[i].stops_above, expected[i].stops_above);
            EXPECT_EQ(found[i].contact, "floor");
        }
    }
}

TEST(StructureBoundary, HasTheCountsOfSteadyStatesOnBothSides) {
    const CaseDocument chain = CaseDocument::open("three-mass-chain");
    const auto found =
        case_crossings(structure_kind(), {chain, "contact.wall.bound", "load.frequency", {0.02, 2.0, 1.2, 1.2}});
    ASSERT_GT(found.size(), 2U);
    std::set<std::string> contacts;
    for (const Crossing& c : found) {
        contacts.insert(c.contact);
        const std::size_t contact = c.contact == "wall" ? 0 : 1;
        const auto at = [&](double bound) {
            return contact_at(chain.with_value("contact.wall.bound", bound).with_value("load.frequency", 1.2), contact);
        };
        constexpr double aside = 1e-6;
        const ContactCycle below = at(c.value - aside);
        const ContactCycle above = at(c.value + aside);
        EXPECT_EQ(below.stops_per_cycle, c.stops_below) << c.contact << " " << c.value;
        EXPECT_EQ(above.stops_per_cycle, c.stops_above) << c.contact << " " << c.value;
    }
    EXPECT_EQ(contacts, (std::set<std::string>{"joint", "wall"}));
}

TEST(StructureBoundary, FindsWhereAContactBeginsToSlipFromOffsetsThatJustFit) {
    // Rigid contacts in series: the joint slips only where the wall lets the first mass go.
    const CaseDocument chain = CaseDocument::open("three-mass-chain");
    const auto found =
        case_crossings(structure_kind(), {chain, "contact.wall.bound", "load.frequency", {0.5, 8.0, 1.8, 1.8}});
    const auto last =
        std::ranges::find_if(found.rbegin(), found.rend(), [](const Crossing& c) { return c.contact == "wall"; });
    ASSERT_NE(last, found.rend());
    EXPECT_EQ(last->kind, BoundaryKind::slide_vanishes);
    EXPECT_EQ(last->stops_above, 0);
    // Where the wall holds all the time the bound does not enter: half of what its friction swings is the border.
    const Case c = read_case(chain.with_value("contact.wall.bound", last->value + 0.5));
    const StructureSteadyState s = steady_state(c.structure, c.start);
    ASSERT_EQ(s.contacts[0].stuck_fraction, 1.0);
    const double flexibility =
        (s.contacts[0].offset_bounds->second - s.contacts[0].offset_bounds->first);  // of 2·bound − (high − low)
    double low = INFINITY, high = -INFINITY;
    std::vector<double> times;
    constexpr int samples = 20000;
    for (int i = 0; i < samples; ++i) times.push_back(*s.period * i / samples);
    for (const StructureSample& sample : s.cycle->at(times)) {
        low = std::min(low, sample.friction[0]);
        high = std::max(high, sample.friction[0]);
    }
    EXPECT_GT(flexibility, 0.0);
    EXPECT_NEAR(last->value, 0.5 * (high - low), 1e-7);
}

TEST(StructureBoundary, CurvesPassThroughTheCrossingsOfLines) {
    const CaseDocument mass = one_mass();
    const auto curves =
        case_boundaries(structure_kind(), {mass, "contact.floor.bound", "load.frequency", {0.3, 1.2, 0.5, 0.9}});
    ASSERT_FALSE(curves.empty());
    // f = 1 is a border for every frequency, and the only one of kind A that reaches over the whole window.
    const auto is_rest = [](const BoundaryCurve& c) {
        return c.kind == BoundaryKind::slide_vanishes && c.contact == "floor";
    };
    const auto rest = std::ranges::find_if(curves, is_rest);
    ASSERT_NE(rest, curves.end());
    for (const BoundaryPoint& p : rest->points) EXPECT_NEAR(p.x, 1.0, 1e-9) << p.y;
    for (const BoundaryCurve& c : curves) {
        if (c.kind != BoundaryKind::reversal_stop) continue;
        for (std::size_t i = 2; i + 2 < c.points.size(); i += 5) {
            const BoundaryPoint& p = c.points[i];
            const double before =
                contact_at(mass.with_value("contact.floor.bound", p.x - 1e-6).with_value("load.frequency", p.y), 0)
                    .stops_per_cycle;
            const double after =
                contact_at(mass.with_value("contact.floor.bound", p.x + 1e-6).with_value("load.frequency", p.y), 0)
                    .stops_per_cycle;
            EXPECT_NE(before, after) << p.x << " " << p.y;
        }
    }
}

TEST(StructureBoundary, NeedsEqualBoundsAndALoad) {
    const auto refusal = [](const CaseDocument& document, const std::string& y, double low,
                            double high) -> std::string {
        try {
            static_cast<void>(structure_kind().boundaries({document, "contact[1].bound", y, {0.1, 0.4, low, high}}));
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
        return "";
    };
    const CaseDocument mass = one_mass();
    EXPECT_EQ(refusal(mass, "load.frequency", 0.5, 0.9), "");
    EXPECT_NE(refusal(mass.with_value("contact[1].static_bound", 0.7), "load.frequency", 0.5, 0.9)
                  .find("equal static and sliding friction"),
              std::string::npos);
    EXPECT_NE(refusal(mass.with_value("load[1].amplitude", 0.0), "structure.masses[1]", 0.5, 0.9).find("varies"),
              std::string::npos);
    EXPECT_NE(refusal(CaseDocument::open("braced-building"), "contact[2].bound", 0.5, 0.9).find("is a record"),
              std::string::npos);
}

}  // namespace
}  // namespace stickslip::structure
