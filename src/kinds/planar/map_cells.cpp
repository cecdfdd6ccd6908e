#include "map_cells.hpp"

#include "maps/case_plane.hpp"
#include "maps/map_device.hpp"
#include "maps/proof_names.hpp"
#include "maps/steady_quantities.hpp"
#include "stickslip/interruption.hpp"
#include "stickslip/planar/case.hpp"
#include "stickslip/planar/observables.hpp"

namespace stickslip::planar {

namespace {

class PlanarCells : public CellEvaluator {
public:
    PlanarCells(const MapRequest& request, const std::vector<std::string>& observables) : plane_(request) {
        quantities_.push_back(regime_quantity());
        for (const std::string& name : observables) {
            const Observable& o = observable(name);
            observables_.push_back(&o);
            quantities_.push_back({std::string(o.name),
                                   std::string(o.unit),
                                   std::string(o.description),
                                   o.is_count ? QuantityType::count : QuantityType::real,
                                   {}});
        }
        for (const CellIndex& corner : plane_.corners()) {
            const Case c = plane_.at(corner).read_planar();
            require_periodic(c.oscillator, c.load);
        }
    }

    [[nodiscard]] const std::vector<MapQuantity>& quantities() const override { return quantities_; }
    [[nodiscard]] int failure_flag() const override { return static_cast<int>(Regime::not_converged); }
    [[nodiscard]] TileShape tile_shape() const override { return tile_of_slow_cells; }

    void evaluate(std::span<const CellIndex> cells, std::size_t /*columns*/, TileValues& values) const override {
        for (std::size_t i = 0; i < cells.size(); ++i) {
            throw_if_interrupted();
            const Case c = plane_.at(cells[i]).read_planar();
            const SteadyState s = steady_state(c.oscillator, c.load, c.start);
            values.set(0, i, static_cast<int>(s.regime));
            for (std::size_t q = 0; q < observables_.size(); ++q) values.set(q + 1, i, observables_[q]->value(s));
        }
    }

private:
    CasePlane plane_;
    std::vector<const Observable*> observables_;
    std::vector<MapQuantity> quantities_;
};

}  // namespace

std::unique_ptr<const CellEvaluator> make_map_cells(const MapRequest& request,
                                                    const std::vector<std::string>& observables) {
    refuse_proofs(observables, "not of planar cases");
    if (request.device) refuse_device(*request.device, "not planar ones");
    if (!request.observables.empty()) return std::make_unique<PlanarCells>(request, observables);
    return std::make_unique<PlanarCells>(
        request, std::vector<std::string>{"stick_intervals_per_cycle", "magnification", "dissipated"});
}

}  // namespace stickslip::planar
