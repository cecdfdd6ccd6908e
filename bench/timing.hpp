#pragma once

// Clocks of the benchmarks.

#include <algorithm>
#include <chrono>
#include <ctime>
#include <limits>
#include <vector>

namespace stickslip {

[[nodiscard]] inline double seconds_of(clockid_t clock) {
    timespec t{};
    clock_gettime(clock, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// Processor time of this thread: what other programs on the machine take does not count.
[[nodiscard]] inline double processor_seconds() { return seconds_of(CLOCK_THREAD_CPUTIME_ID); }

[[nodiscard]] inline double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Wall time of the fastest of the calls that fit into a quarter of a second; at least one is made.
template <class Work>
[[nodiscard]] double best_seconds(const Work& work) {
    constexpr double least_total = 0.25;  // [s]
    double best = std::numeric_limits<double>::infinity();
    const auto begin = std::chrono::steady_clock::now();
    do {
        const auto start = std::chrono::steady_clock::now();
        work();
        best = std::min(best, seconds_since(start));
    } while (seconds_since(begin) < least_total);
    return best;
}

/// Processor time of the fastest of so many calls.
template <class Work>
[[nodiscard]] double least_seconds(const Work& work, int repetitions) {
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i < repetitions; ++i) {
        const double start = processor_seconds();
        work();
        best = std::min(best, processor_seconds() - start);
    }
    return best;
}

[[nodiscard]] inline double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
    return values[values.size() / 2];
}

}  // namespace stickslip
