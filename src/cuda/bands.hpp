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

    [[nodiscard]] std::size_t rows() const {
        std::size_t sum = 0;
        for (const Segment& s : segments) sum += s.rows;
        return sum;
    }
};

/// Cuts rows into bands at `edges` (rising frequencies), one more than edges, the slowest first; some may be empty.
template <class FrequencyOfRow>
std::vector<Band> bands_of(std::uint32_t rows, std::uint32_t most_rows, std::span<const double> edges,
                           const FrequencyOfRow& frequency_of) {
    std::vector<Band> bands(edges.size() + 1);
    for (const Segment& segment : segments_of(rows, most_rows, frequency_of)) {
        const double frequency = frequency_of(segment.first_row);
        const auto band = std::ranges::upper_bound(edges, frequency) - edges.begin();
        bands[static_cast<std::size_t>(band)].segments.push_back(segment);
    }
    return bands;
}

}  // namespace stickslip::cuda
