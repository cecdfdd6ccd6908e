// Numbers of structures from several sensors, of cases from response curves, and of laws without closed form.

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "kinds/case_identification.hpp"
#include "kinds/structure/case_kind.hpp"
#include "stickslip/motion/simulate.hpp"
#include "stickslip/steady/steady_state.hpp"
#include "stickslip/structure/case.hpp"
#include "stickslip/structure/simulate.hpp"
#include "stickslip/structure/steady_state.hpp"

namespace stickslip {
namespace {

const char* const chain =
    "[structure]\nmasses = [2.0, 1.0]\nsprings = [300.0, 200.0]\ndampers = [0.3, 0.2]\n"
    "[[contact]]\nname = 'foot'\non = 1\nbound = 0.8\n"
    "[[contact]]\nname = 'joint'\nbetween = [1, 2]\nbound = 0.4\n"
    "[start]\nposition = [0.05, -0.03]\nvelocity = [0.2, 0.0]\n";
/// What is known of it: the masses.
const char* const rough =
    "[structure]\nmasses = [2.0, 1.0]\nsprings = [220.0, 280.0]\ndampers = [0.1, 0.1]\n"
    "[[contact]]\nname = 'foot'\non = 1\nbound = 0.3\n"
    "[[contact]]\nname = 'joint'\nbetween = [1, 2]\nbound = 1.0\n";

CaseDocument text_case(const std::string& text) { return CaseDocument::parse(text, "case"); }

std::vector<FittedKey> named(const std::vector<const char*>& names) {
    std::vector<FittedKey> keys;
    for (const char* name : names) keys.push_back({name, {}, {}});
    return keys;
}

const Estimate& number(const Identification& found, std::string_view key) {
    for (const Estimate& e : found.estimates) {
        if (e.key == key) return e;
    }
    throw std::out_of_range(std::string(key));
}

bool tells(const Identification& found, std::string_view words) {
    if (found.reason.find(words) != std::string::npos) return true;
    return std::ranges::any_of(found.warnings, [&](const std::string& w) { return w.find(words) != w.npos; });
}

void add_noise(std::vector<double>& values, double share, std::uint64_t seed) {
    double largest = 0.0;
    for (const double v : values) largest = std::max(largest, std::abs(v));
    std::mt19937_64 engine(seed);
    std::normal_distribution<double> normal(0.0, share * largest);
    for (double& v : values) v += normal(engine);
}

ChannelRecord seen_by_all(const std::string& text, double end, std::size_t samples, double noise,
                          MeasuredQuantity quantity = MeasuredQuantity::displacement) {
    const structure::Case c = structure::read_case(text_case(text));
    ChannelRecord record;
    record.quantity = quantity;
    for (std::size_t i = 0; i < samples; ++i) {
        record.times.push_back(end * static_cast<double>(i) / static_cast<double>(samples - 1));
    }
    const auto motion = structure::simulate(c.structure, c.start, end).at(record.times);
    for (std::size_t k = 0; k < c.structure.size(); ++k) {
        MeasuredChannel channel{std::to_string(k + 1), {}};
        for (const auto& s : motion) {
            channel.values.push_back(quantity == MeasuredQuantity::displacement ? s.position[k]
                                     : quantity == MeasuredQuantity::velocity   ? s.velocity[k]
                                                                                : s.acceleration[k]);
        }
        add_noise(channel.values, noise, 10 + k);
        record.channels.push_back(std::move(channel));
    }
    return record;
}

Identification of_structure(const CaseDocument& document, const ChannelRecord& record,
                            const std::vector<const char*>& keys) {
    return identify(kind_of(document), document, record, named(keys));
}

TEST(IdentifyChannels, FindContactsSpringsDampersAndTheStartOfAStructure) {
    const std::pair<const char*, double> truths[] = {{"contact.foot.bound", 0.8},     {"contact.joint.bound", 0.4},
                                                     {"structure.springs[1]", 300.0}, {"structure.springs[2]", 200.0},
                                                     {"structure.dampers[1]", 0.3},   {"start.position[1]", 0.05},
                                                     {"start.position[2]", -0.03}};
    for (const MeasuredQuantity q :
         {MeasuredQuantity::displacement, MeasuredQuantity::velocity, MeasuredQuantity::acceleration}) {
        SCOPED_TRACE(name(q));
        const Identification found =
            of_structure(text_case(rough), seen_by_all(chain, 2.5, 300, 0.005, q),
                         {"contact.foot.bound", "contact.joint.bound", "structure.springs[1]", "structure.springs[2]",
                          "structure.dampers[1]", "structure.dampers[2]"});
        ASSERT_TRUE(found.is_found) << found.reason;
        for (const auto& [key, truth] : truths) {
            const Estimate& e = number(found, key);
            EXPECT_NEAR(e.value, truth, 4.5 * e.standard_error) << key;
            EXPECT_LT(e.standard_error, 0.2 * std::abs(truth)) << key;
            EXPECT_LT(e.lower, e.value) << key;
            EXPECT_GT(e.upper, e.value) << key;
        }
        EXPECT_EQ(found.estimates.size(), 10U);
        EXPECT_EQ(found.channels.size(), 2U);
        EXPECT_FALSE(found.is_misfit);
    }
}

TEST(IdentifyChannels, OneSensorIsEnoughForOneFriction) {
    ChannelRecord record = seen_by_all(chain, 4.0, 600, 0.005);
    record.channels.erase(record.channels.begin());
    const CaseDocument document = text_case(chain).with_value("contact.foot.bound", 0.3);
    const Identification found = of_structure(document, record, {"contact.foot.bound", "start.position[2]"});
    ASSERT_TRUE(found.is_found) << found.reason;
    EXPECT_NEAR(number(found, "contact.foot.bound").value, 0.8, 0.03);
    EXPECT_EQ(found.estimates.size(), 2U);
    const structure::Case result = structure::read_case(found.result.front());
    EXPECT_EQ(result.structure.contacts[0].bound, number(found, "contact.foot.bound").value);
}

TEST(IdentifyChannels, SayWhichSensorHasAnOffset) {
    ChannelRecord record = seen_by_all(chain, 4.0, 600, 0.005);
    for (double& v : record.channels[1].values) v += 0.01;
    const CaseDocument document = text_case(chain);
    const Identification shifted = of_structure(document, record, {"contact.foot.bound"});
    EXPECT_TRUE(tells(shifted, "sensor.offset[2]"));
    const Identification found = of_structure(document, record, {"contact.foot.bound", "sensor.offset[2]"});
    ASSERT_TRUE(found.is_found) << found.reason;
    EXPECT_NEAR(number(found, "sensor.offset[2]").value, 0.01, 0.001);
    EXPECT_FALSE(found.is_misfit);
}

TEST(IdentifyChannels, RefuseWhatTheyCannotFit) {
    const ChannelRecord record = seen_by_all(chain, 4.0, 100, 0.0);
    const CaseDocument document = text_case(chain);
    const auto sentence = [&](const ChannelRecord& r, const std::vector<const char*>& keys) {
        try {
            static_cast<void>(of_structure(document, r, keys));
            return std::string();
        } catch (const std::invalid_argument& error) {
            return std::string(error.what());
        }
    };
    EXPECT_NE(sentence(record, {"contact.wheel.bound"}).find("wheel"), std::string::npos);
    EXPECT_NE(sentence(record, {"sensor.offset"}).find("CHANNEL"), std::string::npos);
    EXPECT_NE(sentence(record, {"contact.foot.bound", "contact.foot.bound"}).find("twice"), std::string::npos);
    EXPECT_NE(sentence(record, {"contact.foot.stiffness"}).find("guess"), std::string::npos);
    ChannelRecord wrong = record;
    wrong.channels[1].place = "roof";
    EXPECT_NE(sentence(wrong, {"contact.foot.bound"}).find("roof"), std::string::npos);
    wrong = record;
    wrong.channels[0].values[7] = std::nan("");
    EXPECT_NE(sentence(wrong, {"contact.foot.bound"}).find("channel 1: sample 8"), std::string::npos)
        << sentence(wrong, {"contact.foot.bound"});
}

const char* const driven =
    "[oscillator]\nmass = 2.0\nstiffness = 200.0\ndamping = 1.5\n[friction]\nbound = 3.0\n"
    "[load]\nkind = 'harmonic'\namplitude = 8.0\nfrequency = 5.0\n";

MeasuredCurve curve_of(const std::string& text, double noise, bool with_phase) {
    MeasuredCurve curve;
    for (int i = 0; i < 16; ++i) {
        curve.frequencies.push_back(3.0 + 0.9 * i);
        const SteadyState s =
            steady_state(text_case(text).with_value("load.frequency", curve.frequencies.back()).read());
        curve.amplitudes.push_back(s.amplitude);
        if (with_phase) curve.phase_lags.push_back(s.phase_lag);
    }
    add_noise(curve.amplitudes, noise, 3);
    for (double& a : curve.amplitudes) a = std::max(a, 0.0);
    add_noise(curve.phase_lags, noise, 4);
    return curve;
}

TEST(IdentifyCurve, FindsFrictionDampingAndStiffness) {
    const CaseDocument guess = text_case(driven)
                                   .with_value("oscillator.stiffness", 150.0)
                                   .with_value("oscillator.damping", 0.4)
                                   .with_value("friction.bound", 1.0);
    for (const bool with_phase : {false, true}) {
        for (const double noise : {with_phase ? 0.01 : 0.0, 0.005}) {
            SCOPED_TRACE(std::to_string(with_phase) + " " + std::to_string(noise));
            const Identification found =
                identify(kind_of(guess), guess, curve_of(driven, noise, with_phase),
                         named({"friction.bound", "oscillator.damping", "oscillator.stiffness"}));
            ASSERT_TRUE(found.is_found) << found.reason;
            const std::pair<const char*, double> truths[] = {
                {"friction.bound", 3.0}, {"oscillator.damping", 1.5}, {"oscillator.stiffness", 200.0}};
            for (const auto& [key, truth] : truths) {
                const Estimate& e = number(found, key);
                EXPECT_NEAR(e.value, truth, noise == 0.0 ? 1e-6 * truth : 4.5 * e.standard_error) << key;
                EXPECT_LT(e.standard_error, 0.1 * truth) << key;
            }
            EXPECT_EQ(found.channels.size(), with_phase ? 2U : 1U);
        }
    }
}

TEST(IdentifyCurve, NamesUnitsThatWouldFit) {
    const std::vector<FittedKey> keys = named({"friction.bound", "oscillator.damping"});
    const CaseDocument document = text_case(driven);
    MeasuredCurve hertz = curve_of(driven, 0.01, true);
    for (double& f : hertz.frequencies) f /= 2.0 * std::numbers::pi;
    EXPECT_TRUE(tells(identify(kind_of(document), document, hertz, keys), "hertz"));
    MeasuredCurve turned = curve_of(driven, 0.01, true);
    for (double& p : turned.phase_lags) p = -p;
    EXPECT_TRUE(tells(identify(kind_of(document), document, turned, keys), "sign"));
    MeasuredCurve millimetres = curve_of(driven, 0.01, true);
    for (double& a : millimetres.amplitudes) a *= 1000.0;
    const Identification large = identify(kind_of(document), document, millimetres, keys);
    EXPECT_TRUE(tells(large, "millimetres")) << large.reason << large.explained;
}

TEST(IdentifyCurve, IsTakenOfAStructureToo) {
    const std::string text = std::string(chain).substr(0, std::string(chain).find("[start]")) +
                             "[[load]]\non = 2\nkind = 'harmonic'\namplitude = 3.0\nfrequency = 8.0\n";
    MeasuredCurve curve;
    curve.place = "2";
    for (int i = 0; i < 12; ++i) {
        curve.frequencies.push_back(6.0 + 1.2 * i);
        const structure::Case c =
            structure::read_case(text_case(text).with_value("load.frequency", curve.frequencies.back()));
        curve.amplitudes.push_back(structure::steady_state(c.structure, c.start).amplitude[1]);
    }
    add_noise(curve.amplitudes, 0.005, 5);
    for (double& a : curve.amplitudes) a = std::max(a, 0.0);
    const CaseDocument guess =
        text_case(text).with_value("contact.foot.bound", 0.3).with_value("structure.springs[1]", 250.0);
    const Identification found =
        identify(kind_of(guess), guess, curve, named({"contact.foot.bound", "structure.springs[1]"}));
    ASSERT_TRUE(found.is_found) << found.reason;
    for (const auto& [key, truth] : {std::pair{"contact.foot.bound", 0.8}, {"structure.springs[1]", 300.0}}) {
        EXPECT_NEAR(number(found, key).value, truth, 4.5 * number(found, key).standard_error) << key;
    }
}

TEST(IdentifyLaw, FindsTheNumbersOfALawWithoutClosedForm) {
    const char* const law =
        "[oscillator]\nmass=2.0\nstiffness=80.0\n[friction]\nlaw='stribeck-exponential'\nmu_static=0.12\n"
        "mu_kinetic=0.05\nnormal=15.0\ndecay=3.0\n";
    const Case c = text_case(std::string(law) + "[start]\nposition=0.3\n").read();
    ChannelRecord record{{}, {{"x", {}}}, MeasuredQuantity::displacement};
    for (int i = 0; i < 600; ++i) record.times.push_back(9.0 * i / 599.0);
    for (const Sample& s : simulate(c.oscillator, c.load, c.start, 9.0).at(record.times)) {
        record.channels[0].values.push_back(s.position);
    }
    add_noise(record.channels[0].values, 0.005, 6);
    const CaseDocument guess = text_case(law)
                                   .with_value("friction.mu_static", 0.1)
                                   .with_value("friction.mu_kinetic", 0.07)
                                   .with_value("friction.decay", 1.5)
                                   .with_value("oscillator.stiffness", 70.0);
    const Identification found =
        identify(kind_of(guess), guess, record,
                 named({"friction.mu_static", "friction.mu_kinetic", "friction.decay", "oscillator.stiffness"}));
    ASSERT_TRUE(found.is_found) << found.reason;
    for (const auto& [key, truth] : {std::pair{"friction.mu_static", 0.12},
                                     {"friction.mu_kinetic", 0.05},
                                     {"friction.decay", 3.0},
                                     {"oscillator.stiffness", 80.0}}) {
        EXPECT_NEAR(number(found, key).value, truth, 4.5 * number(found, key).standard_error) << key;
    }
    EXPECT_EQ(found.model, "stribeck-exponential");
    EXPECT_FALSE(found.is_misfit);
}

}  // namespace
}  // namespace stickslip
