#include "tile_workers.hpp"

#include <tbb/global_control.h>
#include <tbb/task_group.h>

#include <algorithm>
#include <chrono>

#include "stickslip/interruption.hpp"

namespace stickslip {

void TileQueue::add(std::size_t tile) {
    const std::lock_guard lock(mutex_);
    tiles_.push_back(tile);
    changed_.notify_one();
}

void TileQueue::close() {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
    changed_.notify_all();
}

void TileQueue::hold(bool is_held) {
    const std::lock_guard lock(mutex_);
    is_held_ = is_held;
    changed_.notify_all();
}

std::optional<std::size_t> TileQueue::take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return is_closed_ || (!tiles_.empty() && !is_held_); });
    if (tiles_.empty()) return std::nullopt;
    const std::size_t tile = tiles_.front();
    tiles_.pop_front();
    return tile;
}

std::optional<std::size_t> TileQueue::take_now() {
    const std::lock_guard lock(mutex_);
    if (tiles_.empty()) return std::nullopt;
    const std::size_t tile = tiles_.front();
    tiles_.pop_front();
    return tile;
}

std::size_t TileQueue::size() {
    const std::lock_guard lock(mutex_);
    return tiles_.size();
}

TileWorkers::TileWorkers(const CellEvaluator& evaluator, const Tiling& tiling, const TileLayout& layout,
                         TileQueue& queue, TileSink sink)
    : evaluator_(evaluator),
      tiling_(tiling),
      layout_(layout),
      queue_(queue),
      sink_(std::move(sink)),
      threads_(static_cast<int>(tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism))),
      conductor_([this] { run(); }) {}

TileWorkers::~TileWorkers() {
    stop();
    conductor_.join();
}

void TileWorkers::stop() {
    stop_ = true;
    queue_.close();
}

bool TileWorkers::wait(std::chrono::milliseconds longest) {
    std::unique_lock lock(mutex_);
    over_.wait_for(lock, longest, [&] { return is_over_; });
    if (is_over_ && error_) std::rethrow_exception(error_);
    return is_over_;
}

void TileWorkers::run() {
    std::exception_ptr error;
    try {
        tbb::task_arena arena(threads_);
        arena.execute([&] {
            tbb::task_group workers;
            for (int i = 0; i < threads_; ++i) {
                workers.run([&] {
                    try {
                        work();
                    } catch (const Interrupted&) {
                        // Told to stop: the tile under way is given up.
                    } catch (...) {
                        stop();
                        throw;
                    }
                });
            }
            workers.wait();
        });
    } catch (...) {
        error = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    error_ = error;
    is_over_ = true;
    over_.notify_all();
}

void TileWorkers::work() {
    const InterruptionScope scope(stop_);
    TileValues values(layout_);
    while (const std::optional<std::size_t> tile = queue_.take()) {
        if (stop_) return;
        const auto started = std::chrono::steady_clock::now();
        const TileRectangle rectangle = tiling_.rectangle(*tile);
        std::ranges::fill(values.bytes(), std::byte{0});  // a tile at the edge of the map leaves some places unused
        evaluator_.evaluate(rectangle.indices(), rectangle.columns, values);
        const std::size_t failures = values.count_flag(0, rectangle.cells(), evaluator_.failure_flag());
        sink_(*tile, values, static_cast<std::uint32_t>(failures));
        const std::chrono::nanoseconds spent = std::chrono::steady_clock::now() - started;
        busy_nanoseconds_ += spent.count();
    }
}

}  // namespace stickslip
