#pragma once

#include "cell_solution.hpp"

namespace stickslip {

/// Whether Ω = value up to the rounding of a ratio of physical quantities.
template <class T>
[[nodiscard]] STICKSLIP_KERNEL Mask<T> is_frequency(const CellParameters<T>& cell, T value) {
    constexpr double ratio_ulps = 4.0;
    return absolute(cell.frequency - value) <= T(ratio_ulps) * epsilon_of<T> * value;
}

/// A load period of more slides than this is not followed: a steady state takes some 50 walks over it.
inline constexpr double most_slides_per_period = 300'000.0;

/// The slowest load whose steady state is looked for: a period of a million radians of the free motion, some of which
/// must be looked at one by one.
inline constexpr double slowest_frequency = 5e-6;

/// About how many slides a load period has: a slow load lets the mass slide once in every natural period, until damping
/// has calmed the free motion to a millionth.
template <class T>
[[nodiscard]] STICKSLIP_KERNEL T slides_per_period(const CellParameters<T>& cell) {
    constexpr double calm = 9.0;  // −2·ln(10⁻⁶)/π
    const T undamped = T(2) / cell.frequency;
    const Mask<T> is_damped = cell.damping > T(0);
    return select(is_damped, smaller(undamped, T(2) + T(calm) / select(is_damped, cell.damping, T(1))), undamped);
}

/// A strong damper calms the free motion within 1/(2ζ). The search for the end of a slide advances by about that time,
/// and does as much work in this many of its steps as in a slide.
inline constexpr double steps_in_a_slide = 64.0;

/// How many times over the free motion is calmed in a load period.
template <class T>
[[nodiscard]] STICKSLIP_KERNEL T steps_per_period(const CellParameters<T>& cell) {
    return T(4) * pi_of<T> * cell.damping / cell.frequency;
}

/// Whether a load period of a cell takes too long to be followed: the load is too slow, or the damper too strong.
template <class T>
[[nodiscard]] STICKSLIP_KERNEL Mask<T> is_too_slow(const CellParameters<T>& cell) {
    return (cell.frequency < T(slowest_frequency)) | (slides_per_period(cell) > T(most_slides_per_period)) |
           (steps_per_period(cell) > T(steps_in_a_slide * most_slides_per_period));
}

/// Half the width of the continuum of motions at Ω = 1/(2n) without damping (x_max = 1/(1 − Ω²) ± radius); negative
/// where there is none.
template <class T>
[[nodiscard]] STICKSLIP_KERNEL T family_radius(const CellParameters<T>& cell) {
    const T n = round_to_integer(T(0.5) / cell.frequency);
    const T square = cell.frequency * cell.frequency;
    const Mask<T> is_even_part = (n >= T(1)) & is_frequency(cell, T(0.5) / n);
    return select(is_even_part, square / (T(1) - square) - cell.static_friction, T(-1));
}

/// What all members of a continuum share; the symmetric one stands for the rest.
template <class T>
STICKSLIP_KERNEL void settle_family(const CellParameters<T>& cell, Mask<T> lanes, CellSolution<T>& s) {
    const T amplitude = T(1) / (T(1) - cell.frequency * cell.frequency);
    s.amplitude = select(lanes, amplitude, s.amplitude);
    s.dissipated = select(lanes, T(4) * cell.friction * amplitude, s.dissipated);
    s.zero_duration_reversals = select(lanes, Count<T>(2), s.zero_duration_reversals);
    s.multiplier = select(lanes, T(1), s.multiplier);
    s.x = select(lanes, T(0) - amplitude, s.x);
    s.section = select(lanes, T(-0.5) * pi_of<T>, s.section);
}

/// Settles the lanes whose regime needs no search: permanent stick, unbounded and non-unique motions.
template <class T, class Kind>
STICKSLIP_KERNEL Mask<T> settle_special(const CellParameters<T>& cell, Kind kind, Mask<T> wanted, CellSolution<T>& s) {
    const Mask<T> sticks = wanted & (cell.static_friction >= T(1));
    s.stuck_fraction = select(sticks, T(1), s.stuck_fraction);
    s.multiplier = select(sticks, T(1), s.multiplier);
    s.set_regime(sticks, Regime::permanent_stick);
    if (kind != FlowKind::undamped) return sticks;
    const Mask<T> is_frictionless = !((cell.friction > T(0)) | (cell.static_friction > T(0)));
    const Mask<T> resonates = is_frequency(cell, T(1));
    const Mask<T> grows = wanted & !sticks & resonates & (is_frictionless | (cell.friction < T(0.25) * pi_of<T>));
    const Mask<T> is_arbitrary = wanted & !sticks & !grows & is_frictionless;
    const Mask<T> is_family = wanted & !sticks & !grows & !is_arbitrary & (family_radius(cell) >= T(0));
    s.set_regime(grows, Regime::unbounded);
    s.set_regime(is_arbitrary | is_family, Regime::non_unique);
    if (any(is_family)) settle_family(cell, is_family, s);
    return sticks | grows | is_arbitrary | is_family;
}

}  // namespace stickslip
