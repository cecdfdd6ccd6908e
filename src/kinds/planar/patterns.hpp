#pragma once

// The patterns of planar steady motions: stuck for ever, sliding without a stop, or a number of stick intervals a
// cycle.

#include <optional>

#include "stickslip/planar/case.hpp"
#include "stickslip/planar/steady_state.hpp"
#include "studies/pattern.hpp"

namespace stickslip::planar {

/// Motions in the plane. A load along a line on a rigid support makes the one-dimensional oscillator, which has a
/// solver of its own.
class MotionPatterns final : public PatternSolver {
public:
    explicit MotionPatterns(std::function<Case(double x, double y)> plane);

    [[nodiscard]] std::unique_ptr<PatternSolver> another() const override;
    [[nodiscard]] Pattern pattern(const BoundaryPoint&) override;
    [[nodiscard]] Probe probe(const BoundaryPoint&) override;

    /// A: a slide vanishes. B: a stick interval vanishes. C: the same where the slides before and after it turn back,
    /// by more than a right angle.
    [[nodiscard]] BoundaryKind kind(const Pattern& from, const Pattern& to, double distance,
                                    const std::function<BoundaryPoint(double)>& richer) override;

private:
    /// The steady state where it must be solved for. @throws std::runtime_error where none was found.
    [[nodiscard]] SteadyState state(const Case&, const BoundaryPoint&);

    std::function<Case(double, double)> plane_;
    RatioPatterns on_line_;
    std::optional<State> last_;  ///< at t = 0 of the last cycle: the next place is near
};

}  // namespace stickslip::planar
