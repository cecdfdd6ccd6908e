#pragma once

#include <functional>

#include "stickslip/model/case.hpp"
#include "stickslip/steady/steady_state.hpp"
#include "studies/pattern.hpp"

namespace stickslip {

/// Motions on a line under a normal force that varies, whatever the load.
class PressedPatterns final : public PatternSolver {
public:
    explicit PressedPatterns(std::function<Case(double x, double y)> plane) : plane_(std::move(plane)) {}

    [[nodiscard]] std::unique_ptr<PatternSolver> another() const override;
    [[nodiscard]] Pattern pattern(const BoundaryPoint&) override;
    [[nodiscard]] Probe probe(const BoundaryPoint&) override;
    [[nodiscard]] BoundaryKind kind(const Pattern& from, const Pattern& to, double distance,
                                    const std::function<BoundaryPoint(double)>& richer) override;

private:
    [[nodiscard]] SteadyState state(const BoundaryPoint&, bool with_cycle) const;

    std::function<Case(double, double)> plane_;
};

}  // namespace stickslip
