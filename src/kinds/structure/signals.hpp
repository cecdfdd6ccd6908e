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
    /// The same into one that is there.
    void look(const ExactTime&, LocalSignals&) const;
    [[nodiscard]] const std::vector<double>& frequencies() const { return frequencies_; }
    /// Whether the bound of a contact is anything but one constant.
    [[nodiscard]] bool varies(int contact) const { return varies_[static_cast<std::size_t>(contact)]; }
    [[nodiscard]] bool any_bound_varies() const { return any_bound_varies_; }
    [[nodiscard]] int columns() const { return 2 + 2 * static_cast<int>(frequencies_.size()); }

private:
    /// All that acts at one frequency, as sine·sin ωt + cosine·cos ωt.
    struct Tone {
        AngularFrequency frequency;
        int column;  // of the sine
        VectorXd force_sine, force_cosine;
        VectorXd bound_sine, bound_cosine;
    };
    struct RecordedLoad {
        VectorXd direction;
        std::shared_ptr<const Record> record;
    };
    struct Line {
        double constant = 0.0;
        double slope = 0.0;
    };
    [[nodiscard]] int frequency_index(const AngularFrequency&);
    [[nodiscard]] Tone& tone(const AngularFrequency&);
    void add_load(const DirectedLoad&);
    void add_bound(int contact, const Contact&);
    [[nodiscard]] static Line line(const Record&, const ExactTime&, LocalSignals&);

    int size_ = 0;
    std::vector<double> frequencies_;
    std::vector<Tone> tones_;
    VectorXd constant_force_;
    VectorXd constant_bound_;
    std::vector<RecordedLoad> recorded_loads_;
    std::vector<std::shared_ptr<const Record>> bound_records_;  // of each contact; null without one
    VectorXd bound_scale_;
    std::vector<char> varies_;
    bool any_bound_varies_ = false;
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
