#pragma once

// Sine and cosine for scalar types that bring none of their own: the lanes of the CPU and, because it is shorter there
// than the vendor's, the GPU's double. Needs mul_add, round_to_integer, round_down and select of the type.

#include "scalar.hpp"

namespace stickslip {

/// angle − quarters·π/2, with π/2 in three parts whose products with up to 2²⁰ quarters are exact.
template <class T>
STICKSLIP_KERNEL T less_quarter_turns(T angle, T quarters) {
    const T first = mul_add(T(0) - quarters, T(0x1.921fb54400000p+0), angle);
    const T second = mul_add(T(0) - quarters, T(0x1.0b4611a600000p-34), first);
    return mul_add(T(0) - quarters, T(0x1.3198a2e037073p-69), second);
}

/// Good to about one ulp for up to a hundred thousand turns: what is left of the angle is at most π/4, where
/// polynomials fitted at Chebyshev points have a relative error of 2·10⁻¹⁷.
template <class T>
STICKSLIP_KERNEL_CALL SinCos<T> reduced_sin_cos(T angle) {
    const T quarters = round_to_integer(angle * T(2.0 / pi_of<double>));
    const T r = less_quarter_turns(angle, quarters);
    const T u = r * r;
    T p = T(1.5918115263265974e-10);
    p = mul_add(p, u, T(-2.505113165023518e-08));
    p = mul_add(p, u, T(2.7557316101617874e-06));
    p = mul_add(p, u, T(-0.00019841269836756774));
    p = mul_add(p, u, T(0.008333333333330948));
    p = mul_add(p, u, T(-0.16666666666666666));
    const T s = mul_add(p * u, r, r);
    T q = T(-1.1382623647474604e-11);
    q = mul_add(q, u, T(2.087614614655861e-09));
    q = mul_add(q, u, T(-2.7557317271145144e-07));
    q = mul_add(q, u, T(2.480158729876456e-05));
    q = mul_add(q, u, T(-0.0013888888888887398));
    q = mul_add(q, u, T(0.041666666666666664));
    const T half = T(0.5) * u;
    const T w = T(1) - half;
    const T c = w + mul_add(u * u, q, (T(1) - w) - half);
    const T modulo = quarters - T(4) * round_down(T(0.25) * quarters);  // 0 … 3
    const Mask<T> swaps = (modulo == T(1)) | (modulo == T(3));
    const T sine = select(swaps, c, s);
    const T cosine = select(swaps, s, c);
    return {select(modulo >= T(2), T(0) - sine, sine),
            select((modulo == T(1)) | (modulo == T(2)), T(0) - cosine, cosine)};
}

/// An angle less the nearest multiple of 2π.
template <class T>
STICKSLIP_KERNEL T reduced_turn(T angle) {
    return less_quarter_turns(angle, T(4) * round_to_integer(angle * T(0.5 / pi_of<double>)));
}

}  // namespace stickslip
