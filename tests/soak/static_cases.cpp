// Static friction above the sliding one, from rest at the origin: period, counts, amplitude and loss of the answer
// against the plain simulation, chaos against its lack of a period, and no multiplier above 1.

#include <fmt/format.h>

#include "plain_simulation.hpp"
#include "soak.hpp"
#include "stickslip/model/ratios.hpp"
#include "stickslip/steady/steady_state.hpp"

namespace stickslip::soak {

namespace {

constexpr int marched = 3000;        // load periods
constexpr int marched_long = 60000;  // where the motion settles slowly, or is irregular at first
constexpr int longest_period = 300;

struct Answer {
    Ratios ratios;
    SteadyState state;

    [[nodiscard]] std::string command() const {
        return fmt::format(
            "stickslip steady --friction-ratio {} --static-ratio {} --frequency-ratio {} --damping-ratio {} --json",
            ratios.friction, *ratios.static_friction, ratios.frequency, ratios.damping);
    }
    [[nodiscard]] std::optional<Doubt> doubt(const std::string& what) const { return Doubt{what, command()}; }
};

double multiplier_per_period(const SteadyState& s) {
    return std::pow(s.multiplier, 1.0 / (s.map_period == MapPeriod::half ? 0.5 : s.load_periods));
}

/// What differs between an answer and a march; `what` is empty where nothing does.
struct Difference {
    std::string_view of;
    std::string what;
};

/// How far an amplitude may be from that of a march of n load periods, in units of 1 + X. The distance d of the march
/// from the cycle shrinks by µ a load period and gains what one period of closed forms rounds, so that
///     d ≤ c·µⁿ + r·(1 + µ + µ² + …) ≤ c·µⁿ + r/(1 − µ),
/// where c ≈ 10 is how far from the cycle the start is (at most X + V ≤ 2·(1 + X) in our units), times how much the map
/// may stretch before it shrinks. r ≈ 1e-13: a period has some ten phases, each of some ten roundings of 1.1e-16, and a
/// zero of the velocity is known to its last digit. A march is compared only where c·µⁿ is below a tenth of the limit,
/// which means 1 − µ ≥ 25/n. For n = 60000 that leaves r/(1 − µ) ≤ 2.4e-10: together less than 1e-9.
constexpr double near_enough = 1e-9;

bool forgets_its_start(const SteadyState& s, int periods) {
    constexpr double stretch = 10.0;
    return !s.is_periodic() || s.regime == Regime::permanent_stick ||
           stretch * std::pow(multiplier_per_period(s), periods) <= 0.1 * near_enough;
}

Difference difference(const SteadyState& s, const plain::LongRun& m) {
    if (s.regime == Regime::chaotic) {
        if (m.load_periods == 0) return {};
        return {"period", fmt::format("chaotic, but the march repeats after {} periods", m.load_periods)};
    }
    if (s.load_periods != m.load_periods) {
        return {"period", fmt::format("{} load periods, but {} in the march", s.load_periods, m.load_periods)};
    }
    const double near = near_enough * (1.0 + s.amplitude_ratio);
    if (std::abs(s.amplitude_ratio - m.amplitude) > near) {
        return {"amplitude", fmt::format("amplitude {} but {} in the march", s.amplitude_ratio, m.amplitude)};
    }
    constexpr double whole = 1e-9;
    if (std::abs(s.stops_per_cycle() - m.stops) > whole || std::abs(s.zero_duration_reversals - m.reversals) > whole) {
        return {"counts", fmt::format("{} stops and {} reversals per cycle, but {} and {} in the march",
                                      s.stops_per_cycle(), s.zero_duration_reversals, m.stops, m.reversals)};
    }
    // Each slide has two ends, and there is one more of them than stops on either side of a cycle.
    if (std::abs(s.dissipated_ratio - s.friction_ratio * m.path) > 4.0 * s.friction_ratio * near * (1.0 + m.stops)) {
        return {"loss", fmt::format("loss {} but {} in the march", s.dissipated_ratio, s.friction_ratio * m.path)};
    }
    return {};
}

/// A motion that forgets its start too slowly for a march: started on the answer, the march stays there, and started as
/// the case says, it comes nearer.
std::string slow_difference(const SteadyState& s, const plain::Cell& cell) {
    constexpr int few = 50;
    const State& at = *s.at_zero;
    const plain::LongRun there = plain::long_run(cell, few * s.load_periods, s.load_periods, at.position, at.velocity);
    const Difference other = difference(s, there);
    if (!other.what.empty()) return other.what + " that was started on the answer";
    // The march may pass the same orbit some load periods earlier or later.
    const auto gap = [&](int returns) {
        plain::Simulation motion(cell);
        for (int n = 0; n < returns * s.load_periods; ++n) motion.next();
        double least = std::numeric_limits<double>::infinity();
        for (int n = 0; n < s.load_periods; ++n) {
            const plain::Period p = motion.next();
            least = std::min(least, std::hypot(p.x - at.position, p.v - at.velocity));
        }
        return least;
    };
    const double early = gap(few);
    const double late = gap(marched_long / s.load_periods);
    return late < early ? "" : fmt::format("the march is {} away from the answer, and {} later", early, late);
}

/// Against a march that is long enough for this answer.
std::string marched_difference(const SteadyState& s, const plain::Cell& cell, Notes& notes) {
    if (forgets_its_start(s, marched)) {
        const Difference first = difference(s, plain::long_run(cell, marched, longest_period));
        if (first.what.empty()) {
            notes.add(fmt::format("as in a march of {} periods", marched));
            return "";
        }
        notes.add(fmt::format("marched for {} periods: after {} another {}", marched_long, marched, first.of));
    } else if (forgets_its_start(s, marched_long)) {
        notes.add(fmt::format("marched for {} periods: multiplier near 1", marched_long));
    } else {
        notes.add(
            fmt::format("started on the answer, too: multiplier so near 1 that {} periods are too few", marched_long));
        return slow_difference(s, cell);
    }
    return difference(s, plain::long_run(cell, marched_long, longest_period)).what;
}

}  // namespace

std::optional<Doubt> check_static(Dice& dice, Notes& notes) {
    Answer a;
    a.ratios.friction = dice.log_uniform(1e-3, 1.0);
    a.ratios.static_friction = a.ratios.friction * dice.uniform(1.0, 4.0);
    a.ratios.frequency = dice.uniform(0.02, 2.0);
    a.ratios.damping = dice.chance(0.3) ? 0.0 : dice.uniform(0.0, 0.2);
    a.state = steady_state(oscillator_of(a.ratios), load_of(a.ratios), State{},
                           {.with_cycle = false, .with_coexisting = false});
    const SteadyState& s = a.state;
    if (s.multiplier > 1.0 + 1e-9) return a.doubt(fmt::format("multiplier {}", s.multiplier));
    if (s.regime == Regime::not_converged) return a.doubt("not converged: " + s.reason);
    if (s.regime == Regime::non_unique || s.regime == Regime::unbounded) {
        notes.add(fmt::format("not compared: {}", name(s.regime)));
        return std::nullopt;
    }
    notes.add(fmt::format("{}{}", name(s.regime), s.load_periods > 1 ? ", subharmonic" : ""));
    const plain::Cell cell{a.ratios.friction, *a.ratios.static_friction, a.ratios.frequency, a.ratios.damping};
    const std::string what = marched_difference(s, cell, notes);
    if (!what.empty()) return a.doubt(what);
    return std::nullopt;
}

}  // namespace stickslip::soak
