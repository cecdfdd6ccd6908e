// Compiled once per instruction set; see lanes.hpp.

#include "tile_lanes.hpp"

#include "column_march.hpp"
#include "lanes.hpp"

namespace stickslip::STICKSLIP_LANES {

namespace {

/// The cells of the lanes, and where their solutions go; lanes beyond `used` repeat the first cell.
struct Batch {
    const CellParameters<double>* cells[lane_count];
    CellSolution<double>* solutions[lane_count];
    std::size_t used;
};

Lanes gather(const Batch& batch, double CellParameters<double>::*member) {
    HWY_ALIGN double values[lane_count];
    for (std::size_t i = 0; i < lane_count; ++i) values[i] = batch.cells[i]->*member;
    return Lanes(hn::Load(tag, values));
}

CellParameters<Lanes> parameters(const Batch& batch) {
    return {gather(batch, &CellParameters<double>::friction), gather(batch, &CellParameters<double>::static_friction),
            gather(batch, &CellParameters<double>::frequency), gather(batch, &CellParameters<double>::damping)};
}

void scatter(const Batch& batch, Lanes value, double CellSolution<double>::*member) {
    HWY_ALIGN double values[lane_count];
    hn::Store(value.v, tag, values);
    for (std::size_t i = 0; i < batch.used; ++i) batch.solutions[i]->*member = values[i];
}

void scatter(const Batch& batch, Lanes value, int CellSolution<double>::*member) {
    HWY_ALIGN double values[lane_count];
    hn::Store(value.v, tag, values);
    for (std::size_t i = 0; i < batch.used; ++i) batch.solutions[i]->*member = static_cast<int>(values[i]);
}

void scatter(const Batch& batch, const CellSolution<Lanes>& s) {
    using Cell = CellSolution<double>;
    HWY_ALIGN double regimes[lane_count];
    hn::Store(s.regime.code.v, tag, regimes);
    for (std::size_t i = 0; i < batch.used; ++i) {
        batch.solutions[i]->regime = static_cast<Regime>(static_cast<int>(regimes[i]));
    }
    scatter(batch, s.section, &Cell::section);
    scatter(batch, s.x, &Cell::x);
    scatter(batch, s.v, &Cell::v);
    scatter(batch, s.amplitude, &Cell::amplitude);
    scatter(batch, s.velocity, &Cell::velocity);
    scatter(batch, s.stuck_fraction, &Cell::stuck_fraction);
    scatter(batch, s.dissipated, &Cell::dissipated);
    scatter(batch, s.multiplier, &Cell::multiplier);
    scatter(batch, s.residual, &Cell::residual);
    scatter(batch, s.sensitivity, &Cell::sensitivity);
    scatter(batch, s.gentlest_stop, &Cell::gentlest_stop);
    scatter(batch, s.steepest_stop, &Cell::steepest_stop);
    scatter(batch, s.stops_then_reverse, &Cell::stops_then_reverse);
    scatter(batch, s.stops_then_same_direction, &Cell::stops_then_same_direction);
    scatter(batch, s.zero_duration_reversals, &Cell::zero_duration_reversals);
    scatter(batch, s.half_maps, &Cell::half_maps);
}

void fill_unused(Batch& batch) {
    for (std::size_t i = batch.used; i < lane_count; ++i) batch.cells[i] = batch.cells[0];
}

LaneMask used_lanes(const Batch& batch) { return LaneMask(hn::FirstN(tag, batch.used)); }

/// Down the columns from `first`, as many as there are lanes. `beside` is the march of the columns before them after
/// its first row, and becomes that of these.
void march(const TileTask& task, std::size_t first, ColumnMarch<Lanes>& beside) {
    ColumnMarch<Lanes> columns = beside;
    Batch batch{};
    batch.used = task.columns - first < lane_count ? task.columns - first : lane_count;
    for (std::size_t row = 0; row < task.rows; ++row) {
        for (std::size_t i = 0; i < batch.used; ++i) {
            const std::size_t place = row * task.row_stride + (first + i) * task.column_stride;
            batch.cells[i] = task.cells + place;
            batch.solutions[i] = task.solutions + place;
        }
        fill_unused(batch);
        scatter(batch, columns.next(parameters(batch), used_lanes(batch)));
        if (row == 0) {
            columns.forget_trend();
            beside = columns;
        }
    }
}

/// Single cells, each from its own seed.
void solve_single(const TileTask& task) {
    const std::size_t count = task.rows * task.columns;
    for (std::size_t first = 0; first < count; first += lane_count) {
        ColumnMarch<Lanes> single(task.kind, task.wishes);
        Batch batch{};
        HWY_ALIGN double exists[lane_count];
        HWY_ALIGN double section[lane_count];
        HWY_ALIGN double x[lane_count];
        batch.used = count - first < lane_count ? count - first : lane_count;
        for (std::size_t i = 0; i < lane_count; ++i) {
            const std::size_t cell = first + (i < batch.used ? i : 0);
            batch.cells[i] = task.cells + cell;
            batch.solutions[i] = task.solutions + cell;
            exists[i] = task.seeds[cell].exists ? 1.0 : 0.0;
            section[i] = task.seeds[cell].section;
            x[i] = task.seeds[cell].x;
        }
        single.seed(Lanes(hn::Load(tag, section)), Lanes(hn::Load(tag, x)), Lanes(hn::Load(tag, exists)) > Lanes(0.0));
        scatter(batch, single.next(parameters(batch), used_lanes(batch)));
    }
}

/// The cells that were set aside, side by side wherever they lie.
void finish(const TileTask& task) {
    ColumnMarch<Lanes> solver(task.kind, task.wishes);
    Batch batch{};
    const std::size_t count = task.rows * task.columns;
    for (std::size_t i = 0; i < count; ++i) {
        if (task.solutions[i].regime == Regime::not_converged) {
            batch.cells[batch.used] = task.cells + i;
            batch.solutions[batch.used] = task.solutions + i;
            ++batch.used;
        }
        if (batch.used == lane_count || (i + 1 == count && batch.used > 0)) {
            fill_unused(batch);
            scatter(batch, solver.alone(parameters(batch), used_lanes(batch)));
            batch.used = 0;
        }
    }
}

}  // namespace

void solve_tile_lanes(const TileTask& task) {
    if (task.seeds != nullptr) {
        solve_single(task);
    } else {
        ColumnMarch<Lanes> beside(task.kind, task.wishes);
        for (std::size_t first = 0; first < task.columns; first += lane_count) march(task, first, beside);
    }
    finish(task);
}

}  // namespace stickslip::STICKSLIP_LANES
