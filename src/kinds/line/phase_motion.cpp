#include "phase_motion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "quadrature.hpp"
#include "stickslip/interruption.hpp"

namespace stickslip {

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

}  // namespace

PhaseMotion::PhaseMotion(const Oscillator& oscillator, const Load& load)
    : oscillator_(&oscillator),
      load_(&load),
      unit_(natural_units(oscillator, load)),
      belt_(unit_.velocity_to(oscillator.belt_velocity)) {
    constant_ = unit_.to(load.constant / oscillator.mass, 0, 1, -2);
    const double mass = unit_.to(oscillator.mass, 1, 0, 0);
    const double sigma = unit_.to(oscillator.damping, 1, 0, -1) / (2.0 * mass);
    const double stiffness = unit_.to(oscillator.stiffness, 1, 0, -2) / mass;
    kernel_.flow = linear_flow(flow_kind(sigma, stiffness), sigma, stiffness);
    kernel_.friction = unit_.force_to(oscillator.friction_bound) / mass;
    kernel_.holding = unit_.force_to(oscillator.holding_bound()) / mass;
    for (const Harmonic& h : load.harmonics) {
        const double frequency = unit_.to(h.frequency.value(), 0, 0, -1);
        terms_.push_back({unit_.force_to(h.amplitude) / mass, frequency, {}});
        kernel_.include_harmonic(terms_.back().amplitude, frequency);
    }
    kernel_.set_scales();
    if (const std::optional<double> period = load.period()) load_period_ = unit_.time_to(*period);
}

void PhaseMotion::begin(const ExactTime& start, double stretch) {
    throw_if_interrupted();
    kernel_.z0 = unit_.length_to(stretch);
    window_end_ = std::numeric_limits<double>::infinity();
    kernel_.load = {};
    kernel_.load.polynomial[0] = constant_ - 2.0 * kernel_.flow.half_damping * belt_;
    kernel_.load.polynomial[1] = -kernel_.flow.stiffness * belt_;
    kernel_.load.degree = kernel_.load.polynomial[1] != 0.0 ? 1 : 0;
    if (load_->record) add_record(start);
    for (std::size_t i = 0; i < terms_.size(); ++i) {
        const Harmonic& h = load_->harmonics[i];
        terms_[i].start = sin_cos(reduced_phase(h.frequency, start, h.phase));
    }
    kernel_.load.harmonics = terms_.data();
    kernel_.load.harmonic_count = static_cast<int>(terms_.size());
    kernel_.begin_phase();
}

void PhaseMotion::add_record(const ExactTime& start) {
    const Record& record = *load_->record;
    const double now = start.value();
    const Record::Window w = record.window(record.segment_at(now));
    // The cubic about the start of the phase instead of the segment's origin.
    const double s = (start.hi - w.origin) + start.lo;
    const Record::Cubic shifted = w.expanded_at(s);
    for (int k = 0; k < 4; ++k) {
        kernel_.load.polynomial[k] += unit_.to(shifted[k] / oscillator_->mass, 0, 1, -2 - k);
        if (kernel_.load.polynomial[k] != 0.0) kernel_.load.degree = std::max(kernel_.load.degree, k);
    }
    window_end_ = w.end;
}

double PhaseMotion::state_noise(double slip_velocity, int direction, double tau, double z) const {
    const double v = unit_.velocity_to(slip_velocity);
    const double time = unit_.time_to(tau);
    const Forcing<double> force = kernel_.sliding_force(direction, v);
    const double velocity = kernel_.velocity_noise(v, force, time) + kernel_.touch_noise(force, time);
    const double natural = std::sqrt(kernel_.flow.stiffness);
    // A ramp, or a belt, carries the position as far as it runs.
    const double run_away = natural > 0.0 ? std::abs(force.polynomial[1]) * time / natural : 0.0;
    const double position = natural * (std::abs(kernel_.z0) + std::abs(unit_.length_to(z)));
    return velocity + velocity_ulps * epsilon * (position + run_away);
}

SlideEnd<double> PhaseMotion::end_of_slide(double slip_velocity, int direction, int zeros, double horizon) const {
    SlideEnd<double> end =
        kernel_.end_of_slide(unit_.velocity_to(slip_velocity), direction, zeros, unit_.time_to(horizon));
    end.stop.time = end.stop.exists ? unit_.time_from(end.stop.time) : horizon;
    end.z = unit_.length_from(end.z);
    end.velocity = unit_.velocity_from(end.velocity);
    end.acceleration = unit_.acceleration_from(end.acceleration);
    return end;
}

PhaseMotion::SlideState PhaseMotion::state(double slip_velocity, int direction, double tau) const {
    const Jet<double> j = kernel_.jet(unit_.velocity_to(slip_velocity), direction, unit_.time_to(tau));
    return {unit_.length_from(j.derivative[0]), unit_.velocity_from(j.derivative[1]),
            unit_.acceleration_from(j.derivative[2]), unit_.length_from(j.travel)};
}

FreeResponse<double> PhaseMotion::free_flow(double tau) const {
    const double time = unit_.time_to(tau);
    FreeResponse<double> r = free_response(kernel_.flow, time, rotation(kernel_.flow.natural_frequency * time));
    r.g = unit_.time_from(r.g);
    r.push = unit_.from(r.push, 0, 0, 2);
    return r;
}

Release<double> PhaseMotion::release(double horizon) const {
    if (kernel_.load.degree == 0 && terms_.empty()) return {};
    const double limit = unit_.time_to(horizon);
    Release<double> release =
        kernel_.load.degree > 0 || terms_.size() > 1 ? searched_release(limit) : kernel_.harmonic_release();
    release.happens = release.happens && release.time < limit;
    release.time = unit_.time_from(release.time);
    return release;
}

Release<double> PhaseMotion::searched_release(double horizon) const {
    // What the load repeats without a release it repeats for ever.
    if (const std::optional<double> period = kernel_.load.degree == 0 ? load_period_ : std::nullopt) {
        constexpr double overlap = 1.01;
        horizon = std::min(horizon, overlap * *period);
    }
    const FirstZero<double> up = bound_crossing(1, horizon);
    const double limit = up.exists ? up.time : horizon;
    const FirstZero<double> down = bound_crossing(-1, limit);
    if (down.exists) return {true, down.time, -1};
    if (up.exists) return {true, up.time, 1};
    return {};
}

/// First crossing of side·(net force) through the holding bound; touching it tangentially leaves the mass stuck.
FirstZero<double> PhaseMotion::bound_crossing(int side, double horizon) const {
    const double bound = kernel_.holding;
    const double tolerance = borderline_ulps * epsilon * kernel_.force_scale;
    const auto margin_at = [&](double tau) {
        throw_if_interrupted();  // the search may run over a whole motion
        const LoadJet<double> q = load_jet(kernel_.load, tau);
        TaylorData<double> f{};
        f.coefficient[0] = bound - side * (q.derivative[0] - kernel_.flow.stiffness * kernel_.z0);
        for (int n = 1; n < 4; ++n) f.coefficient[n] = -side * q.derivative[n] / factorial(n);
        f.bound = kernel_.load_bound[4];
        f.noise = velocity_ulps * epsilon * (kernel_.force_scale + std::abs(q.derivative[0]));
        return f;
    };
    double from = 0.0;
    TaylorData<double> f = margin_at(0.0);
    int zeros = 0;
    if (f.coefficient[0] <= tolerance) zeros = f.coefficient[1] > tolerance * kernel_.rate ? 1 : 2;
    const double step = kernel_.first_step(horizon);
    for (;;) {
        const FirstZero<double> zero = first_zero(margin_at, f, zeros, from, horizon, step);
        if (!zero.grazes()) return zero;
        f = margin_at(zero.time);
        const bool leaves = f.coefficient[1] < -tolerance * kernel_.rate || f.coefficient[2] < 0.0;
        if (leaves) return {true, true, zero.time};
        if (zero.time == from) return {false, false, horizon};
        from = zero.time;
        zeros = 2;
    }
}

PhaseMotion::Extremes PhaseMotion::extremes(const Phase& phase) const {
    const double belt = oscillator_->belt_velocity;
    const Sample first = sample(phase, 0.0);
    const Sample last = sample(phase, phase.duration);
    Extremes e{std::max(first.position, last.position), std::min(first.position, last.position),
               std::max(std::abs(first.velocity), std::abs(last.velocity))};
    if (phase.kind == PhaseKind::stick) return e;
    const auto include = [&](double tau) {
        const Sample s = sample(phase, tau);
        e.highest = std::max(e.highest, s.position);
        e.lowest = std::min(e.lowest, s.position);
        e.speed = std::max(e.speed, std::abs(s.velocity));
    };
    visit_sign_changes(phase, {.acceleration = 1.0}, include);
    if (belt != 0.0) visit_sign_changes(phase, {.velocity = 1.0, .offset = belt}, include);
    return e;
}

double PhaseMotion::peak_speed(double slip_velocity, int direction, double length) const {
    const double belt = oscillator_->belt_velocity;
    const auto speed_at = [&](double tau) { return std::abs(state(slip_velocity, direction, tau).velocity + belt); };
    double speed = std::max(speed_at(0.0), speed_at(length));
    visit_sign_changes(slip_velocity, direction, length, {.acceleration = 1.0},
                       [&](double tau) { speed = std::max(speed, speed_at(tau)); });
    return speed;
}

double PhaseMotion::stretch_at(const Phase& phase, double tau) const {
    if (phase.kind == PhaseKind::stick) return lab_stretch(phase.stretch, tau);
    return lab_stretch(state(phase.slip_velocity, phase.direction, tau).z, tau);
}

Sample PhaseMotion::sample(const Phase& phase, double tau) const {
    Sample s;
    s.time = advance(phase.start, tau).value();
    s.phase = phase.kind;
    if (phase.kind == PhaseKind::stick) {
        const double bound = oscillator_->holding_bound();
        const double balance =
            load_jet(kernel_.load, unit_.time_to(tau)).derivative[0] - kernel_.flow.stiffness * kernel_.z0;
        s.position = lab_position(phase.stretch, tau);
        s.velocity = oscillator_->belt_velocity;
        s.friction = std::clamp(oscillator_->mass * unit_.acceleration_from(balance), -bound, bound);
        return s;
    }
    const SlideState now = state(phase.slip_velocity, phase.direction, tau);
    s.position = lab_position(now.z, tau);
    s.velocity = now.velocity + oscillator_->belt_velocity;
    s.acceleration = now.acceleration;
    s.friction = phase.direction * oscillator_->friction_bound;
    return s;
}

double PhaseMotion::slip(const Phase& phase) const {
    if (phase.kind == PhaseKind::stick) return 0.0;
    return std::abs(state(phase.slip_velocity, phase.direction, phase.duration).travel);
}

PhaseMotion::Work PhaseMotion::work(const Phase& phase) const {
    const double damping = oscillator_->damping;
    const double belt = oscillator_->belt_velocity;
    const double length = phase.duration;
    Work w;
    if (phase.kind == PhaseKind::stick) {
        // The belt carries the mass against damper and spring; the load's work is what remains of the same balance.
        w.damping = damping * belt * belt * length;
        w.input = w.damping + oscillator_->stiffness * belt * length * (phase.stretch + 0.5 * belt * length);
        return w;
    }
    // Per unit mass in natural units: the load less its constant part, and the rate of the damping loss.
    const double v0 = unit_.velocity_to(phase.slip_velocity);
    const double time = unit_.time_to(length);
    const Forcing<double> force = kernel_.sliding_force(phase.direction, v0);
    const bool varies = !terms_.empty() || load_->record != nullptr;
    const double slipped = slip(phase) * phase.direction;
    w.friction = oscillator_->friction_bound * std::abs(slipped);
    w.input =
        load_->constant * (slipped + belt * length) - belt * phase.direction * oscillator_->friction_bound * length;
    const double product_rate = 2.0 * kernel_.rate;
    const double damped = 2.0 * kernel_.flow.half_damping;
    const auto velocity_at = [&](double tau) {
        return motion_jet(kernel_.flow, force, kernel_.z0, v0, tau).derivative[1] + belt_;
    };
    const double mass = unit_.to(oscillator_->mass, 1, 0, 0);
    if (varies) {
        w.input += unit_.energy_from(mass * integrate(time, product_rate, [&](double tau) {
                                         const double carried = damped * belt_ + kernel_.flow.stiffness * belt_ * tau;
                                         return (load_jet(kernel_.load, tau).derivative[0] + carried - constant_) *
                                                velocity_at(tau);
                                     }));
    }
    if (damping > 0.0) {
        w.damping = unit_.energy_from(mass * integrate(time, product_rate, [&](double tau) {
                                          const double v = velocity_at(tau);
                                          return damped * v * v;
                                      }));
    }
    return w;
}

}  // namespace stickslip
