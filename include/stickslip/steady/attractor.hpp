#pragma once

#include <string>
#include <vector>

#include "stickslip/motion/law_motion.hpp"

namespace stickslip {

/// What a motion comes to.
enum class AttractorKind {
    periodic,    ///< repeats after `Attractor::period` load periods, stable by its multipliers
    chaotic,     ///< no period found, and the largest exponent is positive
    diverging,   ///< |x| grows beyond `SeriesOptions::largest_position`
    unresolved,  ///< no period found, but the exponent is not positive either: a very slow transient
};

/// What a motion comes to, seen once a load period.
struct Attractor {
    AttractorKind kind = AttractorKind::unresolved;  ///< what the motion comes to
    int period = 0;                                  ///< load periods; 0 unless periodic
    std::vector<LawState> points;  ///< one cycle from its smallest x; for chaos `AttractorOptions::points` of them
    double multiplier = 0.0;       ///< periodic: largest modulus over one cycle
    double exponent = 0.0;         ///< chaotic: estimate of the largest exponent [1/s]
    double exponent_error = 0.0;   ///< chaotic: standard error of that estimate [1/s]
    int marched = 0;               ///< load periods that were followed
    bool is_at_rest = false;       ///< periodic: it never moves again

    /// P1, P2, …, chaotic, diverging, unresolved.
    [[nodiscard]] std::string label() const;
};

/// How long a motion is followed, and what is looked for.
struct AttractorOptions {
    int transient = 100;      ///< load periods before the first look
    int most_periods = 3000;  ///< load periods after which the exponent is asked for
    /// Load periods after which the search for a period ends where the exponent is not clearly positive; a number
    /// below `most_periods` means that one.
    int longest_march = 0;
    int exponent_periods = 200;  ///< load periods over which the exponent is measured
    int largest_period = 24;     ///< longest cycle that is looked for
    int points = 200;            ///< of a chaotic attractor
    SeriesOptions series;        ///< of the steps
};

/// Marches, and as soon as the motion nearly returns after P periods asks Newton for the P-periodic motion there. It is
/// the answer if it is stable and the motion, followed further, comes closer to it; else the march goes on. Coulomb
/// friction and a linear spring are followed in closed form, other laws by series.
/// @throws std::invalid_argument if the load is not periodic.
[[nodiscard]] Attractor find_attractor(const Oscillator&, const Load&, const LawState& start,
                                       const AttractorOptions& = {});

/// Whether two attractors are the same set: the same kind and, if periodic, the same cycle within 10⁻⁶ of its size.
/// All rests are one.
[[nodiscard]] bool are_same(const Attractor&, const Attractor&);

}  // namespace stickslip
