// Maps of cases of any kind: what all kinds have in common before the first cell.

#include <algorithm>

#include "case_kind.hpp"
#include "maps/adaptive_cells.hpp"
#include "maps/case_plane.hpp"
#include "maps/map_device.hpp"
#include "maps/run_map.hpp"
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

/// Cell by cell or tile by tile, without regard to what neighbours show.
std::unique_ptr<const CellEvaluator> make_plain_evaluator(const CaseKind& kind, const MapRequest& request) {
    validate(request.x, "x");
    validate(request.y, "y");
    if (request.x.key == request.y.key) {
        throw FieldError("y", " varies " + request.x.key + ", as x does; a map needs two different keys");
    }
    if (request.most_periods < 1)
        throw FieldError("periods", " = " + std::to_string(request.most_periods) + " must be at least 1");
    return kind.cells(request, wanted_observables(request));
}

}  // namespace

CaseDocument first_case(const MapRequest& request) { return CasePlane(request).at({0, 0}); }

std::unique_ptr<const CellEvaluator> make_evaluator(const CaseKind& kind, const MapRequest& request) {
    auto plain = make_plain_evaluator(kind, request);
    if (!request.is_adaptive) return plain;
    if (request.device) {
        throw FieldError("adaptive", " solves a few cells at a time, too few for the backend " +
                                         request.device->backend() + "; leave out one of the two");
    }
    return make_adaptive_cells(std::move(plain));
}

std::unique_ptr<const CellEvaluator> make_evaluator(const MapRequest& request) {
    return make_evaluator(one_mass_kind(first_case(request)), request);
}

MapValues compute_map(const CaseKind& kind, const MapRequest& request, const MapOptions& options) {
    return compute_map(*make_evaluator(kind, request), request, options);
}

MapValues compute_map(const MapRequest& request, const MapOptions& options) {
    return compute_map(*make_evaluator(request), request, options);
}

}  // namespace stickslip
