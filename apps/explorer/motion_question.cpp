#include "motion_question.hpp"

#include <fmt/format.h>

#include <numbers>
#include <stdexcept>

namespace stickslip::explorer {

namespace {

constexpr std::size_t most_events = 20000;
constexpr std::size_t most_phases = 100'000;  // of one motion in memory, 250 bytes each at most
constexpr double most_cycles = 10000.0;       // of the fastest oscillation in one motion
constexpr double most_decays = 1e8;           // decay times m/c·2 in one motion: half a million phases
constexpr std::size_t cycle_samples = 401;
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

void check_length(double until, double frequency, double decay) {
    if (!(until * frequency <= most_cycles * 2.0 * std::numbers::pi)) {
        throw std::invalid_argument(
            fmt::format("run.until = {} s is more than 10000 cycles; the command line has no limit", until));
    }
    if (!(until * decay <= most_decays)) {
        throw std::invalid_argument(
            fmt::format("run.until = {} s is more than {} decay times 2·mass/damping; the command line has no limit",
                        until, most_decays));
    }
}

std::vector<double> cycle_times(double end) {
    std::vector<double> times;
    for (std::size_t i = 0; i < cycle_samples; ++i) {
        times.push_back(end * (static_cast<double>(i) / static_cast<double>(cycle_samples - 1)));
    }
    return times;
}

}  // namespace stickslip::explorer
