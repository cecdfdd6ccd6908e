// One mass in the plane.

#include "kinds/case_kind.hpp"

#include <cmath>
#include <limits>

#include "map_cells.hpp"
#include "motion_response.hpp"
#include "patterns.hpp"
#include "stickslip/planar/observables.hpp"

namespace stickslip {

namespace {

class PlanarResponse final : public CaseResponse {
public:
    using CaseResponse::CaseResponse;

    [[nodiscard]] ObservableName observable(const std::string& name, double vary, double over) const override {
        const planar::Observable& o = planar::observable(name);
        const bool is_ratio = document(vary, over).read_planar().is_dimensionless && o.unit != "rad";
        return {std::string(o.name), is_ratio ? "1" : std::string(o.unit), std::string(o.description)};
    }

    [[nodiscard]] double value(const std::string& name, double vary, double over) const override {
        const planar::SteadyState s = state(vary, over);
        if (s.regime == Regime::unbounded) return std::numeric_limits<double>::infinity();
        return planar::observable(name).value(s);
    }

    [[nodiscard]] Motion motion(double vary, double over) const override {
        const planar::SteadyState s = state(vary, over);
        return {s.regime, static_cast<double>(s.stick_intervals_per_cycle)};
    }

    [[nodiscard]] bool sticks(double vary, double over) const override {
        const planar::Case c = document(vary, over).read_planar();
        const Regime regime = planar::known_regime(c.oscillator, c.load).value_or(Regime::not_converged);
        if (regime != Regime::not_converged) return regime == Regime::permanent_stick;
        const planar::SteadyState s = planar::steady_state(c.oscillator, c.load, c.start);
        return s.regime != Regime::unbounded && !(s.stuck_fraction == 0.0);
    }

    [[nodiscard]] std::optional<Crossing> nearest_boundary(const Interval& choices,
                                                           const WorstCase& best) const override {
        const auto patterns =
            planar::motion_patterns([&](double vary, double) { return document(vary, best.over).read_planar(); });
        const double length = choices.high - choices.low;
        const auto place = [&](double part) { return BoundaryPoint{choices.low + part * length, 0.0}; };
        const CrossingOptions look{.samples = 60, .tolerance = 1e-10};
        std::optional<Crossing> nearest;
        for (Crossing c : crossings_along(*patterns, place, 0.0, 1.0, look)) {
            c.value = place(c.value).x;
            if (!nearest || std::abs(c.value - best.vary) < std::abs(nearest->value - best.vary)) nearest = c;
        }
        return nearest;
    }

    /// A planar motion takes milliseconds to solve for.
    [[nodiscard]] DesignOptions usual_options() const override { return {.choices = 40, .band_points = 40}; }

private:
    [[nodiscard]] planar::SteadyState state(double vary, double over) const {
        const planar::Case c = document(vary, over).read_planar();
        return planar::steady_state(c.oscillator, c.load, c.start);
    }
};

void require_periodic_case(const CaseDocument& document) {
    const planar::Case c = document.read_planar();
    planar::require_periodic(c.oscillator, c.load);
}

std::unique_ptr<CaseResponse> planar_response(const CaseDocument& document, const std::string& vary, double vary_value,
                                              const std::optional<std::string>& over, double over_value) {
    CaseDocument there = document.with_value(vary, vary_value);
    if (over) there = there.with_value(*over, over_value);
    require_periodic_case(there);
    return std::make_unique<PlanarResponse>(document, vary, over);
}

/// A planar motion takes milliseconds to solve for, and its boundaries are few and smooth.
BoundarySearch planar_boundaries(const BoundaryPlane& plane) {
    const PlaneWindow& w = plane.window;
    require_periodic_case(plane.at(w.x_high, w.y_high));
    require_periodic_case(plane.at(w.x_low, w.y_low));
    BoundarySearch search;
    search.crossings = {.samples = 80, .tolerance = 1e-12};
    search.curves = {.seed_samples = 30, .seed_lines = 10, .step = 0.03, .tolerance = 1e-10};
    search.is_in_parts = true;
    auto case_at = plane.cases([](const CaseDocument& there) { return there.read_planar(); });
    search.sources.push_back({"", planar::motion_patterns(std::move(case_at))});
    return search;
}

CaseResponse::Motion planar_motion(const CaseDocument& document) {
    const planar::Case c = document.read_planar();
    if (const std::optional<Regime> known = planar::known_regime(c.oscillator, c.load)) return {*known, 0};
    const planar::SteadyState s = planar::steady_state(c.oscillator, c.load, c.start);
    return {s.regime, static_cast<double>(s.stick_intervals_per_cycle)};
}

}  // namespace

const CaseKind& planar_kind() {
    static constexpr CaseKind kind{.name = "planar",
                                   .words = "one mass in the plane",
                                   .cells = planar::make_map_cells,
                                   .boundaries = planar_boundaries,
                                   .motion = planar_motion,
                                   .response = planar_response,
                                   .motion_response = planar::motion_response,
                                   .decay = nullptr,
                                   .forced = nullptr,
                                   .measured = nullptr};
    return kind;
}

}  // namespace stickslip
