// Coulomb friction with equal bounds: the steady state against the exact march, the energy of any motion, and its
// mirror image under the mirrored load.

#include <fmt/format.h>

#include "../motion/random_motion.hpp"
#include "soak.hpp"
#include "stickslip/model/ratios.hpp"
#include "stickslip/motion/simulate.hpp"
#include "stickslip/steady/steady_state.hpp"

namespace stickslip::soak {

namespace {

std::optional<Doubt> check_steady(Dice& dice, Notes& notes) {
    Ratios r;
    r.friction = dice.log_uniform(1e-2, 1.0);
    r.frequency = dice.log_uniform(0.05, 2.0);
    r.damping = dice.chance(0.5) ? 0.0 : dice.uniform(0.0, 0.3);
    const std::string command =
        fmt::format("stickslip steady --friction-ratio {} --frequency-ratio {} --damping-ratio {} --json", r.friction,
                    r.frequency, r.damping);
    const SteadyState s = steady_state(oscillator_of(r), load_of(r), State{}, {.with_cycle = true});
    if (s.regime == Regime::not_converged) return Doubt{"not converged", command};
    if (s.multiplier > 1.0 + 1e-9) return Doubt{fmt::format("multiplier {}", s.multiplier), command};
    if (s.regime != Regime::stick_slip && s.regime != Regime::continuous) {
        notes.add(fmt::format("not marched: {}", name(s.regime)));
        return std::nullopt;
    }
    // From the state of the cycle at t = 0 the march repeats it; from rest it comes nearer to it by the multiplier.
    constexpr int periods = 200;
    const double period = s.period;
    const Sample zero = s.cycle->at(0.0);
    const Trajectory there = simulate(oscillator_of(r), load_of(r), {zero.position, zero.velocity}, 3.0 * period);
    const double size = 1.0 + s.amplitude_ratio;
    const double rounding = 1e-10 * size / std::max(1e-4, 1.0 - s.multiplier);
    for (const double share : {0.3, 1.0, 1.7, 2.9}) {
        const double whole = share - std::floor(share);
        const double gap = std::abs(there.at(share * period).position - s.cycle->at(whole * period).position);
        if (gap > rounding) return Doubt{fmt::format("the cycle is {} off after {} periods", gap, share), command};
    }
    const double left = std::pow(s.multiplier, 2.0 * periods);
    if (left > 1e-12) {
        notes.add("marched from the answer only: its start is forgotten too slowly");
        return std::nullopt;
    }
    const Trajectory march = simulate(oscillator_of(r), load_of(r), State{}, (periods + 1) * period);
    const double gap = std::abs(march.at((periods + 0.4) * period).position - s.cycle->at(0.4 * period).position);
    if (gap > rounding) return Doubt{fmt::format("the march is {} off after {} periods", gap, periods), command};
    return std::nullopt;
}

std::string words(const RandomMotion& m) {
    std::ostringstream text;
    text << m;
    return text.str();
}

RandomMotion mirrored(RandomMotion m) {
    m.oscillator.equilibrium = -m.oscillator.equilibrium;
    m.oscillator.belt_velocity = -m.oscillator.belt_velocity;
    m.load.constant = -m.load.constant;
    for (Harmonic& h : m.load.harmonics) h.amplitude = -h.amplitude;
    m.start = {-m.start.position, -m.start.velocity};
    return m;
}

std::optional<Doubt> check_motion(Dice& dice, Notes& notes) {
    RandomMotions source(static_cast<std::uint64_t>(dice.uniform(0.0, 9e15)));
    const RandomMotion m = source.next();
    const Trajectory t = simulate(m.oscillator, m.load, m.start, m.end_time);
    const EnergyBalance e = energy_balance(t);
    const double turnover = std::abs(e.input) + e.friction + e.damping + e.initial + std::abs(e.stored);
    if (std::abs(e.imbalance) > 1e-9 * turnover) {
        return Doubt{fmt::format("energy is {} out of balance of {}", e.imbalance, turnover), words(m)};
    }
    if (m.load.record) {
        notes.add("without its mirror image: a record");
        return std::nullopt;
    }
    const RandomMotion other = mirrored(m);
    const Trajectory image = simulate(other.oscillator, other.load, other.start, other.end_time);
    if (image.events.size() != t.events.size()) {
        return Doubt{fmt::format("{} events, but {} in the mirror", t.events.size(), image.events.size()), words(m)};
    }
    const double gap = std::abs(t.at(t.end_time()).position + image.at(image.end_time()).position);
    if (gap > 1e-12 * (1.0 + peaks(t).position)) return Doubt{fmt::format("the mirror image is {} off", gap), words(m)};
    return std::nullopt;
}

}  // namespace

std::optional<Doubt> check_line(Dice& dice, Notes& notes) {
    return dice.chance(0.5) ? check_steady(dice, notes) : check_motion(dice, notes);
}

}  // namespace stickslip::soak
