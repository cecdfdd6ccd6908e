// Equivalent frequency and damping against amplitude. Of a free decay: turns are zeros of the velocity, exact in time,
// and three of them in a row make a cycle. Of forced motion: where the fundamental lags a quarter of a period behind
// the load, the load works against the losses alone.

#include "stickslip/studies/backbone.hpp"

#include <algorithm>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <optional>

#include "free_motion.hpp"
#include "stickslip/interruption.hpp"

namespace stickslip {

namespace {

using std::numbers::pi;

/// Where f changes its sign between two places, to the last digits.
template <class Function>
double zero_in(const Function& f, double low, double high, double at_low, double at_high) {
    constexpr std::uintmax_t most_calls = 80;
    constexpr int digits = 52;  // of the mantissa
    if (at_low == 0.0) return low;
    if (at_high == 0.0) return high;
    std::uintmax_t calls = most_calls;
    const auto [a, b] = boost::math::tools::toms748_solve(f, low, high, at_low, at_high,
                                                          boost::math::tools::eps_tolerance<double>(digits), calls);
    return std::abs(f(a)) <= std::abs(f(b)) ? a : b;
}

/// Walks along the samples of a motion and notes where it turns.
class TurnSearch {
public:
    explicit TurnSearch(const FreeMotion& motion) : motion_(motion), times_(motion.times()), at_(motion.at(times_)) {
        constexpr double rest = 1e-12;  // of the largest velocity
        double largest = 0.0;
        for (const FreeMotion::At& a : at_) largest = std::max(largest, std::abs(a.velocity));
        quiet_ = rest * largest;
    }

    std::vector<Turn> run() {
        for (std::size_t i = 0; i < times_.size(); ++i) {
            throw_if_interrupted();
            if (std::abs(at_[i].velocity) <= quiet_) {
                if (!first_quiet_) first_quiet_ = i;
                continue;
            }
            if (!moving_) {
                if (first_quiet_) note(times_[*first_quiet_]);
            } else if ((at_[i].velocity > 0.0) != (at_[*moving_].velocity > 0.0)) {
                note(has_rested(i) ? times_[*first_quiet_] : turn_between(*moving_, i));
            }
            moving_ = i;
            first_quiet_.reset();
        }
        if (moving_ && first_quiet_) note(times_[*first_quiet_]);
        return std::move(turns_);
    }

private:
    /// At rest at two samples in a row; a turn in passing is quiet at one of them at most.
    [[nodiscard]] bool has_rested(std::size_t i) const { return first_quiet_ && i - *first_quiet_ >= 2; }

    [[nodiscard]] double turn_between(std::size_t before, std::size_t after) const {
        const auto velocity = [&](double time) { return motion_.at(std::span(&time, 1)).front().velocity; };
        return zero_in(velocity, times_[before], times_[after], at_[before].velocity, at_[after].velocity);
    }

    void note(double time) {
        turns_.push_back({time, motion_.at(std::span(&time, 1)).front().value, motion_.energy(time)});
    }

    const FreeMotion& motion_;
    const std::vector<double>& times_;
    std::vector<FreeMotion::At> at_;
    double quiet_ = 0.0;
    std::optional<std::size_t> moving_;       ///< the last sample that was not at rest
    std::optional<std::size_t> first_quiet_;  ///< the first sample at rest since then
    std::vector<Turn> turns_;
};

double swing(const Turn& a, const Turn& b) { return std::abs(b.value - a.value); }

}  // namespace

std::vector<Turn> turns_of(const FreeMotion& motion) { return TurnSearch(motion).run(); }

std::vector<Turn> without_ripples(const std::vector<Turn>& turns, double ripple) {
    std::vector<Turn> kept;
    for (const Turn& turn : turns) {
        kept.push_back(turn);
        while (kept.size() >= 4) {
            const auto last = kept.end();
            const double before = swing(last[-4], last[-3]);
            const double inner = swing(last[-3], last[-2]);
            const double after = swing(last[-2], last[-1]);
            if (inner > std::min(before, after) || inner >= ripple * std::max(before, after)) break;
            kept.erase(last - 3, last - 1);
        }
    }
    return kept;
}

std::vector<DecayCycle> decay_cycles(const std::vector<Turn>& turns) {
    std::vector<DecayCycle> cycles;
    for (std::size_t i = 2; i < turns.size(); ++i) {
        const Turn& first = turns[i - 2];
        const Turn& middle = turns[i - 1];
        const Turn& last = turns[i];
        const double decrement = std::log(swing(first, middle) / swing(middle, last));
        cycles.push_back({.time = middle.time,
                          .amplitude = 0.25 * (swing(first, middle) + swing(middle, last)),
                          .frequency = 2.0 * pi / (last.time - first.time),
                          .damping_ratio = decrement / std::hypot(pi, decrement),
                          .energy_damping_ratio = (first.energy - last.energy) / (4.0 * pi * middle.energy)});
    }
    return cycles;
}

ForcedPoint phase_resonance(const ForcedAt& at, const Interval& band, int samples) {
    const auto in_phase = [](const ForcedPoint& p) { return p.fundamental * std::cos(p.phase_lag); };
    const auto in_phase_at = [&](double frequency) {
        throw_if_interrupted();
        return in_phase(at(frequency));
    };
    // A frequency at which friction does not hold the load has no value, and is what is looked for.
    const auto zero_if_unbounded = [&](double frequency) {
        const double value = in_phase_at(frequency);
        return std::isfinite(value) ? value : 0.0;
    };
    ForcedPoint best;
    std::optional<double> before, value_before;
    for (int i = 0; i <= samples; ++i) {
        const double here = band.low + (band.high - band.low) * i / samples;
        const double value = in_phase_at(here);
        if (!std::isfinite(value)) continue;
        if (before && (value > 0.0) != (*value_before > 0.0)) {
            const double place = zero_in(zero_if_unbounded, *before, here, *value_before, value);
            ForcedPoint found = at(place);
            constexpr double jump = 1e-3;  // of the cosine: it changes its sign without coming to zero
            const bool is_jump = std::abs(std::cos(found.phase_lag)) > jump;
            const bool is_larger = best.regime != Regime::unbounded && !(best.fundamental >= found.fundamental);
            if ((!is_jump || found.regime == Regime::unbounded) && is_larger) best = std::move(found);
        }
        before = here;
        value_before = value;
    }
    return best;
}

}  // namespace stickslip
