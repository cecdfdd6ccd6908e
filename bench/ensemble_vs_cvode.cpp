// How many motions of an ensemble does one core follow in a second, and how many does CVODE at a comparable accuracy?
//
// Synthetic ground motions, as examples/ground_motions.py makes them: sums of sines under an envelope, 10 s long with
// 50 samples a second. Each is multiplied by 20 scales, for three friction bounds, on a slider with two components of
// motion on an elastic support and on a building of five storeys with a slipping brace in each. Our time is that of all
// motions with all that an ensemble tells of them: peaks, residual, slip, largest acceleration and loss. CVODE only
// integrates: it restarts at each event, and its error control sees the bends of the record. It gets the loosest
// tolerance, in half decades, with which it ends within 1e-9 of the largest displacement of our motion, and every k-th
// motion is given to it. All times are processor
// times of the thread.
//
// ensemble_vs_cvode [RECORDS]

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <numbers>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <tbb/global_control.h>

#include "cvode_planar.hpp"
#include "cvode_structure.hpp"
#include "kinds/ensemble.hpp"
#include "kinds/structure/case_kind.hpp"
#include "stickslip/planar/case.hpp"
#include "stickslip/planar/simulate.hpp"
#include "stickslip/structure/case.hpp"
#include "timing.hpp"

namespace {

using namespace stickslip;

constexpr double sample_step = 0.02;  // [s]
constexpr double length = 10.0;       // [s]
constexpr double accuracy = 1e-9;     // of the largest displacement
constexpr std::size_t given_to_peer = 12;

std::vector<double> shaking(unsigned seed, int number, int count) {
    std::mt19937_64 dice(seed);
    const double dominant = std::pow(4.0, (number + 0.5) / count);  // Hz, from 1 to 4
    std::uniform_real_distribution<double> apart(-2.0, 2.0), turn(0.0, 2.0 * std::numbers::pi), rises(1.5, 3.5);
    struct Sine {
        double frequency, weight, phase;
    };
    std::vector<Sine> sines;
    for (int i = 0; i < 24; ++i) {
        const double x = apart(dice);
        sines.push_back({dominant * std::exp(0.6 * x), std::exp(-0.5 * x * x), turn(dice)});
    }
    const double rise = rises(dice);
    std::vector<double> values;
    double largest = 0.0;
    for (double t = 0.0; t < length + 0.5 * sample_step; t += sample_step) {
        double sum = 0.0;
        for (const Sine& s : sines) sum += s.weight * std::sin(2.0 * std::numbers::pi * s.frequency * t + s.phase);
        values.push_back(t / rise * t / rise * std::exp(2.0 * (1.0 - t / rise)) * sum);
        largest = std::max(largest, std::abs(values.back()));
    }
    for (double& a : values) a *= 3.0 / largest;  // m/s²
    return values;
}

std::vector<SetRecord> records(int count, RecordComponents components) {
    std::vector<SetRecord> all;
    for (int i = 0; i < count; ++i) {
        RecordSamples s;
        s.values = shaking(2U * static_cast<unsigned>(i), i, count);
        if (components == RecordComponents::two) s.second = shaking(2U * static_cast<unsigned>(i) + 1U, i, count);
        for (std::size_t k = 0; k < s.values.size(); ++k) s.times.push_back(sample_step * static_cast<double>(k));
        all.push_back({"motion-" + std::to_string(i + 1), std::move(s)});
    }
    return all;
}

const char* const slider = R"(
[oscillator]
dimensions = 2
mass = 100e3
stiffness = 438e3
support_stiffness = 20e6
[friction]
bound = 50e3
[load]
kind = "record"
file = "m.csv"
scale = -100e3
[run]
until = 12
)";

const char* const building = R"(
[structure]
masses = [60e3, 60e3, 60e3, 60e3, 50e3]
springs = [60e6, 60e6, 50e6, 40e6, 30e6]
modal_damping = 0.02
[[contact]]
name = "brace-1"
between = [0, 1]
bound = 150e3
stiffness = 120e6
[[contact]]
name = "brace-2"
between = [1, 2]
bound = 130e3
stiffness = 120e6
[[contact]]
name = "brace-3"
between = [2, 3]
bound = 110e3
stiffness = 100e6
[[contact]]
name = "brace-4"
between = [3, 4]
bound = 80e3
stiffness = 80e6
[[contact]]
name = "brace-5"
between = [4, 5]
bound = 50e3
stiffness = 60e6
[[load]]
kind = "base"
file = "m.csv"
quantity = "acceleration"
[run]
until = 12
)";

EnsembleRequest request_of(const char* text, const char* key, std::vector<double> values, RecordComponents components,
                           int count) {
    EnsembleRequest request{.document = CaseDocument::parse(text, "bench"), .records = records(count, components)};
    request.document = request.document.with_samples("m.csv", request.records.front().samples);
    request.scales.clear();
    for (int i = 1; i <= 20; ++i) request.scales.push_back(0.1 * i);
    request.vary = {{key, std::move(values), "three"}};
    return request;
}

CaseDocument case_of(const Ensemble& e, std::size_t motion) {
    const EnsemblePlace at = e.place(motion);
    RecordSamples s = e.request().records[at.record].samples;
    for (double& x : s.values) x *= e.request().scales[at.scale];
    for (double& x : s.second) x *= e.request().scales[at.scale];
    return e.request()
        .document.with_value(e.request().vary[0].key, e.request().vary[0].values[at.values[0]])
        .with_samples("m.csv", std::move(s));
}

/// The processor seconds that CVODE takes for one motion; nullopt where no tolerance is enough.
std::optional<double> peer_seconds(const CaseDocument& document) {
    const bool is_building = document.is_structure();
    for (double tolerance = 1e-7; tolerance > 2e-14; tolerance /= std::sqrt(10.0)) {
        for (const CvodeFamily family : {CvodeFamily::adams, CvodeFamily::bdf}) {
            try {
                double error = 0.0, largest = 0.0, seconds = 0.0;
                if (is_building) {
                    const structure::Case c = structure::read_case(document);
                    const auto exact = simulate(c.structure, c.start, c.end_time());
                    for (const double x : peaks(exact).position) largest = std::max(largest, x);
                    const std::vector<double> end = exact.at(exact.end_time()).position;
                    const double before = processor_seconds();
                    const auto found = CvodeStructure(c.structure, tolerance, family).run(c.end_time());
                    seconds = processor_seconds() - before;
                    for (std::size_t i = 0; i < end.size(); ++i) {
                        error = std::max(error, std::abs(found.position[static_cast<int>(i)] - end[i]));
                    }
                } else {
                    const planar::Case c = document.read_planar();
                    const auto exact = planar::simulate(c.oscillator, c.load, c.start, c.end_time());
                    largest = planar::peaks(exact).position;
                    const double before = processor_seconds();
                    const planar::Vector found = CvodePlanar(c.oscillator, c.load, tolerance, family).run(c.end_time());
                    seconds = processor_seconds() - before;
                    error = norm(found - exact.end.position);
                }
                if (error <= accuracy * largest) return seconds;
            } catch (const std::runtime_error&) {
                continue;
            }
        }
    }
    return std::nullopt;
}

double processor_seconds_of_process() { return seconds_of(CLOCK_PROCESS_CPUTIME_ID); }

struct Time {
    double wall = 0.0, processor = 0.0;
};
Time time_with(const Ensemble& e, std::size_t threads) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    const auto start = std::chrono::steady_clock::now();
    const double before = processor_seconds_of_process();
    static_cast<void>(compute_ensemble(e));
    return {seconds_since(start), processor_seconds_of_process() - before};
}

void compare(const char* name, const EnsembleRequest& request) {
    const Ensemble e(kind_of(request.document), request);
    const Time one = time_with(e, 1);
    const Time two = time_with(e, 2);
    const double each = one.processor / static_cast<double>(e.motions());
    double peer = 0.0, own = 0.0;
    std::size_t compared = 0, beyond = 0;
    for (std::size_t i = 0; i < given_to_peer; ++i) {
        const std::size_t motion = (2 * i + 1) * e.motions() / (2 * given_to_peer);
        const std::optional<double> seconds = peer_seconds(case_of(e, motion));
        if (!seconds) {
            ++beyond;
            continue;
        }
        const EnsemblePlace at = e.place(motion);
        const double before = processor_seconds();
        static_cast<void>(e.numbers(at.record, request.scales[at.scale], at.values[0]));
        own += processor_seconds() - before;
        peer += *seconds;
        ++compared;
    }
    std::printf("| %s | %zu | %.3f | %.0f | %.1f | **%.0f** | %zu of %zu | %.2f |\n", name, e.motions(), 1e3 * each,
                1.0 / each, 1e3 * peer / static_cast<double>(compared), peer / own, beyond, given_to_peer,
                two.processor / one.processor);
}

}  // namespace

int main(int argc, char** argv) {
    const int count = argc > 1 ? std::atoi(argv[1]) : 100;
    std::printf(
        "| case | motions | stickslip, ms each | motions/s on a core | CVODE, ms each | ratio | too inaccurate for "
        "CVODE | processor time on two threads over one |\n|---|---|---|---|---|---|---|---|\n");
    compare("slider in the plane",
            request_of(slider, "friction.bound", {30e3, 50e3, 80e3}, RecordComponents::two, count));
    compare("five storeys",
            request_of(building, "contact.brace-1.bound", {100e3, 150e3, 220e3}, RecordComponents::one, count));
    return 0;
}
