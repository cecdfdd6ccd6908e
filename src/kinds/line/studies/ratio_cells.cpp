#include "ratio_cells.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "kinds/line/solve_tile.hpp"
#include "maps/device_tile_shape.hpp"
#include "maps/map_device.hpp"
#include "maps/steady_quantities.hpp"
#include "ratio_plane.hpp"
#include "rest_memory.hpp"
#include "stickslip/interruption.hpp"

namespace stickslip {

namespace {

class RatioCells : public CellEvaluator {
public:
    RatioCells(const CasePlane& plane, RatioPlane ratios, const std::vector<std::string>& observables, LaneWidth lanes,
               std::shared_ptr<MapDevice> device)
        : plane_(plane), ratios_(std::move(ratios)), steady_(observables, 1), device_(std::move(device)) {
        quantities_ = steady_.quantities(plane_.at({0, 0}).read());
        quantities_.insert(quantities_.begin(), regime_quantity());
        options_.lanes = lanes;
        options_.wishes.velocity = steady_.wants("velocity_ratio") || steady_.wants("velocity");
        options_.wishes.multiplier = steady_.wants("multiplier");
        options_.wishes.rest = steady_.wants("stuck_fraction");
    }

    [[nodiscard]] const std::vector<MapQuantity>& quantities() const override { return quantities_; }
    [[nodiscard]] int failure_flag() const override { return static_cast<int>(Regime::not_converged); }

    /// Large enough for neighbours to help each other, small enough that the rows at low frequencies, which hold most
    /// of the work, give every thread its share. A device needs many cells at once.
    [[nodiscard]] TileShape tile_shape() const override {
        if (device_ != nullptr) {
            constexpr std::size_t cells = std::size_t{1} << 20;
            return device_tile_shape(plane_.x().count, cells);
        }
        constexpr std::size_t small_map = std::size_t{1} << 18;
        return plane_.x().count * plane_.y().count < small_map ? TileShape{32, 32} : TileShape{64, 64};
    }

    void evaluate(std::span<const CellIndex> cells, std::size_t columns, TileValues& values) const override {
        throw_if_interrupted();
        const Prepared prepared = prepare(cells);
        std::vector<CellSolution<double>> solutions(cells.size());
        if (device_ != nullptr) {
            solve_tile_on(*device_, prepared.parameters, columns, solutions, options_.wishes);
        } else {
            solve_tile(prepared.parameters, columns, solutions, options_);
        }
        keep(cells, prepared, solutions, values);
    }

    [[nodiscard]] std::unique_ptr<ScatteredCells> scattered(const TileRectangle& rectangle) const override {
        return std::make_unique<SeededCells>(*this, rectangle);
    }

private:
    struct Prepared {
        std::vector<std::optional<PreparedCell>> cells;  ///< empty for a device, whose tiles are too large to keep them
        std::vector<CellParameters<double>> parameters;
    };

    /// Cells seeded by those that were solved before.
    class SeededCells : public ScatteredCells {
    public:
        SeededCells(const RatioCells& cells, const TileRectangle& rectangle) : owner_(cells), rests_(rectangle) {}

        void evaluate(std::span<const CellIndex> cells, TileValues& values) override {
            throw_if_interrupted();
            const Prepared prepared = owner_.prepare(cells);
            std::vector<CellSeed> seeds;
            for (const CellIndex& cell : cells) seeds.push_back(rests_.seed_for(cell));
            // Lanes should do the same: cells with and without a seed, and then row by row.
            std::vector<std::size_t> order(cells.size());
            std::iota(order.begin(), order.end(), std::size_t{0});
            std::ranges::sort(
                order, {}, [&](std::size_t i) { return std::tuple(!seeds[i].exists, cells[i].row, cells[i].column); });
            const auto in_order = [&](const auto& list) {
                auto sorted = list;
                for (std::size_t i = 0; i < order.size(); ++i) sorted[i] = list[order[i]];
                return sorted;
            };
            std::vector<CellSolution<double>> found(cells.size());
            solve_scattered(in_order(prepared.parameters), in_order(seeds), found, owner_.options_);
            std::vector<CellSolution<double>> solutions(cells.size());
            for (std::size_t i = 0; i < order.size(); ++i) solutions[order[i]] = found[i];
            for (std::size_t i = 0; i < cells.size(); ++i) rests_.note(cells[i], solutions[i]);
            owner_.keep(cells, prepared, solutions, values);
        }

    private:
        const RatioCells& owner_;
        RestMemory rests_;
    };

    [[nodiscard]] Prepared prepare(std::span<const CellIndex> cells) const {
        Prepared result;
        if (device_ == nullptr) result.cells.reserve(cells.size());
        result.parameters.reserve(cells.size());
        for (const CellIndex& cell : cells) {
            const std::optional<PreparedCell> p = ratios_.at(plane_, cell);
            if (device_ == nullptr) result.cells.push_back(p);
            // A cell without a load is solved by itself later; in the tile anything easy stands for it.
            const Ratios r = p ? p->ratios : Ratios{.friction = 2.0};
            result.parameters.push_back({r.friction, r.friction, r.frequency, r.damping});
        }
        return result;
    }

    void keep(std::span<const CellIndex> cells, const Prepared& prepared,
              std::span<const CellSolution<double>> solutions, TileValues& values) const {
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const bool depends_on_start =
                solutions[i].regime == Regime::non_unique && prepared.parameters[i].friction > 0.0;
            const std::optional<PreparedCell> p = device_ != nullptr ? ratios_.at(plane_, cells[i]) : prepared.cells[i];
            SteadyState s;
            if (!p || depends_on_start) {
                s = steady_state(plane_.at(cells[i]).read(), {.with_cycle = false});
            } else {
                set_from_cell(s, p->ratios, p->scales, solutions[i], p->start);
                if (p->base_amplitude > 0.0) s.transmissibility = s.amplitude / p->base_amplitude;
            }
            values.set(0, i, static_cast<int>(s.regime));
            steady_.store(s, i, values);
        }
    }

    CasePlane plane_;
    RatioPlane ratios_;
    SteadyQuantities steady_;
    TileOptions options_;
    std::shared_ptr<MapDevice> device_;
    std::vector<MapQuantity> quantities_;
};

/// With a fixed surface the transmissibility needs the amplitude alone.
bool can_do_without_cycle(const std::vector<std::string>& observables, const Case& corner) {
    for (const std::string& name : observables) {
        const bool is_amplitude =
            name == "transmissibility" && !(corner.base && corner.base->surface == Surface::moving);
        if (observable(name).needs_cycle && !is_amplitude) return false;
    }
    return true;
}

}  // namespace

std::unique_ptr<const CellEvaluator> make_ratio_cells(const MapRequest& request,
                                                      const std::vector<std::string>& observables) {
    const CasePlane plane(request);
    if (!can_do_without_cycle(observables, plane.at({0, 0}).read())) return nullptr;
    std::optional<RatioPlane> ratios = RatioPlane::from(plane);
    if (!ratios) return nullptr;
    return std::make_unique<RatioCells>(plane, std::move(*ratios), observables, request.lanes, request.device);
}

}  // namespace stickslip
