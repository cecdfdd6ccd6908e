// How much faster is the motion of a structure than CVODE with root finding at the same accuracy, what does an event
// cost as the structure grows, and how much memory does a phase need?
//
// Chains of masses with rigid contacts and buildings with friction braces, from rest under a harmonic load. CVODE is
// set up as in cvode_structure.hpp, Adams with fixed-point iteration or BDF with the dense solver and the exact
// Jacobian, whichever is faster. Its tolerance is the loosest, in half decades, with which all displacements end within
// 1e-9 of ours, relative to the largest, and the number of events is the same.

#include <malloc.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <numbers>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "cvode_structure.hpp"
#include "structure_problems.hpp"
#include "timing.hpp"

namespace {

using namespace stickslip;
using namespace stickslip::structure;

using Problem = StructureProblem;

constexpr double accuracy = 1e-9;  // of the largest displacement at the end

/// Processor time of the fastest of the runs that fit into a third of a second.
template <class Work>
double least_time(const Work& work) {
    constexpr double most_total = 0.3;  // [s]
    double least = 1e300;
    const double begin = processor_seconds();
    do {
        const double start = processor_seconds();
        work();
        least = std::min(least, processor_seconds() - start);
    } while (processor_seconds() - begin < most_total);
    return least;
}

struct PeerTime {
    double seconds = 1e300;
    double tolerance = 0.0;
    double error = 0.0;
    int events = 0;
    const char* family = "";
};

double distance(const std::vector<double>& ours, const Eigen::VectorXd& theirs) {
    const Eigen::Map<const Eigen::VectorXd> x(ours.data(), int(ours.size()));
    return (x - theirs).cwiseAbs().maxCoeff() / x.cwiseAbs().maxCoeff();
}

PeerTime fastest_cvode(const Problem& p, const StructureTrajectory& motion) {
    PeerTime best;
    const std::vector<double> expected = motion.at(p.end).position;
    for (const auto& [family, name] : {std::pair{CvodeFamily::adams, "Adams"}, std::pair{CvodeFamily::bdf, "BDF"}}) {
        const bool is_hopeless = family == CvodeFamily::bdf && p.structure.size() > 20;  // 30 times slower at 20
        if (is_hopeless) continue;
        for (double tolerance = 1e-8; tolerance > 3e-14; tolerance /= std::sqrt(10.0)) {
            CvodeStructure::Result result;
            try {
                result = CvodeStructure(p.structure, tolerance, family).run(p.end);
            } catch (const std::runtime_error&) {
                continue;
            }
            const double error = distance(expected, result.position);
            if (error > accuracy) continue;
            const double seconds =
                best_seconds([&] { (void)CvodeStructure(p.structure, tolerance, family).run(p.end); });
            if (seconds < best.seconds) best = {seconds, tolerance, error, result.events, name};
            break;
        }
    }
    return best;
}

/// Times of one run of each, measured in turn over the same length of time: other programs slow both down alike.
struct Pair {
    double own, peer;
};
template <class Own, class Peer>
Pair median_pair(const Own& own, const Peer& peer) {
    constexpr int rounds = 9;
    std::vector<Pair> pairs;
    for (int i = 0; i < rounds; ++i) {
        double start = processor_seconds();
        peer();
        const double peer_seconds = processor_seconds() - start;
        int runs = 0;
        start = processor_seconds();
        while (processor_seconds() - start < peer_seconds) {
            own();
            ++runs;
        }
        pairs.push_back({(processor_seconds() - start) / runs, peer_seconds});
    }
    std::sort(pairs.begin(), pairs.end(), [](const Pair& x, const Pair& y) { return x.peer * y.own < y.peer * x.own; });
    return pairs[rounds / 2];
}

void compare_with_cvode() {
    std::printf(
        "| structure | degrees | contacts | events | stickslip, ms | µs an event | CVODE, ms | family | tolerance | "
        "error "
        "| ratio |\n|---|---|---|---|---|---|---|---|---|---|---|\n");
    const Problem problems[] = {chain_problem(2, 1, 60),    building_problem(2, 2, 60),  chain_problem(5, 2, 60),
                                building_problem(5, 5, 60), chain_problem(20, 4, 20),    building_problem(20, 5, 20),
                                chain_problem(100, 20, 10), building_problem(100, 20, 5)};
    for (const Problem& p : problems) {
        const StructureTrajectory motion = simulate(p.structure, p.start, p.end);
        const PeerTime peer = fastest_cvode(p, motion);
        const CvodeFamily family = peer.family == std::string("BDF") ? CvodeFamily::bdf : CvodeFamily::adams;
        const Pair pair = median_pair([&] { (void)simulate(p.structure, p.start, p.end); },
                                      [&] { (void)CvodeStructure(p.structure, peer.tolerance, family).run(p.end); });
        std::printf("| %s | %zu | %zu | %zu | %.3f | %.1f | %.1f | %s | %.1e | %.1e | **%.0f** |\n", p.name.c_str(),
                    p.structure.size(), p.structure.contacts.size(), motion.events.size(), 1e3 * pair.own,
                    1e6 * pair.own / double(std::max<std::size_t>(motion.events.size(), 1)), 1e3 * pair.peer,
                    peer.family, peer.tolerance, peer.error, pair.peer / pair.own);
        std::fflush(stdout);
    }
}

void measure_growth() {
    std::printf("\n| degrees | chain, 4 contacts: events | µs an event | building, 4 braces: events | µs an event |\n");
    std::printf("|---|---|---|---|---|\n");
    std::vector<double> sizes, chains, buildings;
    for (const std::size_t n : {4, 8, 16, 32, 64, 100, 140, 200}) {
        const Problem kinds[] = {chain_problem(n, 4, 10), building_problem(n, 4, 2)};
        double microseconds[2];
        std::size_t events[2];
        for (int k = 0; k < 2; ++k) {
            const Problem& p = kinds[k];
            events[k] = simulate(p.structure, p.start, p.end).events.size();
            const double seconds = least_time([&] { (void)simulate(p.structure, p.start, p.end); });
            microseconds[k] = 1e6 * seconds / double(events[k]);
        }
        std::printf("| %zu | %zu | %.1f | %zu | %.1f |\n", n, events[0], microseconds[0], events[1], microseconds[1]);
        std::fflush(stdout);
        sizes.push_back(double(n));
        chains.push_back(microseconds[0]);
        buildings.push_back(microseconds[1]);
    }
    const PowerLaw c = fitted(sizes, chains), b = fitted(sizes, buildings);
    std::printf("\nAn event takes %.2g·n^%.2f µs in chains, %.2g·n^%.2f µs in buildings.\n", c.factor, c.exponent,
                b.factor, b.exponent);
}

void measure_memory() {
    std::printf("\n| load periods | phases | bytes in use | bytes a phase |\n|---|---|---|---|\n");
    for (const int periods : {50, 100, 200, 400, 800}) {
        const Problem p = chain_problem(20, 4, periods);
        const std::size_t before = mallinfo2().uordblks;
        const StructureTrajectory motion = simulate(p.structure, p.start, p.end);
        const std::size_t used = mallinfo2().uordblks - before;
        std::printf("| %d | %zu | %zu | %.0f |\n", periods, motion.phases.size(), used,
                    double(used) / double(motion.phases.size()));
    }
}

/// Masses 1, 1, springs 1, 1, no damping, cos 0.3t on the first mass, a bound of 0.5 on the second.
void write_tutorial(const std::string& folder) {
    Problem p{.name = "two masses"};
    Structure& s = p.structure;
    s.mass = s.damping = Matrix::zero(2, 2);
    s.mass(0, 0) = s.mass(1, 1) = 1.0;
    s.stiffness = chain_matrix(2, {1.0, 1.0});
    s.contacts = {{.direction = {0.0, 1.0}, .bound = 0.5}};
    s.loads = {{{1.0, 0.0}, {.harmonics = {{1.0, 0.3, 0.5 * std::numbers::pi}}}}};
    p.end = 60.0;
    const StructureTrajectory motion = simulate(p.structure, p.start, p.end);
    const double seconds = least_time([&] { (void)simulate(p.structure, p.start, p.end); });
    const StructureSample last = motion.at(p.end);
    std::ofstream file(folder + "/two_masses.csv");
    file.precision(17);
    file << "end,x1,x2,v1,v2,seconds\n"
         << p.end << ',' << last.position[0] << ',' << last.position[1] << ',' << last.velocity[0] << ','
         << last.velocity[1] << ',' << seconds << '\n';
}

}  // namespace

int main(int argc, char** argv) {
    if (argc > 1) {
        write_tutorial(argv[1]);
        return 0;
    }
    compare_with_cvode();
    measure_growth();
    measure_memory();
    return 0;
}
