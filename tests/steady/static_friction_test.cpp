// Static friction above the sliding one: rest and motion coexist and the start decides.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "../soak/soak.hpp"
#include "steady_ratios.hpp"
#include "stickslip/motion/simulate.hpp"
#include "stickslip/studies/sweep.hpp"

namespace stickslip {
namespace {

using std::numbers::pi;

std::vector<Regime> regimes(const std::vector<CoexistingMotion>& motions) {
    std::vector<Regime> list;
    for (const CoexistingMotion& m : motions) list.push_back(m.regime);
    return list;
}

TEST(StaticFriction, LetsRestAndMotionCoexist) {
    const Ratios ratios{.friction = 0.1, .frequency = 0.8, .static_friction = 1.05};
    const SteadyState from_rest = steady_of(ratios);
    EXPECT_EQ(from_rest.regime, Regime::permanent_stick);
    EXPECT_EQ(regimes(from_rest.coexists), std::vector{Regime::continuous});
    ASSERT_TRUE(from_rest.rest_positions);
    EXPECT_NEAR(from_rest.rest_positions->high, 0.05, 1e-15);

    const SteadyState from_afar = steady_of(ratios, {-10.0, 0.0});
    EXPECT_EQ(from_afar.regime, Regime::continuous);
    EXPECT_EQ(regimes(from_afar.coexists), std::vector{Regime::permanent_stick});
    // A motion that never rests knows nothing of the static bound.
    const SteadyState sliding = steady_of({.friction = 0.1, .frequency = 0.8});
    EXPECT_NEAR(from_afar.amplitude_ratio, sliding.amplitude_ratio, 1e-12 * sliding.amplitude_ratio);
    EXPECT_NEAR(from_afar.multiplier, sliding.multiplier, 1e-9);
    EXPECT_EQ(from_afar.map_period, MapPeriod::half);
}

TEST(StaticFriction, EqualToTheSlidingOneChangesNothing) {
    for (const auto& [f, W] : {std::pair{0.6, 0.105}, {0.4, 0.5}, {0.6, 1.8}}) {
        const SteadyState without = steady_of({.friction = f, .frequency = W});
        const SteadyState with = steady_of({.friction = f, .frequency = W, .static_friction = f});
        EXPECT_EQ(with.amplitude_ratio, without.amplitude_ratio);
        EXPECT_EQ(with.stops_per_cycle(), without.stops_per_cycle());
        EXPECT_TRUE(with.coexists.empty());
    }
}

TEST(StaticFriction, ALittleMoreChangesTheMotionALittle) {
    for (const auto& [f, W, z] : {std::tuple{0.6, 0.6, 0.0}, {0.4, 0.5, 0.05}, {0.5, 0.3, 0.2}}) {
        const SteadyState equal = steady_of({.friction = f, .frequency = W, .damping = z});
        const SteadyState more = steady_of({.friction = f, .frequency = W, .damping = z, .static_friction = f + 1e-8});
        EXPECT_EQ(more.regime, equal.regime);
        EXPECT_EQ(more.stops_per_cycle(), equal.stops_per_cycle());
        // A release with acceleration 10⁻⁸ instead of zero: first order in the excess.
        EXPECT_NEAR(more.amplitude_ratio, equal.amplitude_ratio, 1e-6);
        EXPECT_NEAR(more.multiplier, equal.multiplier, 1e-5);
    }
}

TEST(StaticFriction, SteadyMotionIsWhatTheStartComesTo) {
    for (const Ratios& ratios : {Ratios{.friction = 0.3, .frequency = 0.6, .static_friction = 0.45},
                                 Ratios{.friction = 0.5, .frequency = 0.3, .damping = 0.1, .static_friction = 0.7},
                                 Ratios{.friction = 0.2, .frequency = 1.3, .static_friction = 0.3}}) {
        for (const State start : {State{0.0, 0.0}, State{2.0, -1.0}}) {
            const SteadyState s = steady_of(ratios, start);
            ASSERT_TRUE(s.is_periodic());
            constexpr int cycles = 2000;
            const Trajectory t = simulate(oscillator_of(ratios), load_of(ratios), start, (cycles + 1) * s.period);
            for (const double share : {0.0, 0.2, 0.45, 0.7}) {
                EXPECT_NEAR(t.at((cycles + share) * s.period).position, s.cycle->at(share * s.period).position, 1e-9)
                    << ratios.friction;
            }
            const std::vector<int> stops = stops_in_each_period(t, s.period);
            EXPECT_EQ(stops[cycles], s.stops_per_cycle());
        }
    }
}

TEST(StaticFriction, AtResonanceTheMotionThatHasBegunGrowsForEver) {
    const SteadyState moving = steady_of({.friction = 0.3, .frequency = 1.0, .static_friction = 0.35});
    EXPECT_EQ(moving.regime, Regime::unbounded);
    EXPECT_NEAR(moving.growth_per_cycle, pi - 1.2, 1e-15);

    const SteadyState held = steady_of({.friction = 0.3, .frequency = 1.0, .static_friction = 1.2});
    EXPECT_EQ(held.regime, Regime::permanent_stick);
    EXPECT_EQ(regimes(held.coexists), std::vector{Regime::unbounded});
}

/// Near resonance the motion is hundreds of static responses large: what is near it is measured by its own size.
TEST(StaticFriction, NearResonanceTheLargeMotionIsFound) {
    const Ratios ratios{.friction = 0.3, .frequency = 0.999, .static_friction = 0.36};
    const SteadyState s = steady_of(ratios, {}, {.with_cycle = false});
    const SteadyState sliding = steady_of({.friction = 0.3, .frequency = 0.999}, {}, {.with_cycle = false});
    EXPECT_EQ(s.regime, Regime::continuous);
    EXPECT_NEAR(s.amplitude_ratio, sliding.amplitude_ratio, 1e-9 * sliding.amplitude_ratio);
}

/// Each of these was once answered with an unstable orbit, or with none.
struct KnownCell {
    const char* why;
    Ratios ratios;
    Regime regime;
    int load_periods;
    double amplitude_ratio;  ///< NaN where it is not known from elsewhere
    double stops;
};

const KnownCell known_cells[] = {
    {"Newton found an orbit with multiplier 1.0135 beside the symmetry-broken pair",
     {.friction = 0.0045278009538963744, .frequency = 0.05245969947617032, .static_friction = 0.009058612135562775},
     Regime::stick_slip,
     1,
     0.99904174,
     2.0},
    {"Newton found two stops with multiplier 2.31; the motion has one stop and one reversal",
     {.friction = 0.0033533820698519842, .frequency = 0.10116849989039033, .static_friction = 0.01181545315567772},
     Regime::stick_slip,
     1,
     undefined_value,
     1.0},
    {"irregular for a thousand periods",
     {.friction = 0.007892514880181514, .frequency = 0.08796562814829732, .static_friction = 0.019604831619417097},
     Regime::chaotic,
     0,
     undefined_value,
     undefined_value},
    {"not converged, though the continuous motion is reached",
     {.friction = 0.0010858755539633587, .frequency = 0.8796914734904963, .static_friction = 0.003126089027733057},
     Regime::continuous,
     1,
     4.42197889436,
     0.0},
    {"aperiodic over twelve thousand periods",
     {.friction = 0.2442653616980273, .frequency = 0.5791386973519584, .static_friction = 0.9644140415927464},
     Regime::chaotic,
     0,
     undefined_value,
     undefined_value},
    {"repeats after three load periods",
     {.friction = 0.09117642984928938, .frequency = 0.6036820002733315, .static_friction = 0.6631708283140598},
     Regime::stick_slip,
     3,
     undefined_value,
     2.0 / 3.0},
};

TEST(StaticFriction, TheAnswerIsTheAttractorOfTheStart) {
    for (const KnownCell& known : known_cells) {
        SCOPED_TRACE(known.why);
        const SteadyState s = steady_of(known.ratios, {}, {.with_cycle = false, .with_coexisting = false});
        EXPECT_EQ(s.regime, known.regime);
        EXPECT_EQ(s.load_periods, known.load_periods);
        if (std::isfinite(known.amplitude_ratio)) {
            EXPECT_NEAR(s.amplitude_ratio, known.amplitude_ratio, 6e-9);
        }
        if (std::isfinite(known.stops)) {
            EXPECT_DOUBLE_EQ(s.stops_per_cycle(), known.stops);
        }
        if (s.is_periodic()) {
            EXPECT_LT(s.multiplier, 1.0);
        } else {
            EXPECT_GT(s.exponent, 3.0 * s.exponent_error);
            EXPECT_GT(s.exponent_error, 0.0);
            EXPECT_GT(s.amplitude_ratio, 0.0);
        }
    }
}

/// From alternate sides: the multiplier is near −1, and the return after ten load periods is closer than after five.
TEST(StaticFriction, AnOrbitPassedTwiceIsTheOrbit) {
    const SteadyState s = steady_of(
        {.friction = 0.11800959215935185, .frequency = 0.43944132844049544, .static_friction = 0.4150037187472771});
    EXPECT_EQ(s.load_periods, 5);
    EXPECT_TRUE(s.coexists.empty()) << "it is its own mirror image";
    const Ratios doubled{.friction = 0.15046779480387562,
                         .frequency = 0.37615053392174513,
                         .damping = 0.029971094709084545,
                         .static_friction = 0.5791766044172657};
    EXPECT_EQ(steady_of(doubled, {}, {.with_cycle = false, .with_coexisting = false}).load_periods, 6) << "not 12";
}

TEST(StaticFriction, ARandomCellIsWhatAPlainSimulationComesTo) {
    for (std::uint64_t i = 0; i < 60; ++i) {
        soak::Dice dice(7, i);
        soak::Notes notes;
        const std::optional<soak::Doubt> doubt = soak::check_static(dice, notes);
        EXPECT_FALSE(doubt) << doubt->what << "\n" << doubt->command;
        EXPECT_FALSE(notes.all().empty()) << "what was compared is told";
    }
}

/// The load has the other sign half a period later: the mirror image of a motion that is not its own is another one.
TEST(StaticFriction, SymmetryBrokenMotionsComeInPairs) {
    const Ratios ratios = known_cells[0].ratios;
    const SteadyState s = steady_of(ratios);
    ASSERT_EQ(s.coexists.size(), 1u);
    const CoexistingMotion& other = s.coexists.front();
    EXPECT_NEAR(other.amplitude_ratio, s.amplitude_ratio, 1e-12);
    EXPECT_NEAR(other.multiplier, s.multiplier, 1e-9);
    const SteadyState mirror = steady_of(ratios, other.start);
    EXPECT_NEAR(mirror.x_max, -s.x_min, 1e-12);
    EXPECT_NEAR(mirror.x_min, -s.x_max, 1e-12);
    EXPECT_GT(std::abs(s.x_max + s.x_min), 1e-6);
}

TEST(StaticFriction, StartsOfCoexistingMotionsLeadThere) {
    for (const KnownCell& known : known_cells) {
        SCOPED_TRACE(known.why);
        for (const CoexistingMotion& other : steady_of(known.ratios).coexists) {
            const SteadyState s = steady_of(known.ratios, other.start, {.with_cycle = false, .with_coexisting = false});
            EXPECT_EQ(s.regime, other.regime);
            EXPECT_EQ(s.is_periodic() ? s.load_periods : 0, other.load_periods);
            EXPECT_EQ(s.amplitude_ratio, other.amplitude_ratio);
            EXPECT_LE(s.is_periodic() ? s.multiplier : 0.0, 1.0);
        }
    }
}

TEST(StaticFriction, UnstableOrbitsAreListedOnlyWhenAskedFor) {
    const Ratios ratios = known_cells[0].ratios;
    EXPECT_FALSE(steady_of(ratios).orbits);
    const SteadyState s = steady_of(ratios, {}, {.with_coexisting = false, .with_all_orbits = true});
    ASSERT_TRUE(s.orbits);
    bool is_met = false;
    for (const CoexistingMotion& o : *s.orbits) {
        EXPECT_GT(o.multiplier, 1.0);
        is_met = is_met || (std::abs(o.amplitude_ratio - 0.99945975) < 1e-8 && std::abs(o.multiplier - 1.0135) < 1e-4);
        // It closes: one repetition later the motion from there is back, but for what rounding grows to.
        const double period = 2.0 * pi / ratios.frequency;
        const Trajectory t = simulate(oscillator_of(ratios), load_of(ratios), o.start, o.load_periods * period);
        EXPECT_NEAR(t.at(t.end_time()).position, o.start.position, 1e-10 * o.multiplier);
    }
    EXPECT_TRUE(is_met);
}

/// Counts and losses are means per load period, and the loss is what the simulation loses.
TEST(StaticFriction, SubharmonicMotionHasMeansPerLoadPeriod) {
    const Ratios ratios = known_cells[5].ratios;
    const SteadyState s = steady_of(ratios);
    ASSERT_EQ(s.load_periods, 3);
    const double period = 2.0 * pi / ratios.frequency;
    ASSERT_TRUE(s.cycle);
    EXPECT_NEAR(s.cycle->end_time(), 3.0 * period, 1e-12 * period);
    const EnergyBalance e = energy_balance(*s.cycle);
    EXPECT_NEAR(s.dissipated, e.friction / 3.0, 1e-12 * e.friction);
    EXPECT_NEAR(e.stored, 0.0, 1e-11);
    const Trajectory t = simulate(oscillator_of(ratios), load_of(ratios), {}, 3004.0 * period);
    EXPECT_NEAR(t.at(3000.0 * period).position, t.at(3003.0 * period).position, 1e-9);
    EXPECT_GT(std::abs(t.at(3000.0 * period).position - t.at(3001.0 * period).position), 0.1);
    const std::vector<int> stops = stops_in_each_period(t, period);
    EXPECT_DOUBLE_EQ(s.stops_per_cycle(), (stops[3000] + stops[3001] + stops[3002]) / 3.0);
}

TEST(StaticFriction, SweepsUpAndDownShowHysteresis) {
    const auto from = [](double frequency, const std::optional<State>& start) {
        return steady_of({.friction = 0.1, .frequency = frequency, .static_friction = 1.05},
                         start.value_or(State{3.0, 0.0}), {.with_coexisting = false});
    };
    const std::vector<double> values{0.3, 0.5, 0.7, 0.9};
    const auto up = continued_sweep(from, values, SweepDirection::up);
    const auto down = continued_sweep(from, values, SweepDirection::down);
    ASSERT_EQ(up.size(), values.size());
    EXPECT_EQ(up[0].state.regime, Regime::stick_slip);
    EXPECT_EQ(up[3].state.regime, Regime::permanent_stick);  // it rests where it has stopped
    EXPECT_EQ(down[3].state.regime, Regime::continuous);
    EXPECT_EQ(down[0].state.regime, Regime::permanent_stick);
    for (std::size_t i = 0; i < values.size(); ++i) EXPECT_EQ(up[i].value, values[i]);
    EXPECT_EQ(down[1].direction, SweepDirection::down);
    EXPECT_EQ(name(SweepDirection::up), "up");
    EXPECT_EQ(name(SweepDirection::none), "none");
}

}  // namespace
}  // namespace stickslip
