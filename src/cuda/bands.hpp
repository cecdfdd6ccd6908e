#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "segments.hpp"

namespace stickslip::cuda {

/// Rows of similar frequency. While the slowest cells of one band are finished, the others march.
struct Band {
    std::vector<Segment> segments;  ///< the costliest first

    /// The most threads of a segment.
    [[nodiscard]] std::uint32_t threads(std::uint32_t columns) const {
        std::uint32_t most = 0;
        for (const Segment& s : segments) most = std::max(most, s.threads(columns));
        return most;
    }
    [[nodiscard]] std::size_t rows() const {
        std::size_t sum = 0;
        for (const Segment& s : segments) sum += s.rows;
        return sum;
    }
};

/// Cuts rows into bands at `edges` (rising frequencies), one more than edges, the slowest first; some may be empty.
template <class FrequencyOfRow>
std::vector<Band> bands_of(std::uint32_t rows, const SegmentSizes& sizes, bool has_rows_of_one_frequency,
                           std::span<const double> edges, const FrequencyOfRow& frequency_of) {
    std::vector<Band> bands(edges.size() + 1);
    const auto band_of = [&](std::uint32_t row) { return std::ranges::upper_bound(edges, frequency_of(row)); };
    for (std::uint32_t first = 0; first < rows;) {
        std::uint32_t last = first;
        while (last < rows && band_of(last) == band_of(first)) ++last;
        Band& band = bands[static_cast<std::size_t>(band_of(first) - edges.begin())];
        const auto frequency_from = [&](std::uint32_t row) { return frequency_of(first + row); };
        for (const Segment& s : segments_of(last - first, sizes, has_rows_of_one_frequency, frequency_from)) {
            band.segments.push_back({first + s.first_row, s.rows, s.run});
        }
        first = last;
    }
    return bands;
}

}  // namespace stickslip::cuda
