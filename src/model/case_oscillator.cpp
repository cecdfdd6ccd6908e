// [oscillator], [spring] and [ratios] of a case.

#include "case_reader.hpp"

namespace stickslip {

namespace {

/// oscillator.stiffness, or [spring] in its place.
void read_spring(const CaseReader& in, Oscillator& o) {
    if (!in.has_table("spring")) {
        o.stiffness = in.required_number("oscillator.stiffness", Range::not_negative, "N/m");
        return;
    }
    if (in.has("oscillator.stiffness"))
        in.refuse("oscillator.stiffness", "and [spring] say the same: give one of them");
    if (!in.has("spring.linear") && !in.has("spring.cubic")) {
        in.refuse_case("[spring] is empty: give linear [N/m], cubic [N/m³], or both");
    }
    o.stiffness = in.number("spring.linear", Range::any, "N/m").value_or(0.0);
    o.cubic_stiffness = in.number("spring.cubic", Range::any, "N/m³").value_or(0.0);
}

}  // namespace

void read_oscillator(const CaseReader& in, const RatioOverrides& ratios, Case& c) {
    Oscillator& o = c.oscillator;
    o.mass = in.required_number("oscillator.mass", Range::positive, "kg");
    read_spring(in, o);
    o.damping = in.number("oscillator.damping", Range::not_negative, "N·s/m").value_or(0.0);
    o.equilibrium = in.number("oscillator.equilibrium", Range::any, "m").value_or(0.0);
    if (!ratios.damping) return;
    if (o.stiffness == 0.0) in.refuse_case("damping_ratio has no meaning here: the stiffness is 0");
    if (o.stiffness < 0.0 || o.cubic() != 0.0) {
        in.refuse_case("damping_ratio has no meaning here: the spring is not linear");
    }
    o.damping = *ratios.damping * critical_damping(o);
}

void refuse_tables_beside_ratios(const CaseReader& in) {
    for (const char* replaced : {"oscillator", "friction", "load", "spring"}) {
        if (in.has_table(replaced))
            in.refuse_case("[ratios] replaces [" + std::string(replaced) + "]: give one of them");
    }
}

void read_ratios(const CaseReader& in, const RatioOverrides& set, Case& c) {
    refuse_tables_beside_ratios(in);
    for (const char* key : {"ratios.force", "ratios.stiffness", "ratios.axis_ratio", "ratios.phase"}) {
        if (in.has(key)) in.refuse(key, "is for motion in two dimensions: it needs ratios.dimensions = 2");
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
    c.oscillator.normal = read_normal_ratios(in, set, c.load.harmonics);
    check_order_of_bounds(in, c.oscillator);
}

}  // namespace stickslip
