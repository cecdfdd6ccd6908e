// The exact motion of one oscillator: a constant push on a mass of 100 kg that rubs on a floor (Dlubal 0116).

#include <cstdio>

#include "stickslip/stickslip.hpp"

int main() {
    const stickslip::Oscillator oscillator{.mass = 100.0, .stiffness = 5000.0, .friction_bound = 100.0};
    const stickslip::Load push{.constant = 1500.0};
    const stickslip::Trajectory motion = stickslip::simulate(oscillator, push, {}, 5.0);

    for (const stickslip::Event& event : motion.events) {
        std::printf("t = %.12g s: %s at x = %.12g m\n", event.time, stickslip::name(event.kind).data(), event.position);
    }

    // A trajectory is a list of formulas: it can be evaluated at any time, exactly.
    std::printf("x(1 s) = %.12g m\n", motion.at(1.0).position);

    const stickslip::EnergyBalance energy = stickslip::energy_balance(motion);
    std::printf("input %.6g J = friction %.6g J + stored %.6g J\n", energy.input, energy.friction, energy.stored);
    std::printf("it stays at x = %.12g m\n", motion.at(motion.end_time()).position);
}
