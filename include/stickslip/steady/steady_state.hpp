#pragma once

#include <complex>
#include <limits>
#include <optional>
#include <vector>

#include "stickslip/model/case.hpp"
#include "stickslip/motion/trajectory.hpp"
#include "stickslip/steady/regime.hpp"

namespace stickslip {

inline constexpr double undefined_value = std::numeric_limits<double>::quiet_NaN();

/// A closed interval.
struct Interval {
    double low = 0.0;
    double high = 0.0;
};

/// The continuum of motions where the steady state is not unique, in p₀/k.
struct MotionFamily {
    Interval x_max;
    Interval x_min;
};

/// The long run of an oscillator under a periodic load. Values that do not exist are NaN (`undefined_value`); `regime`
/// says why. Names and definitions are those of docs/guide/quantities.md.
struct SteadyState {
    Regime regime = Regime::not_converged;

    double friction_ratio = undefined_value;
    double static_ratio = undefined_value;
    double frequency_ratio = undefined_value;
    double damping_ratio = undefined_value;

    double amplitude_ratio = undefined_value;
    double velocity_ratio = undefined_value;
    int stops_then_reverse = 0;
    int stops_then_same_direction = 0;
    int zero_duration_reversals = 0;
    double stuck_fraction = undefined_value;
    double dissipated_ratio = undefined_value;
    double multiplier = undefined_value;
    MapPeriod map_period = MapPeriod::half;
    double residual = undefined_value;  ///< in p₀/k; without p₀ in metres
    bool is_plain_coulomb = true;       ///< one friction bound, no belt: what `asymptotic_amplitude_ratio` assumes

    double period = undefined_value;             ///< of the load, or of an autonomous limit cycle [s]
    int load_periods = 1;                        ///< that the motion takes to repeat; 0 for a limit cycle
    double x_max = undefined_value;              ///< [m]
    double x_min = undefined_value;              ///< [m]
    double amplitude = undefined_value;          ///< half of peak to peak [m]
    double velocity = undefined_value;           ///< largest speed [m/s]
    double dissipated = undefined_value;         ///< friction loss per load period [J]
    double phase_lag = undefined_value;          ///< of the fundamental behind the load, in (−π, π]
    double transmissibility = undefined_value;   ///< |x_abs|/Y for base motion
    double transmitted_force = undefined_value;  ///< largest |c·x′ + k·(x − x_eq) + r| [N]

    std::optional<MotionFamily> family;         ///< regime non_unique at Ω = 1/(2n)
    std::optional<Interval> rest_positions;     ///< regime permanent_stick: where the mass can rest [m]
    double growth_per_cycle = undefined_value;  ///< regime unbounded: of the amplitude, in p₀/k
    std::vector<Regime> coexists;               ///< what other starts lead to (static bound above the sliding friction)

    std::optional<Trajectory> cycle;                ///< one period of the motion from t = 0 (mod the period), exact
    std::vector<std::complex<double>> multipliers;  ///< Floquet, laws without closed form only
    double exponent =
        undefined_value;  ///< regime not_converged, chaos: estimate of the largest Lyapunov exponent [1/s]

    /// [Riddoch] Eq. (6), corrected: √(1 − (4f/π)²)/|1 − Ω²|, the amplitude ratio that the exact one tends to at Ω = 1
    /// without damping; NaN for f > π/4, with damping, and for other laws than
    /// Coulomb's with one bound.
    [[nodiscard]] double asymptotic_amplitude_ratio() const;

    [[nodiscard]] int stops_per_cycle() const { return stops_then_reverse + stops_then_same_direction; }

    /// Whether there is a periodic motion (rest included) that counts and ratios describe.
    [[nodiscard]] bool is_periodic() const { return stuck_fraction >= 0.0; }
};

struct SteadyOptions {
    /// Also the cycle as a trajectory and what is read off it: phase lag, transmissibility, transmitted force.
    bool with_cycle = true;
};

/// The steady state the motion from `start` leads to, solved for directly. The number of stops comes out; it does not
/// go in. Other laws, springs and limit cycles on a belt are solved for by shooting (shooting.hpp).
/// @throws std::invalid_argument if the load is not periodic, unless it is constant and the belt moves.
[[nodiscard]] SteadyState steady_state(const Oscillator&, const Load&, const State& start, const SteadyOptions& = {});

/// The same for a case; base motion adds the transmissibility.
[[nodiscard]] SteadyState steady_state(const Case&, const SteadyOptions& = {});

}  // namespace stickslip
