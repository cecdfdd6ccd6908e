#include "periodic_orbit.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "cell.hpp"
#include "proximal_point.hpp"
#include "stickslip/interruption.hpp"
#include "stickslip/model/ratios.hpp"

namespace stickslip {

namespace {

constexpr double rounding_unit = std::numeric_limits<double>::epsilon();
constexpr int most_newton_steps = 40;
constexpr int most_stalled = 6;

/// Newton's step is taken where |det(I − DΦ)| > this; without static friction above the sliding one it is at most 4.
constexpr double least_determinant = 1e-12;

/// Load periods walked before each attempt at Newton.
constexpr int transients[] = {4, 16, 64, 256, 1024, 4096};

/// Under static friction above the sliding one several motions can coexist: Newton's answer is taken as the one the
/// start leads to only if it lies within this share of the motion's size from where the walk has come.
constexpr double same_motion = 1e-2;

/// A motion this many times larger than the static response, and still growing, is unbounded.
constexpr double far_out = 1e4;

/// The same where the load feeds in more at resonance than friction takes out.
constexpr double far_out_at_resonance = 100.0;

/// A map with a multiplier this close to 1 has a continuum of fixed points.
constexpr double neutral = 1e-9;

/// Whether sine·cos ψ + cosine·sin ψ, the mean of the load's force on cos(ωₙt + ψ) twice, exceeds the mean of
/// 2·r_y·N/N₀·|cos(ωₙt + ψ)| for some ψ. Only near the border do the equal steps matter.
bool outgrows_varying_friction(const Oscillator& o, const Load& load, double sine, double cosine) {
    const std::optional<double> period = common_period(load, o.normal);
    if (!period || (sine == 0.0 && cosine == 0.0)) return false;
    constexpr int phases = 360;
    constexpr int steps_of_period = 4096;
    const double natural = natural_frequency(o);
    std::vector<double> friction, angle;
    for (int i = 0; i < steps_of_period; ++i) {
        const double time = *period * i / steps_of_period;
        friction.push_back(2.0 * o.friction_bound * o.normal->value(time));
        angle.push_back(natural * time);
    }
    for (int k = 0; k < phases; ++k) {
        const double psi = two_pi_hi * k / phases;
        double taken = 0.0;
        for (int i = 0; i < steps_of_period; ++i)
            taken += friction[std::size_t(i)] * std::abs(std::cos(angle[std::size_t(i)] + psi));
        if (sine * std::sin(-psi) + cosine * std::cos(psi) > taken / steps_of_period) return true;
    }
    return false;
}

class OrbitSearch {
public:
    /// `period` of the load times `load_periods` is how long the motion takes to repeat.
    OrbitSearch(const Oscillator& oscillator, const Load& load, double period, int load_periods = 1)
        : oscillator_(oscillator),
          phases_(oscillator, load),
          period_(load_periods * period),
          centre_(oscillator.equilibrium) {
        orbit_.load_periods = load_periods;
        double force = std::abs(load.constant) + oscillator.holding_bound();
        double slowest = two_pi_hi / period;
        for (const Harmonic& h : load.harmonics) force += std::abs(h.amplitude);
        const double stiffness = oscillator.stiffness;
        size_ = stiffness > 0.0 ? force / stiffness : force / (oscillator.mass * slowest * slowest);
        rate_ = stiffness > 0.0 ? std::sqrt(stiffness / oscillator.mass) : slowest;
        if (stiffness > 0.0) centre_ += load.constant / stiffness;
        for (const Harmonic& h : load.harmonics) {
            const double multiple = h.frequency.value() * period / two_pi_hi;
            has_odd_load_ = has_odd_load_ && std::fmod(std::nearbyint(multiple), 2.0) == 1.0;
        }
        if (oscillator.has_varying_normal()) {
            const NormalVariation& normal = *oscillator.normal;
            const double multiple = normal.frequency.value() * period / two_pi_hi;
            has_odd_load_ = has_odd_load_ && std::fmod(std::nearbyint(multiple), 2.0) == 0.0;
            size_ *= 1.0 + std::abs(normal.ratio);
        }
        outgrows_friction_ = outgrows_friction(oscillator, load);
        is_monotone_ = oscillator.holding_bound() == oscillator.friction_bound;
    }

    [[nodiscard]] PeriodicOrbit search(const State& start) {
        if (outgrows_friction_ && is_monotone_) {
            orbit_.regime = Regime::unbounded;
            return orbit_;
        }
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
            const double limit = outgrows_friction_ ? far_out_at_resonance : far_out;
            if (distance > limit * size_ && distance > previous) {
                orbit_.regime = Regime::unbounded;
                return orbit_;
            }
            previous = distance;
            cut(x, v);
            if (newton() || proximal()) {
                classify();
                return orbit_;
            }
        }
        return orbit_;
    }

    /// The section lies in the longest rest. Where Newton does not get nearer to closing there, the point is taken as
    /// it is.
    [[nodiscard]] PeriodicOrbit close(const State& point) {
        phases_.set_section(0.0);
        cut(point.position, point.velocity);
        if (!newton()) {
            orbit_.section = 0.0;
            orbit_.x = point.position;
            orbit_.v = point.velocity;
            phases_.set_section(0.0);
            const MappedState<double> m = map(orbit_.x, orbit_.v, period_);
            orbit_.residual = std::hypot(m.x - orbit_.x, (m.v - orbit_.v) / rate_);
        }
        classify();
        return orbit_;
    }

private:
    [[nodiscard]] MappedState<double> map(double x, double v, double span) {
        throw_if_interrupted();
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
        for (int step = 0; step < most_newton_steps && stalled <= most_stalled; ++step) {
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
            if (residual <= tolerance() && !(residual < worth_another_step * best && residual > 0.0)) break;
            stalled = residual < stalled_share * best ? 0 : stalled + 1;
            best = std::min(best, residual);
            const double a = has_spring ? 1.0 - m.xx : 1.0;
            const double b = has_spring ? -m.xv : 0.0;
            const double c = has_spring ? -m.vx : 0.0;
            const double d = 1.0 - m.vv;
            const double determinant = a * d - b * c;
            const bool is_sound = std::abs(determinant) > least_determinant && stalled % 2 == 0;
            x += is_sound ? (d * rx - b * rv) / determinant : 0.5 * rx;
            v += is_sound ? (a * rv - c * rx) / determinant : 0.5 * rv;
        }
        if (orbit_.residual > tolerance()) return false;
        if (is_monotone_) return true;
        const double size = std::max(size_, std::hypot(orbit_.x - centre_, orbit_.v / rate_));
        return std::hypot(orbit_.x - x_walked, (orbit_.v - v_walked) / rate_) <= same_motion * size;
    }

    /// The zero of the monotone z − Φ(z) in the coordinates (x, v/ωₙ), from wherever Newton has come.
    [[nodiscard]] bool proximal() {
        if (!is_monotone_ || !(oscillator_.stiffness > 0.0)) return false;
        const auto difference_at = [&](double x, double v) {
            const MappedState<double> m = map(x, v * rate_, period_);
            return PlaneFunction<double>{x - m.x,       v - m.v / rate_, 1.0 - m.xx,   -m.xv * rate_,
                                         -m.vx / rate_, 1.0 - m.vv,      m.is_complete};
        };
        const auto tolerance_at = [&](double x, double v) { return tolerance(x, v * rate_); };
        const ProximalZero<double> zero = proximal_zero(difference_at, tolerance_at, orbit_.x, orbit_.v / rate_);
        orbit_.x = zero.x;
        orbit_.v = zero.v * rate_;
        orbit_.residual = zero.residual;
        return zero.residual <= tolerance(orbit_.x, orbit_.v);
    }

    [[nodiscard]] double tolerance(double x, double v) const {
        return closure_ulps * rounding_unit * (size_ + std::abs(x - centre_) + std::abs(v) / rate_);
    }
    [[nodiscard]] double tolerance() const { return tolerance(orbit_.x, orbit_.v); }

    /// Whether a free block ends a period elsewhere. The velocity is known to tolerance/(1 − ∂v/∂v), which the map
    /// turns into as much uncertainty of the position.
    [[nodiscard]] bool drifts(double path) const {
        const double uncertain_velocity = tolerance() * rate_ / (1.0 - orbit_.map.vv);
        const double rounding = closure_ulps * rounding_unit * (size_ + path);
        return std::abs(orbit_.map.x - orbit_.x) > rounding + std::abs(orbit_.map.xv) * uncertain_velocity;
    }

    void classify() {
        CycleRecorder<double> cycle(orbit_.x);
        orbit_.map = walk_period(phases_, orbit_.x, orbit_.v, period_, most_phases_per_walk, cycle);
        if (cycle.stop_is_open) cycle.close_stop(cycle.first_direction);
        orbit_.cycle = cycle;
        if (oscillator_.stiffness == 0.0 && drifts(cycle.path)) {
            orbit_.regime = Regime::unbounded;
            return;
        }
        const bool never_slides = cycle.first_direction == 0 && cycle.open_time == 0.0;
        if (never_slides) {
            orbit_.regime = Regime::permanent_stick;
            return;
        }
        orbit_.regime = cycle.stuck_time > 0.0 ? Regime::stick_slip : Regime::continuous;
        if (has_odd_load_ && orbit_.load_periods == 1 && oscillator_.stiffness > 0.0) {
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
    bool outgrows_friction_ = false;  ///< at resonance, without damping
    bool is_monotone_ = true;         ///< equal static and sliding friction: the period map expands no distance
    PeriodicOrbit orbit_;
};

}  // namespace

/// At a large amplitude A the harmonic at ωₙ does the work π·a·A in a natural period and friction takes 4·r_y·A. Under
/// a varying normal force friction takes more at one phase of the motion than at another, and the worst phase counts,
/// docs/theory/normal_force.md, Eq. (5).
bool outgrows_friction(const Oscillator& oscillator, const Load& load) {
    if (oscillator.damping > 0.0 || !(oscillator.stiffness > 0.0)) return false;
    constexpr double ratio_ulps = 4.0;  // rounding of a ratio of physical quantities
    const double natural = natural_frequency(oscillator);
    double sine = 0.0;
    double cosine = 0.0;
    for (const Harmonic& h : load.harmonics) {
        if (std::abs(h.frequency.value() - natural) > ratio_ulps * rounding_unit * natural) continue;
        sine += h.amplitude * std::cos(h.phase);
        cosine += h.amplitude * std::sin(h.phase);
    }
    if (oscillator.has_varying_normal()) return outgrows_varying_friction(oscillator, load, sine, cosine);
    return std::numbers::pi * std::hypot(sine, cosine) > 4.0 * oscillator.friction_bound;
}

PeriodicOrbit find_periodic_orbit(const Oscillator& oscillator, const Load& load, const State& start, double period) {
    return OrbitSearch(oscillator, load, period).search(start);
}

PeriodicOrbit close_orbit(const Oscillator& oscillator, const Load& load, const State& point, double period,
                          int load_periods) {
    return OrbitSearch(oscillator, load, period, load_periods).close(point);
}

}  // namespace stickslip
