#include "stickslip/model/ratios.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

#include "bounds.hpp"

namespace stickslip {

void validate(const Ratios& r) {
    const auto require = [](std::string_view name, double value, bool fits, std::string_view bound) {
        if (std::isfinite(value) && fits) return;
        throw std::invalid_argument(std::string(name) + " = " + shortest(value) + " must be a finite number" +
                                    std::string(bound));
    };
    require("friction_ratio", r.friction, r.friction >= 0.0, " ≥ 0");
    require("frequency_ratio", r.frequency, r.frequency > 0.0, " > 0");
    require("damping_ratio", r.damping, r.damping >= 0.0, " ≥ 0");
    const double holding = r.static_friction.value_or(r.friction);
    require("static_ratio", holding, holding >= r.friction, " ≥ friction_ratio = " + shortest(r.friction));
    require("offset", r.offset, true, "");
}

double natural_frequency(const Oscillator& o) {
    const double square = o.stiffness / o.mass;
    return std::isnormal(square) ? std::sqrt(square) : std::sqrt(o.stiffness) / std::sqrt(o.mass);
}

double critical_damping(const Oscillator& o) {
    const double square = o.mass * o.stiffness;
    return 2.0 * (std::isnormal(square) ? std::sqrt(square) : std::sqrt(o.mass) * std::sqrt(o.stiffness));
}

std::optional<double> load_amplitude(const Load& load) {
    if (load.harmonics.size() != 1 || load.record || load.harmonics.front().amplitude == 0.0) return std::nullopt;
    return std::abs(load.harmonics.front().amplitude);
}

Oscillator oscillator_of(const Ratios& r) {
    Oscillator o{.friction_bound = r.friction, .static_bound = r.static_friction};
    o.damping = r.damping * critical_damping(o);
    return o;
}

Load load_of(const Ratios& r) {
    return {.constant = r.offset, .harmonics = {{.amplitude = 1.0, .frequency = r.frequency}}};
}

std::optional<Ratios> ratios_of(const Oscillator& o, const Load& load) {
    const std::optional<double> p0 = load_amplitude(load);
    if (!p0 || !(o.stiffness > 0.0) || o.cubic() != 0.0) return std::nullopt;
    Ratios r;
    r.friction = o.friction_bound / *p0;
    r.frequency = load.harmonics.front().frequency.value() / natural_frequency(o);
    r.damping = o.damping / critical_damping(o);
    if (o.static_bound) r.static_friction = *o.static_bound / *p0;
    r.offset = load.constant / *p0;
    return r;
}

}  // namespace stickslip
