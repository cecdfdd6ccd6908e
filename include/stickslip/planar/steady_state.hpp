#pragma once

#include <limits>
#include <optional>
#include <string>

#include "stickslip/motion/regime.hpp"
#include "stickslip/planar/trajectory.hpp"

namespace stickslip::planar {

/// What a value that does not exist is: NaN.
inline constexpr double undefined_value = std::numeric_limits<double>::quiet_NaN();
/// Both components undefined.
inline constexpr Vector undefined_vector{undefined_value, undefined_value};

/// The long run of a planar oscillator under a periodic load. Values that do not exist are NaN. A motion that is stuck
/// for ever is `Regime::permanent_stick`, the elastic orbit included.
struct SteadyState {
    Regime regime = Regime::not_converged;  ///< what the long run is
    Vector amplitude = undefined_vector;    ///< half of peak to peak of each axis [m]
    Vector fundamental = undefined_vector;  ///< Fourier amplitude at the frequency 2π/period of the load [m]
    Vector phase_lag = undefined_vector;    ///< of each fundamental behind its own load component, in (−π, π];
                                            ///< undefined where the load has no such component
    Vector friction_phase_lag = undefined_vector;  ///< of the friction force behind the displacement, in (−π, π]
    double magnification = undefined_value;  ///< k_d·x₀/r_y, rigid k·x₀/p₀, with x₀ and p₀ of the first axis
    double dissipated = undefined_value;     ///< friction loss per load period [J]
    double damped = undefined_value;         ///< loss in the dashpot per load period [J]
    double input = undefined_value;          ///< work of the load per load period [J]
    double stuck_fraction = undefined_value;  ///< share of the time that the mass sticks, 0 to 1
    double open_fraction = undefined_value;   ///< share of the time without contact, under a normal force that varies
    int stick_intervals_per_cycle = 0;        ///< a mean per load period
    double period = undefined_value;          ///< of the load [s]
    double multiplier = undefined_value;      ///< largest modulus of the multipliers of the map over `map_period`
    MapPeriod map_period = MapPeriod::half;   ///< over which part of the load period the multiplier is taken
    double residual = undefined_value;        ///< closure error of the cycle [m]
    std::string reason;                       ///< regime not_converged: why, where that is known

    std::optional<Trajectory> cycle;  ///< one load period from t = 0 (mod the period)

    /// Whether the motion repeats.
    [[nodiscard]] bool is_periodic() const { return stuck_fraction >= 0.0; }
};

/// The steady state the motion from `start` leads to: closed form for circular loads and for stuck motion, else a
/// direct solution of the periodic motion by Newton's method with the exact derivative of the half-period map.
/// @throws std::invalid_argument if the load is not periodic.
[[nodiscard]] SteadyState steady_state(const Oscillator&, const Load&, const State& start = {});

/// @throws std::invalid_argument with the reason if the load is not periodic, or has no common period with the normal
/// force.
void require_periodic(const Oscillator&, const Load&);

/// The regime where it is known without solving for the motion: stuck for ever, or a circular load; nullopt elsewhere.
[[nodiscard]] std::optional<Regime> known_regime(const Oscillator&, const Load&);

/// The smallest semi-major axis of the load ellipse a·(cos ωt, axis_ratio·sin ωt) from which the steady motion slides
/// without ever sticking, as a ratio to r_y, to 1e-6 of it; +∞ if there is none below 10⁴.
[[nodiscard]] double least_continuous_force_ratio(const Oscillator&, double frequency, double axis_ratio);

}  // namespace stickslip::planar
