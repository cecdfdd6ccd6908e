// Case files with two dimensions.

#include "stickslip/planar/case.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "stickslip/planar/steady_state.hpp"

namespace stickslip::planar {
namespace {

constexpr const char* ellipse = R"(
title = "Ellipse"
[oscillator]
dimensions = 2
mass = 2
stiffness = 8
damping = 0.5
support_stiffness = 40
[friction]
mu = 0.5
normal = 4
[load]
kind = "harmonic"
amplitude = [6, 3]
frequency_hz = 0.5
phase = [0.1, 1.2]
[start]
position = [0.1, 0.2]
velocity = [0.3, -0.4]
friction_force = [1, 0.5]
)";

CaseDocument document(const std::string& text) { return CaseDocument::parse(text, "test"); }

std::string message_of(const CaseDocument& d) {
    try {
        (void)d.read_planar();
    } catch (const CaseError& error) {
        return error.what();
    }
    return "";
}

TEST(PlanarCase, ReadsEveryKey) {
    const CaseDocument d = document(ellipse);
    ASSERT_TRUE(d.is_planar());
    const Case c = d.read_planar();
    EXPECT_EQ(c.title, "Ellipse");
    EXPECT_EQ(c.oscillator.mass, 2.0);
    EXPECT_EQ(*c.oscillator.support_stiffness, 40.0);
    EXPECT_EQ(c.oscillator.friction_bound, 2.0);
    EXPECT_EQ(c.load.axis2.harmonics.front().amplitude, 3.0);
    EXPECT_EQ(c.load.axis2.harmonics.front().phase, 1.2);
    EXPECT_EQ(c.start.friction_force, (Vector{1.0, 0.5}));
    EXPECT_DOUBLE_EQ(c.end_time(), 40.0);
}

TEST(PlanarCase, TakesRatiosAndElementsOfArrays) {
    const Case c = document(ellipse)
                       .with_value("frequency_ratio", 1.5)
                       .with_value("damping_ratio", 0.1)
                       .with_value("friction_ratio", 0.5)
                       .with_value("load.amplitude[1]", 4.0)
                       .read_planar();
    EXPECT_DOUBLE_EQ(c.load.axis1.harmonics.front().frequency.value(), 3.0);
    EXPECT_DOUBLE_EQ(damping_ratio(c.oscillator), 0.1);
    EXPECT_DOUBLE_EQ(c.oscillator.friction_bound, 3.0);
    EXPECT_EQ(c.load.axis2.harmonics.front().amplitude, 4.0);
}

TEST(PlanarCase, RefusesWhatHasNoMeaning) {
    const auto with = [](const char* key, const char* value) {
        return message_of(document(ellipse).with_text(key, value, "--set"));
    };
    EXPECT_NE(with("start.position", "[1, 2, 3]").find("must be two numbers"), std::string::npos);
    EXPECT_NE(with("load.kind", "base").find("must be none, constant, harmonic, harmonics, rotating or record"),
              std::string::npos);
    EXPECT_NE(with("oscillator.equilibrium", "1").find("no meaning in the plane"), std::string::npos);
    EXPECT_NE(with("friction.mu", "0").find("friction bound = 0 must be > 0"), std::string::npos);
    EXPECT_NE(with("start.friction_force", "[2, 2]").find("at most the friction bound"), std::string::npos);
    EXPECT_NE(with("oscillator.support_stiffness", "0").find("> 0"), std::string::npos);
    EXPECT_THROW((void)document(ellipse).read(), CaseError);
    EXPECT_THROW((void)CaseDocument::open("hong-liu-fig10").read_planar(), CaseError);
}

TEST(PlanarCase, ReadsRecordsOfTwoComponents) {
    const auto folder = std::filesystem::temp_directory_path();
    std::ofstream(folder / "stickslip-two.csv") << "t,p1,p2\n0,0,0\n1,2,-1\n3,0,0.5\n";
    const char* text =
        "[oscillator]\ndimensions = 2\nmass = 1\nstiffness = 1\n[friction]\nbound = 1\n"
        "[load]\nkind = \"record\"\nfile = \"stickslip-two.csv\"\nscale = 2\n";
    const Case c = CaseDocument::parse(text, "test", folder).read_planar();
    EXPECT_EQ(c.load.value(1.0), (Vector{4.0, -2.0}));
    EXPECT_EQ(c.end_time(), 3.0);
    std::filesystem::remove(folder / "stickslip-two.csv");
}

TEST(PlanarCase, TakesRatiosOfTheirOwn) {
    const CaseDocument d = document("[ratios]\ndimensions = 2\nforce = 3\nfrequency = 0.5\ndamping = 0.1\n");
    ASSERT_TRUE(d.is_planar());
    const Case circle = d.read_planar();
    EXPECT_TRUE(circle.is_dimensionless);
    EXPECT_TRUE(circle.oscillator.is_rigid());
    EXPECT_EQ(circle.load_kind, LoadKind::rotating);
    EXPECT_EQ(circle.load.value(0.0), rotating_load(3.0, 0.5).value(0.0));
    const Case c = d.with_value("ratios.stiffness", 0.25)
                       .with_value("ratios.axis_ratio", 0.5)
                       .with_value("ratios.phase", 0.3)
                       .with_value("friction_ratio", 0.2)
                       .with_value("frequency_ratio", 2.0)
                       .read_planar();
    EXPECT_EQ(*c.oscillator.support_stiffness, 4.0);
    EXPECT_EQ(c.oscillator.damping, 0.2);
    EXPECT_EQ(c.load.axis1.harmonics.front().amplitude, 5.0);
    EXPECT_EQ(c.load.axis2.harmonics.front().amplitude, 2.5);
    EXPECT_EQ(c.load.axis2.harmonics.front().phase, 0.3);
    EXPECT_EQ(c.load.axis2.harmonics.front().frequency.value(), 2.0);
    EXPECT_NE(message_of(d.with_value("static_ratio", 1.0)).find("one bound"), std::string::npos);
    EXPECT_NE(message_of(d.with_value("friction_ratio", 0.0)).find("must be > 0"), std::string::npos);
}

TEST(PlanarCase, TakesHarmonicsAxisByAxis) {
    const Case c = document(
                       "[oscillator]\ndimensions = 2\nmass = 1\nstiffness = 1\n[friction]\nbound = 1\n[load]\n"
                       "kind = \"harmonics\"\naxis = [2, 1, 2]\namplitude = [1, 2, 3]\nfrequency = [1, 2, 3]\n"
                       "phase = [0.1, 0.2, 0.3]\noffset = [5, 6]\n")
                       .read_planar();
    EXPECT_EQ(c.load_kind, LoadKind::harmonics);
    ASSERT_EQ(c.load.axis1.harmonics.size(), 1u);
    ASSERT_EQ(c.load.axis2.harmonics.size(), 2u);
    EXPECT_EQ(c.load.axis1.harmonics[0].phase, 0.2);
    EXPECT_EQ(c.load.axis2.harmonics[1].amplitude, 3.0);
    EXPECT_EQ(c.load.axis2.constant, 6.0);
    EXPECT_DOUBLE_EQ(*c.load.period(), 2.0 * std::acos(-1.0));
}

TEST(PlanarCase, OfTheFiguresGiveTheConfirmedNumbers) {
    const std::pair<const char*, double> rows[] = {{"liu-fig5", 0.265955038897},
                                                   {"liu-fig6", 1.51781984063},
                                                   {"liu-fig8", 3.40595591330},
                                                   {"liu-fig11", 0.284165438}};
    for (const auto& [name, magnification] : rows) {
        const Case c = CaseDocument::open(name).read_planar();
        const SteadyState s = steady_state(c.oscillator, c.load, c.start);
        EXPECT_NEAR(s.magnification, magnification, 5e-10 * (1.0 + magnification)) << name;
        EXPECT_LT(s.residual, 1e-13) << name;
    }
}

}  // namespace
}  // namespace stickslip::planar
