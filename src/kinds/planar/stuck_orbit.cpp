#include "stuck_orbit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace stickslip::planar {

namespace {

struct Circle {
    Vector centre;
    double radius = -1.0;

    [[nodiscard]] bool contains(const Vector& p) const {
        constexpr double rounding = 1e-15;
        return norm(p - centre) <= radius * (1.0 + rounding);
    }
};

Circle around(const Vector& a, const Vector& b) { return {0.5 * (a + b), 0.5 * norm(a - b)}; }

Circle around(const Vector& a, const Vector& b, const Vector& c) {
    const Vector u = b - a;
    const Vector v = c - a;
    const double area = 2.0 * cross(u, v);
    if (area == 0.0)
        return std::max({around(a, b), around(a, c), around(b, c)},
                        [](const Circle& p, const Circle& q) { return p.radius < q.radius; });
    const double uu = dot(u, u);
    const double vv = dot(v, v);
    const Vector to_centre{(v.x2 * uu - u.x2 * vv) / area, (u.x1 * vv - v.x1 * uu) / area};
    return {a + to_centre, norm(to_centre)};
}

/// The smallest circle around a few points, point by point: a point outside the circle so far lies on the next one.
Circle smallest_circle(const std::vector<Vector>& points) {
    Circle circle{points.front(), 0.0};
    for (std::size_t i = 1; i < points.size(); ++i) {
        if (circle.contains(points[i])) continue;
        circle = {points[i], 0.0};
        for (std::size_t j = 0; j < i; ++j) {
            if (circle.contains(points[j])) continue;
            circle = around(points[i], points[j]);
            for (std::size_t l = 0; l < j; ++l) {
                if (!circle.contains(points[l])) circle = around(points[i], points[j], points[l]);
            }
        }
    }
    return circle;
}

}  // namespace

StuckOrbit::StuckOrbit(const Oscillator& o, const Load& load, double period) : oscillator_(o), period_(period) {
    double fastest = 0.0;
    for (int i = 0; i < 2; ++i) {
        constant_[i] = load.axis(i).constant;
        for (const Harmonic& h : load.axis(i).harmonics) {
            if (h.amplitude == 0.0) continue;
            const double w = h.frequency.value();
            fastest = std::max(fastest, w);
            double share = 1.0;
            double lag = 0.0;
            if (!o.is_rigid()) {
                const double spring = o.stiffness + *o.support_stiffness - o.mass * w * w;
                share = *o.support_stiffness / std::hypot(spring, o.damping * w);
                lag = std::atan2(o.damping * w, spring);
            }
            waves_.push_back({i, h.amplitude * share, h.frequency, h.phase - lag});
        }
    }
    constexpr double samples_per_wave = 48.0;
    constexpr double least_samples = 192.0;
    constexpr double most_samples = 1e6;
    samples_ = static_cast<int>(
        std::clamp(samples_per_wave * fastest * period / (2.0 * std::numbers::pi), least_samples, most_samples));
}

Vector StuckOrbit::held(double time) const {
    Vector sum;
    for (const Wave& w : waves_) {
        sum[w.axis] += w.amplitude * std::sin(reduced_phase(w.frequency, ExactTime{time, 0.0}, w.phase));
    }
    return sum;
}

State StuckOrbit::at(double time) const {
    State s;
    if (oscillator_.is_rigid()) return s;
    s.position = (1.0 / *oscillator_.support_stiffness) * held(time);
    for (const Wave& w : waves_) {
        s.velocity[w.axis] += w.amplitude * w.frequency.value() / *oscillator_.support_stiffness *
                              std::cos(reduced_phase(w.frequency, ExactTime{time, 0.0}, w.phase));
    }
    return s;
}

Vector StuckOrbit::offset(const Vector& slider) const {
    if (oscillator_.is_rigid()) return {};
    const double together = oscillator_.stiffness + *oscillator_.support_stiffness;
    return (1.0 / together) * (constant_ - oscillator_.stiffness * slider);
}

std::vector<Vector> StuckOrbit::farthest(const Vector& centre) const {
    const auto distance = [&](double t) { return norm(held(t) - centre); };
    const double step = period_ / samples_;
    std::vector<double> at(static_cast<std::size_t>(samples_));
    for (int i = 0; i < samples_; ++i) at[static_cast<std::size_t>(i)] = distance(i * step);
    std::vector<Vector> points;
    for (int i = 0; i < samples_; ++i) {
        const double before = at[static_cast<std::size_t>((i + samples_ - 1) % samples_)];
        const double here = at[static_cast<std::size_t>(i)];
        if (here < before || here < at[static_cast<std::size_t>((i + 1) % samples_)]) continue;
        // At a maximum an error of the time counts with its square: this many thirds are as good as rounding.
        double low = (i - 1) * step;
        double high = (i + 1) * step;
        for (int n = 0; n < 50; ++n) {
            const double third = (high - low) / 3.0;
            if (distance(low + third) < distance(high - third)) {
                low += third;
            } else {
                high -= third;
            }
        }
        points.push_back(held(0.5 * (low + high)));
    }
    return points;
}

double StuckOrbit::largest_stretch(const Vector& offset) const {
    const double support = *oscillator_.support_stiffness;
    const Vector centre = -support * offset;
    double largest = norm(centre);
    for (const Vector& p : farthest(centre)) largest = std::max(largest, norm(p - centre));
    return largest / support;
}

double StuckOrbit::least_bound() const {
    if (std::ranges::any_of(waves_, [](const Wave& w) { return !std::isfinite(w.amplitude); })) {
        return std::numeric_limits<double>::infinity();
    }
    const auto largest_from = [&](const Vector& centre, std::vector<Vector>& points) {
        double largest = 0.0;
        for (const Vector& p : farthest(centre)) {
            largest = std::max(largest, norm(p - centre));
            points.push_back(p);
        }
        return largest;
    };
    std::vector<Vector> points;
    // Without a spring the slider can go where it likes, but the constant part of the load stays.
    if (oscillator_.stiffness == 0.0) return std::max(norm(constant_), largest_from(-1.0 * constant_, points));
    constexpr int most_exchanges = 60;
    constexpr double converged = 1e-14;
    double largest = largest_from({}, points);
    for (int n = 0; n < most_exchanges && !points.empty(); ++n) {
        const Circle circle = smallest_circle(points);
        largest = largest_from(circle.centre, points);
        if (largest <= circle.radius * (1.0 + converged)) break;
    }
    return largest;
}

}  // namespace stickslip::planar
