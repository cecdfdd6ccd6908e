#pragma once

// Sliding motion by its Taylor series in time. With u = r/r_y = (cos θ, sin θ) the products of
//     v′ = p/m − (c/m)·v − (k/m)·x − (r_y/m)·u,   u′ = θ′·(−u₂, u₁),   θ′ = (k_d/r_y)·(u₁·v₂ − u₂·v₁)
// are convolutions of coefficients, so each order costs four of them; rigid support has u = v/‖v‖ instead of θ. Why
// series: one expansion is accurate to rounding on the whole step, so that events inside it cannot be missed and the
// motion can be evaluated anywhere without a stored table. docs/theory/planar.md, Eqs. (4)–(9).

#include <algorithm>
#include <cmath>

#include "local_load.hpp"
#include "sensitive.hpp"

namespace stickslip::planar {

/// A state of sliding. The direction of r is θ for an elastic support; a rigid one has it from v.
template <class T>
struct SlidePoint {
    VectorOf<T> position;
    VectorOf<T> velocity;
    T angle{};
};

/// Coefficients of x, v, u and θ in powers of τ/unit.
template <class T>
struct SlideSeries {
    static constexpr int order = 26;

    double unit = 1.0;  ///< [s]
    T position[2][order + 1];
    T velocity[2][order + 1];
    T direction[2][order + 1];
    T angle[order + 1];
    double load[2][order + 1];
    double bound[order + 1];  ///< of the friction, where it varies
    bool has_varying_bound = false;

    [[nodiscard]] T sum(const T* c, double tau) const {
        const double s = tau / unit;
        T y = c[order];
        for (int n = order - 1; n >= 0; --n) y = y * T(s) + c[n];
        return y;
    }
    [[nodiscard]] SlidePoint<T> at(double tau) const {
        return {{sum(position[0], tau), sum(position[1], tau)},
                {sum(velocity[0], tau), sum(velocity[1], tau)},
                sum(angle, tau)};
    }
};

/// The largest derivative of a coefficient.
inline double gradient_size(double) { return 0.0; }
inline double gradient_size(const Sensitive& x) {
    double size = 0.0;
    for (const double g : x.gradient) size = std::max(size, std::abs(g));
    return size;
}

/// The longest step on which the last coefficients of c stay below `tolerance`·`scale`, and those of its derivatives
/// below a looser tolerance: a nearly straight motion is smoother than what disturbs it across [s].
template <class T>
double converged_step(const T* c, double unit, double tolerance, double scale, int first_power = 0) {
    constexpr double gradient_tolerance = 1e-11;
    double gradient_scale = 0.0;
    for (int n = 0; n <= SlideSeries<T>::order / 3; ++n) gradient_scale = std::max(gradient_scale, gradient_size(c[n]));
    double ratio = 1e300;
    for (int n = SlideSeries<T>::order - 1; n <= SlideSeries<T>::order; ++n) {
        const double power = 1.0 / (n - first_power);
        const double size = std::abs(value_of(c[n]));
        if (size > 0.0) ratio = std::min(ratio, std::pow(tolerance * scale / size, power));
        const double gradient = gradient_size(c[n]);
        if (gradient > 0.0 && gradient_scale > 0.0)
            ratio = std::min(ratio, std::pow(gradient_tolerance * gradient_scale / gradient, power));
    }
    return ratio * unit;
}

/// Σ aᵢ·bₙ₋ᵢ for i = first … n.
template <class T>
T convolution(const T* a, const T* b, int n, int first = 0) {
    T sum{};
    for (int i = first; i <= n; ++i) sum += a[i] * b[n - i];
    return sum;
}

/// The friction along an axis of order n, (r_y/m)·u.
template <class T>
T friction_of(const Constants& k, int n, int axis, const SlideSeries<T>& s) {
    if (!s.has_varying_bound) return T(k.friction) * s.direction[axis][n];
    T sum{};
    for (int i = 0; i <= n; ++i) sum += T(s.bound[i]) * s.direction[axis][n - i];
    return sum;
}

/// v and x of order n + 1 from everything up to order n.
template <class T>
void advance_motion(const Constants& k, int n, SlideSeries<T>& s) {
    const double rate = s.unit / (n + 1);
    for (int i = 0; i < 2; ++i) {
        const T force = T(s.load[i][n]) - T(k.damping) * s.velocity[i][n] - T(k.stiffness) * s.position[i][n] -
                        friction_of(k, n, i, s);
        s.velocity[i][n + 1] = T(rate) * force;
        s.position[i][n + 1] = T(rate) * s.velocity[i][n];
    }
}

template <class T>
void begin_bound(const LocalLoad& load, double unit, SlideSeries<T>& s) {
    s.has_varying_bound = load.has_varying_bound();
    if (s.has_varying_bound) load.coefficients(LocalLoad::bound_axis, unit, SlideSeries<T>::order, s.bound);
}

template <class T>
void begin_series(const LocalLoad& load, const SlidePoint<T>& start, double unit, SlideSeries<T>& s) {
    s.unit = unit;
    for (int i = 0; i < 2; ++i) {
        load.coefficients(i, unit, SlideSeries<T>::order, s.load[i]);
        s.position[i][0] = start.position[i];
        s.velocity[i][0] = start.velocity[i];
    }
    begin_bound(load, unit, s);
}

/// Without contact.
template <class T>
void expand_flight(const Constants& k, const LocalLoad& load, const SlidePoint<T>& start, double unit,
                   SlideSeries<T>& s) {
    begin_series(load, start, unit, s);
    for (int n = 0; n <= SlideSeries<T>::order; ++n) {
        s.angle[n] = T(0.0);
        for (int i = 0; i < 2; ++i) s.direction[i][n] = T(0.0);
    }
    for (int n = 0; n < SlideSeries<T>::order; ++n) advance_motion(k, n, s);
}

/// Elastic support.
template <class T>
void expand_elastic(const Constants& k, const LocalLoad& load, const SlidePoint<T>& start, double unit,
                    SlideSeries<T>& s) {
    begin_series(load, start, unit, s);
    s.angle[0] = start.angle;
    const SinCos<T> direction = sin_cos(start.angle);
    s.direction[0][0] = direction.cos;
    s.direction[1][0] = direction.sin;
    T turn[SlideSeries<T>::order];  // θ′·unit
    for (int n = 0; n < SlideSeries<T>::order; ++n) {
        turn[n] = T(k.turning * unit) *
                  (convolution(s.direction[0], s.velocity[1], n) - convolution(s.direction[1], s.velocity[0], n));
        const T part(1.0 / (n + 1));
        s.angle[n + 1] = part * turn[n];
        advance_motion(k, n, s);
        s.direction[0][n + 1] = T(0.0) - part * convolution(turn, s.direction[1], n);
        s.direction[1][n + 1] = part * convolution(turn, s.direction[0], n);
    }
}

/// Rigid support, v ≠ 0: u = v/s, s² = v·v.
template <class T>
void expand_rigid(const Constants& k, const LocalLoad& load, const SlidePoint<T>& start, double unit,
                  SlideSeries<T>& s) {
    begin_series(load, start, unit, s);
    T speed[SlideSeries<T>::order + 1];
    speed[0] = square_root(dot(start.velocity, start.velocity));
    for (int i = 0; i < 2; ++i) s.direction[i][0] = start.velocity[i] / speed[0];
    s.angle[0] = arc_tangent(start.velocity.x2, start.velocity.x1);
    for (int n = 0; n < SlideSeries<T>::order; ++n) {
        advance_motion(k, n, s);
        const int next = n + 1;
        T square = convolution(s.velocity[0], s.velocity[0], next) + convolution(s.velocity[1], s.velocity[1], next);
        for (int i = 1; i < next; ++i) square -= speed[i] * speed[next - i];
        speed[next] = T(0.5) * square / speed[0];
        for (int i = 0; i < 2; ++i) {
            s.direction[i][next] = (s.velocity[i][next] - convolution(speed, s.direction[i], next, 1)) / speed[0];
        }
        s.angle[next] = T(0.0);
    }
}

}  // namespace stickslip::planar
