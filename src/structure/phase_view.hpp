#pragma once

// A stored phase, looked at: everything about the structure at any time of it.

#include "phase_library.hpp"

namespace stickslip::structure {

class PhaseView {
public:
    PhaseView(PhaseLibrary&, const StructurePhase&);

    void move_to(double tau) const { motion_.evaluate(tau); }

    // All at the time moved to last.
    [[nodiscard]] VectorXd position() const { return motion_.start().position + motion_.displacement(); }
    [[nodiscard]] VectorXd velocity() const { return motion_.velocity(); }
    [[nodiscard]] VectorXd acceleration() const { return motion_.acceleration(); }
    [[nodiscard]] VectorXd friction() const;    ///< r of each contact; the least-norm split of redundant ones
    [[nodiscard]] VectorXd deflection() const;  ///< z of each contact
    [[nodiscard]] VectorXd load() const;        ///< Σ d·p
    [[nodiscard]] const std::vector<ContactState>& contacts() const { return motion_.start().contacts; }
    [[nodiscard]] double fastest_rate() const { return motion_.fastest_rate(); }

private:
    [[nodiscard]] VectorXd at_now(const Coefficients&) const;

    const DenseStructure& structure_;
    PhaseMotion motion_;
};

}  // namespace stickslip::structure
