// [oscillator], [friction] and [ratios] of a case.

#include <cmath>

#include "case_reader.hpp"

namespace stickslip {

namespace {

void refuse_both(const CaseReader& in, std::string_view one, std::string_view other) {
    if (in.has(one) && in.has(other)) in.refuse(one, "and " + std::string(other) + " say the same: give one of them");
}

/// mu·normal [N].
double friction_from_coefficient(const CaseReader& in, std::string_view coefficient) {
    const double mu = in.required_number(coefficient, Range::not_negative, "");
    if (!in.has("friction.normal")) in.refuse(coefficient, "needs friction.normal, the normal force [N]");
    const double bound = mu * in.required_number("friction.normal", Range::not_negative, "N");
    if (!std::isfinite(bound)) in.refuse(coefficient, "times friction.normal must be a finite force");
    return bound;
}

std::optional<double> holding_bound(const CaseReader& in) {
    refuse_both(in, "friction.static_bound", "friction.mu_static");
    if (in.has("friction.mu_static")) return friction_from_coefficient(in, "friction.mu_static");
    return in.number("friction.static_bound", Range::not_negative, "N");
}

double amplitude_for(const CaseReader& in, std::string_view ratio, const Case& c) {
    const std::optional<double> p0 = load_amplitude(c.load);
    if (!p0) in.refuse_case(std::string(ratio) + " has no meaning here: the load has no single amplitude");
    return *p0;
}

void check_order_of_bounds(const CaseReader& in, const Oscillator& o) {
    if (!o.static_bound || *o.static_bound >= o.friction_bound) return;
    const std::string must =
        "makes the static friction smaller than the sliding friction; it must be at least as large";
    if (in.has("friction.static_bound")) in.refuse("friction.static_bound", must);
    if (in.has("friction.mu_static")) in.refuse("friction.mu_static", must);
    if (in.has("ratios.static")) in.refuse("ratios.static", must);
    in.refuse_case("static_ratio must not be below friction_ratio");
}

}  // namespace

double read_sliding_bound(const CaseReader& in) {
    refuse_both(in, "friction.mu", "friction.mu_kinetic");
    refuse_both(in, "friction.bound", "friction.mu");
    refuse_both(in, "friction.bound", "friction.mu_kinetic");
    if (const auto bound = in.number("friction.bound", Range::not_negative, "N")) return *bound;
    if (in.has("friction.mu_kinetic")) return friction_from_coefficient(in, "friction.mu_kinetic");
    if (in.has("friction.mu")) return friction_from_coefficient(in, "friction.mu");
    in.refuse_case("friction.bound is missing: give it as a finite number ≥ 0 [N], or give mu and normal");
}

void read_oscillator(const CaseReader& in, const RatioOverrides& ratios, Case& c) {
    Oscillator& o = c.oscillator;
    o.mass = in.required_number("oscillator.mass", Range::positive, "kg");
    o.stiffness = in.required_number("oscillator.stiffness", Range::not_negative, "N/m");
    o.damping = in.number("oscillator.damping", Range::not_negative, "N·s/m").value_or(0.0);
    o.equilibrium = in.number("oscillator.equilibrium", Range::any, "m").value_or(0.0);
    if (!ratios.damping) return;
    if (o.stiffness == 0.0) in.refuse_case("damping_ratio has no meaning here: the stiffness is 0");
    o.damping = *ratios.damping * critical_damping(o);
}

void read_friction(const CaseReader& in, const RatioOverrides& ratios, Case& c) {
    Oscillator& o = c.oscillator;
    o.belt_velocity = in.number("friction.belt_velocity", Range::any, "m/s").value_or(0.0);
    const std::string law =
        in.choice("friction.law", {"coulomb", "static-kinetic", "none"}, in.has_table("friction") ? "coulomb" : "none");
    if (ratios.friction) {
        o.friction_bound = *ratios.friction * amplitude_for(in, "friction_ratio", c);
    } else if (law != "none") {
        o.friction_bound = read_sliding_bound(in);
    }
    if (ratios.static_friction) {
        o.static_bound = *ratios.static_friction * amplitude_for(in, "static_ratio", c);
    } else if (law != "none") {
        o.static_bound = holding_bound(in);
    }
    check_order_of_bounds(in, o);
}

void read_ratios(const CaseReader& in, const RatioOverrides& set, Case& c) {
    for (const char* replaced : {"oscillator", "friction", "load", "spring"}) {
        if (in.has_table(replaced))
            in.refuse_case("[ratios] replaces [" + std::string(replaced) + "]: give one of them");
    }
    const auto ratio = [&](std::string_view key, Range range, const std::optional<double>& override_) {
        return override_ ? override_ : in.number(key, range, "");
    };
    Ratios r;
    const auto friction = ratio("ratios.friction", Range::not_negative, set.friction);
    const auto frequency = ratio("ratios.frequency", Range::positive, set.frequency);
    if (!friction) in.refuse_case("ratios.friction is missing: it must be a finite number ≥ 0");
    if (!frequency) in.refuse_case("ratios.frequency is missing: it must be a finite number > 0");
    r.friction = *friction;
    r.frequency = *frequency;
    r.damping = ratio("ratios.damping", Range::not_negative, set.damping).value_or(0.0);
    r.static_friction = ratio("ratios.static", Range::not_negative, set.static_friction);
    r.offset = in.number("ratios.offset", Range::any, "").value_or(0.0);
    c.oscillator = oscillator_of(r);
    c.load = load_of(r);
    c.load_kind = LoadKind::harmonic;
    c.is_dimensionless = true;
    check_order_of_bounds(in, c.oscillator);
}

}  // namespace stickslip
