#include "flow.hpp"

#include <algorithm>
#include <limits>

#include "stickslip/interruption.hpp"

namespace stickslip::planar {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

template <class T>
Vector values(const VectorOf<T>& a) {
    return {value_of(a.x1), value_of(a.x2)};
}

}  // namespace

double series_unit(const Constants& k, const LocalLoad& load, double speed, double force) {
    const double turning = k.is_rigid ? (force + k.friction) / speed : k.turning * speed;
    return 1.0 / (k.natural + k.damping + load.fastest() + turning + k.friction * k.turning * 1e-3);
}

double departure_unit(const Constants& k, const LocalLoad& load) {
    return 1.0 / (k.natural + k.damping + load.fastest() + std::numeric_limits<double>::min());
}

template <class T>
Flow<T>::Flow(const Oscillator& oscillator, const Load& load, FlowObserver observer)
    : oscillator_(oscillator),
      load_model_(load),
      observer_(std::move(observer)),
      k_(oscillator),
      load_(load_model_, oscillator_),
      stick_(k_, load_),
      library_(k_) {}

template <class T>
void Flow<T>::start(const ExactTime& time, const State& state) {
    FlowState<T> s;
    for (int i = 0; i < 2; ++i) {
        s.position[i] = T(state.position[i]);
        s.velocity[i] = T(state.velocity[i]);
        s.friction[i] = T(state.friction_force[i] / k_.mass);
    }
    constexpr double on_circle = 1.0 - 8.0 * std::numeric_limits<double>::epsilon();
    const bool slips = norm(state.friction_force) >= on_circle * oscillator_.friction_bound &&
                       dot(state.friction_force, state.velocity) > 0.0;
    s.is_sliding = k_.is_rigid ? norm(state.velocity) > 0.0 : slips;
    if (slips) s.angle = T(std::atan2(state.friction_force.x2, state.friction_force.x1));
    resume(time, s);
    if (state_.is_sliding && !is_open_) record_event(EventKind::stick_to_slide);
}

template <class T>
void Flow<T>::resume(const ExactTime& time, const FlowState<T>& state) {
    now_ = time;
    state_ = state;
    has_grade_ = false;
    came_from_slide_ = false;
    departure_.reset();
    release_lag_ = T(0.0);
    begin_step();
    is_open_ = load_.is_open();
    state_.is_sliding = state_.is_sliding || is_open_;
}

/// The load near the present time, and the bound of the friction now.
template <class T>
void Flow<T>::begin_step() {
    load_.begin(now_);
    if (load_.has_varying_bound()) k_.friction = load_.bound(0.0);
}

/// The normal force is gone, or there again.
template <class T>
void Flow<T>::follow_contact() {
    if (load_.is_open() == is_open_) return;
    is_open_ = load_.is_open();
    departure_.reset();
    came_from_slide_ = false;
    state_.is_sliding = is_open_ || norm(velocity_value()) > 0.0;
    record_event(is_open_ ? EventKind::open : EventKind::close);
}

template <class T>
State Flow<T>::physical_state() const {
    State s{values(state_.position), values(state_.velocity), {}};
    if (!k_.is_rigid) {
        const double angle = value_of(state_.angle);
        s.friction_force = state_.is_sliding ? oscillator_.friction_bound * Vector{std::cos(angle), std::sin(angle)}
                                             : k_.mass * values(state_.friction);
    }
    return s;
}

template <class T>
void Flow<T>::run(double end, const std::function<bool()>& is_halted) {
    while (until(end) > 0.0 && !(is_halted && is_halted())) {
        throw_if_interrupted();
        begin_step();
        follow_contact();
        const double limit = std::min(end, load_.window_end());
        if (is_open_) {
            fly(limit);
        } else if (state_.is_sliding) {
            slide(limit);
        } else {
            stick(limit);
        }
    }
}

template <class T>
VectorOf<T> Flow<T>::force() const {
    const Vector q = load_.value(0.0);
    VectorOf<T> f;
    for (int i = 0; i < 2; ++i) {
        f[i] = T(q[i]) - T(k_.damping) * state_.velocity[i] - T(k_.stiffness) * state_.position[i];
    }
    return f;
}

template <class T>
void Flow<T>::move_on(double duration, double limit) {
    now_ = duration < until(limit) ? advance(now_, duration) : ExactTime{limit, 0.0};
}

template <class T>
void Flow<T>::record_piece(PieceKind kind, double duration, int grade) {
    if (!observer_.piece) return;
    const State s = physical_state();
    observer_.piece({now_, duration, kind, grade, s.position, s.velocity, s.friction_force, value_of(state_.angle),
                     state_.is_sliding});
}

template <class T>
void Flow<T>::record_event(EventKind kind) {
    if (!observer_.event) return;
    const State s = physical_state();
    Vector direction = s.friction_force;
    if (k_.is_rigid) {
        direction = s.velocity;
        if (norm(direction) == 0.0) direction = values(force());
        const bool rests = kind == EventKind::close && !state_.is_sliding;
        if (kind == EventKind::open || rests) direction = {};
    }
    const double size = norm(direction);
    if (size > 0.0) direction = (1.0 / size) * direction;
    observer_.event({now_.value(), kind, s.position, direction});
}

template <class T>
void Flow<T>::fly(double limit) {
    const VectorOf<T> f = force();
    const double unit = departure_unit(k_, load_);
    expand_flight(k_, load_, SlidePoint<T>{state_.position, state_.velocity, T(0.0)}, unit, series_);
    const double scale = norm(velocity_value()) + unit * std::hypot(value_of(f.x1), value_of(f.x2)) + least_divisor;
    double h = until(limit);
    for (int i = 0; i < 2; ++i) {
        h = std::min(h, converged_step(series_.velocity[i], unit, series_tolerance, scale));
    }
    record_piece(PieceKind::flight, h);
    const SlidePoint<T> end = series_.at(h);
    move_on(h, limit);
    state_.position = end.position;
    state_.velocity = end.velocity;
}

template <class T>
void Flow<T>::stick(double limit) {
    StickPoint<T> start;
    for (int i = 0; i < 2; ++i) {
        start.stretch[i] = k_.is_rigid ? T(0.0) : state_.friction[i] / T(k_.support);
        start.slider[i] = state_.position[i] - start.stretch[i];
        start.velocity[i] = k_.is_rigid ? T(0.0) : state_.velocity[i];
    }
    stick_.begin({values(start.slider), values(start.stretch), values(start.velocity)});
    const double horizon = until(limit);
    const std::optional<double> release = stick_.release(horizon, came_from_slide_);
    const double duration = release.value_or(horizon);
    record_piece(PieceKind::stick, duration);
    const StickPoint<T> end = stick_.at(start, duration);
    move_on(release ? duration : infinity, limit);
    came_from_slide_ = false;
    for (int i = 0; i < 2; ++i) {
        state_.position[i] = end.slider[i] + end.stretch[i];
        state_.velocity[i] = end.velocity[i];
        state_.friction[i] = T(k_.support) * end.stretch[i];
    }
    if (!release) return;
    state_.is_sliding = true;
    if (k_.is_rigid) {
        begin_step();
        const VectorOf<T> f = force();
        const double excess = value_of(dot(f, f)) / (k_.friction * k_.friction) - 1.0;
        constexpr double at_bound = 1e-9;  // a larger force than this cannot come from a release
        departure_ = excess > at_bound ? Departure::above_bound : Departure::from_bound;
        double slope[2][2];
        for (int i = 0; i < 2; ++i) load_.coefficients(i, 1.0, 1, slope[i]);
        double rise = 2.0 * (value_of(f.x1) * slope[0][1] + value_of(f.x2) * slope[1][1]);
        if (load_.has_varying_bound()) {
            double bound[2];
            load_.coefficients(LocalLoad::bound_axis, 1.0, 1, bound);
            rise -= 2.0 * bound[0] * bound[1];
        }
        release_lag_ =
            departure_ == Departure::from_bound && rise > 0.0 ? T(0.0) - variation_of(dot(f, f)) / T(rise) : T(0.0);
    } else {
        state_.angle = arc_tangent(end.stretch.x2, end.stretch.x1);
        has_grade_ = false;
    }
    record_event(EventKind::stick_to_slide);
}

template <class T>
void Flow<T>::slide(double limit) {
    if (k_.is_rigid) {
        if (departure_) return depart(limit);
        return slide_rigid(limit);
    }
    const Vector v = velocity_value();
    const double smooth = k_.natural + load_.fastest() + k_.damping;
    const bool is_stiff = k_.turning * norm(v) > stiff_ratio * smooth;
    if (is_stiff) {
        slide_by_collocation(limit);
    } else {
        slide_by_series(limit);
    }
}

/// The zero of g = u·v near `guess`: Newton with g′ = u·v′ + (k_d/r_y)·(u × v)².
template <class T>
std::optional<double> Flow<T>::polished_stop(double guess, double limit,
                                             const std::function<SlidePoint<T>(double)>& at) const {
    double tau = guess;
    for (int i = 0; i < 3; ++i) {
        const SlidePoint<T> p = at(tau);
        const Vector v = values(p.velocity);
        const double angle = value_of(p.angle);
        const Vector u{std::cos(angle), std::sin(angle)};
        const Vector a = load_.value(tau) - k_.damping * v - k_.stiffness * values(p.position) - k_.friction * u;
        const double across = cross(u, v);
        const double slope = dot(u, a) + k_.turning * across * across;
        if (!(slope < 0.0)) break;
        const double next = tau - dot(u, v) / slope;
        if (!(next >= 0.0 && next <= limit) || std::abs(next - tau) > 0.01 * limit) break;
        tau = next;
    }
    return tau;
}

template <class T>
void Flow<T>::finish_elastic_step(const SlidePoint<T>& end, double duration, double limit, bool stops) {
    move_on(duration, limit);
    state_.position = end.position;
    state_.velocity = end.velocity;
    state_.angle = end.angle;
    if (!stops) return;
    record_event(EventKind::slide_to_stick);
    const SinCos<T> direction = sin_cos(state_.angle);
    state_.friction = {T(k_.friction) * direction.cos, T(k_.friction) * direction.sin};
    state_.is_sliding = false;
    came_from_slide_ = true;
}

template <class T>
void Flow<T>::slide_by_series(double limit) {
    const double speed = norm(velocity_value());
    const double unit = series_unit(k_, load_, speed, 0.0);
    expand_elastic(k_, load_, SlidePoint<T>{state_.position, state_.velocity, state_.angle}, unit, series_);
    const double scale = speed + k_.friction * unit;
    double h = std::min({converged_step(series_.angle, unit, series_tolerance, 1.0),
                         converged_step(series_.velocity[0], unit, series_tolerance, scale),
                         converged_step(series_.velocity[1], unit, series_tolerance, scale)});
    h = std::min({h, longest_decay / (k_.turning * speed + least_divisor), until(limit)});
    std::optional<double> zero = first_zero_of_slip(series_, h);
    if (zero) zero = polished_stop(*zero, h, [&](double tau) { return series_.at(tau); });
    const double duration = zero ? *zero : h;
    record_piece(PieceKind::slide_series, duration);
    finish_elastic_step(series_.at(duration), duration, limit, zero.has_value());
}

template <class T>
int Flow<T>::collocate_step(const SlidePoint<T>& start) {
    const double smooth = k_.natural + load_.fastest() + k_.damping;
    grade_ = std::max(grade_, StepLibrary::grade_below(1.5 / smooth));
    for (;;) {
        throw_if_interrupted();
        collocate(k_, load_, start, grade_, collocation_tolerance, library_, collocation_);
        if (collocation_.is_solved && collocation_.excess <= 1.0) break;
        grade_ += collocation_.is_solved && collocation_.excess < 50.0 ? 1 : 2;
    }
    const int used = grade_;
    constexpr double room = 0.01;  // √2 longer steps have a last coefficient 64 times as large
    if (collocation_.excess < room) --grade_;
    if (collocation_.excess < room * room) --grade_;
    return used;
}

template <class T>
void Flow<T>::slide_by_collocation(double limit) {
    if (!has_grade_) grade_ = StepLibrary::grade_below(4.0 / (k_.turning * norm(velocity_value())));
    has_grade_ = true;
    const int used = collocate_step({state_.position, state_.velocity, state_.angle});
    const double h = std::min(collocation_.length, until(limit));
    std::optional<double> zero = first_zero_of_slip(collocation_);
    if (zero) {
        zero = polished_stop(*zero, collocation_.length, [&](double tau) { return collocation_.at(tau); });
        if (*zero > h) zero.reset();
    }
    const double duration = zero ? *zero : h;
    record_piece(PieceKind::slide_collocation, duration, used);
    finish_elastic_step(collocation_.at(duration), duration, limit, zero.has_value());
}

template class Flow<double>;
template class Flow<Sensitive>;

}  // namespace stickslip::planar
