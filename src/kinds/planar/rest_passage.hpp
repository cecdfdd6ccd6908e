#pragma once

// Rigid support near v = 0, where u = v/‖v‖ is singular.
//
// Leaving rest: with v = s·(cos θ, sin θ) the equations m·s′ = f·u − r_y and m·s·θ′ = u × f have a formal power series
// at s = 0. Under ‖f‖ > r_y it converges; at a release from stick (‖f‖ = r_y) it is s ≈ a·τ²/2m and diverges like
// n!·(a·τ/2r_y)ⁿ, so that it is exact to rounding at τ ≤ r_y/(20·a). docs/theory/planar.md, Eqs. (13)–(16).
//
// Coming to rest: while f is constant, r_y·s + f·v changes at the constant rate (F² − r_y²)/m, F = ‖f‖. For F < r_y
// this gives the time to the stop; for F > r_y, with t = tan(ψ/2) of the angle ψ from f to v, s·t^q/(1 + t²) is
// constant, q = 1 − r_y/F, which carries a motion against f through its turn.

#include "slide_series.hpp"

namespace stickslip::planar {

/// Where the mass starts: ‖f‖ = r_y (a release), or ‖f‖ > r_y (a start at rest under a load that is too large).
enum class Departure { from_bound, above_bound };

/// The series from rest at `position`; `lag` is the variation of the time of release.
template <class T>
void expand_departure(const Constants& k, const LocalLoad& load, const VectorOf<T>& position, const T& lag,
                      Departure departure, double unit, SlideSeries<T>& s) {
    constexpr int order = SlideSeries<T>::order;
    s.unit = unit;
    T force[2][order + 1];
    double load_coefficient[2][order + 2];
    for (int i = 0; i < 2; ++i) {
        load.coefficients(i, unit, order + 1, load_coefficient[i]);
        for (int n = 0; n <= order; ++n) s.load[i][n] = load_coefficient[i][n];
        s.position[i][0] = position[i];
        s.velocity[i][0] = T(0.0);
    }
    // The bound of order n − 1, and what it has changed by at the varied time.
    double bound_coefficient[order + 2];
    begin_bound(load, unit, s);
    if (s.has_varying_bound) load.coefficients(LocalLoad::bound_axis, unit, order + 1, bound_coefficient);
    const auto bound_at = [&](int n) {
        if (!s.has_varying_bound) return n == 0 ? T(k.friction) : T(0.0);
        return T(bound_coefficient[n]) + T((n + 1) * bound_coefficient[n + 1] / unit) * lag;
    };
    const auto load_at = [&](int i, int n) {
        return T(load_coefficient[i][n]) + T((n + 1) * load_coefficient[i][n + 1] / unit) * lag;
    };
    for (int i = 0; i < 2; ++i) force[i][0] = load_at(i, 0) - T(k.stiffness) * position[i];
    const T size = square_root(force[0][0] * force[0][0] + force[1][0] * force[1][0]);
    for (int i = 0; i < 2; ++i) s.direction[i][0] = force[i][0] / size;
    s.angle[0] = arc_tangent(force[1][0], force[0][0]);
    T speed[order + 1];
    T turn[order + 1];  // θ′·unit
    for (int n = 1; n <= order; ++n) {
        const T rate(unit / n);
        T along = convolution(force[0], s.direction[0], n - 1) + convolution(force[1], s.direction[1], n - 1);
        if (n == 1) along = departure == Departure::from_bound ? T(0.0) : along - bound_at(0);
        if (n > 1 && s.has_varying_bound) along -= bound_at(n - 1);
        speed[n] = rate * along;
        for (int i = 0; i < 2; ++i) {
            s.position[i][n] = rate * s.velocity[i][n - 1];
            s.velocity[i][n] = convolution(speed, s.direction[i], n, 1);
            force[i][n] = load_at(i, n) - T(k.damping) * s.velocity[i][n] - T(k.stiffness) * s.position[i][n];
        }
        // u of order n without its part θₙ·(−u₂, u₁).
        T known[2] = {T(0.0), T(0.0)};
        for (int i = 0; i < n - 1; ++i) {
            known[0] -= turn[i] * s.direction[1][n - 1 - i];
            known[1] += turn[i] * s.direction[0][n - 1 - i];
        }
        const T part(1.0 / n);
        known[0] *= part;
        known[1] *= part;
        T across = s.direction[0][0] * force[1][n] - s.direction[1][0] * force[0][n] + known[0] * force[1][0] -
                   known[1] * force[0][0];
        for (int i = 1; i < n; ++i) across += s.direction[0][i] * force[1][n - i] - s.direction[1][i] * force[0][n - i];
        T carried{};
        for (int i = 2; i <= n; ++i) carried += speed[i] * turn[n - i];
        s.angle[n] = (T(unit) * across - carried) / (T(n) * speed[1] + T(unit) * size);
        turn[n - 1] = T(n) * s.angle[n];
        s.direction[0][n] = known[0] - s.angle[n] * s.direction[1][0];
        s.direction[1][n] = known[1] + s.angle[n] * s.direction[0][0];
    }
}

/// How a motion near v = 0 goes on while the force f/m is constant.
template <class T>
struct RestPassage {
    T duration{};
    VectorOf<T> velocity;  ///< at the end: 0 for a stop
    bool is_stop = false;
};

template <class T>
RestPassage<T> pass_rest(const Constants& k, const VectorOf<T>& force, const VectorOf<T>& velocity) {
    const T square = dot(force, force);
    const T speed = square_root(dot(velocity, velocity));
    const T bound(k.friction);
    RestPassage<T> passage;
    if (value_of(square) < k.friction * k.friction) {
        passage.is_stop = true;
        passage.duration = (bound * speed + dot(force, velocity)) / (bound * bound - square);
        return passage;
    }
    const T size = square_root(square);
    const T cosine = dot(force, velocity) / (size * speed);
    const double sine = value_of(cross(force, velocity)) / (value_of(size) * value_of(speed));
    // Same speed after the turn: (1 + t₁²)·t₁^−q = (1 + t₀²)·t₀^−q, and t₁ ≪ 1 ≪ t₀.
    const double q = 1.0 - k.friction / value_of(size);
    const double entry = (1.0 - value_of(cosine)) / std::max(std::abs(sine), least_divisor);
    const double exit = std::pow(entry, -(2.0 - q) / q);
    const double angle = std::copysign(2.0 * std::atan(exit), sine);
    const T scale = speed / size;
    const T c(std::cos(angle));
    const T d(std::sin(angle));
    passage.velocity = {scale * (c * force.x1 - d * force.x2), scale * (c * force.x2 + d * force.x1)};
    passage.duration = speed * size * (c - cosine) / (square - bound * bound);
    return passage;
}

}  // namespace stickslip::planar
