#include "stick_motion.hpp"

#include <algorithm>
#include <limits>

#include "stickslip/interruption.hpp"

namespace stickslip::planar {

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr double margin_ulps = 16.0;  // rounding of the margin, in ulp of the terms it is made of

/// Taylor coefficients of bound² − y·y from the derivatives of y.
void add_margin(double bound, const double (&y)[2][5], TaylorData<double>& f) {
    f.coefficient[0] = bound * bound;
    for (const double(&d)[5] : y) {
        f.coefficient[0] -= d[0] * d[0];
        f.coefficient[1] -= 2.0 * d[0] * d[1];
        f.coefficient[2] -= d[1] * d[1] + d[0] * d[2];
        f.coefficient[3] -= d[1] * d[2] + d[0] * d[3] / 3.0;
    }
}

}  // namespace

StickMotion::StickMotion(const Constants& constants, const LocalLoad& load) : constants_(constants), load_(load) {
    const double sigma = 0.5 * constants.damping;
    const double stiffness = constants.stiffness + constants.support;
    flow_ = linear_flow(flow_kind(sigma, stiffness), sigma, stiffness);
    if (!constants.is_rigid) {
        rate_ = load.fastest() + std::sqrt(stiffness) + sigma;
    } else {
        rate_ = load.fastest() > 0.0 ? load.fastest() : constants.natural;  // at rest only the load changes
    }
}

void StickMotion::begin(const StickPoint<double>& start) {
    start_ = start;
    for (int i = 0; i < 2; ++i) {
        forcing_[i] = load_.axis(i);
        forcing_[i].polynomial[0] -= constants_.stiffness * start.slider[i];
    }
}

Jet<double> StickMotion::stretch_jet(int axis, double tau) const {
    return motion_jet(flow_, forcing_[axis], start_.stretch[axis], start_.velocity[axis], tau);
}

StickPoint<double> StickMotion::at(double tau) const {
    if (constants_.is_rigid) return start_;
    StickPoint<double> point = start_;
    for (int i = 0; i < 2; ++i) {
        const Jet<double> jet = stretch_jet(i, tau);
        point.stretch[i] = jet.derivative[0];
        point.velocity[i] = jet.derivative[1];
    }
    return point;
}

template <class T>
StickPoint<T> StickMotion::at(const StickPoint<T>& start, double tau) const {
    if (constants_.is_rigid) return start;
    const StickPoint<double> here = at(tau);
    const FreeResponse<double> free = free_response(flow_, tau, rotation(flow_.natural_frequency * tau));
    StickPoint<T> point;
    for (int i = 0; i < 2; ++i) {
        const T pull = T(-constants_.stiffness) * variation_of(start.slider[i]) -
                       T(flow_.stiffness) * variation_of(start.stretch[i]);
        const T push = variation_of(start.velocity[i]);
        point.slider[i] = start.slider[i];
        point.stretch[i] = T(here.stretch[i]) + variation_of(start.stretch[i]) + T(free.push) * pull + T(free.g) * push;
        point.velocity[i] = T(here.velocity[i]) + T(free.g) * pull + T(free.g_rate) * push;
    }
    return point;
}

template StickPoint<double> StickMotion::at(const StickPoint<double>&, double) const;
template StickPoint<Sensitive> StickMotion::at(const StickPoint<Sensitive>&, double) const;

/// z⁽ⁿ⁾ obeys the same equation with the load's n-th derivative, so √(z⁽ⁿ⁺¹⁾² + ω²·z⁽ⁿ⁾²) grows by no more than that
/// derivative's bound times the window.
TaylorData<double> StickMotion::elastic_margin(double tau, double window) const {
    TaylorData<double> f{};
    double y[2][5];
    double energy[4] = {};
    for (int i = 0; i < 2; ++i) {
        const Jet<double> jet = stretch_jet(i, tau);
        for (int n = 0; n < 5; ++n) y[i][n] = jet.derivative[n];
        for (int n = 0; n < 4; ++n) {
            energy[n] +=
                jet.derivative[n + 1] * jet.derivative[n + 1] + flow_.stiffness * jet.derivative[n] * jet.derivative[n];
        }
    }
    add_margin(constants_.slack, y, f);
    const LocalLoad::Bounds load = load_.bounds(tau + window);
    double most[5] = {};  // ‖z⁽ⁿ⁾‖, n ≥ 1
    for (int n = 1; n < 5; ++n) {
        // The slider's pull is constant: it enters only the undifferentiated load.
        double pull = load.derivative[n - 1];
        if (n == 1) pull += constants_.stiffness * norm(start_.slider);
        most[n] = std::sqrt(energy[n - 1]) + window * pull;
    }
    const double stretch = std::hypot(y[0][0], y[1][0]) + window * most[1];
    f.bound = 2.0 * (stretch * most[4] + 4.0 * most[1] * most[3] + 3.0 * most[2] * most[2]);
    const double pull = load.derivative[0] + constants_.stiffness * norm(start_.slider);
    f.noise = margin_ulps * epsilon * constants_.slack * (constants_.slack + pull / flow_.stiffness);
    return f;
}

TaylorData<double> StickMotion::rigid_margin(double tau) const {
    TaylorData<double> f{};
    double y[2][5];
    for (int i = 0; i < 2; ++i) {
        const LoadJet<double> q = load_jet(forcing_[i], tau);
        for (int n = 0; n < 5; ++n) y[i][n] = q.derivative[n];
    }
    const LocalLoad::Bounds b = load_.bounds(tau + 1.0 / rate_);
    const double force = b.derivative[0] + constants_.stiffness * norm(start_.slider);
    if (load_.has_varying_bound()) return margin_of_varying_bound(tau, y, b, force);
    add_margin(constants_.friction, y, f);
    f.bound = 2.0 * (force * b.derivative[4] + 4.0 * b.derivative[1] * b.derivative[3] +
                     3.0 * b.derivative[2] * b.derivative[2]);
    f.noise = margin_ulps * epsilon * constants_.friction * (constants_.friction + force);
    return f;
}

/// The same with the square of the bound at its time.
TaylorData<double> StickMotion::margin_of_varying_bound(double tau, const double (&y)[2][5], const LocalLoad::Bounds& b,
                                                        double force) const {
    TaylorData<double> f{};
    const LoadJet<double> jet = load_jet(load_.axis(LocalLoad::bound_axis), tau);
    const double* const d = jet.derivative;
    add_margin(0.0, y, f);
    f.coefficient[0] += d[0] * d[0];
    f.coefficient[1] += 2.0 * d[0] * d[1];
    f.coefficient[2] += d[1] * d[1] + d[0] * d[2];
    f.coefficient[3] += d[1] * d[2] + d[0] * d[3] / 3.0;
    const LocalLoad::Bounds r = load_.bounds_of_bound(tau + 1.0 / rate_);
    const auto fourth = [](double most, const LocalLoad::Bounds& of) {
        return 2.0 * (most * of.derivative[4] + 4.0 * of.derivative[1] * of.derivative[3] +
                      3.0 * of.derivative[2] * of.derivative[2]);
    };
    f.bound = fourth(force, b) + fourth(r.derivative[0], r);
    const double now = std::abs(d[0]) + std::hypot(y[0][0], y[1][0]);
    f.noise = margin_ulps * epsilon * now * (r.derivative[0] + force);
    return f;
}

TaylorData<double> StickMotion::margin(double tau, double window) const {
    return constants_.is_rigid ? rigid_margin(tau) : elastic_margin(tau, window);
}

std::optional<double> StickMotion::release(double horizon, bool came_from_slide) const {
    if (!(rate_ > 0.0)) return std::nullopt;
    const double window = std::min(1.0 / rate_, horizon);
    const auto margin_at = [&](double tau) { return margin(tau, window); };
    const auto leaves = [&](const TaylorData<double>& f) {
        const double slope_noise = f.noise * rate_;
        return f.coefficient[1] < -slope_noise || (f.coefficient[1] <= slope_noise && f.coefficient[2] < 0.0);
    };
    double from = 0.0;
    TaylorData<double> f = margin_at(0.0);
    int zeros = 0;
    if (f.coefficient[0] < -4.0 * f.noise && !came_from_slide) return 0.0;
    if (f.coefficient[0] <= 4.0 * f.noise) {
        if (!came_from_slide && leaves(f)) return 0.0;
        zeros = f.coefficient[1] > 4.0 * f.noise * rate_ ? 1 : 2;
    }
    while (from < horizon) {
        throw_if_interrupted();
        const double limit = std::min(from + window, horizon);
        const FirstZero<double> zero = first_zero(margin_at, f, zeros, from, limit, window);
        if (zero.crosses) return zero.time;
        if (zero.exists) {
            f = margin_at(zero.time);
            const bool is_start = came_from_slide && zero.time == 0.0;
            if (!is_start && leaves(f)) return zero.time;
            if (zero.time == from) {
                // A touch that the series cannot tell from zero: go on behind it.
                from = std::min(from + 1e-3 * window, horizon);
                f = margin_at(from);
                zeros = 0;
                if (f.coefficient[0] <= 0.0) return from;
            } else {
                from = zero.time;
                zeros = f.coefficient[1] > 4.0 * f.noise * rate_ ? 1 : 2;
            }
            continue;
        }
        from = limit;
        f = margin_at(from);
        zeros = 0;
    }
    return std::nullopt;
}

}  // namespace stickslip::planar
