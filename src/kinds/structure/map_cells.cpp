// Cells of maps of structures. In a tile each search begins at a motion that was found before it: of the cell beside it
// along the load frequency or, in the first cell of such a line, of the first cell of the line before. Tiles know
// nothing of each other, so that the numbers do not depend on who computes which.

#include "map_cells.hpp"

#include <algorithm>
#include <cmath>

#include "maps/case_plane.hpp"
#include "maps/map_device.hpp"
#include "maps/proof_names.hpp"
#include "maps/steady_quantities.hpp"
#include "neighbour_search.hpp"
#include "stickslip/interruption.hpp"

namespace stickslip::structure {
namespace {

/// Cells of a tile: a longer line has fewer starts from nothing; more tiles keep more threads and ranks busy.
constexpr std::size_t cells_along_frequency = 32;
constexpr std::size_t cells_across_frequency = 4;
constexpr TileShape tile_without_frequency{12, 12};

/// Further away than this many cells a motion says little of where to begin.
constexpr double farthest_neighbour = 8.0;

bool is_frequency(const std::string& key) {
    return key.starts_with("load") && (key.ends_with(".frequency") || key.ends_with(".frequency_hz"));
}

class StructureCells final : public CellEvaluator {
public:
    StructureCells(const MapRequest& request, const std::vector<std::string>& names)
        : plane_(request), runs_up_(is_frequency(request.y.key)) {
        const Structure first = problem({0, 0}).structure;
        for (const std::string& name : names) chosen_.push_back(observable(first, name));
        if (request.observables.empty()) chosen_ = usual_observables(first);
        quantities_.push_back(regime_quantity());
        for (const Observable& o : chosen_) {
            const QuantityType type = o.is_count ? QuantityType::count : QuantityType::real;
            quantities_.push_back({o.name, o.unit, o.description, type, {}});
        }
        for (const CellIndex& corner : plane_.corners()) {
            const Case c = problem(corner);
            static_cast<void>(load_period(c.structure));
            may_coexist_ = may_coexist_ || may_coexist(c.structure);
        }
    }

    [[nodiscard]] const std::vector<MapQuantity>& quantities() const override { return quantities_; }
    [[nodiscard]] int failure_flag() const override { return static_cast<int>(Regime::not_converged); }

    [[nodiscard]] TileShape tile_shape() const override {
        if (runs_up_) return {cells_across_frequency, cells_along_frequency};
        return is_frequency(plane_.x().key) ? TileShape{cells_along_frequency, cells_across_frequency}
                                            : tile_without_frequency;
    }

    /// With more static friction several motions coexist in narrow windows.
    [[nodiscard]] bool changes_smoothly(int status) const override {
        return !may_coexist_ || static_cast<Regime>(status) == Regime::permanent_stick;
    }

    void evaluate(std::span<const CellIndex> cells, std::size_t /*columns*/, TileValues& values) const override {
        const NeighbourSearch search(chosen_);
        StructureSteadyState before, first_of_line;
        CellIndex at_before, at_first;
        for (const std::size_t i : in_order(cells)) {
            throw_if_interrupted();
            const CellIndex cell = cells[i];
            const bool goes_on = line_of(cell) == line_of(at_before) && is_near(cell, at_before);
            const StructureSteadyState* neighbour = nullptr;
            if (before.cycle && goes_on) {
                neighbour = &before;
            } else if (first_of_line.cycle && is_near(cell, at_first)) {
                neighbour = &first_of_line;
            }
            StructureSteadyState now = search.at(problem(cell), neighbour);
            store(now, i, values);
            if (!before.cycle || line_of(cell) != line_of(at_before)) {
                first_of_line = now;
                at_first = cell;
            }
            before = std::move(now);
            at_before = cell;
        }
    }

private:
    [[nodiscard]] Case problem(CellIndex cell) const { return read_case(plane_.at(cell)); }

    [[nodiscard]] std::uint32_t line_of(CellIndex cell) const { return runs_up_ ? cell.column : cell.row; }
    [[nodiscard]] std::uint32_t place_in_line(CellIndex cell) const { return runs_up_ ? cell.row : cell.column; }

    /// Line by line, however the cells are given.
    [[nodiscard]] std::vector<std::size_t> in_order(std::span<const CellIndex> cells) const {
        std::vector<std::size_t> order(cells.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
        std::ranges::sort(order, {},
                          [&](std::size_t i) { return std::pair(line_of(cells[i]), place_in_line(cells[i])); });
        return order;
    }

    [[nodiscard]] static bool is_near(CellIndex a, CellIndex b) {
        return std::hypot(double(a.column) - double(b.column), double(a.row) - double(b.row)) <= farthest_neighbour;
    }

    void store(const StructureSteadyState& s, std::size_t i, TileValues& values) const {
        values.set(0, i, static_cast<int>(s.regime));
        for (std::size_t q = 0; q < chosen_.size(); ++q) values.set(q + 1, i, chosen_[q].value(s));
    }

    CasePlane plane_;
    bool runs_up_;  ///< lines of cells along which the frequency changes are columns
    bool may_coexist_ = false;
    std::vector<Observable> chosen_;
    std::vector<MapQuantity> quantities_;
};

}  // namespace

std::unique_ptr<const CellEvaluator> make_map_cells(const MapRequest& request,
                                                    const std::vector<std::string>& observables) {
    refuse_proofs(observables, "not of structures");
    if (request.device) refuse_device(*request.device, "not structures");
    return std::make_unique<StructureCells>(request, observables);
}

}  // namespace stickslip::structure
