#include "run_map.hpp"

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
        : store_(store),
          options_(options),
          link_(options.link),
          helpers_(link_ == nullptr ? 1 : static_cast<std::size_t>(link_->size())),
          received_(store.layout()) {
        for (std::size_t tile = 0; tile < store.tiling().count(); ++tile) {
            if (store.has(tile)) {
                restored_ += store.tiling().rectangle(tile).cells();
            } else {
                queue_.add(tile);
            }
        }
        done_ = restored_;
        if (link_ == nullptr) queue_.close();  // else others may give tiles back
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
        const double busy_share = workers_->busy_seconds() / (all_seconds * workers_->threads());
        helpers_[0].idle_share = std::clamp(1.0 - busy_share, 0.0, 1.0);
        helpers_[0].threads = static_cast<std::size_t>(workers_->threads());
        say_goodbye();
        workers_.reset();
        return summary();
    }

private:
    struct Helper {
        Clock::time_point last_heard = Clock::now();
        std::size_t tiles = 0;   ///< given and not yet back
        std::size_t wanted = 0;  ///< of these, how many should lie with it
        std::size_t threads = 1;
        bool has_spare = false;  ///< may have tiles that it has not begun
        bool has_left = false;
        double idle_share = 0.0;
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
        // Where messages pile up this process has no time to compute: the others would wait for their next tiles.
        constexpr std::size_t many = 8;
        std::size_t heard = 0;
        while (const std::optional<RankMessage> message = link_->receive()) {
            hear(*message);
            if (++heard == many) queue_.hold(true);
        }
        if (heard >= many) queue_.hold(false);
        for (std::size_t rank = 1; rank < helpers_.size(); ++rank) {
            if (helpers_[rank].tiles == 0 || Clock::now() - helpers_[rank].last_heard < longest_silence) continue;
            throw std::runtime_error("rank " + std::to_string(rank) + " does not answer any more");
        }
        ask_back();
        return heard > 0;
    }

    void hear(const RankMessage& message) {
        Helper& helper = helpers_.at(static_cast<std::size_t>(message.from));
        helper.last_heard = Clock::now();
        const RankHeader header = header_of(message);
        switch (header.word) {
            case Word::unable: throw std::runtime_error(cannot_compute(message.from, header));
            case Word::supply:
                helper.wanted = header.number;
                helper.threads = header.threads;
                supply(message.from);
                break;
            case Word::result:
                std::ranges::copy(stickslip::values_of(message), received_.bytes().begin());
                keep(header.number, received_, header.failures);
                --helper.tiles;
                supply(message.from);
                break;
            case Word::give_back: take_back(helper, tiles_of(message)); break;
            case Word::report:
                helper.has_left = true;
                helper.threads = header.threads;
                helper.idle_share = std::clamp(1.0 - header.busy_share, 0.0, 1.0);
                break;
            default: break;
        }
    }

    [[nodiscard]] static std::string cannot_compute(int rank, const RankHeader& header) {
        const std::string widest(name(static_cast<LaneWidth>(header.number)));
        return "rank " + std::to_string(rank) + " has no vectors wider than " + widest +
               ", but this map is computed with wider ones; begin it with the vectors that all ranks have";
    }

    /// Gives a rank what it wants, but so that the tiles that are left would last all others as long: else it would
    /// still be busy with its supply when the others have nothing to do.
    void supply(int rank) {
        Helper& helper = helpers_[static_cast<std::size_t>(rank)];
        if (is_over_) return;
        std::size_t threads = static_cast<std::size_t>(workers_->threads());
        for (std::size_t i = 1; i < helpers_.size(); ++i) threads += helpers_[i].threads;
        const std::size_t left = queue_.size() / (2 * threads);
        const std::size_t fair = helper.threads * (1 + left) + (left > 1 ? 1 : 0);
        std::vector<std::uint64_t> tiles;
        while (helper.tiles + tiles.size() < std::min(helper.wanted, fair)) {
            const std::optional<std::size_t> tile = queue_.take_now();
            if (!tile) break;
            tiles.push_back(*tile);
        }
        if (tiles.empty()) return;
        say_tiles(*link_, rank, Word::give, tiles);
        helper.tiles += tiles.size();
        helper.has_spare = true;
    }

    /// Where nothing is left to hand out, the rank with most tiles is asked for some; one at a time.
    void ask_back() {
        if (is_asking_ || queue_.size() > 0) return;
        int richest = 0;
        std::size_t most = 0;
        for (std::size_t i = 1; i < helpers_.size(); ++i) {
            const Helper& helper = helpers_[i];
            if (!helper.has_spare || helper.tiles <= helper.threads || helper.tiles - helper.threads <= most) continue;
            richest = static_cast<int>(i);
            most = helper.tiles - helper.threads;
        }
        if (richest == 0) return;
        say(*link_, richest, {.word = Word::ask_back});
        is_asking_ = true;
    }

    void take_back(Helper& helper, const std::vector<std::uint64_t>& tiles) {
        is_asking_ = false;
        helper.has_spare = !tiles.empty();
        helper.tiles -= tiles.size();
        for (const std::uint64_t tile : tiles) queue_.add(tile);
        for (std::size_t i = 1; i < helpers_.size(); ++i) {
            if (&helpers_[i] != &helper) supply(static_cast<int>(i));
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
        s.ranks = static_cast<int>(helpers_.size());
        for (const Helper& helper : helpers_) {
            s.threads += static_cast<int>(helper.threads);
            s.idle_shares.push_back(helper.idle_share);
        }
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
    TileValues received_;
    TileQueue queue_;
    std::size_t restored_ = 0;
    std::atomic<std::size_t> done_{0};
    Clock::time_point started_ = Clock::now();
    Clock::time_point last_report_ = started_;
    bool is_asking_ = false;  ///< a rank has been asked for tiles and has not answered
    bool is_over_ = false;
    std::optional<TileWorkers> workers_;
};

}  // namespace

Tiling tiling_of(const MapRequest& request, const CellEvaluator& evaluator) {
    return {request.x.count, request.y.count, evaluator.tile_shape()};
}

void tell_lanes(RankLink& link, LaneWidth lanes) {
    for (int rank = 1; rank < link.size(); ++rank) {
        say(link, rank, {.word = Word::lanes, .number = static_cast<std::uint64_t>(lanes)});
    }
}

MapSummary run_map(const CellEvaluator& evaluator, TileStore& store, const MapOptions& options) {
    return Leader(evaluator, store, options).run();
}

MapValues compute_map(const CellEvaluator& evaluator, const MapRequest& request, const MapOptions& options) {
    MemoryStore store(tiling_of(request, evaluator), evaluator.quantities());
    MapValues map;
    map.summary = run_map(evaluator, store, options);
    if (!map.summary.is_complete) return map;
    for (std::size_t i = 0; i < request.x.count; ++i) map.x.push_back(request.x.centre(i));
    for (std::size_t i = 0; i < request.y.count; ++i) map.y.push_back(request.y.centre(i));
    map.quantities = evaluator.quantities();
    for (std::size_t q = 0; q < map.quantities.size(); ++q) map.values.push_back(values_of(store, q));
    return map;
}

}  // namespace stickslip
