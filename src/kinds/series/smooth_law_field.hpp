#pragma once

// A law without pieces: r is an analytic function of the velocity, so there are no events.

#include "law_mechanics.hpp"

namespace stickslip {

template <class Law, class S, class Forcing>
class SmoothLawField : public LawMechanics<S, Forcing> {
public:
    using Scalar = S;
    using State = SeriesState<S>;

    STICKSLIP_KERNEL SmoothLawField(const Law& law, const Mechanics& m, const Forcing& forcing, int order)
        : LawMechanics<S, Forcing>(m, forcing, order),
          law_(law),
          force_(law.smooth_force(m.bounds, series::Input<S>{&this->w})) {}
    SmoothLawField(const SmoothLawField&) = delete;
    SmoothLawField& operator=(const SmoothLawField&) = delete;

    static constexpr bool needs_check = true;
    static constexpr bool has_deflection = false;

    LawMode mode;

    STICKSLIP_KERNEL_CALL void start(const ExactTime&, State& y) {
        mode = {PhaseKind::slide, value_of(y.w) < 0.0 ? -1 : 1, 0};
    }

    STICKSLIP_KERNEL_CALL void expand(const ExactTime& time, const State& y) {
        this->expand_load(time);
        this->begin(y);
        for (int n = 0; n < this->order(); ++n) {
            this->a[n] = this->drive_coefficient(n) - this->inverse_mass() * force_.coefficient(n);
            this->integrate(n);
        }
    }

    [[nodiscard]] STICKSLIP_KERNEL bool is_unaccelerated() const { return false; }
    [[nodiscard]] STICKSLIP_KERNEL int guards() const { return 0; }
    [[nodiscard]] STICKSLIP_KERNEL Guard guard(int) const { return {}; }
    [[nodiscard]] STICKSLIP_KERNEL double direct_acceleration(double push, double slip, double) const {
        return push - law_.smooth_force(this->mechanics().bounds, slip) / this->mechanics().mass;
    }
    STICKSLIP_KERNEL_CALL LawTransition arrive(int, double, const ExactTime&, State&) { return {}; }
    STICKSLIP_KERNEL LawTransition enter_window(const ExactTime&, State&) { return {}; }

private:
    Law law_;
    decltype(std::declval<Law>().smooth_force(FrictionBounds{}, series::Input<S>{nullptr})) force_;
};

}  // namespace stickslip
