#include "phase_motion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "quadrature.hpp"
#include "stickslip/motion/interruption.hpp"

namespace stickslip {

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

}  // namespace

PhaseMotion::PhaseMotion(const Oscillator& oscillator, const Load& load) : oscillator_(&oscillator), load_(&load) {
    const double sigma = oscillator.damping / (2.0 * oscillator.mass);
    const double stiffness = oscillator.stiffness / oscillator.mass;
    kernel_.flow = linear_flow(flow_kind(sigma, stiffness), sigma, stiffness);
    kernel_.friction = oscillator.friction_bound / oscillator.mass;
    kernel_.holding = oscillator.holding_bound() / oscillator.mass;
    for (const Harmonic& h : load.harmonics) {
        kernel_.include_harmonic(h.amplitude / oscillator.mass, h.frequency.value());
    }
    kernel_.set_scales();
    terms_.resize(load.harmonics.size());
}

void PhaseMotion::begin(const ExactTime& start, double position) {
    throw_if_interrupted();
    const double mass = oscillator_->mass;
    const double belt = oscillator_->belt_velocity;
    kernel_.z0 = position - oscillator_->equilibrium;
    window_end_ = std::numeric_limits<double>::infinity();
    kernel_.load = {};
    kernel_.load.polynomial[0] = load_->constant / mass - 2.0 * kernel_.flow.half_damping * belt;
    kernel_.load.polynomial[1] = -kernel_.flow.stiffness * belt;
    kernel_.load.degree = kernel_.load.polynomial[1] != 0.0 ? 1 : 0;
    if (load_->record) add_record(start);
    for (std::size_t i = 0; i < terms_.size(); ++i) {
        const Harmonic& h = load_->harmonics[i];
        terms_[i] = {h.amplitude / mass, h.frequency.value(), sin_cos(reduced_phase(h.frequency, start, h.phase))};
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
    const auto& c = w.coefficients;
    const double shifted[4] = {c[0] + s * (c[1] + s * (c[2] + s * c[3])), c[1] + s * (2.0 * c[2] + 3.0 * s * c[3]),
                               c[2] + 3.0 * s * c[3], c[3]};
    for (int k = 0; k < 4; ++k) {
        kernel_.load.polynomial[k] += shifted[k] / oscillator_->mass;
        if (kernel_.load.polynomial[k] != 0.0) kernel_.load.degree = std::max(kernel_.load.degree, k);
    }
    window_end_ = w.end;
}

double PhaseMotion::lab_position(double z, double tau) const {
    return z + oscillator_->equilibrium + oscillator_->belt_velocity * tau;
}

double PhaseMotion::state_noise(double slip_velocity, int direction, double tau, double z) const {
    const Forcing<double> force = kernel_.sliding_force(direction);
    const double velocity = kernel_.velocity_noise(slip_velocity, force, tau);
    const double natural = std::sqrt(kernel_.flow.stiffness);
    // A ramp, or a belt, carries the position as far as it runs.
    const double run_away = natural > 0.0 ? std::abs(force.polynomial[1]) * tau / natural : 0.0;
    return velocity + velocity_ulps * epsilon * (natural * (std::abs(kernel_.z0) + std::abs(z)) + run_away);
}

Release<double> PhaseMotion::release(double horizon) const {
    if (kernel_.load.degree == 0 && terms_.empty()) return {};
    if (kernel_.load.degree > 0 || terms_.size() > 1) return searched_release(horizon);
    Release<double> release = kernel_.harmonic_release();
    release.happens = release.happens && release.time < horizon;
    return release;
}

Release<double> PhaseMotion::searched_release(double horizon) const {
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
    const auto speed_at = [&](double tau) { return std::abs(jet(slip_velocity, direction, tau).derivative[1] + belt); };
    double speed = std::max(speed_at(0.0), speed_at(length));
    kernel_.visit_sign_changes(slip_velocity, direction, length, {.acceleration = 1.0},
                               [&](double tau, bool) { speed = std::max(speed, speed_at(tau)); });
    return speed;
}

Sample PhaseMotion::sample(const Phase& phase, double tau) const {
    Sample s;
    s.time = advance(phase.start, tau).value();
    s.phase = phase.kind;
    if (phase.kind == PhaseKind::stick) {
        const double bound = oscillator_->holding_bound();
        const double balance = load_jet(kernel_.load, tau).derivative[0] - kernel_.flow.stiffness * kernel_.z0;
        s.position = lab_position(kernel_.z0, tau);
        s.velocity = oscillator_->belt_velocity;
        s.friction = std::clamp(oscillator_->mass * balance, -bound, bound);
        return s;
    }
    const Jet<double> j = jet(phase.slip_velocity, phase.direction, tau);
    s.position = lab_position(j.derivative[0], tau);
    s.velocity = j.derivative[1] + oscillator_->belt_velocity;
    s.acceleration = j.derivative[2];
    s.friction = phase.direction * oscillator_->friction_bound;
    return s;
}

double PhaseMotion::slip(const Phase& phase) const {
    if (phase.kind == PhaseKind::stick) return 0.0;
    return std::abs(jet(phase.slip_velocity, phase.direction, phase.duration).travel);
}

PhaseMotion::Work PhaseMotion::work(const Phase& phase) const {
    const double mass = oscillator_->mass;
    const double damping = oscillator_->damping;
    const double belt = oscillator_->belt_velocity;
    const double length = phase.duration;
    Work w;
    if (phase.kind == PhaseKind::stick) {
        // The belt carries the mass against damper and spring; the load's work is what remains of the same balance.
        w.damping = damping * belt * belt * length;
        w.input = w.damping + oscillator_->stiffness * belt * length * (kernel_.z0 + 0.5 * belt * length);
        return w;
    }
    const Forcing<double> force = kernel_.sliding_force(phase.direction);
    const double constant = load_->constant;
    const bool varies = !terms_.empty() || load_->record != nullptr;
    const double slipped = motion_jet(kernel_.flow, force, kernel_.z0, phase.slip_velocity, length).travel;
    w.friction = oscillator_->friction_bound * std::abs(slipped);
    w.input = constant * (slipped + belt * length) - belt * phase.direction * oscillator_->friction_bound * length;
    const double product_rate = 2.0 * kernel_.rate;
    if (varies) {
        w.input += integrate(length, product_rate, [&](double tau) {
            const double v = motion_jet(kernel_.flow, force, kernel_.z0, phase.slip_velocity, tau).derivative[1] + belt;
            const double carried = 2.0 * kernel_.flow.half_damping * belt + kernel_.flow.stiffness * belt * tau;
            return (mass * (load_jet(kernel_.load, tau).derivative[0] + carried) - constant) * v;
        });
    }
    if (damping > 0.0) {
        w.damping = integrate(length, product_rate, [&](double tau) {
            const double v = motion_jet(kernel_.flow, force, kernel_.z0, phase.slip_velocity, tau).derivative[1] + belt;
            return damping * v * v;
        });
    }
    return w;
}

}  // namespace stickslip
