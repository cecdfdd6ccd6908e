#pragma once

// Laws r = ρ(|w|)·sgn(w) with a holding force at rest: slide, stop, stick or turn, release.
// Saltation: through w = 0 δw is multiplied by A⁺/A⁻; stick makes it 0; release gives δw = A⁺·δF/Ḟ.

#include "law_mechanics.hpp"

namespace stickslip {

template <class Law, class S, class Forcing>
class VelocityLawField : public LawMechanics<S, Forcing> {
public:
    using Base = LawMechanics<S, Forcing>;
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

    LawMode mode;

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
        const int was = mode.direction;
        set_value(y.w, 0.0);
        this->expand_load(time);
        this->begin(y);
        const double push = value_of(this->drive_coefficient(0));
        if (std::abs(push) <= holding_) {
            set_tangent(y.w, 0.0);
            mode = {PhaseKind::stick, 0, 0};
            return before == PhaseKind::slide ? LawTransition{EventKind::slide_to_stick} : LawTransition{};
        }
        mode = {PhaseKind::slide, push > 0.0 ? 1 : -1, 0};
        if (before == PhaseKind::stick) return {EventKind::stick_to_slide};
        const double after = push - mode.direction * rest_force_;
        set_tangent(y.w, acceleration_before == 0.0 ? 0.0 : tangent_of(y.w) * after / acceleration_before);
        if (mode.direction == was) return {};
        return {EventKind::reversal};
    }

    STICKSLIP_KERNEL LawTransition release(int direction, double tau, State& y) {
        const double after = direction * breakaway_;
        const double rate = slope_at(this->drive, this->order() - 1, tau);
        const double change = tangent_of(series::evaluate(this->drive, this->order() - 1, tau));
        set_value(y.w, 0.0);
        set_tangent(y.w, after == 0.0 || rate == 0.0 ? 0.0 : after * change / rate);
        mode = {PhaseKind::slide, direction, 0, breakaway_ == 0.0};
        return {EventKind::stick_to_slide};
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
