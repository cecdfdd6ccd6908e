#pragma once

// Laws r = [F_d + sgn·(F_s − F_d)·e(|w|, |A|)]·sgn(w) with A = x″: implicit in A. With y = |A|, σ = sgn A,
// B = drive − F_d·sgn(w)/m and K = (F_s − F_d)/m:  y + η·K·e(|w|, y) = σ·B,  η = 1 (literal reading: η = sgn w).
// For η = 1 the left side grows with y, so A is unique, and A = 0 ("lock": constant velocity) iff |B| ≤ K·e(|w|, 0).
// For η = −1 both signs of A may solve it; the motion keeps its branch until y = 0 there.
// Order n ≥ 1 of y enters linearly: it is found from the recurrence run with y[n] = 0, then run again.

#include "holding_field.hpp"

namespace stickslip {

template <class Law, class S, class Forcing>
class AccelerationLawField : public HoldingField<S, Forcing> {
public:
    using Base = HoldingField<S, Forcing>;
    using Base::mode;
    using Scalar = S;
    using State = SeriesState<S>;

    STICKSLIP_KERNEL AccelerationLawField(const Law& law, const Mechanics& m, const Forcing& forcing, int order)
        : Base(m, forcing, order),
          law_(law),
          dynamic_(m.bounds.kinetic / m.mass),
          holding_(m.bounds.holding / m.mass),
          excess_(holding_ - dynamic_),
          weight_(law_.weight(series::Input<S>{&speed_}, series::Input<S>{&size_})) {}
    AccelerationLawField(const AccelerationLawField&) = delete;
    AccelerationLawField& operator=(const AccelerationLawField&) = delete;

    static constexpr bool needs_check = true;
    static constexpr bool has_deflection = false;

    STICKSLIP_KERNEL_CALL void start(const ExactTime& time, State& y) {
        mode = {};
        if (value_of(y.w) == 0.0) {
            settle(time, y, PhaseKind::stick, 0.0);
            return;
        }
        mode.direction = value_of(y.w) > 0.0 ? 1 : -1;
        const double b = value_of(rest_balance(time, y));
        const bool is_locked = eta() > 0.0 && std::abs(b) <= excess_ * law_.weight(std::abs(value_of(y.w)), 0.0);
        mode.branch = is_locked ? 0 : (b > 0.0 ? 1 : -1);
    }

    STICKSLIP_KERNEL_CALL void expand(const ExactTime& time, const State& y) {
        this->expand_load(time);
        this->begin(y);
        if (mode.kind == PhaseKind::stick || mode.branch == 0) return this->expand_unaccelerated();
        const double s = mode.direction;
        const double sigma = mode.branch;
        for (int n = 0; n < this->order(); ++n) {
            speed_[n] = s * this->w[n];
            S b = this->drive_coefficient(n);
            if (n == 0) b = b - S(s * dynamic_);
            size_[n] = n == 0 ? first_size(sigma * b, speed_[0]) : next_size(sigma * b, n);
            this->a[n] = sigma * size_[n];
            this->integrate(n);
        }
    }

    /// Whether x″ = 0 on the whole piece.
    [[nodiscard]] STICKSLIP_KERNEL bool is_unaccelerated() const {
        return mode.kind == PhaseKind::stick || mode.branch == 0;
    }

    [[nodiscard]] STICKSLIP_KERNEL int guards() const { return 2; }
    [[nodiscard]] STICKSLIP_KERNEL Guard guard(int i) const {
        const int order = this->order();
        const double sign = i == 0 ? -1.0 : 1.0;
        if (mode.kind == PhaseKind::stick) return guard_of(this->drive, order - 1, sign, holding_);
        if (mode.branch == 0) {
            const double limit = excess_ * law_.weight(std::abs(value_of(this->w[0])), 0.0);
            Guard g = guard_of(this->drive, order - 1, sign, limit - sign * mode.direction * dynamic_);
            if (i == mode.touching) g.coefficients[0] = 0.0;
            return g;
        }
        return i == 0 ? guard_of(this->w, order, mode.direction) : guard_of(this->a, order - 1, mode.branch);
    }

    [[nodiscard]] STICKSLIP_KERNEL double direct_acceleration(double push, double slip, double) const {
        const double target = mode.branch * (push - mode.direction * dynamic_);
        return mode.branch * solve_size(target, mode.direction * slip);
    }

    STICKSLIP_KERNEL_CALL LawTransition arrive(int i, double tau, const ExactTime& time, State& y) {
        if (mode.kind == PhaseKind::stick) return release(i == 0 ? 1 : -1, tau, y);
        if (mode.branch == 0) {
            mode.branch = i == 0 ? 1 : -1;
            mode.starts_at_zero_acceleration = true;
            return {};
        }
        const int order = this->order();
        if (i == 0) return settle(time, y, PhaseKind::slide, value_of(series::evaluate(this->a, order - 1, tau)));
        if (eta() > 0.0) {
            mode.touching = mode.branch > 0 ? 0 : 1;
            mode.branch = 0;
        } else {
            change_branch(tau, time, y);
        }
        return {};
    }

    STICKSLIP_KERNEL LawTransition enter_window(const ExactTime& time, State& y) {
        if (mode.kind == PhaseKind::stick) return settle(time, y, PhaseKind::stick, 0.0);
        if (mode.branch == 0) start(time, y);
        return {};
    }

private:
    [[nodiscard]] STICKSLIP_KERNEL double eta() const { return Law::is_literal ? mode.direction : 1.0; }

    /// B at a state.
    STICKSLIP_KERNEL S rest_balance(const ExactTime& time, const State& y) {
        this->expand_load(time);
        this->begin(y);
        return this->drive_coefficient(0) - S(mode.direction * dynamic_);
    }

    /// K·η·e(|w|, y) with its derivative in y.
    [[nodiscard]] STICKSLIP_KERNEL Dual implicit_part(double speed, double y) const {
        return (eta() * excess_) * law_.weight(Dual(speed), Dual(y, 1.0));
    }

    /// y from y + η·K·e(|w|, y) = target: Newton inside the bracket that 0 ≤ e ≤ 1 gives.
    [[nodiscard]] STICKSLIP_KERNEL_CALL double solve_size(double target, double speed) const {
        double low = target - std::max(0.0, eta()) * excess_;
        double high = target + std::max(0.0, -eta()) * excess_;
        low = std::max(low, 0.0);
        high = std::max(high, low);
        double y = high;
        constexpr int most_steps = 100;
        for (int k = 0; k < most_steps; ++k) {
            const Dual part = implicit_part(speed, y);
            const double error = y + part.value - target;
            (error > 0.0 ? high : low) = y;
            double next = y - error / (1.0 + tangent_of(part));
            if (!(next >= low && next <= high)) next = 0.5 * (low + high);
            const bool is_settled = std::abs(next - y) <= std::numeric_limits<double>::epsilon() * std::abs(next);
            y = next;
            if (is_settled) break;
        }
        return y;
    }

    STICKSLIP_KERNEL S first_size(const S& target, const S& speed) {
        S y(mode.starts_at_zero_acceleration ? 0.0 : solve_size(value_of(target), value_of(speed)));
        const double slope = tangent_of(implicit_part(value_of(speed), value_of(y)));
        const S at_fixed_size = law_.weight(speed, S(value_of(y)));
        set_tangent(y, (tangent_of(target) - eta() * excess_ * tangent_of(at_fixed_size)) / (1.0 + slope));
        size_[0] = y;
        weight_.coefficient(0);
        speed_[1] = S(0.0);
        size_[1] = S(1.0);
        gain_ = S(1.0) + (eta() * excess_) * weight_.coefficient(1);
        return y;
    }

    STICKSLIP_KERNEL S next_size(const S& target, int n) {
        size_[n] = S(0.0);
        const S rest = weight_.coefficient(n);
        size_[n] = (target - (eta() * excess_) * rest) / gain_;
        weight_.coefficient(n);
        return size_[n];
    }

    STICKSLIP_KERNEL LawTransition settle(const ExactTime& time, State& y, PhaseKind before,
                                          double acceleration_before) {
        return Base::settle(
            time, y, before, acceleration_before, holding_,
            [](int s) {
                return LawMode{PhaseKind::slide, s, s};
            },
            [this] { return mode.direction * (dynamic_ + eta() * excess_); });
    }

    STICKSLIP_KERNEL LawTransition release(int direction, double tau, State& y) {
        mode = {PhaseKind::slide, direction, direction};
        return Base::release(tau, y, direction * (1.0 - eta()) * excess_);
    }

    /// Literal reading, w < 0: the branch ends at A = 0 and the motion jumps to the other one.
    STICKSLIP_KERNEL void change_branch(double tau, const ExactTime& time, State& y) {
        const double change = tangent_of(series::evaluate(this->a, this->order() - 1, tau));
        const double rate = slope_at(this->a, this->order() - 1, tau);
        mode.branch = -mode.branch;
        const double target = mode.branch * value_of(rest_balance(time, y));
        const double after = mode.branch * solve_size(target, std::abs(value_of(y.w)));
        if (rate != 0.0) set_tangent(y.w, tangent_of(y.w) + after * change / rate);
    }

    Law law_;
    double dynamic_;  // F_d/m
    double holding_;  // F_s/m
    double excess_;   // K
    series::Coefficients<S> speed_{}, size_{};
    decltype(std::declval<Law>().weight(series::Input<S>{nullptr}, series::Input<S>{nullptr})) weight_;
    S gain_{1.0};  // 1 + η·K·∂e/∂y at the start of the step
};

}  // namespace stickslip
