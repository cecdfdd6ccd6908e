// Laws without a closed form: the energy of a motion, its mirror image, and the steady state against the march from
// where it says that the motion passes.

#include <fmt/format.h>

#include "soak.hpp"
#include "stickslip/motion/simulate.hpp"
#include "stickslip/steady/steady_state.hpp"

namespace stickslip::soak {

namespace {

struct LawCase {
    Oscillator oscillator;
    Load load;
    State start;

    [[nodiscard]] std::string words() const {
        const Harmonic& h = load.harmonics.front();
        return fmt::format("law {}: k = {}, c = {}, r_y = {}, r_s = {}, p = {}·sin({}·t), start {}, {}",
                           name(oscillator.law), oscillator.stiffness, oscillator.damping, oscillator.friction_bound,
                           oscillator.holding_bound(), h.amplitude, h.frequency.value(), start.position,
                           start.velocity);
    }
};

LawCase random_case(Dice& dice) {
    const FrictionLaw laws[] = {StribeckExponential{dice.uniform(1.0, 12.0), dice.uniform(0.0, 0.05)},
                                StribeckGaussian{dice.uniform(0.05, 0.5), dice.uniform(0.0, 0.05)},
                                StribeckRational{dice.uniform(0.5, 3.0)},
                                PowellWiercigroch{dice.uniform(4.0, 12.0)},
                                Dahl{dice.uniform(5.0, 30.0)},
                                LuGre{dice.uniform(10.0, 30.0), dice.uniform(0.1, 0.5), 0.01, 0.1},
                                Jenkins{dice.uniform(2.0, 10.0)},
                                RegularisedTanh{dice.uniform(0.02, 0.2)}};
    LawCase c;
    c.oscillator.law = laws[dice.below(static_cast<int>(std::size(laws)))];
    c.oscillator.friction_bound = dice.uniform(0.1, 0.6);
    c.oscillator.static_bound = c.oscillator.friction_bound * dice.uniform(1.0, 1.9);
    c.oscillator.damping = dice.uniform(0.02, 0.2);
    c.load.harmonics = {{dice.uniform(0.5, 1.5), dice.uniform(0.3, 1.8), 0.0}};
    c.start = {dice.uniform(-1.0, 1.0), dice.uniform(-1.0, 1.0)};
    return c;
}

}  // namespace

std::optional<Doubt> check_law(Dice& dice, Notes& notes) {
    const LawCase c = random_case(dice);
    const double period = *c.load.period();
    const Trajectory t = simulate(c.oscillator, c.load, c.start, 5.0 * period);
    const EnergyBalance e = energy_balance(t);
    const double turnover = std::abs(e.input) + std::abs(e.friction) + e.damping + e.initial + 1.0;
    if (std::abs(e.imbalance) > 1e-10 * turnover) {
        return Doubt{fmt::format("energy is {} out of balance of {}", e.imbalance, turnover), c.words()};
    }
    LawCase mirror = c;
    mirror.load.harmonics.front().amplitude *= -1.0;
    mirror.start = {-c.start.position, -c.start.velocity};
    const Trajectory image = simulate(mirror.oscillator, mirror.load, mirror.start, 5.0 * period);
    const double off = std::abs(t.at(t.end_time()).position + image.at(image.end_time()).position);
    if (off > 1e-9) return Doubt{fmt::format("the mirror image is {} off", off), c.words()};
    const SteadyState s = steady_state(c.oscillator, c.load, c.start);
    if (s.regime == Regime::not_converged) return Doubt{"not converged: " + s.reason, c.words()};
    if (!s.is_periodic()) {
        notes.add(fmt::format("not marched: {}", name(s.regime)));
        return std::nullopt;
    }
    if (s.multiplier > 1.0 + 1e-9) return Doubt{fmt::format("multiplier {}", s.multiplier), c.words()};
    if (!s.cycle || std::pow(s.multiplier, 100.0 / s.load_periods) > 1e-10) {
        notes.add(s.cycle ? "not marched: its start is forgotten too slowly" : "not marched: without a cycle");
        return std::nullopt;
    }
    const Trajectory march = simulate(c.oscillator, c.load, c.start, 120.0 * s.load_periods * period);
    const Peaks all = peaks(*s.cycle);
    // Over the last repetition the march reaches as far as the cycle.
    double highest = -1e300;
    double lowest = 1e300;
    for (int i = 0; i <= 2000; ++i) {
        const double x = march.at(march.end_time() - s.load_periods * period * i / 2000.0).position;
        highest = std::max(highest, x);
        lowest = std::min(lowest, x);
    }
    const double gap = std::max(std::abs(highest - all.highest), std::abs(lowest - all.lowest));
    constexpr double sampling = 1e-4;  // how far from its peak a curve of this size is between two of the samples
    if (gap > sampling * (1.0 + s.amplitude)) {
        return Doubt{
            fmt::format("the march reaches {} to {}, the cycle {} to {}", lowest, highest, all.lowest, all.highest),
            c.words()};
    }
    return std::nullopt;
}

}  // namespace stickslip::soak
