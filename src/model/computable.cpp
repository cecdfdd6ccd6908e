#include "computable.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "bounds.hpp"

namespace stickslip {

namespace {

/// Three digits of a number that a double may not hold.
std::string in_words(long double value) {
    auto exponent = static_cast<int>(std::floor(std::log10(std::abs(value))));
    double mantissa = std::round(100.0 * static_cast<double>(value / std::pow(10.0L, exponent))) / 100.0;
    if (std::abs(mantissa) >= 10.0) {  // rounded up
        mantissa /= 10.0;
        ++exponent;
    }
    return shortest(mantissa) + "e" + std::to_string(exponent);
}

}  // namespace

void require_range(std::initializer_list<Magnitude> magnitudes, Decades range) {
    const long double largest = std::pow(10.0L, static_cast<int>(range));
    for (const Magnitude& m : magnitudes) {
        const long double size = std::abs(m.value);
        if (size == 0.0L || (size >= 1.0L / largest && size <= largest)) continue;
        const std::string power = std::to_string(static_cast<int>(range));
        const std::string unit = m.unit.empty() ? "" : " " + std::string(m.unit);
        throw std::invalid_argument(std::string(m.name) + " = " + in_words(m.value) + unit + " must be between 1e-" +
                                    power + " and 1e" + power +
                                    ": give the case in units in which its numbers are moderate");
    }
}

void require_computable(const Oscillator& o, const Load& load, const State& start) {
    const Decades range = o.has_closed_form() ? Decades::closed_form : Decades::series;
    const long double m = o.mass;
    const long double k = std::abs(o.stiffness);
    long double force = std::max(std::abs(o.friction_bound), std::abs(o.holding_bound()));
    for (const Harmonic& h : load.harmonics) {
        const long double amplitude = h.amplitude;
        force = std::max(force, std::abs(amplitude));
        const long double frequency = h.frequency.value();
        require_range({{"load amplitude", "N", amplitude}, {"load frequency", "rad/s", frequency}}, range);
        if (k > 0.0L) continue;
        require_range({{"load amplitude/(mass·frequency²)", "m", amplitude / (m * frequency * frequency)}}, range);
    }
    require_range({{"mass", "kg", m},
                   {"stiffness", "N/m", k},
                   {"damping", "N·s/m", o.damping},
                   {"cubic stiffness", "N/m³", o.cubic()},
                   {"friction bound", "N", o.friction_bound},
                   {"static bound", "N", o.holding_bound()},
                   {"belt velocity", "m/s", o.belt_velocity},
                   {"constant load", "N", load.constant},
                   {"start position", "m", start.position},
                   {"start velocity", "m/s", start.velocity},
                   {"force/mass", "m/s²", force / m}},
                  range);
    if (k == 0.0L) return;
    require_range(
        {{"stiffness/mass", "1/s²", k / m},
         {"force/stiffness", "m", force / k},
         {"constant load/stiffness", "m", load.constant / k},
         {"force²/stiffness", "J", force / k * force},
         {"force/√(mass·stiffness)", "m/s", force / (std::sqrt(m) * std::sqrt(k))},
         {"damping/√(mass·stiffness)", "", o.damping / (std::sqrt(m) * std::sqrt(k))},
         {"stiffness·position", "N", k * start.position},
         {"energy at the start", "J", k * start.position * start.position + m * start.velocity * start.velocity}},
        range);
}

}  // namespace stickslip
