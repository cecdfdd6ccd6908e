#include "natural_units.hpp"

#include <algorithm>

namespace stickslip {

namespace {

/// ⌊log₂|value|⌋, 0 of 0.
int exponent_of(double value) {
    int exponent = 0;
    std::frexp(value, &exponent);
    return value == 0.0 ? 0 : exponent - 1;
}

/// Half of an exponent, rounded down.
int half(int exponent) { return (exponent - (exponent & 1)) / 2; }

double largest_force(const Oscillator& o, const Load& load) {
    double force = std::max(o.friction_bound, o.holding_bound());
    for (const Harmonic& h : load.harmonics) force = std::max(force, std::abs(h.amplitude));
    if (load.record) {
        for (const Record::Cubic& c : load.record->segments) force = std::max(force, std::abs(c[0]));
    }
    return force;
}

/// The rate of a motion without a spring.
double slowest_rate(const Oscillator& o, const Load& load) {
    double rate = 0.0;
    for (const Harmonic& h : load.harmonics) {
        rate = rate == 0.0 ? h.frequency.value() : std::min(rate, h.frequency.value());
    }
    if (rate == 0.0 && load.record) {
        const double span = load.record->times.back() - load.record->times.front();
        rate = static_cast<double>(load.record->times.size()) / span;
    }
    return rate == 0.0 ? o.damping / o.mass : rate;
}

}  // namespace

NaturalUnits natural_units(const Oscillator& o, const Load& load) {
    NaturalUnits unit;
    unit.mass = exponent_of(o.mass);
    unit.time = o.stiffness > 0.0 ? half(unit.mass - exponent_of(o.stiffness)) : -exponent_of(slowest_rate(o, load));
    const double force = largest_force(o, load);
    if (force > 0.0) {
        unit.length = exponent_of(force) - unit.mass + 2 * unit.time;
    } else {
        unit.length = exponent_of(o.belt_velocity) + unit.time;  // a free motion has no length of its own
    }
    return unit;
}

}  // namespace stickslip
