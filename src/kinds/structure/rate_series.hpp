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
    [[nodiscard]] MatrixXd position(double tau, int order) const { return value(x_, x_.order, tau, order); }
    /// r of each contact.
    [[nodiscard]] MatrixXd friction(double tau, int order) const { return value(r_, r_.order - 2, tau, order); }
    [[nodiscard]] MatrixXd deflection(double tau, int order) const { return value(z_, z_.order, tau, order); }
    /// μ·N of each contact.
    [[nodiscard]] MatrixXd bound(double tau, int order) const { return value(b_, b_.order, tau, order); }
    /// A single degree of freedom of the motion itself.
    [[nodiscard]] double coordinate(int degree, double tau, int order) const;
    /// The slip velocity of each contact, g = wᵀx′ − v, all columns.
    [[nodiscard]] MatrixXd slip_velocity(double tau, int order) const;

private:
    [[nodiscard]] MatrixXd value(const RateCoefficients&, int last, double tau, int order) const;
    void add_known_friction(int k, const RateState&);
    void add_spring(int k, int contact, const RateState&);
    void accelerate(int k);
    [[nodiscard]] bool is_faint(int k);
    void add_parameter_forces(int k);
    [[nodiscard]] bool breaks_redundancy(const MatrixXd& direction_rates) const;
    void hold(int k, int first, int count);
    void add_turned_slip(const MatrixXd& direction_rates, int parameter, const double* acceleration);

    const RatedStructure& rated_;
    const DenseStructure& s_;
    const PatternFlow* flow_ = nullptr;
    const std::vector<ContactState>* contacts_ = nullptr;
    ExactTime start_;
    double length_ = 0.0;
    int columns_ = 0;
    RateCoefficients x_, r_, z_, b_, f_;
    std::vector<double> largest_;  // term of each column
    std::vector<double> held_;     // of one order: contacts at rest × columns
};

}  // namespace stickslip::structure
