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
#include "stickslip/structure/case.hpp"
#include "timing.hpp"

namespace {

using namespace stickslip;
using namespace stickslip::structure;

constexpr double pi = std::numbers::pi;
constexpr double accuracy = 1e-9;  // of the largest displacement at the end

struct Problem {
    std::string name;
    Structure structure;
    StructureState start;
    double end = 0.0;
};

/// Equal masses and springs between two walls, damping in proportion to stiffness, every few masses on a rough floor.
Problem chain(std::size_t masses, std::size_t contacts, double periods) {
    Problem p{.name = "chain, rigid contacts"};
    Structure& s = p.structure;
    s.mass = Matrix::zero(masses, masses);
    for (std::size_t i = 0; i < masses; ++i) s.mass(i, i) = 1.0;
    s.stiffness = chain_matrix(masses, std::vector<double>(masses + 1, 1.0));
    s.damping = rayleigh_damping(s.mass, s.stiffness, 0.02, 0.02);
    const double frequency = 0.6;
    for (std::size_t j = 0; j < contacts; ++j) {
        Contact c{.direction = std::vector<double>(masses, 0.0), .bound = 0.3 + 0.02 * double(j % 7)};
        c.direction[(2 * j + 1) * masses / (2 * contacts)] = 1.0;
        s.contacts.push_back(c);
    }
    for (std::size_t i = 0; i < masses; ++i) {  // a load that travels along the chain
        DirectedLoad load{.direction = std::vector<double>(masses, 0.0)};
        load.direction[i] = 1.0;
        load.load.harmonics = {{1.0, frequency, 0.7 * double(i)}};
        s.loads.push_back(load);
    }
    p.end = periods * 2.0 * pi / frequency;
    return p;
}

/// Storeys with friction braces, 2 % of critical damping in every mode, on ground that shakes near the first mode.
Problem building(std::size_t storeys, std::size_t braces, double periods) {
    Problem p{.name = "building, elastic braces"};
    Structure& s = p.structure;
    s.mass = Matrix::zero(storeys, storeys);
    for (std::size_t i = 0; i < storeys; ++i) s.mass(i, i) = 1.0;
    s.stiffness = chain_matrix(storeys, std::vector<double>(storeys, 1.0));
    s.damping = modal_damping(s.mass, s.stiffness, 0.02);
    for (std::size_t j = 0; j < braces; ++j) {
        const std::size_t at = j * storeys / braces;
        Contact c{.direction = std::vector<double>(storeys, 0.0), .stiffness = 2.0};
        c.bound = 0.5 * double(storeys - at) / double(storeys) * std::sqrt(double(storeys));
        c.direction[at] = 1.0;
        if (at > 0) c.direction[at - 1] = -1.0;
        s.contacts.push_back(c);
    }
    const double frequency = 1.3 * natural_frequencies(s.mass, s.stiffness).front();
    DirectedLoad load{.direction = std::vector<double>(storeys, 1.0)};
    load.load.harmonics = {{2.0 / std::sqrt(double(storeys)), frequency, 0.0}};
    s.loads.push_back(load);
    p.end = periods * 2.0 * pi / frequency;
    return p;
}

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
    const Problem problems[] = {chain(2, 1, 60),  building(2, 2, 60),  chain(5, 2, 60),    building(5, 5, 60),
                                chain(20, 4, 20), building(20, 5, 20), chain(100, 20, 10), building(100, 20, 5)};
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

/// t = a·n^b by least squares of the logarithms.
struct PowerLaw {
    double factor = 0.0;
    double exponent = 0.0;
};
PowerLaw fitted(const std::vector<double>& sizes, const std::vector<double>& times) {
    double x = 0.0, y = 0.0, xx = 0.0, xy = 0.0;
    const auto count = double(sizes.size());
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const double u = std::log(sizes[i]), v = std::log(times[i]);
        x += u;
        y += v;
        xx += u * u;
        xy += u * v;
    }
    const double exponent = (count * xy - x * y) / (count * xx - x * x);
    return {std::exp((y - exponent * x) / count), exponent};
}

void measure_growth() {
    std::printf("\n| degrees | chain, 4 contacts: events | µs an event | building, 4 braces: events | µs an event |\n");
    std::printf("|---|---|---|---|---|\n");
    std::vector<double> sizes, chains, buildings;
    for (const std::size_t n : {4, 8, 16, 32, 64, 100, 140, 200}) {
        const Problem kinds[] = {chain(n, 4, 10), building(n, 4, 2)};
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
        const Problem p = chain(20, 4, periods);
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
    s.loads = {{{1.0, 0.0}, {.harmonics = {{1.0, 0.3, 0.5 * pi}}}}};
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
