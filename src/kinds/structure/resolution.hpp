#pragma once

// One decision of what contacts do next, step by step: resolve.cpp has the order of the steps and the rigid contacts at
// rest, resolve_forces.cpp the forces and their rounding, resolve_excess.cpp static friction above that of sliding, and
// resolve_elastic.cpp elastic contacts at their bounds. docs/theory/structures.md, section 4.

#include <algorithm>
#include <cmath>
#include <limits>

#include "box_qp.hpp"
#include "resolve.hpp"

namespace stickslip::structure {

/// Accelerations, and distances of friction from its bound, below this share of
/// their terms are zero.
inline constexpr double level_noise = 1e-11;
/// How many derivatives of the motion are asked before a contact in doubt is left at rest.
inline constexpr int most_levels = 4;

class Resolution {
public:
    Resolution(const DenseStructure& s, const Signals& signals)
        : s_(s), signals_(signals), gram_(s.directions.transpose() * s.inverse_mass_directions) {
        forces_.resize(s.size, most_levels + 2);
        bounds_.setZero(s.contacts(), most_levels + 2);
        motion_.resize(s.size, most_levels + 2);
        terms_.resize(s.size, most_levels);
        errors_.resize(s.size, most_levels + 2);
        fastest_rate_ =
            std::sqrt(s.has_normal_springs ? s.largest_square() : s.stiffness_sums.maxCoeff()) + s.damping_norm;
    }

    const Resolved& run(const LocalSignals& local, Configuration& now, const Occasion& occasion);

private:
    [[nodiscard]] static bool contains(const std::vector<int>& list, int contact) {
        return std::find(list.begin(), list.end(), contact) != list.end();
    }

    /// Up to two sides of a bound, +1 and −1, in a place of their own.
    class Sides {
    public:
        void push_back(int side) { side_[count_++] = side; }
        void erase(int side) { count_ = int(std::remove(side_, side_ + count_, side) - side_); }
        void clear() { count_ = 0; }
        [[nodiscard]] bool empty() const { return count_ == 0; }
        [[nodiscard]] int size() const { return count_; }
        [[nodiscard]] int front() const { return side_[0]; }
        [[nodiscard]] const int* begin() const { return side_; }
        [[nodiscard]] const int* end() const { return side_ + count_; }

    private:
        int side_[2] = {0, 0};
        int count_ = 0;
    };

    /// How a contact at rest is bounded at the next derivative.
    enum class Status { undecided, held, at_bound, slides };

    /// Loads with their derivatives up to this one, now.
    void learn_forces(int order);
    /// Bounds likewise, but for those that the motion decides.
    void learn_bounds(int order);
    /// x⁽ᵒʳᵈᵉʳ⁾ is known, and with it such bounds.
    void learn_spring_bounds(int order);
    /// The column of this order: the derivatives of sums of 1, τ, sin Ω₁τ, … at τ
    /// = 0.
    void differentiate(const Coefficients& signals, int order, MatrixXd& derivatives) const;

    /// What the terms of the derivative of this order add up to at other times: where it is zero, rounding is measured
    /// by that.
    [[nodiscard]] double size_of_derivative(const Coefficients& signals, int row, int order) const;
    [[nodiscard]] double size_of_bound(int contact, int order) const;

    /// Where the decision begins: x, x′ and what follows from them.
    void learn_start();
    /// The contacts at rest now: those stuck, those that stopped, and those that
    /// these hold.
    void gather_resting();
    /// Whether the slip of a contact is the sum of those of contacts at rest, and therefore zero: computed, it is their
    /// rounding.
    [[nodiscard]] bool is_held_by_resting(int j);
    /// WᵀM⁻¹W of the contacts at rest.
    void gather_gram();
    [[nodiscard]] std::vector<ContactState>& states() { return resolved_.states; }
    [[nodiscard]] ContactState& state(int j) { return resolved_.states[std::size_t(j)]; }
    [[nodiscard]] double slip(int j) const {
        return s_.slip[std::size_t(j)].dot(now_->velocity.data()) - s_.surface_velocity[j];
    }
    [[nodiscard]] double slip_scale(int j) const {
        return s_.slip[std::size_t(j)].absolute_dot(now_->velocity.data()) + std::abs(s_.surface_velocity[j]);
    }

    /// x′ ← x′ − M⁻¹W·G⁺·(Wᵀx′ − v): the nearest velocity, in energy, at which
    /// they rest.
    void project_velocity();

    /// Forces of everything but the contacts at rest, differentiated `order`
    /// times; x⁽⁰⁾ … x⁽ᵒʳᵈᵉʳ⁺¹⁾ are known.
    void add_up_outer_force(int order);

    void decide_all();

    /// How much a mechanism of contacts at rest is overloaded [N], and the rate of that [N/s].
    struct Excess {
        double value = 0.0, rate = 0.0;
        double noise = 0.0, rate_noise = 0.0;

        /// Beyond rounding; of equal values the larger rate.
        [[nodiscard]] bool is_above(const Excess& other) const {
            const double gap = value - other.value;
            if (std::abs(gap) > std::max(noise, other.noise)) return gap > 0.0;
            return rate - other.rate > std::max(rate_noise, other.rate_noise);
        }
    };

    /// The mechanisms of contacts at rest in which stiction holds: releases the one that is overloaded the most, if
    /// any. Others at rest take part with their bound of sliding: single frictions of redundant contacts mean nothing.
    bool release_largest_excess();

    [[nodiscard]] Excess excess_of(const Mechanism& mechanism, const std::vector<std::size_t>& place) const;

    /// λ′ of contacts that are at rest and stay there.
    void learn_friction_rates(const std::vector<int>& stuck);

    void decide_levels();
    [[nodiscard]] bool is_elastic_in_doubt() const {
        return std::any_of(elastic_.begin(), elastic_.end(), [](const Elastic& e) { return e.is_in_doubt(); });
    }
    [[nodiscard]] bool is_in_doubt() const {
        return std::find(status_.begin(), status_.end(), Status::at_bound) != status_.end() || is_elastic_in_doubt();
    }

    /// Asks the accelerations, differentiated `level` times.
    void decide_level(int level);

    /// What the terms of the accelerations add up to.
    [[nodiscard]] double acceleration_scale(int level);

    /// What comes to rest has derivatives that are nothing but the rounding of those before them: their terms count as
    /// at least that much.
    void carry_rounding(int level);

    /// A derivative of the slip that counts as zero, though it is not quite, is an error in those that follow.
    void neglect(int contact, int order, double slip_rate);

    void decide_rigid(int level, double scale);

    /// A friction that is at its bound but for rounding, and so are their derivatives. `terms`: what those of the
    /// derivative add up to.
    [[nodiscard]] static int side_in_doubt(int level, double friction, double bound, int sign, double terms);

    /// An elastic contact that may be at its bound, and the sides of it that are
    /// in doubt: +1 upper, −1 lower. At a side d it slides on if the first
    /// derivative of d·u that is not zero is positive, u = g − d·bound′/k_t, and
    /// is stuck if that is negative. Both states have the same derivative there:
    /// r differs only after it.
    struct Elastic {
        int contact = 0;
        Sides met{};               // the sides that z is at
        Sides sides{};             // those still in doubt
        bool has_stopped = false;  // u is zero by the event that brought us here
        int slip_zeros = 0;
        std::array<int, 2> deflection_zeros{0, 0};

        [[nodiscard]] bool is_in_doubt() const { return !sides.empty(); }
    };

    void gather_elastic();

    /// Whether the sliders of two contacts always have the same velocity: where
    /// one has stopped, so has the other.
    [[nodiscard]] bool has_same_slider(int i, int j) const;

    /// All of them are in doubt, and stuck until u says otherwise.
    void doubt_elastic();

    /// Asks the derivative of u of this order; x⁽⁰⁾ … x⁽ᵒʳᵈᵉʳ⁺¹⁾ are known.
    void decide_elastic(int order);

    const DenseStructure& s_;
    const Signals& signals_;
    const MatrixXd gram_;  // WᵀM⁻¹W of all contacts
    const LocalSignals* local_ = nullptr;
    Configuration* now_ = nullptr;
    const Occasion* occasion_ = nullptr;
    Resolved resolved_;
    MatrixXd forces_, bounds_;  // a column each for them and their derivatives
    int known_force_orders_ = 0;
    int known_bound_orders_ = 0;
    std::vector<bool> is_resting_;
    std::vector<int> rest_;
    MatrixXd g_;  // WᵀM⁻¹W of those at rest
    VectorXd slips_, shares_;
    MatrixXd motion_;  // x and its derivatives
    VectorXd outer_;
    VectorXd friction_;
    VectorXd friction_rates_;  // of the contacts that a decision leaves at rest
    double friction_rate_scale_ = 0.0;
    BoxQp qp_;
    BoxQpSolution solution_;
    double force_scale_ = 0.0;
    double speed_ = 0.0;  // the largest there was, rounding errors of contacts at
                          // rest included
    std::vector<Status> status_;
    std::vector<int> direction_;
    std::vector<int> zeros_;
    std::vector<Elastic> elastic_;
    MatrixXd terms_;             // what the forces on each degree of freedom and their
                                 // derivatives add up to
    double fastest_rate_ = 0.0;  // at least that of every mode without contacts
    MatrixXd errors_;            // rounding of x and its derivatives
    VectorXd carried_;           // what that makes of the forces
    std::vector<bool> is_held_by_stiction_;
};

}  // namespace stickslip::structure
