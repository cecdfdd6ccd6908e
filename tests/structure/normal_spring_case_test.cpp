// Contacts whose normal force the motion decides, as case files: what each key means, and that what does not fit is
// refused in one sentence.

#include <gtest/gtest.h>

#include "stickslip/model/case.hpp"
#include "stickslip/structure/case.hpp"
#include "stickslip/structure/simulate.hpp"
#include "stickslip/structure/steady_state.hpp"

namespace stickslip::structure {
namespace {

const std::string press_masses = R"([structure]
masses = [1, 2]
springs = [3, 4]
names = ["floor", "roof"]
[run]
until = 1
[[contact]]
name = "pad"
)";

CaseDocument pressed(const std::string& keys) { return CaseDocument::parse(press_masses + keys, "c.toml"); }

std::string press_refusal(const std::string& keys) {
    try {
        (void)read_case(pressed(keys));
    } catch (const std::exception& error) {
        return error.what();
    }
    return "";
}

TEST(NormalSpringCase, SaysWhatPartsTheSurfaces) {
    const auto normal = [](const std::string& keys) {
        return read_case(pressed(keys + "\nnormal_stiffness = 10\n")).structure.contacts[0].normal_spring->direction;
    };
    EXPECT_EQ(normal("normal_on = \"roof\""), (std::vector<double>{0.0, 1.0}));
    EXPECT_EQ(normal("normal_on = 1"), (std::vector<double>{1.0, 0.0}));
    EXPECT_EQ(normal("normal_between = [\"floor\", 2]"), (std::vector<double>{-1.0, 1.0}));
    EXPECT_EQ(normal("normal_between = [0, 2]"), (std::vector<double>{0.0, 1.0}));
    EXPECT_EQ(normal("normal_direction = [0.5, -1]"), (std::vector<double>{0.5, -1.0}));
}

TEST(NormalSpringCase, HasAPreloadOrAGap) {
    const auto spring = [](const std::string& keys) {
        return *read_case(pressed("normal_on = 1\nnormal_stiffness = 10\n" + keys)).structure.contacts[0].normal_spring;
    };
    EXPECT_EQ(spring("").preload, 0.0);
    EXPECT_EQ(spring("preload = 3").preload, 3.0);
    EXPECT_EQ(spring("gap = 0.2").preload, -2.0);
    EXPECT_EQ(spring("mu = 0.3\nmu_static = 0.4\non = 2").mu_static, 0.4);
    const double apart[] = {0.1, 0.0};
    EXPECT_DOUBLE_EQ(spring("preload = 3").force(apart), 2.0);
}

TEST(NormalSpringCase, WithoutFrictionNeedsNoSlip) {
    const Case c = read_case(pressed("normal_on = 1\nnormal_stiffness = 10\n"));
    EXPECT_EQ(c.structure.contacts[0].direction, (std::vector<double>{0.0, 0.0}));
    EXPECT_EQ(simulate(c.structure, c.start, 1.0).at(1.0).friction[0], 0.0);
}

TEST(NormalSpringCase, RefusesWhatDoesNotFit) {
    const std::string press = "normal_on = 1\nnormal_stiffness = 10\n";
    const std::pair<std::string, std::string> refused[] = {
        {"normal_stiffness = 10", "needs one of normal_on, normal_between and normal_direction"},
        {press + "normal_between = [1, 2]", "cannot stand beside contact.normal_on"},
        {press + "mu = 0.2", "a contact needs one of on, between and direction"},
        {press + "bound = 1\non = 1", "cannot stand beside normal_stiffness"},
        {press + "mu = 0.2\non = 1\nnormal = 4", "cannot stand beside normal_stiffness"},
        {press + "mu = 0.2\non = 1\nnormal_amplitude = 4", "cannot stand beside normal_stiffness"},
        {press + "preload = 1\ngap = 1", "cannot stand beside preload"},
        {press + "mu = 0.2\non = 1\nmu_static = 0.1", "must not be below the friction of sliding"},
        {press + "mu = 0.2\non = 1\nmu_static = 0.3\nstiffness = 5", "cannot stand beside a stiffness"},
        {"normal_on = 1\nnormal_stiffness = 0", "normal_stiffness = 0"},
        {"normal_on = 1\nnormal_stiffness = 10\nmu = -1\non = 1", "mu = -1"},
        {"normal_on = 7\nnormal_stiffness = 10", "must be a degree of freedom"},
        {"on = 1\nbound = 1\ngap = 0.1", "needs normal_stiffness"},
        {"on = 1\nbound = 1\nnormal_on = 1", "needs normal_stiffness"},
        {press + "gab = 1", "gap"},
    };
    for (const auto& [keys, words] : refused)
        EXPECT_NE(press_refusal(keys).find(words), std::string::npos) << press_refusal(keys);
}

TEST(NormalSpringCase, TakesItsNumbersFromOverrides) {
    const CaseDocument document = pressed("normal_on = 1\nnormal_stiffness = 10\ngap = 0.1\n")
                                      .with_value("contact.pad.gap", 0.3)
                                      .with_value("contact[1].normal_stiffness", 20.0);
    EXPECT_DOUBLE_EQ(read_case(document).structure.contacts[0].normal_spring->preload, -6.0);
}

TEST(NormalSpringCase, HasBuiltInOnes) {
    for (const char* name : {"mass-against-a-stop", "mode-coupling", "rubbing-blade"}) {
        const Case c = read_case(CaseDocument::open(name));
        const StructureTrajectory motion = simulate(c.structure, c.start, c.end_time());
        EXPECT_GT(motion.events.size(), 3u) << name;
        const StructureEnergy e = energy_balance(motion);
        EXPECT_LE(std::abs(e.imbalance), 1e-12 * (std::abs(e.input) + e.initial)) << name;
    }
    const Case squeal = read_case(CaseDocument::open("mode-coupling"));
    EXPECT_TRUE(steady_state(squeal.structure, squeal.start, {.with_coexisting = false}).is_limit_cycle);
    const Case blade = read_case(CaseDocument::open("rubbing-blade"));
    const StructureSteadyState rub = steady_state(blade.structure, blade.start, {.with_coexisting = false});
    ASSERT_TRUE(rub.cycle) << rub.reason;
    EXPECT_GT(rub.contacts[0].open_fraction, 0.0);
    EXPECT_LT(rub.contacts[0].open_fraction, 1.0);
}

}  // namespace
}  // namespace stickslip::structure
