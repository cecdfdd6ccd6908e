#include "cell_evaluator.hpp"

#include <algorithm>
#include <stdexcept>

#include "adaptive_cells.hpp"
#include "case_cells.hpp"
#include "case_plane.hpp"
#include "map_device.hpp"
#include "ratio_cells.hpp"
#include "stickslip/model/field_error.hpp"

namespace stickslip {

namespace {

/// Each name once; regime and attractor are stored in any case.
std::vector<std::string> wanted_observables(const MapRequest& request) {
    std::vector<std::string> names;
    for (const std::string& name : request.observables) {
        const bool is_status = name == "regime" || name == "attractor";
        if (!is_status && std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
    return names;
}

/// What a device cannot map, in a sentence that says what it can.
[[noreturn]] void refuse_device(const MapDevice& device, const std::string& what) {
    throw FieldError("backend",
                     " " + device.backend() +
                         " maps steady motions of linear oscillators with Coulomb friction under one harmonic "
                         "load, " +
                         what + "; the backend cpu, the default, maps this");
}

/// Cell by cell or tile by tile, without regard to what neighbours show.
std::unique_ptr<const CellEvaluator> make_plain_evaluator(const MapRequest& request) {
    validate(request.x, "x");
    validate(request.y, "y");
    if (request.x.key == request.y.key) {
        throw FieldError("y", " varies " + request.x.key + ", as x does; a map needs two different keys");
    }
    std::vector<std::string> names = wanted_observables(request);
    const bool is_default = request.observables.empty();
    const CaseDocument corner = CasePlane(request).at({0, 0});
    if (request.most_periods < 1)
        throw FieldError("periods", " = " + std::to_string(request.most_periods) + " must be at least 1");
    if (corner.is_planar()) {
        if (request.device) refuse_device(*request.device, "not planar ones");
        if (is_default) names = {"stick_intervals_per_cycle", "magnification", "dissipated"};
        return make_planar_cells(request, names);
    }
    const bool is_attractor = std::ranges::any_of(names, is_attractor_observable) ||
                              std::ranges::find(request.observables, "attractor") != request.observables.end();
    if (is_attractor) return make_attractor_cells(request, names);
    if (is_default) names = {"stops_per_cycle", corner.read().ratios() ? "amplitude_ratio" : "amplitude"};
    if (auto ratio_cells = make_ratio_cells(request, names)) return ratio_cells;
    if (request.device) {
        refuse_device(*request.device,
                      "with equal static and sliding friction and without what needs the whole cycle "
                      "(phase_lag, transmitted_force, transmissibility over a moving surface)");
    }
    return make_steady_cells(request, names);
}

/// Cells that know nothing of each other.
class StrangerCells : public ScatteredCells {
public:
    explicit StrangerCells(const CellEvaluator& evaluator) : evaluator_(evaluator) {}

    void evaluate(std::span<const CellIndex> cells, TileValues& values) override {
        evaluator_.evaluate(cells, cells.size(), values);
    }

private:
    const CellEvaluator& evaluator_;
};

}  // namespace

std::unique_ptr<ScatteredCells> CellEvaluator::scattered(const TileRectangle& /*rectangle*/) const {
    return std::make_unique<StrangerCells>(*this);
}

std::unique_ptr<const CellEvaluator> make_evaluator(const MapRequest& request) {
    auto plain = make_plain_evaluator(request);
    if (!request.is_adaptive) return plain;
    if (request.device) {
        throw FieldError("adaptive", " solves a few cells at a time, too few for the backend " +
                                         request.device->backend() + "; leave out one of the two");
    }
    return make_adaptive_cells(std::move(plain));
}

}  // namespace stickslip
