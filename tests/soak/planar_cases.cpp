// Two dimensions: the energy of a motion, the same motion in turned axes, and the energy of the steady cycle.

#include <fmt/format.h>

#include "soak.hpp"
#include "stickslip/planar/simulate.hpp"
#include "stickslip/planar/steady_state.hpp"

namespace stickslip::soak {

namespace {

struct PlanarCase {
    planar::Oscillator oscillator;
    double frequency = 1.0;
    planar::Vector amplitude;
    planar::Vector phase;
    planar::State start;

    [[nodiscard]] std::string words() const {
        return fmt::format(
            "planar: c = {}, r_y = {}, k_d = {}, amplitude ({}, {}), frequency {}, phase ({}, {}), start ({}, {})",
            oscillator.damping, oscillator.friction_bound, oscillator.support_stiffness.value_or(INFINITY),
            amplitude[0], amplitude[1], frequency, phase[0], phase[1], start.position[0], start.position[1]);
    }
};

planar::Vector turned(const planar::Vector& v, double angle) {
    return {std::cos(angle) * v[0] - std::sin(angle) * v[1], std::sin(angle) * v[0] + std::cos(angle) * v[1]};
}

/// The same load seen in axes turned by `angle`: each axis then has two harmonics.
planar::Load turned_load(const PlanarCase& c, double angle) {
    planar::Load load;
    for (int k = 0; k < 2; ++k) {
        planar::Vector unit{};
        unit[k] = c.amplitude[k];
        const planar::Vector a = turned(unit, angle);
        for (int axis = 0; axis < 2; ++axis) load.axis(axis).harmonics.push_back({a[axis], c.frequency, c.phase[k]});
    }
    return load;
}

PlanarCase random_case(Dice& dice) {
    PlanarCase c;
    c.oscillator.damping = dice.chance(0.5) ? 0.0 : dice.uniform(0.0, 0.4);
    c.oscillator.friction_bound = dice.uniform(0.2, 1.0);
    if (dice.chance(0.5)) c.oscillator.support_stiffness = dice.log_uniform(2.0, 50.0);
    c.frequency = dice.uniform(0.2, 2.0);
    c.amplitude = {dice.uniform(0.5, 3.0), dice.uniform(0.5, 3.0)};
    c.phase = {dice.uniform(0.0, 6.0), dice.uniform(0.0, 6.0)};
    c.start.position = {dice.uniform(-1.0, 1.0), dice.uniform(-1.0, 1.0)};
    return c;
}

}  // namespace

std::optional<Doubt> check_planar(Dice& dice, Notes& notes) {
    const PlanarCase c = random_case(dice);
    const planar::Load load = planar::harmonic_load(c.amplitude, c.frequency, c.phase);
    const double end = 3.0 * *load.period();
    const planar::Trajectory t = planar::simulate(c.oscillator, load, c.start, end);
    const EnergyBalance e = planar::energy_balance(t);
    const double turnover = std::abs(e.input) + e.friction + e.damping + e.initial + 1.0;
    if (std::abs(e.imbalance) > 1e-9 * turnover) {
        return Doubt{fmt::format("energy is {} out of balance of {}", e.imbalance, turnover), c.words()};
    }
    const double angle = dice.uniform(0.1, 3.0);
    planar::State start = c.start;
    start.position = turned(start.position, angle);
    const planar::Trajectory other = planar::simulate(c.oscillator, turned_load(c, angle), start, end);
    const planar::Vector expected = turned(t.at(end).position, angle);
    const planar::Vector found = other.at(end).position;
    const double gap = std::hypot(expected[0] - found[0], expected[1] - found[1]);
    if (gap > 1e-8) return Doubt{fmt::format("in axes turned by {} the end is {} off", angle, gap), c.words()};
    const planar::SteadyState s = planar::steady_state(c.oscillator, load, c.start);
    if (s.regime == Regime::not_converged) return Doubt{"not converged", c.words()};
    if (!s.is_periodic() || s.regime == Regime::permanent_stick) {
        notes.add(fmt::format("without the energy of a cycle: {}", name(s.regime)));
        return std::nullopt;
    }
    if (s.multiplier > 1.0 + 1e-9) return Doubt{fmt::format("multiplier {}", s.multiplier), c.words()};
    const double loss = s.input - s.dissipated - s.damped;
    if (std::abs(loss) > 1e-8 * (1.0 + std::abs(s.input))) {
        return Doubt{fmt::format("the cycle takes in {} more than it loses", loss), c.words()};
    }
    return std::nullopt;
}

}  // namespace stickslip::soak
