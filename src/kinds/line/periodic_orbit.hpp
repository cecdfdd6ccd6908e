#pragma once

// Periodic motions of any oscillator under any periodic load, by Newton on the full-period map. The single harmonic
// with equal static and sliding friction has its own, faster path (cell.hpp).

#include <cmath>

#include "cycle_recorder.hpp"
#include "period_map.hpp"
#include "phase_motion.hpp"
#include "stickslip/motion/regime.hpp"

namespace stickslip {

/// The phases of a physical oscillator, counted from a section of the load period.
class SectionPhases {
public:
    SectionPhases(const Oscillator& oscillator, const Load& load)
        : motion_(oscillator, load), belt_velocity_(oscillator.belt_velocity), equilibrium_(oscillator.equilibrium) {}

    void set_section(double time) { section_ = time; }
    void begin(double elapsed, double x) {
        now_ = advance(ExactTime{section_, 0.0}, elapsed);
        motion_.begin(now_, x - equilibrium_);
    }

    /// How long the load and the normal force stay on the piece that has begun.
    [[nodiscard]] double window_left() const {
        const double end = motion_.window_end();
        return std::isfinite(end) ? duration_between(now_, {end, 0.0}) : end;
    }
    [[nodiscard]] bool is_open() const { return motion_.is_open(); }
    [[nodiscard]] RestOutcome<double> outcome_of_rest() const { return motion_.outcome_of_rest(); }
    [[nodiscard]] Release<double> release(double horizon) const { return motion_.release(horizon); }
    [[nodiscard]] int zeros_of_release() const { return motion_.zeros_of_release(); }
    [[nodiscard]] double velocity_lag_of_release(int direction) const {
        return motion_.velocity_lag_of_release(direction);
    }
    [[nodiscard]] FirstZero<double> stop(double v, int direction, int zeros, double horizon, bool = true) const {
        return motion_.stop(v, direction, zeros, horizon);
    }
    [[nodiscard]] SlideEnd<double> end_of_slide(double v, int direction, int zeros, double horizon, bool = true) const {
        return motion_.end_of_slide(v, direction, zeros, horizon);
    }
    /// The acceleration with which a slide from rest begins.
    [[nodiscard]] double acceleration_from_rest(int direction) const {
        return motion_.state(0.0, direction, 0.0).acceleration;
    }
    [[nodiscard]] FreeResponse<double> free_flow(double tau) const { return motion_.free_flow(tau); }
    [[nodiscard]] double stiffness() const { return motion_.stiffness(); }
    [[nodiscard]] double lab_position(double z, double tau) const { return motion_.lab_position(z, tau); }
    [[nodiscard]] double carried(double duration) const { return belt_velocity_ * duration; }
    [[nodiscard]] double peak_speed(double v, int direction, double length, bool = true) const {
        return motion_.peak_speed(v, direction, length);
    }

private:
    PhaseMotion motion_;
    double belt_velocity_;
    double equilibrium_;
    double section_ = 0.0;
    ExactTime now_;
};

/// A periodic motion, or why there is none.
struct PeriodicOrbit {
    Regime regime = Regime::not_converged;
    int load_periods = 1;   ///< after which the motion repeats
    double section = 0.0;   ///< load time of the state below [s]
    double x = 0.0;         ///< [m]
    double v = 0.0;         ///< [m/s]
    double residual = 0.0;  ///< closure in position and velocity/ωₙ (or /rate) [m]
    MappedState<double> map;
    bool is_antisymmetric = false;  ///< half-period antisymmetric about `centre`; `map` is then over half a period
    CycleRecorder<double> cycle{0.0};
};

/// Whether the load feeds in more at resonance than friction takes out, without damping: a motion that has begun then
/// grows for ever, docs/theory/steady.md section 7.
[[nodiscard]] bool outgrows_friction(const Oscillator&, const Load&);

/// Follows the motion from `start` and solves for the periodic motion it comes to. Equal static and sliding friction:
/// the period map then expands no distance, and there is one such motion, or a continuum.
[[nodiscard]] PeriodicOrbit find_periodic_orbit(const Oscillator&, const Load&, const State& start, double period);

/// The motion through (x, slip velocity) at the beginning of a load period, which is known to repeat after
/// `load_periods`: closed to the last digits, and described.
[[nodiscard]] PeriodicOrbit close_orbit(const Oscillator&, const Load&, const State& point, double period,
                                        int load_periods);

}  // namespace stickslip
