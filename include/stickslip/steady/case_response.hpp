#pragma once

#include <optional>
#include <string>

#include "stickslip/steady/boundary.hpp"
#include "stickslip/steady/design.hpp"
#include "stickslip/steady/observables.hpp"

namespace stickslip {

/// The response of a case to a choice (the key `vary`) at a place in a band (the key `over`; none: the case as it is),
/// as the design functions ask for it.
class CaseResponse {
public:
    CaseResponse(CaseDocument document, std::string vary, std::optional<std::string> over)
        : document_(std::move(document)), vary_(std::move(vary)), over_(std::move(over)) {}

    [[nodiscard]] Case problem(double vary, double over) const;
    [[nodiscard]] SteadyState state(double vary, double over) const;

    /// The observable there; +∞ where the motion is unbounded.
    [[nodiscard]] double value(const Observable&, double vary, double over) const;

    /// Whether the steady motion has a stop there.
    [[nodiscard]] bool sticks(double vary, double over) const;

private:
    CaseDocument document_;
    std::string vary_;
    std::optional<std::string> over_;
};

/// The boundary between regimes nearest to the optimum along what was varied, where boundaries are defined.
[[nodiscard]] std::optional<Crossing> nearest_boundary(const CaseResponse&, const Interval& choices, const WorstCase&);

}  // namespace stickslip
