// Cases that are wrong are refused in one sentence that names the place, the key and what is allowed.

#include <gtest/gtest.h>

#include <sstream>
#include <stdexcept>
#include <string>

#include "stickslip/model/case.hpp"
#include "stickslip/model/record.hpp"
#include "stickslip/planar/case.hpp"
#include "stickslip/structure/case.hpp"

namespace stickslip {
namespace {

const std::string oscillator = "[oscillator]\nmass = 1\nstiffness = 4\n";
const std::string harmonic = "[load]\nkind = \"harmonic\"\namplitude = 1\nfrequency = 1\n";
const std::string free_load = "[load]\nkind = \"none\"\n";

template <class Read>
std::string refusal_of(const Read& read) {
    try {
        read();
        return "accepted";
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
}

std::string said_of(const CaseDocument& document) {
    return refusal_of([&] {
        if (document.is_planar()) {
            static_cast<void>(document.read_planar());
        } else {
            static_cast<void>(document.read());
        }
    });
}

std::string said_of(const std::string& text) {
    return refusal_of([&] {
        const std::string said = said_of(CaseDocument::parse(text, "c"));
        if (said != "accepted") throw std::invalid_argument(said);
    });
}

struct Refused {
    std::string text;
    const char* sentence;
};

void expect_sentences(const std::vector<Refused>& list, const std::string& before, const std::string& after) {
    for (const Refused& r : list) EXPECT_EQ(said_of(before + r.text + after), r.sentence) << r.text;
}

TEST(CaseRefusals, OfFriction) {
    const std::string start = oscillator + "[friction]\n";  // what follows is line 5
    ASSERT_EQ(said_of(start + "bound = 1\n" + harmonic), "accepted");
    expect_sentences(
        {{"bound = 1\nmu = 1\nnormal = 1\n", "c:5: friction.bound = 1 and friction.mu say the same: give one of them"},
         {"mu = 1\nmu_kinetic = 1\nnormal = 1\n",
          "c:5: friction.mu = 1 and friction.mu_kinetic say the same: give one of them"},
         {"mu = 1\n", "c:5: friction.mu = 1 needs friction.normal, the normal force [N]"},
         {"mu = 1e300\nnormal = 1e300\n", "c:5: friction.mu = 1e+300 times friction.normal must be a finite force"},
         {"normal = 1\n", "c: friction.bound is missing: give it as a finite number ≥ 0 [N], or give mu and normal"},
         {"bound = 1\nstatic_bound = 0.5\n",
          "c:6: friction.static_bound = 0.5 makes the static friction smaller than the sliding friction; it must be at "
          "least as large"},
         {"law = \"coulomb\"\nbound = 1\nstatic_bound = 2\nmu_static = 2\nnormal = 1\n",
          "c:7: friction.static_bound = 2 and friction.mu_static say the same: give one of them"},
         {"law = \"stribeck-exponential\"\ndecay = 1\nbound = 1\n",
          "c: friction.mu_static is missing: law \"stribeck-exponential\" needs it with normal, or static_bound [N]"},
         {"law = 3\nbound = 1\n", "c:5: friction.law = 3 must be a string"}},
        start, harmonic);
}

TEST(CaseRefusals, OfTheOscillatorAndItsSpring) {
    const auto damped = [](const std::string& spring) {
        return said_of(
            CaseDocument::parse("[oscillator]\nmass = 1\n" + spring + "[friction]\nbound = 1\n" + harmonic, "c")
                .with_value("damping_ratio", 0.1));
    };
    EXPECT_EQ(damped("stiffness = 1\n"), "accepted");
    EXPECT_EQ(damped("stiffness = 0\n"), "c: damping_ratio has no meaning here: the stiffness is 0");
    EXPECT_EQ(damped("[spring]\nlinear = 1\ncubic = 1\n"),
              "c: damping_ratio has no meaning here: the spring is not linear");
    EXPECT_EQ(said_of("[oscillator]\nmass = 1\n[spring]\n" + harmonic),
              "c: [spring] is empty: give linear [N/m], cubic [N/m³], or both");
    EXPECT_EQ(said_of(oscillator + "[spring]\nlinear = 1\n" + harmonic),
              "c:3: oscillator.stiffness = 4 and [spring] say the same: give one of them");
}

TEST(CaseRefusals, OfRatios) {
    const std::string ratios = "[ratios]\nfriction = 0.3\nfrequency = 0.5\n";
    ASSERT_EQ(said_of(ratios), "accepted");
    EXPECT_EQ(said_of(ratios + oscillator), "c: [ratios] replaces [oscillator]: give one of them");
    EXPECT_EQ(said_of(ratios + "force = 1\n"),
              "c:4: ratios.force = 1 is for motion in two dimensions: it needs ratios.dimensions = 2");
    EXPECT_EQ(said_of("[ratios]\nfrequency = 0.5\n"), "c: ratios.friction is missing: it must be a finite number ≥ 0");
    EXPECT_EQ(said_of("[ratios]\nfriction = 0.5\n"), "c: ratios.frequency is missing: it must be a finite number > 0");
    EXPECT_EQ(
        said_of(ratios + "static = 0.2\n"),
        "c:4: ratios.static = 0.2 makes the static friction smaller than the sliding friction; it must be at least as "
        "large");
    const CaseDocument free = CaseDocument::parse(oscillator + "[friction]\nbound = 1\n" + free_load, "c");
    EXPECT_EQ(said_of(free.with_value("friction_ratio", 0.2)),
              "c: friction_ratio has no meaning here: the load has no single amplitude");
}

TEST(CaseRefusals, OfPlanarCases) {
    const std::string plane = "[oscillator]\ndimensions = 2\nmass = 1\nstiffness = ";
    const std::string rest = "[friction]\nbound = 1\n[load]\nkind = \"rotating\"\namplitude = ";
    const auto with = [&](const char* stiffness, const char* amplitude, const char* key) {
        return said_of(CaseDocument::parse(plane + stiffness + "\n" + rest + amplitude + "\nfrequency = 1\n", "c")
                           .with_value(key, 0.5));
    };
    EXPECT_EQ(with("1", "1", "damping_ratio"), "accepted");
    EXPECT_EQ(with("0", "1", "damping_ratio"), "c: damping_ratio has no meaning here: the stiffness is 0");
    EXPECT_EQ(with("1", "0", "friction_ratio"),
              "c: friction_ratio has no meaning here: the load has no first amplitude");
    EXPECT_EQ(with("1", "1", "static_ratio"), "c: static_ratio has no meaning here: the planar friction has one bound");
    const CaseDocument line = CaseDocument::parse(oscillator + "[friction]\nbound = 1\n" + harmonic, "c");
    EXPECT_EQ(refusal_of([&] { static_cast<void>(line.read_planar()); }),
              "c: oscillator.dimensions must be 2 for a planar case");
}

TEST(CaseRefusals, OfOverridesInListsOfTables) {
    const CaseDocument chain = CaseDocument::parse(
        "[structure]\nmasses = [1]\nsprings = [1]\n[[contact]]\nname = \"pad\"\non = 1\nbound = 1\n[[load]]\non = 1\n"
        "kind = \"constant\"\nforce = 1\n",
        "c");
    const auto with = [&](const char* key) {
        return refusal_of([&] { static_cast<void>(structure::read_case(chain.with_value(key, 2.0))); });
    };
    EXPECT_EQ(with("contact[1].bound"), "accepted");
    EXPECT_EQ(with("contact.pad.bound"), "accepted");
    EXPECT_EQ(with("contact[1]"), "override: contact[1] must go on with a key: contact[1].key");
    EXPECT_EQ(with("contact[2].bound"),
              "override: contact[2].bound names no table: there is 1 table [[contact]], counted from 1");
    EXPECT_EQ(with("contact.brake.bound"),
              "override: contact.brake.bound names no table: no [[contact]] is called brake");
    EXPECT_EQ(with("load.frequency"),
              "override: load.frequency names nothing: no table [[load]] has a number of that name");
}

TEST(CaseRefusals, OfRowsOfARecord) {
    const auto said = [](const std::string& text, RecordComponents components = RecordComponents::one) {
        return refusal_of([&] {
            std::istringstream in(text);
            static_cast<void>(read_record(in, "r.csv", components));
        });
    };
    ASSERT_EQ(said("time,value\n0,1\n1,2\n"), "accepted");
    EXPECT_EQ(said("0,1\n1,2,3\n"), "r.csv:2: the row has more than the two cells time, value");
    EXPECT_EQ(said("0,1,2\n1,2,3,4\n", RecordComponents::two),
              "r.csv:2: the row has more than the three cells time, value, value");
    EXPECT_EQ(said("0,1\n0,2\n"), "r.csv:2: the row has time 0, which must be later than 0 s of the row before");
    EXPECT_EQ(said("0,1\n1,x\n"), "r.csv:2: the row has \"x\" where the value must be a finite number");
    EXPECT_EQ(said("0,1\n1,2\n2,inf\n"), "r.csv:3: the row has \"inf\" where the value must be a finite number");
    EXPECT_EQ(said("0,1,1\n1,2,x\n", RecordComponents::two),
              "r.csv:2: the row has \"x\" where the second value must be a finite number");
    EXPECT_EQ(said("0,1\n"), "r.csv: a record needs at least two rows of time, value; this one has 1");
    const std::string endless = said("0,1\n" + std::string(1 << 21, '1'));
    EXPECT_NE(endless.find("bytes: not a record"), std::string::npos) << endless;
}

}  // namespace
}  // namespace stickslip
