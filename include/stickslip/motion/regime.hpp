#pragma once

#include <string_view>

namespace stickslip {

/// What the long run is.
enum class Regime {
    permanent_stick,  ///< at rest for ever
    continuous,       ///< periodic, no stop of finite duration
    stick_slip,       ///< periodic, with stops of finite duration
    unbounded,        ///< the amplitude grows for ever
    non_unique,       ///< a continuum of periodic motions; the start decides
    not_converged,    ///< no periodic motion was found, and no chaos either; `SteadyState::reason` says why
    chaotic,          ///< no period, and neighbouring motions part exponentially
};

/// All of them, in the order of their numbers.
inline constexpr Regime all_regimes[] = {Regime::permanent_stick, Regime::continuous, Regime::stick_slip,
                                         Regime::unbounded,       Regime::non_unique, Regime::not_converged,
                                         Regime::chaotic};

/// Over which part of the load period the multiplier is taken.
enum class MapPeriod {
    half,  ///< the motion is half-period antisymmetric
    full,
};

/// As files and options spell it.
[[nodiscard]] std::string_view name(Regime);
/// As files spell it.
[[nodiscard]] std::string_view name(MapPeriod);

}  // namespace stickslip
