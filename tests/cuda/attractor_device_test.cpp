// Maps of attractors by the module's own text, with a CUDA runtime of the host: queues, rounds, batches and answers.

#include <gtest/gtest.h>

#include "../motion/stefanski_oscillator.hpp"
#include "cuda/attractor_device.cu"

namespace stickslip::cuda {
namespace {

std::vector<AttractorTask> plane(const Oscillator& o) {
    std::vector<AttractorTask> tasks;
    for (const double frequency : {0.7, 1.0, 1.3}) {
        for (const double amplitude : {0.5, 2.0, 4.0, 5.5, 10.0}) {
            const Load load = stickslip::testing::cosine_load(amplitude, frequency);
            tasks.push_back({o, 0.0, load.harmonics[0], *load.period(), {0.5, 0.1, 0.0, {}}});
        }
    }
    return tasks;
}

Attractor on_processor(const AttractorTask& t) {
    const Load load{.constant = t.constant_load, .harmonics = {t.harmonic}, .record = nullptr};
    return find_attractor(t.oscillator, load, t.start);
}

const std::atomic<bool> never{false};

TEST(AttractorDevice, HasTheAttractorsOfTheProcessor) {
    const std::vector<AttractorTask> tasks =
        plane(stickslip::testing::stefanski_oscillator(stickslip::testing::Spring::cubic));
    std::vector<Attractor> found(tasks.size());
    EXPECT_TRUE(find_attractors(tasks, found, never).empty());
    int chaotic = 0;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        const Attractor a = on_processor(tasks[i]);
        EXPECT_EQ(found[i].kind, a.kind) << i;
        EXPECT_EQ(found[i].period, a.period) << i;
        EXPECT_EQ(found[i].multiplier, a.multiplier) << i;
        EXPECT_EQ(found[i].exponent, a.exponent) << i;
        chaotic += a.kind == AttractorKind::chaotic ? 1 : 0;
    }
    EXPECT_GE(chaotic, 1);
    EXPECT_EQ(host_cuda_allocations, 0);
}

template <class Law>
AttractorSolver<Law> solver(const AttractorSolverOptions& options) {
    const AttractorOptions defaults;
    return {search_bounds(defaults), series_bounds(defaults.series), options};
}

std::vector<AttractorCell<Coulomb>> coulomb_cells() {
    const Oscillator o =
        stickslip::testing::with_coulomb(stickslip::testing::stefanski_oscillator(stickslip::testing::Spring::cubic));
    std::vector<AttractorCell<Coulomb>> cells;
    for (const AttractorTask& t : plane(o)) cells.push_back(attractor_cell(Coulomb{}, t));
    return cells;
}

TEST(AttractorDevice, GivesTheSameAnswersInBatches) {
    const std::vector<AttractorCell<Coulomb>> cells = coulomb_cells();
    auto whole = solver<Coulomb>({});
    auto batches = solver<Coulomb>({.most_cells = 4});
    const std::vector<AttractorAnswer> expected = whole.solve(cells, never);
    const std::vector<AttractorAnswer> found = batches.solve(cells, never);
    for (std::size_t i = 0; i < cells.size(); ++i) {
        EXPECT_EQ(found[i].stage, AttractorSearch::Stage::done);
        EXPECT_EQ(found[i].kind, expected[i].kind);
        EXPECT_EQ(found[i].cycle, expected[i].cycle);
        EXPECT_EQ(found[i].multiplier, expected[i].multiplier);
        EXPECT_EQ(found[i].exponent, expected[i].exponent);
    }
    EXPECT_EQ(batches.rounds().marches, whole.rounds().marches);
    EXPECT_EQ(batches.rounds().images, whole.rounds().images);
    EXPECT_GT(batches.rounds().rounds, whole.rounds().rounds);
}

TEST(AttractorDevice, LeavesTheLastCellsToTheProcessor) {
    const std::vector<AttractorCell<Coulomb>> cells = coulomb_cells();
    auto some = solver<Coulomb>({.left_share = 0.5});
    std::size_t left = 0;
    for (const AttractorAnswer& a : some.solve(cells, never)) left += a.stage == AttractorSearch::Stage::done ? 0U : 1U;
    EXPECT_GT(left, 0U);
    EXPECT_LE(left, cells.size() / 2);
    EXPECT_EQ(left, some.rounds().left);
}

TEST(AttractorDevice, StopsWhenItIsTold) {
    const std::atomic<bool> stop{true};
    const std::vector<AttractorCell<Coulomb>> cells = coulomb_cells();
    auto stopped = solver<Coulomb>({});
    for (const AttractorAnswer& a : stopped.solve(cells, stop)) EXPECT_NE(a.stage, AttractorSearch::Stage::done);
    EXPECT_EQ(stopped.rounds().rounds, 0);
}

TEST(AttractorDevice, NeedsALawWithoutInnerState) {
    std::vector<AttractorTask> tasks = plane({.friction_bound = 0.1, .law = Dahl{}});
    std::vector<Attractor> found(tasks.size());
    EXPECT_THROW(static_cast<void>(find_attractors(tasks, found, never)), std::logic_error);
}

}  // namespace
}  // namespace stickslip::cuda
