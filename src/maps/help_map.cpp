#include <algorithm>
#include <chrono>
#include <deque>
#include <mutex>

#include "rank_protocol.hpp"
#include "stickslip/maps/run_map.hpp"
#include "tile_workers.hpp"

namespace stickslip {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds between_signs_of_life{1};
constexpr std::chrono::microseconds between_looks{200};
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

/// Enough for the time that an answer may take.
std::size_t tiles_to_lie_ready(const TileWorkers& workers, std::size_t solved) {
    constexpr double slow_answer = 0.02;  // seconds: the leader may have to wait for its turn on a busy machine
    constexpr double most_each = 16.0;
    if (solved == 0) return 0;
    const double tile_seconds = workers.busy_seconds() / static_cast<double>(solved);
    const double each = std::min(most_each, slow_answer / std::max(tile_seconds, 1e-9));
    return static_cast<std::size_t>(static_cast<double>(workers.threads()) * (1.0 + each));
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
    // One more tile than threads lies ready, so that no thread waits for an answer; more where tiles are quick.
    std::size_t wanted = static_cast<std::size_t>(workers.threads()) + 1;
    std::size_t solved = 0;
    say(link, leader, {.word = Word::ask, .number = wanted});
    const Clock::time_point started = Clock::now();
    Clock::time_point last_sign = started;
    for (bool is_over = false; !is_over;) {
        bool was_idle = true;
        while (const std::optional<Outbox::Result> result = outbox.next()) {
            say(link, leader, result->header, result->values);
            ++solved;
            was_idle = false;
        }
        if (!was_idle) {
            const std::size_t more = tiles_to_lie_ready(workers, solved);
            if (more > wanted) say(link, leader, {.word = Word::ask, .number = more - wanted});
            wanted = std::max(wanted, more);
        }
        while (const std::optional<RankMessage> message = link.receive()) {
            const RankHeader header = header_of(*message);
            if (header.word == Word::give) queue.add(header.number);
            if (header.word == Word::over) is_over = true;
            was_idle = false;
        }
        if (Clock::now() - last_sign > between_signs_of_life) {
            say(link, leader, {.word = Word::alive});
            last_sign = Clock::now();
        }
        if (workers.wait(std::chrono::milliseconds(0))) break;
        if (was_idle) std::this_thread::sleep_for(between_looks);
    }
    workers.stop();
    const double seconds = std::chrono::duration<double>(Clock::now() - started).count();
    const double busy_share = workers.busy_seconds() / (seconds * workers.threads());
    say(link, leader,
        {.word = Word::report, .number = static_cast<std::uint64_t>(workers.threads()), .busy_share = busy_share});
}

}  // namespace stickslip
