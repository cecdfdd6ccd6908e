// [friction] of a case: the forces that scale a law, and the coefficients that the law itself names.

#include <algorithm>
#include <cmath>

#include "case_reader.hpp"
#include "signed_coefficient.hpp"

namespace stickslip {

namespace {

void refuse_both(const CaseReader& in, std::string_view one, std::string_view other) {
    if (in.has(one) && in.has(other)) in.refuse(one, "and " + std::string(other) + " say the same: give one of them");
}

/// mu·normal [N].
double friction_from_coefficient(const CaseReader& in, std::string_view coefficient) {
    const double mu = in.required_number(coefficient, Range::not_negative, "");
    const double bound = mu * read_normal_of_coefficients(in, coefficient);
    if (!std::isfinite(bound)) in.refuse(coefficient, "times friction.normal must be a finite force");
    return bound;
}

std::optional<double> holding_bound(const CaseReader& in) {
    // To compare laws, a case whose law is set to plain coulomb forgets the static friction of its own law.
    const bool is_own = in.has("friction.mu_static") ? in.is_overridden("friction.mu_static")
                                                     : in.is_overridden("friction.static_bound");
    if (in.is_overridden("friction.law") && in.text("friction.law") == "coulomb" && !is_own) return std::nullopt;
    refuse_both(in, "friction.static_bound", "friction.mu_static");
    if (in.has("friction.mu_static")) return friction_from_coefficient(in, "friction.mu_static");
    return in.number("friction.static_bound", Range::not_negative, "N");
}

double amplitude_for(const CaseReader& in, std::string_view ratio, const Case& c) {
    const std::optional<double> p0 = load_amplitude(c.load);
    if (!p0) in.refuse_case(std::string(ratio) + " has no meaning here: the load has no single amplitude");
    return *p0;
}

std::string joined(const std::vector<std::string_view>& names) {
    std::string text;
    for (const std::string_view name : names) text += (text.empty() ? "" : ", ") + std::string(name);
    return text;
}

/// Coefficients that belong to other laws are mistakes, unless the law was set over the case, to compare laws.
void refuse_foreign_coefficients(const CaseReader& in, const FrictionLaw& law, std::string_view law_name) {
    if (law_name == "none" || in.is_overridden("friction.law")) return;
    const std::vector<std::string_view> own = coefficient_names(law);
    for (const std::string_view other : friction_law_names()) {
        for (const std::string_view coefficient : coefficient_names(friction_law_named(other))) {
            const std::string key = "friction." + std::string(coefficient);
            if (!in.has(key) || std::ranges::find(own, coefficient) != own.end()) continue;
            in.refuse(key, "has no meaning for law \"" + std::string(law_name) + "\"" +
                               (own.empty() ? "" : ", which takes " + joined(own)));
        }
    }
}

template <class Law>
void read_coefficients(const CaseReader& in, Law& law) {
    for (const auto& c : Law::coefficients()) {
        const std::string key = "friction." + std::string(c.name);
        const bool is_signed = is_signed_coefficient(c.name);
        const Range bound = c.range == CoefficientRange::not_negative ? Range::not_negative : Range::positive;
        const Range range = is_signed ? Range::any : bound;
        law.*c.value =
            c.fallback ? in.number(key, range, c.unit).value_or(*c.fallback) : in.required_number(key, range, c.unit);
        constexpr double largest_whole = 8.0;
        const double value = law.*c.value;
        if (c.range == CoefficientRange::whole && (value != std::floor(value) || value > largest_whole)) {
            in.refuse(key, "must be an integer from 1 to 8");
        }
    }
    if constexpr (std::is_same_v<Law, BoucWen>) {
        if (law.gamma < -law.beta)
            in.refuse("friction.gamma", "must be at least −friction.beta, or the force has no bound");
    }
}

void refuse_static(const CaseReader& in, std::string_view law_name) {
    if (in.is_overridden("friction.law")) return;
    for (const char* key : {"friction.static_bound", "friction.mu_static"}) {
        if (in.has(key)) in.refuse(key, "has no meaning for law \"" + std::string(law_name) + "\"");
    }
}

void read_bounds(const CaseReader& in, BoundsUse use, std::string_view law_name, Oscillator& o) {
    const auto required_holding = [&] {
        const std::optional<double> bound = holding_bound(in);
        if (!bound) {
            in.refuse_case("friction.mu_static is missing: law \"" + std::string(law_name) +
                           "\" needs it with normal, or static_bound [N]");
        }
        return *bound;
    };
    if (use == BoundsUse::kinetic || use == BoundsUse::none) refuse_static(in, law_name);
    switch (use) {
        case BoundsUse::none: return;
        case BoundsUse::kinetic: o.friction_bound = read_sliding_bound(in); return;
        case BoundsUse::kinetic_or_both:
            o.friction_bound = read_sliding_bound(in);
            o.static_bound = holding_bound(in);
            return;
        case BoundsUse::both:
            o.friction_bound = read_sliding_bound(in);
            o.static_bound = required_holding();
            return;
        case BoundsUse::holding:
            o.static_bound = required_holding();
            o.friction_bound = *o.static_bound;
            return;
    }
}

template <class Law>
void check_static_ratio(const CaseReader& in, const Law&, const Oscillator& o) {
    if constexpr (requires { Law::largest_static_ratio; }) {
        if (o.holding_bound() <= Law::largest_static_ratio * o.friction_bound) return;
        const std::string must =
            "must be at most twice the dynamic friction for law \"" + std::string(Law::name) + "\"";
        in.refuse(in.has("friction.mu_static") ? "friction.mu_static" : "friction.static_bound", must);
    }
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

void check_order_of_bounds(const CaseReader& in, const Oscillator& o) {
    if (!o.static_bound || *o.static_bound >= o.friction_bound) return;
    const std::string must =
        "makes the static friction smaller than the sliding friction; it must be at least as large";
    if (in.has("friction.static_bound")) in.refuse("friction.static_bound", must);
    if (in.has("friction.mu_static")) in.refuse("friction.mu_static", must);
    if (in.has("ratios.static")) in.refuse("ratios.static", must);
    in.refuse_case("static_ratio must not be below friction_ratio");
}

void read_friction(const CaseReader& in, const RatioOverrides& ratios, const RecordLibrary& records, Case& c) {
    Oscillator& o = c.oscillator;
    o.belt_velocity = in.number("friction.belt_velocity", Range::any, "m/s").value_or(0.0);
    std::vector<std::string_view> choices{"none", "static-kinetic"};
    for (const std::string_view name : friction_law_names()) choices.push_back(name);
    const std::string law = in.choice("friction.law", choices, in.has_table("friction") ? "coulomb" : "none");
    if (law != "none") o.law = friction_law_named(law == "static-kinetic" ? "coulomb" : law);
    refuse_foreign_coefficients(in, o.law, law);
    std::visit(
        [&]<class Law>(Law& l) {
            read_coefficients(in, l);
            const bool are_ratios = ratios.friction.has_value();
            if (law != "none" && !are_ratios) read_bounds(in, Law::bounds_use, law, o);
        },
        o.law);
    if (ratios.friction) o.friction_bound = *ratios.friction * amplitude_for(in, "friction_ratio", c);
    if (ratios.friction && law != "none") o.static_bound = holding_bound(in);
    if (ratios.static_friction) o.static_bound = *ratios.static_friction * amplitude_for(in, "static_ratio", c);
    check_order_of_bounds(in, o);
    std::visit([&](const auto& l) { check_static_ratio(in, l, o); }, o.law);
    if (law == "none") return;
    o.normal = read_normal_variation(in, ratios, records, c.load.harmonics);
    if (!o.normal || std::holds_alternative<Coulomb>(o.law)) return;
    in.refuse_case("law \"" + law + "\" has a constant normal force; one that varies needs coulomb or static-kinetic");
}

}  // namespace stickslip
