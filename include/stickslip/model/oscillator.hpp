#pragma once

#include <optional>

#include "stickslip/model/friction_law.hpp"
#include "stickslip/model/normal_force.hpp"

namespace stickslip {

/// Oscillator m·x″ + c·x′ + k·(x − x_eq) + k₃·(x − x_eq)³ + r = p(t) with dry friction r, [HongLiu2000] Eqs. (1),
/// (10)–(13). Stuck: x′ = v_belt and |r| ≤ r_s. Sliding: r = r_y·sgn(x′ − v_belt), or as `law` says.
struct Oscillator {
    double mass = 1.0;                      ///< m > 0 [kg]
    double damping = 0.0;                   ///< c ≥ 0 [N·s/m]
    double stiffness = 1.0;                 ///< k ≥ 0 [N/m]; 0 is a free sliding block
    double equilibrium = 0.0;               ///< x_eq, where the spring force is zero [m]
    double friction_bound = 0.0;            ///< r_y ≥ 0, the friction of sliding [N]
    std::optional<double> static_bound;     ///< r_s ≥ r_y, the friction that holds at rest [N]; absent means r_y
    double belt_velocity = 0.0;             ///< v_belt, the velocity of the surface [m/s]
    std::optional<double> cubic_stiffness;  ///< k₃ [N/m³] of a nonlinear spring, which may have k < 0; absent means 0
    FrictionLaw law;                        ///< Coulomb unless given
    std::optional<NormalVariation> normal;  ///< N(t)/N₀, N₀ that of the bounds; absent: 1. For Coulomb's law only

    /// The friction that holds at rest [N].
    [[nodiscard]] double holding_bound() const { return static_bound.value_or(friction_bound); }
    /// The cubic part of the spring [N/m³].
    [[nodiscard]] double cubic() const { return cubic_stiffness.value_or(0.0); }
    /// The friction forces that the law is scaled by [N].
    [[nodiscard]] FrictionBounds bounds() const { return {friction_bound, holding_bound()}; }

    /// Whether the normal force changes with time, and the bounds with it.
    [[nodiscard]] bool has_varying_normal() const { return normal && !normal->is_constant(); }

    /// Whether every phase of the motion is closed form: a linear spring and Coulomb friction. Else it is followed by
    /// Taylor series.
    [[nodiscard]] bool has_closed_form() const {
        return cubic() == 0.0 && stiffness >= 0.0 && std::holds_alternative<Coulomb>(law);
    }
};

/// A state of the one-dimensional oscillator.
struct State {
    double position = 0.0;  ///< x [m]
    double velocity = 0.0;  ///< x′ [m/s]
};

/// @throws std::invalid_argument naming the parameter, its value and its bound.
void validate(const Oscillator&);

/// @throws std::invalid_argument if the state is not finite.
void validate(const State&);

}  // namespace stickslip
