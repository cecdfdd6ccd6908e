#include "stickslip/maps/run_map.hpp"

#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

namespace stickslip {

namespace {

constexpr std::chrono::milliseconds between_reports{100};

/// The tiles still to do, and what becomes of them. Workers take the next one until there is none or they are told to
/// stop, so that hard and easy parts of the plane balance out.
class TileWork {
public:
    TileWork(const CellEvaluator& evaluator, TileStore& store) : evaluator_(evaluator), store_(store) {
        for (std::size_t tile = 0; tile < store.tiling().count(); ++tile) {
            if (store.has(tile)) {
                restored_ += store.tiling().rectangle(tile).cells();
            } else {
                pending_.push_back(tile);
            }
        }
        done_ = restored_;
    }

    /// Runs in a thread of its own, so that the caller's thread is free to report.
    void run(int threads) {
        try {
            tbb::task_arena arena(threads);
            arena.execute([&] {
                tbb::task_group workers;
                for (int i = 0; i < threads; ++i) workers.run([&] { work(); });
                workers.wait();
            });
        } catch (...) {
            stop_ = true;
            error_ = std::current_exception();
        }
        const std::lock_guard lock(mutex_);
        is_over_ = true;
        over_.notify_all();
    }

    /// Waits until all is done, asking `progress` now and then whether to go on.
    void watch(const MapOptions& options, std::chrono::steady_clock::time_point started) {
        std::unique_lock lock(mutex_);
        while (!over_.wait_for(lock, between_reports, [&] { return is_over_; })) {
            if (!options.progress) continue;
            lock.unlock();
            if (!options.progress(report(started))) stop_ = true;
            lock.lock();
        }
    }

    void stop() { stop_ = true; }
    [[nodiscard]] bool is_complete() const { return done_ == store_.tiling().columns() * store_.tiling().rows(); }
    [[nodiscard]] std::size_t computed() const { return done_ - restored_; }
    void rethrow() const {
        if (error_) std::rethrow_exception(error_);
    }

private:
    void work() {
        TileValues values(store_.layout());
        for (;;) {
            const std::size_t next = next_.fetch_add(1);
            if (next >= pending_.size() || stop_) return;
            const std::size_t tile = pending_[next];
            const TileRectangle rectangle = store_.tiling().rectangle(tile);
            evaluator_.evaluate(rectangle.indices(), rectangle.columns, values, stop_);
            if (stop_) return;
            std::uint32_t failures = 0;
            for (std::size_t i = 0; i < rectangle.cells(); ++i) {
                if (static_cast<int>(values.get(0, i)) == evaluator_.failure_flag()) ++failures;
            }
            store_.put(tile, values, failures);
            done_ += rectangle.cells();
        }
    }

    [[nodiscard]] MapProgress report(std::chrono::steady_clock::time_point started) const {
        const std::size_t cells = store_.tiling().columns() * store_.tiling().rows();
        const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - started;
        return {cells, done_, restored_, elapsed.count()};
    }

    const CellEvaluator& evaluator_;
    TileStore& store_;
    std::vector<std::size_t> pending_;
    std::size_t restored_ = 0;
    std::atomic<std::size_t> next_{0};
    std::atomic<std::size_t> done_{0};
    std::atomic<bool> stop_{false};
    std::exception_ptr error_;
    std::mutex mutex_;
    std::condition_variable over_;
    bool is_over_ = false;
};

int allowed_threads() {
    return static_cast<int>(tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism));
}

}  // namespace

Tiling tiling_of(const MapRequest& request, const CellEvaluator& evaluator) {
    return {request.x.count, request.y.count, evaluator.tile_shape()};
}

MapSummary run_map(const CellEvaluator& evaluator, TileStore& store, const MapOptions& options) {
    const auto started = std::chrono::steady_clock::now();
    const int threads = allowed_threads();
    TileWork work(evaluator, store);
    std::thread conductor([&] { work.run(threads); });
    try {
        work.watch(options, started);
    } catch (...) {
        work.stop();
        conductor.join();
        throw;
    }
    conductor.join();
    work.rethrow();
    MapSummary summary;
    summary.cells = store.tiling().columns() * store.tiling().rows();
    summary.computed = work.computed();
    summary.is_complete = work.is_complete();
    summary.threads = threads;
    for (std::size_t tile = 0; tile < store.tiling().count(); ++tile) {
        if (store.has(tile)) summary.not_converged += store.failures(tile);
    }
    summary.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    return summary;
}

MapValues compute_map(const MapRequest& request, const MapOptions& options) {
    const std::unique_ptr<const CellEvaluator> evaluator = make_evaluator(request);
    MemoryStore store(tiling_of(request, *evaluator), evaluator->quantities());
    MapValues map;
    map.summary = run_map(*evaluator, store, options);
    for (std::size_t i = 0; i < request.x.count; ++i) map.x.push_back(request.x.centre(i));
    for (std::size_t i = 0; i < request.y.count; ++i) map.y.push_back(request.y.centre(i));
    map.quantities = evaluator->quantities();
    for (std::size_t q = 0; q < map.quantities.size(); ++q) map.values.push_back(values_of(store, q));
    return map;
}

}  // namespace stickslip
