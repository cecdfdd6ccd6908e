#pragma once

// Coulomb friction under a normal force N(t): its bounds are series in time like the load. Where N is gone there is no
// contact. docs/theory/normal_force.md.

#include "holding_field.hpp"

namespace stickslip {

template <class S, class Forcing>
class PressedCoulombField : public HoldingField<S, Forcing> {
public:
    using Base = HoldingField<S, Forcing>;
    using Base::mode;
    using Scalar = S;
    using State = SeriesState<S>;

    PressedCoulombField(const NormalVariation& normal, const Mechanics& m, const Forcing& forcing, int order)
        : Base(m, forcing, order),
          normal_(normal),
          series_(with_normal_force({}, normal, 1.0)),
          friction_(m.bounds.kinetic / m.mass),
          holding_(m.bounds.holding / m.mass) {
        for (int n = 0; n <= series::largest_order; ++n) inverse_[n] = 1.0 / (n + 1.0);
    }
    PressedCoulombField(const PressedCoulombField&) = delete;
    PressedCoulombField& operator=(const PressedCoulombField&) = delete;

    static constexpr bool needs_check = false;
    static constexpr bool has_deflection = false;

    void start(const ExactTime& time, State& y) {
        mode = {};
        touch_down(time, y);
    }

    void expand(const ExactTime& time, const State& y) {
        this->expand_load(time);
        this->begin(y);
        series_.expand(time, this->order(), inverse_, bound_);
        if (mode.kind == PhaseKind::stick) return this->expand_unaccelerated();
        const double friction = mode.kind == PhaseKind::open ? 0.0 : mode.direction * friction_;
        for (int n = 0; n < this->order(); ++n) {
            this->a[n] = this->drive_coefficient(n) - S(friction * bound_[n]);
            if (n == 0 && mode.starts_at_zero_acceleration) set_value(this->a[0], 0.0);
            this->integrate(n);
        }
    }

    [[nodiscard]] double window_end(const ExactTime& time) const {
        return std::min(Base::window_end(time), normal_.window(time).end);
    }

    [[nodiscard]] bool is_unaccelerated() const { return mode.kind == PhaseKind::stick; }

    [[nodiscard]] int guards() const {
        switch (mode.kind) {
            case PhaseKind::stick: return 2;
            case PhaseKind::slide: return 1;
            case PhaseKind::open: return 0;
        }
        return 0;
    }
    [[nodiscard]] Guard guard(int i) const {
        if (mode.kind == PhaseKind::slide) return guard_of(this->w, this->order(), mode.direction);
        Guard g = guard_of(this->drive, this->order() - 1, i == 0 ? -1.0 : 1.0);
        for (int n = 0; n <= g.degree; ++n) g.coefficients[n] += holding_ * bound_[n];
        return g;
    }

    [[nodiscard]] double direct_acceleration(double push, double, double) const { return push; }

    LawTransition arrive(int i, double tau, const ExactTime& time, State& y) {
        if (normal_.window(time).is_open) return open();
        if (mode.kind == PhaseKind::stick) return release(i == 0 ? 1 : -1, tau, time, y);
        return settle(time, y, PhaseKind::slide, value_of(series::evaluate(this->a, this->order() - 1, tau)));
    }

    /// The normal force or the load comes to a new piece.
    LawTransition enter_window(const ExactTime& time, State& y) {
        const bool is_open = normal_.window(time).is_open;
        if (is_open && mode.kind == PhaseKind::open) return {};
        if (is_open) return open();
        if (mode.kind == PhaseKind::slide) return {};
        if (mode.kind == PhaseKind::stick) return settle(time, y, PhaseKind::stick, 0.0);
        touch_down(time, y);
        return {EventKind::close};
    }

private:
    LawTransition open() {
        mode = {PhaseKind::open, 0, 0};
        return {EventKind::open};
    }

    void touch_down(const ExactTime& time, State& y) {
        if (normal_.window(time).is_open) {
            mode = {PhaseKind::open, 0, 0};
        } else if (value_of(y.w) != 0.0) {
            mode = {PhaseKind::slide, value_of(y.w) > 0.0 ? 1 : -1, 0};
        } else {
            settle(time, y, PhaseKind::stick, 0.0);
        }
    }

    LawTransition settle(const ExactTime& time, State& y, PhaseKind before, double acceleration_before) {
        const double normal = normal_.value(time.value());
        return Base::settle(
            time, y, before, acceleration_before, holding_ * normal,
            [](int s) {
                return LawMode{PhaseKind::slide, s, 0};
            },
            [this, normal] { return mode.direction * friction_ * normal; });
    }

    /// The force over its bound comes to zero at τ, where the bound moves, too.
    LawTransition release(int direction, double tau, const ExactTime& time, State& y) {
        mode = {PhaseKind::slide, direction, 0};
        const double after = direction * (holding_ - friction_) * normal_.value(time.value());
        const double drive_rate = slope_at(this->drive, this->order() - 1, tau);
        const double rate = drive_rate - direction * holding_ * slope_at(bound_, this->order() - 1, tau);
        const LawTransition released = Base::release(tau, y, after);
        if (rate != 0.0) set_tangent(y.w, tangent_of(y.w) * (drive_rate / rate));
        return released;
    }

    NormalVariation normal_;
    GeneralLoadSeries series_;  // of N/N₀
    double friction_;           // r_y/m
    double holding_;            // r_s/m
    series::Coefficients<double> bound_{};
    series::Coefficients<double> inverse_{};
};

}  // namespace stickslip
