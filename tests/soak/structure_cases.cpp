// Structures of many masses and contacts: their energy, a fine scan in which no contact may break its law, and what
// must not matter: the coordinates, how a contact is split, what else is in the structure.

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "../structure/random_structure.hpp"
#include "soak.hpp"
#include "stickslip/motion/simulate.hpp"

namespace stickslip::soak {

namespace {

using namespace structure;

constexpr int most_degrees = 12;
constexpr int most_contacts = 6;
constexpr double end_time = 10.0;  // [s]; natural periods are about 3 s

std::string words(const RandomOptions& o) {
    return fmt::format("structure: {} degrees of freedom, {} contacts{}{}{}{}{}{}", o.degrees, o.contacts,
                       o.with_stiction ? ", static above sliding friction" : "", o.with_elastic ? ", elastic" : "",
                       o.with_redundant ? ", redundant" : "", o.with_varying_normal ? ", varying normal force" : "",
                       o.with_moving_surfaces ? ", moving surfaces" : "", o.with_free_bodies ? ", free bodies" : "");
}

RandomOptions random_options(Dice& dice) {
    return {.degrees = 1 + dice.below(most_degrees),
            .contacts = 1 + dice.below(most_contacts),
            .with_stiction = dice.chance(0.3),
            .with_elastic = dice.chance(0.4),
            .with_redundant = dice.chance(0.3),
            .with_varying_normal = dice.chance(0.3),
            .with_moving_surfaces = dice.chance(0.3),
            .with_free_bodies = dice.chance(0.2)};
}

std::mt19937 random_numbers(Dice& dice) { return std::mt19937(static_cast<std::uint32_t>(dice.below(2'000'000'000))); }

/// N/N₀ and its derivative.
struct Normal {
    double share = 1.0;
    double rate = 0.0;
};
Normal normal_of(const Contact& c, double t) {
    if (!c.normal) return {};
    const double w = c.normal->frequency.value();
    return {c.normal->mean + c.normal->ratio * std::sin(w * t + c.normal->phase),
            c.normal->ratio * w * std::cos(w * t + c.normal->phase)};
}

/// What one contact does against its law at one time, in words; empty if nothing.
std::string broken_law(const Structure& s, const StructureSample& at, std::size_t j, bool is_single) {
    constexpr double tolerance = 1e-9;  // of velocities and forces of the order of one
    const Contact& c = s.contacts[j];
    const Normal normal = normal_of(c, at.time);
    const double bound = c.bound * std::max(normal.share, 0.0);
    const ContactState& state = at.contacts[j];
    double slip = -c.surface_velocity;
    for (std::size_t i = 0; i < s.size(); ++i) slip += c.direction[i] * at.velocity[i];
    if (state.phase == ContactPhase::open) {
        return normal.share > tolerance ? fmt::format("is open under a normal force of {}", normal.share) : "";
    }
    if (normal.share < -tolerance) return fmt::format("is closed under a normal force of {}", normal.share);
    if (state.phase == ContactPhase::slide) {
        const double slider = c.stiffness ? slip - state.direction * c.bound * normal.rate / *c.stiffness : slip;
        if (state.direction * slider < -tolerance) return fmt::format("slides backwards with {}", slider);
        if (std::abs(at.friction[j] - state.direction * bound) > tolerance)
            return "has another friction than its bound";
        return {};
    }
    if (!c.stiffness && std::abs(slip) > tolerance) return fmt::format("is stuck and moves with {}", slip);
    const double hold = c.static_bound ? *c.static_bound * std::max(normal.share, 0.0) : bound;
    if (is_single && std::abs(at.friction[j]) > hold + tolerance) {
        return fmt::format("holds {} with a bound of {}", at.friction[j], hold);
    }
    return {};
}

/// Single frictions of redundant contacts mean nothing.
bool are_single(const RandomOptions& o) { return !o.with_redundant; }

std::optional<std::string> scanned(const RandomProblem& p, const StructureTrajectory& motion, bool are_single,
                                   Dice& dice) {
    constexpr int samples_per_period = 1000;
    constexpr int periods = 4;
    const double step = 2.0 * std::numbers::pi / fastest_rate(p.structure) / samples_per_period;
    const double length = std::min(step * samples_per_period * periods, motion.end_time());
    const double from = dice.uniform(0.0, motion.end_time() - length);
    std::vector<double> times;
    for (double t = from; t < from + length; t += step) times.push_back(t);
    for (const StructureSample& at : motion.at(times)) {
        for (std::size_t j = 0; j < p.structure.contacts.size(); ++j) {
            const std::string broken = broken_law(p.structure, at, j, are_single);
            if (!broken.empty()) return fmt::format("contact {} {} at t = {}", j + 1, broken, at.time);
        }
    }
    return std::nullopt;
}

double largest_gap(const std::vector<double>& a, const std::vector<double>& b) {
    double gap = 0.0;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) gap = std::max(gap, std::abs(a[i] - b[i]));
    return gap;
}

/// How far the slips of the contacts are apart at the end, and whether there were as many events.
std::optional<std::string> compared(const RandomProblem& p, const StructureTrajectory& a, const RandomProblem& q,
                                    const StructureTrajectory& b, std::size_t split) {
    constexpr double tolerance = 1e-8;  // perturbations of rounding size grow a little in motions with stiction
    if (b.events.size() != split * a.events.size()) {
        return fmt::format("{} events instead of {}", b.events.size(), split * a.events.size());
    }
    std::vector<double> first, second;
    const StructureSample at = a.at(a.end_time()), other = b.at(b.end_time());
    for (std::size_t j = 0; j < p.structure.contacts.size(); ++j) {
        double x = 0.0, y = 0.0;
        for (std::size_t i = 0; i < p.structure.size(); ++i) x += p.structure.contacts[j].direction[i] * at.position[i];
        for (std::size_t i = 0; i < q.structure.size(); ++i) {
            y += q.structure.contacts[split * j].direction[i] * other.position[i];
        }
        first.push_back(x);
        second.push_back(y);
    }
    const double gap = largest_gap(first, second);
    if (gap > tolerance) return fmt::format("the contacts end {} m elsewhere", gap);
    return std::nullopt;
}

}  // namespace

std::optional<Doubt> check_structure(Dice& dice, Notes& notes) {
    const RandomOptions options = random_options(dice);
    std::mt19937 random = random_numbers(dice);
    const RandomProblem p = random_problem(random, options);
    const StructureTrajectory motion = simulate(p.structure, p.start, end_time, {.most_events = 100'000});
    if (motion.termination != StructureTermination::reached_end) return Doubt{"too many events", words(options)};
    const StructureEnergy energy = energy_balance(motion);
    const double turnover = std::abs(energy.input) + energy.initial;
    constexpr double rounding = 1e-30;  // [J], where nothing moves and no work is done
    if (!(std::abs(energy.imbalance) <= 1e-12 * turnover + rounding)) {
        return Doubt{fmt::format("energy is {} out of balance of {}", energy.imbalance, turnover), words(options)};
    }
    for (const double lost : energy.friction) {
        if (lost < -1e-12 * turnover - rounding) return Doubt{fmt::format("a contact gains {}", -lost), words(options)};
    }
    if (!are_single(options)) notes.add("without the bounds of contacts at rest: redundant ones");
    if (const auto broken = scanned(p, motion, are_single(options), dice)) return Doubt{*broken, words(options)};
    return std::nullopt;
}

std::optional<Doubt> check_same_structure(Dice& dice, Notes& /*notes*/) {
    RandomOptions options = random_options(dice);
    options.with_redundant = false;
    options.with_free_bodies = false;  // other coordinates make a zero stiffness negative by rounding, which is refused
    std::mt19937 random = random_numbers(dice);
    const RandomProblem p = random_problem(random, options);
    const StructureTrajectory motion = simulate(p.structure, p.start, end_time);
    const RandomProblem turned = transformed(p, random);
    if (const auto gap = compared(p, motion, turned, simulate(turned.structure, turned.start, end_time), 1)) {
        return Doubt{"in other coordinates: " + *gap, words(options)};
    }
    const RandomProblem split = with_split_contacts(p);
    if (const auto gap = compared(p, motion, split, simulate(split.structure, split.start, end_time), 2)) {
        return Doubt{"with every contact split in two: " + *gap, words(options)};
    }
    RandomOptions of_other = random_options(dice);
    of_other.degrees = 1 + of_other.degrees / 2;
    const RandomProblem other = random_problem(random, of_other);
    const RandomProblem both = side_by_side(p, other);
    const StructureTrajectory together = simulate(both.structure, both.start, end_time);
    const double gap = largest_gap(motion.at(end_time).position, together.at(end_time).position);
    if (gap > 1e-8) return Doubt{fmt::format("beside another structure it ends {} m elsewhere", gap), words(options)};
    return std::nullopt;
}

std::optional<Doubt> check_one_mass(Dice& dice, Notes& /*notes*/) {
    Oscillator line{.mass = dice.uniform(0.5, 1.5),
                    .damping = dice.chance(0.5) ? dice.uniform(0.0, 2.5) : 0.0,
                    .stiffness = dice.chance(0.1) ? 0.0 : dice.uniform(0.5, 1.5),
                    .friction_bound = dice.uniform(0.0, 0.9)};
    if (dice.chance(0.3)) line.static_bound = line.friction_bound * dice.uniform(1.05, 2.0);
    Load load{.constant = dice.chance(0.3) ? dice.uniform(-0.3, 0.3) : 0.0};
    for (int i = 0; i < 1 + dice.below(2); ++i) {
        load.harmonics.push_back({dice.uniform(0.2, 1.2), dice.log_uniform(0.1, 4.0), dice.uniform(0.0, 6.0)});
    }
    const State start{dice.uniform(-1.0, 1.0), dice.chance(0.5) ? dice.uniform(-1.0, 1.0) : 0.0};
    Structure s{.mass = {1, 1, {line.mass}}, .damping = {1, 1, {line.damping}}, .stiffness = {1, 1, {line.stiffness}}};
    s.contacts.push_back({.direction = {1.0}, .bound = line.friction_bound, .static_bound = line.static_bound});
    s.loads = {{{1.0}, load}};
    constexpr double end = 40.0;
    const Trajectory expected = simulate(line, load, start, end);
    const StructureTrajectory motion = simulate(s, {.position = {start.position}, .velocity = {start.velocity}}, end);
    const std::string shown = fmt::format("one mass: m = {}, c = {}, k = {}, r_y = {}", line.mass, line.damping,
                                          line.stiffness, line.friction_bound);
    if (motion.events.size() != expected.events.size()) {
        return Doubt{fmt::format("{} events instead of {}", motion.events.size(), expected.events.size()), shown};
    }
    for (std::size_t i = 0; i < motion.events.size(); ++i) {
        const double gap = std::abs(motion.events[i].time - expected.events[i].time);
        if (gap > 1e-12 * end) return Doubt{fmt::format("event {} is {} s off", i, gap), shown};
    }
    return std::nullopt;
}

}  // namespace stickslip::soak
