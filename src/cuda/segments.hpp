#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "kinds/line/column_march.hpp"

namespace stickslip::cuda {

/// Cells for some threads. A thread marches down one column through all rows of the segment, or along `run` neighbours
/// in one of its rows; then the threads of its rows come before those of the next `run` columns.
struct Segment {
    std::uint32_t first_row;
    std::uint32_t rows;
    std::uint32_t run;  ///< 0: down the columns

    [[nodiscard]] STICKSLIP_KERNEL std::uint32_t runs_in_row(std::uint32_t columns) const {
        return run == 0 ? columns : (columns + run - 1) / run;
    }
    [[nodiscard]] STICKSLIP_KERNEL std::uint32_t threads(std::uint32_t columns) const {
        return run == 0 ? columns : rows * runs_in_row(columns);
    }
    /// How many cells this thread marches through; none beyond the last one.
    [[nodiscard]] STICKSLIP_KERNEL std::uint32_t cells_of(std::uint32_t thread, std::uint32_t columns) const {
        if (thread >= threads(columns)) return 0;
        if (run == 0) return rows;
        const std::uint32_t in_row = columns - thread / rows * run;
        return in_row < run ? in_row : run;
    }
};

/// How much a thread marches through: long segments save starts, short ones give every multiprocessor its share.
struct SegmentSizes {
    std::uint32_t most_rows = 200;  ///< down a column
    double slow_work = 16000.0;     ///< along a slow row, in slides: a cell costs about 1/Ω
    double longest_run = 64.0;      ///< cells along a slow row
    std::uint32_t slow_rows = 16;   ///< slow rows whose threads are neighbours: they go much the same way

    /// How a slow row is cut: the slowest cells are a thread's work each, the others go together.
    [[nodiscard]] std::uint32_t run_at(double frequency) const {
        return static_cast<std::uint32_t>(std::clamp(slow_work * frequency, 1.0, longest_run));
    }
    [[nodiscard]] std::uint32_t rows_at(double frequency) const {
        constexpr double most_work = 400.0;
        return static_cast<std::uint32_t>(std::clamp(most_work * frequency, 1.0, static_cast<double>(most_rows)));
    }
};

/// Cuts rows into segments, the costliest first. Slow rows are marched along if all cells of a row have one frequency.
template <class FrequencyOfRow>
std::vector<Segment> segments_of(std::uint32_t rows, const SegmentSizes& sizes, bool has_rows_of_one_frequency,
                                 const FrequencyOfRow& frequency_of) {
    std::vector<Segment> segments;
    for (std::uint32_t row = 0; row < rows; ++row) {
        const double frequency = frequency_of(row);
        const std::uint32_t run = has_rows_of_one_frequency && frequency < slow_frequency ? sizes.run_at(frequency) : 0;
        const std::uint32_t most = run > 0 ? sizes.slow_rows : sizes.rows_at(frequency);
        const bool fits = !segments.empty() && segments.back().run == run && segments.back().rows < most;
        if (fits) {
            ++segments.back().rows;
        } else {
            segments.push_back({row, 1, run});
        }
    }
    std::ranges::stable_sort(segments, [&](const Segment& a, const Segment& b) {
        return frequency_of(a.first_row) < frequency_of(b.first_row);
    });
    return segments;
}

}  // namespace stickslip::cuda
