#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "stickslip/structure/structure.hpp"

namespace stickslip::structure {

enum class ContactPhase { stick, slide, open };

/// What one contact does during a phase.
struct ContactState {
    ContactPhase phase = ContactPhase::stick;
    int direction = 0;  ///< sign of the slip while it slides, else 0

    friend bool operator==(const ContactState&, const ContactState&) = default;
};

enum class ContactEventKind {
    slide_to_stick,
    stick_to_slide,  ///< also where the very start slides
    reversal,        ///< a stop of zero duration after which the slip turns round
    open,            ///< the normal force comes to zero
    close,           ///< it comes back
};

struct ContactEvent {
    double time = 0.0;  ///< [s]
    std::size_t contact = 0;
    ContactEventKind kind = ContactEventKind::stick_to_slide;
    int direction = 0;  ///< sign of the slide that begins, 0 for a stop
};

/// One analytic piece of a motion: no contact changes its state in it, and no record its slope.
struct StructurePhase {
    ExactTime start;
    double duration = 0.0;           ///< [s]
    std::vector<double> position;    ///< x at the start [m]
    std::vector<double> velocity;    ///< x′ at the start [m/s]
    std::vector<double> deflection;  ///< z of each contact at the start [m]; 0 for rigid ones
    std::vector<ContactState> contacts;
};

/// The structure at one time; at an event, its limit from later times.
struct StructureSample {
    double time = 0.0;
    std::vector<double> position;
    std::vector<double> velocity;
    std::vector<double> acceleration;
    std::vector<double> friction;    ///< r of each contact; redundant ones share by the least-norm split [N]
    std::vector<double> deflection;  ///< z of each contact [m]
    std::vector<ContactState> contacts;
};

enum class StructureTermination {
    reached_end,
    event_limit,  ///< `StructureOptions::most_events` events came first; the trajectory ends at the last one
};

struct StructureOptions {
    std::size_t most_events = 10'000'000;
    /// Told the time reached, every few hundred phases; what it throws ends the simulation.
    std::function<void(double)> progress;
};

class PhaseLibrary;

/// A motion as a list of analytic phases: exact at any time, not resampled.
struct StructureTrajectory {
    std::shared_ptr<const Structure> structure;
    std::vector<StructurePhase> phases;  ///< contiguous, never empty
    std::vector<ContactEvent> events;    ///< by time, those of one instant by contact
    StructureTermination termination = StructureTermination::reached_end;
    double end = 0.0;
    std::shared_ptr<PhaseLibrary> library;  ///< the linear flows of the phases, shared

    [[nodiscard]] double end_time() const { return end; }

    /// The motion at many times, in any order; fastest where they increase.
    /// @throws std::invalid_argument outside [0, end_time].
    [[nodiscard]] std::vector<StructureSample> at(std::span<const double> times) const;
    [[nodiscard]] StructureSample at(double time) const;
};

/// Follows the motion from `start` at t = 0 to `end_time`, event by event. Between events the flow is closed form; each
/// event is the first of its kind by proof. Contacts that come to rest or break loose at one instant are decided
/// together (docs/theory/structures.md).
/// @throws std::invalid_argument naming the parameter, its value and its bound.
[[nodiscard]] StructureTrajectory simulate(const Structure&, const StructureState& start, double end_time,
                                           const StructureOptions& = {});

/// The trajectory that these phases and events of a structure are of: what has been stored becomes a motion again.
/// @throws std::invalid_argument where a phase does not fit the structure, or there is none.
[[nodiscard]] StructureTrajectory reassemble(const Structure&, std::vector<StructurePhase>, std::vector<ContactEvent>,
                                             StructureTermination, double end);

/// Where the energy went between the two ends [J].
struct StructureEnergy {
    double input = 0.0;            ///< work of the loads and of moving surfaces
    std::vector<double> friction;  ///< ∫ r·g dt of each contact; elastic ones ∫ r·u dt
    double damping = 0.0;          ///< ∫ x′ᵀC·x′ dt
    double stored = 0.0;           ///< kinetic + elastic energy, springs of contacts included, end − start
    double imbalance = 0.0;        ///< input − friction − damping − stored: rounding only
    double initial = 0.0;          ///< kinetic + elastic energy at the start
};
[[nodiscard]] StructureEnergy energy_balance(const StructureTrajectory&);

/// The extremes of a motion.
struct StructurePeaks {
    std::vector<double> position;    ///< largest |x| of each degree of freedom [m]
    std::vector<double> velocity;    ///< largest |x′| [m/s]
    std::vector<double> total_slip;  ///< path of each contact [m]
};
[[nodiscard]] StructurePeaks peaks(const StructureTrajectory&);

[[nodiscard]] std::string_view name(ContactPhase);
[[nodiscard]] std::string_view name(ContactEventKind);

}  // namespace stickslip::structure
