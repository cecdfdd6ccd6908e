#pragma once

// A spring in series with a slider. Holding (branch 0): r = k_t·z, ż = v. Slipping (branch ±1): r = ±F_c until v
// turns. Saltation at the start of slip: δz = 0, the slider pins the deflection; at its end nothing jumps.

#include "law_mechanics.hpp"

namespace stickslip {

template <class S, class Forcing>
class JenkinsField : public LawMechanics<S, Forcing> {
public:
    using Scalar = S;
    using State = SeriesState<S>;

    JenkinsField(const Jenkins& law, const Mechanics& m, const Forcing& forcing, int order)
        : LawMechanics<S, Forcing>(m, forcing, order),
          stiffness_(law.k_t / m.mass),
          most_(m.bounds.kinetic / law.k_t) {}
    JenkinsField(const JenkinsField&) = delete;
    JenkinsField& operator=(const JenkinsField&) = delete;

    static constexpr bool needs_check = false;
    static constexpr bool has_deflection = true;

    LawMode mode;

    void start(const ExactTime&, State& y) {
        set_value(y.z, std::clamp(value_of(y.z), -most_, most_));
        const int side = value_of(y.z) >= most_ ? 1 : (value_of(y.z) <= -most_ ? -1 : 0);
        const bool slips = side != 0 && side * value_of(y.w) > 0.0;
        if (slips) set_tangent(y.z, 0.0);
        mode = {slips ? PhaseKind::slide : PhaseKind::stick, slips ? side : 0, slips ? side : 0};
    }

    void expand(const ExactTime& time, const State& y) {
        this->expand_load(time);
        this->begin(y);
        for (int n = 0; n < this->order(); ++n) {
            this->z[n + 1] = mode.branch == 0 ? this->inverse(n) * this->w[n] : S(0.0);
            this->a[n] = this->drive_coefficient(n) - stiffness_ * this->z[n];
            this->integrate(n);
        }
    }

    [[nodiscard]] bool is_unaccelerated() const { return false; }
    [[nodiscard]] int guards() const { return mode.branch == 0 ? 2 : 1; }
    [[nodiscard]] Guard guard(int i) const {
        if (mode.branch != 0) return guard_of(this->w, this->order(), mode.branch);
        return guard_of(this->z, this->order(), i == 0 ? -1.0 : 1.0, most_);
    }

    [[nodiscard]] double direct_acceleration(double push, double, double deflection) const {
        return push - stiffness_ * deflection;
    }

    LawTransition arrive(int i, double, const ExactTime&, State& y) {
        if (mode.branch != 0) {
            set_value(y.w, 0.0);
            mode = {PhaseKind::stick, 0, 0};
            return {EventKind::slide_to_stick};
        }
        const int side = i == 0 ? 1 : -1;
        set_value(y.z, side * most_);
        set_tangent(y.z, 0.0);
        mode = {PhaseKind::slide, side, side};
        return {EventKind::stick_to_slide};
    }

    LawTransition enter_window(const ExactTime&, State&) { return {}; }

private:
    double stiffness_;  // k_t/m
    double most_;       // F_c/k_t
};

}  // namespace stickslip
