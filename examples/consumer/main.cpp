#include <cstdio>
#include <stickslip/stickslip.hpp>

int main() {
    const stickslip::Oscillator block{.mass = 100.0, .stiffness = 5000.0, .friction_bound = 100.0};
    const stickslip::Trajectory motion = stickslip::simulate(block, {}, {.position = 0.1}, 5.0);
    std::printf("%zu events, at rest at x = %.17g m\n", motion.events.size(), motion.at(5.0).position);
}
