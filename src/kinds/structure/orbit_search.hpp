#pragma once

// Which periodic motion a start leads to. docs/theory/structures.md, sections 8 and 9.

#include <optional>

#include "orbit_newton.hpp"

namespace stickslip::structure {

/// How fast neighbouring motions part.
struct Growth {
    double exponent = 0.0;  ///< [1/s]
    double standard_error = 0.0;
};

struct FoundOrbit {
    std::optional<Orbit> orbit;
    int load_periods = 1;
    bool is_cycle = false;  ///< a limit cycle, with its own period
    bool is_equilibrium = false;
    std::optional<Growth> growth{};  ///< the motion never repeats: `orbit` is a long stretch of it
    std::string reason;              ///< why there is none
};

class OrbitSearch {
public:
    OrbitSearch(PhaseLibrary& library, int most_periods, std::size_t most_events)
        : map_(library, most_events), energy_(library.structure), newton_(map_, energy_), most_periods_(most_periods) {}

    /// Equal bounds: the map over a period never expands distances.
    [[nodiscard]] FoundOrbit monotone(const Configuration& start, double period, bool with_offsets) const;
    /// Static friction above sliding friction, or normal forces that the motion decides: the motion is followed until
    /// it nearly repeats.
    [[nodiscard]] FoundOrbit recurrent(const Configuration& start, double period) const;
    /// Nothing varies with time: a motion that comes back to the same event, or an equilibrium.
    [[nodiscard]] FoundOrbit autonomous(const Configuration& start, double natural_period) const;

    /// The equilibrium in which every contact with friction slides on its moving surface, stable or not; none where a
    /// surface does not move.
    [[nodiscard]] FoundOrbit sliding_equilibrium(double natural_period) const;

    [[nodiscard]] const OrbitNewton& newton() const { return newton_; }
    [[nodiscard]] const EnergyCoordinates& energy() const { return energy_; }

private:
    [[nodiscard]] std::string too_many_events() const;
    [[nodiscard]] double distance(const Configuration& a, const Configuration& b) const;
    [[nodiscard]] double size(const Configuration&) const;
    [[nodiscard]] bool is_stable(const Orbit&, bool is_cycle) const;
    [[nodiscard]] bool has_offsets(const Orbit&) const;
    [[nodiscard]] bool is_at_edge(const Orbit&) const;
    [[nodiscard]] bool is_at_edge(const Orbit&, std::size_t contact) const;
    [[nodiscard]] std::optional<Orbit> moved_inwards(const Orbit&, double period, double share) const;
    [[nodiscard]] Orbit within_edges(const Orbit&, double period) const;
    [[nodiscard]] Orbit with_offsets_of(const Configuration& start, const Orbit&, double period) const;
    [[nodiscard]] std::optional<Growth> growth_from(Configuration, double period) const;
    [[nodiscard]] FoundOrbit equilibrium(const Configuration& start, double natural_period) const;
    [[nodiscard]] std::optional<Orbit> held(const MappedState&, double period) const;
    [[nodiscard]] Orbit shortest(const Orbit&, double period, int& periods) const;
    [[nodiscard]] std::optional<Orbit> returning(const std::vector<Configuration>& sections, double period,
                                                 int& periods) const;

    PeriodMap map_;
    EnergyCoordinates energy_;
    OrbitNewton newton_;
    int most_periods_;
};

}  // namespace stickslip::structure
