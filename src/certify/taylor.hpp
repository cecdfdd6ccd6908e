#pragma once

// The Taylor series of a slide, and its first stop. docs/theory/certify.md, section 4.
//
// In coordinates in which the mass moves upwards, y″ + 2ζ·y′ + y = sin θ − f, θ′ = Ω. The derivatives of the velocity
// follow each other, V₀ = v, V₁ = a, Vₙ₊₂ = (Ω·cos θ)⁽ⁿ⁾ − 2ζ·Vₙ₊₁ − Vₙ, and the remainder of its polynomial of degree
// K over [0, u] is at most M·u^(K+1)/(K+1)!, M = √(V_K² + V_(K+1)²) + u·Ω^(K+1) (events.md, Eq. (2)). No case is
// special: neither resonance nor any damping.

#include <algorithm>
#include <vector>

#include "angle.hpp"

namespace stickslip::proof {

/// Degree of the polynomials.
inline constexpr int degree = 18;

/// The oscillator. Without a load its angle is nothing but the time.
template <int N>
struct Plant {
    Form<N> friction;
    Form<N> frequency;
    Form<N> twice_damping;      ///< 2ζ; without a radius where the derivative of the motion is wanted
    double damping_high = 0.0;  ///< of 2ζ
    bool is_damped = false;
    bool is_loaded = true;
    double step = 1.0;        ///< of a series: at most 1/max(1, Ω, 2ζ), with few digits, so that sums are exact
    double load_bound = 1.0;  ///< Ω^(degree+1)
    double frequency_high = 1.0;
    std::array<Form<N>, degree + 1> powers;  ///< Ωⁿ⁺¹
};

template <int N>
[[nodiscard]] Plant<N> plant_of(const Form<N>& friction, const Form<N>& frequency, const Form<N>& twice_damping) {
    Plant<N> p;
    p.friction = friction;
    p.frequency = frequency;
    p.twice_damping = twice_damping;
    p.damping_high = twice_damping.magnitude();
    p.is_damped = twice_damping.c > 0.0;
    p.frequency_high = frequency.high();
    const double fastest = std::max({1.0, p.frequency_high, p.damping_high});
    constexpr double digits = 0x1p20;
    p.step = std::floor(digits / fastest) / digits;
    p.powers[0] = frequency;
    for (int n = 1; n <= degree; ++n) p.powers[n] = p.powers[n - 1] * frequency;
    p.load_bound = p.powers[degree].magnitude();
    return p;
}

/// ζ is exactly this number.
template <int N>
[[nodiscard]] Plant<N> plant_of(const Form<N>& friction, const Form<N>& frequency, double damping) {
    return plant_of(friction, frequency, exactly<N>(2.0 * damping));
}

/// The load at this angle.
template <int N>
[[nodiscard]] Direction<N> load_at(const Plant<N>& plant, const Form<N>& angle) {
    return plant.is_loaded ? direction_of(angle) : Direction<N>{};
}

/// A moment of a slide, and how far the motions that are meant may be from it.
template <int N>
struct Moment {
    Form<N> y;
    Form<N> v;
    Form<N> a;
    Direction<N> load;
    int zeros = 0;           ///< how many of v, a are exactly zero for every motion meant
    double off_state = 0.0;  ///< √(δy² + δv²) at the same time, where zeros = 0
    double off_accel = 0.0;  ///< |δa| and
    double off_load = 0.0;   ///< √(δsin² + δcos²) at the motion's own start, where zeros > 0
};

/// Derivatives of the velocity at a moment.
template <int N>
struct Series {
    std::array<Form<N>, degree + 2> v;
    std::array<double, degree + 2> off{};  ///< how far those of the motions meant may be away, where zeros > 0
    int zeros = 0;
    double off_state = 0.0;
    double load_bound = 0.0;
    Form<N> y;
};

template <int N>
[[nodiscard]] Series<N> series_at(const Plant<N>& plant, const Moment<N>& m) {
    Series<N> s;
    s.zeros = m.zeros;
    s.off_state = m.zeros > 0 ? 0.0 : m.off_state;
    s.load_bound = plant.load_bound;
    s.y = m.y;
    s.v[0] = m.v;
    s.v[1] = m.a;
    const std::array<Form<N>, 4> turns{m.load.cos, -m.load.sin, -m.load.cos, m.load.sin};
    for (int n = 0; n < degree; ++n) {
        s.v[n + 2] = plant.powers[n] * turns[n & 3] - s.v[n];
        if (plant.is_damped) s.v[n + 2] = s.v[n + 2] - plant.twice_damping * s.v[n + 1];
    }
    if (m.zeros > 0) {
        s.off[1] = m.off_accel;
        double power = plant.frequency_high * m.off_load;
        for (int n = 0; n < degree; ++n) {
            s.off[n + 2] = grow(power + plant.damping_high * s.off[n + 1] + s.off[n]);
            power *= plant.frequency_high;
        }
    }
    return s;
}

/// uⁿ/n!, each with a relative error below 2n·2⁻⁵².
struct Weights {
    double u = 0.0;
    std::array<double, degree + 3> w;
    explicit Weights(double time) : u(time) {
        w[0] = 1.0;
        for (int n = 1; n < degree + 3; ++n) w[n] = w[n - 1] * time / n;
    }
};

/// Σ Vₙ·wₙ₊ₛ, n = from … degree, from the small terms to the large ones.
template <int N>
[[nodiscard]] Form<N> weighted(const std::array<Form<N>, degree + 2>& v, const Weights& weights, int shift, int from) {
    Form<N> sum;
    double rounding = 0.0;
    for (int n = degree; n >= from; --n) {
        const double w = weights.w[n + shift];
        const double ulps = 2.0 * (n + shift) + 1.0;
        const double term = v[n].c * w;
        sum.c += term;
        rounding += std::abs(sum.c) + ulps * std::abs(term);
        for (int i = 0; i < N; ++i) {
            const double part = v[n].g[i] * w;
            sum.g[i] += part;
            rounding += std::abs(sum.g[i]) + ulps * std::abs(part);
        }
        sum.r += v[n].r * w;
    }
    sum.r = grow(grow(grow(sum.r + unit * rounding)));
    return sum;
}

/// A bound of |V_(K+1)| over [0, u].
template <int N>
[[nodiscard]] double next_derivative(const Series<N>& s, double u) {
    return grow(s.v[degree].magnitude() + s.v[degree + 1].magnitude() + u * s.load_bound);
}

template <int N>
struct Sample {
    Form<N> y;
    Form<N> v;
};

/// The motion that starts at the moment of the series, at a later time.
template <int N>
[[nodiscard]] Sample<N> sample(const Series<N>& s, const Weights& w) {
    const double next = next_derivative(s, w.u);
    Sample<N> at;
    at.v = widened(weighted(s.v, w, 0, s.zeros), next * w.w[degree + 1]);
    at.y = widened(s.y + weighted(s.v, w, 1, s.zeros), next * w.w[degree + 2]);
    return at;
}

enum class Search {
    none,     ///< the velocity is positive over the whole step
    found,    ///< it is positive up to `low` and negative at `high`
    blurred,  ///< neither could be shown
};

struct FirstStop {
    Search outcome = Search::blurred;
    double low = 0.0;
    double guess = 0.0;
    double high = 0.0;
};

/// The first stop within `step`, of all motions meant.
[[nodiscard]] FirstStop first_stop(const std::array<double, degree + 1>& coefficients, int zeros, double step,
                                   double doubt);

template <int N>
[[nodiscard]] FirstStop first_stop(const Series<N>& s, double step) {
    const Weights w(step);
    std::array<double, degree + 1> c{};
    double doubt = 0.0;
    for (int n = s.zeros; n <= degree; ++n) {
        c[n] = s.v[n].c * w.w[n];
        doubt += (s.v[n].spread() + s.off[n]) * w.w[n] + (2.0 * n + 1.0) * unit * std::abs(c[n]);
    }
    doubt += (next_derivative(s, step) + s.off[degree + 1] + s.off[degree]) * w.w[degree + 1] + s.off_state;
    return first_stop(c, s.zeros, step, grow(grow(doubt)));
}

}  // namespace stickslip::proof
