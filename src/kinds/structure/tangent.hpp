#pragma once

// How a motion answers to a small change of where it starts. Between events a change obeys the same linear equation
// without loads; at an event it jumps by the saltation matrix
//     δ⁺ = δ⁻ + (f⁺ − f⁻)·(∇h·δ⁻)/h′,
// f the rates of the state before and after, h the function whose zero is the event and h′ its derivative in time.
// docs/theory/structures.md, section 7.

#include "march.hpp"

namespace stickslip::structure {

/// Which of the numbers of a state are where: positions, velocities, deflections of elastic contacts.
struct StateLayout {
    explicit StateLayout(const DenseStructure&);

    int degrees = 0;
    std::vector<int> elastic;  ///< contacts with a deflection

    [[nodiscard]] int size() const { return 2 * degrees + static_cast<int>(elastic.size()); }
    [[nodiscard]] VectorXd state(const Configuration&) const;
    void set(const VectorXd& state, Configuration&) const;
};

/// Follows the derivatives of a motion with respect to the numbers of its start, a column each.
class Tangent final : public MarchObserver {
public:
    Tangent(const DenseStructure&, MatrixXd start);

    void phase(const PhaseMotion&, const FirstEvent&) override;

    /// The rates (x′, x″, z′) of the state at the time that the phase was evaluated at last.
    [[nodiscard]] VectorXd rates(const PhaseMotion&) const;

    /// Rows as in StateLayout.
    [[nodiscard]] const MatrixXd& derivative() const { return now_; }

private:
    /// A zero of h that has ended a phase, and at which rates jump.
    struct Trigger {
        Watch what;
        int contact;
        Eigen::RowVectorXd gradient;
        double rate;
    };
    void flow(const PhaseMotion&, double duration);
    void jump(const PhaseMotion& next);
    template <class Stops>
    void jump_in_turn(const PhaseMotion& next, const VectorXd& change, const Stops&);
    void bring_to_rest(const PhaseMotion& next);
    void shift(const Trigger&, double rate, const VectorXd& change);
    [[nodiscard]] bool makes_rates_jump(const Watched&) const;
    void note(const PhaseMotion&, const FirstEvent&);
    [[nodiscard]] int place(int contact) const;  ///< of a deflection in the state
    [[nodiscard]] Eigen::RowVectorXd gradient(const PhaseMotion&, const Watched&) const;

    const DenseStructure& s_;
    StateLayout layout_;
    MatrixXd now_;
    std::vector<Trigger> triggers_;
    VectorXd rates_before_;
    VectorXd friction_before_;
    std::vector<int> at_rest_before_;  // rigid contacts
};

}  // namespace stickslip::structure
