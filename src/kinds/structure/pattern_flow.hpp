#pragma once

// The linear flow of a structure while a given set of contacts is at rest. Rigid ones take directions away, elastic
// ones add their springs. With d = x − xᵢ the displacement since the phase began,
//     M·d″ + C·d′ + (K + Σ k_t·w·wᵀ)·d = forces(τ),   wᵀd′ = v for rigid contacts at rest,
// the modes of the rest decouple into coordinates d = u₀·τ + X·c(τ): modes that damping leaves alone are oscillators of
// one degree of freedom each; those that it couples are complex modes, c′ = λ·c + …, or, where these are nearly
// dependent, a block that is evaluated by the matrix exponential. docs/theory/structures.md, section 2.

#include <Eigen/Dense>
#include <atomic>
#include <complex>
#include <memory>
#include <mutex>
#include <vector>

#include "kernel/linear_flow.hpp"
#include "linear_map.hpp"
#include "signals.hpp"
#include "stickslip/structure/simulate.hpp"

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

    // Of contacts whose normal force the motion decides, N = preload − k_n·nᵀx; zeros for the others.
    bool has_normal_springs = false;
    MatrixXd normals;                     ///< n of each contact, a column each
    VectorXd normal_stiffness;            ///< k_n
    VectorXd preload;                     ///< N at x = 0
    VectorXd friction_factor;             ///< μ
    VectorXd normal_reach;                ///< √(nᵀM⁻¹n)
    std::vector<SparseVector> lift;       ///< n
    std::vector<SparseVector> lift_pull;  ///< M⁻¹n

    // The same for many products with vectors.
    LinearMap mass_map, stiffness_map, damping_map;
    LinearMap inverse_mass;          ///< M⁻¹
    LinearMap stiffness_rates;       ///< M⁻¹K
    LinearMap damping_rates;         ///< M⁻¹C
    VectorXd stiffness_sums;         ///< of the rows of |M⁻¹K|: no square of a frequency is larger than the largest
    double damping_norm = 0.0;       ///< of M⁻¹C
    std::vector<SparseVector> slip;  ///< w of each contact
    std::vector<SparseVector> pull;  ///< M⁻¹w
    VectorXd compliance;             ///< wᵀM⁻¹w
    VectorXd compliance_root;        ///< its square root

    /// Whether this is what is made of the other, which may have other loads and normal forces.
    [[nodiscard]] bool is_that_of(const Structure&) const;
    [[nodiscard]] bool is_that_of(const NormalSpring&, int contact) const;

    [[nodiscard]] int contacts() const { return static_cast<int>(directions.cols()); }
    [[nodiscard]] bool is_elastic(int contact) const { return contact_stiffness[contact] > 0.0; }
    /// Whether friction at rest is larger than in sliding.
    [[nodiscard]] bool is_stiction(int contact) const { return static_factor[contact] > 1.0; }
    /// Whether the motion decides its normal force.
    [[nodiscard]] bool is_compliant(int contact) const { return normal_stiffness[contact] > 0.0; }
    /// A stop: it is open or closed, and its slip means nothing. Closed, it counts as sliding in no direction.
    [[nodiscard]] bool is_frictionless(int contact) const {
        return is_compliant(contact) && friction_factor[contact] == 0.0;
    }
    /// N of a contact whose normal force the motion decides; negative where it is open.
    [[nodiscard]] double normal_force(int contact, const VectorXd& position) const {
        return preload[contact] - normal_stiffness[contact] * lift[std::size_t(contact)].dot(position.data());
    }
    /// What the terms of that add up to.
    [[nodiscard]] double normal_terms(int contact, const VectorXd& position) const {
        return std::abs(preload[contact]) +
               normal_stiffness[contact] * lift[std::size_t(contact)].absolute_dot(position.data());
    }
    /// By how much the friction bound changes with the displacement: −μ·k_n·n.
    [[nodiscard]] double bound_slope(int contact) const {
        return -friction_factor[contact] * normal_stiffness[contact];
    }
    /// No square of a frequency is larger, whatever the contacts do.
    [[nodiscard]] double largest_square() const;
    /// K with the springs of all normal directions.
    [[nodiscard]] MatrixXd closed_stiffness() const;
};

/// A way in which contacts at rest can start to move together: its slip velocities are in proportion to `share`. Their
/// friction holds it as long as |Σ shareⱼ·λⱼ| ≤ Σ |shareⱼ|·boundⱼ, for any split λ of the friction that holds still.
/// Independent contacts have one of their own each.
struct Mechanism {
    std::vector<int> contacts;  ///< those that move
    std::vector<int> places;    ///< of these in the list of contacts at rest
    std::vector<double> share;  ///< of each of them, the largest is 1
};

/// All mechanisms of a set of contacts. @throws std::runtime_error if redundant contacts have too many.
[[nodiscard]] std::vector<Mechanism> mechanisms(const DenseStructure&, const std::vector<int>& contacts);

class PatternFlow;

/// The modes of a structure while a given set of contacts is at rest.
class PatternModes {
public:
    /// `free_directions`: those that rigid contacts at rest leave, orthonormal in the mass: Z.
    PatternModes(const DenseStructure&, const MatrixXd& free_directions, const PatternFlow&);

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
    /// Modes that damping or friction couples and complex modes cannot tell apart: y″ + damping·y′ + stiffness·y =
    /// force. The norm of (s·y, y′), s of each row in `scale`, grows at most by exp(growth·τ) without forces.
    struct Block {
        int coordinate;
        MatrixXd damping;
        MatrixXd stiffness;
        VectorXd scale;
        double growth = 0.0;
    };

    int coordinates = 0;
    std::vector<Oscillation> oscillations;
    std::vector<ComplexMode> complex_modes;
    std::vector<Block> blocks;
    std::vector<double> rate;  ///< of each coordinate, ω or |λ| [rad/s]; blocks have 0
    Coefficients shape;        ///< X, degrees of freedom × coordinates
    MatrixXd force_map;        ///< forces → forces on the coordinates; M·velocity → their initial values or rates
    MatrixXd stiffness;        ///< K with the springs of elastic contacts at rest and of normal directions, and with
                               ///< the friction that changes with a normal force
    double growth = 0.0;       ///< no motion without forces grows faster than exp(growth·τ): 0 but for sliding
                               ///< contacts with springs in their normal directions [1/s]
    MatrixXd restoring_map;    ///< displacements → forces of springs on the coordinates, but for those at rest
    MatrixXd start_map;        ///< velocities → initial values or rates of the coordinates

private:
    void couple(const MatrixXd& modes, const MatrixXd& modal_damping, const MatrixXd& modal_stiffness,
                const std::vector<int>& members, bool may_grow, int& next);
    void add_oscillation(const MatrixXd& modes, double half_damping, double square, int mode, int& next);
};

/// What a set of contacts at rest does to a structure. Its modes are found when they are first asked for, because that
/// takes long and short phases do without.
class PatternFlow {
public:
    PatternFlow(const DenseStructure&, const std::vector<ContactState>&);

    std::vector<int> stuck;    ///< rigid contacts at rest
    std::vector<int> springs;  ///< elastic contacts at rest
    std::vector<int> closed;   ///< contacts that are closed and whose normal force the motion decides
    struct Rubbing {
        int contact;
        double factor;  ///< direction·μ·k_n
    };
    std::vector<Rubbing> rubbing;  ///< those of them that slide: friction is less by factor·nᵀd
    /// √(y′ᵀMy′ + yᵀKy), K symmetric, grows at most by exp(growth·τ) without forces [1/s].
    double growth = 0.0;
    MatrixXd drift;         ///< M⁻¹W·G⁺: surface velocities of the stuck ones → u₀
    MatrixXd reaction;      ///< forces without theirs → λ, the least-norm split; the transpose of `drift`
    MatrixXd inverse_gram;  ///< G⁺, G = WᵀM⁻¹W
    /// |λⱼ⁽ⁿ⁾| ≤ hold_rate[j]·√(y′ᵀMy′ + yᵀKy) + force_rate[j]·‖forces⁽ⁿ⁾‖, y = x⁽ⁿ⁾, the norm that of M⁻¹.
    VectorXd hold_rate, force_rate;
    double fastest_rate = 0.0;  ///< at least that of every mode [rad/s]
    std::vector<Mechanism> stuck_mechanisms;
    /// Displacements and velocities → accelerations of small structures, with everything that the contacts at rest do,
    /// and rows of zeros up to the padded size; empty for large ones, where it is quicker to ask structure and contacts
    /// one after the other.
    MatrixXd stiffness_rates, damping_rates;
    MatrixXd held_stiffness, held_damping;  ///< of small structures: displacements and velocities → −λ

    [[nodiscard]] bool is_small() const { return stiffness_rates.size() > 0; }
    /// K with the springs of normal directions and the friction that changes with them, and with tangential springs.
    [[nodiscard]] MatrixXd stiffness() const;
    /// The same without tangential springs.
    [[nodiscard]] MatrixXd held_springs() const;

    [[nodiscard]] const PatternModes& modes() const;
    [[nodiscard]] bool has_modes() const { return has_modes_; }

private:
    void sort(const std::vector<ContactState>&);
    void hold();
    void learn_growth();
    void learn_fastest_rate();
    void learn_rates();

    const DenseStructure& structure_;
    mutable std::once_flag once_;
    mutable std::atomic<bool> has_modes_ = false;
    mutable std::unique_ptr<PatternModes> modes_;
};

}  // namespace stickslip::structure
