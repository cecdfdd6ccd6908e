// What is proved is what is known with 20 digits, what the fast answer says, and nothing that is wrong.

#include "stickslip/certify/certify.hpp"

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <random>

#include "careless_caller.hpp"
#include "kinds/line/solve_cell.hpp"

namespace stickslip {
namespace {

using Exact = boost::multiprecision::cpp_bin_float_50;

CellSolution<double> fast_answer(const Ratios& r) {
    return solve_cell({r.friction, r.friction, r.frequency, r.damping});
}

Ratios random_ratios(std::mt19937_64& engine) {
    std::uniform_real_distribution<> share(0.0, 1.0);
    const double slow = share(engine);
    return {.friction = 1.1 * share(engine),
            .frequency = slow < 0.2 ? 0.02 + 0.08 * share(engine) : 0.1 + 1.4 * share(engine),
            .damping = slow < 0.5 ? 0.0 : (slow < 0.9 ? 0.1 : 1.6) * share(engine)};
}

std::vector<Ratios> random_cells(std::uint64_t seed, int count) {
    std::mt19937_64 engine(seed);
    std::vector<Ratios> cells;
    for (int k = 0; k < count; ++k) cells.push_back(random_ratios(engine));
    return cells;
}

/// The proof agrees with the fast answer, as far as that has digits.
void expect_agrees(const Certificate& c, const CellSolution<double>& s) {
    EXPECT_EQ(c.regime, s.regime);
    EXPECT_EQ(c.stops_then_reverse, s.stops_then_reverse);
    EXPECT_EQ(c.stops_then_same_direction, s.stops_then_same_direction);
    EXPECT_EQ(c.zero_duration_reversals, s.zero_duration_reversals);
    constexpr double digits = 1e-11;
    EXPECT_GE(s.amplitude, c.amplitude_ratio.low - digits * (1.0 + s.amplitude));
    EXPECT_LE(s.amplitude, c.amplitude_ratio.high + digits * (1.0 + s.amplitude));
}

TEST(Certificates, CoverRandomCellsAndAgreeWithTheFastAnswer) {
    int proved = 0;
    constexpr int cells = 1500;
    for (const Ratios& r : random_cells(25, cells)) {
        SCOPED_TRACE(testing::Message() << r.friction << " " << r.frequency << " " << r.damping);
        const Certificate c = certify(r);
        if (!c.is_proved) {
            EXPECT_FALSE(c.reason.empty());
            continue;
        }
        ++proved;
        expect_agrees(c, fast_answer(r));
    }
    EXPECT_GE(proved, cells - 2);
}

struct TruthPoint {
    const char* friction;
    const char* frequency;
    const char* damping;
    int reverse;
    int same;
    int reversals;
    const char* amplitude;
};

// Computed with 50 digits by an independent program (tests/certify/many_digits.py) for the doubles nearest to these.
constexpr TruthPoint truth[] = {
#include "many_digits.inc"
};

TEST(Certificates, HoldTheAmplitudeThatIsKnownToManyDigits) {
    for (const TruthPoint& t : truth) {
        SCOPED_TRACE(testing::Message() << t.friction << " " << t.frequency << " " << t.damping);
        const Certificate c = certify(
            {.friction = std::stod(t.friction), .frequency = std::stod(t.frequency), .damping = std::stod(t.damping)});
        ASSERT_TRUE(c.is_proved) << c.reason;
        EXPECT_EQ(c.stops_then_reverse, t.reverse);
        EXPECT_EQ(c.stops_then_same_direction, t.same);
        EXPECT_EQ(c.zero_duration_reversals, t.reversals);
        EXPECT_LE(Exact(c.amplitude_ratio.low), Exact(t.amplitude));
        EXPECT_GE(Exact(c.amplitude_ratio.high), Exact(t.amplitude));
        EXPECT_LT(c.amplitude_ratio.high - c.amplitude_ratio.low, 1e-9);
    }
}

TEST(Certificates, NeverProveAWrongClaim) {
    std::mt19937_64 engine(26);
    int claims = 0;
    for (int k = 0; k < 200; ++k) {
        const Certificate c = certify(random_ratios(engine));
        if (!c.is_proved || c.regime == Regime::permanent_stick) continue;
        EXPECT_TRUE(is_proved(c));
        std::vector<Certificate> wrong(6, c);
        wrong[0].stops_then_reverse += 2;
        wrong[1].stops_then_same_direction += 2;
        wrong[2].stops_then_reverse -= 2;
        wrong[3].amplitude_ratio.low += 1e-10 + c.amplitude_ratio.high - c.amplitude_ratio.low;
        wrong[3].amplitude_ratio.high += 1e-10 + c.amplitude_ratio.high - c.amplitude_ratio.low;
        wrong[4].amplitude_ratio.low -= 1e-10 + c.amplitude_ratio.high - c.amplitude_ratio.low;
        wrong[4].amplitude_ratio.high -= 1e-10 + c.amplitude_ratio.high - c.amplitude_ratio.low;
        wrong[5].zero_duration_reversals += 2;
        for (const Certificate& claim : wrong) {
            ++claims;
            EXPECT_FALSE(is_proved(claim)) << c.friction_ratio << " " << c.frequency_ratio << " " << c.damping_ratio;
        }
    }
    EXPECT_GT(claims, 900);
}

TEST(Certificates, NeverCarryACountAcrossABoundary) {
    // The crossings of Riddoch's line r = 0.1 between four and six stops, and that of permanent stick.
    for (const double friction : {0.20427, 0.2109, 0.3739, 0.5048}) {
        const Certificate below = certify({.friction = friction * 0.98, .frequency = 0.1});
        const Certificate above = certify({.friction = friction * 1.02, .frequency = 0.1});
        ASSERT_TRUE(below.is_proved && above.is_proved);
        ASSERT_NE(below.stops_per_cycle(), above.stops_per_cycle());
        Certificate moved = below;
        moved.friction_ratio = above.friction_ratio;
        moved.amplitude_ratio = {0.0, 10.0};
        EXPECT_FALSE(is_proved(moved));
    }
    Certificate stick = certify({.friction = 1.0, .frequency = 0.7});
    EXPECT_TRUE(is_proved(stick));
    stick.friction_ratio = std::nextafter(1.0, 0.0);
    EXPECT_FALSE(is_proved(stick));
}

TEST(Certificates, HoldOrAreRefusedWhateverTheCallerDoesToTheProcessor) {
    int proved = 0;
    constexpr int cells = 60;
    bool is_odd = true;
    for (const Ratios& r : random_cells(27, cells)) {
        is_odd = !is_odd;
        const Certificate usual = certify(r);
        for (int mode = 0; mode < rounding_modes; ++mode) {
            SCOPED_TRACE(testing::Message()
                         << r.friction << " " << r.frequency << " " << r.damping << " mode " << mode);
            const Certificate c = certify_carelessly(r, mode, !is_odd);
            if (!c.is_proved || !usual.is_proved) continue;
            ++proved;
            EXPECT_EQ(c.regime, usual.regime);
            EXPECT_EQ(c.stops_then_reverse, usual.stops_then_reverse);
            EXPECT_EQ(c.stops_then_same_direction, usual.stops_then_same_direction);
            // Both hold the same number.
            EXPECT_LE(c.amplitude_ratio.low, usual.amplitude_ratio.high);
            EXPECT_GE(c.amplitude_ratio.high, usual.amplitude_ratio.low);
        }
    }
    EXPECT_GT(proved, 3 * cells);
}

TEST(Certificates, NameTheirTheorem) {
    EXPECT_EQ(certify({.friction = 1.0, .frequency = 0.7}).theorem, Theorem::permanent_stick);
    EXPECT_TRUE(certify({.friction = 1.0, .frequency = 0.7}).is_unique);
    EXPECT_FALSE(certify({.friction = 1.5, .frequency = 0.7}).is_unique);
    const Certificate growing = certify({.friction = 0.78, .frequency = 1.0});
    EXPECT_EQ(growing.theorem, Theorem::resonance);
    EXPECT_EQ(growing.regime, Regime::unbounded);
    EXPECT_EQ(certify({.friction = 0.8, .frequency = 1.0}).theorem, Theorem::motion_at_rest);
    EXPECT_EQ(certify({.friction = 0.1, .frequency = 0.8}).theorem, Theorem::motion_sliding);
    EXPECT_EQ(name(Theorem::none), "");
    EXPECT_EQ(name(Theorem::motion_sliding), "T4");
}

TEST(Certificates, ProveSixReversalsWithoutAStop) {
    const Certificate c = certify({.friction = 0.00275, .frequency = 0.33375});
    ASSERT_TRUE(c.is_proved) << c.reason;
    EXPECT_EQ(c.regime, Regime::continuous);
    EXPECT_EQ(c.zero_duration_reversals, 6);
}

TEST(Certificates, SayWhyNothingIsProved) {
    EXPECT_NE(certify({.friction = 0.1, .frequency = 0.5}).reason.find("not unique"), std::string::npos);
    EXPECT_NE(certify({.friction = 0.0, .frequency = 0.7}).reason.find("not unique"), std::string::npos);
    EXPECT_NE(certify({.friction = 0.1, .frequency = 65.0}).reason.find("64"), std::string::npos);
    EXPECT_NE(certify({.friction = 0.1, .frequency = std::nextafter(1.0, 0.0)}).reason.find("rounding"),
              std::string::npos);
    EXPECT_THROW(static_cast<void>(certify({.friction = -0.1, .frequency = 0.5})), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(certify({.friction = 0.1, .frequency = 0.5, .static_friction = 0.2})),
                 std::invalid_argument);
}

TEST(Certificates, OfManyPointsAreThoseOfEach) {
    std::mt19937_64 engine(28);
    std::vector<Ratios> points;
    for (int k = 0; k < 50; ++k) points.push_back(random_ratios(engine));
    const std::vector<Certificate> all = certify(points);
    ASSERT_EQ(all.size(), points.size());
    for (std::size_t k = 0; k < points.size(); ++k) {
        EXPECT_EQ(all[k].amplitude_ratio.low, certify(points[k]).amplitude_ratio.low);
    }
}

}  // namespace
}  // namespace stickslip
