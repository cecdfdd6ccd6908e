// Derivatives through events: of motions on a line against central differences in extended precision, of motions and
// steady states of structures against those of the eighth order.

#include <fmt/format.h>

#include "../motion/random_derivative.hpp"
#include "../structure/structure_derivative.hpp"
#include "soak.hpp"

namespace stickslip::soak {

std::optional<Doubt> check_derivative(Dice& dice, Notes& notes) {
    constexpr double agreement = 1e-9;
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

std::optional<Doubt> check_structure_derivative(Dice& dice, Notes& notes) {
    constexpr double agreement = 1e-9;
    constexpr double end_time = 8.0;  // [s]; natural periods are about 3 s
    const structure::RandomOptions options{.degrees = 1 + dice.below(5),
                                           .contacts = 1 + dice.below(4),
                                           .with_stiction = dice.chance(0.3),
                                           .with_elastic = dice.chance(0.4),
                                           .with_redundant = dice.chance(0.2),
                                           .with_varying_normal = dice.chance(0.3),
                                           .with_moving_surfaces = dice.chance(0.3),
                                           .with_free_bodies = dice.chance(0.2)};
    std::mt19937 random(static_cast<std::uint32_t>(dice.below(2'000'000'000)));
    structure::RandomProblem p = structure::random_problem(random, options);
    const bool is_cycle = dice.chance(0.05);  // a tenth of the time
    if (is_cycle) structure::give_one_frequency(p.structure);
    structure::ChosenRate chosen = structure::random_rate(p, random);
    if (is_cycle) structure::move_frequencies_together(p.structure, chosen.rate);
    const structure::RateVerdict v =
        is_cycle ? structure::judge_cycle(p, chosen.rate) : structure::judge_motion(p, chosen.rate, end_time);
    if (!v.apart.empty()) {
        notes.add("derivative of a structure not judged: " + v.apart);
        return std::nullopt;
    }
    if (v.error <= agreement) return std::nullopt;
    return Doubt{fmt::format("the derivative of a {} by {} is {} off, {}", is_cycle ? "steady state" : "motion",
                             chosen.what, v.error, v.where),
                 fmt::format("structure: {} degrees of freedom, {} contacts", options.degrees, options.contacts)};
}

}  // namespace stickslip::soak
