#include "structure_response.hpp"

#include <algorithm>
#include <limits>

#include "stickslip/structure/case.hpp"
#include "stickslip/structure/observables.hpp"

namespace stickslip::structure {
namespace {

class StructureResponse final : public CaseResponse {
public:
    using CaseResponse::CaseResponse;

    [[nodiscard]] ObservableName observable(const std::string& name, double vary, double over) const override {
        const Observable o = structure::observable(problem(vary, over).structure, name);
        return {o.name, o.unit, o.description};
    }

    /// A motion that has no bound, or that was not found, is never the best.
    [[nodiscard]] double value(const std::string& name, double vary, double over) const override {
        const Case c = problem(vary, over);
        const Observable target = structure::observable(c.structure, name);
        const StructureSteadyState s =
            steady_state(c.structure, c.start, {.with_coexisting = false, .with_offsets = target.depends_on_offsets});
        return s.cycle ? target.value(s) : std::numeric_limits<double>::infinity();
    }

    /// Stops of all contacts together.
    [[nodiscard]] Motion motion(double vary, double over) const override {
        const StructureSteadyState s = state(vary, over);
        Motion m{s.regime, 0.0};
        for (const ContactCycle& contact : s.contacts) m.stops_per_cycle += contact.stops_per_cycle;
        return m;
    }

    /// Whether any contact sticks.
    [[nodiscard]] bool sticks(double vary, double over) const override {
        const StructureSteadyState s = state(vary, over);
        return std::any_of(s.contacts.begin(), s.contacts.end(), [](const auto& c) { return c.stuck_fraction > 0.0; });
    }

    [[nodiscard]] std::optional<Crossing> nearest_boundary(const Interval&, const WorstCase&) const override {
        return std::nullopt;
    }

    /// A motion of a structure takes milliseconds to solve for.
    [[nodiscard]] DesignOptions usual_options() const override {
        return {.choices = 32, .band_points = 32, .tolerance = 1e-7};
    }

    [[nodiscard]] Case problem(double vary, double over) const { return read_case(document(vary, over)); }

private:
    [[nodiscard]] StructureSteadyState state(double vary, double over) const {
        const Case c = problem(vary, over);
        return steady_state(c.structure, c.start, {.with_coexisting = false, .with_offsets = false});
    }
};

}  // namespace

std::unique_ptr<CaseResponse> structure_response(const CaseDocument& document, const std::string& vary,
                                                 double vary_value, const std::optional<std::string>& over,
                                                 double over_value) {
    auto response = std::make_unique<StructureResponse>(document, vary, over);
    static_cast<void>(load_period(response->problem(vary_value, over_value).structure));
    return response;
}

}  // namespace stickslip::structure
