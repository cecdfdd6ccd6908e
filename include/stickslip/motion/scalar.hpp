#pragma once

#include <cmath>
#include <numbers>

/// Marks functions that are compiled for the host and, by nvcc, for the device.
#if defined(__CUDACC__)
#define STICKSLIP_KERNEL __host__ __device__
#else
#define STICKSLIP_KERNEL
#endif

namespace stickslip {

/// What the phase physics needs of its scalar type beyond + − × ÷ and comparison. The templates of this folder find
/// these functions by argument-dependent lookup for other scalar types (SIMD lanes).
template <class T>
struct SinCos {
    T sin;
    T cos;

    /// Of the sum of the two angles.
    friend STICKSLIP_KERNEL SinCos operator+(const SinCos& a, const SinCos& b) {
        return {a.sin * b.cos + a.cos * b.sin, a.cos * b.cos - a.sin * b.sin};
    }
};

STICKSLIP_KERNEL inline SinCos<double> sin_cos(double x) { return {std::sin(x), std::cos(x)}; }
STICKSLIP_KERNEL inline double exp_minus_one(double x) { return std::expm1(x); }
STICKSLIP_KERNEL inline double square_root(double x) { return std::sqrt(x); }
STICKSLIP_KERNEL inline double arc_sine(double x) { return std::asin(x); }
STICKSLIP_KERNEL inline double arc_tangent(double y, double x) { return std::atan2(y, x); }
STICKSLIP_KERNEL inline double absolute(double x) { return std::fabs(x); }
STICKSLIP_KERNEL inline double larger(double a, double b) { return a > b ? a : b; }
STICKSLIP_KERNEL inline double smaller(double a, double b) { return a < b ? a : b; }
STICKSLIP_KERNEL inline double select(bool condition, double yes, double no) { return condition ? yes : no; }
inline constexpr double two_pi = 2.0 * std::numbers::pi;

/// An angle less the nearest multiple of 2π.
STICKSLIP_KERNEL inline double turn_remainder(double angle) { return std::remainder(angle, two_pi); }

/// Whether adding `term` and all smaller ones cannot change `sum` any more.
STICKSLIP_KERNEL inline bool is_negligible(double term, double sum) {
    return std::fabs(term) <= 1e-18 * std::fabs(sum);
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
