// Records of networks: what the header says, in which unit, and what is refused.

#include "model/strong_motion_record.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "model/record_components.hpp"
#include "model/record_set.hpp"

namespace stickslip {
namespace {

/// A file of COSMOS with so many values, ten in a line, each of ten characters.
std::string cosmos(double step_ms, const std::string& unit, const std::vector<double>& values) {
    std::string text =
        "Corrected acceleration    (Format v01.20 with  3 text lines) Src: 052 (3 char)\n"
        "An earthquake\nA station\n"
        " 100 Integer-header values follow on  10 lines, Format= (10I8)\n";
    for (int i = 0; i < 10; ++i)
        text += "       1       2       3       4       5       6       7       8       9      10\n";
    text += " 100 Real-header values follow on  20 lines, Format= (5E15.6)\n";
    char field[32];
    for (int i = 0; i < 100; ++i) {
        std::snprintf(field, sizeof field, "%15.6E", i == 61 ? step_ms : -999.0);
        text += field;
        if (i % 5 == 4) text += "\n";
    }
    text += "   2 Comment line(s) follow, each starting with a \"|\":\n| one\n| two\n";
    text +=
        std::to_string(values.size()) + " acceleration pts, approx   1 secs, units=" + unit + "(04),Format=(8f10.5)\n";
    for (std::size_t i = 0; i < values.size(); ++i) {
        std::snprintf(field, sizeof field, "%10.5f", values[i]);
        text += field;
        if (i % 8 == 7 || i + 1 == values.size()) text += "\n";
    }
    return text + "End-of-data for ...\n";
}

std::string itaca(const std::string& changed = "", const std::string& to = "") {
    std::string text = "EVENT_NAME: CENTRAL_ITALY\n";
    for (int i = 2; i <= 60; ++i) text += "KEY_" + std::to_string(i) + ": \n";
    text += "SAMPLING_INTERVAL_S: 0.005000\nNDATA: 3\nUNITS: cm/s^2\nDATA_TYPE: ACCELERATION\n1.5\n-200\n+3e1\n";
    if (!changed.empty()) text.replace(text.find(changed), changed.size(), to);
    return text;
}

RecordSamples read(const std::string& text) {
    return read_strong_motion_record(record_form(text.substr(0, text.find('\n'))), text, "quake");
}

std::string refusal(const std::string& text) {
    try {
        static_cast<void>(read(text));
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "";
}

TEST(StrongMotionRecord, OfCosmosHasFieldsOfOneWidthAndBecomesMetres) {
    // Fields of ten characters run into each other without a blank.
    const std::vector<double> values{-123.45678, -234.56789, 1.0, -999.99999, 2.0, 3.0, 4.0, -5.5, 981.0};
    const RecordSamples s = read(cosmos(5.0, "cm/sec2", values));
    ASSERT_EQ(s.values.size(), values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        EXPECT_DOUBLE_EQ(s.values[i], 0.01 * values[i]);
        EXPECT_DOUBLE_EQ(s.times[i], 0.005 * static_cast<double>(i));
    }
    EXPECT_DOUBLE_EQ(read(cosmos(10.0, "g", {0.5, 1.0})).values[1], 9.80665);
}

TEST(StrongMotionRecord, OfItacaHasItsStepAndUnitInItsHeader) {
    const RecordSamples s = read(itaca());
    EXPECT_EQ(s.values, (std::vector<double>{0.015, -2.0, 0.3}));
    EXPECT_EQ(s.times, (std::vector<double>{0.0, 0.005, 0.01}));
}

TEST(StrongMotionRecord, OfPlainColumnsSaysItsStepInItsFirstLine) {
    const RecordSamples s = read("# step = 0.02 s, unit = g\n0.1 0.2, -0.3\n# remark\n\n1\r\n");
    EXPECT_EQ(s.values, (std::vector<double>{0.1 * 9.80665, 0.2 * 9.80665, -0.3 * 9.80665, 9.80665}));
    EXPECT_EQ(s.times[3], 0.06);
    EXPECT_EQ(read("#step=1\n5 6").values, (std::vector<double>{5.0, 6.0}));  // as they are without a unit
}

TEST(StrongMotionRecord, IsRefusedWithTheLine) {
    const auto expect = [](const std::string& said, const std::string& words) {
        EXPECT_NE(said.find(words), std::string::npos) << said << " / " << words;
    };
    expect(refusal("# step = 0 s\n1 2"), "quake:1: the step must be a number > 0");
    expect(refusal("# step = soon\n1 2"), "quake:1: \"soon\" must be a finite number");
    expect(refusal("# step = 0.01, unit = furlong\n1 2"), "quake:1: the unit \"furlong\" is not known; known are g");
    expect(refusal("# step = 0.01\n1 2\n3 x"), "quake:3: \"x\" must be a finite number");
    expect(refusal("# step = 0.01\n1"), "at least two values");
    expect(refusal("# step = 1e308\n1 2 3 4"), "too large");
    expect(refusal(itaca("-200", "two")), "quake:66: \"two\"");
    expect(refusal(itaca("-200", "-200 7")), "quake:66: has more than one value");
    expect(refusal(itaca("NDATA: 3", "NDATA: 4")), "has 3 values, but its header says 4");
    expect(refusal(itaca("UNITS: cm/s^2", "UNITS: ")), "gives no UNITS");
    expect(refusal(itaca("ACCELERATION", "VELOCITY")), "must be ACCELERATION");
    expect(refusal(itaca("KEY_7: ", "KEY 7")), "quake:7: must be a line KEY: value");
    expect(refusal(itaca("0.005000", "-1")), "SAMPLING_INTERVAL_S = -1 must be a number > 0");
    const std::string whole = cosmos(5.0, "cm/sec2", {1.0, 2.0, 3.0});
    const auto with = [&](const std::string& part, const std::string& other) {
        std::string text = whole;
        return text.replace(text.find(part), part.size(), other);
    };
    expect(refusal(with("with  3", "with  x")), "quake:1: must say with how many text lines");
    expect(refusal(with(" 100 Integer", " two Integer")), "quake:4: ");
    expect(refusal(with("(5E15.6)", "by hand")), "quake:15: must give the format");
    expect(refusal(with("units=", "unit ")), "must give the unit");
    expect(refusal(with("cm/sec2", "inches")), "the unit \"inches\" is not known");
    expect(refusal(with("   1.00000", "   1.0000x")), "\"1.0000x\" must be a finite number");
    expect(refusal(with("3 acceleration", "4 acceleration")), "must be a finite number");
    expect(refusal(with("5.000000E+00", "0.000000E+00")), "step in milliseconds");
    expect(refusal(whole + whole), "begins another channel");
    for (std::size_t size = 0; size + 30 < whole.size(); size += 7) {
        if (record_form(whole.substr(0, size).substr(0, whole.find('\n'))) != RecordForm::cosmos) continue;
        EXPECT_NE(refusal(whole.substr(0, size)), "") << size;
    }
}

TEST(RecordComponents, AreToldByTheirNames) {
    const auto name = [](const std::string& path) {
        const auto found = component_name(path);
        return found ? found->common + " " + std::to_string(found->order) + (found->is_vertical ? " up" : "") : "none";
    };
    EXPECT_EQ(name("a/RSN6_IMPVALL.I_I-ELC180.AT2"), "a/RSN6_IMPVALL.I_I-ELC*.AT2 180");
    EXPECT_EQ(name("a/RSN6_IMPVALL.I_I-ELC-UP.AT2"), "a/RSN6_IMPVALL.I_I-ELC-*.AT2 2 up");
    EXPECT_EQ(name("IT.ACC.00.HNE.D.20160824.ACC.MP.ASC"), "IT.ACC.00.HN*.D.20160824.ACC.MP.ASC 0");
    EXPECT_EQ(name("quake-N.csv"), "quake-*.csv 1");
    EXPECT_EQ(name("quake_ew.v2c"), "quake_*.v2c 0");
    EXPECT_EQ(name("motion-01.csv"), "none");
    EXPECT_EQ(name("n.csv"), "none");
    EXPECT_EQ(name("motion-1999.csv"), "none");
}

class PlanarSet : public testing::Test {
protected:
    PlanarSet() : folder_(std::filesystem::path(testing::TempDir()) / "planar-set") {
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directories(folder_);
    }
    void write(const std::string& name, const std::string& text) const { std::ofstream(folder_ / name) << text; }
    [[nodiscard]] std::vector<SetRecord> set() const {
        return read_record_set({folder_.string()}, RecordComponents::two);
    }
    [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }

private:
    std::filesystem::path folder_;
};

TEST_F(PlanarSet, PairsFilesWhoseNamesDifferInADirection) {
    write("a-E.csv", "0,1\n1,2\n");
    write("a-N.csv", "0,3\n1,4\n");
    write("a-UP.csv", "0,9\n1,9\n");
    write("b.csv", "0,5,6\n1,7,8\n");
    const std::vector<SetRecord> found = set();
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].name, path("a-E.csv") + "+" + path("a-N.csv"));
    EXPECT_EQ(found[0].samples.values, (std::vector<double>{1.0, 2.0}));
    EXPECT_EQ(found[0].samples.second, (std::vector<double>{3.0, 4.0}));
    EXPECT_EQ(found[1].samples.second, (std::vector<double>{6.0, 8.0}));
}

TEST_F(PlanarSet, RefusesComponentsThatDoNotFit) {
    write("a000.csv", "0,1\n1,2\n");
    write("a090.csv", "0,1\n2,2\n");
    EXPECT_THROW(static_cast<void>(set()), std::invalid_argument);
    write("a090.csv", "0,1\n1,2\n");
    EXPECT_EQ(set().size(), 1U);
    write("a180.csv", "0,1\n1,2\n");
    EXPECT_THROW(static_cast<void>(set()), std::invalid_argument);
}

TEST(Baseline, DriftsWhereTheGroundIsLeftWithAVelocity) {
    EXPECT_FALSE(baseline_drift({{0.0, 1.0, 2.0, 3.0, 4.0}, {0.0, 5.0, 0.0, -5.0, 0.0}, {}}));
    EXPECT_DOUBLE_EQ(*baseline_drift({{0.0, 1.0, 2.0}, {0.0, 5.0, 0.0}, {}}), 1.0);
    EXPECT_DOUBLE_EQ(*baseline_drift({{0.0, 1.0, 2.0, 3.0, 4.0}, {0.0, 5.0, 0.0, -4.0, 0.0}, {}}), 0.2);
    EXPECT_FALSE(baseline_drift({{0.0, 1.0}, {0.0, 0.0}, {}}));
    EXPECT_DOUBLE_EQ(*baseline_drift({{0.0, 1.0}, {0.0, 0.0}, {1.0, 1.0}}), 1.0);
}

}  // namespace
}  // namespace stickslip
