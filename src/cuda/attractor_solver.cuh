#pragma once

// Passes over the cells of a map of attractors until none is left. In a round every cell that marches marches one
// stretch, and every cell that asks Newton gets one image: work of about the same length. The growth of tangents comes
// last, for all cells at once.

#include <algorithm>
#include <atomic>
#include <span>
#include <vector>

#include "attractor_kernels.cuh"
#include "device.cuh"

namespace stickslip::cuda {

struct AttractorSolverOptions {
    std::uint32_t block = 64;              ///< threads of a block
    std::uint32_t blocks_a_processor = 6;  ///< of the march; as many as its registers allow
    std::uint32_t most_cells = 1U << 18;   ///< at once
    /// A round takes as long as its slowest cell. When no more than this share of the cells is left, the processor
    /// finishes them sooner.
    double left_share = 1.0 / 4096.0;
};

/// How the work went, for benchmarks.
struct AttractorRounds {
    int rounds = 0;
    std::uint64_t marches = 0;  ///< stretches of the march
    std::uint64_t images = 0;   ///< for Newton
    std::uint64_t growths = 0;
    std::uint64_t left = 0;  ///< cells for the processor
};

template <class Law>
class AttractorSolver {
public:
    AttractorSolver(const SearchBounds& search, const SeriesBounds& series, const AttractorSolverOptions& options = {})
        : search_(search),
          series_(series),
          options_(options),
          most_blocks_(multiprocessors() * options.blocks_a_processor) {}

    /// Ends early, with cells not done, when `stop` becomes true.
    std::vector<AttractorAnswer> solve(std::span<const AttractorCell<Law>> cells, const std::atomic<bool>& stop) {
        std::vector<AttractorAnswer> answers(cells.size());  // of the stage march: not done
        rounds_ = {};
        const std::size_t batch = std::min<std::size_t>(cells.size(), largest_batch());
        for (std::size_t first = 0; first < cells.size() && !stop; first += batch) {
            const std::size_t count = std::min(batch, cells.size() - first);
            solve_batch(cells.subspan(first, count), stop, std::span(answers).subspan(first, count));
        }
        return answers;
    }

    [[nodiscard]] const AttractorRounds& rounds() const { return rounds_; }

private:
    enum Counter { march_count, shoot_count, march_next, shoot_next, grow_count, grow_next, counters };

    /// Half of what is free now: the stacks of the threads need room, too.
    [[nodiscard]] std::size_t largest_batch() const {
        std::size_t free = 0;
        std::size_t total = 0;
        check(cudaMemGetInfo(&free, &total), "free memory");
        const std::size_t cell = sizeof(AttractorCell<Law>) + sizeof(AttractorSearch) + sizeof(PausedMotion<double>) +
                                 search_.kept() * sizeof(StateVector) + sizeof(AttractorAnswer) +
                                 5 * sizeof(std::uint32_t);
        return std::clamp<std::size_t>(free / 2 / cell, 1, options_.most_cells);
    }

    void reserve(std::size_t count) {
        cells_.reserve(count);
        searches_.reserve(count);
        motions_.reserve(count);
        points_.reserve(count * search_.kept());
        answers_.reserve(count);
        for (auto& q : queues_) q.reserve(count);
        counters_.reserve(counters);
    }

    [[nodiscard]] AttractorCells<Law> work() const {
        return {cells_.data(), searches_.data(), motions_.data(), points_.data(), search_, series_};
    }

    /// The queues that a round fills; the two sides take turns.
    [[nodiscard]] StageQueues filled(int side) const {
        std::uint32_t* const c = counters_.data();
        return {{queues_[side].data(), c + march_count, c + march_next},
                {queues_[2 + side].data(), c + shoot_count, c + shoot_next},
                {queues_[4].data(), c + grow_count, c + grow_next}};
    }

    struct Counts {
        std::uint32_t march, shoot, grow;
    };
    [[nodiscard]] Counts counts() const {
        std::uint32_t c[counters];
        check(cudaMemcpyAsync(c, counters_.data(), sizeof c, cudaMemcpyDeviceToHost, streams_[0].get()), "counts");
        streams_[0].wait();
        return {c[march_count], c[shoot_count], c[grow_count]};
    }

    [[nodiscard]] std::uint32_t blocks(std::uint32_t count) const {
        return std::clamp((count + options_.block - 1) / options_.block, 1U, most_blocks_);
    }

    void solve_batch(std::span<const AttractorCell<Law>> cells, const std::atomic<bool>& stop,
                     std::span<AttractorAnswer> answers) {
        const auto count = static_cast<std::uint32_t>(cells.size());
        const cudaStream_t stream = streams_[0].get();
        reserve(count);
        check(cudaMemcpyAsync(cells_.data(), cells.data(), cells.size_bytes(), cudaMemcpyHostToDevice, stream),
              "cells");
        check(cudaMemsetAsync(counters_.data(), 0, counters * sizeof(std::uint32_t), stream), "counts");
        cuda::launch(begin_attractors_kernel<Law>, blocks(count), options_.block, stream, "the first pass", work(),
                     count, filled(0));
        const auto most_left = static_cast<std::uint32_t>(options_.left_share * count);
        Counts left = counts();
        for (int side = 0; left.march + left.shoot > most_left && !stop; side = 1 - side) {
            run_round(side, left);
            left = counts();
        }
        if (!stop) grow(left.grow);
        rounds_.left += left.march + left.shoot;
        cuda::launch(answer_attractors_kernel, blocks(count), options_.block, stream, "the answers", searches_.data(),
                     count, answers_.data());
        check(cudaMemcpyAsync(answers.data(), answers_.data(), answers.size_bytes(), cudaMemcpyDeviceToHost, stream),
              "the answers");
        streams_[0].wait();
    }

    void run_round(int side, const Counts& left) {
        const StageQueues from = filled(side);
        const StageQueues to = filled(1 - side);
        check(cudaMemsetAsync(counters_.data(), 0, 4 * sizeof(std::uint32_t), streams_[0].get()), "counts");
        streams_[0].wait();
        if (left.march > 0) {
            cuda::launch(march_attractors_kernel<Law>, blocks(left.march), options_.block, streams_[0].get(), "a march",
                         work(), from.march, left.march, to);
        }
        if (left.shoot > 0) {
            cuda::launch(vary_attractors_kernel<Law>, blocks(left.shoot), options_.block, streams_[1].get(),
                         "images for Newton", work(), from.shoot, left.shoot, to);
        }
        for (const Stream& s : streams_) s.wait();
        ++rounds_.rounds;
        rounds_.marches += left.march;
        rounds_.images += left.shoot;
    }

    void grow(std::uint32_t count) {
        if (count == 0) return;
        const StageQueues queues = filled(0);
        cuda::launch(vary_attractors_kernel<Law>, blocks(count), options_.block, streams_[0].get(),
                     "the growth of tangents", work(), queues.grow, count, queues);
        rounds_.growths += count;
    }

    SearchBounds search_;
    SeriesBounds series_;
    AttractorSolverOptions options_;
    std::uint32_t most_blocks_;
    AttractorRounds rounds_;
    Stream streams_[2];
    DeviceArray<AttractorCell<Law>> cells_;
    DeviceArray<AttractorSearch> searches_;
    DeviceArray<PausedMotion<double>> motions_;
    DeviceArray<StateVector> points_;
    DeviceArray<AttractorAnswer> answers_;
    DeviceArray<std::uint32_t> queues_[5];  // march, march, shoot, shoot, grow
    DeviceArray<std::uint32_t> counters_;
};

}  // namespace stickslip::cuda
