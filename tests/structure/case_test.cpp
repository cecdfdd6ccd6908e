// Structures as case files: what each key means, which keys an override names, and that whatever is wrong is refused in
// one sentence with its place.

#include "stickslip/structure/case.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "stickslip/model/built_in_cases.hpp"
#include "stickslip/structure/matrix_file.hpp"
#include "stickslip/structure/simulate.hpp"

namespace stickslip::structure {
namespace {

const std::string chain = R"(title = "chain"
[structure]
masses = [1, 2]
springs = [3, 4]
names = ["floor", "roof"]
[[contact]]
name = "pad"
on = "floor"
bound = 0.5
[[contact]]
between = [1, "roof"]
mu = 0.2
mu_static = 0.3
normal = 10
normal_amplitude = 2
[[load]]
on = 2
kind = "harmonic"
amplitude = 1.5
frequency = 0.7
)";

Case read(const std::string& text) { return read_case(CaseDocument::parse(text, "c.toml")); }

std::string refusal(const CaseDocument& document) {
    try {
        (void)read_case(document);
    } catch (const CaseError& error) {
        return error.what();
    }
    return "accepted";
}
std::string refusal(const std::string& text) {
    try {
        return refusal(CaseDocument::parse(text, "c.toml"));
    } catch (const CaseError& error) {
        return error.what();
    }
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
    const std::size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return text.replace(at, what.size(), with);
}

TEST(StructureCase, ReadsAChainItsContactsAndLoads) {
    const Case c = read(chain);
    const Structure& s = c.structure;
    EXPECT_EQ(s.mass.values, (std::vector<double>{1, 0, 0, 2}));
    EXPECT_EQ(s.stiffness.values, (std::vector<double>{7, -4, -4, 4}));
    EXPECT_EQ(s.contacts[0].direction, (std::vector<double>{1, 0}));
    EXPECT_EQ(s.contacts[1].direction, (std::vector<double>{-1, 1})) << "slip is x_b − x_a";
    EXPECT_EQ(s.contacts[1].bound, 2.0);
    EXPECT_EQ(s.contacts[1].static_bound, 3.0);
    EXPECT_EQ(s.contacts[1].normal->ratio, 0.2);
    EXPECT_EQ(s.contacts[1].normal->frequency.value(), 0.7) << "the load's";
    EXPECT_EQ(s.loads[0].direction, (std::vector<double>{0, 1}));
    EXPECT_NEAR(c.end_time(), 20.0 * 2.0 * M_PI / 0.7, 1e-9);
}

TEST(StructureCase, JoinsTheLastMassToTheGroundByOneMoreSpring) {
    const Case c = read(replaced(chain, "[3, 4]", "[3, 4, 5]"));
    EXPECT_EQ(c.structure.stiffness.values, (std::vector<double>{7, -4, -4, 9}));
}

TEST(StructureCase, KnowsFourWaysOfDamping) {
    const auto damping = [](const std::string& line) {
        return read(replaced(chain, "springs = [3, 4]\n", "springs = [3, 4]\n" + line + "\n")).structure.damping.values;
    };
    EXPECT_EQ(damping("dampers = [1, 2, 3]"), (std::vector<double>{3, -2, -2, 5}));
    EXPECT_EQ(damping("rayleigh = [2, 0.5]"), (std::vector<double>{5.5, -2, -2, 6}));
    const std::vector<double> modal = damping("modal_damping = 0.1");
    // ΦᵀCΦ = diag(2ζω): trace of M⁻¹C is 2ζ·Σω, its determinant the product.
    const double w_sum = std::sqrt(7.0 + 2.0 + 2.0 * std::sqrt(6.0));  // ω₁ + ω₂ = √(tr + 2√det) of M⁻¹K
    EXPECT_NEAR(modal[0] + modal[3] / 2.0, 0.2 * w_sum, 1e-14);
    EXPECT_EQ(modal[1], modal[2]);
    const std::string full = replaced(replaced(chain, "masses = [1, 2]", "mass = [[1, 0], [0, 2]]"), "springs = [3, 4]",
                                      "stiffness = [[7, -4], [-4, 4]]\ndamping = [[1, 0], [0, 0]]");
    EXPECT_EQ(read(full).structure.damping.values, (std::vector<double>{1, 0, 0, 0}));
}

TEST(StructureCase, TurnsAShakingBaseIntoInertiaForces) {
    const std::string load = "[[load]]\nkind = \"base\"\nacceleration = 3\nfrequency = 2\n";
    const std::size_t at = chain.find("[[load]]");
    const Case c = read(chain.substr(0, at) + load);
    EXPECT_EQ(c.structure.loads[0].direction, (std::vector<double>{1, 2})) << "M·1";
    EXPECT_EQ(c.structure.loads[0].load.harmonics[0].amplitude, -3.0);
    const Case d = read(chain.substr(0, at) + load + "influence = [0, 1]\n");
    EXPECT_EQ(d.structure.loads[0].direction, (std::vector<double>{0, 2}));
}

TEST(StructureCase, TakesOverridesByNumberAndByName) {
    const CaseDocument document = CaseDocument::parse(chain, "c.toml");
    const auto with = [&](const char* key, double value) {
        return read_case(document.with_value(key, value)).structure;
    };
    EXPECT_EQ(with("structure.springs[2]", 9.0).stiffness(1, 1), 9.0);
    EXPECT_EQ(with("structure.masses[roof]", 9.0).mass(1, 1), 9.0);
    EXPECT_EQ(with("contact.pad.bound", 9.0).contacts[0].bound, 9.0);
    EXPECT_EQ(with("contact[pad].bound", 9.0).contacts[0].bound, 9.0);
    EXPECT_EQ(with("contact[2].mu", 0.25).contacts[1].bound, 2.5);
    EXPECT_EQ(with("load[1].amplitude", 9.0).loads[0].load.harmonics[0].amplitude, 9.0);
    EXPECT_EQ(with("load.frequency", 9.0).loads[0].load.harmonics[0].frequency.value(), 9.0);
    EXPECT_EQ(with("contact[1].surface_velocity", 2.0).contacts[0].surface_velocity, 2.0) << "a key that was not there";
}

TEST(StructureCase, SetsTheFrequencyOfAllHarmonicLoadsAtOnce) {
    const std::string second = "[[load]]\non = 1\nkind = \"harmonic\"\namplitude = 1\nfrequency_hz = 2\n";
    const std::string third = "[[load]]\non = 1\nkind = \"constant\"\nforce = 1\n";
    const CaseDocument document =
        CaseDocument::parse(replaced(chain, "normal_amplitude = 2\n", "") + second + third, "c");
    const Case c = read_case(document.with_value("load.frequency", 9.0));
    EXPECT_EQ(c.structure.loads[0].load.harmonics[0].frequency.value(), 9.0);
    EXPECT_EQ(c.structure.loads[1].load.harmonics[0].frequency.value(), 9.0);
    EXPECT_TRUE(c.structure.loads[2].load.harmonics.empty());
}

TEST(StructureCase, CountsArraysInsideALoadFromZero) {
    const std::string load = "[[load]]\non = 1\nkind = \"harmonics\"\namplitude = [1, 2]\nfrequency = [3, 4]\n";
    const CaseDocument document = CaseDocument::parse(replaced(chain, "normal_amplitude = 2\n", "") + load, "c");
    const Case c = read_case(document.with_value("load[2].amplitude[1]", 9.0));
    EXPECT_EQ(c.structure.loads[1].load.harmonics[1].amplitude, 9.0);
}

TEST(StructureCase, WritesTextThatReadsAsTheSameCase) {
    for (const std::string_view name : built_in_case_names()) {
        const CaseDocument original = CaseDocument::open(std::string(name));
        if (!original.is_structure()) continue;
        const CaseDocument copy = CaseDocument::parse(original.text(), std::string(name));
        EXPECT_EQ(copy.text(), original.text()) << name;
        const Case a = read_case(original);
        const Case b = read_case(copy);
        EXPECT_EQ(a.structure.stiffness.values, b.structure.stiffness.values) << name;
        EXPECT_EQ(a.structure.contacts.size(), b.structure.contacts.size()) << name;
    }
}

struct Bad {
    const char* what;
    const char* with;
    const char* sentence;
};

TEST(StructureCase, RefusesWhatIsWrongInASentence) {
    const Bad list[] = {
        {"[1, 2]", "[1, -2]", "c.toml:3: structure.masses = [1, -2] must be a finite number > 0 [kg]"},
        {"[1, 2]", "[1, nan]", "c.toml:3: structure.masses = [1, nan] must be a finite number > 0 [kg]"},
        {"[3, 4]", "[3]", "c.toml:4: structure.springs = [3] must have 2 or 3 numbers for 2 masses"},
        {"[3, 4]", "[3, -4]", "c.toml:4: structure.springs = [3, -4] must be a finite number ≥ 0 [N/m]"},
        {"springs = [3, 4]\n", "",
         "c.toml: structure.springs is missing: it must be an array of 2 or 3 numbers ≥ 0 [N/m]"},
        {"on = \"floor\"", "on = 3", "c.toml:8: contact[1].on = 3 must be a degree of freedom: 1 to 2, or its name"},
        {"on = \"floor\"", "on = \"attic\"",
         "c.toml:8: contact[1].on = \"attic\" names no degree of freedom: structure.names has no \"attic\""},
        {"on = \"floor\"\n", "", "c.toml:6: in contact[1], a contact needs one of on, between and direction"},
        {"on = \"floor\"", "direction = [1]",
         "c.toml:8: contact[1].direction = [1] must have one number for each of the 2 degrees of freedom"},
        {"on = \"floor\"", "direction = [0, 0]",
         "c.toml:8: contact[1].direction = [0, 0] must have an entry that is not 0"},
        {"bound = 0.5", "bound = -1", "c.toml:9: contact[1].bound = -1 must be a finite number ≥ 0 [N]"},
        {"bound = 0.5", "bound = 1\nmu = 1", "c.toml:10: contact[1].mu = 1 cannot stand beside contact.bound"},
        {"bound = 0.5", "bound = 1\nstatic_bound = 0.5",
         "c.toml:10: contact[1].static_bound = 0.5 must not be below the friction of sliding, 1"},
        {"bound = 0.5", "bound = 1\nstatic_bound = 2\nstiffness = 3",
         "c.toml:10: contact[1].static_bound = 2 cannot stand beside a stiffness: an elastic contact has one bound"},
        {"bound = 0.5", "bound = 1\nstiffness = 0",
         "c.toml:10: contact[1].stiffness = 0 must be a finite number > 0 [N/m]"},
        {"bound = 0.5", "bounds = 1", "c.toml:9: unknown key contact[1].bounds; did you mean bound?"},
        {"between = [1, \"roof\"]", "between = [2, \"roof\"]",
         "c.toml:11: contact[2].between = [2, \"roof\"] must be two different degrees of freedom"},
        {"frequency = 0.7", "frequency = 0", "c.toml:20: load[1].frequency = 0 must be a finite number > 0 [rad/s]"},
        {"amplitude = 1.5\n", "", "c.toml:16: load[1].amplitude is missing: it must be a finite number [N]"},
        {"[[load]]", "[load]", "c.toml:16: [load] must be written [[load]]: a structure may have several"},
        {"[[load]]", "[oscillator]\nmass = 1\n[[load]]", "c.toml:16: unknown table [oscillator]; a structure has"},
        {"names = [\"floor\", \"roof\"]", "names = [\"floor\", \"floor\"]",
         "must differ: \"floor\" stands there twice"},
        {"[1, 2]", "[1, 2]\nmodal_damping = 0.1\nrayleigh = [0, 1]", "c.toml: [structure] has damping in several ways"},
        {"between = [1", "name = \"pad\"\nbetween = [1",
         "c.toml:11: contact[2].name = \"pad\" must differ from the names of the other contacts"},
        {"bound = 0.5", "bound = 0.5\nnormal = 3", "c.toml:10: contact[1].normal = 3 needs mu in the place of bound"},
        {"bound = 0.5", "bound = 0.5\nmu_static = 3",
         "c.toml:10: contact[1].mu_static = 3 needs mu in the place of bound"},
        {"bound = 0.5", "bound = 0\nstatic_bound = 1",
         "c.toml:10: contact[1].static_bound = 1 must be 0 where there is no friction of sliding"},
        {"normal = 10", "normal = 10\nnormal_ratio = 1",
         "contact[2].normal_ratio = 1 is for bound; mu takes normal_amplitude"},
        {"normal = 10", "normal = 10\nstatic_bound = 9",
         "contact[2].static_bound = 9 is for bound; mu takes mu_static"},
        {"frequency = 0.7", "frequency = 0.7\ninfluence = [1, 1]",
         "c.toml:21: load[1].influence = [1, 1] is for kind \"base\""},
        {"kind = \"harmonic\"\namplitude = 1.5\nfrequency = 0.7", "kind = \"constant\"\nforce = 1",
         "contact.normal_frequency is missing: no load has a frequency"},
        {"frequency = 0.7\n", "frequency = 0.7\n[[load]]\non = 1\nkind = \"harmonic\"\namplitude = 1\nfrequency = 3\n",
         "contact.normal_frequency is missing: the loads have several frequencies"},
        {"[[load]]", "[start]\nposition = [1]\n[[load]]",
         "start.position = [1] must have one number for each of the 2 degrees of freedom"},
        {"kind = \"harmonic\"\namplitude = 1.5", "kind = \"base\"\nacceleration = 1",
         "c.toml:17: load[1].on = 2 has no meaning for a base, which shakes all masses; it takes influence"},
    };
    for (const Bad& bad : list) {
        const std::string said = refusal(replaced(chain, bad.what, bad.with));
        EXPECT_NE(said.find(bad.sentence), std::string::npos) << bad.with << "\n  said: " << said;
    }
}

// What a program builds without a case file is checked in the same words.
TEST(Structure, IsRefusedInASentenceThatNamesTheNumber) {
    const double nan = std::nan("");
    const Structure good{.mass = {2, 2, {1, 0, 0, 1}},
                         .damping = Matrix::zero(2, 2),
                         .stiffness = {2, 2, {2, -1, -1, 1}},
                         .contacts = {{.direction = {1, 0}, .bound = 1.0}},
                         .loads = {{{0, 1}, Load{.harmonics = {{1.0, 1.0}}}}}};
    const auto said = [&](const auto& spoil) -> std::string {
        Structure s = good;
        StructureState start;
        spoil(s, start);
        try {
            validate(s);
            validate(s, start);
            return "accepted";
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
    };
    using State = StructureState;
    EXPECT_EQ(said([](Structure&, State&) {}), "accepted");
    EXPECT_EQ(said([](Structure& s, State&) { s.mass = {}; }),
              "mass has no entries; a structure needs at least one degree of freedom");
    EXPECT_EQ(said([](Structure& s, State&) { s.mass = Matrix::zero(2001, 2001); }),
              "mass has 2001 rows; at most 2000 degrees of freedom are allowed");
    EXPECT_EQ(said([](Structure& s, State&) { s.damping = Matrix::zero(1, 2); }),
              "damping has 1 × 2 entries; it must have 2 × 2");
    EXPECT_EQ(said([&](Structure& s, State&) { s.stiffness(0, 1) = nan; }), "stiffness[1, 2] = nan must be finite");
    EXPECT_EQ(said([](Structure& s, State&) { s.names = {"a"}; }), "names has 1 entries; it must have 2");
    EXPECT_EQ(said([&](Structure& s, State&) {
                  s.contacts[0].direction = {1, nan};
              }),
              "contact 1.direction has the entry nan; entries must be finite");
    EXPECT_EQ(said([](Structure& s, State&) {
                  s.loads[0].direction = {0, 0};
              }),
              "load 1.direction is zero; it must have an entry that is not");
    EXPECT_EQ(said([](Structure& s, State&) { s.loads[0].direction = {1}; }),
              "load 1.direction has 1 entries; it must have one for each of the 2 degrees of freedom");
    EXPECT_EQ(said([](Structure& s, State&) { s.contacts[0].bound = -1.0; }),
              "contact 1.bound = -1 N must be a finite number ≥ 0");
    EXPECT_EQ(said([](Structure& s, State&) { s.contacts[0].static_bound = 0.5; }),
              "contact 1.static_bound = 0.5 N must be finite and at least the bound, 1 N");
    EXPECT_EQ(said([](Structure& s, State&) {
                  s.contacts[0].bound = 0.0;
                  s.contacts[0].static_bound = 0.5;
              }),
              "contact 1.bound = 0 N must be positive where static_bound is");
    EXPECT_EQ(said([](Structure& s, State&) { s.contacts[0].stiffness = 0.0; }),
              "contact 1.stiffness = 0 N/m must be a finite number > 0");
    EXPECT_EQ(said([](Structure& s, State&) {
                  s.contacts[0].stiffness = 1.0;
                  s.contacts[0].static_bound = 2.0;
              }),
              "contact 1.static_bound = 2 N cannot stand beside a stiffness: an elastic contact has one bound");
    EXPECT_EQ(said([&](Structure& s, State&) { s.contacts[0].surface_velocity = nan; }),
              "contact 1.surface_velocity = nan m/s must be finite");
    EXPECT_EQ(said([&](Structure& s, State&) { s.contacts[0].normal = NormalVariation{.mean = nan}; }),
              "contact 1.normal has a mean, ratio or phase that is not finite");
    EXPECT_EQ(said([](Structure& s, State&) { s.contacts[0].normal = NormalVariation{.ratio = 0.5}; }),
              "contact 1.normal.frequency = 0 rad/s must be positive");
    EXPECT_EQ(said([](Structure&, State& start) { start.position = {1}; }), "position has 1 numbers; it must have 2");
    EXPECT_EQ(said([&](Structure&, State& start) {
                  start.velocity = {0, nan};
              }),
              "velocity has the entry nan; entries must be finite");
    EXPECT_EQ(said([](Structure&, State& start) { start.contact_deflection = {0.5}; }),
              "contact_deflection[1] = 0.5 m must be 0: contact 1 is rigid");
    EXPECT_EQ(said([](Structure& s, State& start) {
                  s.contacts[0].stiffness = 4.0;
                  start.contact_deflection = {0.5};
              }),
              "contact_deflection[1] = 0.5 m is more than its friction holds, 0.25 m");
}

TEST(StructureCase, RefusesMatricesThatNoStructureHas) {
    const auto with = [](const std::string& mass, const std::string& stiffness) {
        return refusal("[structure]\nmass = " + mass + "\nstiffness = " + stiffness + "\n");
    };
    EXPECT_EQ(with("[[1, 0], [0, 1]]", "[[2, 1], [-1, 2]]"),
              "c.toml: [structure] stiffness[2, 1] = -1 but stiffness[1, 2] = 1; the matrix must be symmetric");
    EXPECT_EQ(with("[[1, 0], [0, 1]]", "[[1, 0], [0, -1]]"),
              "c.toml: [structure] stiffness has the eigenvalue -1; none may be negative");
    EXPECT_NE(with("[[1, 1], [1, 1]]", "[[1, 0], [0, 1]]").find("mass has the eigenvalue"), std::string::npos);
    EXPECT_EQ(
        with("[[1, 0], [0]]", "[[1]]"),
        "c.toml:2: structure.mass = [[1, 0], [0]] must have rows of one length: row 2 has 1 numbers, the first 2");
    EXPECT_EQ(with("[[1, 0], [0, 1]]", "[[1]]"), "c.toml: structure.stiffness has 1 × 1 entries; it must be 2 × 2");
    EXPECT_NE(with("[[1, nan], [nan, 1]]", "[[1, 0], [0, 1]]").find("must be finite"), std::string::npos);
    EXPECT_NE(
        with("\"nowhere.csv\"", "[[1]]").find("structure.mass = \"nowhere.csv\" cannot be read: nowhere.csv: no such"),
        std::string::npos);
    EXPECT_NE(with("[1, 2]", "[[1]]").find("must be an array of rows"), std::string::npos);
    EXPECT_EQ(
        with("[[1e-300, 0], [0, 1]]", "[[1, 0], [0, 1]]"),
        "c.toml: [structure] mass has the eigenvalue 1e-300 kg; all of them must be above 4.440892098500626e-16 kg, "
        "which is rounding beside its largest entry");
    EXPECT_EQ(
        with("[[1, 0], [0, 1]]", "[[1e300, 0], [0, 1]]"),
        "c.toml: [structure] stiffness = 1e300 N/m must be between 1e-60 and 1e60: give the case in units in which "
        "its numbers are moderate");
}

// The square of such a direction has no double, and the contacts could not be decided.
TEST(StructureCase, RefusesDirectionsWhoseSquaresCannotBeComputed) {
    const auto with = [](const std::string& contact, const std::string& load) {
        return refusal("[structure]\nmasses = [1, 1]\nsprings = [1, 1]\n[[contact]]\nbound = 1\n" + contact +
                       "\n[[load]]\nkind = \"constant\"\nforce = 1\n" + load + "\n");
    };
    const std::string moderate =
        " must be between 1e-60 and 1e60: give the case in units in which its numbers are moderate";
    EXPECT_NE(with("direction = [1.5e300, 1]", "on = 1").find("direction of a contact = 1.5e300" + moderate),
              std::string::npos);
    EXPECT_NE(with("direction = [0, 1e-200]", "on = 1").find("direction of a contact = 1e-200" + moderate),
              std::string::npos);
    EXPECT_NE(with("on = 1", "direction = [1, 1e100]").find("direction of a load = 1e100" + moderate),
              std::string::npos);
}

TEST(StructureCase, IsRefusedWhereOneMassIsMeant) {
    try {
        (void)CaseDocument::parse(chain, "c.toml").read();
        FAIL();
    } catch (const CaseError& error) {
        EXPECT_STREQ(error.what(), "c.toml: a structure of many masses; this takes a case of one mass, [oscillator]");
    }
    EXPECT_NE(refusal("[oscillator]\nmass = 1\nstiffness = 1\n").find("not a structure"), std::string::npos);
}

TEST(StructureCase, IsRefusedBeyondTheSizeThatTheCallerTakes) {
    const CaseDocument three = CaseDocument::parse("[structure]\nmasses = [1, 1, 1]\nsprings = [1, 1, 1]\n", "c.toml");
    EXPECT_EQ(read_case(three, 3).structure.size(), 3u);
    EXPECT_THROW((void)read_case(three, 2), CaseError);
    const CaseDocument matrices =
        CaseDocument::parse("[structure]\nmass = [[1, 0], [0, 1]]\nstiffness = [[1, 0], [0, 1]]\n", "c.toml");
    EXPECT_EQ(read_case(matrices, 2).structure.size(), 2u);
    EXPECT_THROW((void)read_case(matrices, 1), CaseError);
}

TEST(StructureCase, HasEveryKeyOfTheListAndNoOther) {
    const std::vector<std::string> known = known_structure_keys();
    EXPECT_NE(std::ranges::find(known, "structure.springs"), known.end());
    EXPECT_NE(std::ranges::find(known, "contact[].normal_ratio"), known.end());
    EXPECT_NE(std::ranges::find(known, "load[].influence"), known.end());
    for (std::string key : known) {
        // A key that is known may be refused for its value, or for standing beside another; never as unknown.
        if (const std::size_t list = key.find("[]"); list != std::string::npos) key.replace(list, 2, "[1]");
        try {
            (void)read_case(CaseDocument::parse(chain, "c.toml").with_text(key, "1"));
        } catch (const CaseError& error) {
            EXPECT_EQ(std::string(error.what()).find("unknown"), std::string::npos) << key << ": " << error.what();
        }
    }
}

TEST(StructureCase, OpensNoFileForTextFromStrangers) {
    const std::string text = "[structure]\nmass = \"/etc/passwd.csv\"\nstiffness = [[1]]\n";
    EXPECT_NE(refusal(CaseDocument::parse(text, "c.toml", only_built_in_records())).find("here, not a file"),
              std::string::npos);
}

TEST(MatrixFile, ReadsTheSameMatrixFromEveryText) {
    const std::vector<double> expected{2, -1, -1, 3};
    const auto values = [](const char* text, MatrixFormat format) { return read_matrix(text, "m", format).values; };
    EXPECT_EQ(values("# K\n2, -1\n-1;+3\n", MatrixFormat::csv), expected);
    EXPECT_EQ(values("2 -1\r\n\r\n-1\t3", MatrixFormat::csv), expected);
    EXPECT_EQ(values("%%MatrixMarket matrix coordinate real symmetric\n% c\n2 2 3\n1 1 2\n2 1 -1\n2 2 3\n",
                     MatrixFormat::matrix_market),
              expected);
    EXPECT_EQ(values("%%MatrixMarket matrix array real general\n2 2\n2\n-1\n-1\n3\n", MatrixFormat::matrix_market),
              expected);
    EXPECT_EQ(values("%%MatrixMarket matrix array integer symmetric\n2 2\n2\n-1\n3\n", MatrixFormat::matrix_market),
              expected);
}

/// K of two grid points in two directions, M without the second direction, and a load, as Nastran punches them.
constexpr const char* punched =
    "$TITLE   = TWO POINTS\n"
    "DMIG    KAAX           0       6       2       0                       4\n"
    "DMIG*   KAAX                          20               1\n"
    "*                     20               1 3.000000000D+00\n"
    "DMIG*   KAAX                           3               2\n"
    "*                      3               1-5.0-1\n"
    "*                      3               2 4.000000000E+00\n"
    "DMIG*   KAAX                           3               1\n"
    "*                     20               1-1.000000000D+00\n"
    "*                      3               1 2.000000000D+00\n"
    "DMIG    MAAX           0       1       1       0                       4\r\n"
    "DMIG*   MAAX                           3               1\r\n"
    "*                      3               1 7.0\r\n"
    "DMIG    PAX            0       9       2       0                       1\n"
    "DMIG*   PAX                            1               0\n"
    "*                     99               1 1.0\n"
    "SPOINT   1\n";

TEST(MatrixFile, ReadsWhatNastranPunches) {
    const Matrix k = read_matrix(punched, "m", MatrixFormat::dmig, "KAAX");
    const Matrix m = read_matrix(punched, "m", MatrixFormat::dmig, "MAAX");
    // In the order 3-1, 3-2, 20-1, whatever the order of the columns in the file.
    EXPECT_EQ(k.values, (std::vector<double>{2, -0.5, -1, -0.5, 4, 0, -1, 0, 3}));
    EXPECT_EQ(m.values, (std::vector<double>{7, 0, 0, 0, 0, 0, 0, 0, 0}));
}

TEST(MatrixFile, RefusesPunchFilesItCannotRead) {
    const auto said = [](const std::string& text, const char* member) -> std::string {
        try {
            (void)read_matrix(text, "m", MatrixFormat::dmig, member);
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
        return "accepted";
    };
    const std::string header = "DMIG    K              0       6       2       0                       1\n";
    EXPECT_EQ(said(punched, ""), "m: say which matrix is meant, as in \"file.pch:NAME\"; it holds KAAX, MAAX");
    EXPECT_EQ(said("", "K"), "m: the file holds no square matrix DMIG");
    EXPECT_EQ(said(header, ""), "m: the matrix has 0 × 0 entries; it must have 1 to 2000 rows and columns");
    EXPECT_EQ(said(header + "DMIG*   K                              1               x\n", ""),
              "m:2: \"x\" must be a whole number");
    EXPECT_EQ(said(header + "DMIG*   K                              1               1\n*                      1", ""),
              "m:3: \"\" must be a finite number");
    EXPECT_EQ(said("DMIG    K              0       6       3       0                       1\n", ""),
              "m:1: the matrix K must be real");
    EXPECT_EQ(said("DMIG    K              1       1               1       1     2.0\n", ""),
              "m:1: columns of a matrix must have large fields, DMIG*");
    EXPECT_EQ(said("DMIG    K,0,6,2,0,,,1\n", ""), "m:1: fields must have fixed widths, without commas");
}

TEST(MatrixFile, RefusesTruncatedAndDamagedText) {
    const auto said = [](const char* text, MatrixFormat format) -> std::string {
        try {
            (void)read_matrix(text, "m", format);
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
        return "accepted";
    };
    EXPECT_EQ(said("1,2\n3\n", MatrixFormat::csv), "m:2: the row has 1 numbers; the rows before have 2");
    EXPECT_EQ(said("1,x\n", MatrixFormat::csv), "m:1: \"x\" must be a finite number");
    EXPECT_EQ(said("1,,2\n", MatrixFormat::csv), "m:1: \"\" must be a finite number");
    EXPECT_EQ(said("", MatrixFormat::csv), "m: the file holds no numbers; it must hold the rows of a matrix");
    const std::string banner = "%%MatrixMarket matrix coordinate real general\n";
    EXPECT_EQ(said((banner + "2 2 2\n1 1 1\n").c_str(), MatrixFormat::matrix_market),
              "m: the file ends after 1 of 2 entries");
    EXPECT_EQ(said((banner + "2 2 1\n3 1 1\n").c_str(), MatrixFormat::matrix_market),
              "m:3: the entry at 3, 1 is outside the 2 × 2 matrix");
    EXPECT_EQ(said((banner + "9999 9999 0\n").c_str(), MatrixFormat::matrix_market),
              "m: the matrix has 9999 × 9999 entries; it must have 1 to 2000 rows and columns");
    EXPECT_NE(said("%%MatrixMarket matrix coordinate complex general\n", MatrixFormat::matrix_market).find("field"),
              std::string::npos);
    EXPECT_EQ(said("\x93NUMPY", MatrixFormat::npy), "m: the file is truncated");
    EXPECT_EQ(said("PK", MatrixFormat::npz), "m: not a complete archive of NumPy (.npz)");
}

}  // namespace
}  // namespace stickslip::structure
