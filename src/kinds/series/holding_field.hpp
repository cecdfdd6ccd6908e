#pragma once

// What the laws that hold at rest share: the decision at rest, and the release. Saltation: through w = 0 δw is
// multiplied by A⁺/A⁻; stick makes it 0; release gives δw = A⁺·δF/Ḟ.

#include "law_mechanics.hpp"

namespace stickslip {

template <class S, class Forcing>
class HoldingField : public LawMechanics<S, Forcing> {
public:
    using State = SeriesState<S>;

    LawMode mode;

protected:
    using LawMechanics<S, Forcing>::LawMechanics;

    /// w = 0: stick where the drive F is at most `holding`, else slide, in the mode `sliding(direction)`, with the
    /// acceleration F − friction(). `before` led here, with the acceleration A⁻.
    template <class Sliding, class Friction>
    STICKSLIP_KERNEL LawTransition settle(const ExactTime& time, State& y, PhaseKind before, double acceleration_before,
                                          double holding, const Sliding& sliding, const Friction& friction) {
        const int was = mode.direction;
        set_value(y.w, 0.0);
        this->expand_load(time);
        this->begin(y);
        const double push = value_of(this->drive_coefficient(0));
        if (std::abs(push) <= holding) {
            set_tangent(y.w, 0.0);
            mode = {PhaseKind::stick, 0, 0};
            return before == PhaseKind::slide ? LawTransition{EventKind::slide_to_stick} : LawTransition{};
        }
        mode = sliding(push > 0.0 ? 1 : -1);
        if (before == PhaseKind::stick) return {EventKind::stick_to_slide};
        const double after = push - friction();
        set_tangent(y.w, acceleration_before == 0.0 ? 0.0 : tangent_of(y.w) * after / acceleration_before);
        if (mode.direction == was) return {};
        return {EventKind::reversal};
    }

    /// The drive came to the holding force at τ; the slide begins with the acceleration A⁺ = `after`.
    STICKSLIP_KERNEL LawTransition release(double tau, State& y, double after) {
        const double rate = slope_at(this->drive, this->order() - 1, tau);
        const double change = tangent_of(series::evaluate(this->drive, this->order() - 1, tau));
        set_value(y.w, 0.0);
        set_tangent(y.w, after == 0.0 || rate == 0.0 ? 0.0 : after * change / rate);
        mode.starts_at_zero_acceleration = after == 0.0;
        return {EventKind::stick_to_slide};
    }
};

}  // namespace stickslip
