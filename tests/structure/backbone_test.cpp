#include "stickslip/studies/backbone.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "kinds/case_backbone.hpp"
#include "kinds/structure/case_kind.hpp"
#include "stickslip/model/case.hpp"
#include "stickslip/structure/case.hpp"

namespace stickslip {
namespace {

using std::numbers::pi;

CaseDocument document(const std::string& text) { return CaseDocument::parse(text, "case"); }

/// One mass on a Jenkins element beside a spring of 3 N/m.
std::string jenkins(const std::string& rest, const std::string& more = "") {
    return "[structure]\nmasses = [1]\nsprings = [3]\n" + rest + "[[contact]]\non = 1\nbound = 0.5\nstiffness = 6\n" +
           more;
}

const std::string two_masses =
    "[structure]\nmasses = [2, 1]\nsprings = [5, 3]\nmodal_damping = 0.03\nnames = [\"floor\", \"roof\"]\n";

ForcedRequest over(const std::string& of, const std::string& key, std::vector<double> values) {
    ForcedRequest request;
    request.of = of;
    request.over = key;
    request.values = std::move(values);
    return request;
}

/// |b − a| ≤ the tolerance of each number.
template <class T>
void expect_near(const std::vector<T>& a, const std::vector<T>& b,
                 std::initializer_list<std::pair<double T::*, double>> tolerances) {
    ASSERT_EQ(a.size(), b.size());
    int which = 0;
    for (const auto& [number, tolerance] : tolerances) {
        for (std::size_t i = 0; i < a.size(); ++i) {
            EXPECT_NEAR(b[i].*number, a[i].*number, tolerance) << "number " << which << " of row " << i;
        }
        ++which;
    }
}

TEST(StructureRingDown, OfOneMassIsThatOfTheMass) {
    const auto line = follow_decay(line_kind(),
                                   document("[oscillator]\nmass = 2\nstiffness = 8\n[friction]\nbound = 0.4\n"
                                            "[load]\nkind = \"none\"\n[start]\nposition = 1.03\n"),
                                   {});
    const auto structure = follow_decay(structure_kind(),
                                        document("[structure]\nmasses = [2]\nsprings = [8]\n[[contact]]\non = 1\n"
                                                 "bound = 0.4\n[start]\nposition = [1.03]\n"),
                                        {});
    const auto a = decay_cycles(line.turns);
    const auto b = decay_cycles(structure.turns);
    expect_near<DecayCycle>(a, b,
                            {{&DecayCycle::time, 1e-12},
                             {&DecayCycle::amplitude, 1e-13},
                             {&DecayCycle::frequency, 1e-12},
                             {&DecayCycle::damping_ratio, 1e-11},
                             {&DecayCycle::energy_damping_ratio, 1e-12}});
    EXPECT_TRUE(structure.is_at_rest);
    EXPECT_NEAR(structure.residual, line.residual, 1e-13);
}

TEST(StructureRingDown, OfAModeHasItsFrequencyAndDampingInEveryCombination) {
    const CaseDocument c = document(two_masses + "[start]\nposition = [1, 0]\n");
    const structure::Case read = structure::read_case(c);
    // The slower mode: (K − ω²M)·φ = 0.
    const double w = structure::natural_frequencies(read.structure.mass, read.structure.stiffness).front();
    const double roof = (8 - 2 * w * w) / 3;
    const CaseDocument mode = c.with_text("start.position", "[1, " + std::to_string(roof) + "]");
    for (const char* const of : {"floor", "2", "roof-floor"}) {
        const FreeDecay decay = follow_decay(structure_kind(), mode, {.of = of, .until = 40.0});
        for (const DecayCycle& cycle : decay_cycles(without_ripples(decay.turns))) {
            constexpr double digits_of_start = 2e-5;  // std::to_string gives six
            EXPECT_NEAR(cycle.frequency, w * std::sqrt(1 - 0.03 * 0.03), 10 * digits_of_start) << of;
            EXPECT_NEAR(cycle.damping_ratio, 0.03, 30 * digits_of_start) << of;
        }
        EXPECT_NEAR(decay.residual, 0.0, 1e-15);
        EXPECT_FALSE(decay.is_at_rest);
    }
}

TEST(StructureRingDown, EndsAtTheOffsetThatTheContactsHold) {
    // The contact holds the floor; the roof rings on about where the floor is.
    const std::string text = two_masses + "[[contact]]\non = \"floor\"\nbound = 1.5\n[start]\nposition = [1, 1.5]\n";
    const FreeDecay floor = follow_decay(structure_kind(), document(text), {.of = "floor", .until = 400.0});
    const FreeDecay roof = follow_decay(structure_kind(), document(text), {.of = "roof", .until = 400.0});
    EXPECT_GT(std::abs(floor.residual), 1e-3);
    EXPECT_NEAR(roof.residual, floor.residual, 1e-12);
    EXPECT_NEAR(roof.turns.back().value, roof.residual, 1e-6);
    // The bound holds against the spring that is left.
    EXPECT_LE(std::abs(5 * floor.residual), 1.5);
}

TEST(StructureRingDown, CountsEnergyFromWhereTheConstantLoadsLeadTo) {
    const std::string pushed =
        two_masses + "[[load]]\non = 2\nkind = \"constant\"\nforce = 1.2\n[start]\nposition = [1, 1]\n";
    const FreeDecay decay = follow_decay(structure_kind(), document(pushed), {.of = "roof", .until = 600.0});
    EXPECT_NEAR(decay.residual, 1.2 / 5 + 1.2 / 3, 1e-13);
    EXPECT_NEAR(decay.turns.back().energy, 0.0, 1e-12);
    for (const Turn& turn : decay.turns) EXPECT_GT(turn.energy, -1e-14);
}

TEST(StructureRingDown, RefusesWhatIsNotFree) {
    const std::string belt = jenkins("", "surface_velocity = 0.1\n");
    EXPECT_THROW((void)follow_decay(structure_kind(), document(belt), {}), std::invalid_argument);
    EXPECT_THROW((void)follow_decay(structure_kind(), document(two_masses), {}), std::invalid_argument);
    EXPECT_THROW((void)follow_decay(structure_kind(), document(two_masses), {.of = "cellar"}), std::invalid_argument);
}

TEST(StructureBackbone, OfAJenkinsElementHasTheLossAndTheEnergyOfItsLoop) {
    const CaseDocument c =
        document(jenkins("") + "[[load]]\non = 1\nkind = \"harmonic\"\namplitude = 1\nfrequency = 2\n");
    for (const double frequency : {1.2, 1.5, 2.0}) {
        const ForcedPoint p = forced_backbone(structure_kind(), c, over("", "load.frequency", {frequency})).front();
        const double slips = p.amplitude - 0.5 / 6;
        ASSERT_GT(slips, 0.0) << frequency;
        const double loss = 4 * 0.5 * slips;
        const double energy = 0.5 * 3 * p.amplitude * p.amplitude + 0.5 * 0.5 * 0.5 / 6;
        EXPECT_NEAR(p.loss, loss, 1e-12) << frequency;
        EXPECT_NEAR(p.energy, energy, 1e-12) << frequency;
        EXPECT_NEAR(p.damping_ratio, loss / (4 * pi * energy), 1e-12) << frequency;
        EXPECT_NEAR(pi * p.fundamental * std::sin(p.phase_lag), p.loss, 1e-11) << frequency;
    }
}

TEST(StructureBackbone, RunsFromTheStuckFrequencyToTheFreeOne) {
    const CaseDocument c = document(jenkins("dampers = [0.05]\n") +
                                    "[[load]]\non = 1\nkind = \"harmonic\"\namplitude = 1\nfrequency = 2\n");
    ForcedRequest request = over("", "load.amplitude", {0.01, 0.55, 0.7, 200.0});
    request.resonance = "load.frequency";
    request.band = {1.0, 4.0};
    const auto points = forced_backbone(structure_kind(), c, request);
    EXPECT_NEAR(points[0].frequency, 3.0, 1e-12);
    EXPECT_NEAR(points[0].damping_ratio, 0.05 / (2 * 3.0), 1e-12);
    EXPECT_NEAR(points[3].frequency, std::sqrt(3.0), 1e-3);
    EXPECT_NEAR(points[3].damping_ratio, 0.05 / (2 * std::sqrt(3.0)), 1e-3);
    // In between: one harmonic of the element's force, with cos θ = 1 − 2z/X, balances inertia. Higher harmonics of a
    // motion at its resonance are a few per cent, and the frequency is off by less than their squares.
    for (const std::size_t i : {1u, 2u}) {
        const double x = points[i].fundamental;
        const double theta = std::acos(1 - 2 * (0.5 / 6) / x);
        const double stiffness = 3 + 6 / pi * (theta - 0.5 * std::sin(2 * theta));
        EXPECT_NEAR(points[i].frequency, std::sqrt(stiffness), 0.01 * points[i].frequency) << i;
    }
}

TEST(StructureBackbone, OfOneMassIsThatOfTheMass) {
    const CaseDocument line = document(
        "[oscillator]\nmass = 1\nstiffness = 4\ndamping = 0.1\n[friction]\nbound = 0.3\n[load]\n"
        "kind = \"harmonic\"\namplitude = 1\nfrequency = 1.5\nphase = 0.4\n");
    const CaseDocument structure = document(
        "[structure]\nmasses = [1]\nsprings = [4]\ndampers = [0.1]\n[[contact]]\non = 1\nbound = 0.3\n"
        "[[load]]\non = 1\nkind = \"harmonic\"\namplitude = 1\nfrequency = 1.5\nphase = 0.4\n");
    const std::vector<double> values{0.6, 0.9, 1.7, 2.4};
    const auto a = forced_backbone(line_kind(), line, over("", "load.frequency", values));
    const auto b = forced_backbone(structure_kind(), structure, over("", "load.frequency", values));
    expect_near<ForcedPoint>(a, b,
                             {{&ForcedPoint::amplitude, 1e-12},
                              {&ForcedPoint::fundamental, 1e-12},
                              {&ForcedPoint::phase_lag, 1e-11},
                              {&ForcedPoint::loss, 1e-12},
                              {&ForcedPoint::energy, 1e-12},
                              {&ForcedPoint::damping_ratio, 1e-12}});
}

TEST(StructureBackbone, CountsPhasesFromTheForceOfAShakenBase) {
    // Against p = −M·y″ the storeys lag as the mass of one does.
    const CaseDocument c = document(two_masses + "[[load]]\nkind = \"base\"\nacceleration = 1\nfrequency = 0.05\n");
    const ForcedPoint slow = forced_backbone(structure_kind(), c, over("roof", "load.frequency", {0.05})).front();
    EXPECT_NEAR(slow.phase_lag, 0.0, 0.01);
    ForcedRequest request = over("roof", "load.acceleration", {1.0});
    request.resonance = "load.frequency";
    request.band = {0.2, 1.7};
    EXPECT_NEAR(forced_backbone(structure_kind(), c, request).front().phase_lag, pi / 2, 1e-10);
}

}  // namespace
}  // namespace stickslip
