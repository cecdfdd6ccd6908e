// What does a derivative of a motion cost beside the motion itself? Random motions under one harmonic, without a load
// and overdamped; the processor time of following them, of one derivative, and of eight at once.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

#include "stickslip/motion/simulate.hpp"
#include "stickslip/steady/sensitivity.hpp"
#include "timing.hpp"

namespace stickslip {
namespace {

constexpr int motions = 400;
constexpr int repetitions = 5;

struct Drawn {
    Oscillator oscillator;
    Load load;
    State start;
    double end_time = 0.0;
};

Drawn drawn(std::mt19937_64& engine) {
    const auto uniform = [&](double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(engine);
    };
    Drawn d;
    d.oscillator.damping = 2.0 * std::exp(uniform(std::log(1e-3), std::log(10.0)));
    d.oscillator.friction_bound = uniform(0.05, 0.9);
    if (uniform(0.0, 1.0) < 0.3) d.oscillator.static_bound = 1.3 * d.oscillator.friction_bound;
    d.start.position = uniform(-5.0, 5.0);
    d.end_time = 60.0;
    if (uniform(0.0, 1.0) < 0.3) return d;
    const double frequency = std::exp(uniform(std::log(0.05), std::log(5.0)));
    d.load.harmonics = {{1.0, frequency, uniform(-3.0, 3.0)}};
    d.end_time = 20.0 / frequency;
    return d;
}

void run() {
    std::mt19937_64 engine(1);
    std::vector<double> one;
    std::vector<double> eight;
    double sums[3] = {};
    for (int i = 0; i < motions; ++i) {
        const Drawn m = drawn(engine);
        Trajectory t;
        const double motion =
            least_seconds([&] { t = simulate(m.oscillator, m.load, m.start, m.end_time); }, repetitions);
        std::vector<ProblemRate> rates(8);
        for (ProblemRate& r : rates) r.stiffness = 1.0;
        const auto cost = [&](std::size_t count) {
            return least_seconds([&] { (void)motion_derivatives(t, std::span(rates).first(count)); }, repetitions);
        };
        one.push_back(cost(1) / motion);
        eight.push_back(cost(8) / motion);
        sums[0] += motion;
        sums[1] += one.back() * motion;
        sums[2] += eight.back() * motion;
    }
    std::printf("of the motion's time   median   worst   all together\n");
    std::printf("one derivative         %6.2f  %6.2f   %6.2f\n", median(one), *std::max_element(one.begin(), one.end()),
                sums[1] / sums[0]);
    std::printf("eight derivatives      %6.2f  %6.2f   %6.2f\n", median(eight),
                *std::max_element(eight.begin(), eight.end()), sums[2] / sums[0]);
}

}  // namespace
}  // namespace stickslip

int main() { stickslip::run(); }
