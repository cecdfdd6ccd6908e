#include "phase_motion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "quadrature.hpp"
#include "stickslip/interruption.hpp"

namespace stickslip {

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr std::size_t drives_under_normal = 5;  // the load, and of slides and of rest those up and down

}  // namespace

PhaseMotion::PhaseMotion(const Oscillator& oscillator, const Load& load)
    : oscillator_(&oscillator),
      load_(&load),
      unit_(natural_units(oscillator, load)),
      belt_(unit_.velocity_to(oscillator.belt_velocity)) {
    if (!oscillator.has_varying_normal()) {
        drives_.emplace_back(oscillator, load, unit_, oscillator.bounds());
        return;
    }
    drives_.reserve(drives_under_normal);
    drives_.emplace_back(oscillator, load, unit_, FrictionBounds{});
    for (const double bound : {oscillator.friction_bound, oscillator.holding_bound()}) {
        for (const double side : {1.0, -1.0}) {
            const Load sliding = with_normal_force(load, *oscillator.normal, -side * bound);
            drives_.emplace_back(oscillator, sliding, unit_, FrictionBounds{});
        }
    }
}

/// In the order in which the constructor makes them.
const LocalDrive& PhaseMotion::drive(Role role, int direction) const {
    if (!varies() || direction == 0) return drives_.front();
    const std::size_t first = role == Role::slide ? 1 : 3;
    return drives_[direction > 0 ? first : first + 1];
}

void PhaseMotion::begin(const ExactTime& start, double stretch) {
    throw_if_interrupted();
    start_ = start;
    const double z0 = unit_.length_to(stretch);
    window_end_ = std::numeric_limits<double>::infinity();
    for (LocalDrive& drive : drives_) window_end_ = std::min(window_end_, drive.begin(start, z0, belt_, unit_));
    if (!varies()) return;
    const NormalVariation::Window window = oscillator_->normal->window(start);
    is_open_ = window.is_open;
    window_end_ = std::min(window_end_, window.end);
}

double PhaseMotion::normal(double tau) const {
    return varies() ? oscillator_->normal->value(advance(start_, tau).value()) : 1.0;
}

double PhaseMotion::state_noise(double slip_velocity, int direction, double tau, double z) const {
    const double v = unit_.velocity_to(slip_velocity);
    const double time = unit_.time_to(tau);
    const PhaseKernel<double>& now = kernel(direction);
    const Forcing<double> force = now.sliding_force(direction, v);
    const double velocity = now.velocity_noise(v, force, time) + now.touch_noise(force, time);
    const double natural = std::sqrt(now.flow.stiffness);
    // A ramp, or a belt, carries the position as far as it runs.
    const double run_away = natural > 0.0 ? std::abs(force.polynomial[1]) * time / natural : 0.0;
    const double position = natural * (std::abs(now.z0) + std::abs(unit_.length_to(z)));
    return velocity + velocity_ulps * epsilon * (position + run_away);
}

SlideEnd<double> PhaseMotion::end_of_slide(double slip_velocity, int direction, int zeros, double horizon) const {
    if (is_open_) {
        const SlideState free = state(slip_velocity, 0, horizon);
        return {{false, false, horizon}, free.z, free.velocity, free.acceleration};
    }
    SlideEnd<double> end =
        kernel(direction).end_of_slide(unit_.velocity_to(slip_velocity), direction, zeros, unit_.time_to(horizon));
    end.stop.time = end.stop.exists ? unit_.time_from(end.stop.time) : horizon;
    end.z = unit_.length_from(end.z);
    end.velocity = unit_.velocity_from(end.velocity);
    end.acceleration = unit_.acceleration_from(end.acceleration);
    return end;
}

PhaseMotion::SlideState PhaseMotion::state(double slip_velocity, int direction, double tau) const {
    const Jet<double> j = kernel(direction).jet(unit_.velocity_to(slip_velocity), direction, unit_.time_to(tau));
    return {unit_.length_from(j.derivative[0]), unit_.velocity_from(j.derivative[1]),
            unit_.acceleration_from(j.derivative[2]), unit_.length_from(j.travel)};
}

FreeResponse<double> PhaseMotion::free_flow(double tau) const {
    const double time = unit_.time_to(tau);
    FreeResponse<double> r = free_response(plain().flow, time, rotation(plain().flow.natural_frequency * time));
    r.g = unit_.time_from(r.g);
    r.push = unit_.from(r.push, 0, 0, 2);
    return r;
}

int PhaseMotion::zeros_of_release() const {
    if (!varies()) return plain().zeros_of_release();
    return oscillator_->holding_bound() > oscillator_->friction_bound && normal(0.0) > 0.0 ? 1 : 2;
}

double PhaseMotion::velocity_lag_of_release(int direction) const {
    if (!varies()) return unit_.from(plain().velocity_lag_of_release(direction), 0, 0, -1);
    const double jump = (oscillator_->holding_bound() - oscillator_->friction_bound) * normal(0.0);
    if (jump == 0.0) return 0.0;
    const PhaseKernel<double>& held = drive(Role::hold, direction).kernel;
    const double rate = unit_.from(load_jet(held.load, 0.0).derivative[1], 0, 1, -3);
    return -direction * (jump / oscillator_->mass) * stiffness() / rate;
}

RestOutcome<double> PhaseMotion::outcome_of_rest() const {
    return varies() ? outcome_under_normal() : plain().outcome_of_rest();
}

/// The net force over what holds it, up and down. Where both are zero up to rounding their trends decide.
RestOutcome<double> PhaseMotion::outcome_under_normal() const {
    const bool jumps = zeros_of_release() == 1;
    RestOutcome<double> outcome;
    int first_order = 3;
    for (const int side : {1, -1}) {
        const PhaseKernel<double>& held = drive(Role::hold, side).kernel;
        const LoadJet<double> q = load_jet(held.load, 0.0);
        double tolerance = borderline_ulps * epsilon * held.force_scale;
        for (int n = 0; n < first_order; ++n, tolerance *= held.rate) {
            const double excess = side * (q.derivative[n] - (n == 0 ? held.flow.stiffness * held.z0 : 0.0));
            if (std::abs(excess) <= tolerance) continue;
            if (excess > 0.0) {
                outcome = {side, n == 0 || jumps ? 1 : n + 1};
                first_order = n;
            }
            break;
        }
    }
    return outcome;
}

Release<double> PhaseMotion::release(double horizon) const {
    const PhaseKernel<double>& kernel = plain();
    if (!varies() && kernel.load.degree == 0 && drives_.front().terms.empty()) return {};
    const double limit = unit_.time_to(horizon);
    const bool is_searched = varies() || kernel.load.degree > 0 || drives_.front().terms.size() > 1;
    Release<double> release = is_searched ? searched_release(limit) : kernel.harmonic_release();
    release.happens = release.happens && release.time < limit;
    if (varies() && release.happens) {
        // Without force and without a bound it is not released: the contact opens.
        const PhaseKernel<double>& held = drive(Role::hold, release.direction).kernel;
        const double force = load_jet(kernel.load, release.time).derivative[0] - kernel.flow.stiffness * kernel.z0;
        release.happens = std::abs(force) > borderline_ulps * epsilon * held.force_scale;
    }
    release.time = unit_.time_from(release.time);
    return release;
}

Release<double> PhaseMotion::searched_release(double horizon) const {
    // What the load repeats without a release it repeats for ever.
    const LocalDrive& held = drive(Role::hold, 1);
    if (const std::optional<double> period = held.kernel.load.degree == 0 ? held.period : std::nullopt) {
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
    const PhaseKernel<double>& kernel = drive(Role::hold, side).kernel;
    const double bound = kernel.holding;
    const double tolerance = borderline_ulps * epsilon * kernel.force_scale;
    const auto margin_at = [&](double tau) {
        throw_if_interrupted();  // the search may run over a whole motion
        const LoadJet<double> q = load_jet(kernel.load, tau);
        TaylorData<double> f{};
        f.coefficient[0] = bound - side * (q.derivative[0] - kernel.flow.stiffness * kernel.z0);
        for (int n = 1; n < 4; ++n) f.coefficient[n] = -side * q.derivative[n] / factorial(n);
        f.bound = kernel.load_bound[4];
        f.noise = velocity_ulps * epsilon * (kernel.force_scale + std::abs(q.derivative[0]));
        return f;
    };
    double from = 0.0;
    TaylorData<double> f = margin_at(0.0);
    int zeros = 0;
    if (f.coefficient[0] <= tolerance) zeros = f.coefficient[1] > tolerance * kernel.rate ? 1 : 2;
    const double step = kernel.first_step(horizon);
    for (;;) {
        const FirstZero<double> zero = first_zero(margin_at, f, zeros, from, horizon, step);
        if (!zero.grazes()) return zero;
        f = margin_at(zero.time);
        const bool leaves = f.coefficient[1] < -tolerance * kernel.rate || f.coefficient[2] < 0.0;
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
    if (belt != 0.0 || phase.kind == PhaseKind::open)
        visit_sign_changes(phase, {.velocity = 1.0, .offset = belt}, include);
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
        const double bound = oscillator_->holding_bound() * normal(tau);
        const PhaseKernel<double>& kernel = plain();
        const double balance =
            load_jet(kernel.load, unit_.time_to(tau)).derivative[0] - kernel.flow.stiffness * kernel.z0;
        s.position = lab_position(phase.stretch, tau);
        s.velocity = oscillator_->belt_velocity;
        s.friction = std::clamp(oscillator_->mass * unit_.acceleration_from(balance), -bound, bound);
        return s;
    }
    const SlideState now = state(phase.slip_velocity, phase.direction, tau);
    s.position = lab_position(now.z, tau);
    s.velocity = now.velocity + oscillator_->belt_velocity;
    s.acceleration = now.acceleration;
    if (phase.kind == PhaseKind::slide) s.friction = phase.direction * oscillator_->friction_bound * normal(tau);
    return s;
}

double PhaseMotion::slip(const Phase& phase) const {
    if (phase.kind != PhaseKind::slide) return 0.0;
    return std::abs(state(phase.slip_velocity, phase.direction, phase.duration).travel);
}

PhaseMotion::Work PhaseMotion::work(const Phase& phase) const {
    if (varies() && phase.kind != PhaseKind::stick) return work_under_normal(phase);
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
    const PhaseKernel<double>& kernel = plain();
    const Forcing<double> force = kernel.sliding_force(phase.direction, v0);
    const bool varies_in_time = !load_->harmonics.empty() || load_->record != nullptr;
    const double slipped = slip(phase) * phase.direction;
    w.friction = oscillator_->friction_bound * std::abs(slipped);
    w.input =
        load_->constant * (slipped + belt * length) - belt * phase.direction * oscillator_->friction_bound * length;
    const double product_rate = 2.0 * kernel.rate;
    const double damped = 2.0 * kernel.flow.half_damping;
    const auto velocity_at = [&](double tau) {
        return motion_jet(kernel.flow, force, kernel.z0, v0, tau).derivative[1] + belt_;
    };
    const double mass = unit_.to(oscillator_->mass, 1, 0, 0);
    if (varies_in_time) {
        const double constant = drives_.front().constant;
        w.input += unit_.energy_from(mass * integrate(time, product_rate, [&](double tau) {
                                         const double carried = damped * belt_ + kernel.flow.stiffness * belt_ * tau;
                                         return (load_jet(kernel.load, tau).derivative[0] + carried - constant) *
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

/// ∫ p·x′ − v_b·∫ r, ∫ r·(x′ − v_b) and ∫ c·x′², all of them integrals of analytic functions; r = 0 where there is no
/// contact.
PhaseMotion::Work PhaseMotion::work_under_normal(const Phase& phase) const {
    const double bound = phase.direction * oscillator_->friction_bound / oscillator_->mass;
    const double friction = unit_.to(bound, 0, 1, -2);
    const double v0 = unit_.velocity_to(phase.slip_velocity);
    const PhaseKernel<double>& moves = kernel(phase.direction);
    const Forcing<double> force = moves.sliding_force(phase.direction, v0);
    const double damped = 2.0 * moves.flow.half_damping;
    const double mass = unit_.to(oscillator_->mass, 1, 0, 0);
    const double time = unit_.time_to(phase.duration);
    const auto integral = [&](auto&& rate_of_work) {
        return unit_.energy_from(mass * integrate(time, 2.0 * drives_.back().kernel.rate, [&](double tau) {
                                     const double slip = motion_jet(moves.flow, force, moves.z0, v0, tau).derivative[1];
                                     return rate_of_work(tau, slip);
                                 }));
    };
    const auto friction_at = [&](double tau) { return friction * normal(unit_.time_from(tau)); };
    Work w;
    w.input = integral([&](double tau, double slip) {
        const double carried = damped * belt_ + moves.flow.stiffness * belt_ * tau;
        const double load = load_jet(plain().load, tau).derivative[0] + carried;
        return load * (slip + belt_) - (belt_ == 0.0 ? 0.0 : belt_ * friction_at(tau));
    });
    if (phase.direction != 0) w.friction = integral([&](double tau, double slip) { return friction_at(tau) * slip; });
    if (oscillator_->damping > 0.0) {
        w.damping = integral([&](double, double slip) { return damped * (slip + belt_) * (slip + belt_); });
    }
    return w;
}

}  // namespace stickslip
