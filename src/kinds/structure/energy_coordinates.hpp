#pragma once

// Coordinates ξ of a state in which distances are energies: ½|ξ|² = ½(x′ᵀM·x′ + xᵀK·x + Σ k_t·z²). With equal bounds
// the map over a period never expands them. Positions along which no spring acts (free bodies) have no part in ξ.

#include "period_map.hpp"

namespace stickslip::structure {

class EnergyCoordinates {
public:
    explicit EnergyCoordinates(const DenseStructure&);

    [[nodiscard]] int size() const { return size_; }
    [[nodiscard]] VectorXd of(const VectorXd& state) const { return map_ * state; }
    [[nodiscard]] VectorXd state(const VectorXd& coordinates) const { return inverse_ * coordinates; }
    /// E·D·E⁻¹.
    [[nodiscard]] MatrixXd derivative(const MatrixXd& of_states) const { return map_ * of_states * inverse_; }

    /// An orthonormal basis of the positions that no spring acts on, degrees × bodies.
    [[nodiscard]] const MatrixXd& free_positions() const { return free_; }

    /// The offsets that contacts which never move leave to the start: changes of position and of locked deflections
    /// whose forces those contacts bear. An orthonormal basis in ξ. Where the motion decides normal forces an offset is
    /// not constant; then as many directions: the numbers that the map keeps are products of the state with them.
    [[nodiscard]] MatrixXd locked_offsets(const DenseStructure&, const std::vector<ContactHistory>&) const;

private:
    [[nodiscard]] MatrixXd kept_numbers(const DenseStructure&, const std::vector<ContactHistory>&) const;

    StateLayout layout_;
    int size_ = 0;
    MatrixXd map_;      // E
    MatrixXd inverse_;  // a right inverse of it
    MatrixXd free_;
};

}  // namespace stickslip::structure
