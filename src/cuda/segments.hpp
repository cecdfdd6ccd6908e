#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace stickslip::cuda {

/// Rows that one thread marches through.
struct Segment {
    std::uint32_t first_row;
    std::uint32_t rows;
};

/// Cuts rows into segments of about equal work for a thread, the costliest first. A cell costs about 1/Ω, the number of
/// its slides; long segments save starts, short ones give every multiprocessor its share.
template <class FrequencyOfRow>
std::vector<Segment> segments_of(std::uint32_t rows, std::uint32_t most_rows, const FrequencyOfRow& frequency_of) {
    constexpr double most_work = 400.0;
    std::vector<Segment> segments;
    double work = 0.0;
    for (std::uint32_t row = 0; row < rows; ++row) {
        const double cost = 1.0 / std::max(frequency_of(row), 1e-9);
        const bool fits = !segments.empty() && segments.back().rows < most_rows && work + cost <= most_work;
        if (fits) {
            ++segments.back().rows;
            work += cost;
        } else {
            segments.push_back({row, 1});
            work = cost;
        }
    }
    std::ranges::stable_sort(segments, [&](const Segment& a, const Segment& b) {
        return frequency_of(a.first_row) < frequency_of(b.first_row);
    });
    return segments;
}

}  // namespace stickslip::cuda
