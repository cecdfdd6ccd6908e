// Derivatives of motions through their events, against central differences in extended precision.

#include <fmt/format.h>

#include "../motion/random_derivative.hpp"
#include "soak.hpp"

namespace stickslip::soak {

std::optional<Doubt> check_derivative(Dice& dice, Notes& notes) {
    constexpr double agreement = 2e-9;  // a little more than in the tests: some thousand cases are looked at
    RandomMotions source(static_cast<std::uint64_t>(dice.uniform(0.0, 9e15)));
    const RandomMotion m = source.next();
    const ChosenNumber n = random_number_of(m, source);
    const DerivativeVerdict v = DerivativeJudge(m, n).judge();
    if (!v.apart.empty()) {
        notes.add("derivative not judged: " + v.apart);
        return std::nullopt;
    }
    if (v.error <= agreement) return std::nullopt;
    std::ostringstream text;
    text << m;
    return Doubt{fmt::format("the derivative by number {}/{}/{} is {} off, {}", static_cast<int>(n.plain), n.harmonic,
                             n.part, v.error, v.where),
                 text.str()};
}

}  // namespace stickslip::soak
