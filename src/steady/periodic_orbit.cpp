#include "periodic_orbit.hpp"

#include <algorithm>
#include <cmath>

#include "stickslip/steady/cell.hpp"

namespace stickslip {

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr int most_newton_steps = 40;

/// Load periods walked before each attempt at Newton.
constexpr int transients[] = {4, 16, 64, 256, 1024, 4096};

/// Under static friction above the sliding one several motions can coexist: Newton's answer is taken as the one the
/// start leads to only if it lies within this share of the motion's size from where the walk has come.
constexpr double same_motion = 1e-2;

/// A motion this many times larger than the static response, and still growing, is unbounded.
constexpr double far_out = 1e4;

/// A map with a multiplier this close to 1 has a continuum of fixed points.
constexpr double neutral = 1e-9;

class OrbitSearch {
public:
    OrbitSearch(const Oscillator& oscillator, const Load& load, double period)
        : oscillator_(oscillator), phases_(oscillator, load), period_(period), centre_(oscillator.equilibrium) {
        double force = std::abs(load.constant) + oscillator.holding_bound();
        double slowest = two_pi_hi / period;
        for (const Harmonic& h : load.harmonics) force += std::abs(h.amplitude);
        const double stiffness = oscillator.stiffness;
        size_ = stiffness > 0.0 ? force / stiffness : force / (oscillator.mass * slowest * slowest);
        rate_ = stiffness > 0.0 ? std::sqrt(stiffness / oscillator.mass) : slowest;
        if (stiffness > 0.0) centre_ += load.constant / stiffness;
        for (const Harmonic& h : load.harmonics) {
            const double order = h.frequency.value() * period / two_pi_hi;
            has_odd_load_ = has_odd_load_ && std::fmod(std::nearbyint(order), 2.0) == 1.0;
        }
    }

    [[nodiscard]] PeriodicOrbit search(const State& start) {
        double x = start.position;
        double v = start.velocity - oscillator_.belt_velocity;
        double previous = 0.0;
        for (const int transient : transients) {
            phases_.set_section(0.0);
            for (int i = 0; i < transient; ++i) {
                const MappedState<double> m = map(x, v, period_);
                if (!m.is_complete) return orbit_;
                x = m.x;
                v = m.v;
            }
            const double distance = std::hypot(x - centre_, v / rate_);
            if (distance > far_out * size_ && distance > previous) {
                orbit_.regime = Regime::unbounded;
                return orbit_;
            }
            previous = distance;
            cut(x, v);
            if (newton()) {
                classify();
                return orbit_;
            }
        }
        return orbit_;
    }

private:
    [[nodiscard]] MappedState<double> map(double x, double v, double span) {
        NoRecorder none;
        return walk_period(phases_, x, v, span, most_phases_per_walk, none);
    }

    void cut(double x, double v) {
        LongestStick<double> longest;
        walk_period(phases_, x, v, period_, most_phases_per_walk, longest);
        const double elapsed = longest.length > 0.0 ? longest.middle : 0.25 * period_;
        const MappedState<double> m = map(x, v, elapsed);
        orbit_.section = elapsed;
        orbit_.x = m.x;
        orbit_.v = m.v;
        phases_.set_section(elapsed);
    }

    /// z ← z + (I − DΦ)⁻¹·(Φ(z) − z), or the average of z and Φ(z) where that does not help. Without a spring the
    /// position is free and only the velocity is solved for.
    [[nodiscard]] bool newton() {
        const bool has_spring = oscillator_.stiffness > 0.0;
        double x = orbit_.x;
        double v = orbit_.v;
        const double x_walked = x;
        const double v_walked = v;
        double best = std::numeric_limits<double>::infinity();
        int stalled = 0;
        for (int step = 0; step < most_newton_steps && stalled <= 6; ++step) {
            const MappedState<double> m = map(x, v, period_);
            if (!m.is_complete) return false;
            const double rx = has_spring ? m.x - x : 0.0;
            const double rv = m.v - v;
            const double residual = std::hypot(rx, rv / rate_);
            if (residual < best) {
                orbit_.x = x;
                orbit_.v = v;
                orbit_.residual = residual;
            }
            if (residual <= tolerance() && !(residual < 0.25 * best && residual > 0.0)) break;
            stalled = residual < 0.5 * best ? 0 : stalled + 1;
            best = std::min(best, residual);
            const double a = has_spring ? 1.0 - m.xx : 1.0;
            const double b = has_spring ? -m.xv : 0.0;
            const double c = has_spring ? -m.vx : 0.0;
            const double d = 1.0 - m.vv;
            const double determinant = a * d - b * c;
            const bool is_sound = std::abs(determinant) > 1e-12 && stalled % 2 == 0;
            x += is_sound ? (d * rx - b * rv) / determinant : 0.5 * rx;
            v += is_sound ? (a * rv - c * rx) / determinant : 0.5 * rv;
        }
        if (orbit_.residual > tolerance()) return false;
        if (oscillator_.holding_bound() == oscillator_.friction_bound) return true;
        return std::hypot(orbit_.x - x_walked, (orbit_.v - v_walked) / rate_) <= same_motion * size_;
    }

    [[nodiscard]] double tolerance() const {
        return closure_ulps * epsilon * (size_ + std::abs(orbit_.x - centre_) + std::abs(orbit_.v) / rate_);
    }

    void classify() {
        CycleRecorder<double> cycle(orbit_.x);
        orbit_.map = walk_period(phases_, orbit_.x, orbit_.v, period_, most_phases_per_walk, cycle);
        if (cycle.stop_is_open) cycle.close_stop(cycle.first_direction);
        const double drift = orbit_.map.x - orbit_.x;
        orbit_.cycle = cycle;
        if (oscillator_.stiffness == 0.0 && std::abs(drift) > closure_ulps * epsilon * (size_ + cycle.path)) {
            orbit_.regime = Regime::unbounded;
            return;
        }
        if (cycle.path == 0.0) {
            orbit_.regime = Regime::permanent_stick;
            return;
        }
        orbit_.regime = cycle.stuck_time > 0.0 ? Regime::stick_slip : Regime::continuous;
        if (has_odd_load_ && oscillator_.stiffness > 0.0) {
            const MappedState<double> half = map(orbit_.x, orbit_.v, 0.5 * period_);
            const double gap = std::hypot(half.x + orbit_.x - 2.0 * centre_, (half.v + orbit_.v) / rate_);
            constexpr double rounding_growth = 1e3;  // the full map closed; the half map differs only by its rounding
            if (gap <= rounding_growth * tolerance()) {
                orbit_.is_antisymmetric = true;
                orbit_.map = half;
            }
        }
        const bool is_neutral = std::abs(largest_multiplier(orbit_.map) - 1.0) < neutral;
        if (is_neutral && oscillator_.stiffness > 0.0 && cycle.stuck_time == 0.0) orbit_.regime = Regime::non_unique;
    }

    const Oscillator& oscillator_;
    SectionPhases phases_;
    double period_;
    double centre_;
    double size_ = 0.0;
    double rate_ = 0.0;
    bool has_odd_load_ = true;
    PeriodicOrbit orbit_;
};

}  // namespace

PeriodicOrbit find_periodic_orbit(const Oscillator& oscillator, const Load& load, const State& start, double period) {
    return OrbitSearch(oscillator, load, period).search(start);
}

}  // namespace stickslip
