#pragma once

// Every closed-form motion is computed in units of its own: powers of two near the mass, the time 1/ωₙ and the length
// that the forces make. Multiplying by them is exact, so the units in which a case is given do not change a digit, and
// no intermediate result leaves the range of a double before the answers themselves do.

#include <cmath>

#include "stickslip/model/load.hpp"
#include "stickslip/model/oscillator.hpp"

namespace stickslip {

/// Exponents of two.
struct NaturalUnits {
    int mass = 0;
    int length = 0;
    int time = 0;

    /// A physical quantity of the dimension mass^m·length^l·time^t in these units, and back.
    [[nodiscard]] double to(double value, int m, int l, int t) const { return std::ldexp(value, -exponent(m, l, t)); }
    [[nodiscard]] double from(double value, int m, int l, int t) const { return std::ldexp(value, exponent(m, l, t)); }

    [[nodiscard]] double length_to(double x) const { return to(x, 0, 1, 0); }
    [[nodiscard]] double length_from(double x) const { return from(x, 0, 1, 0); }
    [[nodiscard]] double time_to(double t) const { return to(t, 0, 0, 1); }
    [[nodiscard]] double time_from(double t) const { return from(t, 0, 0, 1); }
    [[nodiscard]] double velocity_to(double v) const { return to(v, 0, 1, -1); }
    [[nodiscard]] double velocity_from(double v) const { return from(v, 0, 1, -1); }
    [[nodiscard]] double acceleration_from(double a) const { return from(a, 0, 1, -2); }
    [[nodiscard]] double force_to(double f) const { return to(f, 1, 1, -2); }
    [[nodiscard]] double energy_from(double e) const { return from(e, 1, 2, -2); }

private:
    [[nodiscard]] int exponent(int m, int l, int t) const { return m * mass + l * length + t * time; }
};

[[nodiscard]] NaturalUnits natural_units(const Oscillator&, const Load&);

}  // namespace stickslip
