#include "stickslip/maps/run_map.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>

#include "rank_protocol.hpp"
#include "tile_workers.hpp"

namespace stickslip {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds between_reports{100};
constexpr std::chrono::milliseconds between_looks{1};  // for messages of other ranks
constexpr std::chrono::seconds longest_silence{60};    // of a rank, before it counts as lost
constexpr std::chrono::seconds longest_farewell{10};

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

std::size_t cells_of(const Tiling& tiling) { return tiling.columns() * tiling.rows(); }

/// Computes tiles on its own threads, hands others out to the other ranks, stores all of them.
class Leader {
public:
    Leader(const CellEvaluator& evaluator, TileStore& store, const MapOptions& options)
        : store_(store), options_(options), link_(options.link), helpers_(link_ == nullptr ? 0 : link_->size()) {
        for (std::size_t tile = 0; tile < store.tiling().count(); ++tile) {
            if (store.has(tile)) {
                restored_ += store.tiling().rectangle(tile).cells();
            } else {
                queue_.add(tile);
            }
        }
        done_ = restored_;
        queue_.close();
        workers_.emplace(evaluator, store.tiling(), store.layout(), queue_,
                         [this](std::size_t tile, const TileValues& values, std::uint32_t failures) {
                             keep(tile, values, failures);
                         });
    }

    MapSummary run() {
        bool are_workers_done = false;
        while (!is_complete() && go_on()) {
            const bool has_heard = serve();
            if (are_workers_done) {
                if (!has_heard) std::this_thread::sleep_for(between_looks);
                continue;
            }
            const auto patience = link_ == nullptr ? between_reports : between_looks;
            are_workers_done = workers_->wait(has_heard ? std::chrono::milliseconds(0) : patience);
            if (are_workers_done && link_ == nullptr) break;
        }
        workers_->stop();
        const double all_seconds = seconds_since(started_);
        if (!are_workers_done) static_cast<void>(workers_->wait(std::chrono::milliseconds(0)));
        least_busy_ = workers_->busy_seconds() / (all_seconds * workers_->threads());
        threads_ = workers_->threads();
        say_goodbye();
        workers_.reset();
        return summary();
    }

private:
    struct Helper {
        Clock::time_point last_heard = Clock::now();
        std::size_t tiles = 0;  ///< given and not yet back
        bool has_left = false;
    };

    [[nodiscard]] bool is_complete() const { return done_ == cells_of(store_.tiling()); }

    void keep(std::size_t tile, const TileValues& values, std::uint32_t failures) {
        store_.put(tile, values, failures);
        done_ += store_.tiling().rectangle(tile).cells();
    }

    /// Asks `progress` now and then whether to go on.
    [[nodiscard]] bool go_on() {
        if (!options_.progress || Clock::now() - last_report_ < between_reports) return true;
        last_report_ = Clock::now();
        return options_.progress({cells_of(store_.tiling()), done_, restored_, seconds_since(started_)});
    }

    /// Answers all messages that are there; whether there were any.
    bool serve() {
        if (link_ == nullptr) return false;
        bool has_heard = false;
        while (const std::optional<RankMessage> message = link_->receive()) {
            has_heard = true;
            hear(*message);
        }
        for (std::size_t rank = 1; rank < helpers_.size(); ++rank) {
            if (helpers_[rank].tiles == 0 || Clock::now() - helpers_[rank].last_heard < longest_silence) continue;
            throw std::runtime_error("rank " + std::to_string(rank) + " does not answer any more");
        }
        return has_heard;
    }

    void hear(const RankMessage& message) {
        Helper& helper = helpers_.at(static_cast<std::size_t>(message.from));
        helper.last_heard = Clock::now();
        const RankHeader header = header_of(message);
        switch (header.word) {
            case Word::ask: give(message.from, header.number); break;
            case Word::result: {
                TileValues values(store_.layout());
                const std::span<const std::byte> bytes = stickslip::values_of(message);
                std::ranges::copy(bytes, values.bytes().begin());
                keep(header.number, values, header.failures);
                --helper.tiles;
                give(message.from, 1);
                break;
            }
            case Word::report:
                helper.has_left = true;
                least_busy_ = std::min(least_busy_, header.busy_share);
                threads_ += static_cast<int>(header.number);
                break;
            default: break;
        }
    }

    void give(int rank, std::size_t count) {
        for (; count > 0 && !is_over_; --count) {
            const std::optional<std::size_t> tile = queue_.take_now();
            if (!tile) return;
            say(*link_, rank, {.word = Word::give, .number = *tile});
            ++helpers_[static_cast<std::size_t>(rank)].tiles;
        }
    }

    void say_goodbye() {
        is_over_ = true;
        if (link_ == nullptr) return;
        for (int rank = 1; rank < link_->size(); ++rank) say(*link_, rank, {.word = Word::over});
        const Clock::time_point begin = Clock::now();
        const auto have_all_left = [&] {
            return std::all_of(helpers_.begin() + 1, helpers_.end(), [](const Helper& h) { return h.has_left; });
        };
        while (!have_all_left() && Clock::now() - begin < longest_farewell) {
            if (const std::optional<RankMessage> message = link_->receive()) {
                hear(*message);
            } else {
                std::this_thread::sleep_for(between_looks);
            }
        }
    }

    [[nodiscard]] MapSummary summary() const {
        MapSummary s;
        s.cells = cells_of(store_.tiling());
        s.computed = done_ - restored_;
        s.is_complete = is_complete();
        s.threads = threads_;
        s.ranks = link_ == nullptr ? 1 : link_->size();
        s.largest_idle_share = std::clamp(1.0 - least_busy_, 0.0, 1.0);
        for (std::size_t tile = 0; tile < store_.tiling().count(); ++tile) {
            if (store_.has(tile)) s.not_converged += store_.failures(tile);
        }
        s.seconds = seconds_since(started_);
        return s;
    }

    TileStore& store_;
    const MapOptions& options_;
    RankLink* link_;
    std::vector<Helper> helpers_;  ///< by rank; the first is this process
    TileQueue queue_;
    std::size_t restored_ = 0;
    std::atomic<std::size_t> done_{0};
    Clock::time_point started_ = Clock::now();
    Clock::time_point last_report_ = started_;
    double least_busy_ = 1.0;
    int threads_ = 0;
    bool is_over_ = false;
    std::optional<TileWorkers> workers_;
};

}  // namespace

Tiling tiling_of(const MapRequest& request, const CellEvaluator& evaluator) {
    return {request.x.count, request.y.count, evaluator.tile_shape()};
}

MapSummary run_map(const CellEvaluator& evaluator, TileStore& store, const MapOptions& options) {
    return Leader(evaluator, store, options).run();
}

MapValues compute_map(const MapRequest& request, const MapOptions& options) {
    const std::unique_ptr<const CellEvaluator> evaluator = make_evaluator(request);
    MemoryStore store(tiling_of(request, *evaluator), evaluator->quantities());
    MapValues map;
    map.summary = run_map(*evaluator, store, options);
    if (!map.summary.is_complete) return map;
    for (std::size_t i = 0; i < request.x.count; ++i) map.x.push_back(request.x.centre(i));
    for (std::size_t i = 0; i < request.y.count; ++i) map.y.push_back(request.y.centre(i));
    map.quantities = evaluator->quantities();
    for (std::size_t q = 0; q < map.quantities.size(); ++q) map.values.push_back(values_of(store, q));
    return map;
}

}  // namespace stickslip
