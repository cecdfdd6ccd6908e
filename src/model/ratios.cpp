#include "stickslip/model/ratios.hpp"

#include <cmath>

namespace stickslip {

double natural_frequency(const Oscillator& o) { return std::sqrt(o.stiffness / o.mass); }

double critical_damping(const Oscillator& o) { return 2.0 * std::sqrt(o.mass * o.stiffness); }

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
