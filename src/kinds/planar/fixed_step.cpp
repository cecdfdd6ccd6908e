#include "fixed_step.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string>

#include "local_load.hpp"
#include "model/bounds.hpp"
#include "stick_motion.hpp"

namespace stickslip::planar {

namespace {

/// A motion in steps of equal length: what the schemes share.
class FixedSteps {
public:
    FixedSteps(const Oscillator& o, const Load& load, const State& start)
        : k_(o), model_(load), load_(model_, o), stick_(k_, load_), state_(start) {
        const double sigma = 0.5 * k_.damping;
        flow_ = linear_flow(flow_kind(sigma, k_.stiffness), sigma, k_.stiffness);
        is_sliding_ = k_.is_rigid && norm(start.velocity) > 0.0;
    }
    FixedSteps(const FixedSteps&) = delete;
    FixedSteps& operator=(const FixedSteps&) = delete;

    void step(const ExactTime& now, double h, Method method) {
        load_.begin(now);
        if (k_.is_rigid) return rigid_step(h);
        if (!is_sliding_) return stick_step(now, h, method);
        if (method == Method::group_preserving) return group_preserving_step(h);
        composition_step(now, h);
    }

    [[nodiscard]] const State& state() const { return state_; }
    [[nodiscard]] bool is_sliding() const { return is_sliding_; }

private:
    [[nodiscard]] double bound() const { return k_.mass * k_.friction; }
    [[nodiscard]] double support() const { return k_.mass * k_.support; }

    [[nodiscard]] Vector acceleration(const Vector& friction) const {
        return load_.value(0.0) - k_.damping * state_.velocity - k_.stiffness * state_.position -
               (1.0 / k_.mass) * friction;
    }

    void explicit_euler(const Vector& friction, double h) {
        const Vector a = acceleration(friction);
        state_.position = state_.position + h * state_.velocity;
        state_.velocity = state_.velocity + h * a;
    }

    /// [LiuHongLiou2003] Eqs. (31)–(36).
    void group_preserving_step(double h) {
        const Vector y = state_.velocity;
        const Vector r = state_.friction_force;
        const double q = 0.5 * h * support();
        const double y1 = q * y.x1;
        const double y2 = q * y.x2;
        const double square = bound() * bound();
        const double below = 2.0 * (y1 * r.x1 + y2 * r.x2) + y1 * y1 + y2 * y2 + square;
        explicit_euler(r, h);
        state_.friction_force = {
            ((y1 * y1 - y2 * y2 + square) * r.x1 + 2.0 * y1 * y2 * r.x2 + 2.0 * square * y1) / below,
            ((y2 * y2 - y1 * y1 + square) * r.x2 + 2.0 * y1 * y2 * r.x1 + 2.0 * square * y2) / below};
        is_sliding_ = dot(state_.friction_force, state_.velocity) > 0.0;
    }

    /// [LiuHongLiou2003] Eqs. (90)–(95); a step through v = 0 ends in rest where the friction can hold.
    void rigid_step(double h) {
        const Vector v = state_.velocity;
        const double speed = norm(v);
        const Vector pull = load_.value(0.0) - k_.damping * v - k_.stiffness * state_.position;
        const bool holds = norm(pull) <= k_.friction;
        if (!is_sliding_ && holds) {
            state_.friction_force = k_.mass * pull;
            return;
        }
        const Vector along = speed > 0.0 ? (1.0 / speed) * v : (1.0 / norm(pull)) * pull;
        explicit_euler(bound() * along, h);
        is_sliding_ = !(holds && dot(v, state_.velocity) <= 0.0);
        if (!is_sliding_) state_.velocity = {};
        const double after = norm(state_.velocity);
        state_.friction_force = after > 0.0 ? (bound() / after) * state_.velocity : k_.mass * pull;
    }

    void stick_step(const ExactTime& now, double h, Method method) {
        const Vector stretch = (1.0 / support()) * state_.friction_force;
        stick_.begin({state_.position - stretch, stretch, state_.velocity});
        const auto release = stick_.release(h, dot(state_.friction_force, state_.velocity) <= 0.0);
        const bool splits = release && method != Method::group_preserving;
        const StickPoint<double> p = stick_.at(splits ? *release : h);
        state_ = {p.slider + p.stretch, p.velocity, support() * p.stretch};
        if (!release) return;
        is_sliding_ = true;
        state_.friction_force = (bound() / norm(state_.friction_force)) * state_.friction_force;
        if (splits) step(advance(now, *release), h - *release, method);
    }

    /// Half a boost, the exact linear flow under constant friction, half a boost.
    void strang(const ExactTime& now, double h) {
        const double angle = std::atan2(state_.friction_force.x2, state_.friction_force.x1);
        const double middle = boosted_angle(angle, state_.velocity, k_.turning, 0.5 * h);
        load_.begin(now);
        const Vector u{std::cos(middle), std::sin(middle)};
        for (int i = 0; i < 2; ++i) {
            Forcing<double> forcing = load_.axis(i);
            forcing.polynomial[0] -= k_.friction * u[i];
            const Travel<double> travel = travel_any_sign(forcing, state_.position[i], state_.velocity[i], h);
            state_.position[i] += travel.distance;
            state_.velocity[i] = travel.velocity;
        }
        const double end = boosted_angle(middle, state_.velocity, k_.turning, 0.5 * h);
        state_.friction_force = bound() * Vector{std::cos(end), std::sin(end)};
    }

    /// Compositions of even order take steps backwards too; short ones, where the series of the motion holds.
    [[nodiscard]] Travel<double> travel_any_sign(const Forcing<double>& f, double x, double v, double h) const {
        if (h >= 0.0) {
            const Jet<double> jet = motion_jet(flow_, f, x, v, h);
            return {jet.travel, jet.derivative[1]};
        }
        const double rate = flow_.far_decay + flow_.near_decay + flow_.natural_frequency + load_.fastest();
        const double load = load_jet(f, 0.0).derivative[0];
        return short_travel(flow_, f, v, start_acceleration(flow_, f, load, x, v), h, rate * -h);
    }

    /// Triple jumps [Yoshida1990]: order 2 → 4 → 6 → 8.
    void compose(const ExactTime& now, double h, int order) {
        if (order == 2) return strang(now, h);
        const double outer = 1.0 / (2.0 - std::exp2(1.0 / (order - 1)));
        const double inner = 1.0 - 2.0 * outer;
        compose(now, outer * h, order - 2);
        compose(advance(now, outer * h), inner * h, order - 2);
        compose(advance(now, (outer + inner) * h), outer * h, order - 2);
    }

    void composition_step(const ExactTime& now, double h) {
        constexpr int composition_order = 8;
        const State start = state_;
        const auto slip_after = [&](double part) {
            state_ = start;
            compose(now, part, composition_order);
            return dot(state_.friction_force, state_.velocity);
        };
        if (slip_after(h) >= 0.0) return;
        double low = 0.0;
        double high = h;
        for (int i = 0; i < 60; ++i) {
            const double middle = 0.5 * (low + high);
            (slip_after(middle) >= 0.0 ? low : high) = middle;
        }
        is_sliding_ = false;
        load_.begin(advance(now, high));
        if (h - high > 0.0) stick_step(advance(now, high), h - high, Method::lorentz_composition);
    }

    Constants k_;
    Load model_;
    LocalLoad load_;
    StickMotion stick_;
    LinearFlow<double> flow_;
    State state_;
    bool is_sliding_ = false;
};

double default_step(const Oscillator& o, const Load& load) {
    constexpr double steps_per_radian = 400.0 / (2.0 * std::numbers::pi);
    double fastest = std::sqrt((o.stiffness + o.support_stiffness.value_or(0.0)) / o.mass);
    for (int i = 0; i < 2; ++i) {
        for (const Harmonic& h : load.axis(i).harmonics) fastest = std::max(fastest, h.frequency.value());
    }
    if (!(fastest > 0.0)) throw std::invalid_argument("a fixed-step method needs a step: nothing here has a period");
    return 1.0 / (fastest * steps_per_radian);
}

}  // namespace

double boosted_angle(double angle, const Vector& velocity, double turning, double duration) {
    const double speed = norm(velocity);
    if (speed == 0.0) return angle;
    const double along = std::atan2(velocity.x2, velocity.x1);
    const double offset = std::remainder(angle - along, 2.0 * std::numbers::pi);
    return along + 2.0 * std::atan(std::tan(0.5 * offset) * std::exp(-turning * speed * duration));
}

Trajectory follow_with_fixed_steps(const Oscillator& o, const Load& load, const State& start, double end_time,
                                   const SimulationOptions& options) {
    if (options.method == Method::lorentz_composition && o.is_rigid()) {
        throw std::invalid_argument(
            "method lorentz-composition needs an elastic support: a rigid one has no Lorentz group");
    }
    const double wanted = options.step > 0.0 ? options.step : default_step(o, load);
    const double count = std::max(1.0, std::ceil(end_time / wanted));
    if (count > static_cast<double>(most_pieces_kept)) {
        throw std::invalid_argument("step = " + shortest(wanted) + " s makes " + shortest(count) + " steps up to " +
                                    shortest(end_time) + " s; at most " + std::to_string(most_pieces_kept) +
                                    " are taken");
    }
    Trajectory t{o, load, {}, {}, start, Termination::reached_end};
    FixedSteps steps(o, load, start);
    for (double i = 0.0; i < count && t.termination == Termination::reached_end; i += 1.0) {
        const double now = end_time * (i / count);
        if (options.progress) options.progress(now);
        const double h = end_time * ((i + 1.0) / count) - now;
        const State before = steps.state();
        const bool was_sliding = steps.is_sliding();
        steps.step({now, 0.0}, h, options.method);
        t.pieces.push_back({.start = {now, 0.0},
                            .duration = h,
                            .kind = PieceKind::fixed_step,
                            .position = before.position,
                            .velocity = before.velocity,
                            .friction_force = before.friction_force,
                            .is_sliding = was_sliding});
        if (t.pieces.size() >= options.most_pieces) t.termination = Termination::event_limit;
        if (steps.is_sliding() == was_sliding) continue;
        const Vector r = steps.state().friction_force;
        const double size = norm(r);
        t.events.push_back({now + h, was_sliding ? EventKind::slide_to_stick : EventKind::stick_to_slide,
                            steps.state().position, size > 0.0 ? (1.0 / size) * r : r});
        if (t.events.size() >= options.most_events) t.termination = Termination::event_limit;
    }
    t.end = steps.state();
    return t;
}

}  // namespace stickslip::planar
