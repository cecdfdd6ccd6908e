#pragma once

// A device that runs what the threads of a GPU run, pass by pass, on the host.

#include <vector>

#include "../chaos/host_passes.hpp"
#include "cuda/bands.hpp"
#include "cuda/map_columns.hpp"
#include "cuda/passes.hpp"
#include "maps/map_device.hpp"

namespace stickslip {

class HostDevice : public MapDevice {
public:
    /// Lists have room for this share of the cells.
    explicit HostDevice(double list_share = 1.0) : list_share_(list_share) {}

    [[nodiscard]] std::string backend() const override { return "host"; }
    [[nodiscard]] std::string name() const override { return "the threads of a GPU on the host"; }

    [[nodiscard]] std::vector<std::uint32_t> solve(const DeviceTile& tile,
                                                   std::span<CellSolution<double>> solutions) override {
        using namespace cuda;
        const Columns found(tile.cells.size());
        std::vector<std::uint32_t> doubtful;
        std::size_t rows_done = 0;
        const std::size_t columns = tile.columns;
        const auto frequency_of = [&](std::uint32_t row) { return tile.cells[row * columns].frequency; };
        const double edges[] = {0.05, 0.4};
        const auto rows = static_cast<std::uint32_t>(tile.cells.size() / columns);
        for (const Band& band : bands_of(rows, SegmentSizes{.most_rows = most_rows},
                                         has_rows_of_one_frequency(tile.cells, columns), edges, frequency_of)) {
            rows_done += band.rows();
            solve_band(band, tile, found, solutions, doubtful);
        }
        if (rows_done != rows) throw std::logic_error("the bands do not cover the rows");
        return doubtful;
    }

    /// Leaves the first task to the processor.
    [[nodiscard]] std::vector<std::uint32_t> find_attractors(std::span<const AttractorTask> tasks,
                                                             std::span<Attractor> found,
                                                             const std::atomic<bool>& /*stop*/) override {
        std::visit(
            [&]<class Law>(const Law&) {
                if constexpr (cuda::is_for_device<Law>) {
                    cuda::HostPasses<Law> passes(tasks.subspan(1), {});
                    passes.run();
                    for (std::size_t i = 1; i < tasks.size(); ++i) {
                        const AttractorSearch& s = passes.searches[i - 1];
                        found[i] = {s.kind(), s.cycle(), {}, s.multiplier(), s.exponent()};
                    }
                } else {
                    throw std::logic_error("not for a device");
                }
            },
            tasks.front().oscillator.law);
        return {0};
    }

    /// Of all tiles so far: how often each cell was stored by a pass or set aside for the next.
    std::vector<int> stored, set_aside;
    std::uint32_t aside_count = 0;
    std::uint32_t hard_count = 0;

private:
    static constexpr std::uint32_t most_rows = 13;

    /// The columns of a map on the host.
    struct Columns {
        explicit Columns(std::size_t cells) : regime(cells) {
            for (auto& c : counts) c.resize(cells);
            for (auto& r : reals) r.resize(cells);
        }
        mutable std::vector<std::uint8_t> regime;
        mutable std::vector<std::int32_t> counts[3];
        mutable std::vector<double> reals[6];

        [[nodiscard]] cuda::MapColumns columns() const {
            return {regime.data(),   counts[0].data(), counts[1].data(), counts[2].data(), reals[0].data(),
                    reals[1].data(), reals[2].data(),  reals[3].data(),  reals[4].data(),  reals[5].data()};
        }
    };

    /// Stores as a map does and counts.
    struct CountingSink {
        cuda::MapColumns columns;
        int* stored;

        void put(std::size_t i, const CellSolution<double>& s) const {
            columns.put(i, s);
            ++stored[i];
        }
    };

    void solve_band(const cuda::Band& band, const DeviceTile& tile, const Columns& found,
                    std::span<CellSolution<double>> solutions, std::vector<std::uint32_t>& doubtful) {
        using namespace cuda;
        const std::size_t count = tile.cells.size();
        stored.resize(count);
        set_aside.resize(count);
        const auto capacity = static_cast<std::uint32_t>(list_share_ * static_cast<double>(count));
        constexpr std::uint32_t guard = 0xFFFF'FFFF;  // behind the end of every list
        std::vector<std::uint32_t> aside(capacity + 1, guard);
        std::vector<std::uint32_t> hard(capacity + 1, guard);
        std::vector<std::uint32_t> places(capacity + 1, guard);
        std::vector<CellSolution<double>> in_doubt(capacity);
        std::uint32_t counts[3] = {0, 0, 0};
        const Leftovers leftovers{{aside.data(), &counts[0], capacity},
                                  {hard.data(), &counts[1], capacity},
                                  {places.data(), in_doubt.data(), &counts[2], capacity}};
        const MarchOptions options{static_cast<std::uint32_t>(tile.columns), tile.kind, tile.wishes};
        const ListedCells cells{tile.cells.data(), tile.columns};
        const CountingSink sink{found.columns(), stored.data()};
        for (const Segment& segment : band.segments) {
            for (std::uint32_t thread = 0; thread < segment.threads(options.columns); ++thread) {
                march_thread<FlowKind>(cells, segment, thread, options, sink, leftovers);
            }
        }
        for (std::uint32_t i = 0; i < leftovers.aside.size(); ++i) ++set_aside[aside[i]];
        constexpr std::uint32_t threads = 3;
        for (std::uint32_t t = 0; t < threads; ++t)
            finish_thread<FlowKind>(cells, t, threads, options, sink, leftovers);
        for (std::uint32_t t = 0; t < threads; ++t)
            search_thread<FlowKind>(cells, t, threads, options, sink, leftovers);
        if (aside.back() != guard || hard.back() != guard || places.back() != guard) {
            throw std::logic_error("a list was written beyond its end");
        }
        aside_count += counts[0];
        hard_count += counts[1];
        for (const Segment& segment : band.segments) {
            const std::size_t first = segment.first_row * tile.columns;
            for (std::size_t i = first; i < first + segment.rows * tile.columns; ++i) {
                solutions[i] = found.columns().get(i);
            }
        }
        for (std::uint32_t i = 0; i < std::min(counts[2], capacity); ++i) {
            doubtful.push_back(places[i]);
            solutions[places[i]] = in_doubt[i];
        }
    }

    double list_share_;
};

}  // namespace stickslip
