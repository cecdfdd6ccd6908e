#pragma once

// The free motion y″ + 2ζ·y′ + y = 0 as a matrix, which is also the derivative of a slide. steady.md, Eqs. (4), (10).

#include "angle.hpp"

namespace stickslip::proof {

/// A deviation (δx, δv).
template <int N>
struct Deviation {
    Form<N> x;
    Form<N> v;
};

template <int N>
struct FreeFlow {
    Form<N> h, g, g_rate;  ///< rows (h, g) and (−g, g′)
    [[nodiscard]] Deviation<N> carry(const Deviation<N>& d) const {
        return {h * d.x + g * d.v, g_rate * d.v - g * d.x};
    }
};

/// Over any time that the ball holds.
[[nodiscard]] FreeFlow<0> free_flow(double twice_damping, const Ball& time);

/// Over a time that depends on parameters. h′ = −g, (g′)′ = −g − 2ζ·g′, and no second derivative of an entry exceeds
/// (1 + 2ζ)².
template <int N>
[[nodiscard]] FreeFlow<N> free_flow(double twice_damping, const Form<N>& time) {
    const FreeFlow<0> at = free_flow(twice_damping, exactly<0>(time.c));
    const double bend = grow((1.0 + twice_damping) * (1.0 + twice_damping));
    const double slopes = time.slopes();
    const auto moved = [&](const Ball& value, double rate, double rate_doubt) {
        Form<N> f;
        f.c = value.c;
        double rounding = 0.0;
        for (int i = 0; i < N; ++i) {
            f.g[i] = rate * time.g[i];
            rounding += std::abs(f.g[i]);
        }
        f.r = grow(value.r + time.r * bend * (2.0 + time.r) + slopes * (slopes * bend + rate_doubt) + unit * rounding);
        return f;
    };
    const double bent = -at.g.c - twice_damping * at.g_rate.c;
    const double bent_doubt =
        grow(at.g.r + twice_damping * at.g_rate.r + 4.0 * unit * (std::abs(at.g.c) + twice_damping));
    return {moved(at.h, -at.g.c, at.g.r), moved(at.g, at.g_rate.c, at.g_rate.r), moved(at.g_rate, bent, bent_doubt)};
}

}  // namespace stickslip::proof
