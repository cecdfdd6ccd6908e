#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "stickslip/model/case.hpp"
#include "stickslip/motion/trajectory.hpp"
#include "stickslip/steady/steady_state.hpp"

namespace stickslip {

/// How one harmonic of a load changes with a parameter, per unit of the parameter.
struct HarmonicRate {
    double amplitude = 0.0;  ///< of a [N]
    double frequency = 0.0;  ///< of ω [rad/s]
    double phase = 0.0;      ///< of φ [rad]
};

/// How a load changes with one parameter: each member is the derivative of the number of that name.
struct LoadRate {
    double constant = 0.0;                 ///< of the constant part
    std::vector<HarmonicRate> harmonics;   ///< one for each harmonic of the load, or none
    std::shared_ptr<const Record> record;  ///< of the record, at the same times; may be null
};

/// How the numbers of a problem change with one parameter: each member is the derivative of the number of that name.
struct ProblemRate {
    double mass = 0.0;                     ///< of m
    double damping = 0.0;                  ///< of c
    double stiffness = 0.0;                ///< of k
    double equilibrium = 0.0;              ///< of x_eq
    double friction_bound = 0.0;           ///< of r_y
    double holding_bound = 0.0;            ///< of r_s, also where it follows r_y
    double belt_velocity = 0.0;            ///< of v_belt
    double constant = 0.0;                 ///< of the constant load
    std::vector<HarmonicRate> harmonics;   ///< one for each harmonic of the load, or none
    std::shared_ptr<const Record> record;  ///< of the record, at the same times; may be null
    State start;                           ///< of the start
};

/// The derivative of the numbers of a case with respect to one of its keys, as the case file is read: exact to rounding
/// for every way in which a key enters, friction.mu or load.frequency_hz included. @throws std::invalid_argument if the
/// case has no such number, or cannot be read near it.
[[nodiscard]] ProblemRate rate_of(const CaseDocument&, std::string_view key);

/// The number that a key has in a case, its default included. @throws std::invalid_argument if there is none.
[[nodiscard]] double value_of_key(const CaseDocument&, std::string_view key);

/// The derivative of a state at a fixed time; NaN where it does not exist (behind a grazing stop).
struct StateRate {
    double position = 0.0;      ///< ∂x/∂p
    double velocity = 0.0;      ///< ∂x′/∂p
    double acceleration = 0.0;  ///< ∂x″/∂p, of the phase that holds
};

/// The derivatives of a motion with respect to one parameter.
struct MotionDerivative {
    std::vector<double> event_times;  ///< ∂t/∂p of each event of the trajectory
    StateRate final;                  ///< at the end time
    std::vector<StateRate> samples;   ///< at the times asked for, in their order
};

/// The derivatives of a motion that was followed with respect to parameters, one for each rate, at the end and at
/// `times`: between events the linear equation of the derivatives is solved by its Taylor series to rounding, and at
/// each event they jump as the event time moves (docs/theory/sensitivity.md). The motion itself is not followed again.
/// @throws std::invalid_argument for a motion without closed form, or a time outside of it.
[[nodiscard]] std::vector<MotionDerivative> motion_derivatives(const Trajectory&, std::span<const ProblemRate>,
                                                               std::span<const double> times = {});

/// The derivatives of what is read off a steady cycle; NaN where they do not exist.
struct SteadyDerivative {
    double amplitude = undefined_value;   ///< of half of peak to peak
    double phase_lag = undefined_value;   ///< of the fundamental behind the load [rad per unit]
    double dissipated = undefined_value;  ///< of the friction loss per load period
};

/// The derivatives of a steady state that was solved for with its cycle, by implicit differentiation of the orbit that
/// closes: δy₀ = (1 − M)⁻¹·(∂y(T)/∂p + y′·∂T/∂p). Where the start decides between motions, none exists.
/// @throws std::invalid_argument for a motion without closed form.
[[nodiscard]] std::vector<SteadyDerivative> steady_derivatives(const SteadyState&, std::span<const ProblemRate>);

}  // namespace stickslip
