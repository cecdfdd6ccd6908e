// Steady states of structures with equal bounds: there always is one, three starts agree in what the theory calls
// unique, the energy of a cycle closes, and a plain march comes to the same motion.

#include <fmt/format.h>

#include <algorithm>

#include "../structure/random_structure.hpp"
#include "soak.hpp"
#include "stickslip/structure/steady_state.hpp"

namespace stickslip::soak {

namespace {

using namespace structure;

constexpr int most_masses = 10;
constexpr int most_contacts = 5;

/// A random structure whose loads and normal forces have a common period.
RandomProblem periodic_problem(Dice& dice, RandomOptions& options) {
    options = {.degrees = 1 + dice.below(most_masses),
               .contacts = 1 + dice.below(most_contacts),
               .with_elastic = dice.chance(0.5),
               .with_redundant = dice.chance(0.2),
               .with_varying_normal = dice.chance(0.3),
               .with_moving_surfaces = dice.chance(0.2)};
    std::mt19937 random(static_cast<std::uint32_t>(dice.below(2'000'000'000)));
    RandomProblem p = random_problem(random, options);
    const double frequency = p.structure.loads[0].load.harmonics[0].frequency.value();
    p.structure.loads[1].load.harmonics[0].frequency = (1 + dice.below(3)) * frequency;
    for (Contact& contact : p.structure.contacts) {
        if (contact.normal) contact.normal->frequency = (1 + dice.below(2)) * frequency;
    }
    return p;
}

StructureState scaled(StructureState start, double factor) {
    for (double& x : start.position) x *= factor;
    for (double& v : start.velocity) v *= factor;
    return start;
}

/// The energy that goes to and fro, neither put in nor lost.
double kinetic(const Structure& s, const StructureSteadyState& state) {
    double energy = 0.0;
    for (std::size_t i = 0; i < s.size(); ++i) energy += 0.5 * s.mass(i, i) * state.velocity[i] * state.velocity[i];
    return energy;
}

std::optional<std::string> unbalanced(const Structure& s, const StructureSteadyState& state) {
    double lost = state.damping_loss;
    for (const ContactCycle& contact : state.contacts) lost += contact.dissipated;
    const double turnover = std::abs(state.input) + lost + kinetic(s, state);
    if (std::abs(state.input - lost) <= 1e-12 * turnover + 1e-30) return std::nullopt;
    return fmt::format("a cycle takes {} J and loses {} J", state.input, lost);
}

double fastest(const StructureSteadyState& state) { return *std::ranges::max_element(state.velocity); }

std::optional<std::string> differs(const StructureSteadyState& a, const StructureSteadyState& b) {
    const double tolerance = 1e-8 * fastest(a) + 1e-15;
    for (std::size_t i = 0; i < a.velocity.size(); ++i) {
        if (std::abs(a.velocity[i] - b.velocity[i]) > tolerance) {
            return fmt::format("from another start degree {} has the speed {} instead of {}", i + 1, b.velocity[i],
                               a.velocity[i]);
        }
    }
    for (std::size_t j = 0; j < a.contacts.size(); ++j) {
        if (a.contacts[j].stops_per_cycle == b.contacts[j].stops_per_cycle) continue;
        return fmt::format("from another start contact {} stops {} times instead of {}", j + 1,
                           b.contacts[j].stops_per_cycle, a.contacts[j].stops_per_cycle);
    }
    return std::nullopt;
}

/// After so many periods that the start is forgotten to 1e-9, the march has the same speeds.
std::optional<std::string> marches_elsewhere(const RandomProblem& p, const StructureSteadyState& state) {
    constexpr double forgettable = 0.9;
    constexpr int periods = 200;  // 0.9²⁰⁰ = 7e-10
    constexpr int samples = 400;
    if (!state.period || state.multiplier > forgettable || state.free_offsets > 0) return std::nullopt;
    const StructureTrajectory motion = simulate(p.structure, p.start, periods * *state.period);
    std::vector<double> times, of_cycle;
    for (int i = 0; i < samples; ++i) {
        const double part = static_cast<double>(i) / samples;
        times.push_back((periods - 1 + part) * *state.period);
        of_cycle.push_back(part * *state.period);
    }
    const std::vector<StructureSample> marched = motion.at(times);
    const std::vector<StructureSample> solved = state.cycle->at(of_cycle);
    const double tolerance = 1e-6 * fastest(state) + 1e-12;  // a slide that begins a moment later has another speed
    for (std::size_t k = 0; k < times.size(); ++k) {
        for (std::size_t i = 0; i < p.structure.size(); ++i) {
            const double gap = std::abs(marched[k].velocity[i] - solved[k].velocity[i]);
            if (gap > tolerance) return fmt::format("the march differs by {} m/s at t = {}", gap, of_cycle[k]);
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<Doubt> check_cycle(Dice& dice) {
    RandomOptions options;
    const RandomProblem p = periodic_problem(dice, options);
    const std::string words =
        fmt::format("structure: {} degrees of freedom, {} contacts", options.degrees, p.structure.contacts.size());
    std::optional<StructureSteadyState> first;
    for (const double factor : {1.0, 0.0, -3.0}) {
        const StructureSteadyState state =
            steady_state(p.structure, scaled(p.start, factor), {.with_offsets = factor == 1.0});
        if (state.regime == Regime::unbounded || state.regime == Regime::non_unique) return std::nullopt;
        if (!state.cycle) return Doubt{"no steady state: " + state.reason, words};
        if (state.multiplier > 1.0 + 1e-9) return Doubt{fmt::format("multiplier {}", state.multiplier), words};
        if (const auto wrong = unbalanced(p.structure, state)) return Doubt{*wrong, words};
        if (!first) first = state;
        if (const auto wrong = differs(*first, state)) return Doubt{*wrong, words};
    }
    if (const auto wrong = marches_elsewhere(p, *first)) return Doubt{*wrong, words};
    return std::nullopt;
}

}  // namespace stickslip::soak
