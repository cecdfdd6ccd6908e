#pragma once

#include <memory>
#include <optional>
#include <string>

#include "stickslip/model/case.hpp"
#include "stickslip/studies/boundary.hpp"
#include "stickslip/studies/design.hpp"

namespace stickslip {

/// A number that is reported of steady states, in words.
struct ObservableName {
    std::string name;
    std::string unit;
    std::string description;
};

/// The response of a case to a choice (the key `vary`) at a place in a band (the key `over`; none: the case as it is),
/// as the design functions ask for it.
class CaseResponse {
public:
    CaseResponse(CaseDocument document, std::string vary, std::optional<std::string> over)
        : document_(std::move(document)), vary_(std::move(vary)), over_(std::move(over)) {}
    CaseResponse(const CaseResponse&) = delete;
    CaseResponse& operator=(const CaseResponse&) = delete;
    virtual ~CaseResponse() = default;

    /// The observable of this name, with its unit there. @throws std::invalid_argument with the list of names.
    [[nodiscard]] virtual ObservableName observable(const std::string& name, double vary, double over) const = 0;

    /// The observable there; +∞ where the motion is unbounded.
    [[nodiscard]] virtual double value(const std::string& observable, double vary, double over) const = 0;

    struct Motion {
        Regime regime = Regime::not_converged;
        double stops_per_cycle = 0.0;  ///< a mean per load period
    };
    [[nodiscard]] virtual Motion motion(double vary, double over) const = 0;

    /// Whether the steady motion has a stop there.
    [[nodiscard]] virtual bool sticks(double vary, double over) const = 0;

    /// The boundary between regimes nearest to the optimum along what was varied, where boundaries are defined.
    [[nodiscard]] virtual std::optional<Crossing> nearest_boundary(const Interval& choices,
                                                                   const WorstCase& best) const = 0;

    /// How finely such a case is looked at.
    [[nodiscard]] virtual DesignOptions usual_options() const = 0;

protected:
    [[nodiscard]] CaseDocument document(double vary, double over) const {
        const CaseDocument chosen = document_.with_value(vary_, vary);
        return over_ ? chosen.with_value(*over_, over) : chosen;
    }

private:
    CaseDocument document_;
    std::string vary_;
    std::optional<std::string> over_;
};

/// Of a one-dimensional case.
[[nodiscard]] std::unique_ptr<CaseResponse> line_response(CaseDocument, std::string vary,
                                                          std::optional<std::string> over);

}  // namespace stickslip
