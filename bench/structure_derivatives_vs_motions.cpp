// What does a derivative of a structure's motion cost beside the motion itself? Random chains of one to ten masses with
// one to five contacts of every kind, and stiff ones; the processor time of following them, of one derivative, and of
// eight at once.

#include <algorithm>
#include <cstdio>
#include <random>
#include <vector>

#include "../tests/structure/random_structure.hpp"
#include "stickslip/structure/sensitivity.hpp"
#include "timing.hpp"

namespace stickslip::structure {
namespace {

constexpr int motions = 100;
constexpr int repetitions = 3;
constexpr double end_time = 30.0;  // [s]; natural periods are about 3 s

template <class Work>
double least_seconds(const Work& work) {
    double best = 1e9;
    for (int i = 0; i < repetitions; ++i) {
        const double start = processor_seconds();
        work();
        best = std::min(best, processor_seconds() - start);
    }
    return best;
}

double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
    return values[values.size() / 2];
}

/// One spring in a hundred is a hundred times as stiff as the others in a stiff structure.
void run(const char* name, int degrees, double stiffness) {
    std::mt19937 random(1);
    std::vector<double> one;
    std::vector<double> eight;
    double sums[3] = {};
    for (int i = 0; i < motions; ++i) {
        RandomProblem p = random_problem(random, {.degrees = degrees,
                                                  .contacts = 1 + degrees / 2,
                                                  .with_stiction = i % 3 == 0,
                                                  .with_elastic = i % 2 == 0,
                                                  .with_varying_normal = i % 5 == 0,
                                                  .with_moving_surfaces = i % 4 == 0});
        p.structure.stiffness(0, 0) += stiffness;
        StructureTrajectory path;
        const double motion = least_seconds([&] { path = simulate(p.structure, p.start, end_time); });
        std::vector<StructureRate> rates(8);
        for (StructureRate& r : rates) {
            r.stiffness = Matrix::zero(p.structure.size(), p.structure.size());
            r.stiffness(0, 0) = 1.0;
        }
        const auto cost = [&](std::size_t count) {
            return least_seconds([&] { (void)motion_derivatives(path, std::span(rates).first(count)); });
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
