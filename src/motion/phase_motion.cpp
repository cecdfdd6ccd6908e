#include "phase_motion.hpp"

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>
#include <limits>
#include <numbers>

namespace stickslip {

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

/// Forces that differ by less than this many ulp of the largest term in the balance are equal: a stop whose net force
/// is the bound up to rounding is decided by the trend of the force, not by the last bit.
constexpr double borderline_ulps = 64.0;

/// Rounding error of a closed-form velocity, in ulp of its largest term.
constexpr double velocity_ulps = 4.0;

double sign_of(double x) { return static_cast<double>((x > 0.0) - (x < 0.0)); }

/// ∫ f over [0, length] by Gauss–Legendre: 7 nodes while rate·length ≤ 1.5, else 15 on panels with rate·width ≤ 12. For
/// a sum of products of exponentials of rate ≤ `rate` the remainder (rate·width)^{2n}·n!⁴/((2n+1)·(2n)!³) is below
/// 1e-16.
template <class Function>
double integrate(double length, double rate, const Function& f) {
    constexpr double single_panel = 1.5;
    constexpr double panel_angle = 12.0;
    if (rate * length <= single_panel) return boost::math::quadrature::gauss<double, 7>::integrate(f, 0.0, length);
    const double panels = std::ceil(rate * length / panel_angle);
    const double width = length / panels;
    double sum = 0.0;
    for (double i = 0.0; i < panels; i += 1.0) {
        sum += boost::math::quadrature::gauss<double, 15>::integrate(f, i * width, (i + 1.0) * width);
    }
    return sum;
}

}  // namespace

PhaseMotion::PhaseMotion(const Oscillator& oscillator, const Load& load) : oscillator_(&oscillator), load_(&load) {
    const double sigma = oscillator.damping / (2.0 * oscillator.mass);
    const double stiffness = oscillator.stiffness / oscillator.mass;
    flow_ = linear_flow(flow_kind(sigma, stiffness), sigma, stiffness);
    terms_.resize(load.harmonics.size());
    const double natural = std::sqrt(stiffness);
    rate_ = natural + sigma;
    double fastest_load = 0.0;
    double slowest_build_up = natural;
    for (const Harmonic& h : load.harmonics) {
        const double frequency = h.frequency.value();
        fastest_load = std::max(fastest_load, frequency);
        slowest_build_up =
            std::min(slowest_build_up, 0.5 * std::hypot(flow_.near_decay, frequency - flow_.natural_frequency));
        double power = std::abs(h.amplitude) / oscillator.mass;
        for (double& bound : load_bound_) {
            bound += power;
            power *= frequency;
        }
    }
    rate_ += fastest_load;
    response_time_ = slowest_build_up > 0.0 ? 1.0 / slowest_build_up : std::numeric_limits<double>::infinity();
}

void PhaseMotion::begin(const ExactTime& start, double position) {
    const double mass = oscillator_->mass;
    const double belt = oscillator_->belt_velocity;
    z0_ = position - oscillator_->equilibrium;
    window_end_ = std::numeric_limits<double>::infinity();
    load_forcing_ = {};
    load_forcing_.polynomial[0] = load_->constant / mass - 2.0 * flow_.half_damping * belt;
    load_forcing_.polynomial[1] = -flow_.stiffness * belt;
    load_forcing_.degree = load_forcing_.polynomial[1] != 0.0 ? 1 : 0;
    if (load_->record) add_record(start);
    for (std::size_t i = 0; i < terms_.size(); ++i) {
        const Harmonic& h = load_->harmonics[i];
        terms_[i] = {h.amplitude / mass, h.frequency.value(), sin_cos(reduced_phase(h.frequency, start, h.phase))};
    }
    load_forcing_.harmonics = terms_.data();
    load_forcing_.harmonic_count = static_cast<int>(terms_.size());
    force_scale_ = std::abs(load_forcing_.polynomial[0]) + load_bound_[0] + flow_.stiffness * std::abs(z0_) +
                   oscillator_->holding_bound() / mass;
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
        load_forcing_.polynomial[k] += shifted[k] / oscillator_->mass;
        if (load_forcing_.polynomial[k] != 0.0) load_forcing_.degree = std::max(load_forcing_.degree, k);
    }
    window_end_ = w.end;
}

Forcing<double> PhaseMotion::forcing(int direction) const {
    Forcing<double> f = load_forcing_;
    f.polynomial[0] -= direction * (oscillator_->friction_bound / oscillator_->mass);
    return f;
}

double PhaseMotion::lab_position(double z, double tau) const {
    return z + oscillator_->equilibrium + oscillator_->belt_velocity * tau;
}

Jet<double> PhaseMotion::jet(double slip_velocity, int direction, double tau) const {
    return motion_jet(flow_, forcing(direction), z0_, slip_velocity, tau);
}

PhaseMotion::RestOutcome PhaseMotion::outcome_of_rest() const {
    const LoadJet<double> q = load_jet(load_forcing_, 0.0);
    const double force = q.derivative[0] - flow_.stiffness * z0_;
    const double bound = oscillator_->holding_bound() / oscillator_->mass;
    const double tolerance = borderline_ulps * epsilon * force_scale_;
    const bool holds_any_force = bound > tolerance;
    if (std::abs(force) > bound + tolerance) return {force > 0.0 ? 1 : -1, 1};
    if (holds_any_force && std::abs(force) < bound - tolerance) return {0, 1};
    // On the bound: the trend of the force decides. Without friction every change of the force releases.
    const int zeros_of_release = oscillator_->holding_bound() > oscillator_->friction_bound ? 1 : 2;
    const double side = holds_any_force ? sign_of(force) : 0.0;
    double rate = rate_;
    for (int n = 1; n <= 2; ++n, rate *= rate_) {
        const double trend = q.derivative[n];
        if (std::abs(trend) <= tolerance * rate) continue;
        const double direction = sign_of(trend);
        if (side == 0.0 || direction == side) {
            return {static_cast<int>(direction), std::min(zeros_of_release + n - 1, 3)};
        }
        return {0, 1};
    }
    return {0, 1};
}

PhaseMotion::Release PhaseMotion::release(double horizon) const {
    if (load_forcing_.degree == 0 && terms_.empty()) return {};
    if (load_forcing_.degree == 0 && terms_.size() == 1) return harmonic_release(horizon);
    return searched_release(horizon);
}

/// [HongLiu2000] Eqs. (30)–(36), corrected: the upper bound is met where the force rises, at ω_d·t = arcsin b₁, the
/// lower one where it falls, at π − arcsin b₂.
PhaseMotion::Release PhaseMotion::harmonic_release(double horizon) const {
    using std::numbers::pi;
    const HarmonicTerm<double>& term = terms_.front();
    const double orientation = term.amplitude < 0.0 ? -1.0 : 1.0;
    const double amplitude = std::abs(term.amplitude);
    if (amplitude == 0.0) return {};
    const double phase = std::atan2(orientation * term.start.sin, orientation * term.start.cos);
    const double bound = oscillator_->holding_bound() / oscillator_->mass;
    const double offset = load_forcing_.polynomial[0] - flow_.stiffness * z0_;
    const double upper = (bound - offset) / amplitude;
    const double lower = (-bound - offset) / amplitude;
    const auto angle_until = [&](double target) {
        double angle = std::remainder(target - phase, two_pi_hi);
        if (angle < 0.0) angle += two_pi_hi;
        return angle;
    };
    Release first;
    double best = std::numeric_limits<double>::infinity();
    if (upper >= -1.0 && upper < 1.0) {
        best = angle_until(std::asin(upper));
        first.direction = 1;
    }
    if (lower > -1.0 && lower <= 1.0) {
        const double angle = angle_until(pi - std::asin(lower));
        if (angle < best) {
            best = angle;
            first.direction = -1;
        }
    }
    first.time = best / term.frequency;
    first.happens = first.time < horizon;
    return first;
}

PhaseMotion::Release PhaseMotion::searched_release(double horizon) const {
    const FirstZero<double> up = bound_crossing(1, horizon);
    const double limit = up.kind == ZeroKind::none ? horizon : up.time;
    const FirstZero<double> down = bound_crossing(-1, limit);
    if (down.kind != ZeroKind::none) return {true, down.time, -1};
    if (up.kind != ZeroKind::none) return {true, up.time, 1};
    return {};
}

/// First crossing of side·(net force) through the holding bound; touching it tangentially leaves the mass stuck.
FirstZero<double> PhaseMotion::bound_crossing(int side, double horizon) const {
    const double bound = oscillator_->holding_bound() / oscillator_->mass;
    const double tolerance = borderline_ulps * epsilon * force_scale_;
    const auto margin_at = [&](double tau) {
        const LoadJet<double> q = load_jet(load_forcing_, tau);
        TaylorData<double> f{};
        f.value[0] = bound - side * (q.derivative[0] - flow_.stiffness * z0_);
        for (int n = 1; n < 4; ++n) f.value[n] = -side * q.derivative[n];
        f.bound = load_bound_[4];
        f.noise = velocity_ulps * epsilon * (force_scale_ + std::abs(q.derivative[0]));
        return f;
    };
    double from = 0.0;
    TaylorData<double> f = margin_at(0.0);
    int zeros = 0;
    if (f.value[0] <= tolerance) zeros = f.value[1] > tolerance * rate_ ? 1 : 2;
    const double step = rate_ > 0.0 ? 1.0 / rate_ : horizon;
    for (;;) {
        const FirstZero<double> zero = first_zero(margin_at, f, zeros, from, horizon, step);
        if (zero.kind != ZeroKind::graze) return zero;
        f = margin_at(zero.time);
        if (zero.time == from || f.value[2] <= 0.0) return {ZeroKind::none, horizon};
        from = zero.time;
        zeros = 2;
    }
}

double PhaseMotion::velocity_noise(double slip_velocity, int direction, double tau) const {
    const double pull = std::abs(forcing(direction).polynomial[0] - flow_.stiffness * z0_) + load_bound_[0];
    return velocity_ulps * epsilon * (std::abs(slip_velocity) + pull * std::min(tau, response_time_));
}

TaylorData<double> PhaseMotion::derivative_data(const Jet<double>& jet, int order, double sign, double noise) const {
    TaylorData<double> f{};
    for (int i = 0; i < 4 && order + i <= Jet<double>::order; ++i) f.value[i] = sign * jet.derivative[order + i];
    // y = x^(order+3) obeys the same equation with the load's derivative, so √(y′² + ω²y²) grows by at most |q^(n)| in
    // time.
    const double y = jet.derivative[order + 3];
    const double y_rate = jet.derivative[order + 4];
    f.bound = std::sqrt(y_rate * y_rate + flow_.stiffness * y * y);
    f.bound_rate = load_bound_[order + 3];
    f.noise = noise;
    return f;
}

FirstZero<double> PhaseMotion::stop(double slip_velocity, int direction, int zeros, double horizon) const {
    const Forcing<double> force = forcing(direction);
    const auto velocity_at = [&](double tau) {
        return derivative_data(motion_jet(flow_, force, z0_, slip_velocity, tau), 1, direction,
                               velocity_noise(slip_velocity, direction, tau));
    };
    const double step = rate_ > 0.0 ? 1.0 / rate_ : horizon;
    return first_zero(velocity_at, velocity_at(0.0), zeros, 0.0, horizon, step);
}

/// Calls visitor(τ) wherever the derivative of z of this order, plus offset, changes sign within a slide.
template <class Visitor>
void PhaseMotion::visit_turning_points(const Phase& phase, int order, double offset, const Visitor& visitor) const {
    const Forcing<double> force = forcing(phase.direction);
    const double scale = order == 1 ? std::abs(offset) : force_scale_;
    double sign = 1.0;
    const auto data_at = [&](double tau) {
        const Jet<double> j = motion_jet(flow_, force, z0_, phase.slip_velocity, tau);
        const double noise = velocity_noise(phase.slip_velocity, phase.direction, tau) * (order == 1 ? 1.0 : rate_) +
                             velocity_ulps * epsilon * scale;
        TaylorData<double> f = derivative_data(j, order, sign, noise);
        f.value[0] += sign * offset;
        return f;
    };
    double from = 0.0;
    TaylorData<double> f = data_at(0.0);
    int zeros = 0;
    while (zeros < 3 && std::abs(f.value[zeros]) <= 2.0 * f.noise * std::pow(rate_, zeros)) ++zeros;
    if (f.value[zeros] < 0.0) {
        sign = -1.0;
        f = data_at(0.0);
    }
    const double step = rate_ > 0.0 ? 1.0 / rate_ : phase.duration;
    for (;;) {
        const FirstZero<double> zero = first_zero(data_at, f, zeros, from, phase.duration, step);
        if (zero.kind == ZeroKind::none) return;
        if (zero.kind == ZeroKind::graze && zero.time == from) return;
        from = zero.time;
        visitor(from);
        f = data_at(from);
        zeros = 2;
        if (zero.kind == ZeroKind::crossing || f.value[2] < 0.0) {
            sign = -sign;
            f = data_at(from);
            zeros = 1;
        }
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
    visit_turning_points(phase, 2, 0.0, include);
    if (belt != 0.0) visit_turning_points(phase, 1, belt, include);
    return e;
}

Sample PhaseMotion::sample(const Phase& phase, double tau) const {
    Sample s;
    s.time = advance(phase.start, tau).value();
    s.phase = phase.kind;
    if (phase.kind == PhaseKind::stick) {
        const double bound = oscillator_->holding_bound();
        const double balance = load_jet(load_forcing_, tau).derivative[0] - flow_.stiffness * z0_;
        s.position = lab_position(z0_, tau);
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

PhaseMotion::Work PhaseMotion::work(const Phase& phase) const {
    const double mass = oscillator_->mass;
    const double damping = oscillator_->damping;
    const double belt = oscillator_->belt_velocity;
    const double length = phase.duration;
    Work w;
    if (phase.kind == PhaseKind::stick) {
        // The belt carries the mass against damper and spring; the load's work is what remains of the same balance.
        w.damping = damping * belt * belt * length;
        w.input = w.damping + oscillator_->stiffness * belt * length * (z0_ + 0.5 * belt * length);
        return w;
    }
    const Forcing<double> force = forcing(phase.direction);
    const double constant = load_->constant;
    const bool varies = !terms_.empty() || load_->record != nullptr;
    const double travel =
        motion_jet(flow_, force, z0_, phase.slip_velocity, length).derivative[0] - z0_ + belt * length;
    w.input = constant * travel - belt * phase.direction * oscillator_->friction_bound * length;
    const double product_rate = 2.0 * rate_;
    if (varies) {
        w.input += integrate(length, product_rate, [&](double tau) {
            const double v = motion_jet(flow_, force, z0_, phase.slip_velocity, tau).derivative[1] + belt;
            const double carried = 2.0 * flow_.half_damping * belt + flow_.stiffness * belt * tau;
            return (mass * (load_jet(load_forcing_, tau).derivative[0] + carried) - constant) * v;
        });
    }
    if (damping > 0.0) {
        w.damping = integrate(length, product_rate, [&](double tau) {
            const double v = motion_jet(flow_, force, z0_, phase.slip_velocity, tau).derivative[1] + belt;
            return damping * v * v;
        });
    }
    return w;
}

}  // namespace stickslip
