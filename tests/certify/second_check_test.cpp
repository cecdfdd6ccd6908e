// The second arithmetic confirms certificates and objects to wrong ones.

#include <gtest/gtest.h>

#include <random>

#include "stickslip/certify/certify.hpp"

namespace stickslip {
namespace {

TEST(SecondArithmetic, ConfirmsCertificatesOfEveryTheorem) {
    for (const Ratios& r :
         {Ratios{.friction = 0.6, .frequency = 0.105}, Ratios{.friction = 0.3, .frequency = 0.8},
          Ratios{.friction = 0.3, .frequency = 0.9, .damping = 0.05}, Ratios{.friction = 0.00275, .frequency = 0.33375},
          Ratios{.friction = 0.8, .frequency = 1.0}, Ratios{.friction = 0.5, .frequency = 1.0},
          Ratios{.friction = 1.5, .frequency = 0.7}}) {
        const Certificate c = certify(r);
        ASSERT_TRUE(c.is_proved);
        EXPECT_EQ(objection_to(c), "") << r.friction << " " << r.frequency;
    }
}

TEST(SecondArithmetic, ObjectsToEveryWrongField) {
    const Certificate right = certify({.friction = 0.9, .frequency = 0.9, .damping = 0.05});
    ASSERT_EQ(right.regime, Regime::stick_slip);
    ASSERT_TRUE(right.is_proved);
    std::vector<Certificate> wrong(9, right);
    wrong[0].stops_then_reverse += 2;
    wrong[1].stops_then_same_direction += 2;
    wrong[2].zero_duration_reversals += 2;
    wrong[3].amplitude_ratio = {right.amplitude_ratio.low + 1e-10, right.amplitude_ratio.high + 1e-10};
    wrong[4].regime = Regime::continuous;
    wrong[5].theorem = Theorem::motion_sliding;
    wrong[6].theorem = Theorem::permanent_stick;
    wrong[7].witness.position += 1e-6;
    wrong[8].is_proved = false;
    for (const Certificate& claim : wrong) EXPECT_NE(objection_to(claim), "");
    for (const Ratios& still : {Ratios{.friction = 1.5, .frequency = 0.7}, Ratios{.friction = 0.5, .frequency = 1.0}}) {
        Certificate claim = certify(still);
        claim.zero_duration_reversals = 2;
        EXPECT_NE(objection_to(claim), "");
    }
    Certificate family = certify({.friction = 0.3, .frequency = 0.8});
    family.frequency_ratio = 0.5;
    EXPECT_NE(objection_to(family), "");
}

/// A certificate that was forged: another count, another amplitude, or the claim of a place across a boundary.
TEST(SecondArithmetic, ObjectsToForgedCertificates) {
    std::mt19937_64 engine(29);
    std::uniform_real_distribution<> share(0.0, 1.0);
    int forged = 0;
    for (int k = 0; k < 6; ++k) {
        const Ratios r{.friction = 0.05 + 0.9 * share(engine),
                       .frequency = 0.15 + 1.3 * share(engine),
                       .damping = k % 2 == 0 ? 0.0 : 0.1 * share(engine)};
        const Certificate c = certify(r);
        if (!c.is_proved) continue;
        SCOPED_TRACE(testing::Message() << r.friction << " " << r.frequency << " " << r.damping);
        EXPECT_EQ(objection_to(c), "");
        std::vector<Certificate> claims(4, c);
        claims[0].stops_then_reverse += c.stops_then_reverse > 0 ? -2 : 2;
        claims[1].stops_then_same_direction += 2;
        const double shift = 1e-10 + c.amplitude_ratio.high - c.amplitude_ratio.low;
        claims[2].amplitude_ratio = {c.amplitude_ratio.low + shift, c.amplitude_ratio.high + shift};
        claims[3].amplitude_ratio = {c.amplitude_ratio.low - shift, c.amplitude_ratio.high - shift};
        const Certificate other =
            certify({.friction = r.friction < 0.5 ? 0.97 : 0.03, .frequency = r.frequency, .damping = r.damping});
        if (other.stops_per_cycle() != c.stops_per_cycle()) {
            claims.push_back(c);
            claims.back().friction_ratio = other.friction_ratio;
            claims.back().amplitude_ratio = {0.0, 100.0};
        }
        for (const Certificate& claim : claims) {
            ++forged;
            EXPECT_NE(objection_to(claim), "");
        }
    }
    EXPECT_GE(forged, 24);
}

}  // namespace
}  // namespace stickslip
