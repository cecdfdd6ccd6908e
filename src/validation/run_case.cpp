#include "run_case.hpp"

#include <stdexcept>

namespace stickslip::validation {

Ratios ratios_of(const Tree& table, const Scope& scope) {
    Ratios r;
    for (const auto& [key, formula] : table.items()) {
        const double value = scope.evaluate(formula);
        if (key == "friction") {
            r.friction = value;
        } else if (key == "frequency") {
            r.frequency = value;
        } else if (key == "damping") {
            r.damping = value;
        } else if (key == "static") {
            r.static_friction = value;
        } else if (key == "offset") {
            r.offset = value;
        } else {
            throw std::invalid_argument("a ratio " + key + " is unknown");
        }
    }
    return r;
}

CaseDocument case_of(const Tree& spec, const Scope& scope) {
    const auto document = [&] {
        if (spec.contains("ratios")) return CaseDocument::from_ratios(ratios_of(spec.at("ratios"), scope));
        const Tree& given = spec.at("case");
        if (given.is_string()) return CaseDocument::open(given.get<std::string>());
        return CaseDocument::parse(toml_from_tree(given), "case");
    };
    CaseDocument result = document();
    if (!spec.contains("set")) return result;
    for (const auto& [key, value] : spec.at("set").items()) {
        if (!value.is_string()) {
            result = result.with_value(key, value.get<double>());
        } else if (const auto text = value.get<std::string>(); text.starts_with('=')) {
            result = result.with_value(key, scope.evaluate(text.substr(1)));
        } else {
            result = result.with_text(key, text);
        }
    }
    return result;
}

}  // namespace stickslip::validation
