#include "studies/case_response.hpp"

#include <cmath>
#include <limits>

#include "stickslip/steady/observables.hpp"

namespace stickslip {

namespace {

class LineResponse final : public CaseResponse {
public:
    using CaseResponse::CaseResponse;

    [[nodiscard]] ObservableName observable(const std::string& name, double vary, double over) const override {
        const Observable& o = stickslip::observable(name);
        return {std::string(o.name), std::string(unit_of(o, problem(vary, over))), std::string(o.description)};
    }

    [[nodiscard]] double value(const std::string& name, double vary, double over) const override {
        const Observable& target = stickslip::observable(name);
        const SteadyState s = steady_state(problem(vary, over), {.with_cycle = target.needs_cycle});
        return s.regime == Regime::unbounded ? std::numeric_limits<double>::infinity() : target.value(s);
    }

    [[nodiscard]] Motion motion(double vary, double over) const override {
        const SteadyState s = state(vary, over);
        return {s.regime, s.stops_per_cycle()};
    }

    [[nodiscard]] bool sticks(double vary, double over) const override {
        const SteadyState s = state(vary, over);
        return s.regime != Regime::unbounded && !(s.stuck_fraction == 0.0);
    }

    [[nodiscard]] std::optional<Crossing> nearest_boundary(const Interval& choices,
                                                           const WorstCase& best) const override {
        const auto ratios_at = [&](double value) { return problem(value, best.over).ratios(); };
        if (problem(best.vary, best.over).oscillator.has_varying_normal()) return std::nullopt;
        const auto ratios = ratios_at(best.vary);
        if (!ratios || ratios->static_friction.value_or(ratios->friction) > ratios->friction) return std::nullopt;
        std::optional<Crossing> nearest;
        for (const Crossing& c : crossings_along([&](double v) { return *ratios_at(v); }, choices.low, choices.high)) {
            if (!nearest || std::abs(c.value - best.vary) < std::abs(nearest->value - best.vary)) nearest = c;
        }
        return nearest;
    }

    [[nodiscard]] DesignOptions usual_options() const override { return {}; }

private:
    [[nodiscard]] Case problem(double vary, double over) const { return document(vary, over).read(); }
    [[nodiscard]] SteadyState state(double vary, double over) const {
        return steady_state(problem(vary, over), {.with_cycle = false});
    }
};

}  // namespace

std::unique_ptr<CaseResponse> line_response(CaseDocument document, std::string vary, std::optional<std::string> over) {
    return std::make_unique<LineResponse>(std::move(document), std::move(vary), std::move(over));
}

}  // namespace stickslip
