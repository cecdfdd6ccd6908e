// How long does the motion under a long sampled record take, does the time grow linearly with the record, how much
// memory does it need, and how much faster is it than CVODE at the same accuracy?
//
// The record is noise of an earthquake's colour, 100 samples a second. CVODE may restart at every sample or go on
// across the bends, and gets the loosest tolerance with which a tenth of the shorter record ends within 1e-10 of the
// closed form in position and has the same events; the faster of both ways is compared. Its error over the full record
// is printed.

#include <sys/resource.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <numbers>
#include <random>
#include <vector>

#include "cvode_motion.hpp"
#include "stickslip/motion/simulate.hpp"
#include "timing.hpp"

namespace {

using namespace stickslip;

constexpr double accuracy = 1e-10;  // [m], of the position at the end; the motion peaks at 0.15 m
constexpr double sample_step = 0.01;

/// White noise through a resonance at 2 Hz with 60 % damping, the colour of strong ground motion.
Load ground_motion(int samples, double mass) {
    std::mt19937_64 engine(1940);
    std::normal_distribution<double> white;
    std::vector<double> times(static_cast<std::size_t>(samples));
    std::vector<double> values(times.size());
    const double w = 2.0 * std::numbers::pi * 2.0;
    double y = 0.0;
    double rate = 0.0;
    for (std::size_t i = 0; i < times.size(); ++i) {
        times[i] = sample_step * static_cast<double>(i);
        rate += sample_step * (3.0 * white(engine) - 2.0 * 0.6 * w * rate - w * w * y);
        y += sample_step * rate;
        values[i] = w * w * y;
    }
    Load load;
    load.record = std::make_shared<const Record>(linear_record(std::move(times), values, -mass));
    return load;
}

double peak_memory_mib() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

struct Comparison {
    double seconds;
    double error;
    std::size_t events;
};

Comparison compare(const Oscillator& o, const Load& load, double end, const Trajectory& exact, double tolerance,
                   AtSamples at_samples) {
    const auto start = std::chrono::steady_clock::now();
    const PeerMotion peer = CvodeMotion(o, load, tolerance, at_samples).run({}, end);
    const double time = seconds_since(start);
    return {time, std::abs(peer.final.position - exact.at(end).position), peer.events.size()};
}

/// The loosest tolerance that is accurate enough, or the tightest.
double tuned(const Oscillator& o, const Load& load, double end, AtSamples at_samples) {
    const Trajectory exact = simulate(o, load, {}, end);
    double tolerance = 0.0;
    for (double exponent = -9.0; exponent >= -14.0; exponent -= 0.5) {
        tolerance = std::pow(10.0, exponent);
        const Comparison c = compare(o, load, end, exact, tolerance, at_samples);
        if (c.events == exact.events.size() && c.error <= accuracy) break;
    }
    return tolerance;
}

}  // namespace

int main() {
    const Oscillator o{.mass = 1.0, .damping = 0.3, .stiffness = 40.0, .friction_bound = 0.3};
    const double tuning_end = 100.0;
    const Load tuning = ground_motion(10'000, o.mass);
    const double restart_tolerance = tuned(o, tuning, tuning_end, AtSamples::restart);
    const double go_on_tolerance = tuned(o, tuning, tuning_end, AtSamples::go_on);
    std::printf("%9s %9s %8s %12s %10s %10s | %-8s %8s %12s %9s %7s %6s\n", "samples", "phases", "events",
                "stickslip s", "ns/sample", "peak MiB", "CVODE", "tol", "s", "error m", "events", "ratio");
    for (const int samples : {100'000, 1'000'000}) {
        const double before = peak_memory_mib();
        const Load load = ground_motion(samples, o.mass);
        const double end = sample_step * (samples - 1);
        double best = std::numeric_limits<double>::infinity();
        for (int i = 0; i < 5; ++i) {
            const auto start = std::chrono::steady_clock::now();
            (void)simulate(o, load, {}, end);
            best = std::min(best, seconds_since(start));
        }
        const Trajectory exact = simulate(o, load, {}, end);
        const double memory = peak_memory_mib() - before;
        for (const AtSamples way : {AtSamples::restart, AtSamples::go_on}) {
            const bool restarts = way == AtSamples::restart;
            const double tolerance = restarts ? restart_tolerance : go_on_tolerance;
            const Comparison c = compare(o, load, end, exact, tolerance, way);
            std::printf("%9d %9zu %8zu %12.4f %10.1f %10.1f | %-8s %8.1e %12.2f %9.1e %7zu %6.0f\n", samples,
                        exact.phases.size(), exact.events.size(), best, 1e9 * best / samples, memory,
                        restarts ? "restart" : "go on", tolerance, c.seconds, c.error, c.events, c.seconds / best);
        }
    }
    std::printf("record: %zu bytes a sample, phase: %zu bytes, event: %zu bytes\n",
                sizeof(double) + sizeof(Record::Cubic), sizeof(Phase), sizeof(Event));
    return 0;
}
