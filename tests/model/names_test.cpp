// Words: units, mistyped names, fields in messages.

#include <gtest/gtest.h>

#include "model/nearest_name.hpp"
#include "stickslip/model/built_in_cases.hpp"
#include "stickslip/model/case.hpp"
#include "stickslip/model/field_error.hpp"
#include "stickslip/model/units.hpp"

namespace stickslip {

namespace {

constexpr std::string_view words[] = {"simulate", "steady", "stuck_fraction", "stops_per_cycle", "sweep"};

TEST(NearestName, ForgivesASlipOfTheHand) {
    EXPECT_EQ(nearest_name("stedy", words), "steady");
    EXPECT_EQ(nearest_name("swepe", words), "sweep");
    EXPECT_EQ(nearest_name("stuck_fration", words), "stuck_fraction");
    EXPECT_EQ(nearest_name("sim", words), "simulate") << "the beginning of one name";
    EXPECT_EQ(nearest_name("st", words), std::nullopt) << "the beginning of several names";
    EXPECT_EQ(nearest_name("", words), std::nullopt);
    EXPECT_EQ(nearest_name("entirely-else", words), std::nullopt);
    EXPECT_EQ(nearest_name(std::string(100'000, 's'), words), std::nullopt);
}

TEST(NearestName, FindsEveryBuiltInCaseWithOneLetterMissing) {
    const std::vector<std::string_view> names = built_in_case_names();
    for (const std::string_view name : names) {
        std::string mistyped(name);
        mistyped.erase(1, 1);
        EXPECT_EQ(nearest_name(mistyped, names), name) << mistyped;
    }
}

TEST(CaseKeys, AreAllKnownAndMistypedOnesAreGuessed) {
    for (const std::string& key : known_case_keys()) EXPECT_NO_THROW(require_case_key(key, "over")) << key;
    EXPECT_NO_THROW(require_case_key("load.amplitude[1]", "over"));
    const auto refusal = [](const char* key) {
        try {
            require_case_key(key, "over");
        } catch (const FieldError& error) {
            EXPECT_EQ(error.field(), "over");
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_EQ(refusal("freq").find("over names the unknown key freq; did you mean frequency_ratio? A key is"), 0U)
        << refusal("freq");
    EXPECT_NE(refusal("load.frequncy").find("did you mean load.frequency?"), std::string::npos);
    EXPECT_EQ(refusal("zzz").find("over names the unknown key zzz; a key is"), 0U) << refusal("zzz");
}

TEST(Units, OfADimensionlessCaseAreThoseOfItsLoad) {
    EXPECT_EQ(unit_in(UnitSystem::si, "m"), "m");
    EXPECT_EQ(unit_in(UnitSystem::load, "m"), "p₀/k");
    EXPECT_EQ(unit_in(UnitSystem::friction_bound, "J"), "r_y²/k");
    EXPECT_EQ(unit_in(UnitSystem::load, "rad"), "rad");
    EXPECT_EQ(with_unit("amplitude", "m"), "amplitude [m]");
    EXPECT_EQ(with_unit("stops per cycle", "1"), "stops per cycle");
    EXPECT_EQ(unit_system(CaseDocument::from_ratios({.friction = 0.3}).read()), UnitSystem::load);
    EXPECT_EQ(unit_system(CaseDocument::open("dlubal-0116").read()), UnitSystem::si);
}

}  // namespace

}  // namespace stickslip
