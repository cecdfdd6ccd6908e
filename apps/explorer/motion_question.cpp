#include "motion_question.hpp"

#include <fmt/format.h>

#include <numbers>
#include <stdexcept>

namespace stickslip::explorer {

namespace {

constexpr std::size_t most_events = 20000;
constexpr std::size_t most_phases = 100'000;  // of one motion in memory, 250 bytes each at most
constexpr double most_cycles = 10000.0;       // of the fastest oscillation in one motion
constexpr std::size_t most_harmonics = 1000;

}  // namespace

cli::MotionRequest motion_request(const Question& q) {
    cli::MotionRequest request;
    if (q.has("until")) request.until = q.number("until", 1e-300, 1e300);
    if (q.has("samples")) request.samples = static_cast<std::size_t>(q.whole("samples", 2, most_samples));
    if (q.has("times")) request.times = q.numbers("times", most_samples);
    request.most_events = most_events;
    request.most_phases = most_phases;
    return request;
}

double end_of(const cli::MotionRequest& request, double fallback) {
    double end = request.until.value_or(fallback);
    for (const double time : request.times) end = std::max(end, time);
    return end;
}

void limit_samples(cli::MotionRequest& request, const RunSettings& run, long most) {
    if (!request.samples && run.samples.value_or(0) > static_cast<std::size_t>(most)) {
        request.samples = static_cast<std::size_t>(most);
    }
}

double fastest(const Load& load) {
    double w = 0.0;
    for (const Harmonic& h : load.harmonics) w = std::max(w, h.frequency.value());
    return w;
}

void check_load(const Load& load) {
    if (load.harmonics.size() <= most_harmonics) return;
    throw std::invalid_argument(
        fmt::format("the load has {} harmonics; at most {} are taken here", load.harmonics.size(), most_harmonics));
}

void check_cycles(double until, double frequency) {
    if (until * frequency <= most_cycles * 2.0 * std::numbers::pi) return;
    throw std::invalid_argument(
        fmt::format("run.until = {} s is more than 10000 cycles; the command line has no limit", until));
}

}  // namespace stickslip::explorer
