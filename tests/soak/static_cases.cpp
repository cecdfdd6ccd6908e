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

/// A motion that forgets its start too slowly for a march: started on the answer, the march stays there, and started as
/// the case says, it comes nearer.
std::string slow_difference(const SteadyState& s, const plain::Cell& cell) {
    constexpr int few = 50;
    const State& at = *s.at_zero;
    const plain::LongRun there = plain::long_run(cell, few * s.load_periods, s.load_periods, at.position, at.velocity);
    if (std::abs(there.amplitude - s.amplitude_ratio) > 1e-9 * (1.0 + s.amplitude_ratio)) {
        return fmt::format("amplitude {} but {} when started there", s.amplitude_ratio, there.amplitude);
    }
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

/// What differs between an answer and a march; empty where nothing does.
std::string difference(const SteadyState& s, const plain::LongRun& m, int periods) {
    if (s.regime == Regime::chaotic) {
        return m.load_periods == 0 ? ""
                                   : fmt::format("chaotic, but the march repeats after {} periods", m.load_periods);
    }
    if (s.load_periods != m.load_periods) {
        return fmt::format("{} load periods, but {} in the march", s.load_periods, m.load_periods);
    }
    // What is left of the transient, and what rounding leaves where neighbours come closer slowly.
    const double left =
        10.0 * std::pow(multiplier_per_period(s), periods) + 1e-13 / std::max(1e-13, 1.0 - multiplier_per_period(s));
    const double near = (1e-9 + left) * (1.0 + s.amplitude_ratio);
    if (std::abs(s.amplitude_ratio - m.amplitude) > near) {
        return fmt::format("amplitude {} but {} in the march", s.amplitude_ratio, m.amplitude);
    }
    constexpr double whole = 1e-9;
    if (std::abs(s.stops_per_cycle() - m.stops) > whole || std::abs(s.zero_duration_reversals - m.reversals) > whole) {
        return fmt::format("{} stops and {} reversals per cycle, but {} and {} in the march", s.stops_per_cycle(),
                           s.zero_duration_reversals, m.stops, m.reversals);
    }
    if (std::abs(s.dissipated_ratio - s.friction_ratio * m.path) > 4.0 * s.friction_ratio * near * (1.0 + m.stops)) {
        return fmt::format("loss {} but {} in the march", s.dissipated_ratio, s.friction_ratio * m.path);
    }
    return "";
}

}  // namespace

std::optional<Doubt> check_static(Dice& dice) {
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
    if (s.regime == Regime::non_unique || s.regime == Regime::unbounded) return std::nullopt;
    const plain::Cell cell{a.ratios.friction, *a.ratios.static_friction, a.ratios.frequency, a.ratios.damping};
    std::string what = difference(s, plain::long_run(cell, marched, longest_period), marched);
    const bool is_slow = s.is_periodic() && std::pow(multiplier_per_period(s), marched_long) > 1e-9;
    if (!what.empty() && is_slow) {
        what = slow_difference(s, cell);
    } else if (!what.empty()) {
        what = difference(s, plain::long_run(cell, marched_long, longest_period), marched_long);
    }
    if (!what.empty()) return a.doubt(what);
    return std::nullopt;
}

}  // namespace stickslip::soak
