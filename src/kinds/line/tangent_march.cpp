#include "tangent_march.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <stdexcept>

#include "flow_map.hpp"
#include "kernel/scalar.hpp"
#include "stickslip/interruption.hpp"

namespace stickslip {

namespace {

constexpr int most_orders = 34;
constexpr double longest_angle = 4.0;  // of a step [rad]: the largest term is then e⁴/√(8π) ≈ 11 times the motion
constexpr double leaping_angle = 16.0;  // beyond, a flow map is faster than steps
constexpr double remainder = 1e-18;     // of the series, relative to the largest rate of change

/// The order at which the series of a step of this angle ends: the terms are at most n·angleⁿ/n!.
int order_for_angle(double angle) {
    constexpr int least_order = 6;  // a cubic load lasts five derivatives beyond any small angle
    double term = angle;
    int n = 1;
    while (n < most_orders && (n < least_order || n * term > remainder)) {
        ++n;
        term *= angle / n;
    }
    return n;
}

/// Of the forces at a release, relative: further from the bound the load must have jumped over it.
constexpr double jump_share = 1e-9;

double fastest_rate(const Oscillator& o, const Load& load) {
    double rate = std::max(std::sqrt(o.stiffness / o.mass), o.damping / o.mass);
    for (const Harmonic& h : load.harmonics) rate = std::max(rate, h.frequency.value());
    return rate;
}

std::vector<LoadRate> load_rates(std::span<const ProblemRate> rates) {
    std::vector<LoadRate> all;
    for (const ProblemRate& r : rates) all.push_back({r.constant, r.harmonics, r.record});
    return all;
}

}  // namespace

void TangentVisitor::event(std::size_t, std::span<const double>) {}

void TangentStep::evaluate(double tau, int derivative, double* values) const {
    const double s = length > 0.0 ? tau / length : 0.0;
    const double scale = length > 0.0 ? 1.0 / length : 0.0;
    std::fill(values, values + width, 0.0);
    for (int n = order; n >= derivative; --n) {
        double factor = 1.0;
        for (int i = 0; i < derivative; ++i) factor *= (n - i) * scale;
        const double* c = rows + static_cast<std::size_t>(n) * width;
        for (std::size_t j = 0; j < width; ++j) values[j] = values[j] * s + factor * c[j];
    }
}

TangentMarch::TangentMarch(const Trajectory& trajectory, std::span<const ProblemRate> rates)
    : trajectory_(trajectory),
      o_(trajectory.oscillator),
      load_(trajectory.load),
      load_tangent_(trajectory.load, load_rates(rates)),
      rates_(rates),
      parameters_(rates.size()),
      width_(rates.size() + 1),
      fastest_rate_(fastest_rate(o_, load_)),
      dx_(parameters_),
      dv_(parameters_),
      dt_(parameters_),
      load_rows_((most_orders + 1) * width_),
      rows_((most_orders + 1) * width_),
      damping_(parameters_),
      stiffness_(parameters_),
      mass_(parameters_),
      load_point_(2 * width_) {}

void TangentMarch::follow(TangentVisitor& visitor) {
    const std::vector<Phase>& phases = trajectory_.phases;
    next_event_ = 0;
    for (std::size_t j = 0; j < parameters_; ++j) {
        dx_[j] = rates_[j].start.position;
        dv_[j] = phases.front().kind == PhaseKind::stick ? rates_[j].belt_velocity : rates_[j].start.velocity;
    }
    // A slide at the very start is told as an event, whose time is given.
    if (phases.front().kind == PhaseKind::slide && !trajectory_.events.empty()) {
        std::fill(dt_.begin(), dt_.end(), 0.0);
        tell_event(visitor);
    }
    for (std::size_t i = 0; i < phases.size(); ++i) {
        throw_if_interrupted();
        const Phase& phase = phases[i];
        const Phase* next = i + 1 < phases.size() ? &phases[i + 1] : nullptr;
        if (phase.kind == PhaseKind::slide) {
            slide(phase, visitor);
            const bool stops = next == nullptr ? next_event_ < trajectory_.events.size() : next->slip_velocity == 0.0;
            if (stops) stop(phase, next, visitor);
        } else {
            stick(phase, visitor);
            if (next != nullptr) release(phase, *next, visitor);
        }
    }
}

void TangentMarch::tell_event(TangentVisitor& visitor) { visitor.event(next_event_++, dt_); }

void TangentMarch::slide(const Phase& phase, TangentVisitor& visitor) {
    u_ = phase.stretch;
    v_ = phase.slip_velocity + o_.belt_velocity;
    const double angle = phase.duration * fastest_rate_;
    if (angle > leaping_angle && !visitor.wants(phase.start, phase.duration)) {
        leap(phase);
        return;
    }
    const double steps = std::max(1.0, std::ceil(angle / longest_angle));
    const double length = phase.duration / steps;
    order_ = order_for_angle(angle / steps);
    ExactTime now = phase.start;
    for (double i = 0.0; i < steps; i += 1.0) {
        expand(now, length, phase.direction);
        visitor.step({now, length, PhaseKind::slide, phase.direction, order_, width_, rows_.data()});
        if (length > 0.0) go_to_end_of_step(length);
        now = advance(now, length);
    }
}

/// The sums of the coefficients.
void TangentMarch::go_to_end_of_step(double length) {
    double position = 0.0;
    double velocity = 0.0;
    std::fill(dx_.begin(), dx_.end(), 0.0);
    std::fill(dv_.begin(), dv_.end(), 0.0);
    for (int n = order_; n >= 0; --n) {
        const double* c = row(n);
        const double count = n / length;
        position += c[0];
        velocity += count * c[0];
        for (std::size_t j = 0; j < parameters_; ++j) {
            dx_[j] += c[j + 1];
            dv_[j] += count * c[j + 1];
        }
    }
    u_ = position - o_.equilibrium;
    v_ = velocity;
}

/// Over a long slide at once.
void TangentMarch::leap(const Phase& phase) {
    using Complex = std::complex<double>;
    const double a = o_.damping / o_.mass;
    const double b = o_.stiffness / o_.mass;
    const double s = phase.direction;
    const FlowMap map(a, b, phase.duration, phase.duration * fastest_rate_);
    const std::array<FlowResponse<double>, 4> powers = map.of_powers();
    FlowResponse<double> all;  // of the motion itself, per unit mass
    const auto add = [&all](double factor, const FlowResponse<double>& r) {
        const auto add_pair = [factor](auto& sum, const auto& p) {
            sum.u += factor * p.u;
            sum.v += factor * p.v;
        };
        add_pair(all.state, r.state);
        add_pair(all.by_inertia, r.by_inertia);
        add_pair(all.by_damping, r.by_damping);
        add_pair(all.by_stiffness, r.by_stiffness);
    };
    add(u_, map.of_position());
    add(v_, map.of_velocity());
    const Record::Cubic cubic = load_tangent_.record_at(load_.record.get(), phase.start, Side::after);
    for (std::size_t k = 0; k < cubic.size(); ++k) {
        const double q = cubic[k] + (k == 0 ? load_.constant - s * o_.friction_bound : 0.0);
        add(q / o_.mass, powers[k]);
    }
    std::vector<FlowMap::Harmonic> harmonics;
    std::vector<Complex> phasors;
    for (const Harmonic& h : load_.harmonics) {
        harmonics.push_back(map.of_harmonic(h.frequency.value()));
        const SinCos<double> turn = sin_cos(reduced_phase(h.frequency, phase.start, h.phase));
        phasors.emplace_back(turn.cos, turn.sin);
        const auto part = [&](const FlowResponse<Complex>::Pair& p) {
            const double size = h.amplitude / o_.mass;
            return FlowResponse<double>::Pair{size * (phasors.back() * p.u).imag(),
                                              size * (phasors.back() * p.v).imag()};
        };
        const FlowResponse<Complex>& r = harmonics.back().load;
        add(1.0, {part(r.state), part(r.by_inertia), part(r.by_damping), part(r.by_stiffness)});
    }
    for (std::size_t j = 0; j < parameters_; ++j) {
        const ProblemRate& r = rates_[j];
        double u =
            (r.mass * all.by_inertia.u + r.damping * all.by_damping.u + r.stiffness * all.by_stiffness.u) / o_.mass;
        double v =
            (r.mass * all.by_inertia.v + r.damping * all.by_damping.v + r.stiffness * all.by_stiffness.v) / o_.mass;
        const auto include = [&](double factor, const FlowResponse<double>::Pair& p) {
            u += factor * p.u;
            v += factor * p.v;
        };
        include(dx_[j] - r.equilibrium, map.of_position().state);
        include(dv_[j], map.of_velocity().state);
        const Record::Cubic cubic_rate = load_tangent_.record_at(r.record.get(), phase.start, Side::after);
        for (std::size_t k = 0; k < cubic_rate.size(); ++k) {
            const double q = cubic_rate[k] + (k == 0 ? r.constant - s * r.friction_bound : 0.0);
            include(q / o_.mass, powers[k].state);
        }
        for (std::size_t i = 0; i < r.harmonics.size(); ++i) {
            const Harmonic& h = load_.harmonics[i];
            const HarmonicRate& change = r.harmonics[i];
            const double turning = h.amplitude * (change.frequency * phase.start.value() + change.phase);
            const Complex of_load = phasors[i] * Complex(change.amplitude, turning) / o_.mass;
            const Complex of_frequency = phasors[i] * (h.amplitude * change.frequency / o_.mass);
            const auto& [response, by_frequency] = harmonics[i];
            u += (of_load * response.state.u + of_frequency * by_frequency.u).imag();
            v += (of_load * response.state.v + of_frequency * by_frequency.v).imag();
        }
        dx_[j] = u + r.equilibrium;
        dv_[j] = v;
    }
    u_ = all.state.u;
    v_ = all.state.v;
}

void TangentMarch::stick(const Phase& phase, TangentVisitor& visitor) {
    u_ = phase.stretch;
    v_ = o_.belt_velocity;
    const double length = phase.duration;
    row(0)[0] = o_.equilibrium + u_;
    row(1)[0] = length * v_;
    for (std::size_t j = 0; j < parameters_; ++j) {
        dv_[j] = rates_[j].belt_velocity;
        row(0)[j + 1] = dx_[j];
        row(1)[j + 1] = length * dv_[j];
    }
    visitor.step({phase.start, length, PhaseKind::stick, 0, 1, width_, rows_.data()});
    u_ += length * v_;
    for (std::size_t j = 0; j < parameters_; ++j) dx_[j] += length * dv_[j];
}

/// The coefficients of a slide from (u, v) and the derivatives there, in powers of τ/length.
void TangentMarch::expand(const ExactTime& start, double length, int direction) {
    const double push = length * length / o_.mass;
    std::fill_n(load_rows_.begin(), static_cast<std::size_t>(order_ + 1) * width_, 0.0);
    load_tangent_.add_series(start, Side::after, length, order_ - 2, push, load_rows_.data(), width_);
    const double drag = o_.damping * length / o_.mass;
    const double spring = o_.stiffness * push;
    load_rows_[0] -= push * direction * o_.friction_bound;
    row(0)[0] = u_;
    row(1)[0] = length * v_;
    for (std::size_t j = 0; j < parameters_; ++j) {
        const ProblemRate& r = rates_[j];
        load_rows_[j + 1] -= push * direction * r.friction_bound;
        damping_[j] = r.damping * length / o_.mass;
        stiffness_[j] = r.stiffness * push;
        mass_[j] = r.mass / o_.mass;
        row(0)[j + 1] = dx_[j] - r.equilibrium;
        row(1)[j + 1] = length * dv_[j];
    }
    for (int n = 0; n + 2 <= order_; ++n) {
        const double* load = load_rows_.data() + static_cast<std::size_t>(n) * width_;
        const double* lower = row(n);
        const double* middle = row(n + 1);
        double* upper = row(n + 2);
        const double count = n + 1.0;
        const double inverse = 1.0 / (count * (count + 1.0));
        const double bend = load[0] - drag * count * middle[0] - spring * lower[0];
        upper[0] = inverse * bend;
        const double speed = count * middle[0];
        const double stretch = lower[0];
        for (std::size_t j = 0; j < parameters_; ++j) {
            upper[j + 1] = inverse * (load[j + 1] - drag * count * middle[j + 1] - spring * lower[j + 1] -
                                      damping_[j] * speed - stiffness_[j] * stretch - mass_[j] * bend);
        }
    }
    row(0)[0] += o_.equilibrium;
    for (std::size_t j = 0; j < parameters_; ++j) row(0)[j + 1] = dx_[j];
}

/// The slide has come to rest on the surface: δt = −δw/a⁻; then it sticks, or goes on with a⁺.
void TangentMarch::stop(const Phase& phase, const Phase* next, TangentVisitor& visitor) {
    const ExactTime now = advance(phase.start, phase.duration);
    const double net = load_at(now, Side::before).value - o_.damping * o_.belt_velocity - o_.stiffness * u_;
    const double before = net - phase.direction * o_.friction_bound;
    const bool sticks = next == nullptr || next->kind == PhaseKind::stick;
    const double net_after = next == nullptr ? net
                                             : load_at(now, Side::after).value - o_.damping * o_.belt_velocity -
                                                   o_.stiffness * next->stretch;
    const double after = sticks ? 0.0 : net_after - next->direction * o_.friction_bound;
    for (std::size_t j = 0; j < parameters_; ++j) {
        const double dw = dv_[j] - rates_[j].belt_velocity;
        dt_[j] = dw == 0.0 ? 0.0 : -dw * o_.mass / before;
        const double dw_after = dw == 0.0 ? 0.0 : dw * after / before;
        dv_[j] = rates_[j].belt_velocity + dw_after;
        if (!std::isfinite(dt_[j])) dt_[j] = dx_[j] = dv_[j] = std::numeric_limits<double>::quiet_NaN();
    }
    if (sticks || next->direction != phase.direction) tell_event(visitor);
}

/// The net force has come to the holding bound, s·F = r_s, or a jump of the load has carried it beyond.
void TangentMarch::release(const Phase& phase, const Phase& next, TangentVisitor& visitor) {
    const ExactTime now = advance(phase.start, phase.duration);
    const double s = next.direction;
    const double held = o_.damping * o_.belt_velocity + o_.stiffness * u_;
    const LoadPoint after = load_at(now, Side::after);
    const LoadPoint before = load_at(now, Side::before);  // last, for its derivatives
    const double excess = s * (before.value - held) - o_.holding_bound();
    const double size = std::abs(before.value) + std::abs(held) + o_.holding_bound();
    const bool jumps = load_tangent_.may_jump(now) && std::abs(excess) > jump_share * size;
    const double breakaway = jumps || before.value != after.value ? s * (after.value - held) - o_.friction_bound
                                                                  : o_.holding_bound() - o_.friction_bound;
    const double rise = s * (before.rate - o_.stiffness * o_.belt_velocity);
    for (std::size_t j = 0; j < parameters_; ++j) {
        const ProblemRate& r = rates_[j];
        const double change = load_point_[j + 1] - r.damping * o_.belt_velocity - o_.damping * r.belt_velocity -
                              r.stiffness * u_ - o_.stiffness * (dx_[j] - r.equilibrium);
        const double gap = s * change - r.holding_bound;
        dt_[j] = jumps || gap == 0.0 ? 0.0 : -gap / rise;
        dv_[j] = r.belt_velocity - (dt_[j] == 0.0 ? 0.0 : s * breakaway / o_.mass * dt_[j]);
        if (!std::isfinite(dt_[j])) dt_[j] = dx_[j] = dv_[j] = std::numeric_limits<double>::quiet_NaN();
    }
    tell_event(visitor);
}

TangentMarch::LoadPoint TangentMarch::load_at(const ExactTime& time, Side side) const {
    std::fill(load_point_.begin(), load_point_.end(), 0.0);
    load_tangent_.add_series(time, side, 1.0, 1, 1.0, load_point_.data(), width_);
    return {load_point_[0], load_point_[width_]};
}

double TangentMarch::acceleration_rate(std::size_t parameter) const {
    const Phase& phase = trajectory_.phases.back();
    if (phase.kind == PhaseKind::stick) return 0.0;
    const ProblemRate& r = rates_[parameter];
    const ExactTime now = advance(phase.start, phase.duration);
    const double net = load_at(now, Side::before).value - o_.damping * v_ - o_.stiffness * u_;
    const double acceleration = (net - phase.direction * o_.friction_bound) / o_.mass;
    const double change = load_point_[parameter + 1] - r.damping * v_ - o_.damping * dv_[parameter] - r.stiffness * u_ -
                          o_.stiffness * (dx_[parameter] - r.equilibrium) - phase.direction * r.friction_bound;
    return (change - r.mass * acceleration) / o_.mass;
}

void require_tangent(const Trajectory& trajectory) {
    if (!trajectory.pieces.empty()) {
        throw std::invalid_argument(
            "derivatives are known for Coulomb friction, static friction included, with a linear spring; this motion "
            "has no closed form");
    }
    if (trajectory.oscillator.has_varying_normal()) {
        throw std::invalid_argument("derivatives are known for a constant normal force");
    }
}

}  // namespace stickslip
