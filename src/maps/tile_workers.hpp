#pragma once

#include <tbb/task_arena.h>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "cell_evaluator.hpp"
#include "tile_store.hpp"

namespace stickslip {

/// Tiles to do. Threads take the next one, so that hard and easy parts of the plane balance out.
class TileQueue {
public:
    void add(std::size_t tile);

    /// Nothing more will be added.
    void close();

    /// The next tile; waits while there is none and more may come, or while tiles are held; nullopt at the end.
    [[nodiscard]] std::optional<std::size_t> take();

    /// Whether those who wait for a tile go on waiting.
    void hold(bool);

    /// The next tile if there is one now.
    [[nodiscard]] std::optional<std::size_t> take_now();

    [[nodiscard]] std::size_t size();

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::size_t> tiles_;
    bool is_closed_ = false;
    bool is_held_ = false;
};

/// What becomes of a tile that is computed; called from any thread.
using TileSink = std::function<void(std::size_t tile, const TileValues&, std::uint32_t failures)>;

/// Threads that compute the tiles of a queue until it ends, beside the thread that made them.
class TileWorkers {
public:
    TileWorkers(const CellEvaluator&, const Tiling&, const TileLayout&, TileQueue&, TileSink);
    TileWorkers(const TileWorkers&) = delete;
    TileWorkers& operator=(const TileWorkers&) = delete;

    /// Stops and waits.
    ~TileWorkers();

    /// Tiles under way are given up.
    void stop();

    /// Waits for the end of the queue or an error, at most this long; true at the end. @throws what a tile threw.
    [[nodiscard]] bool wait(std::chrono::milliseconds);

    [[nodiscard]] int threads() const { return threads_; }

    /// Seconds that all threads together spent on tiles.
    [[nodiscard]] double busy_seconds() const { return static_cast<double>(busy_nanoseconds_) * 1e-9; }

private:
    void run();
    void work();

    const CellEvaluator& evaluator_;
    const Tiling& tiling_;
    const TileLayout& layout_;
    TileQueue& queue_;
    TileSink sink_;
    int threads_;
    std::atomic<bool> stop_{false};
    std::atomic<std::int64_t> busy_nanoseconds_{0};
    std::mutex mutex_;
    std::condition_variable over_;
    bool is_over_ = false;
    std::exception_ptr error_;
    std::thread conductor_;
};

}  // namespace stickslip
