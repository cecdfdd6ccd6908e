// Where u·v, the rate of slip, comes to zero within a step: the end of a slide.

#include "flow.hpp"
#include "polynomial_zero.hpp"

namespace stickslip::planar {

template <class T>
std::optional<double> first_zero_of_slip(const SlideSeries<T>& s, double h, int zeros) {
    constexpr std::size_t count = SlideSeries<T>::order + 1;
    std::array<double, count> g{};
    double power = 1.0;
    double rest = 0.0;
    for (std::size_t n = 0; n < count; ++n) {
        for (int i = 0; i < 2; ++i) {
            for (std::size_t j = 0; j <= n; ++j) g[n] += value_of(s.direction[i][j]) * value_of(s.velocity[i][n - j]);
        }
        g[n] *= power;
        power *= h / s.unit;
        if (n > 0) rest += std::abs(g[n]);
    }
    if (g[0] > rest) return std::nullopt;
    // Divided by the power of time with which it starts, if it starts from zero.
    const auto shift = static_cast<std::size_t>(zeros);
    for (std::size_t n = 0; n < count; ++n) g[n] = n + shift < count ? g[n + shift] : 0.0;
    const std::optional<double> zero = first_polynomial_zero(bernstein_from_powers(g));
    return zero ? std::optional(*zero * h) : std::nullopt;
}

template std::optional<double> first_zero_of_slip(const SlideSeries<double>&, double, int);
template std::optional<double> first_zero_of_slip(const SlideSeries<Sensitive>&, double, int);

template <class T>
std::optional<double> first_zero_of_slip(const SlideCollocation<T>& s) {
    constexpr std::size_t count = RadauNodes::stages + 1;
    const RadauNodes& nodes = RadauNodes::instance();
    std::array<double, count> g{};
    for (std::size_t i = 0; i < count; ++i) {
        const double angle = value_of(s.angle[i]);
        g[i] = std::cos(angle) * value_of(s.velocity[0][i]) + std::sin(angle) * value_of(s.velocity[1][i]);
    }
    Bernstein<count> b;
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t j = 0; j < count; ++j) b.c[i] += nodes.bernstein[i][j] * g[j];
    }
    b.c[0] = g[0];
    const std::optional<double> zero = first_polynomial_zero(b);
    return zero ? std::optional(*zero * s.length) : std::nullopt;
}

template std::optional<double> first_zero_of_slip(const SlideCollocation<double>&);
template std::optional<double> first_zero_of_slip(const SlideCollocation<Sensitive>&);

}  // namespace stickslip::planar
