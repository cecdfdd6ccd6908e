#include "flow_map.hpp"

#include <cmath>

namespace stickslip {

namespace {

constexpr int order = 20;
constexpr double longest_angle = 1.0;  // of the shortest time [rad]: 1/20! is then below rounding

template <class T>
FlowResponse<T> operator+(const FlowResponse<T>& a, const FlowResponse<T>& b) {
    const auto sum = [](const auto& p, const auto& q) { return typename FlowResponse<T>::Pair{p.u + q.u, p.v + q.v}; };
    return {sum(a.state, b.state), sum(a.by_inertia, b.by_inertia), sum(a.by_damping, b.by_damping),
            sum(a.by_stiffness, b.by_stiffness)};
}

template <class T, class Factor>
FlowResponse<T> operator*(const Factor& f, const FlowResponse<T>& a) {
    const auto scaled = [&](const auto& p) { return typename FlowResponse<T>::Pair{f * p.u, f * p.v}; };
    return {scaled(a.state), scaled(a.by_inertia), scaled(a.by_damping), scaled(a.by_stiffness)};
}

/// From (u, v) under Σ load[n]·(τ/h)ⁿ, over the time h.
template <class T>
FlowResponse<T> short_response(double a, double b, double h, T u, T v, const std::array<T, order + 1>& load) {
    FlowResponse<T> sum;
    T low[4] = {u, T{}, T{}, T{}};  // coefficients n and n + 1 of u and its derivatives by μ, a and b
    T high[4] = {h * v, T{}, T{}, T{}};
    for (int n = 0;; ++n) {
        typename FlowResponse<T>::Pair* const parts[] = {&sum.state, &sum.by_inertia, &sum.by_damping,
                                                         &sum.by_stiffness};
        for (int i = 0; i < 4; ++i) {
            parts[i]->u += low[i];
            parts[i]->v += (n / h) * low[i];
        }
        if (n == order) return sum;
        const double count = n + 1.0;
        const double factor = h * h / (count * (count + 1.0));
        const T bend = load[static_cast<std::size_t>(n)] - (a * count / h) * high[0] - b * low[0];
        const T force[4] = {load[static_cast<std::size_t>(n)], -bend, -(count / h) * high[0], -low[0]};
        for (int i = 0; i < 4; ++i) {
            const T next = factor * (force[i] - (a * count / h) * high[i] - b * low[i]);
            low[i] = high[i];
            high[i] = next;
        }
    }
}

}  // namespace

FlowMap::FlowMap(double damping, double stiffness, double time, double angle)
    : damping_(damping), stiffness_(stiffness), shortest_(time) {
    for (; angle > longest_angle && levels_ + 1 < most_levels; angle *= 0.5) {
        shortest_ *= 0.5;
        ++levels_;
    }
    position_ = short_response<double>(damping_, stiffness_, shortest_, 1.0, 0.0, {});
    velocity_ = short_response<double>(damping_, stiffness_, shortest_, 0.0, 1.0, {});
    for (std::size_t level = 0; level < levels_; ++level) {
        at_[level] = {position_, velocity_};
        position_ = through(level, position_);
        velocity_ = through(level, velocity_);
    }
}

/// The flow of a level applied to what a response has come to.
template <class T>
FlowResponse<T> FlowMap::through(std::size_t level, const FlowResponse<T>& r) const {
    const auto& [x, v] = at_[level];
    const auto applied = [](const auto& of_x, const auto& of_v, const auto& p) {
        return typename FlowResponse<T>::Pair{of_x.u * p.u + of_v.u * p.v, of_x.v * p.u + of_v.v * p.v};
    };
    const auto sum = [](const auto& p, const auto& q) { return typename FlowResponse<T>::Pair{p.u + q.u, p.v + q.v}; };
    return {applied(x.state, v.state, r.state),
            sum(applied(x.by_inertia, v.by_inertia, r.state), applied(x.state, v.state, r.by_inertia)),
            sum(applied(x.by_damping, v.by_damping, r.state), applied(x.state, v.state, r.by_damping)),
            sum(applied(x.by_stiffness, v.by_stiffness, r.state), applied(x.state, v.state, r.by_stiffness))};
}

std::array<FlowResponse<double>, 4> FlowMap::of_powers() const {
    std::array<FlowResponse<double>, 4> q;
    double h = shortest_;
    double power = 1.0;
    for (std::size_t k = 0; k < q.size(); ++k) {
        std::array<double, order + 1> load{};
        load[k] = power;
        q[k] = short_response<double>(damping_, stiffness_, h, 0.0, 0.0, load);
        power *= h;
    }
    for (std::size_t level = 0; level < levels_; ++level) {
        const std::array<FlowResponse<double>, 4> first = q;
        q[0] = through(level, first[0]) + first[0];
        q[1] = through(level, first[1]) + first[1] + h * first[0];
        q[2] = through(level, first[2]) + first[2] + (2.0 * h) * first[1] + (h * h) * first[0];
        q[3] = through(level, first[3]) + first[3] + (3.0 * h) * first[2] + (3.0 * h * h) * first[1] +
               (h * h * h) * first[0];
        h *= 2.0;
    }
    return q;
}

FlowMap::Harmonic FlowMap::of_harmonic(double frequency) const {
    using Complex = std::complex<double>;
    const Complex turn(0.0, frequency * shortest_);
    std::array<Complex, order + 1> wave;
    std::array<Complex, order + 1> rising{};  // iτ·e^{iωτ}
    wave[0] = 1.0;
    for (std::size_t n = 1; n < wave.size(); ++n) {
        wave[n] = wave[n - 1] * turn / static_cast<double>(n);
        rising[n] = Complex(0.0, shortest_) * wave[n - 1];
    }
    Harmonic r;
    r.load = short_response<Complex>(damping_, stiffness_, shortest_, 0.0, 0.0, wave);
    r.by_frequency = short_response<Complex>(damping_, stiffness_, shortest_, 0.0, 0.0, rising).state;
    double h = shortest_;
    for (std::size_t level = 0; level < levels_; ++level) {
        const Complex later(std::cos(frequency * h), std::sin(frequency * h));
        const Complex rate = Complex(0.0, h) * later;
        FlowResponse<Complex> moving;
        moving.state = r.by_frequency;
        const auto moved = through(level, moving).state;
        r.by_frequency = {moved.u + later * r.by_frequency.u + rate * r.load.state.u,
                          moved.v + later * r.by_frequency.v + rate * r.load.state.v};
        r.load = through(level, r.load) + later * r.load;
        h *= 2.0;
    }
    return r;
}

}  // namespace stickslip
