#pragma once

// Laws with an inner deflection z: r = force(v, z, ż), ż = rate(v, |v|, z, |z|). Pieces end where v (and, if the law
// has |z|, z) changes sign; all rates are continuous there, so the saltation is the identity.

#include "law_mechanics.hpp"

namespace stickslip {

template <class Law, class S, class Forcing>
class BristleLawField : public LawMechanics<S, Forcing> {
public:
    using Scalar = S;
    using State = SeriesState<S>;

    BristleLawField(const Law& law, const Mechanics& m, const Forcing& forcing, int order)
        : LawMechanics<S, Forcing>(m, forcing, order),
          law_(law),
          rate_(law.deflection_rate(m.bounds, series::Input<S>{&this->w}, series::Input<S>{&speed_},
                                    series::Input<S>{&this->z}, series::Input<S>{&size_})),
          force_(law.force(series::Input<S>{&this->w}, series::Input<S>{&this->z}, series::Input<S>{&z_rate_})) {}
    BristleLawField(const BristleLawField&) = delete;
    BristleLawField& operator=(const BristleLawField&) = delete;

    static constexpr bool needs_check = true;
    static constexpr bool has_deflection = true;

    LawMode mode;

    void start(const ExactTime& time, State& y) {
        mode = {PhaseKind::slide, value_of(y.w) < 0.0 ? -1 : 1, value_of(y.z) < 0.0 ? -1 : 1};
        expand(time, y);
        if (value_of(y.w) == 0.0 && value_of(this->a[0]) < 0.0) mode.direction = -1;
        if (value_of(y.z) == 0.0) mode.branch = mode.direction;
    }

    void expand(const ExactTime& time, const State& y) {
        this->expand_load(time);
        this->begin(y);
        for (int n = 0; n < this->order(); ++n) {
            speed_[n] = static_cast<double>(mode.direction) * this->w[n];
            size_[n] = static_cast<double>(mode.branch) * this->z[n];
            z_rate_[n] = rate_.coefficient(n);
            this->z[n + 1] = this->inverse(n) * z_rate_[n];
            this->a[n] = this->drive_coefficient(n) - this->inverse_mass() * force_.coefficient(n);
            this->integrate(n);
        }
    }

    [[nodiscard]] bool is_unaccelerated() const { return false; }
    [[nodiscard]] int guards() const { return Law::splits_at_zero_deflection ? 2 : 1; }
    [[nodiscard]] Guard guard(int i) const {
        return i == 0 ? guard_of(this->w, this->order(), mode.direction)
                      : guard_of(this->z, this->order(), mode.branch);
    }

    [[nodiscard]] double direct_acceleration(double push, double slip, double deflection) const {
        const FrictionBounds f = this->mechanics().bounds;
        const double rate = law_.deflection_rate(f, slip, mode.direction * slip, deflection, mode.branch * deflection);
        return push - law_.force(slip, deflection, rate) / this->mechanics().mass;
    }

    LawTransition arrive(int i, double, const ExactTime&, State& y) {
        if (i == 1) {
            set_value(y.z, 0.0);
            mode.branch = -mode.branch;
            return {};
        }
        set_value(y.w, 0.0);
        mode.direction = -mode.direction;
        return {EventKind::reversal};
    }

    LawTransition enter_window(const ExactTime&, State&) { return {}; }

private:
    using In = series::Input<S>;
    Law law_;
    series::Coefficients<S> speed_{}, size_{}, z_rate_{};
    decltype(std::declval<Law>().deflection_rate(FrictionBounds{}, In{}, In{}, In{}, In{})) rate_;
    decltype(std::declval<Law>().force(In{}, In{}, In{})) force_;
};

}  // namespace stickslip
