#pragma once

// Power series in local time, computed one order at a time. An expression of series is a tree whose coefficient(n) is
// found from the coefficients 0 … n of its inputs, so that a friction law written as a formula is also its Taylor
// recurrence. Coefficient n may be asked for again after an input changed at order n; earlier ones are then kept.

#include <array>
#include <cmath>
#include <concepts>
#include <type_traits>

#include "kernel/dual.hpp"

namespace stickslip::series {

inline constexpr int largest_order = 24;

template <class S>
using Coefficients = std::array<S, largest_order + 2>;

template <class E>
concept Expression = requires(E& e) {
    typename E::Scalar;
    { e.coefficient(0) } -> std::convertible_to<typename E::Scalar>;
};

/// Σ a[k]·b[n−k] for first ≤ k ≤ last.
template <class S>
STICKSLIP_KERNEL S convolve(const Coefficients<S>& a, const Coefficients<S>& b, int n, int first, int last) {
    S sum{};
    for (int k = first; k <= last; ++k) sum += a[k] * b[n - k];
    return sum;
}

/// Four sums side by side: one alone waits for its own additions.
template <>
STICKSLIP_KERNEL inline double convolve(const Coefficients<double>& a, const Coefficients<double>& b, int n, int first,
                                        int last) {
    double s0 = 0.0, s1 = 0.0, s2 = 0.0, s3 = 0.0;
    int k = first;
    for (; k + 3 <= last; k += 4) {
        s0 += a[k] * b[n - k];
        s1 += a[k + 1] * b[n - k - 1];
        s2 += a[k + 2] * b[n - k - 2];
        s3 += a[k + 3] * b[n - k - 3];
    }
    for (; k <= last; ++k) s0 += a[k] * b[n - k];
    return (s0 + s1) + (s2 + s3);
}

/// The coefficient n of a·b.
template <class S>
STICKSLIP_KERNEL S cauchy(const Coefficients<S>& a, const Coefficients<S>& b, int n) {
    return convolve(a, b, n, 0, n);
}

/// The coefficient n of a².
template <class S>
STICKSLIP_KERNEL S cauchy_square(const Coefficients<S>& a, int n) {
    S sum = 2.0 * convolve(a, a, n, 0, (n + 1) / 2 - 1);
    if (n % 2 == 0) sum += a[n / 2] * a[n / 2];
    return sum;
}

template <class E>
struct Power;

/// A series that somebody else computes.
template <class S>
struct Input {
    using Scalar = S;
    const Coefficients<S>* source;
    [[nodiscard]] STICKSLIP_KERNEL S coefficient(int n) const { return (*source)[n]; }
    [[nodiscard]] STICKSLIP_KERNEL Power<Input> raised_to(int power) const { return {*this, power, {}}; }
};

template <class S>
struct Constant {
    using Scalar = S;
    double value;
    [[nodiscard]] STICKSLIP_KERNEL S coefficient(int n) const { return S(n == 0 ? value : 0.0); }
};

template <Expression E>
struct Scaled {
    using Scalar = typename E::Scalar;
    double factor;
    E inner;
    STICKSLIP_KERNEL Scalar coefficient(int n) { return factor * inner.coefficient(n); }
};

template <Expression E>
struct Shifted {
    using Scalar = typename E::Scalar;
    double shift;
    E inner;
    STICKSLIP_KERNEL Scalar coefficient(int n) {
        const Scalar c = inner.coefficient(n);
        return n == 0 ? Scalar(shift) + c : c;
    }
};

template <Expression A, Expression B>
struct Sum {
    using Scalar = typename A::Scalar;
    A a;
    B b;
    double sign;
    STICKSLIP_KERNEL Scalar coefficient(int n) { return a.coefficient(n) + sign * b.coefficient(n); }
};

template <Expression A, Expression B>
struct Product {
    using Scalar = typename A::Scalar;
    A a;
    B b;
    Coefficients<Scalar> left{}, right{};
    STICKSLIP_KERNEL Scalar coefficient(int n) {
        left[n] = a.coefficient(n);
        right[n] = b.coefficient(n);
        return cauchy(left, right, n);
    }
};

/// q = a/b from q·b = a.
template <Expression A, Expression B>
struct Quotient {
    using Scalar = typename A::Scalar;
    A a;
    B b;
    Coefficients<Scalar> quotient{}, divisor{};
    STICKSLIP_KERNEL Scalar coefficient(int n) {
        divisor[n] = b.coefficient(n);
        const Scalar rest = a.coefficient(n) - convolve(divisor, quotient, n, 1, n);
        return quotient[n] = rest / divisor[0];
    }
};

/// e = exp(u) from e′ = u′·e.
template <Expression U>
struct Exponential {
    using Scalar = typename U::Scalar;
    U inner;
    Coefficients<Scalar> u{}, e{};
    STICKSLIP_KERNEL Scalar coefficient(int n) {
        const Scalar c = inner.coefficient(n);
        u[n] = static_cast<double>(n) * c;
        if (n == 0) {
            using std::exp;
            return e[0] = exp(c);
        }
        return e[n] = convolve(u, e, n, 1, n) / static_cast<double>(n);
    }
};

/// y = tanh(u) from y′ = u′·(1 − y²).
template <Expression U>
struct HyperbolicTangent {
    using Scalar = typename U::Scalar;
    U inner;
    Coefficients<Scalar> u{}, y{}, slope{};
    STICKSLIP_KERNEL Scalar coefficient(int n) {
        const Scalar c = inner.coefficient(n);
        u[n] = static_cast<double>(n) * c;
        if (n == 0) {
            using std::tanh;
            y[0] = tanh(c);
        } else {
            y[n] = convolve(u, slope, n, 1, n) / static_cast<double>(n);
        }
        slope[n] = -cauchy_square(y, n);
        if (n == 0) slope[0] = slope[0] + Scalar(1.0);
        return y[n];
    }
};

/// eⁿ for a whole n ≥ 0 by repeated products: also at e = 0.
template <class E>
struct Power {
    using Scalar = typename E::Scalar;
    static constexpr int largest_power = 8;
    E inner;
    int power;
    std::array<Coefficients<Scalar>, largest_power> powers{};
    STICKSLIP_KERNEL Scalar coefficient(int n) {
        if (power == 0) return Scalar(n == 0 ? 1.0 : 0.0);
        powers[0][n] = inner.coefficient(n);
        for (int p = 1; p < power; ++p) powers[p][n] = cauchy(powers[p - 1], powers[0], n);
        return powers[power - 1][n];
    }
};

template <Expression E>
STICKSLIP_KERNEL Scaled<E> operator*(double a, E e) {
    return {a, e};
}
template <Expression E>
STICKSLIP_KERNEL Scaled<E> operator-(E e) {
    return {-1.0, e};
}
template <Expression E>
STICKSLIP_KERNEL Shifted<E> operator+(double a, E e) {
    return {a, e};
}
template <Expression E>
STICKSLIP_KERNEL Shifted<E> operator+(E e, double a) {
    return {a, e};
}
template <Expression A, Expression B>
STICKSLIP_KERNEL Sum<A, B> operator+(A a, B b) {
    return {a, b, 1.0};
}
template <Expression A, Expression B>
STICKSLIP_KERNEL Sum<A, B> operator-(A a, B b) {
    return {a, b, -1.0};
}
template <Expression A, Expression B>
STICKSLIP_KERNEL Product<A, B> operator*(A a, B b) {
    return {a, b};
}
template <Expression A, Expression B>
STICKSLIP_KERNEL Quotient<A, B> operator/(A a, B b) {
    return {a, b};
}
template <Expression B>
STICKSLIP_KERNEL Quotient<Constant<typename B::Scalar>, B> operator/(double a, B b) {
    return {{a}, b};
}
template <Expression U>
STICKSLIP_KERNEL Exponential<U> exp(U u) {
    return {u};
}
template <Expression U>
STICKSLIP_KERNEL HyperbolicTangent<U> tanh(U u) {
    return {u};
}

/// Σ c[k]·τᵏ, k = 0 … degree.
template <class S>
STICKSLIP_KERNEL S evaluate(const Coefficients<S>& c, int degree, double tau) {
    S sum = c[degree];
    for (int k = degree - 1; k >= 0; --k) sum = c[k] + tau * sum;
    return sum;
}

}  // namespace stickslip::series
