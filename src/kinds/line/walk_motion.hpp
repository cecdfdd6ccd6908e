#pragma once

// The closed-form motion under a periodic load as the attractor search sees it: one period at a time, with the
// derivative of the map. docs/theory/static_friction.md. A block without a spring feels nothing of where it is: it is
// seen at x = 0 after every period, and its velocity alone tells one state from another.

#include <cmath>
#include <limits>
#include <numbers>

#include "cell.hpp"
#include "orbit_newton.hpp"
#include "periodic_orbit.hpp"
#include "stickslip/interruption.hpp"

namespace stickslip {

class WalkMotion {
public:
    /// For an oscillator in closed form; `period` of the load.
    WalkMotion(const Oscillator& oscillator, const Load& load, double period)
        : phases_(oscillator, load),
          has_spring_(oscillator.stiffness > 0.0),
          period_(period),
          rate_(has_spring_ ? std::sqrt(oscillator.stiffness / oscillator.mass) : two_pi_hi / period),
          centre_(has_spring_ ? oscillator.equilibrium + load.constant / oscillator.stiffness : 0.0),
          is_carried_(oscillator.belt_velocity != 0.0),
          largest_distance_(grows_once_begun(oscillator, load) ? far_out * size_of(oscillator, load)
                                                               : std::numeric_limits<double>::infinity()) {}

    /// Where the spring balances the constant load [m].
    [[nodiscard]] double centre() const { return centre_; }

    void start(const ExactTime& time, const LawState& state) {
        time_ = time.value();
        state_ = state;
        if (!has_spring_) state_.position = 0.0;
    }
    void set_time(const ExactTime& time) { time_ = time.value(); }
    void set_tangent(const Tangent& tangent) { state_.tangent = tangent; }
    [[nodiscard]] const LawState& state() const { return state_; }

    void advance(double until) {
        Slides slides;
        const MappedState<double> m = walk(state_.position, state_.slip_velocity, time_, until - time_, slides);
        const Tangent t = state_.tangent;
        state_ = {m.x, m.v, 0.0, {m.xx * t[0] + m.xv * t[1], m.vx * t[0] + m.vv * t[1], 0.0}};
        time_ = until;
        has_slid_ = slides.any;
        has_failed_ = has_failed_ || !m.is_complete;
    }

    /// Without damping the motion grows for ever at resonance, where the load feeds in more than friction takes out,
    /// and without a spring where the mean load is more than friction; elsewhere it is bounded.
    [[nodiscard]] bool has_diverged() const {
        return has_failed_ || distance_to(state_.position, state_.slip_velocity, centre_, 0.0) > largest_distance_;
    }

    /// On a floor that does not move, a load period without a slide is followed by another.
    [[nodiscard]] bool is_at_rest_for_ever() const { return !has_slid_ && !is_carried_; }

    /// The image after whole load periods and its derivative.
    void map(const StateVector& y, double duration, Mapped& mapped) {
        const long periods = std::lround(duration / period_);
        MappedState<double> all;
        all.x = y[0];
        all.v = y[1];
        for (long n = 0; n < periods && mapped.is_valid; ++n) {
            NoRecorder none;
            const MappedState<double> m = walk(all.x, all.v, 0.0, period_, none);
            mapped.is_valid = m.is_complete;
            const MappedState<double> before = all;
            all = m;
            all.xx = m.xx * before.xx + m.xv * before.vx;
            all.xv = m.xx * before.xv + m.xv * before.vv;
            all.vx = m.vx * before.xx + m.vv * before.vx;
            all.vv = m.vx * before.xv + m.vv * before.vv;
        }
        mapped.image = {all.x, all.v, 0.0};
        mapped.derivative.entry = {{{all.xx, all.xv, 0.0}, {all.vx, all.vv, 0.0}, {}}};
    }

    /// Whether the motion from `from` must come to the orbit through `orbit`, both at the beginning of a load period:
    /// as long as nothing rests, the static bound has no say, and the map expands no distance (x, v/ωₙ). It is enough
    /// that no motion rests on a circle around the orbit through `from`, seen in some of its directions.
    [[nodiscard]] bool is_drawn_to(const StateVector& orbit, const StateVector& from) {
        constexpr int directions = 16;
        const double radius = distance_to(from[0], from[1], orbit[0], orbit[1]);
        if (rests(orbit[0], orbit[1]) || rests(from[0], from[1])) return false;
        for (int i = 0; i < directions; ++i) {
            const double angle = 2.0 * std::numbers::pi * i / directions;
            if (rests(orbit[0] + radius * std::cos(angle), orbit[1] + rate_ * radius * std::sin(angle))) return false;
        }
        return true;
    }

private:
    /// The motion that has grown so large at resonance rests no more.
    static constexpr double far_out = 100.0;

    /// Notes whether anything slides, and whether anything rests.
    struct Slides {
        bool any = false;
        bool rests = false;

        template <class... What>
        void slide(const What&...) {
            any = true;
        }
        template <class Phases>
        void stick(const Phases&, double, double duration, bool) {
            rests = rests || duration > 0.0;
        }
        template <class... What>
        void flight(const What&...) {
            any = true;
        }
        template <class... What>
        void stop(const What&...) {}
        template <class... What>
        void reversal(const What&...) {}
    };

    template <class Recorder>
    MappedState<double> walk(double x, double v, double from, double span, Recorder& recorder) {
        throw_if_interrupted();
        phases_.set_section(from);
        MappedState<double> m = walk_period(phases_, x, v, span, most_phases_per_walk, recorder);
        if (!has_spring_) m.x = m.xx = m.xv = m.vx = 0.0;
        return m;
    }

    [[nodiscard]] bool rests(double x, double v) {
        Slides slides;
        return !walk(x, v, 0.0, period_, slides).is_complete || slides.rests;
    }

    [[nodiscard]] double distance_to(double x, double v, double other_x, double other_v) const {
        return std::hypot(x - other_x, (v - other_v) / rate_);
    }

    static bool grows_once_begun(const Oscillator& oscillator, const Load& load) {
        if (oscillator.stiffness > 0.0) return outgrows_friction(oscillator, load);
        return oscillator.damping == 0.0 && std::abs(load.constant) > oscillator.friction_bound;
    }

    [[nodiscard]] double size_of(const Oscillator& oscillator, const Load& load) const {
        double force = std::abs(load.constant) + oscillator.holding_bound();
        for (const Harmonic& h : load.harmonics) force += std::abs(h.amplitude);
        return force / (has_spring_ ? oscillator.stiffness : oscillator.mass * rate_ * rate_);
    }

    SectionPhases phases_;
    bool has_spring_;
    double period_;
    double rate_;
    double centre_;
    bool is_carried_;
    double largest_distance_;
    double time_ = 0.0;
    LawState state_;
    bool has_slid_ = true;
    bool has_failed_ = false;
};

}  // namespace stickslip
