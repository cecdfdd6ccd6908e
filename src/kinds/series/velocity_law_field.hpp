#pragma once

// Laws r = ρ(|w|)·sgn(w) with a holding force at rest: slide, stop, stick or turn, release.

#include "holding_field.hpp"

namespace stickslip {

template <class Law, class S, class Forcing>
class VelocityLawField : public HoldingField<S, Forcing> {
public:
    using Base = HoldingField<S, Forcing>;
    using Base::mode;
    using Scalar = S;
    using State = SeriesState<S>;

    STICKSLIP_KERNEL VelocityLawField(const Law& law, const Mechanics& m, const Forcing& forcing, int order)
        : Base(m, forcing, order),
          law_(law),
          bounds_(m.bounds),
          holding_(bounds_.holding / m.mass),
          breakaway_(breakaway_acceleration(law, m)),
          force_(law.sliding_force(bounds_, series::Input<S>{&speed_})),
          rest_force_(law.sliding_force(bounds_, 0.0) / m.mass) {}
    VelocityLawField(const VelocityLawField&) = delete;
    VelocityLawField& operator=(const VelocityLawField&) = delete;

    /// Whether coefficients alone may misjudge a step; with constant friction all functions are entire and tame.
    static constexpr bool needs_check =
        !std::is_arithmetic_v<decltype(std::declval<Law>().sliding_force(FrictionBounds{}, series::Input<S>{nullptr}))>;
    static constexpr bool has_deflection = false;

    STICKSLIP_KERNEL_CALL void start(const ExactTime& time, State& y) {
        mode = {};
        if (value_of(y.w) == 0.0) {
            settle(time, y, PhaseKind::stick, 0.0);
        } else {
            mode.direction = value_of(y.w) > 0.0 ? 1 : -1;
        }
    }

    STICKSLIP_KERNEL_CALL void expand(const ExactTime& time, const State& y) {
        this->expand_load(time);
        this->begin(y);
        if (mode.kind == PhaseKind::stick) return this->expand_unaccelerated();
        const double s = mode.direction;
        for (int n = 0; n < this->order(); ++n) {
            speed_[n] = s * this->w[n];
            this->a[n] = this->drive_coefficient(n) - (s * this->inverse_mass()) * force_coefficient(n);
            if (n == 0 && mode.starts_at_zero_acceleration) set_value(this->a[0], 0.0);
            this->integrate(n);
        }
    }

    /// Whether x″ = 0 on the whole piece.
    [[nodiscard]] STICKSLIP_KERNEL bool is_unaccelerated() const { return mode.kind == PhaseKind::stick; }

    [[nodiscard]] STICKSLIP_KERNEL int guards() const { return mode.kind == PhaseKind::stick ? 2 : 1; }
    [[nodiscard]] STICKSLIP_KERNEL Guard guard(int i) const {
        if (mode.kind == PhaseKind::slide) return guard_of(this->w, this->order(), mode.direction);
        return guard_of(this->drive, this->order() - 1, i == 0 ? -1.0 : 1.0, holding_);
    }

    /// x″ of the present mode by the equation of motion itself.
    [[nodiscard]] STICKSLIP_KERNEL double direct_acceleration(double push, double slip, double) const {
        return push - mode.direction * law_.sliding_force(bounds_, mode.direction * slip) / this->mechanics().mass;
    }

    STICKSLIP_KERNEL_CALL LawTransition arrive(int i, double tau, const ExactTime& time, State& y) {
        if (mode.kind == PhaseKind::stick) return release(i == 0 ? 1 : -1, tau, y);
        return settle(time, y, PhaseKind::slide, value_of(series::evaluate(this->a, this->order() - 1, tau)));
    }

    /// A new piece of the load begins: a stuck mass may slide at once.
    STICKSLIP_KERNEL LawTransition enter_window(const ExactTime& time, State& y) {
        if (mode.kind == PhaseKind::slide) return {};
        return settle(time, y, PhaseKind::stick, 0.0);
    }

private:
    STICKSLIP_KERNEL static double breakaway_acceleration(const Law& law, const Mechanics& m) {
        const FrictionBounds f = m.bounds;
        const double excess = f.holding - law.sliding_force(f, 0.0);
        constexpr double rounding = 8.0 * std::numeric_limits<double>::epsilon();
        return excess > rounding * f.holding ? excess / m.mass : 0.0;
    }

    STICKSLIP_KERNEL S force_coefficient(int n) {
        if constexpr (std::is_arithmetic_v<decltype(force_)>) {
            return S(n == 0 ? force_ : 0.0);
        } else {
            return force_.coefficient(n);
        }
    }

    STICKSLIP_KERNEL LawTransition settle(const ExactTime& time, State& y, PhaseKind before,
                                          double acceleration_before) {
        return Base::settle(
            time, y, before, acceleration_before, holding_,
            [](int s) {
                return LawMode{PhaseKind::slide, s, 0};
            },
            [this] { return mode.direction * rest_force_; });
    }

    STICKSLIP_KERNEL LawTransition release(int direction, double tau, State& y) {
        mode = {PhaseKind::slide, direction, 0};
        return Base::release(tau, y, direction * breakaway_);
    }

    Law law_;
    FrictionBounds bounds_;
    double holding_;    // r_s/m
    double breakaway_;  // |x″| just after release, 0 where the friction starts at r_s
    series::Coefficients<S> speed_{};
    decltype(std::declval<Law>().sliding_force(FrictionBounds{}, series::Input<S>{nullptr})) force_;
    double rest_force_;  // ρ(0)/m
};

}  // namespace stickslip
