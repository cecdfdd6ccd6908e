#pragma once

#include <functional>
#include <string>
#include <vector>

#include "stickslip/steady/steady_state.hpp"

namespace stickslip {

/// Where a quantity of a motion turns round, or comes to rest.
struct Turn {
    double time = 0.0;   ///< [s]
    double value = 0.0;  ///< of the quantity [m]
    double energy =
        0.0;  ///< kinetic and elastic, above the least that the loads allow [J]; NaN where there is no least
};

/// A free motion that was followed, and the turns of one quantity of it.
struct FreeDecay {
    std::string of;                     ///< what was followed, in words
    std::vector<Turn> turns;            ///< in the order of time
    double residual = undefined_value;  ///< where the quantity stays in the end [m]; NaN while a contact slides
    bool is_at_rest = false;            ///< whether nothing moves any more
    double end_time = 0.0;              ///< how far the motion was followed [s]
};

/// One cycle of a free decay: from a turn to the second one after it.
struct DecayCycle {
    double time = 0.0;       ///< of the turn in the middle [s]
    double amplitude = 0.0;  ///< |2e₁ − e₀ − e₂|/4 of the three turns: half of the mean swing [m]
    double frequency = 0.0;  ///< 2π/(t₂ − t₀) [rad/s]
    /// δ/√(π² + δ²) with the decrement δ = ln(|e₁ − e₀|/|e₂ − e₁|) of its two swings.
    double damping_ratio = 0.0;
    /// (E₀ − E₂)/(4π·E₁): the energy lost in the cycle against that at the turn in the middle.
    double energy_damping_ratio = 0.0;
};

/// A swing below this share of the swings on both sides of it is a ripple, and no turn of the decay.
inline constexpr double usual_ripple = 0.1;

/// The turns without ripples: while there is a swing that is no larger than the swings before and after it, and below
/// `ripple` times the larger of the two, its two turns are left out. Swings that only shrink all stay.
[[nodiscard]] std::vector<Turn> without_ripples(const std::vector<Turn>&, double ripple = usual_ripple);

/// Equivalent frequency and damping against amplitude, cycle by cycle. Cycles overlap by half: one begins at each turn.
[[nodiscard]] std::vector<DecayCycle> decay_cycles(const std::vector<Turn>&);

/// A steady motion, as the equivalent linear oscillator sees it.
struct ForcedPoint {
    double value = undefined_value;          ///< of the key that is varied
    double frequency = undefined_value;      ///< of the load [rad/s]
    Regime regime = Regime::not_converged;   ///< of the motion
    double amplitude = undefined_value;      ///< half of peak to peak [m]
    double fundamental = undefined_value;    ///< amplitude of the component at the load frequency [m]
    double phase_lag = undefined_value;      ///< of that component behind the load, in (−π, π]
    double loss = undefined_value;           ///< in friction and dampers per load period [J]
    double energy = undefined_value;         ///< largest elastic energy about the middle of the cycle [J]
    double damping_ratio = undefined_value;  ///< loss/(4π·energy)
};

/// The steady motion at a load frequency, in the unit of whatever key sets it.
using ForcedAt = std::function<ForcedPoint(double frequency)>;

/// The motion in a band of load frequencies whose fundamental is a quarter of a period behind the load (or ahead of it,
/// where the quantity moves against the load); the one with the largest fundamental where there are several. A scan
/// with `samples` equal steps finds where the part in phase with the load changes its sign; there it is brought to
/// zero. Where friction cannot hold the load at that frequency, `regime` is unbounded; where the band has no such place
/// the answer has no numbers.
[[nodiscard]] ForcedPoint phase_resonance(const ForcedAt&, const Interval& band, int samples = 64);

}  // namespace stickslip
