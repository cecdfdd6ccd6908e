#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stickslip/interruption.hpp"
#include "stickslip/model/ratios.hpp"
#include "stickslip/motion/regime.hpp"
#include "stickslip/steady/steady_state.hpp"

namespace stickslip {

/// What a proof rests on, with its number in docs/theory/certify.md.
enum class Theorem {
    none,             ///< nothing is proved
    permanent_stick,  ///< T1: the load never exceeds the friction bound
    resonance,        ///< T2: at Ω = 1 without damping and below f = π/4 every motion grows
    motion_at_rest,   ///< T3: a periodic motion through a rest, by a sign change of a monotone function
    motion_sliding,   ///< T4: a periodic motion without finite stops, by a contraction
};

/// As files spell it.
[[nodiscard]] std::string_view name(Theorem);

/// Why nothing is proved.
enum class Unproved {
    nothing,            ///< all is proved
    not_unique,         ///< there are other periodic motions
    near_resonance,     ///< Ω differs from 1 by rounding only
    outside_range,      ///< Ω or ζ is above 64
    slide_blurred,      ///< rounding decides whether a slide begins or goes on
    stop_undecided,     ///< rounding decides whether the mass sticks or turns
    release_undecided,  ///< rounding decides whether or where the load releases the mass
    does_not_close,     ///< what was followed does not repeat after half a period
    too_flat,           ///< the closing error hardly changes with the state
    too_long,           ///< too many pieces
    no_seed,            ///< there was no motion to follow
};

/// All of them, in the order of their numbers.
inline constexpr Unproved all_unproved[] = {
    Unproved::nothing,           Unproved::not_unique,     Unproved::near_resonance,
    Unproved::outside_range,     Unproved::slide_blurred,  Unproved::stop_undecided,
    Unproved::release_undecided, Unproved::does_not_close, Unproved::too_flat,
    Unproved::too_long,          Unproved::no_seed};

/// As files spell it: one word with hyphens.
[[nodiscard]] std::string_view name(Unproved);

/// The state from which a proof follows the motion, in p₀/k and radians of the load.
struct Witness {
    double angle = undefined_value;     ///< of the load
    double position = undefined_value;  ///< of the mass
    double velocity = undefined_value;  ///< 0 where the mass rests [p₀/k·ωₙ]
    double radius = undefined_value;    ///< the periodic motion passes no further from there than this
};

/// What is proved of the steady motion of x″ + 2ζ·x′ + x + r = sin Ωτ, |r| ≤ f. The ratios are taken as the exact
/// values of the doubles.
struct Certificate {
    double friction_ratio = undefined_value;                     ///< f
    double frequency_ratio = undefined_value;                    ///< Ω
    double damping_ratio = undefined_value;                      ///< ζ
    bool is_proved = false;                                      ///< whether what follows is proved
    Regime regime = Regime::not_converged;                       ///< also where it is not proved: of the fast answer
    int stops_then_reverse = 0;                                  ///< finite stops per load period, like the next
    int stops_then_same_direction = 0;                           ///< after which the mass goes on as before
    int zero_duration_reversals = 0;                             ///< per load period
    Interval amplitude_ratio{undefined_value, undefined_value};  ///< true bounds of k·X/p₀; NaN where there are none
    bool is_unique = false;                                      ///< no other motion is periodic
    Theorem theorem = Theorem::none;                             ///< what the proof rests on
    Unproved why = Unproved::nothing;                            ///< nothing is proved
    std::string reason;                                          ///< the same as a sentence; empty where it is proved
    Witness witness;                                             ///< NaN where the theorem needs none

    /// Stops of finite duration per load period.
    [[nodiscard]] int stops_per_cycle() const { return stops_then_reverse + stops_then_same_direction; }
};

/// Proves what the steady motion is, or says why it cannot. The proof takes the fast answer as a hint and relies on
/// nothing of it; it holds in every rounding mode of the caller.
/// @throws std::invalid_argument naming a ratio that is out of its range, or a static bound above the sliding friction.
[[nodiscard]] Certificate certify(const Ratios&);

/// The same for many, in parallel and in their order.
/// @throws Interrupted when an interruption was requested.
[[nodiscard]] std::vector<Certificate> certify(std::span<const Ratios>);

/// Whether a claim made by somebody is proved: its regime, counts and uniqueness are those proved, and its amplitude
/// interval holds the one proved. A wrong claim never is.
[[nodiscard]] bool is_proved(const Certificate& claim);

/// Checks a certificate by another arithmetic, intervals of numbers with 200 bits, and another text. Empty where it
/// holds; else what was found wrong, or could not be shown. Takes milliseconds for each stop.
[[nodiscard]] std::string objection_to(const Certificate&);

}  // namespace stickslip
