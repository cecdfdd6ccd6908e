// Steady states without closed form, by shooting.

#include <gtest/gtest.h>

#include <cmath>

#include "../motion/stefanski_oscillator.hpp"
#include "stickslip/motion/simulate.hpp"
#include "stickslip/steady/steady_state.hpp"

namespace stickslip::testing {
namespace {

struct Figure3a {
    const char* name;
    FrictionLaw law;
    double x_max, x_min, x_strobe, v_strobe, exponent;
};

// [Stefanski2003] figure 3(a); computed independently to 2·10⁻⁹, the exponent by central differences of the flow.
const Figure3a figure_3a[] = {
    {"stefanski", Stefanski{12.0, 0.1}, 3.407605243, -3.407605243, -0.03654173288, 3.409892101, -0.0501497110},
    {"literal", StefanskiLiteral{12.0, 0.1}, 3.408013553, -3.407993651, -0.01840509456, 3.409290459, 0.0},
};

TEST(LawSteadyState, IsTheLoopOfFigure3a) {
    for (const Figure3a& f : figure_3a) {
        const SteadyState s = steady_state(stefanski_oscillator(Spring::linear, f.law), cosine_load(0.5), {});
        EXPECT_EQ(s.regime, Regime::continuous) << f.name;
        EXPECT_NEAR(s.x_max, f.x_max, 2e-9) << f.name;
        EXPECT_NEAR(s.x_min, f.x_min, 2e-9) << f.name;
        ASSERT_TRUE(s.cycle) << f.name;
        const Sample start = s.cycle->at(0.0);
        EXPECT_NEAR(start.position, f.x_strobe, 2e-9) << f.name;
        EXPECT_NEAR(start.velocity, f.v_strobe, 2e-9) << f.name;
        EXPECT_EQ(s.zero_duration_reversals, 2) << f.name;
        if (f.exponent != 0.0) {
            EXPECT_NEAR(std::log(s.multiplier) / load_period, f.exponent, 1e-9) << f.name;
        }
    }
}

TEST(LawSteadyState, HasTwoStopsAPeriodInTheStickSlipCase) {
    const double period = 4.0 * std::numbers::pi;
    const SteadyState s = steady_state(stefanski_oscillator(Spring::linear), cosine_load(0.25, 0.5), {});
    EXPECT_EQ(s.regime, Regime::stick_slip);
    EXPECT_EQ(s.stops_then_reverse, 2);
    EXPECT_EQ(s.stops_then_same_direction, 0);
    EXPECT_NEAR(s.x_max, 0.3109467953, 2e-10);
    EXPECT_NEAR(s.x_min, -0.3109467953, 2e-10);
    EXPECT_NEAR(s.velocity, 0.2293277347, 2e-10);
    EXPECT_NEAR(s.stuck_fraction, 2.0 * (1.742718138 - 0.347449438) / period, 1e-8);
    ASSERT_TRUE(s.cycle);
    const double x = s.cycle->at(0.0).position;
    EXPECT_NEAR(x, 0.300340991, 1e-9);
    EXPECT_NEAR(energy_balance(*s.cycle).imbalance, 0.0, 1e-12);
}

Oscillator block_on_belt() {
    Oscillator o;
    o.friction_bound = 1.0;
    o.static_bound = 1.0;
    o.law = StribeckRational{3.0};
    o.belt_velocity = 0.2;
    return o;
}

TEST(LimitCycle, OfABlockOnABeltHasThePeriodOfALongSimulation) {
    const SteadyState s = steady_state(block_on_belt(), {}, {0.9, 0.0});
    EXPECT_EQ(s.regime, Regime::stick_slip);
    ASSERT_TRUE(s.cycle);
    const Trajectory t = simulate(block_on_belt(), {}, {0.9, 0.0}, 400.0);
    std::vector<double> releases;
    for (const Event& e : t.events) {
        if (e.kind == EventKind::stick_to_slide) releases.push_back(e.time);
    }
    ASSERT_GT(releases.size(), 10u);
    const double simulated = releases.back() - releases[releases.size() - 2];
    EXPECT_NEAR(s.period, simulated, 1e-10 * s.period);
    // The release is where the spring force equals the static friction, whatever came before.
    EXPECT_NEAR(s.multiplier, 0.0, 1e-12);
    const Event last = t.events.back();
    if (last.kind == EventKind::stick_to_slide) {
        EXPECT_NEAR(last.position, 1.0, 1e-12);
    }
}

TEST(LimitCycle, OfStaticAndKineticFrictionIsKnownInClosedForm) {
    // Belt v, release at k·x = F_s, slide about F_k: half amplitude R = √((ΔF/k)² + (v/ω)²); in units m = k = 1 the
    // slide lasts 2π − 2·atan(ΔF/v) and the stick 2·ΔF/v.
    Oscillator o;
    o.friction_bound = 0.5;
    o.static_bound = 1.0;
    o.belt_velocity = 0.2;
    const SteadyState s = steady_state(o, {}, {0.0, 0.0});
    const double ratio = 0.5 / 0.2;
    const double slide = 2.0 * std::numbers::pi - 2.0 * std::atan(ratio);
    EXPECT_NEAR(s.period, slide + 2.0 * ratio, 1e-12 * s.period);
    EXPECT_NEAR(s.x_max, 0.5 + std::hypot(0.5, 0.2), 1e-13);
    EXPECT_NEAR(s.stuck_fraction, 2.0 * ratio / s.period, 1e-12);
}

TEST(LawTrajectory, ClosesItsEnergyForEveryLaw) {
    const FrictionLaw laws[] = {Coulomb{},
                                StribeckExponential{12.0, 0.01},
                                StribeckGaussian{0.1, 0.01},
                                StribeckRational{3.0},
                                PowellWiercigroch{12.0},
                                Stefanski{12.0, 0.1},
                                StefanskiLiteral{12.0, 0.1},
                                Dahl{20.0},
                                LuGre{20.0, 0.3, 0.01, 0.1},
                                BoucWen{5.0, 1.0, 20.0, 10.0, 2.0},
                                Jenkins{5.0},
                                RegularisedTanh{0.05}};
    for (const FrictionLaw& law : laws) {
        for (const double belt : {0.0, 0.3}) {
            Oscillator o = stefanski_oscillator(Spring::cubic, law);
            o.belt_velocity = belt;
            const Trajectory t = simulate(o, cosine_load(0.6), {0.3, 0.2}, 40.0);
            const EnergyBalance e = energy_balance(t);
            EXPECT_NEAR(e.imbalance, 0.0, 1e-11 * (std::abs(e.input) + e.initial + 1.0)) << name(law) << " " << belt;
            EXPECT_EQ(t.termination, Termination::reached_end);
        }
    }
}

}  // namespace
}  // namespace stickslip::testing
