#pragma once

// Everything that acts on a structure from outside, loads and normal forces, is a sum of a few functions of time. From
// a time t₀ to the next sample of a record these are 1, τ, and sin Ωₕτ, cos Ωₕτ of every frequency there is, τ = t −
// t₀. A signal is then a row of coefficients, and a vector of forces a matrix of them.

#include <Eigen/Dense>
#include <vector>

#include "stickslip/structure/structure.hpp"

namespace stickslip::structure {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Rows of coefficients of [1, τ, sin Ω₁τ, cos Ω₁τ, sin Ω₂τ, …].
using Coefficients = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

inline constexpr int constant_column = 0;
inline constexpr int slope_column = 1;
[[nodiscard]] inline int sine_column(int frequency) { return 2 + 2 * frequency; }

/// What acts from one time on, until the next sample of a record.
struct LocalSignals {
    double end = 0.0;      ///< time of the next sample, infinite without one
    bool jumps = false;    ///< a signal jumped at the start
    bool bends = false;    ///< a normal force changed its slope at the start
    Coefficients forces;   ///< degrees of freedom × columns [N]
    Coefficients bounds;   ///< μ·N of each contact, negative where it is open [N]
    VectorXd bound_scale;  ///< the largest |μ·N| there can be [N]
};

class Signals {
public:
    explicit Signals(const Structure&);

    [[nodiscard]] LocalSignals from(const ExactTime&) const;
    [[nodiscard]] const std::vector<double>& frequencies() const { return frequencies_; }
    [[nodiscard]] int columns() const { return 2 + 2 * static_cast<int>(frequencies_.size()); }

private:
    struct Line {
        double constant = 0.0;
        std::vector<Harmonic> harmonics;
        std::vector<int> frequency;  // index of each harmonic
        std::shared_ptr<const Record> record;
    };
    [[nodiscard]] int frequency_index(const AngularFrequency&);
    [[nodiscard]] Line line(const Load&);
    void add(const Line&, const ExactTime&, Eigen::RowVectorXd& row, LocalSignals&) const;

    int size_ = 0;
    std::vector<double> frequencies_;
    std::vector<Line> loads_;
    std::vector<VectorXd> directions_;
    std::vector<Line> bounds_;
    VectorXd bound_scale_;
};

/// What a signal does just after the start of its phase.
struct StartSign {
    int sign = 0;   ///< of its first derivative that is not zero; 0 where all are
    int zeros = 0;  ///< how many derivatives before that, itself included, are zero
};
/// `scale` is the size of the signal at other times. A signal that dips below zero by no more than rounding touches it:
/// the sign is that of its second derivative.
[[nodiscard]] StartSign sign_after_start(const Eigen::RowVectorXd& row, const std::vector<double>& frequencies,
                                         double scale);

/// The k-th derivative of the functions of time at τ: `values[column]`.
void basis_derivative(const std::vector<double>& frequencies, double tau, int order, double* values);

}  // namespace stickslip::structure
