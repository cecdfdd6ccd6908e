#pragma once

// A stored phase, looked at: everything about the structure at any time of it.

#include "phase_library.hpp"

namespace stickslip::structure {

// All at the time that the motion was evaluated at last.

/// N of the closed contacts whose normal force the motion decides; 0 for all others.
[[nodiscard]] VectorXd normal_forces(const DenseStructure&, const PhaseMotion&);
[[nodiscard]] VectorXd friction(const DenseStructure&,
                                const PhaseMotion&);  ///< r; the least-norm split of redundant ones
[[nodiscard]] VectorXd deflection(const DenseStructure&, const PhaseMotion&);       ///< z of each contact
[[nodiscard]] VectorXd deflection_rate(const DenseStructure&, const PhaseMotion&);  ///< z′ of each contact

/// Kinetic energy, and elastic energy of the structure and of the springs of contacts, normal ones included [J].
[[nodiscard]] double stored_energy(const DenseStructure&, const VectorXd& position, const VectorXd& velocity,
                                   const VectorXd& deflection);

class PhaseView {
public:
    PhaseView(PhaseLibrary&, const StructurePhase&);

    void move_to(double tau) const { motion_.evaluate(tau); }

    // All at the time moved to last.
    [[nodiscard]] VectorXd position() const { return motion_.start().position + motion_.displacement(); }
    [[nodiscard]] VectorXd velocity() const { return motion_.velocity(); }
    [[nodiscard]] VectorXd acceleration() const { return motion_.acceleration(); }
    [[nodiscard]] VectorXd friction() const { return structure::friction(structure_, motion_); }
    [[nodiscard]] VectorXd deflection() const { return structure::deflection(structure_, motion_); }
    [[nodiscard]] VectorXd load() const;  ///< Σ d·p
    [[nodiscard]] const std::vector<ContactState>& contacts() const { return motion_.start().contacts; }
    [[nodiscard]] double fastest_rate() const { return motion_.fastest_rate(); }
    [[nodiscard]] const PhaseMotion& motion() const { return motion_; }

private:
    const DenseStructure& structure_;
    PhaseMotion motion_;
};

}  // namespace stickslip::structure
