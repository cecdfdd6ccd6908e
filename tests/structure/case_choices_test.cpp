// What choices of several numbers of a case lead to, over records and over bands.

#include "kinds/case_choices.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "kinds/structure/case_kind.hpp"
#include "stickslip/motion/simulate.hpp"
#include "stickslip/structure/case.hpp"
#include "stickslip/structure/simulate.hpp"

namespace stickslip {
namespace {

const char* const frame = R"(
[structure]
masses = [2, 1]
springs = [30, 20]
dampers = [0.5, 0.3]
names = ["floor", "roof"]
[[contact]]
name = "low"
between = [0, 1]
bound = 1
stiffness = 60
[[contact]]
name = "high"
between = [1, 2]
bound = 0.5
[[load]]
kind = "base"
file = "quake.csv"
quantity = "acceleration"
[run]
until = 8
)";

RecordSamples shaking(double frequency) {
    RecordSamples record;
    for (int i = 0; i <= 300; ++i) {
        const double t = 0.02 * i;
        record.times.push_back(t);
        record.values.push_back(2.0 * std::sin(frequency * t) * std::exp(-0.2 * (t - 3.0) * (t - 3.0)));
    }
    return record;
}

CaseDocument framed(const std::string& text = frame) {
    return CaseDocument::parse(text, "frame").with_samples("quake.csv", shaking(1.0));
}

ChoiceQuestion over_two_records(std::vector<std::string> observables) {
    return {.document = framed(),
            .choices = {{{"contact.low.bound"}, {0.1, 4.0}}, {{"contact.high.bound"}, {0.1, 2.0}}},
            .observables = std::move(observables),
            .records = {{"slow", shaking(2.0)}, {"fast", shaking(5.0)}}};
}

/// By the definition: a trajectory in ten thousand samples.
struct Sampled {
    explicit Sampled(const CaseDocument& document) {
        const structure::Case c = structure::read_case(document);
        path = simulate(c.structure, c.start, c.end_time());
        std::vector<double> times;
        for (int i = 0; i <= 10'000; ++i) times.push_back(path.end_time() * i / 10'000);
        samples = path.at(times);
    }
    template <class Value>
    [[nodiscard]] double largest(const Value& value) const {
        double most = 0.0;
        for (const auto& sample : samples) most = std::max(most, std::abs(value(sample)));
        return most;
    }
    structure::StructureTrajectory path;
    std::vector<structure::StructureSample> samples;
};

TEST(CaseChoices, HaveTheNumbersOfTheMotionUnderEachRecord) {
    const CaseChoices choices(structure_kind(), over_two_records({"peak[roof]", "peak", "peak_drift", "peak[2-1]",
                                                                  "residual[1]", "residual_drift"}));
    EXPECT_EQ(choices.scenarios(), 2U);
    const double values[] = {0.8, 0.3};
    const std::vector<double> all = choices.responses(values);
    // peak, peak_drift and residual_drift have a number for each of two degrees of freedom.
    ASSERT_EQ(all.size(), 2U * 9U);
    for (const int k : {0, 1}) {
        const CaseDocument document = choices.chosen(values).with_samples("quake.csv", shaking(k == 0 ? 2.0 : 5.0));
        const Sampled motion(document);
        const auto x = [](std::size_t i) { return [i](const structure::StructureSample& s) { return s.position[i]; }; };
        const auto drift = [](const structure::StructureSample& s) { return s.position[1] - s.position[0]; };
        const auto end = motion.samples.back();
        const double expected[] = {motion.largest(x(1)), motion.largest(x(0)),  motion.largest(x(1)),
                                   motion.largest(x(0)), motion.largest(drift), motion.largest(drift),
                                   std::abs(x(0)(end)),  std::abs(x(0)(end)),   std::abs(drift(end))};
        for (std::size_t i = 0; i < 9; ++i) {
            const double found = all[static_cast<std::size_t>(k) * 9 + i];
            // Samples miss a peak by at most (ω·Δt)²/8 of it, with ω below 20 rad/s.
            EXPECT_LE(found, expected[i] * (1.0 + 4e-5)) << k << ' ' << i;
            EXPECT_GE(found, expected[i] * (1.0 - 1e-12)) << k << ' ' << i;
        }
        const double largest = *std::max_element(all.begin() + k * 9, all.begin() + k * 9 + 9);
        EXPECT_EQ(choices.scenario_responses(values)[static_cast<std::size_t>(k)].response, largest);
    }
}

TEST(CaseChoices, HaveTheSlipAndTheLossesOfContacts) {
    for (const char* name : {"contact.low.total_slip", "contact[1].dissipated"}) {
        const CaseChoices choices(structure_kind(), over_two_records({name}));
        const double values[] = {0.8, 0.3};
        const Sampled motion(choices.chosen(values).with_samples("quake.csv", shaking(2.0)));
        const double expected = std::string(name).ends_with("total_slip") ? peaks(motion.path).total_slip[0]
                                                                          : energy_balance(motion.path).friction[0];
        EXPECT_EQ(choices.responses(values)[0], expected);
    }
    const CaseChoices all(structure_kind(), over_two_records({"total_slip"}));
    const double values[] = {0.8, 0.3};
    EXPECT_EQ(all.responses(values).size(), 4U);
}

TEST(CaseChoices, GiveOneValueToSeveralKeys) {
    ChoiceQuestion question = over_two_records({"peak_drift"});
    question.choices = {{{"contact.low.bound", "contact.high.bound"}, {0.1, 2.0}}};
    const CaseChoices choices(structure_kind(), question);
    const double value[] = {0.7};
    const structure::Case c = structure::read_case(choices.chosen(value));
    EXPECT_EQ(c.structure.contacts[0].bound, 0.7);
    EXPECT_EQ(c.structure.contacts[1].bound, 0.7);
}

TEST(CaseChoices, KnowTheCaseAsItIs) {
    const CaseChoices choices(structure_kind(), over_two_records({"peak_drift"}));
    const double as_it_is[] = {1.0, 0.5};
    ASSERT_TRUE(choices.as_given());
    EXPECT_EQ(choices.as_given()->at(1).response, choices.scenario_responses(as_it_is)[1].response);
}

TEST(CaseChoices, OverABandHaveTheWorstOfIt) {
    std::string text = frame;
    text =
        text.substr(0, text.find("[[load]]")) + "[[load]]\non = 2\nkind = \"harmonic\"\namplitude = 1\nfrequency = 3\n";
    const CaseDocument document = CaseDocument::parse(text, "frame");
    ChoiceQuestion question{.document = document,
                            .choices = {{{"contact.low.bound"}, {0.1, 4.0}}, {{"contact.high.bound"}, {0.1, 2.0}}},
                            .observables = {"amplitude[1]", "amplitude[2-1]"},
                            .over = "load.frequency",
                            .band = {2.0, 6.0}};
    const CaseChoices choices(structure_kind(), question);
    const double values[] = {0.8, 0.3};
    const std::vector<double> worst = choices.responses(values);
    ASSERT_EQ(worst.size(), 2U);
    const auto response = structure_kind().response(choices.chosen(values), "load.frequency", 6.0, {}, 0.0);
    double expected[] = {0.0, 0.0};
    for (int i = 0; i <= 200; ++i) {
        for (const std::size_t k : {0U, 1U}) {
            expected[k] = std::max(expected[k], response->value(question.observables[k], 2.0 + 0.02 * i, 0.0));
        }
    }
    for (const std::size_t k : {0U, 1U}) {
        EXPECT_GE(worst[k], expected[k] * (1.0 - 1e-9));
        EXPECT_LE(worst[k], expected[k] * 1.02);
    }
    const ScenarioResponse told = choices.scenario_responses(values).front();
    EXPECT_EQ(told.response, std::max(worst[0], worst[1]));
    EXPECT_EQ(response->value(question.observables[told.observable], told.over, 0.0), told.response);
}

TEST(CaseChoices, AreThereForOneMass) {
    const CaseDocument block = CaseDocument::parse(
                                   "[oscillator]\nmass = 1\nstiffness = 4\n[friction]\nbound = 0.5\n[load]\nkind = "
                                   "\"record\"\nfile = \"quake.csv\"\n[run]\nuntil = 8\n",
                                   "block")
                                   .with_samples("quake.csv", shaking(1.0));
    ChoiceQuestion question{.document = block,
                            .choices = {{{"friction.bound"}, {0.1, 1.0}}, {{"oscillator.stiffness"}, {1.0, 9.0}}},
                            .observables = {"peak", "residual", "total_slip"},
                            .records = {{"one", shaking(2.0)}}};
    const CaseChoices choices(line_kind(), question);
    const double values[] = {0.4, 5.0};
    const std::vector<double> found = choices.responses(values);
    const Case c = choices.chosen(values).with_samples("quake.csv", shaking(2.0)).read();
    const Trajectory motion = simulate(c.oscillator, c.load, c.start, 8.0);
    EXPECT_EQ(found, (std::vector<double>{peaks(motion).position, std::abs(motion.at(8.0).position),
                                          peaks(motion).total_slip}));
}

void expect_refusal(const ChoiceQuestion& question, const std::string& words, const CaseKind& kind = structure_kind()) {
    try {
        const CaseChoices choices(kind, question);
        FAIL() << words;
    } catch (const std::invalid_argument& refusal) {
        EXPECT_NE(std::string(refusal.what()).find(words), std::string::npos) << refusal.what();
    }
}

TEST(CaseChoices, RefuseWhatMeansNothing) {
    expect_refusal(over_two_records({"peak[attic]"}), "attic");
    expect_refusal(over_two_records({"peek"}), "did you mean peak");
    expect_refusal(over_two_records({"peak_velocity_drift"}), "unknown");
    expect_refusal(over_two_records({"contact.middle.total_slip"}), "middle");
    expect_refusal(over_two_records({"peak", "peak_velocity"}), "the units differ");
    ChoiceQuestion twice = over_two_records({"peak"});
    twice.choices[1].keys = {"contact.low.bound"};
    expect_refusal(twice, "varied twice");
    ChoiceQuestion negative = over_two_records({"peak"});
    negative.choices[0].range.low = -1.0;
    expect_refusal(negative, "bound = -1");
    ChoiceQuestion nothing = over_two_records({});
    expect_refusal(nothing, "something to minimise");
    ChoiceQuestion harmonic = over_two_records({"peak"});
    harmonic.document = CaseDocument::open("three-mass-chain");
    harmonic.choices = {{{"contact.wall.bound"}, {0.1, 1.0}}};
    expect_refusal(harmonic, "this case names none");
    ChoiceQuestion planar = over_two_records({"peak"});
    planar.document = CaseDocument::open("liu-fig6");
    planar.choices = {{{"friction.bound"}, {1e4, 2e4}}};
    expect_refusal(planar, "this case names none", planar_kind());
}

}  // namespace
}  // namespace stickslip
