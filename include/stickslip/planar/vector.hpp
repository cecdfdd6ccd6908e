#pragma once

#include <cmath>

namespace stickslip::planar {

/// A vector in the plane; `T` is double, or double with derivatives.
template <class T>
struct VectorOf {
    T x1{};
    T x2{};

    T& operator[](int axis) { return axis == 0 ? x1 : x2; }
    const T& operator[](int axis) const { return axis == 0 ? x1 : x2; }

    friend VectorOf operator+(const VectorOf& a, const VectorOf& b) { return {a.x1 + b.x1, a.x2 + b.x2}; }
    friend VectorOf operator-(const VectorOf& a, const VectorOf& b) { return {a.x1 - b.x1, a.x2 - b.x2}; }
    friend VectorOf operator*(const T& factor, const VectorOf& a) { return {factor * a.x1, factor * a.x2}; }
    friend bool operator==(const VectorOf&, const VectorOf&) = default;
};

using Vector = VectorOf<double>;

template <class T>
[[nodiscard]] T dot(const VectorOf<T>& a, const VectorOf<T>& b) {
    return a.x1 * b.x1 + a.x2 * b.x2;
}

/// a₁·b₂ − a₂·b₁: positive where b stands counter-clockwise of a.
template <class T>
[[nodiscard]] T cross(const VectorOf<T>& a, const VectorOf<T>& b) {
    return a.x1 * b.x2 - a.x2 * b.x1;
}

[[nodiscard]] inline double norm(const Vector& a) { return std::hypot(a.x1, a.x2); }

}  // namespace stickslip::planar
