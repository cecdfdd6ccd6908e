#pragma once

// The map of a structure's state over a span of time that begins at a load's zero phase, and its derivative.

#include "phase_library.hpp"
#include "tangent.hpp"

namespace stickslip::structure {

/// What a contact has done during a map.
struct ContactHistory {
    bool has_stuck = false;
    bool has_slid_up = false;
    bool has_slid_down = false;
    bool was_open = false;
    double path = 0.0;  ///< of its slip [m]

    [[nodiscard]] bool has_slid() const { return has_slid_up || has_slid_down; }

    /// Its offset is locked: it has been at rest all the time.
    [[nodiscard]] bool never_moves() const { return has_stuck && !has_slid() && !was_open; }
};

struct MappedState {
    Configuration end;
    MatrixXd derivative;  ///< empty unless asked for
    VectorXd rates;       ///< of the state at the end, with the derivative
    std::vector<ContactHistory> contacts;
    double travel = 0.0;  ///< the largest distance any degree of freedom has gone, or is away from 0 [m]
    bool is_complete = false;
};

class PeriodMap {
public:
    PeriodMap(PhaseLibrary& library, std::size_t most_events)
        : library_(library), layout_(library.structure), most_events_(most_events) {}

    enum class Derivative { without, with };

    /// From `start`, whose contacts are known unless it has none, over `duration`.
    [[nodiscard]] MappedState map(Configuration start, double duration, Derivative) const;
    /// The same with the derivative along some directions, a column each.
    [[nodiscard]] MappedState map(Configuration start, double duration, const MatrixXd& directions) const;

    [[nodiscard]] std::size_t most_events() const { return most_events_; }
    [[nodiscard]] const StateLayout& layout() const { return layout_; }
    [[nodiscard]] PhaseLibrary& library() const { return library_; }

private:
    PhaseLibrary& library_;
    StateLayout layout_;
    std::size_t most_events_;  ///< in one map
};

}  // namespace stickslip::structure
