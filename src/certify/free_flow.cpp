#include "free_flow.hpp"

namespace stickslip::proof {

namespace {

FreeFlow<0> squared(const FreeFlow<0>& m) {
    return {m.h * m.h - m.g * m.g, m.h * m.g + m.g * m.g_rate, m.g_rate * m.g_rate - m.g * m.g};
}

/// By the series of a solution: uₙ₊₂ = −2ζ·uₙ₊₁ − uₙ. |uₙ| ≤ (1 + 2ζ)ⁿ, so for time·(1 + 2ζ) ≤ 1 what is left out after
/// n terms is below 2/n!.
Deviation<0> short_solution(double twice_damping, double time, double y0, double v0) {
    constexpr int terms = 20;
    constexpr double left_out = 0x1p-59;  // 2/20! = 8·10⁻¹⁹
    Ball before = exactly<0>(y0);
    Ball now = exactly<0>(v0);
    Deviation<0> sum{exactly<0>(0.0), exactly<0>(0.0)};
    Ball weight = exactly<0>(1.0);
    for (int n = 0; n < terms; ++n) {
        sum.x = sum.x + weight * before;
        sum.v = sum.v + weight * now;
        const Ball next = -(twice_damping * now) - before;
        before = now;
        now = next;
        weight = weight * exactly<0>(time);
        weight = (1.0 / (n + 1)) * weight;
        weight.r = grow(weight.r + 2.0 * unit * std::abs(weight.c));
    }
    return {widened(sum.x, left_out), widened(sum.v, left_out * (1.0 + twice_damping))};
}

}  // namespace

FreeFlow<0> free_flow(double twice_damping, const Ball& time) {
    if (!(twice_damping > 0.0)) {
        const Direction<0> d = direction_of(time);
        return {d.cos, d.sin, d.cos};
    }
    int halvings = 0;
    double part = time.c;
    while (std::abs(part) * (1.0 + twice_damping) > 1.0) {
        part *= 0.5;
        ++halvings;
    }
    const Deviation<0> column = short_solution(twice_damping, part, 1.0, 0.0);
    const Deviation<0> other = short_solution(twice_damping, part, 0.0, 1.0);
    FreeFlow<0> m{column.x, other.x, other.v};
    for (int k = 0; k < halvings; ++k) m = squared(m);
    // Each entry is at most 1 and changes by at most 1 + 2ζ per unit of time.
    const double away = grow(time.r * (1.0 + twice_damping));
    return {widened(m.h, away), widened(m.g, away), widened(m.g_rate, away)};
}

}  // namespace stickslip::proof
