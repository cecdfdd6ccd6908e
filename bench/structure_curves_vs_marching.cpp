// How much faster is a response curve of a structure solved for than marched to, and what does a steady state cost as
// the structure grows?
//
// The curves: 400 frequencies of a chain of 20 masses with 4 rigid contacts, by `response_curve`, with dampers of
// several kinds, because these decide how long a march takes. The peer marches with CVODE, set up as in
// cvode_structure.hpp, at a sample of these frequencies, and gets every advantage:
//   - it is told the answer and stops at the end of the first load period at which its displacements are within 1e-9 of
//     the steady ones, relative to the largest, which no march could know by itself;
//   - it marches from rest and from the steady state of the frequency before, and only the faster of the two counts;
//   - it marches at several tolerances, and only the fastest that arrives counts;
//   - a frequency at which none arrives within the cap counts with its cheapest march up to the cap.
// All times are processor time. Arguments choose parts: `growth`, or numbers of chains from 1.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <string>
#include <vector>

#include "cvode_structure.hpp"
#include "stickslip/structure/response_curve.hpp"
#include "structure_problems.hpp"
#include "timing.hpp"

namespace {

using namespace stickslip;
using namespace stickslip::structure;

constexpr double accuracy = 1e-9;  // of the largest displacement
constexpr std::size_t masses = 20;
constexpr std::size_t contacts = 4;
constexpr int frequencies = 400;
constexpr double first_frequency = 0.1;  // the modes lie between 0.15 and 2 rad/s
constexpr double last_frequency = 2.1;

struct Chain {
    const char* words;
    StructureProblem (*problem)(double frequency);
    int sample_step;                 ///< every so many frequencies CVODE marches
    int most_periods;                ///< and no longer than that
    std::vector<double> tolerances;  ///< of which the fastest counts
};

const Chain chains[] = {
    {"C = 0.02·M + 0.02·K: damping of all motion",
     [](double w) { return chain_problem(masses, contacts, 1.0, w, 0.02); },
     40,
     2000,
     {1e-9, 1e-10, 1e-11, 1e-12}},
    {"C = 0.02·K: dampers beside the springs",
     [](double w) { return chain_problem(masses, contacts, 1.0, w, 0.0); },
     100,
     4000,
     {1e-11, 1e-12}},
    {"0.1 % of critical damping in every mode",
     [](double w) { return modally_damped_chain(masses, contacts, w, 0.001, 1.0); },
     133,
     10'000,
     {1e-11, 1e-12}},
    {"0.2 % of critical damping in every mode, a tenth of the load: contacts slide near resonances only",
     [](double w) { return modally_damped_chain(masses, contacts, w, 0.002, 0.1); },
     133,
     20'000,
     {1e-11, 1e-12}},
};

double frequency_at(int i) {
    return first_frequency + (last_frequency - first_frequency) * double(i) / double(frequencies - 1);
}

double process_seconds() { return seconds_of(CLOCK_PROCESS_CPUTIME_ID); }

struct March {
    double seconds = 1e300;
    double tolerance = 0.0;
    int periods = 0;  ///< 0: it did not arrive
    bool is_seeded = false;
};

/// The steady state of a neighbour at its load's zero phase, as a start.
CvodeStructure::Start start_of(const StructureSteadyState& steady) {
    const StructurePhase& first = steady.cycle->phases.front();
    const auto vector = [](const std::vector<double>& v) {
        return Eigen::VectorXd(Eigen::Map<const Eigen::VectorXd>(v.data(), int(v.size())));
    };
    CvodeStructure::Start start{vector(first.position), vector(first.velocity), {}};
    for (const ContactState& contact : first.contacts) start.slides.push_back(contact.direction);
    return start;
}

March fastest_march(const Chain& chain, double frequency, double frequency_before) {
    const StructureProblem p = chain.problem(frequency);
    const StructureSteadyState steady = steady_state(p.structure, p.start);
    const CvodeStructure::Start neighbour = start_of(steady_state(chain.problem(frequency_before).structure, p.start));
    const std::vector<double> expected = steady.cycle->phases.front().position;
    const Eigen::Map<const Eigen::VectorXd> x(expected.data(), int(expected.size()));
    const auto is_there = [&](const CvodeStructure::Result& now) {
        return (now.position - x).cwiseAbs().maxCoeff() <= accuracy * x.cwiseAbs().maxCoeff();
    };
    March best;
    March cheapest;
    for (const CvodeStructure::Start* start : {static_cast<const CvodeStructure::Start*>(nullptr), &neighbour}) {
        for (const double tolerance : chain.tolerances) {
            CvodeStructure peer(p.structure, tolerance, CvodeFamily::adams);
            const double begin = processor_seconds();
            const int periods = peer.run_until(start, *steady.period, chain.most_periods, is_there);
            const March march{processor_seconds() - begin, tolerance, periods, start != nullptr};
            if (march.seconds < cheapest.seconds) cheapest = march;
            if (periods > 0 && march.seconds < best.seconds) best = march;
        }
    }
    return best.periods > 0 ? best : cheapest;
}

void compare_curve(const Chain& chain) {
    std::printf("\n%s\n\n", chain.words);
    std::vector<double> values;
    for (int i = 0; i < frequencies; ++i) values.push_back(frequency_at(i));
    const auto case_at = [&](double frequency) {
        const StructureProblem p = chain.problem(frequency);
        return structure::Case{.structure = p.structure, .start = p.start};
    };
    const std::vector<Observable> observables = usual_observables(case_at(1.0).structure);
    const double begin = process_seconds();
    const ResponseCurve curve = response_curve(case_at, values, observables);
    const double own = process_seconds() - begin;
    const auto found = std::count_if(curve.columns.front().begin(), curve.columns.front().end(),
                                     [](double amplitude) { return std::isfinite(amplitude); });
    std::printf("%d frequencies, %td with a steady motion: %.2f s, %.2f ms each\n\n", frequencies, found, own,
                1e3 * own / frequencies);
    std::printf("| frequency, rad/s | CVODE, s | periods | tolerance | from |\n|---|---|---|---|---|\n");
    double sum = 0.0;
    int count = 0;
    for (int i = chain.sample_step / 2; i < frequencies; i += chain.sample_step) {
        const March march = fastest_march(chain, frequency_at(i), frequency_at(i - 1));
        std::printf("| %.3f | %.3f | %d | %.0e | %s |\n", frequency_at(i), march.seconds, march.periods,
                    march.tolerance, march.is_seeded ? "its neighbour" : "rest");
        std::fflush(stdout);
        sum += march.seconds;
        ++count;
    }
    const double peer = sum / count;
    std::printf("\nCVODE needs %.3f s a frequency, **%.0f** times as long.\n", peer, peer * frequencies / own);
}

/// Processor time of a steady state from nothing, the mean over a few frequencies [s].
double time_of_steady_state(std::size_t degrees, std::size_t contact_count) {
    const double chosen[] = {0.3, 0.7, 1.3};
    double sum = 0.0;
    for (const double frequency : chosen) {
        const StructureProblem p = chain_problem(degrees, contact_count, 1.0, frequency);
        const double begin = process_seconds();
        const StructureSteadyState s = steady_state(p.structure, p.start);
        sum += process_seconds() - begin;
        if (!s.cycle) std::printf("no steady motion of %zu masses at %.1f rad/s\n", degrees, frequency);
    }
    return sum / std::size(chosen);
}

void print_fit(const char* of, const std::vector<double>& sizes, const std::vector<double>& milliseconds) {
    const PowerLaw law = fitted(sizes, milliseconds);
    std::printf("\nA steady state takes %.2g·%s^%.2f ms.\n", law.factor, of, law.exponent);
}

void measure_growth() {
    std::printf("\n| degrees | 4 contacts, ms |\n|---|---|\n");
    std::vector<double> sizes, times;
    for (const std::size_t n : {5, 10, 20, 50, 100, 200}) {
        sizes.push_back(double(n));
        times.push_back(1e3 * time_of_steady_state(n, 4));
        std::printf("| %zu | %.1f |\n", n, times.back());
        std::fflush(stdout);
    }
    print_fit("n", sizes, times);
    std::printf("\n| contacts | 50 degrees, ms |\n|---|---|\n");
    sizes.clear();
    times.clear();
    for (const std::size_t m : {1, 2, 5, 10, 20, 50}) {
        sizes.push_back(double(m));
        times.push_back(1e3 * time_of_steady_state(50, m));
        std::printf("| %zu | %.1f |\n", m, times.back());
        std::fflush(stdout);
    }
    print_fit("m", sizes, times);
    const double largest = time_of_steady_state(200, 50);
    std::printf("\n200 degrees with 50 contacts: %.1f s.\n", largest);
}

}  // namespace

int main(int count, char** arguments) {
    const std::vector<std::string> chosen(arguments + 1, arguments + count);
    const auto wants = [&](const std::string& part) { return chosen.empty() || std::ranges::count(chosen, part) > 0; };
    for (std::size_t i = 0; i < std::size(chains); ++i) {
        if (wants(std::to_string(i + 1))) compare_curve(chains[i]);
    }
    if (wants("growth")) measure_growth();
    return 0;
}
