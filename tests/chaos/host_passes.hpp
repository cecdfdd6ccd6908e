#pragma once

// The passes of a GPU over a map of attractors, on the host.

#include <deque>
#include <vector>

#include "cuda/attractor_passes.hpp"

namespace stickslip::cuda {

/// Searches of cells that take turns, as on a device.
template <class Law>
class HostPasses {
public:
    using Stage = AttractorSearch::Stage;

    HostPasses(std::span<const AttractorTask> tasks, const AttractorOptions& options)
        : cells_(cells_of(tasks)),
          searches(cells_.size()),
          motions_(cells_.size()),
          points_(cells_.size() * search_bounds(options).kept()),
          work_{cells_.data(),  searches.data(),        motions_.data(),
                points_.data(), search_bounds(options), series_bounds(options.series)} {
        for (std::uint32_t i = 0; i < cells_.size(); ++i) queue_.push_back({begin_cell(work_, i), i});
    }

    void run() {
        while (!queue_.empty()) {
            const auto [stage, i] = queue_.front();
            queue_.pop_front();
            const Stage next = stage == Stage::march ? march_cell(work_, i) : vary_cell(work_, i);
            ++passes;
            if (next != Stage::done) queue_.push_back({next, i});
        }
    }

private:
    static std::vector<AttractorCell<Law>> cells_of(std::span<const AttractorTask> tasks) {
        std::vector<AttractorCell<Law>> cells;
        for (const AttractorTask& t : tasks) {
            cells.push_back(attractor_cell(std::get<Law>(t.oscillator.law), t));
        }
        return cells;
    }

    std::vector<AttractorCell<Law>> cells_;

public:
    std::vector<AttractorSearch> searches;
    int passes = 0;

private:
    std::vector<PausedMotion<double>> motions_;
    std::vector<StateVector> points_;
    AttractorCells<Law> work_;
    std::deque<std::pair<Stage, std::uint32_t>> queue_;
};

}  // namespace stickslip::cuda
