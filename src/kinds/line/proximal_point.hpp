#pragma once

// The zero of a monotone function of the plane by proximal points, [SolodovSvaiter1999].
//
// The map Φ over a load period never expands distances, so F(z) = z − Φ(z), and F(z) = z + Φ(z) over half a period, are
// monotone. One Newton step from z approximates the proximal point y, F(y) + λ·(y − z) = 0. Where what remains of this
// is at most half of λ‖y − z‖ the next point is z − F(y)/λ, which is never farther from the zero than z was; where
// ‖F(y)‖ is half of ‖F(z)‖ it is y; else λ grows. F has the Lipschitz constant 2, so that λ ≥ 8 always passes, and the
// points converge from anywhere. λ falls with ‖F‖, which makes the end Newton's method. Weak friction near Ω = 1/3,
// 1/5, … needs this: F is small everywhere and Newton's steps from afar lead further away.

#include "kernel/orbit_rules.hpp"
#include "kernel/scalar.hpp"

namespace stickslip {

/// F and its derivative at a point; both components in the same unit.
template <class T>
struct PlaneFunction {
    T x{};
    T v{};
    T xx{};
    T xv{};
    T vx{};
    T vv{};
    bool is_defined = true;

    [[nodiscard]] STICKSLIP_KERNEL T length() const { return square_root(x * x + v * v); }
};

template <class T>
struct ProximalZero {
    T x{};
    T v{};
    T residual{};  ///< ‖F‖
};

/// Follows proximal points from (x, v) until ‖F‖ ≤ tolerance(x, v) and another step brings no more, or for
/// `proximal::most_steps` steps.
template <class T, class Function, class Tolerance>
STICKSLIP_KERNEL ProximalZero<T> proximal_zero(Function&& function_at, const Tolerance& tolerance, T x, T v) {
    PlaneFunction<T> f = function_at(x, v);
    T residual = f.length();
    T lambda = residual;
    for (int step = 0; step < proximal::most_steps && f.is_defined; ++step) {
        const T a = f.xx + lambda;
        const T d = f.vv + lambda;
        const T determinant = a * d - f.xv * f.vx;
        const T dx = (f.xv * f.v - d * f.x) / determinant;
        const T dv = (f.vx * f.x - a * f.v) / determinant;
        const PlaneFunction<T> next = function_at(x + dx, v + dv);
        const T next_residual = next.length();
        if (residual <= tolerance(x, v) && !(next_residual < T(worth_another_step) * residual)) break;
        const bool has_halved = next_residual <= T(proximal::halved) * residual;
        PlaneFunction<T> left = next;
        left.x = left.x + lambda * dx;
        left.v = left.v + lambda * dv;
        const bool is_proximal = left.length() <= T(proximal::share_left) * lambda * square_root(dx * dx + dv * dv);
        if (!has_halved && !is_proximal) {
            lambda = lambda * T(proximal::tighten);
            continue;
        }
        if (has_halved) {
            x = x + dx;
            v = v + dv;
            f = next;
        } else {
            x = x - next.x / lambda;
            v = v - next.v / lambda;
            f = function_at(x, v);
        }
        const T before = residual;
        residual = f.length();
        lambda = lambda * smaller(T(proximal::relax), residual / before);
    }
    return {x, v, f.is_defined ? residual : infinity_of<T>};
}

}  // namespace stickslip
