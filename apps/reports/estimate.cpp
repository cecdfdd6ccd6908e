#include "estimate.hpp"

#include <tbb/global_control.h>

#include <algorithm>
#include <chrono>

namespace stickslip::cli {

namespace {

double seconds_of(const std::function<void()>& work) {
    const auto started = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
}

}  // namespace

int allowed_threads() {
    return static_cast<int>(tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism));
}

double seconds_for_searches(const std::function<void(int)>& search, std::size_t searches) {
    constexpr int probes = 3;
    const int made = static_cast<int>(std::min<std::size_t>(probes, searches));
    const double seconds = seconds_of([&] {
        for (int i = 0; i < made; ++i) search(i);
    });
    const auto threads =
        static_cast<double>(std::min<std::size_t>(static_cast<std::size_t>(allowed_threads()), searches));
    return seconds / std::max(1, made) * static_cast<double>(searches) / std::max(1.0, threads);
}

double seconds_for_exponent(const Oscillator& o, const Load& load, const State& start, const LyapunovOptions& options) {
    constexpr long periods_each = 20;
    LyapunovOptions probe;
    probe.runs = 2;
    probe.periods = probe.runs * periods_each;
    probe.transient = periods_each;
    probe.series = options.series;
    const double seconds = seconds_of([&] { static_cast<void>(lyapunov_exponent(o, load, start, probe)); });
    const double measured =
        static_cast<double>(probe.runs * (periods_each + probe.transient)) / std::min(probe.runs, allowed_threads());
    const double wanted = static_cast<double>(options.periods + options.runs * options.transient) /
                          std::min(options.runs, allowed_threads());
    return seconds * wanted / measured;
}

}  // namespace stickslip::cli
