#pragma once

// Intervals of numbers with 200 bits, for the second check of certificates. docs/theory/certify.md, section 9.

#include <algorithm>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <stdexcept>

namespace stickslip::second {

using Big =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float<200, boost::multiprecision::digit_base_2>,
                                  boost::multiprecision::et_off>;

/// Functions of numbers with 200 bits are taken to have 180 correct ones.
inline const Big blur = ldexp(Big(1), -180);

struct Range {
    Big low;
    Big high;
    Range() = default;
    Range(const Big& value) : low(value), high(value) {}  // NOLINT(google-explicit-constructor)
    Range(double value) : low(value), high(value) {}      // NOLINT(google-explicit-constructor)
    Range(Big l, Big h) : low(std::move(l)), high(std::move(h)) {}
    [[nodiscard]] Big middle() const { return (low + high) / 2; }
    [[nodiscard]] Big radius() const { return (high - low) / 2 * (1 + blur) + ldexp(Big(1), -400); }
    [[nodiscard]] bool is_positive() const { return low > 0; }
    [[nodiscard]] bool is_negative() const { return high < 0; }
};

inline Range out(const Big& low, const Big& high) {
    return {low - blur * abs(low) - ldexp(Big(1), -400), high + blur * abs(high) + ldexp(Big(1), -400)};
}
inline Range operator+(const Range& a, const Range& b) { return out(a.low + b.low, a.high + b.high); }
inline Range operator-(const Range& a) { return {-a.high, -a.low}; }
inline Range operator-(const Range& a, const Range& b) { return a + (-b); }
inline Range operator*(const Range& a, const Range& b) {
    const Big p[4] = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
    return out(*std::min_element(p, p + 4), *std::max_element(p, p + 4));
}
inline Range inverse(const Range& a) {
    if (!(a.low > 0) && !(a.high < 0)) throw std::domain_error("a divisor may be zero");
    return out(1 / a.high, 1 / a.low);
}
/// A function with slope at most 1 between its smallest and its largest value.
template <class Function>
Range gentle(const Function& f, const Range& a) {
    const Big value = f(a.middle());
    const Big away = a.radius() + blur;
    return out(std::max(Big(-1), Big(value - away)), std::min(Big(1), Big(value + away)));
}
inline Range sine(const Range& a) {
    return gentle([](const Big& x) { return Big(sin(x)); }, a);
}
inline Range cosine(const Range& a) {
    return gentle([](const Big& x) { return Big(cos(x)); }, a);
}
inline Range exponential(const Range& a) { return out(exp(a.low), exp(a.high)); }
inline Range root(const Range& a) { return out(sqrt(a.low), sqrt(a.high)); }
inline Range arc_sine(const Range& a) {
    if (!(a.low > -1 && a.high < 1)) throw std::domain_error("a release lies at the peak of the load");
    return out(asin(a.low), asin(a.high));
}
inline const Range pi = out(boost::math::constants::pi<Big>(), boost::math::constants::pi<Big>());

}  // namespace stickslip::second
