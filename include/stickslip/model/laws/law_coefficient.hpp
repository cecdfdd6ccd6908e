#pragma once

#include <optional>
#include <string_view>

#include "stickslip/model/kernel.hpp"

namespace stickslip {

/// The friction forces that a law is scaled by [N].
struct FrictionBounds {
    double kinetic = 0.0;  ///< friction of steady sliding: bound, or mu·normal
    double holding = 0.0;  ///< friction that holds at rest: static_bound, or mu_static·normal; else as `kinetic`
};

/// Which of the two forces a law is given by.
enum class BoundsUse {
    none,
    kinetic,          ///< bound, or mu·normal
    kinetic_or_both,  ///< the static one may be left out
    both,
    holding,  ///< static_bound, or mu_static·normal
};

enum class CoefficientRange { positive, not_negative, whole };

/// One coefficient of a law under the name it has in a case file.
template <class Law>
struct LawCoefficient {
    std::string_view name;
    double Law::*value;
    std::string_view unit;
    CoefficientRange range = CoefficientRange::not_negative;
    std::optional<double> fallback = std::nullopt;  ///< none: the case must give it
};

}  // namespace stickslip
