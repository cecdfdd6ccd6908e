// One mass on a line.

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <string>

#include "boundary_plane.hpp"
#include "case_cells.hpp"
#include "kinds/case_kind.hpp"
#include "kinds/line/slow_load.hpp"
#include "kinds/line/special_regimes.hpp"
#include "line_measured.hpp"
#include "maps/map_device.hpp"
#include "maps/proof_names.hpp"
#include "pressed_patterns.hpp"
#include "proved_cells.hpp"
#include "ratio_cells.hpp"

namespace stickslip {

namespace {

constexpr int samples_of_slow_motions = 200;
constexpr int seeds_of_slow_motions = 40;

/// Whether nobody named an observable; proofs are told beside others.
bool wants_usual(const MapRequest& request) { return without_proofs(request.observables).empty(); }

std::unique_ptr<const CellEvaluator> solved_cells(const MapRequest& request, std::vector<std::string> names) {
    if (names.empty() && wants_usual(request)) {
        names = {"stops_per_cycle", first_case(request).read().ratios() ? "amplitude_ratio" : "amplitude"};
    }
    if (auto ratio_cells = make_ratio_cells(request, names)) return ratio_cells;
    if (request.device) {
        refuse_device(*request.device,
                      "with equal static and sliding friction and without what needs the whole cycle "
                      "(phase_lag, transmitted_force, transmissibility over a moving surface)");
    }
    return make_steady_cells(request, names);
}

std::unique_ptr<const CellEvaluator> line_cells(const MapRequest& request,
                                                const std::vector<std::string>& observables) {
    const bool is_attractor = std::ranges::any_of(observables, is_attractor_observable) ||
                              std::ranges::find(request.observables, "attractor") != request.observables.end();
    if (is_attractor) {
        refuse_proofs(observables, "and not exponents and attractors");
        return make_attractor_cells(request, observables);
    }
    if (asks_for_proofs(observables))
        return make_proved_cells(request, solved_cells(request, without_proofs(observables)));
    return solved_cells(request, observables);
}

/// Whether a window has the property in one of its corners; just inside, because the ends may be degenerate.
bool is_in_a_corner(const PlaneWindow& w, const std::function<bool(double, double)>& property) {
    constexpr double inset = 1e-9;
    const double x_inset = inset * (w.x_high - w.x_low);
    const double y_inset = inset * (w.y_high - w.y_low);
    for (const double x : {w.x_low + x_inset, w.x_high - x_inset}) {
        for (const double y : {w.y_low + y_inset, w.y_high - y_inset}) {
            if (property(x, y)) return true;
        }
    }
    return false;
}

/// Where the load is too slow nothing is solved, and no boundary is seen. The ratios are powers of the keys, so that
/// the slowest motion of a window is in one of its corners.
void require_fast_enough(const PlaneWindow& w, const std::function<Ratios(double, double)>& ratios) {
    std::string reason;
    const auto is_too_slow = [&](double x, double y) {
        const Ratios r = ratios(x, y);
        reason = why_too_slow(r.frequency, r.damping, most_slides_per_period);
        return !reason.empty();
    };
    if (is_in_a_corner(w, is_too_slow)) throw std::invalid_argument("boundaries cannot be found here: " + reason);
}

/// Whether the normal force varies somewhere in the window: keys of it may be its axes.
bool is_pressed(const BoundaryPlane& plane) {
    return is_in_a_corner(plane.window,
                          [&](double x, double y) { return plane.at(x, y).read().oscillator.has_varying_normal(); });
}

BoundarySearch line_boundaries(const BoundaryPlane& plane) {
    BoundarySearch search;
    if (is_pressed(plane)) {
        // Each motion is solved for from its start, a thousand times slower than by its ratios.
        search.sources.push_back(
            {"", std::make_unique<PressedPatterns>(plane.cases([](const CaseDocument& d) { return d.read(); }))});
        search.crossings.samples = samples_of_slow_motions;
        search.curves.seed_samples = seeds_of_slow_motions;
        search.curves.seed_lines = seeds_of_slow_motions;
        return search;
    }
    const auto ratios_at = boundary_plane(plane.document, plane.x, plane.y);
    require_fast_enough(plane.window, ratios_at);
    auto ratios = [ratios_at, tell = plane.before_each](double a, double b) {
        if (tell) tell();
        return ratios_at(a, b);
    };
    search.sources.push_back({"", ratio_patterns(std::move(ratios))});
    return search;
}

CaseResponse::Motion line_motion(const CaseDocument& document) {
    const SteadyState s = steady_state(document.read(), {.with_cycle = false});
    return {s.regime, s.stops_per_cycle()};
}

std::unique_ptr<CaseResponse> response_on_line(const CaseDocument& document, const std::string& vary,
                                               double /*vary_value*/, const std::optional<std::string>& over,
                                               double /*over_value*/) {
    return line_response(document, vary, over);
}

}  // namespace

const CaseKind& line_kind() {
    static constexpr CaseKind kind{.name = "line",
                                   .words = "one mass on a line",
                                   .cells = line_cells,
                                   .boundaries = line_boundaries,
                                   .motion = line_motion,
                                   .response = response_on_line,
                                   .motion_response = line_motion_response,
                                   .decay = line_decay,
                                   .forced = line_forced_motion,
                                   .measured = line_measured};
    return kind;
}

}  // namespace stickslip
