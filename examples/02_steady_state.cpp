// The steady state of a harmonically driven oscillator, solved for directly, over a range of friction.

#include <cstdio>

#include "stickslip/stickslip.hpp"

int main() {
    std::printf("friction  regime           amplitude  stops\n");
    for (const double friction : {0.2, 0.5, 0.8, 1.1}) {
        const stickslip::Ratios ratios{.friction = friction,
                                       .frequency = 0.6};  // r_y/p0 and the load over the natural frequency
        const stickslip::SteadyState steady =
            stickslip::steady_state(stickslip::oscillator_of(ratios), stickslip::load_of(ratios), {});
        std::printf("%8.1f  %-15s  %9.6f  %5g\n", friction, stickslip::name(steady.regime).data(),
                    steady.amplitude_ratio, steady.stops_per_cycle());
    }
}
