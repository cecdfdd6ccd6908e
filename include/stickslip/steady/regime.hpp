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
    not_converged,    ///< no periodic motion was found, chaos included: never silent
};

/// Over which part of the load period the multiplier is taken.
enum class MapPeriod {
    half,  ///< the motion is half-period antisymmetric
    full,
};

[[nodiscard]] std::string_view name(Regime);
[[nodiscard]] std::string_view name(MapPeriod);

}  // namespace stickslip
