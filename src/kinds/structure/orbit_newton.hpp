#pragma once

// Periodic motions of a structure: fixed points, but for the drift of free bodies, of the map Φ over a period. In the
// coordinates ξ of EnergyCoordinates the residual is r = Φ(ξ) − ξ, and offsets V that contacts which never move leave
// to the start are exact multipliers 1. With D = DΦ split into A on the complement of V and B from there to the
// offsets, Newton's step is (I − A)⁻¹·r, and the offsets move by −B·(I − A)⁻²·r: as far as the motion itself would
// still move them. docs/theory/structures.md, section 8.

#include "energy_coordinates.hpp"

namespace stickslip::structure {

/// A motion that repeats.
struct Orbit {
    Configuration start;  ///< at the load's zero phase; contacts known
    double duration = 0.0;
    MappedState mapped;     ///< with the derivative
    double residual = 0.0;  ///< |r|, root of twice an energy [√J]
    double size = 0.0;      ///< |ξ| of the motion, or of what loads and frictions do in a radian of the period

    /// r is rounding.
    [[nodiscard]] bool closes() const;
};

class OrbitNewton {
public:
    OrbitNewton(const PeriodMap&, const EnergyCoordinates&);

    /// How long to go on: until the orbit closes, or until no step makes its residual smaller.
    enum class Finish { closed, exhausted };

    /// Newton's method from a state that is near, over a known duration.
    [[nodiscard]] Orbit close(const Configuration& start, double duration, Finish = Finish::closed) const;

    /// The zero of the monotone ξ − Φ(ξ) by proximal points [SolodovSvaiter1999], from anywhere.
    [[nodiscard]] Orbit close_monotone(const Configuration& start, double duration) const;

    /// Newton's method for a motion whose period is not known, from a state that comes back nearly after `duration`.
    [[nodiscard]] Orbit close_cycle(const Configuration& start, double duration) const;

    /// Multipliers apart from those that are exactly 1.
    [[nodiscard]] std::vector<std::complex<double>> multipliers(const Orbit&, bool is_cycle) const;
    /// Displacement of free bodies per period, of each degree of freedom.
    [[nodiscard]] VectorXd drift(const Orbit&) const;

private:
    struct Split {
        MatrixXd rest;   // orthonormal basis of the complement of the exact directions
        MatrixXd exact;  // theirs
    };
    [[nodiscard]] Orbit look(const Configuration& start, double duration) const;
    [[nodiscard]] VectorXd residual_of(const Configuration& start, const MappedState&) const;
    [[nodiscard]] VectorXd residual_of(const Orbit& orbit) const { return residual_of(orbit.start, orbit.mapped); }
    [[nodiscard]] Split split(const Orbit&, bool is_cycle) const;
    /// Newton's steps with the derivative of one orbit, which may be taken from orbits near it, too.
    class Steps;
    [[nodiscard]] Configuration moved(const Configuration& start, const MappedState&, const VectorXd& step) const;
    [[nodiscard]] Configuration approached(const Steps&, Configuration, double duration, double size) const;

    const PeriodMap& map_;
    const EnergyCoordinates& energy_;
    double push_ = 0.0;  // √(FᵀM⁻¹F) of the largest forces F: |ξ| per second
};

}  // namespace stickslip::structure
