#pragma once

// A piece of a motion with its derivatives along parameters and along directions of the start, as power series:
//     M·δx″ + C·δx′ + K·δx + Σ w·δr = δF − δM·x″ − δC·x′ − δK·x − Σ δw·r,   wᵀδx″ = −δwᵀx″ for contacts at rest.
// Column 0 is the motion itself. docs/theory/sensitivity.md, section 5.

#include <vector>

#include "phase_motion.hpp"
#include "rated_structure.hpp"

namespace stickslip::structure {

/// The motion and its derivatives at one time: column 0, and the others.
struct RateState {
    MatrixXd position, velocity;  ///< degrees × columns
    MatrixXd deflection;          ///< contacts × columns
};

class RateSeries {
public:
    explicit RateSeries(const RatedStructure& rated) : rated_(rated), s_(rated.dense) {}

    /// The series from a state on, in powers of τ/length up to `order`.
    void expand(const PatternFlow&, const std::vector<ContactState>&, const RateState&, const ExactTime& start, Side,
                double length, int order);

    /// The state at τ = length.
    void go_to_end(RateState&) const;

    [[nodiscard]] const ExactTime& start() const { return start_; }
    [[nodiscard]] double length() const { return length_; }
    [[nodiscard]] const std::vector<ContactState>& contacts() const { return *contacts_; }

    // At τ, differentiated in time as often as `order` says, all columns.
    [[nodiscard]] MatrixXd position(double tau, int order) const { return value(x_, order_, tau, order); }
    /// r of each contact.
    [[nodiscard]] MatrixXd friction(double tau, int order) const { return value(r_, order_ - 2, tau, order); }
    [[nodiscard]] MatrixXd deflection(double tau, int order) const { return value(z_, order_, tau, order); }
    /// μ·N of each contact.
    [[nodiscard]] MatrixXd bound(double tau, int order) const { return value(b_, order_, tau, order); }
    /// A single degree of freedom of the motion itself.
    [[nodiscard]] double coordinate(int degree, double tau, int order) const;
    /// The slip velocity of each contact, g = wᵀx′ − v, all columns.
    [[nodiscard]] MatrixXd slip_velocity(double tau, int order) const;

private:
    [[nodiscard]] MatrixXd value(const std::vector<MatrixXd>& series, int last, double tau, int order) const;
    [[nodiscard]] double power_factor(int n, int order) const;
    void add_known_friction(int k, const RateState&);
    void accelerate(int k);
    void add_parameter_forces(int k, const VectorXd& acceleration);
    [[nodiscard]] bool breaks_redundancy(const MatrixXd& direction_rates) const;
    void hold(int k, int first, int count, const VectorXd& acceleration);

    const RatedStructure& rated_;
    const DenseStructure& s_;
    const PatternFlow* flow_ = nullptr;
    const std::vector<ContactState>* contacts_ = nullptr;
    ExactTime start_;
    double length_ = 0.0;
    int order_ = 0;
    std::vector<MatrixXd> x_, r_, z_, b_, f_;
    MatrixXd force_, acceleration_;
};

}  // namespace stickslip::structure
