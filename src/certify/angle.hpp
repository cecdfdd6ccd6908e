#pragma once

// Sine, cosine and the angle of a direction, enclosed. docs/theory/certify.md, section 3.

#include "form.hpp"

namespace stickslip::proof {

template <int N>
struct Direction {
    Form<N> sin;
    Form<N> cos;
};

/// π.
template <int N>
[[nodiscard]] Form<N> pi() {
    Form<N> a;
    a.c = 0x1.921fb54442d18p1;
    a.r = unit;  // |c − π| = 1.23·10⁻¹⁶
    return a;
}

/// sin and cos of one double, each with the error `r`.
[[nodiscard]] Direction<0> direction_of(double angle);

template <int N>
[[nodiscard]] Direction<N> direction_of(const Form<N>& angle) {
    const Direction<0> at = direction_of(angle.c);
    Direction<N> d;
    d.sin.c = at.sin.c;
    d.cos.c = at.cos.c;
    double rounding = 0.0;
    for (int i = 0; i < N; ++i) {
        d.sin.g[i] = at.cos.c * angle.g[i];
        d.cos.g[i] = -at.sin.c * angle.g[i];
        rounding += std::abs(d.sin.g[i]) + std::abs(d.cos.g[i]);
    }
    const double slopes = angle.slopes();
    const double away = angle.r + 0.5 * slopes * slopes + at.sin.r * (1.0 + slopes) + unit * rounding;
    d.sin.r = grow(away);
    d.cos.r = grow(away);
    return d;
}

/// The angle of a direction whose length is one; within half a turn of `near`. An infinite radius where the direction
/// is known too badly.
template <int N>
[[nodiscard]] Form<N> angle_of(const Direction<N>& d, double near) {
    Form<N> angle;
    angle.c = std::atan2(d.sin.c, d.cos.c);
    angle.c += 6.283185307179586 * std::floor((near - angle.c) / 6.283185307179586 + 0.5);
    const Direction<0> at = direction_of(angle.c);
    // sin(α − α_c) = sin α·cos α_c − cos α·sin α_c
    Form<N> sine;
    Form<N> cosine;
    sine.c = at.sin.c;
    sine.r = at.sin.r;
    cosine.c = at.cos.c;
    cosine.r = at.cos.r;
    const Form<N> difference = d.sin * cosine - d.cos * sine;
    const double away = difference.magnitude();
    const Form<N> along = d.sin * sine + d.cos * cosine;
    if (!(away < 0.5) || !(along.low() > 0.0)) {
        angle.r = HUGE_VAL;
        return angle;
    }
    // |arcsin x − x| ≤ |x|³/4 for |x| ≤ ½
    return widened(angle + difference, grow(0.25 * away * away * away));
}

}  // namespace stickslip::proof
