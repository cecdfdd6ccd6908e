// Sliding on a rigid support: series in time away from rest, closed forms near it.

#include <algorithm>

#include "flow.hpp"

namespace stickslip::planar {

namespace {

/// ‖f′‖·Δt/|F − r_y| below which f counts as constant on the way through rest: its error of this size multiplies a time
/// and a speed that are as small.
constexpr double frozen = 1e-8;

/// How far towards v = 0 one step goes.
constexpr double approach = 0.5;

}  // namespace

/// |p₁′| + |p₂′| over the mass, and |r_y′| where that varies.
template <class T>
double Flow<T>::slope_of_load() const {
    double slope = 0.0;
    for (int i = 0; i < 2; ++i) {
        double c[2];
        load_.coefficients(i, 1.0, 1, c);
        slope += std::abs(c[1]);
    }
    if (load_.has_varying_bound()) {
        double c[2];
        load_.coefficients(LocalLoad::bound_axis, 1.0, 1, c);
        slope += std::abs(c[1]);
    }
    return slope;
}

/// How long the series of a departure holds for disturbances across it, which a straight motion does not show.
template <class T>
double Flow<T>::departure_limit(Departure departure) const {
    const double slope = slope_of_load();
    constexpr double asymptotic = 0.05;  // of r_y/a: the smallest term of the divergent series is e⁻⁴⁰
    if (departure == Departure::from_bound) return asymptotic * k_.friction / (slope + least_divisor);
    constexpr double convergent = 0.25;
    const VectorOf<T> f = force();
    const double excess = std::hypot(value_of(f.x1), value_of(f.x2)) - k_.friction;
    return convergent * excess / (slope + k_.damping * excess + least_divisor);
}

template <class T>
void Flow<T>::depart(double limit) {
    const Departure departure = *departure_;
    departure_.reset();
    const double unit = departure_unit(k_, load_);
    expand_departure(k_, load_, state_.position, release_lag_, departure, unit, series_);
    const int first = departure == Departure::from_bound ? 2 : 1;
    const double leading = std::hypot(value_of(series_.velocity[0][first]), value_of(series_.velocity[1][first]));
    double h = converged_step(series_.angle, unit, series_tolerance, 1.0);
    for (int i = 0; i < 2; ++i) {
        h = std::min(h, converged_step(series_.velocity[i], unit, series_tolerance, leading, first));
    }
    h = std::min(h, departure_limit(departure));
    if (const auto rest = first_zero_of_slip(series_, h, first)) h = approach * *rest;
    const double duration = std::min(h, until(limit));
    state_.angle = series_.angle[0];
    record_piece(departure == Departure::from_bound ? PieceKind::departure : PieceKind::thrown_departure, duration);
    const SlidePoint<T> end = series_.at(duration);
    move_on(duration, limit);
    state_.position = end.position;
    state_.velocity = end.velocity;
    slide_back(release_lag_);
    release_lag_ = T(0.0);
}

/// From the varied time of an event, `lag` after the nominal one, back to that.
template <class T>
void Flow<T>::slide_back(const T& lag) {
    begin_step();
    const VectorOf<T> f = force();
    const VectorOf<T> v = state_.velocity;
    const T speed = square_root(dot(v, v));
    for (int i = 0; i < 2; ++i) {
        state_.position[i] -= v[i] * lag;
        state_.velocity[i] -= (f[i] - T(k_.friction) * v[i] / speed) * lag;
    }
}

template <class T>
bool Flow<T>::is_near_rest() const {
    const VectorOf<T> force_now = force();
    const Vector f{value_of(force_now.x1), value_of(force_now.x2)};
    const Vector v = velocity_value();
    const double speed = norm(v);
    const double size = norm(f);
    const double along = dot(f, v);
    const bool stops = size < k_.friction;
    if (!stops && along > -0.5 * size * speed) return false;
    const double slope = slope_of_load() + k_.damping * (size + k_.friction) + k_.stiffness * speed;
    const double gap = std::abs(size - k_.friction);
    const double work = stops ? k_.friction * speed + along : speed * size - along;
    const double duration = work / (gap * (size + k_.friction));
    constexpr double tiny = 1e-15;
    const double scale = k_.friction / (k_.natural + load_.fastest() + k_.damping + least_divisor);
    return duration * slope <= frozen * gap || (speed < tiny * scale && gap > 0.0);
}

template <class T>
void Flow<T>::pass_near_rest(double limit) {
    const VectorOf<T> v = state_.velocity;
    const RestPassage<T> passage = pass_rest(k_, force(), v);
    const double whole = value_of(passage.duration);
    const double duration = std::min(whole, until(limit));
    record_piece(PieceKind::rest_passage, duration);
    if (duration < whole) {
        // The end of the run falls into the passage.
        const T share(duration / whole);
        for (int i = 0; i < 2; ++i) {
            state_.position[i] += T(duration) * v[i];
            state_.velocity[i] += share * (passage.velocity[i] - v[i]);
        }
        move_on(duration, limit);
        return;
    }
    const T lag = variation_of(passage.duration);
    for (int i = 0; i < 2; ++i) state_.position[i] += T(0.5) * passage.duration * (v[i] + passage.velocity[i]);
    move_on(duration, limit);
    if (passage.is_stop) {
        record_event(EventKind::slide_to_stick);
        state_.is_sliding = false;
        state_.velocity = {};
        came_from_slide_ = true;
        return;
    }
    state_.velocity = passage.velocity;
    slide_back(lag);
    record_event(EventKind::reversal);
}

/// The time over which a slide whose direction follows the force changes [s], where that is so much longer than the
/// time 1/λ = s/(f·u) in which the direction follows that a series would take steps of 1/λ; nullopt elsewhere.
template <class T>
std::optional<double> Flow<T>::following_time() const {
    constexpr double much_longer = 60.0;    // in 1/λ
    constexpr double following = 3.0;       // of the angle by which a direction lags that follows the force
    constexpr double rounding = 1e-14;      // rad
    constexpr double share_of_scale = 0.5;  // singularities lie about one scale away in the complex plane
    const VectorOf<T> force_now = force();
    const Vector f{value_of(force_now.x1), value_of(force_now.x2)};
    const Vector v = velocity_value();
    const double speed = norm(v);
    const double along = dot(f, v) / speed;
    if (!(along > 0.0)) return std::nullopt;
    const double slope = slope_of_load() + k_.damping * std::abs(along - k_.friction) + k_.stiffness * speed;
    if (std::abs(cross(f, v)) / speed > following * speed * slope / along + rounding * along) return std::nullopt;
    const double smooth = k_.natural + load_.fastest() + k_.damping;
    const double rate = smooth + std::abs(along - k_.friction) / speed + std::sqrt(slope / speed);
    return along > much_longer * rate * speed ? std::optional(share_of_scale / rate) : std::nullopt;
}

template <class T>
void Flow<T>::slide_rigid(double limit) {
    if (is_near_rest()) return pass_near_rest(limit);
    if (const std::optional<double> time = following_time()) return slide_rigid_by_collocation(limit, *time);
    const VectorOf<T> f = force();
    const Vector v = velocity_value();
    const double speed = norm(v);
    const double size = std::hypot(value_of(f.x1), value_of(f.x2));
    const double unit = series_unit(k_, load_, speed, size);
    expand_rigid(k_, load_, SlidePoint<T>{state_.position, state_.velocity, T(0.0)}, unit, series_);
    double h = until(limit);
    for (int i = 0; i < 2; ++i) {
        h = std::min(h, converged_step(series_.velocity[i], unit, series_tolerance, speed));
    }
    // A motion straight to rest is analytic through v = 0, where the direction jumps: stay before it.
    if (const auto rest = first_zero_of_slip(series_, h)) h = approach * *rest;
    const double decay = std::abs(value_of(f.x1) * v.x1 + value_of(f.x2) * v.x2) / (speed * speed);
    h = std::min(h, longest_decay / (decay + least_divisor));
    record_piece(PieceKind::slide_series, h);
    const SlidePoint<T> end = series_.at(h);
    move_on(h, limit);
    state_.position = end.position;
    state_.velocity = end.velocity;
}

/// Slow sliding turns its direction at once: the stiff limit of the elastic support.
template <class T>
void Flow<T>::slide_rigid_by_collocation(double limit, double guess) {
    grade_ = StepLibrary::grade_below(guess);
    state_.angle = arc_tangent(state_.velocity.x2, state_.velocity.x1);
    const int used = collocate_step({state_.position, state_.velocity, state_.angle});
    double h = std::min(collocation_.length, until(limit));
    if (const auto rest = first_zero_of_slip(collocation_)) h = std::min(h, approach * *rest);
    record_piece(PieceKind::slide_collocation, h, used);
    const SlidePoint<T> end = collocation_.at(h);
    move_on(h, limit);
    state_.position = end.position;
    state_.velocity = end.velocity;
}

template void Flow<double>::depart(double);
template void Flow<double>::slide_rigid(double);
template void Flow<Sensitive>::depart(double);
template void Flow<Sensitive>::slide_rigid(double);

}  // namespace stickslip::planar
