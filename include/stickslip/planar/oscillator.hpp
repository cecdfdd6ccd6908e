#pragma once

#include <cmath>
#include <optional>

#include "stickslip/model/load.hpp"
#include "stickslip/model/normal_force.hpp"

namespace stickslip::planar {

/// A vector in the plane; `T` is double, or double with derivatives.
template <class T>
struct VectorOf {
    T x1{};  ///< along the first axis
    T x2{};  ///< along the second axis

    /// The component along axis 0 or 1.
    T& operator[](int axis) { return axis == 0 ? x1 : x2; }
    /// The component along axis 0 or 1.
    const T& operator[](int axis) const { return axis == 0 ? x1 : x2; }

    /// Component by component.
    friend VectorOf operator+(const VectorOf& a, const VectorOf& b) { return {a.x1 + b.x1, a.x2 + b.x2}; }
    /// Component by component.
    friend VectorOf operator-(const VectorOf& a, const VectorOf& b) { return {a.x1 - b.x1, a.x2 - b.x2}; }
    /// Every component times a number.
    friend VectorOf operator*(const T& factor, const VectorOf& a) { return {factor * a.x1, factor * a.x2}; }
    /// Component by component.
    friend bool operator==(const VectorOf&, const VectorOf&) = default;
};

/// A vector of plain numbers.
using Vector = VectorOf<double>;

/// a·b.
template <class T>
[[nodiscard]] T dot(const VectorOf<T>& a, const VectorOf<T>& b) {
    return a.x1 * b.x1 + a.x2 * b.x2;
}

/// a₁·b₂ − a₂·b₁: positive where b stands counter-clockwise of a.
template <class T>
[[nodiscard]] T cross(const VectorOf<T>& a, const VectorOf<T>& b) {
    return a.x1 * b.x2 - a.x2 * b.x1;
}

/// ‖a‖.
[[nodiscard]] inline double norm(const Vector& a) { return std::hypot(a.x1, a.x2); }

/// Oscillator m·x″ + c·x′ + k·x + r = p(t) in the plane, with a friction force r of at most r_y, [LiuHongLiou2003].
/// Elastic support: r′ = k_d·x′ while stuck, and r′ = k_d·(x′ − (u·x′)·u) with u = r/r_y while sliding (‖r‖ = r_y and
/// r·x′ > 0), Eqs. (17), (18). Rigid support (k_d = ∞): stuck means x′ = 0, sliding means r = r_y·x′/‖x′‖.
struct Oscillator {
    double mass = 1.0;                        ///< m > 0 [kg]
    double damping = 0.0;                     ///< c ≥ 0 [N·s/m]
    double stiffness = 1.0;                   ///< k ≥ 0 [N/m]
    double friction_bound = 1.0;              ///< r_y > 0 [N]
    std::optional<double> support_stiffness;  ///< k_d > 0 [N/m]; absent means a rigid support
    std::optional<NormalVariation> normal;  ///< N(t)/N₀, N₀ that of the bound; absent: 1. For a rigid support only

    /// Whether the normal force changes with time, and the bound with it.
    [[nodiscard]] bool has_varying_normal() const { return normal && !normal->is_constant(); }
    /// Whether the support cannot give.
    [[nodiscard]] bool is_rigid() const { return !support_stiffness.has_value(); }
};

/// A load with two components, each of them any sum of a constant, harmonics and a record.
struct Load {
    stickslip::Load axis1;  ///< along the first axis
    stickslip::Load axis2;  ///< along the second axis

    /// The component along axis 0 or 1.
    [[nodiscard]] const stickslip::Load& axis(int i) const { return i == 0 ? axis1 : axis2; }
    /// The component along axis 0 or 1.
    [[nodiscard]] stickslip::Load& axis(int i) { return i == 0 ? axis1 : axis2; }

    /// p(t), or its one-sided limit from later times where a record jumps [N].
    [[nodiscard]] Vector value(double time) const;

    /// The common period of all harmonics of both axes [s]; nullopt as for one axis.
    [[nodiscard]] std::optional<double> period() const;
};

/// The common period of a load and of a normal force [s]; nullopt where they have none, as `Load::period`.
[[nodiscard]] std::optional<double> common_period(const Load&, const std::optional<NormalVariation>&);

/// p_i = a_i·sin(ω·t + φ_i).
[[nodiscard]] Load harmonic_load(const Vector& amplitude, AngularFrequency frequency, const Vector& phase);

/// p = a·(cos ωt, sin ωt), [LiuHongLiou2003] Eqs. (37), (38).
[[nodiscard]] Load rotating_load(double amplitude, AngularFrequency frequency);

/// A state of the planar oscillator.
struct State {
    Vector position;        ///< x [m]
    Vector velocity;        ///< x′ [m/s]
    Vector friction_force;  ///< r [N], ‖r‖ ≤ r_y; without meaning for a rigid support
};

/// @throws std::invalid_argument naming the parameter, its value and its bound.
void validate(const Oscillator&);
/// @throws std::invalid_argument naming the parameter, its value and its bound.
void validate(const Load&);
/// @throws std::invalid_argument naming the parameter, its value and its bound.
void validate(const State&, const Oscillator&);

/// ωₙ = √(k/m) [rad/s].
[[nodiscard]] double natural_frequency(const Oscillator&);

/// ζ = c/(2√(mk)); NaN for k = 0.
[[nodiscard]] double damping_ratio(const Oscillator&);

}  // namespace stickslip::planar
