#include "maps/run_map.hpp"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <mutex>
#include <thread>

#include "kinds/case_kind.hpp"
#include "stickslip/interruption.hpp"

namespace stickslip {
namespace {

/// Cells whose values say where they are. Cells can be made slow, endless or broken.
class PlaceCells : public CellEvaluator {
public:
    [[nodiscard]] const std::vector<MapQuantity>& quantities() const override { return quantities_; }
    [[nodiscard]] int failure_flag() const override { return 1; }
    [[nodiscard]] TileShape tile_shape() const override { return {4, 4}; }
    void evaluate(std::span<const CellIndex> cells, std::size_t columns, TileValues& values) const override {
        EXPECT_EQ(cells.size() % columns, 0U);
        std::this_thread::sleep_for(cells.front().row < hard_rows ? hard_pause : pause);
        while (is_endless) throw_if_interrupted();
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (is_broken) throw std::runtime_error("a broken cell");
            values.set(0, i, cells[i].column == 3 ? 1 : 0);
            values.set(1, i, cells[i].column == 5 ? std::nan("") : cells[i].row);
            values.set(2, i, 100.0 * cells[i].row + cells[i].column);
        }
    }

    std::chrono::milliseconds pause{0};
    std::chrono::milliseconds hard_pause{0};
    std::uint32_t hard_rows = 0;
    bool is_broken = false;
    bool is_endless = false;

private:
    std::vector<MapQuantity> quantities_{{"status", "1", "status", QuantityType::flag, {"good", "bad"}},
                                         {"row", "1", "row", QuantityType::count},
                                         {"place", "1", "place", QuantityType::real}};
};

TEST(Tiling, CoversEveryCellOnce) {
    for (const auto& [columns, rows] :
         {std::pair<std::size_t, std::size_t>{1, 1}, {7, 5}, {64, 64}, {65, 1}, {3, 130}}) {
        const Tiling tiling(columns, rows, {64, 16});
        std::vector<int> seen(columns * rows, 0);
        for (std::size_t tile = 0; tile < tiling.count(); ++tile) {
            for (const CellIndex& c : tiling.rectangle(tile).indices()) ++seen[c.row * columns + c.column];
        }
        EXPECT_TRUE(std::ranges::all_of(seen, [](int n) { return n == 1; })) << columns << " x " << rows;
    }
}

TEST(MapAxis, GivesTheCentresOfItsCells) {
    const MapAxis linear{"k", 0.0, 1.0, 4};
    EXPECT_DOUBLE_EQ(linear.centre(0), 0.125);
    EXPECT_DOUBLE_EQ(linear.centre(3), 0.875);
    EXPECT_DOUBLE_EQ(linear.edge(4), 1.0);
    const MapAxis logarithmic{"k", 0.01, 100.0, 4, true};
    EXPECT_NEAR(logarithmic.centre(0), std::pow(10.0, -1.5), 1e-15);
    EXPECT_NEAR(logarithmic.edge(2), 1.0, 1e-15);
    EXPECT_EQ(logarithmic.text(), "k=0.01:100:4:log");
}

TEST(RunMap, StoresEveryCellAtItsPlace) {
    const PlaceCells cells;
    MemoryStore store(Tiling(10, 7, cells.tile_shape()), cells.quantities());
    const MapSummary summary = run_map(cells, store);
    EXPECT_TRUE(summary.is_complete);
    EXPECT_EQ(summary.cells, 70U);
    EXPECT_EQ(summary.computed, 70U);
    EXPECT_EQ(summary.not_converged, 7U);
    const std::vector<double> places = values_of(store, 2);
    for (std::size_t i = 0; i < 70; ++i) EXPECT_EQ(places[i], static_cast<double>(100 * (i / 10) + i % 10));
    const std::vector<double> rows = values_of(store, 1);
    EXPECT_TRUE(std::isnan(rows[5]));
    EXPECT_EQ(rows[14], 1.0);
}

TEST(RunMap, SamplesTheMiddlesOfLargeMaps) {
    const PlaceCells cells;
    MemoryStore store(Tiling(30, 20, cells.tile_shape()), cells.quantities());
    ASSERT_TRUE(run_map(cells, store).is_complete);
    const MapSample sample = sample_map(store, 10, 4);
    EXPECT_EQ(sample.columns, 10U);
    EXPECT_EQ(sample.rows, 4U);
    EXPECT_EQ(sample.values[2][0], 201.0);
    EXPECT_EQ(sample.values[2][13], 710.0);
}

TEST(RunMap, StopsAndContinues) {
    PlaceCells cells;
    cells.pause = std::chrono::milliseconds(20);
    MemoryStore store(Tiling(200, 100, cells.tile_shape()), cells.quantities());
    const MapSummary stopped =
        run_map(cells, store, {.progress = [](const MapProgress& p) { return p.seconds < 0.2; }});
    EXPECT_FALSE(stopped.is_complete);
    EXPECT_LT(stopped.computed, stopped.cells);
    cells.pause = std::chrono::milliseconds(0);
    const MapSummary rest = run_map(cells, store);
    EXPECT_TRUE(rest.is_complete);
    EXPECT_EQ(rest.computed + stopped.computed, rest.cells);
}

TEST(RunMap, StopsInTheMiddleOfACell) {
    PlaceCells cells;
    cells.is_endless = true;
    MemoryStore store(Tiling(50, 50, cells.tile_shape()), cells.quantities());
    const MapSummary stopped = run_map(cells, store, {.progress = [](const MapProgress&) { return false; }});
    EXPECT_FALSE(stopped.is_complete);
    EXPECT_EQ(stopped.computed, 0U);
}

TEST(RunMap, PassesOnWhatACellThrows) {
    PlaceCells cells;
    cells.is_broken = true;
    MemoryStore store(Tiling(50, 50, cells.tile_shape()), cells.quantities());
    EXPECT_THROW(static_cast<void>(run_map(cells, store)), std::runtime_error);
}

TEST(RunMap, GivesTheSameBytesForEveryNumberOfThreads) {
    const MapRequest request{CaseDocument::from_ratios({}),
                             {"friction_ratio", 0.0, 1.1, 80},
                             {"frequency_ratio", 0.1, 1.5, 50},
                             {"amplitude_ratio", "stops_per_cycle"}};
    const auto evaluator = make_evaluator(request);
    const auto bytes_with = [&](std::size_t threads) {
        const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
        MemoryStore store(tiling_of(request, *evaluator), evaluator->quantities());
        EXPECT_EQ(run_map(*evaluator, store).threads, static_cast<int>(threads));
        std::vector<std::byte> all;
        TileValues values(store.layout());
        for (std::size_t tile = 0; tile < store.tiling().count(); ++tile) {
            store.get(tile, values);
            all.insert(all.end(), values.bytes().begin(), values.bytes().end());
        }
        return all;
    };
    const auto one = bytes_with(1);
    EXPECT_EQ(one, bytes_with(2));
    EXPECT_EQ(one, bytes_with(5));
}

/// Ranks that are threads of this process.
class Post {
public:
    explicit Post(int size, std::chrono::milliseconds delay = {})
        : delay_(delay), boxes_(static_cast<std::size_t>(size)) {}

    class Link : public RankLink {
    public:
        Link(Post& post, int rank) : post_(post), rank_(rank) {}
        [[nodiscard]] int rank() const override { return rank_; }
        [[nodiscard]] int size() const override { return static_cast<int>(post_.boxes_.size()); }
        void send(int to, std::span<const std::byte> bytes) override {
            const std::lock_guard lock(post_.mutex_);
            post_.boxes_[static_cast<std::size_t>(to)].push_back(
                {std::chrono::steady_clock::now() + post_.delay_, {rank_, {bytes.begin(), bytes.end()}}});
        }
        [[nodiscard]] std::optional<RankMessage> receive() override {
            const std::lock_guard lock(post_.mutex_);
            auto& box = post_.boxes_[static_cast<std::size_t>(rank_)];
            if (box.empty() || box.front().first > std::chrono::steady_clock::now()) return std::nullopt;
            RankMessage message = std::move(box.front().second);
            box.pop_front();
            return message;
        }
        [[noreturn]] void abort(int) override { throw std::runtime_error("aborted"); }

    private:
        Post& post_;
        int rank_;
    };

private:
    using Arrival = std::pair<std::chrono::steady_clock::time_point, RankMessage>;
    std::chrono::milliseconds delay_;
    std::mutex mutex_;
    std::vector<std::deque<Arrival>> boxes_;
};

/// A map by ranks that are threads, each with its cells.
MapSummary run_with_ranks(const std::vector<const PlaceCells*>& cells, TileStore& store, Post& post) {
    std::vector<std::thread> helpers;
    for (std::size_t rank = 1; rank < cells.size(); ++rank) {
        helpers.emplace_back([&, rank] {
            Post::Link link(post, static_cast<int>(rank));
            help_map(*cells[rank], store.tiling(), link);
        });
    }
    Post::Link link(post, 0);
    const MapSummary summary = run_map(*cells[0], store, {.link = &link});
    for (std::thread& helper : helpers) helper.join();
    return summary;
}

TEST(RunMap, IsSharedByRanks) {
    PlaceCells cells;
    cells.pause = std::chrono::milliseconds(2);
    Post post(3);
    MemoryStore store(Tiling(60, 40, cells.tile_shape()), cells.quantities());
    const MapSummary summary = run_with_ranks({&cells, &cells, &cells}, store, post);
    EXPECT_TRUE(summary.is_complete);
    EXPECT_EQ(summary.ranks, 3);
    EXPECT_EQ(summary.not_converged, 40U);
    EXPECT_EQ(summary.idle_shares.size(), 3U);
    EXPECT_LE(summary.largest_idle_share(), 1.0);
    const std::vector<double> places = values_of(store, 2);
    for (std::size_t i = 0; i < places.size(); ++i) ASSERT_EQ(places[i], static_cast<double>(100 * (i / 60) + i % 60));
}

/// Messages take as long as several easy tiles, as where the leader has to wait for its turn: the ranks must have asked
/// long before they need the next tile. Easy tiles come after hard ones, so that the pace changes on the way.
TEST(RunMap, KeepsRanksBusyWhereMessagesAreSlowAndTilesHardAndEasy) {
    const tbb::global_control one_thread_each(tbb::global_control::max_allowed_parallelism, 1);
    PlaceCells cells;
    cells.hard_pause = std::chrono::milliseconds(12);
    cells.pause = std::chrono::milliseconds(3);
    cells.hard_rows = 40;
    Post post(3, std::chrono::milliseconds(15));
    MemoryStore store(Tiling(120, 80, cells.tile_shape()), cells.quantities());
    const MapSummary summary = run_with_ranks({&cells, &cells, &cells}, store, post);
    EXPECT_TRUE(summary.is_complete);
    RecordProperty("largest_idle_share",
                   std::to_string(summary.largest_idle_share()));  // a time: bench/rank_balance.sh
}

/// One rank is ten times as slow as the others. What it asked for ahead would keep it busy when they have nothing to
/// do: what it has not begun is taken back.
TEST(RunMap, TakesTilesBackFromASlowRank) {
    const tbb::global_control one_thread_each(tbb::global_control::max_allowed_parallelism, 1);
    PlaceCells quick;
    quick.pause = std::chrono::milliseconds(3);
    PlaceCells slow;
    slow.pause = std::chrono::milliseconds(30);
    Post post(3, std::chrono::milliseconds(2));
    MemoryStore store(Tiling(120, 80, quick.tile_shape()), quick.quantities());
    const MapSummary summary = run_with_ranks({&quick, &quick, &slow}, store, post);
    EXPECT_TRUE(summary.is_complete);
    EXPECT_EQ(summary.computed, 120U * 80U);
    const std::vector<double> places = values_of(store, 2);
    for (std::size_t i = 0; i < places.size(); ++i) {
        ASSERT_EQ(places[i], static_cast<double>(100 * (i / 120) + i % 120));
    }
}

TEST(Lanes, AreToldToAllRanks) {
    Post post(2);
    Post::Link leader(post, 0);
    Post::Link helper(post, 1);
    tell_lanes(leader, LaneWidth::baseline);
    EXPECT_EQ(hear_lanes(helper), LaneWidth::baseline);
    for (const LaneWidth width : {LaneWidth::avx2, LaneWidth::avx512}) {
        tell_lanes(leader, width);
        EXPECT_EQ(hear_lanes(helper).has_value(), is_supported(width));
        EXPECT_EQ(leader.receive().has_value(), !is_supported(width));
    }
}

}  // namespace
}  // namespace stickslip
