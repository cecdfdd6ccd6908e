#pragma once

#include <complex>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "stickslip/model/case.hpp"
#include "stickslip/motion/regime.hpp"
#include "stickslip/motion/trajectory.hpp"

namespace stickslip {

/// What a value that does not exist is: NaN.
inline constexpr double undefined_value = std::numeric_limits<double>::quiet_NaN();

/// A closed interval.
struct Interval {
    double low = 0.0;   ///< lower end
    double high = 0.0;  ///< upper end
};

/// The continuum of motions where the steady state is not unique, in p₀/k.
struct MotionFamily {
    Interval x_max;  ///< largest positions of its members [p₀/k]
    Interval x_min;  ///< smallest positions of its members [p₀/k]
};

/// A motion beside the one that is the answer: an attractor that another start leads to, or an unstable orbit.
struct CoexistingMotion {
    Regime regime = Regime::not_converged;     ///< what its long run is
    int load_periods = 1;                      ///< 0 where there is no period
    double amplitude_ratio = undefined_value;  ///< as of `SteadyState`, without one harmonic load NaN
    double stops_per_cycle = undefined_value;  ///< mean per load period
    double multiplier = undefined_value;       ///< as of `SteadyState`
    State start;                               ///< at t = 0, that leads to it [m, m/s]
};

/// The long run of an oscillator under a periodic load. Values that do not exist are NaN (`undefined_value`); `regime`
/// says why. Names and definitions are those of docs/guide/quantities.md.
struct SteadyState {
    Regime regime = Regime::not_converged;  ///< what the long run is

    double friction_ratio = undefined_value;   ///< f = r_y/p₀
    double static_ratio = undefined_value;     ///< r_s/p₀
    double frequency_ratio = undefined_value;  ///< Ω = ω/ωₙ
    double damping_ratio = undefined_value;    ///< ζ = c/(2√(mk))

    double amplitude_ratio = undefined_value;   ///< X·k/p₀
    double velocity_ratio = undefined_value;    ///< largest velocity times √(mk)/p₀
    double stops_then_reverse = 0.0;            ///< per load period, like the next two: a mean where the motion takes
    double stops_then_same_direction = 0.0;     ///< several periods to repeat, or never does
    double zero_duration_reversals = 0.0;       ///< a mean per load period
    double stuck_fraction = undefined_value;    ///< share of the time that the mass sticks, 0 to 1
    double open_fraction = undefined_value;     ///< share of the time that the contact is open, 0 to 1
    double dissipated_ratio = undefined_value;  ///< friction loss per load period times k/p₀²
    double multiplier = undefined_value;        ///< largest modulus of the multipliers of the map over `map_period`
    MapPeriod map_period = MapPeriod::half;     ///< over which part of the load period the multiplier is taken
    double residual = undefined_value;          ///< in p₀/k; without p₀ in metres
    bool is_plain_coulomb = true;  ///< one friction bound, no belt: what `asymptotic_amplitude_ratio` assumes

    double period = undefined_value;             ///< of the load, or of an autonomous limit cycle [s]
    int load_periods = 1;                        ///< that the motion takes to repeat; 0 for a limit cycle and for chaos
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
    std::string reason;                         ///< regime not_converged: why

    /// What other starts lead to where the static bound exceeds the sliding friction: rest in the middle, the motion
    /// that never rests where there is one, and starts at rest far out on either side; then the mirror images of those
    /// that are not their own.
    std::vector<CoexistingMotion> coexists;
    std::optional<std::vector<CoexistingMotion>> orbits;  ///< unstable ones, where they were asked for

    std::optional<State> at_zero;  ///< where the motion passes at t = 0 (mod the period); static bound above r_y only
    std::optional<Trajectory> cycle;                ///< the motion from t = 0 (mod the period) until it repeats, exact
    std::vector<std::complex<double>> multipliers;  ///< Floquet, laws without closed form only
    double exponent = undefined_value;              ///< where no period was found: largest Lyapunov exponent [1/s]
    double exponent_error = undefined_value;        ///< its standard error [1/s]

    /// [Riddoch] Eq. (6), corrected: √(1 − (4f/π)²)/|1 − Ω²|, the amplitude ratio that the exact one tends to at Ω = 1
    /// without damping; NaN for f > π/4, with damping, and for other laws than
    /// Coulomb's with one bound.
    [[nodiscard]] double asymptotic_amplitude_ratio() const;

    /// Stops of finite duration, a mean per load period.
    [[nodiscard]] double stops_per_cycle() const { return stops_then_reverse + stops_then_same_direction; }

    /// Whether there is a motion (rest included) that counts and ratios describe, periodic or chaotic.
    [[nodiscard]] bool is_described() const { return stuck_fraction >= 0.0; }

    /// Whether it repeats.
    [[nodiscard]] bool is_periodic() const { return is_described() && regime != Regime::chaotic; }
};

/// What is wanted of a steady state beyond its numbers.
struct SteadyOptions {
    /// Also the cycle as a trajectory and what is read off it: phase lag, transmissibility, transmitted force.
    bool with_cycle = true;
    /// Also what other starts lead to where the static bound exceeds the sliding friction; costs a search for each.
    bool with_coexisting = true;
    /// Also the unstable orbits there.
    bool with_all_orbits = false;
};

/// The steady state the motion from `start` leads to, solved for directly. The number of stops comes out; it does not
/// go in. With a static bound above the sliding friction it is the attractor of the start, found by marching and closed
/// by Newton's method; it never has a multiplier above 1. Other laws, springs and limit cycles on a belt are solved for
/// by shooting (shooting.hpp).
/// @throws std::invalid_argument if the load is not periodic, unless it is constant and the belt moves.
[[nodiscard]] SteadyState steady_state(const Oscillator&, const Load&, const State& start, const SteadyOptions& = {});

/// The same for a case; base motion adds the transmissibility.
[[nodiscard]] SteadyState steady_state(const Case&, const SteadyOptions& = {});

/// The events of one steady cycle in the order of the load: times are counted from where the load rises through the
/// middle of its swing, and lie in [0, length of the cycle). Loads without a phase of their own (several harmonics, a
/// belt) leave them as they are, from the start of the cycle.
[[nodiscard]] std::vector<Event> cycle_events(const Trajectory& cycle);

}  // namespace stickslip
