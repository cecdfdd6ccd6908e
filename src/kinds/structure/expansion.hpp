#pragma once

// The motion of a phase around one time as a power series, whatever its modes are. With s = ρ·(τ − τ₀), ρ no slower
// than the fastest mode, d = Σ cₖ·sᵏ follows from the equation of motion order by order,
//     ρ²(k+1)(k+2)·cₖ₊₂ = M⁻¹·(forcesₖ − (k+1)ρ·C·cₖ₊₁ − K·cₖ − W·λₖ),   Wᵀcₖ₊₂ = 0,
// with products of matrices and vectors only. The remainder is known from the energy of the last derivatives:
// y = d⁽ⁿ⁾ obeys the equation of motion under forces⁽ⁿ⁾, so that √(y′ᵀMy′ + yᵀKy) grows by at most ∫‖forces⁽ⁿ⁾‖.
// docs/theory/structures.md, section 3.

#include <vector>

#include "phase_motion.hpp"
#include "polynomial.hpp"
#include "small_series.hpp"

namespace stickslip::structure {

struct Watched;

/// One after the other, the series of all phases of a motion, in the same memory.
class Expansion {
public:
    explicit Expansion(const DenseStructure& s) : s_(s) {}
    Expansion(const Expansion&) = delete;
    Expansion& operator=(const Expansion&) = delete;

    /// Goes to the start of a phase, which must live on; `expand` must follow.
    void begin(const PhaseMotion&);

    /// The series around the present time. It is exact to rounding up to `reach`.
    void expand();

    [[nodiscard]] double rate() const { return rate_; }    ///< ρ [rad/s]
    [[nodiscard]] double reach() const { return reach_; }  ///< [rad]
    [[nodiscard]] double time() const { return time_; }    ///< τ₀ [s]

    /// Moves the time that the series is around; `expand` must follow.
    void advance(double s);

    /// A watched function around the present time, for |s| ≤ `reach`.
    void find(const Watched&, Polynomial&) const;
    /// The same of a bound that does not vary, from the function of its other side: bound + r from bound − r.
    void mirror(const Watched&, const Polynomial& other_side, Polynomial&) const;

    /// Where the structure is at s: its displacement since the phase began, and its velocity.
    void state_at(double s, VectorXd& displacement, VectorXd& velocity) const;
    /// What the terms of the friction of the i-th rigid contact at rest add up to.
    [[nodiscard]] double friction_terms(std::size_t i) const { return terms_[int(i)]; }

private:
    static constexpr int degree = Polynomial::degree;
    static constexpr int orders = SmallSeries::orders;
    static constexpr int row_length = SmallSeries::row_length;

    /// Vectors that are sums of 1, τ, sin Ω₁τ, …: their columns, and at the present time constant and slope and of each
    /// frequency its value and its rate.
    struct Loads {
        std::size_t stride = 0;
        std::vector<double> columns, now;

        void begin(std::size_t length, int functions);
        void move_to(double time, const std::vector<double>& frequencies);
    };

    [[nodiscard]] double* order(int k) { return series_ + std::size_t(k) * stride_; }
    [[nodiscard]] const double* order(int k) const { return series_ + std::size_t(k) * stride_; }
    [[nodiscard]] const double* basis(int k) const { return basis_ + std::size_t(k) * std::size_t(columns_); }
    void reserve();
    void learn_factors();
    void learn_forces();
    void expand_basis();
    void find_frictions();
    void any_state_at(double s, double* displacement, double* velocity) const;
    template <int size = 0>
    void add_loads(const Loads&, int k, double* sum) const;
    void add_up(const SparseVector& direction, double factor, int first, double* sums) const;
    void next_order(int k);
    void choose_reach();
    void hold(double time, VectorXd&) const;
    [[nodiscard]] double energy(int k) const;
    [[nodiscard]] double bound(int contact, int k) const;
    [[nodiscard]] double bound_rest(int contact) const;
    void find_slip(const Watched&, Polynomial&) const;
    void find_deflection(const Watched&, Polynomial&) const;
    void find_hold(const Watched&, Polynomial&) const;
    void find_normal(const Watched&, Polynomial&) const;
    void find_spring_force(const Watched&, Polynomial&) const;
    void add_bound_slopes(int contact, double factor, int first, Polynomial&) const;

    const DenseStructure& s_;
    const PhaseMotion* phase_ = nullptr;
    const PatternFlow* flow_ = nullptr;
    int columns_ = 0;
    std::size_t stride_ = 0;  // of the orders: the degrees of freedom, an even number of them where they are few
    double rate_ = 1.0;
    double reach_ = 0.0;
    double time_ = 0.0;
    double energy_ = 0.0, next_energy_ = 0.0;  // of d⁽ⁿ⁾/(n!·ρⁿ), n = degree and degree + 1, anywhere within reach
    double force_ = 0.0;                       // ‖forces⁽ⁿ⁾‖/(n!·ρⁿ), n = degree + 1
    Powers powers_{};                          // of the reach
    std::vector<double> amplitude_;            // of the forces of each frequency, in the norm of M⁻¹
    std::vector<double> factors_;              // ±(Ω/ρ)ᵏ/k! of each frequency and order
    double factors_rate_ = 0.0;                // the ρ that they are for
    Loads accelerations_;          // M⁻¹·forces; where there are few degrees of freedom less what is held
    Loads held_;                   // the frictions of rigid contacts at rest that the forces ask for
    std::vector<double> storage_;  // of the five that follow
    double* series_ = nullptr;     // c₀, c₁, …
    double* rows_ = nullptr;       // of small structures the same, degree of freedom after degree of freedom
    double* frictions_ = nullptr;  // λ₀, λ₁, … of the rigid contacts at rest
    double* slips_ = nullptr;      // Wᵀ·accelerations, of the rigid contacts at rest
    double* basis_ = nullptr;      // the series of 1, τ, sin Ω₁τ, …, where a bound varies
    VectorXd terms_, force_terms_, column_, excess_;
};

}  // namespace stickslip::structure
