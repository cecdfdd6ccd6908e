// What does a derivative of a structure's motion cost beside the motion itself? Random chains of one to ten masses with
// rigid and elastic contacts, and one with a stiff spring; the processor time of following them, of one derivative, and
// of eight at once.

#include <algorithm>
#include <cstdio>
#include <random>
#include <vector>

#include "stickslip/structure/case.hpp"
#include "stickslip/structure/sensitivity.hpp"
#include "timing.hpp"

namespace stickslip::structure {
namespace {

constexpr int motions = 100;
constexpr int repetitions = 3;
constexpr double end_time = 30.0;  // [s]; natural periods are about 3 s

struct Drawn {
    Structure structure;
    StructureState start;
};

/// A chain on the ground with a contact at every second mass, every other one of them with a spring.
Drawn drawn(std::mt19937& engine, std::size_t degrees, double stiff) {
    const auto uniform = [&](double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(engine);
    };
    std::vector<double> springs;
    std::vector<double> dampers;
    Drawn d;
    Structure& s = d.structure;
    s.mass = Matrix::zero(degrees, degrees);
    for (std::size_t i = 0; i < degrees; ++i) {
        s.mass(i, i) = uniform(0.5, 1.5);
        springs.push_back(uniform(0.5, 4.0) + (i == 0 ? stiff : 0.0));
        dampers.push_back(uniform(0.0, 0.1));
        d.start.position.push_back(uniform(-1.0, 1.0));
        d.start.velocity.push_back(0.0);
    }
    s.stiffness = chain_matrix(degrees, springs);
    s.damping = chain_matrix(degrees, dampers);
    for (std::size_t i = 0; i < degrees; i += 2) {
        Contact c;
        c.direction.assign(degrees, 0.0);
        c.direction[i] = 1.0;
        c.bound = uniform(0.05, 0.6);
        if (i % 4 == 2) c.stiffness = uniform(2.0, 40.0);
        if (i % 4 == 0 && uniform(0.0, 1.0) < 0.3) c.static_bound = 1.3 * c.bound;
        s.contacts.push_back(std::move(c));
    }
    for (int i = 0; i < 2; ++i) {
        DirectedLoad load;
        for (std::size_t k = 0; k < degrees; ++k) load.direction.push_back(uniform(-1.0, 1.0));
        load.load.harmonics = {{uniform(0.3, 1.0), uniform(0.2, 2.5), uniform(0.0, 6.0)}};
        s.loads.push_back(std::move(load));
    }
    return d;
}

void run(const char* name, int degrees, double stiffness) {
    std::mt19937 random(1);
    std::vector<double> one;
    std::vector<double> eight;
    double sums[3] = {};
    for (int i = 0; i < motions; ++i) {
        const Drawn p = drawn(random, static_cast<std::size_t>(degrees), stiffness);
        StructureTrajectory path;
        const double motion = least_seconds([&] { path = simulate(p.structure, p.start, end_time); }, repetitions);
        std::vector<StructureRate> rates(8);
        for (StructureRate& r : rates) {
            r.stiffness = Matrix::zero(p.structure.size(), p.structure.size());
            r.stiffness(0, 0) = 1.0;
        }
        const auto cost = [&](std::size_t count) {
            return least_seconds([&] { (void)motion_derivatives(path, std::span(rates).first(count)); }, repetitions);
        };
        one.push_back(cost(1) / motion);
        eight.push_back(cost(8) / motion);
        sums[0] += motion;
        sums[1] += one.back() * motion;
        sums[2] += eight.back() * motion;
    }
    std::printf("%-24s one %6.2f %6.2f %6.2f   eight %6.2f %6.2f %6.2f\n", name, median(one),
                *std::max_element(one.begin(), one.end()), sums[1] / sums[0], median(eight),
                *std::max_element(eight.begin(), eight.end()), sums[2] / sums[0]);
}

}  // namespace
}  // namespace stickslip::structure

int main() {
    std::printf("of the motion's time: median, worst, all together\n");
    for (const int degrees : {1, 3, 10}) {
        char name[32];
        std::snprintf(name, sizeof name, "%d mass%s", degrees, degrees == 1 ? "" : "es");
        stickslip::structure::run(name, degrees, 0.0);
    }
    stickslip::structure::run("3 masses, one stiff", 3, 1e4);
}
