#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <sstream>

#include "stickslip/model/built_in_cases.hpp"
#include "stickslip/model/case.hpp"
#include "stickslip/model/record.hpp"
#include "stickslip/planar/case.hpp"

namespace stickslip {
namespace {

CaseDocument physical() {
    return CaseDocument::parse(R"(
[oscillator]
mass = 4
stiffness = 9
damping = 1.2
[friction]
bound = 3
static_bound = 4
[load]
kind = "harmonic"
amplitude = 6
frequency_hz = 0.5
offset = 1.5
)",
                               "physical");
}

CaseDocument moving_base() {
    return CaseDocument::parse(R"(
[oscillator]
mass = 4
stiffness = 9
[friction]
bound = 3
[load]
kind = "base"
surface = "moving"
displacement = 0.5
frequency = 2
)",
                               "base");
}

std::string refusal(const CaseDocument& document) {
    try {
        (void)document.read();
    } catch (const CaseError& error) {
        return error.what();
    }
    return "";
}

TEST(Case, HasTheRatiosOfItsPhysicalValues) {
    const Ratios r = physical().read().ratios().value();
    EXPECT_EQ(r.friction, 0.5);
    EXPECT_EQ(r.static_friction, 4.0 / 6.0);
    EXPECT_EQ(r.damping, 1.2 / 12.0);
    EXPECT_EQ(r.offset, 0.25);
    EXPECT_DOUBLE_EQ(r.frequency, 3.14159265358979324 / 1.5);
}

TEST(Case, GetsTheRatioThatIsSet) {
    const Case c = physical()
                       .with_value("friction_ratio", 0.25)
                       .with_value("frequency_ratio", 2.0)
                       .with_value("damping_ratio", 0.5)
                       .with_value("static_ratio", 0.75)
                       .read();
    EXPECT_EQ(c.oscillator.friction_bound, 1.5);
    EXPECT_EQ(c.oscillator.static_bound, 4.5);
    EXPECT_EQ(c.oscillator.damping, 6.0);
    EXPECT_EQ(c.load.harmonics.front().frequency.value(), 3.0);
}

TEST(Case, DoesNotDependOnTheOrderInWhichRatiosAreSet) {
    // A moving base exerts m·ω²·Y: the friction ratio refers to the force at the frequency that is set.
    const Case one = moving_base().with_value("friction_ratio", 0.5).with_value("frequency_ratio", 4.0).read();
    const Case other = moving_base().with_value("frequency_ratio", 4.0).with_value("friction_ratio", 0.5).read();
    const double force = 4.0 * 36.0 * 0.5;
    EXPECT_EQ(load_amplitude(one.load), force);
    EXPECT_EQ(one.oscillator.friction_bound, 0.5 * force);
    EXPECT_EQ(other.oscillator.friction_bound, one.oscillator.friction_bound);
}

TEST(Case, OfRatiosReadsBackExactly) {
    const Ratios given{.friction = 0.3, .frequency = 1.7, .damping = 0.05, .static_friction = 0.4, .offset = 0.1};
    const Case c = CaseDocument::from_ratios(given).read();
    const Ratios r = c.ratios().value();
    EXPECT_TRUE(c.is_dimensionless);
    EXPECT_EQ(r.friction, given.friction);
    EXPECT_EQ(r.frequency, given.frequency);
    EXPECT_EQ(r.damping, given.damping);
    EXPECT_EQ(r.static_friction, given.static_friction);
    EXPECT_EQ(r.offset, given.offset);
    EXPECT_EQ(CaseDocument::from_ratios(given).with_value("friction_ratio", 0.2).read().ratios()->friction, 0.2);
}

TEST(Case, HasNoRatiosWithoutSpringOrAmplitude) {
    EXPECT_FALSE(CaseDocument::open("sliding-block").read().ratios());
    EXPECT_FALSE(CaseDocument::open("dlubal-0116").read().ratios());
    EXPECT_THROW((void)CaseDocument::open("dlubal-0116").with_value("friction_ratio", 0.5).read(), CaseError);
    EXPECT_THROW((void)CaseDocument::open("sliding-block").with_value("damping_ratio", 0.5).read(), CaseError);
    EXPECT_THROW((void)CaseDocument::open("synthetic-earthquake").with_value("frequency_ratio", 1.0).read(), CaseError);
}

TEST(CaseDocument, LeavesTheOriginalAsItWas) {
    const CaseDocument original = physical();
    const CaseDocument changed = original.with_value("oscillator.mass", 5.0);
    EXPECT_EQ(original.read().oscillator.mass, 4.0);
    EXPECT_EQ(changed.read().oscillator.mass, 5.0);
}

TEST(CaseDocument, TellsWhichValueIsWrong) {
    EXPECT_EQ(refusal(physical().with_value("oscillator.mass", -5.0)),
              "override: oscillator.mass = -5 must be a finite number > 0 [kg]");
    EXPECT_EQ(refusal(physical().with_value("oscillator.mass", std::numeric_limits<double>::quiet_NaN())),
              "override: oscillator.mass = nan must be a finite number > 0 [kg]");
    EXPECT_EQ(refusal(physical().with_text("load.amplitude", "big", "--set")),
              "--set: load.amplitude = \"big\" must be a finite number [N]");
    EXPECT_EQ(refusal(CaseDocument::parse("[oscillator]\nmass = 1\nstiffness = -2\n", "a.toml")),
              "a.toml:3: oscillator.stiffness = -2 must be a finite number ≥ 0 [N/m]");
}

// Found by the fuzzer of cases: a letter beyond ASCII where white space may stand led toml++ into undefined behaviour.
TEST(CaseDocument, RefusesALetterWhereTomlHasNone) {
    for (const char* letter : {"ü", "µ", "Ω", "Ж", "あ", "ﹿ", "\u00a0", "\u2028"}) {
        for (const std::string& text : {std::string("[oscillator]\nmass = 1 ") + letter + "N\n",
                                        std::string("[oscillator]\nmass ") + letter + "= 1\n",
                                        std::string("[oscillator]\n") + letter + " = 1\n"}) {
            EXPECT_THROW((void)CaseDocument::parse(text, "a.toml").read(), CaseError) << text;
        }
    }
    for (const char* text : {"[[[", "[", "[[", "[.", "[\"", "a.", "a.[", "[a][", "={", "a=[[[", "a={b={"}) {
        EXPECT_THROW((void)CaseDocument::parse(text, "a.toml").read(), CaseError) << text;
    }
    const std::string title = "title = \"\"\"\\\nüber\"\"\"\n[oscillator]\nmass = 1\nstiffness = 1\n";
    EXPECT_EQ(CaseDocument::parse(title, "a.toml").read().title, "über");
}

// A case must be writable as TOML, and TOML is UTF-8: an override in another encoding has no text that reads back.
TEST(CaseDocument, RefusesAnOverrideThatIsNotUtf8) {
    EXPECT_THROW((void)physical().with_text("title",
                                            "Stra\xDF"
                                            "e"),
                 CaseError);
    EXPECT_EQ(physical().with_text("title", "Straße \"x\"").read().title, "Straße \"x\"");
}

TEST(Case, RefusesABaseWhoseMotionOrForceIsNotFinite) {
    const CaseDocument slow = moving_base().with_value("load.frequency", 1e-200);
    EXPECT_EQ(slow.read().load.harmonics.front().amplitude, 0.0);  // ω² underflows: no force
    const std::string text = "[oscillator]\nmass = 1\nstiffness = 1\n[load]\nkind = \"base\"\nsurface = \"moving\"\n";
    EXPECT_EQ(refusal(CaseDocument::parse(text + "acceleration = 1\nfrequency = 1e-200\n", "a.toml")),
              "a.toml: the base moves by -inf m and exerts -1 N; both must be finite");
    EXPECT_NE(refusal(moving_base().with_value("load.frequency", 1e200)).find("must be finite"), std::string::npos);
    const CaseDocument record = CaseDocument::open("synthetic-earthquake").with_value("load.scale", 1e308);
    EXPECT_NE(refusal(record).find("load.file = \"synthetic-earthquake.csv\" cannot be the load: "), std::string::npos);
}

TEST(CaseDocument, WritesTextThatReadsAsTheSameCase) {
    for (const std::string_view name : built_in_case_names()) {
        const CaseDocument original = CaseDocument::open(std::string(name));
        const CaseDocument copy = CaseDocument::parse(original.text(), std::string(name));
        EXPECT_EQ(copy.text(), original.text()) << name;
        EXPECT_EQ(copy.title(), original.title());
        if (original.is_planar()) {
            EXPECT_EQ(copy.read_planar().oscillator.stiffness, original.read_planar().oscillator.stiffness);
            continue;
        }
        if (original.is_structure()) continue;  // tests/structure/case_test.cpp reads them
        EXPECT_EQ(copy.read().oscillator.stiffness, original.read().oscillator.stiffness);
    }
}

// -0.0 was written as -0, which TOML reads as the whole number 0, so that the text of the copy differed.
TEST(CaseDocument, WritesNegativeZeroSoThatItReadsAsItIsWritten) {
    const CaseDocument original = CaseDocument::parse(
        "[oscillator]\nmass = 1\nstiffness = 1\n[load]\nkind = \"harmonics\"\namplitude = [1, -0.0]\n"
        "frequency = [1, 2]\n[start]\nposition = -0.0\n",
        "case");
    const std::string text = original.text();
    EXPECT_EQ(CaseDocument::parse(text, "copy").text(), text);
    EXPECT_EQ(text.find("-0"), std::string::npos) << text;
}

TEST(BaseMotion, TurnsRelativeIntoAbsoluteByItsDisplacement) {
    const BaseMotion moving = *moving_base().read().base;
    const double y = 0.5 * std::sin(2.0 * 0.7);
    EXPECT_DOUBLE_EQ(moving.displacement.value(0.7), y);
    EXPECT_DOUBLE_EQ(moving.absolute_position(0.7, 0.1), 0.1 + y);
    EXPECT_EQ(moving.relative_position(0.7, 0.1), 0.1);
    const BaseMotion fixed = *moving_base().with_text("load.surface", "fixed").read().base;
    EXPECT_EQ(fixed.absolute_position(0.7, 0.1), 0.1);
    EXPECT_DOUBLE_EQ(fixed.relative_position(0.7, 0.1), 0.1 - y);
}

TEST(BaseMotion, ExertsTheSpringForceOrTheInertia) {
    EXPECT_EQ(load_amplitude(moving_base().read().load), 4.0 * 4.0 * 0.5);
    EXPECT_EQ(load_amplitude(moving_base().with_text("load.surface", "fixed").read().load), 9.0 * 0.5);
}

TEST(CaseDocument, TakesSamplesForARecordFile) {
    const CaseDocument document =
        CaseDocument::parse("[oscillator]\nmass = 1\nstiffness = 1\n[load]\nkind = \"record\"\nfile = \"push\"\n",
                            "case")
            .with_samples("push", {.times = {0.0, 1.0, 3.0}, .values = {0.0, 4.0, 0.0}, .second = {}});
    const Case c = document.with_value("load.scale", 2.0).read();
    EXPECT_EQ(c.load.value(0.5), 4.0);
    EXPECT_EQ(c.load.value(2.0), 4.0);
    EXPECT_EQ(c.end_time(), 3.0);
    EXPECT_THROW(static_cast<void>(document.with_text("load.file", "pull").read()), CaseError);
}

TEST(CaseDocument, FromStrangersOpensNoFileOfTheMachine) {
    const auto read = [](const std::string& file) {
        const std::string text =
            "[oscillator]\nmass = 1\nstiffness = 1\n[friction]\nbound = 1\n[load]\nkind = \"record\"\n";
        return CaseDocument::parse(text + "file = \"" + file + "\"\n", "stranger", only_built_in_records()).read();
    };
    EXPECT_GT(read("synthetic-earthquake.csv").load.record->times.size(), 1U);
    // The second exists, the third may not: the answer must not tell.
    for (const char* file : {"/etc/passwd", "/proc/self/stat", "/no/such/file", "../synthetic-earthquake.csv"}) {
        try {
            static_cast<void>(read(file));
            FAIL() << file;
        } catch (const CaseError& error) {
            EXPECT_EQ(error.what(), "load.file = \"" + std::string(file) + "\" must be a built-in record here");
        }
    }
}

TEST(RecordReader, ReadsRowsThatSpanItsPieces) {
    // More than 1 MiB of text, so that rows are cut in two by the pieces in which it is read.
    std::string text = "time,value\r\n";
    constexpr int rows = 100'000;
    for (int i = 0; i < rows; ++i) text += std::to_string(i) + "," + std::to_string(2 * i) + ".5\r\n";
    std::istringstream in(text);
    const RecordSamples samples = read_record(in, "rows");
    ASSERT_EQ(samples.times.size(), static_cast<std::size_t>(rows));
    for (int i = 0; i < rows; ++i) {
        ASSERT_EQ(samples.times[i], i);
        ASSERT_EQ(samples.values[i], 2 * i + 0.5);
    }
}

}  // namespace
}  // namespace stickslip
