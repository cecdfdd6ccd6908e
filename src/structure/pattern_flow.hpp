#pragma once

// The linear flow of a structure while a given set of contacts is at rest. Rigid ones take directions away, elastic
// ones add their springs. With d = x − xᵢ the displacement since the phase began,
//     M·d″ + C·d′ + (K + Σ k_t·w·wᵀ)·d = forces(τ),   wᵀd′ = v for rigid contacts at rest,
// the modes of the rest decouple into coordinates d = u₀·τ + X·c(τ): modes that damping leaves alone are oscillators of
// one degree of freedom each; those that it couples are complex modes, c′ = λ·c + …, or, where these are nearly
// dependent, a block that is evaluated by the matrix exponential. docs/theory/structures.md, section 2.

#include <Eigen/Dense>
#include <complex>
#include <vector>

#include "kernel/linear_flow.hpp"
#include "signals.hpp"

namespace stickslip::structure {

/// The structure as the engine uses it.
struct DenseStructure {
    explicit DenseStructure(const Structure&);

    int size = 0;
    MatrixXd mass, damping, stiffness;
    Eigen::LLT<MatrixXd> mass_factor;
    MatrixXd directions;               ///< w of each contact, a column each
    MatrixXd inverse_mass_directions;  ///< M⁻¹·w
    VectorXd surface_velocity;
    VectorXd contact_stiffness;  ///< k_t, 0 for rigid contacts
    VectorXd static_factor;      ///< static over sliding bound, ≥ 1

    [[nodiscard]] int contacts() const { return static_cast<int>(directions.cols()); }
    [[nodiscard]] bool is_elastic(int contact) const { return contact_stiffness[contact] > 0.0; }
    /// Whether friction at rest is larger than in sliding.
    [[nodiscard]] bool is_stiction(int contact) const { return static_factor[contact] > 1.0; }
};

/// A way in which contacts at rest can start to move together: its slip velocities are in proportion to `share`. Their
/// friction holds it as long as |Σ shareⱼ·λⱼ| ≤ Σ |shareⱼ|·boundⱼ, for any split λ of the friction that holds still.
/// Independent contacts have one of their own each.
struct Mechanism {
    std::vector<int> contacts;  ///< those that move
    std::vector<double> share;  ///< of each of them, the largest is 1
};

/// All mechanisms of a set of contacts. @throws std::runtime_error if redundant contacts have too many.
[[nodiscard]] std::vector<Mechanism> mechanisms(const DenseStructure&, const std::vector<int>& contacts);

class PatternFlow {
public:
    PatternFlow(const DenseStructure&, std::vector<int> rigid_at_rest, const std::vector<int>& elastic_at_rest);

    /// A mode of one degree of freedom: coordinate″ + 2σ·coordinate′ + ω²·coordinate = force.
    struct Oscillation {
        int coordinate;
        LinearFlow<double> flow;
    };
    /// A complex mode c′ = λ·c + force; its real and imaginary parts are two coordinates, only the first if λ is real.
    struct ComplexMode {
        int coordinate;
        std::complex<double> root;
    };
    /// Modes that damping couples and complex modes cannot tell apart: y″ + damping·y′ + diag(ω²)·y = force.
    struct Block {
        int coordinate;
        MatrixXd damping;
        VectorXd stiffness;
    };

    int coordinates = 0;
    std::vector<Oscillation> oscillations;
    std::vector<ComplexMode> complex_modes;
    std::vector<Block> blocks;
    std::vector<double> rate;  ///< of each coordinate, ω or |λ| [rad/s]; blocks have 0
    Coefficients shape;        ///< X, degrees of freedom × coordinates
    MatrixXd force_map;        ///< forces → forces on the coordinates; M·velocity → their initial values or rates
    MatrixXd stiffness;        ///< K with the springs of elastic contacts at rest

    std::vector<int> stuck;  ///< rigid contacts at rest
    MatrixXd drift;          ///< their surface velocities → u₀
    MatrixXd reaction;       ///< forces without theirs → λ, the least-norm split
    std::vector<Mechanism> stuck_mechanisms;

private:
    void couple(const MatrixXd& modes, const MatrixXd& modal_damping, const VectorXd& squares,
                const std::vector<int>& members, int& next);
    void add_oscillation(const MatrixXd& modes, double half_damping, double square, int mode, int& next);
};

}  // namespace stickslip::structure
