// Records that are wrong: refused in a sentence, or flagged.

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "stickslip/identify/identify.hpp"
#include "stickslip/motion/simulate.hpp"

namespace stickslip {
namespace {

const char* const truth =
    "[oscillator]\nmass=2.0\nstiffness=80.0\ndamping=0.15\n[friction]\nbound=0.9\n[start]\nposition=0.3\nvelocity=0."
    "4\n";
const FittedKey keys[] = {{"friction.bound", {}, {}}, {"oscillator.damping", {}, {}}};

CaseDocument guess() {
    return CaseDocument::parse("[oscillator]\nmass=2.0\nstiffness=80.0\n[friction]\nbound=0.4\n", "case");
}

Measurement record(double noise = 0.003) {
    const Case c = CaseDocument::parse(truth, "case").read();
    const Trajectory motion = simulate(c.oscillator, c.load, c.start, 9.0);
    std::mt19937_64 engine(3);
    std::normal_distribution<double> normal(0.0, noise);
    Measurement m;
    for (int i = 0; i < 900; ++i) {
        m.times.push_back(0.01 * i);
        m.values.push_back(motion.at(0.01 * i).position + normal(engine));
    }
    return m;
}

bool is_told(const Identification& found, std::string_view words) {
    if (found.reason.find(words) != std::string::npos) return true;
    for (const std::string& w : found.warnings) {
        if (w.find(words) != std::string::npos) return true;
    }
    return false;
}

std::string sentence(const Measurement& m, std::span<const FittedKey> fit = keys) {
    try {
        static_cast<void>(identify(guess(), m, fit));
        return "";
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
}

TEST(BadRecord, ThatSaysNothingIsRefused) {
    Measurement m = record();
    m.values[41] = std::nan("");
    EXPECT_NE(sentence(m).find("sample 42"), std::string::npos) << sentence(m);
    m = record();
    m.times[41] = m.times[40];
    EXPECT_NE(sentence(m).find("later than"), std::string::npos) << sentence(m);
    m = record();
    m.values.pop_back();
    EXPECT_NE(sentence(m).find("as many"), std::string::npos) << sentence(m);
    m = record();
    m.times.resize(12);
    m.values.resize(12);
    EXPECT_NE(sentence(m).find("at least"), std::string::npos) << sentence(m);
    m = record();
    std::fill(m.values.begin(), m.values.end(), 0.2);
    EXPECT_NE(sentence(m).find("nothing moves"), std::string::npos) << sentence(m);
}

TEST(BadRecord, KeysAndBoundsAreChecked) {
    const Measurement m = record();
    EXPECT_NE(sentence(m, {}).find("at least one"), std::string::npos);
    const std::pair<FittedKey, const char*> wrong[] = {
        {{"friction.bond", {}, {}}, "friction.bound"},
        {{"friction.bound", 2.0, 1.0}, "room"},
        {{"friction.bound", -1.0, 1.0}, "-1"},
        {{"load.frequency", {}, {}}, "load.frequency"},
    };
    for (const auto& [key, words] : wrong) {
        const std::string told = sentence(m, std::span(&key, 1));
        EXPECT_NE(told.find(words), std::string::npos) << told;
    }
    const FittedKey twice[] = {keys[0], keys[0]};
    EXPECT_NE(sentence(m, twice).find("twice"), std::string::npos);
    EXPECT_THROW(static_cast<void>(identify(CaseDocument::parse("[oscillator]\nmass=2.0\nstiffness=80.0\n[friction]\n"
                                                                "law='dahl'\nmu_kinetic=0.1\nnormal=1.0\nsigma=5.0\n",
                                                                "case"),
                                            m, keys)),
                 std::invalid_argument);
}

TEST(BadRecord, UnitsOffByAThousandAreNamed) {
    Measurement m = record();
    for (double& t : m.times) t *= 1000.0;
    const Identification slow = identify(guess(), m, keys);
    EXPECT_FALSE(slow.is_found);
    EXPECT_TRUE(is_told(slow, "milliseconds")) << slow.reason;
    m = record();
    for (double& v : m.values) v *= 1000.0;
    EXPECT_TRUE(is_told(identify(guess(), m, keys), "check the units"));
    // A load that is known fixes the size of the motion.
    const CaseDocument forced = CaseDocument::parse(
        "[oscillator]\nmass=2.0\nstiffness=80.0\n[friction]\nbound=0.9\n[load]\nkind='harmonic'\namplitude=5."
        "0\nfrequency=4.0\n",
        "case");
    const Case c = forced.read();
    const Trajectory motion = simulate(c.oscillator, c.load, c.start, 15.0);
    Measurement millimetres;
    for (int i = 0; i < 900; ++i) {
        millimetres.times.push_back(15.0 * i / 899.0);
        millimetres.values.push_back(1000.0 * motion.at(millimetres.times.back()).position);
    }
    const Identification large = identify(forced, millimetres, keys);
    EXPECT_FALSE(large.is_found);
    EXPECT_TRUE(is_told(large, "millimetres")) << large.reason;
}

TEST(BadRecord, GapsAreToldAndDoNoHarm) {
    Measurement m = record();
    m.times.erase(m.times.begin() + 200, m.times.begin() + 290);
    m.values.erase(m.values.begin() + 200, m.values.begin() + 290);
    const Identification found = identify(guess(), m, keys);
    ASSERT_TRUE(found.is_found);
    EXPECT_TRUE(is_told(found, "a gap from 1.99 s to 2.9"));
    EXPECT_NEAR(found.estimates.front().value, 0.9, 5.0 * found.estimates.front().standard_error);
    EXPECT_FALSE(found.is_misfit);
}

TEST(BadRecord, ClippedSamplesAreToldAndLeftOut) {
    for (const double noise : {0.0, 0.003}) {
        Measurement m = record(noise);
        for (double& v : m.values) v = std::clamp(v, -0.2, 0.2);
        const Identification found = identify(guess(), m, keys);
        ASSERT_TRUE(found.is_found) << found.reason;
        EXPECT_TRUE(is_told(found, "limit of")) << noise;
        EXPECT_LT(found.samples, 900U);
        EXPECT_NEAR(found.estimates.front().value, 0.9, 0.02);
    }
    EXPECT_FALSE(is_told(identify(guess(), record(), keys), "limit of"));
    EXPECT_FALSE(is_told(identify(guess(), record(0.0), keys), "limit of"));  // its rest is no limit
}

TEST(BadRecord, DriftAndOffsetAreTold) {
    Measurement m = record();
    for (std::size_t i = 0; i < m.times.size(); ++i) m.values[i] += 0.004 * m.times[i];
    const Identification drifting = identify(guess(), m, keys);
    EXPECT_TRUE(is_told(drifting, "drift away") && drifting.is_misfit);
    m = record();
    for (double& v : m.values) v += 0.01;
    const Identification shifted = identify(guess(), m, keys);
    EXPECT_TRUE(is_told(shifted, "sensor.offset"));
    EXPECT_TRUE(identify(guess(), record(), keys).warnings.empty());
}

/// What may be wrong with a record.
struct Fault {
    const char* name;
    void (*spoil)(Measurement&, double largest);
};
const Fault faults[] = {
    {"nothing", [](Measurement&, double) {}},
    {"gap",
     [](Measurement& m, double) {
         m.times.erase(m.times.begin() + 200, m.times.begin() + 290);
         m.values.erase(m.values.begin() + 200, m.values.begin() + 290);
     }},
    {"not a number", [](Measurement& m, double) { m.values[77] = std::nan(""); }},
    {"milliseconds",
     [](Measurement& m, double) {
         for (double& t : m.times) t *= 1000.0;
     }},
    {"millimetres",
     [](Measurement& m, double) {
         for (double& v : m.values) v *= 1000.0;
     }},
    {"clipped",
     [](Measurement& m, double largest) {
         for (double& v : m.values) v = std::clamp(v, -0.6 * largest, 0.6 * largest);
     }},
    {"drift",
     [](Measurement& m, double largest) {
         for (std::size_t i = 0; i < m.times.size(); ++i) m.values[i] += 0.02 * largest * m.times[i];
     }},
    {"offset",
     [](Measurement& m, double largest) {
         for (double& v : m.values) v += 0.1 * largest;
     }},
    {"spikes",
     [](Measurement& m, double largest) {
         for (const std::size_t i : {50U, 222U, 444U}) m.values[i] += 1.5 * largest;
     }},
};

TEST(BadRecord, EveryFaultIsToldOfEveryQuantity) {
    const FittedKey three[] = {keys[0], keys[1], {"oscillator.stiffness", {}, {}}};
    const Case c = CaseDocument::parse(truth, "case").read();
    const Trajectory motion = simulate(c.oscillator, c.load, c.start, 9.0);
    std::mt19937_64 engine(17);
    std::normal_distribution<double> normal(0.0, 1.0);
    for (const MeasuredQuantity q :
         {MeasuredQuantity::displacement, MeasuredQuantity::velocity, MeasuredQuantity::acceleration}) {
        for (const Fault& fault : faults) {
            SCOPED_TRACE(std::string(name(q)) + ", " + fault.name);
            Measurement m;
            m.quantity = q;
            double largest = 0.0;
            for (int i = 0; i < 900; ++i) {
                const Sample s = motion.at(0.01 * i);
                m.times.push_back(s.time);
                m.values.push_back(q == MeasuredQuantity::displacement ? s.position
                                   : q == MeasuredQuantity::velocity   ? s.velocity
                                                                       : s.acceleration);
                largest = std::max(largest, std::abs(m.values.back()));
            }
            for (double& v : m.values) v += 0.005 * largest * normal(engine);
            fault.spoil(m, largest);
            try {
                const Identification found = identify(guess(), m, three, {.compares_models = false});
                const bool is_flagged = !found.is_found || found.is_misfit || !found.warnings.empty();
                EXPECT_EQ(is_flagged, fault.name != std::string_view("nothing"));
            } catch (const std::invalid_argument& error) {
                EXPECT_STREQ(fault.name, "not a number") << error.what();
            }
        }
    }
}

TEST(BadRecord, NoiseAloneFitsNothing) {
    Measurement m = record();
    std::mt19937_64 engine(5);
    std::normal_distribution<double> normal(0.0, 1.0);
    for (double& v : m.values) v = normal(engine);
    const Identification found = identify(guess(), m, keys);
    EXPECT_FALSE(found.is_found);
    EXPECT_NE(found.reason.find("no motion of this case"), std::string::npos) << found.reason;
}

TEST(BadRecord, FrequenciesFarAboveTheRecordEndTheSearch) {
    // Twenty-five samples of nothing in particular: a frequency that was fitted ran away, and its motion was followed
    // for hours.
    const CaseDocument forced = CaseDocument::parse(
        "[oscillator]\nmass=0.967\nstiffness=100.0\ndamping=0.1\n[friction]\nbound=10.0\n"
        "[load]\nkind='harmonic'\namplitude=0.549\nfrequency=1.5\n",
        "case");
    const FittedKey open[] = {{"load.frequency", {}, {}}, {"oscillator.stiffness", {}, {}}};
    std::mt19937_64 engine(8);
    std::exponential_distribution<double> step(1.0);
    Measurement m;
    double t = 0.0;
    for (int i = 0; i < 25; ++i) {
        t += step(engine);
        m.times.push_back(t);
        m.values.push_back(std::cos(t));
    }
    EXPECT_NO_THROW(static_cast<void>(identify(forced, m, open)));
}

TEST(BadRecord, AMotionStartsBeforeItsRecord) {
    Measurement m = record();
    for (double& t : m.times) t -= 5.0;
    const CaseDocument forced = CaseDocument::parse(
        "[oscillator]\nmass=2.0\nstiffness=80.0\n[friction]\nbound=0.9\n[load]\nkind='harmonic'\namplitude=5."
        "0\nfrequency=4.0\n",
        "case");
    EXPECT_THROW(static_cast<void>(identify(forced, m, keys)), std::invalid_argument);
}

}  // namespace
}  // namespace stickslip
