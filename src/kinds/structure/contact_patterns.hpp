#pragma once

// The pattern of one contact in the steady motion of a structure, over a plane of two keys: whether it slips at all,
// how often it stops, and what follows.

#include <map>
#include <mutex>

#include "stickslip/structure/case.hpp"
#include "stickslip/structure/steady_state.hpp"
#include "studies/pattern.hpp"

namespace stickslip::structure {

using CasePlane = std::function<Case(double x, double y)>;

/// What was found for all contacts at places where one of them was probed, for the others. Thread-safe.
class ProbeMemory {
public:
    [[nodiscard]] std::optional<std::vector<Probe>> recall(const BoundaryPoint&) const;
    void note(const BoundaryPoint&, const std::vector<Probe>&);

private:
    mutable std::mutex mutex_;
    std::map<std::pair<double, double>, std::vector<Probe>> probes_;
};

/// Each motion is sought from the one found last, which is nearby.
class ContactPatterns final : public PatternSolver {
public:
    ContactPatterns(CasePlane plane, std::size_t contact, std::shared_ptr<ProbeMemory> memory)
        : plane_(std::move(plane)), contact_(contact), memory_(std::move(memory)) {}

    [[nodiscard]] std::unique_ptr<PatternSolver> another() const override;
    [[nodiscard]] Pattern pattern(const BoundaryPoint&) override;
    [[nodiscard]] Probe probe(const BoundaryPoint&) override;

    /// A: a slide vanishes, the step to a contact that never slips included. B: a stop in passing is born. C: the stop
    /// at a reversal vanishes. C′: a stop becomes a reversal and a short slide back.
    [[nodiscard]] BoundaryKind kind(const Pattern& from, const Pattern& to, double distance,
                                    const std::function<BoundaryPoint(double)>& richer) override;

private:
    /// @throws std::runtime_error where no steady state was found.
    const StructureSteadyState& state(const BoundaryPoint&);

    CasePlane plane_;
    std::size_t contact_;
    std::shared_ptr<ProbeMemory> memory_;
    StructureSteadyState neighbour_;
};

}  // namespace stickslip::structure
