// How the numbers of one mass on a line change with a key of its case.

#include <stdexcept>
#include <string>
#include <vector>

#include "load_tangent.hpp"
#include "model/case_reader.hpp"
#include "model/key_rate.hpp"
#include "stickslip/steady/sensitivity.hpp"

namespace stickslip {

namespace {

std::vector<double> numbers_in(const CaseDocument& document) {
    const Case c = document.read();
    const Oscillator& o = c.oscillator;
    std::vector<double> all{o.mass,          o.damping,        o.stiffness,
                            o.equilibrium,   o.friction_bound, o.holding_bound(),
                            o.belt_velocity, c.start.position, c.start.velocity};
    append_numbers(c.load, all);
    return all;
}

ProblemRate rate_from(const Load& load, const std::vector<double>& d) {
    ProblemRate r;
    r.mass = d[0];
    r.damping = d[1];
    r.stiffness = d[2];
    r.equilibrium = d[3];
    r.friction_bound = d[4];
    r.holding_bound = d[5];
    r.belt_velocity = d[6];
    r.start = {d[7], d[8]};
    std::size_t at = 9;
    LoadRate of_load = load_rate_from(load, d, at);
    r.constant = of_load.constant;
    r.harmonics = std::move(of_load.harmonics);
    r.record = std::move(of_load.record);
    return r;
}

}  // namespace

double value_of_key(const CaseDocument& document, std::string_view key) {
    require_case_key(key, "derivatives");
    const Case here = document.read();
    if (const auto ratios = document.ratio_overrides(); ratios.contains(std::string(key))) {
        return ratios.at(std::string(key));
    }
    if (const std::optional<Ratios> r = here.ratios()) {
        if (key == "friction_ratio") return r->friction;
        if (key == "frequency_ratio") return r->frequency;
        if (key == "damping_ratio") return r->damping;
        if (key == "static_ratio") return r->static_friction.value_or(r->friction);
    }
    return value_of_key(document, key, numbers_in);
}

ProblemRate rate_of(const CaseDocument& document, std::string_view key) {
    const double value = value_of_key(document, key);
    return rate_from(document.read().load, rates_of_numbers(document, key, value, numbers_in));
}

}  // namespace stickslip
