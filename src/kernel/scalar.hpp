#pragma once

#include <cmath>
#include <concepts>
#include <limits>
#include <numbers>

#include "stickslip/host_device.hpp"

namespace stickslip {

/// What the phase physics needs of its scalar type beyond + − × ÷ and comparison, for the built-in ones. Other scalar
/// types (SIMD lanes) bring functions of the same names in their own namespace, and specialise `ScalarTypes`. Decisions
/// are masks: `select` chooses by lane, `any` asks whether work is worth doing for some lane, and & | ! combine.
template <class T>
struct SinCos {
    T sin;
    T cos;

    /// Of the sum of the two angles.
    friend STICKSLIP_KERNEL SinCos operator+(const SinCos& a, const SinCos& b) {
        return {a.sin * b.cos + a.cos * b.sin, a.cos * b.cos - a.sin * b.sin};
    }
};

/// The types that go with a scalar type. A type of several lanes decides and counts lane by lane.
template <class T>
struct ScalarTypes {
    using Real = T;     ///< of one lane
    using Mask = bool;  ///< the result of a comparison
    using Count = int;
    template <class Enum>
    using Choice = Enum;
};
template <class T>
using Real = typename ScalarTypes<T>::Real;
template <class T>
using Mask = typename ScalarTypes<T>::Mask;
template <class T>
using Count = typename ScalarTypes<T>::Count;
template <class T, class Enum>
using Choice = typename ScalarTypes<T>::template Choice<Enum>;

template <class T>
inline constexpr Real<T> pi_of = std::numbers::pi_v<Real<T>>;
template <class T>
inline constexpr Real<T> epsilon_of = std::numeric_limits<Real<T>>::epsilon();
template <class T>
inline constexpr Real<T> infinity_of = std::numeric_limits<Real<T>>::infinity();

STICKSLIP_KERNEL inline bool any(bool mask) { return mask; }
STICKSLIP_KERNEL inline bool all(bool mask) { return mask; }

template <class T>
STICKSLIP_KERNEL_CALL SinCos<T> reduced_sin_cos(T angle);  // motion/trigonometry.hpp
template <class T>
STICKSLIP_KERNEL T reduced_turn(T angle);

template <std::floating_point T>
STICKSLIP_KERNEL SinCos<T> sin_cos(T x) {
#if defined(__CUDA_ARCH__)
    return reduced_sin_cos(x);
#else
    return {std::sin(x), std::cos(x)};
#endif
}
template <std::floating_point T>
STICKSLIP_KERNEL T exp_minus_one(T x) {
    return std::expm1(x);
}
template <std::floating_point T>
STICKSLIP_KERNEL T square_root(T x) {
    return std::sqrt(x);
}
template <std::floating_point T>
STICKSLIP_KERNEL T arc_sine(T x) {
    return std::asin(x);
}
template <std::floating_point T>
STICKSLIP_KERNEL_CALL T arc_tangent(T y, T x) {
    return std::atan2(y, x);
}
template <std::floating_point T>
STICKSLIP_KERNEL T absolute(T x) {
    return std::fabs(x);
}
template <std::floating_point T>
STICKSLIP_KERNEL T fused(T a, T b, T c) {
    return std::fma(a, b, c);
}
template <std::floating_point T>
STICKSLIP_KERNEL T mul_add(T a, T b, T c) {
    return a * b + c;
}
template <std::floating_point T>
STICKSLIP_KERNEL T round_to_integer(T x) {
    return std::nearbyint(x);
}
template <std::floating_point T>
STICKSLIP_KERNEL T round_down(T x) {
    return std::floor(x);
}
STICKSLIP_KERNEL inline int smaller(int a, int b) { return a < b ? a : b; }
template <std::floating_point T>
STICKSLIP_KERNEL T larger(T a, T b) {
    return a > b ? a : b;
}
template <std::floating_point T>
STICKSLIP_KERNEL T smaller(T a, T b) {
    return a < b ? a : b;
}
template <class V>
STICKSLIP_KERNEL V select(bool condition, const V& yes, const V& no) {
    return condition ? yes : no;
}

STICKSLIP_KERNEL inline bool is_even(int count) { return (count & 1) == 0; }

/// An angle less the nearest multiple of 2π.
template <std::floating_point T>
STICKSLIP_KERNEL T turn_remainder(T angle) {
#if defined(__CUDA_ARCH__)
    return reduced_turn(angle);
#else
    return std::remainder(angle, T(2) * pi_of<T>);
#endif
}

/// Whether adding `term` and all smaller ones cannot change `sum` any more.
template <std::floating_point T>
STICKSLIP_KERNEL bool is_negligible(T term, T sum) {
    return std::fabs(term) <= T(0.01) * epsilon_of<T> * std::fabs(sum);
}

/// A complex number; std::complex is not specified for scalar types other than the built-in ones.
template <class T>
struct Phasor {
    T re;
    T im;

    friend STICKSLIP_KERNEL Phasor operator+(const Phasor& a, const Phasor& b) { return {a.re + b.re, a.im + b.im}; }
    friend STICKSLIP_KERNEL Phasor operator*(const Phasor& a, const Phasor& b) {
        return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
    }
};

}  // namespace stickslip
