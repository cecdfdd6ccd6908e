#include <algorithm>
#include <chrono>
#include <deque>
#include <mutex>

#include "rank_protocol.hpp"
#include "run_map.hpp"
#include "tile_workers.hpp"

namespace stickslip {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds between_signs_of_life{1};
constexpr std::chrono::microseconds between_offers{200};
constexpr int leader = 0;

/// Values on their way from the threads that compute to the one that sends.
class Outbox {
public:
    struct Result {
        RankHeader header;
        std::vector<std::byte> values;
    };

    void add(Result result) {
        const std::lock_guard lock(mutex_);
        results_.push_back(std::move(result));
    }

    [[nodiscard]] std::optional<Result> next() {
        const std::lock_guard lock(mutex_);
        if (results_.empty()) return std::nullopt;
        Result result = std::move(results_.front());
        results_.pop_front();
        return result;
    }

private:
    std::mutex mutex_;
    std::deque<Result> results_;
};

/// How many tiles should lie with this rank: enough for the time that an answer may take where the leader has to wait
/// for its turn on a busy machine, at the pace of the last tiles.
class Supply {
public:
    explicit Supply(const TileWorkers& workers) : workers_(workers) {}

    /// One more tile than threads, so that none waits for an answer, until the pace is known.
    [[nodiscard]] std::size_t wanted() const {
        constexpr double slow_answer = 0.5;  // seconds
        constexpr double most_each = 512.0;
        const double each = tile_seconds_ > 0.0 ? std::min(most_each, slow_answer / tile_seconds_) : 0.0;
        return static_cast<std::size_t>(workers_.threads()) * (1 + static_cast<std::size_t>(each)) + 1;
    }

    /// After some more tiles.
    void note(std::size_t tiles) {
        constexpr double newest = 0.3;  // weight of these tiles
        const double busy = workers_.busy_seconds();
        const double last = (busy - busy_before_) / static_cast<double>(tiles);
        tile_seconds_ = tile_seconds_ > 0.0 ? (1.0 - newest) * tile_seconds_ + newest * last : last;
        busy_before_ = busy;
    }

private:
    const TileWorkers& workers_;
    double busy_before_ = 0.0;
    double tile_seconds_ = 0.0;
};

/// Half of the tiles that are not yet begun, taken out.
std::vector<std::uint64_t> half_of(TileQueue& queue) {
    std::vector<std::uint64_t> tiles;
    for (std::size_t left = (queue.size() + 1) / 2; left > 0; --left) {
        const std::optional<std::size_t> tile = queue.take_now();
        if (!tile) break;
        tiles.push_back(*tile);
    }
    return tiles;
}

}  // namespace

void help_map(const CellEvaluator& evaluator, const Tiling& tiling, RankLink& link) {
    const TileLayout layout(evaluator.quantities(), tiling.shape().columns * tiling.shape().rows);
    TileQueue queue;
    Outbox outbox;
    TileWorkers workers(evaluator, tiling, layout, queue,
                        [&](std::size_t tile, const TileValues& values, std::uint32_t failures) {
                            outbox.add({{.word = Word::result, .failures = failures, .number = tile}, values.bytes()});
                        });
    Supply supply(workers);
    std::size_t wanted = 0;
    const auto ask = [&] {
        if (supply.wanted() == wanted) return;
        wanted = supply.wanted();
        const auto threads = static_cast<std::uint64_t>(workers.threads());
        say(link, leader, {.word = Word::supply, .number = wanted, .threads = threads});
    };
    const Clock::time_point started = Clock::now();
    Clock::time_point last_sign = started;
    ask();
    for (bool is_over = false; !is_over;) {
        std::size_t solved = 0;
        for (; const std::optional<Outbox::Result> result = outbox.next(); ++solved) {
            say(link, leader, result->header, result->values);
        }
        if (solved > 0) {
            supply.note(solved);
            ask();
        }
        bool was_idle = solved == 0;
        while (const std::optional<RankMessage> message = link.receive()) {
            const RankHeader header = header_of(*message);
            if (header.word == Word::give) {
                for (const std::uint64_t tile : tiles_of(*message)) queue.add(tile);
            }
            if (header.word == Word::ask_back) say_tiles(link, leader, Word::give_back, half_of(queue));
            if (header.word == Word::over) is_over = true;
            was_idle = false;
        }
        if (Clock::now() - last_sign > between_signs_of_life) {
            say(link, leader, {.word = Word::alive});
            last_sign = Clock::now();
        }
        if (workers.wait(std::chrono::milliseconds(0))) break;
        if (was_idle) std::this_thread::sleep_for(between_offers);
    }
    workers.stop();
    const double seconds = std::chrono::duration<double>(Clock::now() - started).count();
    const double busy_share = workers.busy_seconds() / (seconds * workers.threads());
    say(link, leader,
        {.word = Word::report, .threads = static_cast<std::uint64_t>(workers.threads()), .busy_share = busy_share});
}

std::optional<LaneWidth> hear_lanes(RankLink& link) {
    for (;;) {
        const std::optional<RankMessage> message = link.receive();
        if (!message) {
            std::this_thread::sleep_for(between_offers);
            continue;
        }
        const auto lanes = static_cast<LaneWidth>(header_of(*message).number);
        if (is_supported(lanes)) return lanes;
        say(link, leader, {.word = Word::unable, .number = static_cast<std::uint64_t>(best_lane_width())});
        return std::nullopt;
    }
}

}  // namespace stickslip
