#pragma once

#include <string_view>
#include <variant>
#include <vector>

#include "stickslip/model/laws/bouc_wen.hpp"
#include "stickslip/model/laws/coulomb.hpp"
#include "stickslip/model/laws/dahl.hpp"
#include "stickslip/model/laws/jenkins.hpp"
#include "stickslip/model/laws/lugre.hpp"
#include "stickslip/model/laws/powell_wiercigroch.hpp"
#include "stickslip/model/laws/regularised_tanh.hpp"
#include "stickslip/model/laws/stefanski.hpp"
#include "stickslip/model/laws/stribeck_exponential.hpp"
#include "stickslip/model/laws/stribeck_gaussian.hpp"
#include "stickslip/model/laws/stribeck_rational.hpp"

namespace stickslip {

/// Every friction law. A new law is a file in laws/ and an entry here. Its kind follows from the function it has:
/// `sliding_force` (a function of the speed), `weight` (implicit in the acceleration), `deflection_rate` (an inner
/// state), `smooth_force` (regularised).
using FrictionLaw = std::variant<Coulomb, StribeckExponential, StribeckGaussian, StribeckRational, PowellWiercigroch,
                                 Stefanski, StefanskiLiteral, Dahl, LuGre, BoucWen, Jenkins, RegularisedTanh>;

/// The name of a law as a case file spells it.
[[nodiscard]] std::string_view name(const FrictionLaw&);

/// All names, in the order of the variant.
[[nodiscard]] std::vector<std::string_view> friction_law_names();

/// A law of this name with default coefficients. @throws std::invalid_argument with the list of laws.
[[nodiscard]] FrictionLaw friction_law_named(std::string_view wanted);

/// The names of the coefficients of a law, as in a case file; without the friction forces.
[[nodiscard]] std::vector<std::string_view> coefficient_names(const FrictionLaw&);

/// Whether any law has a coefficient of this name.
[[nodiscard]] bool is_law_coefficient(std::string_view wanted);

/// The coefficients of all laws, each name once.
[[nodiscard]] std::vector<std::string_view> law_coefficients();

/// Whether the mass can rest exactly under this law.
[[nodiscard]] bool can_stick(const FrictionLaw&);

/// Whether the law has an inner state z (dahl, lugre, bouc-wen, jenkins).
[[nodiscard]] bool has_inner_state(const FrictionLaw&);

/// @throws std::invalid_argument naming the coefficient, its value and its bound; `mass` [kg].
void validate(const FrictionLaw&, const FrictionBounds&, double mass);

}  // namespace stickslip
