#pragma once

// One phase of a structure: the coordinates of its flow with their time derivatives at any τ, and the linear functions
// of them whose zeros are events. docs/theory/structures.md, sections 2 and 3.

#include <limits>
#include <vector>

#include "kernel/first_zero.hpp"
#include "kernel/forced_flow.hpp"
#include "pattern_flow.hpp"
#include "stickslip/structure/simulate.hpp"

namespace stickslip::structure {

/// f(τ) = displacement·c(τ) + velocity·c′(τ) + outside·[1, τ, sin Ω₁τ, …] over the coordinates c of a phase.
struct LinearFunction {
    std::vector<double> displacement;
    std::vector<double> velocity;
    bool has_velocity = false;  ///< not all of these are 0
    Eigen::RowVectorXd outside;
    double scale = 0.0;  ///< of the terms that were added up in it

    [[nodiscard]] bool depends_on_motion() const { return !displacement.empty(); }
};

/// The state of a structure between two phases.
struct Configuration {
    ExactTime time;
    VectorXd position, velocity, deflection;
    std::vector<ContactState> contacts;
};

class PhaseMotion {
public:
    static constexpr int degree = 7;  ///< of the Taylor polynomials of events
    using Taylor = TaylorData<double, degree>;

    PhaseMotion(const DenseStructure& structure, const Signals& source) : structure_(structure), source_(source) {}
    PhaseMotion(const DenseStructure&, const Signals&, const PatternFlow&, const LocalSignals&, const Configuration&);

    /// Becomes the phase that starts here, in the memory of the one before.
    void begin(const PatternFlow&, const LocalSignals&, const Configuration&);

    /// Moves the coordinates and their derivatives to τ.
    void evaluate(double tau) const;

    [[nodiscard]] VectorXd displacement() const;  ///< x − xᵢ at the τ evaluated last
    [[nodiscard]] VectorXd velocity() const;
    [[nodiscard]] VectorXd acceleration() const;

    /// row·(x − xᵢ) + rate_row·x′ + outside as a function of the coordinates.
    [[nodiscard]] LinearFunction function(const Eigen::RowVectorXd& row, const Eigen::RowVectorXd& rate_row,
                                          const Eigen::RowVectorXd& outside) const;

    [[nodiscard]] double value(const LinearFunction& f) const { return derivative(f, 0); }
    /// The derivative in time of this order at the τ evaluated last.
    [[nodiscard]] double derivative(const LinearFunction&, int order) const;
    /// The Taylor data at the τ evaluated last.
    [[nodiscard]] Taylor taylor(const LinearFunction&) const;
    /// The same without the coordinates faster than `fastest`: they change f by at most `tube` within `step`.
    [[nodiscard]] Taylor slow_taylor(const LinearFunction&, double fastest, double step, double& tube) const;

    [[nodiscard]] double fastest_rate() const {
        prepare();
        return fastest_;
    }
    /// Bounds on derivatives hold for steps up to this: in a longer one a motion that grows may outgrow them.
    [[nodiscard]] double longest_step() const {
        prepare();
        return shapes_->growth > 0.0 ? 1.0 / shapes_->growth : std::numeric_limits<double>::infinity();
    }
    [[nodiscard]] const Configuration& start() const { return start_; }
    /// Bounds of contacts whose normal force the motion decides are those at the start of the phase.
    [[nodiscard]] const LocalSignals& signals() const { return local_; }
    /// Whether the bound of a contact is anything but one constant.
    [[nodiscard]] bool varies(int contact) const { return source_.varies(contact) || structure_.is_compliant(contact); }
    [[nodiscard]] const Signals& source() const { return source_; }
    [[nodiscard]] const PatternFlow& flow() const { return *flow_; }
    /// All forces on a structure held where the phase began, but for rigid contacts at rest: degrees × functions.
    [[nodiscard]] const Coefficients& held_forces() const { return forces_; }
    [[nodiscard]] double tau() const { return tau_; }
    [[nodiscard]] const std::vector<double>& frequencies() const { return source_.frequencies(); }
    /// What the terms of the forces on each degree of freedom add up to.
    void sum_force_terms(VectorXd&) const;

    /// The k-th derivatives of [1, τ, sin Ω₁τ, …] at the τ evaluated last.
    [[nodiscard]] const double* basis(int order) const {
        return basis_.data() + static_cast<std::ptrdiff_t>(order) * columns_;
    }

private:
    static constexpr int orders = Jet<double>::order + 1;  ///< of derivatives kept of each coordinate
    static constexpr int stride = 12;

    struct Mode {
        Forcing<double> forcing;
        std::vector<HarmonicTerm<double>> harmonics;
        double start_rate = 0.0;
        double drive = 0.0;  ///< largest force at the start [m/s² in modal units]
        double drive_slope = 0.0;
        double first_bound = 0.0;   ///< of the first derivative of the force
        double eighth_bound = 0.0;  ///< of its eighth derivative
        double reach = 0.0;         ///< time after which a force no longer builds up velocity
    };
    struct Complex {
        std::complex<double> start;
        std::complex<double> constant, slope;
        std::vector<std::complex<double>> forward, backward;  ///< of e^{iΩτ}, e^{−iΩτ}
        double first_bound = 0.0;
        double eighth_bound = 0.0;
        double drive = 0.0;
    };
    struct BlockMotion {
        MatrixXd system;  ///< of y, y′ and the functions of time together
        VectorXd start;
    };

    void hold_forces();
    void prepare() const;
    void prepare_modes(const Coefficients& coordinate_forces, const VectorXd& start_rates) const;
    void prepare_complex(const Coefficients& coordinate_forces, const VectorXd& start_rates) const;
    void prepare_blocks(const Coefficients& coordinate_forces, const VectorXd& start_rates) const;
    void evaluate_basis(double tau) const;
    void evaluate_mode(std::size_t index, double tau) const;
    void evaluate_complex(std::size_t index, double tau) const;
    void evaluate_block(std::size_t index, double tau) const;
    [[nodiscard]] double* derivatives(int coordinate) const {
        return table_.data() + static_cast<std::ptrdiff_t>(coordinate) * stride;
    }
    void add_outside(const LinearFunction&, Taylor&) const;

    const DenseStructure& structure_;
    const Signals& source_;
    const PatternFlow* flow_ = nullptr;
    LocalSignals local_;
    Configuration start_;
    Coefficients forces_;
    VectorXd elastic_forces_;  ///< K·xᵢ
    VectorXd drift_;           ///< u₀
    int columns_ = 0;
    // The coordinates, prepared when they are first asked for.
    mutable const PatternModes* shapes_ = nullptr;
    mutable double fastest_ = 0.0;
    mutable double slowest_ = 0.0;
    mutable std::vector<Mode> modes_;
    mutable std::vector<Complex> complexes_;
    mutable std::vector<BlockMotion> blocks_;

    mutable double tau_ = -1.0;
    mutable std::vector<std::complex<double>> turning_;  ///< e^{iΩτ}
    mutable std::vector<double> table_;                  ///< derivatives of the coordinates, `stride` each
    mutable std::vector<double> basis_;                  ///< derivatives of the functions of time, `columns_` each
    struct Bounds {
        double eighth, eighth_rate;  ///< |c⁽⁸⁾| ≤ eighth + h·eighth_rate within h
        double ninth, ninth_rate;
        double first, first_rate;  ///< |c′| likewise, for fast coordinates
        double second, second_rate;
        double value_noise, rate_noise;
    };
    mutable std::vector<Bounds> bounds_;
};

}  // namespace stickslip::structure
