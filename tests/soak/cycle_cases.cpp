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

/// Measured against what is put in and lost, and what is stored: that energy goes to and fro.
std::optional<std::string> unbalanced(const StructureSteadyState& state) {
    double lost = state.damping_loss;
    for (const ContactCycle& contact : state.contacts) lost += contact.dissipated;
    const double turnover = std::abs(state.input) + lost + energy_balance(*state.cycle).initial;
    if (std::abs(state.input - lost) <= 1e-12 * turnover + 1e-30) return std::nullopt;
    return fmt::format("a cycle takes {} J and loses {} J", state.input, lost);
}

double fastest(const StructureSteadyState& state) { return *std::ranges::max_element(state.velocity); }

/// Whatever the theory calls unique: velocities, hence amplitudes and losses, and what contacts do. Events are where a
/// velocity or a force is zero, so a share of the time is known to fewer digits where it crosses zero slowly.
std::optional<std::string> differs(const StructureSteadyState& a, const StructureSteadyState& b) {
    const double tolerance = 1e-8 * fastest(a) + 1e-15;
    const double period = a.period.value_or(1.0);
    for (std::size_t i = 0; i < a.velocity.size(); ++i) {
        if (std::abs(a.velocity[i] - b.velocity[i]) > tolerance) {
            return fmt::format("from another start degree {} has the speed {} instead of {}", i + 1, b.velocity[i],
                               a.velocity[i]);
        }
        if (std::abs(a.amplitude[i] - b.amplitude[i]) > tolerance * period) {
            return fmt::format("from another start degree {} has the amplitude {} instead of {}", i + 1, b.amplitude[i],
                               a.amplitude[i]);
        }
    }
    double losses = a.damping_loss;
    for (const ContactCycle& contact : a.contacts) losses += contact.dissipated;
    const double rounding = 1e-8 * (std::abs(a.input) + losses) + 1e-25;
    if (std::abs(a.damping_loss - b.damping_loss) > rounding) {
        return fmt::format("from another start the dampers lose {} J instead of {}", b.damping_loss, a.damping_loss);
    }
    for (std::size_t j = 0; j < a.contacts.size(); ++j) {
        const ContactCycle &x = a.contacts[j], &y = b.contacts[j];
        if (x.stops_per_cycle != y.stops_per_cycle || x.zero_duration_reversals != y.zero_duration_reversals) {
            return fmt::format(
                "from another start contact {} stops {} times instead of {}, and reverses {} times "
                "instead of {}",
                j + 1, y.stops_per_cycle, x.stops_per_cycle, y.zero_duration_reversals, x.zero_duration_reversals);
        }
        if (std::abs(x.dissipated - y.dissipated) > rounding) {
            return fmt::format("from another start contact {} loses {} J instead of {}", j + 1, y.dissipated,
                               x.dissipated);
        }
        constexpr double share = 1e-4;
        if (std::abs(x.stuck_fraction - y.stuck_fraction) > share) {
            return fmt::format("from another start contact {} sticks for {} of the time instead of {}", j + 1,
                               y.stuck_fraction, x.stuck_fraction);
        }
    }
    return std::nullopt;
}

/// After so many periods that the start is forgotten to 1e-9, the march has the same speeds.
std::optional<std::string> marches_elsewhere(const RandomProblem& p, const StructureSteadyState& state, Notes& notes) {
    constexpr double forgettable = 0.9;
    constexpr int periods = 400;  // 0.9²⁰⁰ = 7e-10, and as many before the march has the pattern of the orbit
    constexpr int samples = 400;
    if (!state.period || state.multiplier > forgettable || state.free_offsets > 0) {
        notes.add(!state.period            ? "not marched: without a period"
                  : state.free_offsets > 0 ? "not marched: its offsets are those of the start"
                                           : "not marched: its start is forgotten too slowly");
        return std::nullopt;
    }
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

std::optional<Doubt> check_cycle(Dice& dice, Notes& notes) {
    RandomOptions options;
    const RandomProblem p = periodic_problem(dice, options);
    const std::string words =
        fmt::format("structure: {} degrees of freedom, {} contacts", options.degrees, p.structure.contacts.size());
    std::optional<StructureSteadyState> first;
    for (const double factor : {1.0, 0.0, -3.0}) {
        const StructureSteadyState state =
            steady_state(p.structure, scaled(p.start, factor), {.with_offsets = factor == 1.0});
        if (state.regime == Regime::unbounded || state.regime == Regime::non_unique) {
            notes.add(fmt::format("not compared: {}", name(state.regime)));
            return std::nullopt;
        }
        if (!state.cycle) return Doubt{"no steady state: " + state.reason, words};
        if (state.multiplier > 1.0 + 1e-9) return Doubt{fmt::format("multiplier {}", state.multiplier), words};
        if (const auto wrong = unbalanced(state)) return Doubt{*wrong, words};
        if (!first) first = state;
        if (const auto wrong = differs(*first, state)) return Doubt{*wrong, words};
    }
    if (const auto wrong = marches_elsewhere(p, *first, notes)) return Doubt{*wrong, words};
    return std::nullopt;
}

}  // namespace stickslip::soak
