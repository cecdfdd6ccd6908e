#pragma once

// The motion of a phase around one time as a power series, whatever its modes are. With s = ρ·(τ − τ₀), ρ no slower
// than the fastest mode, d = Σ cₖ·sᵏ follows from the equation of motion order by order,
//     ρ²(k+1)(k+2)·cₖ₊₂ = M⁻¹·(forcesₖ − (k+1)ρ·C·cₖ₊₁ − K·cₖ − W·λₖ),   Wᵀcₖ₊₂ = 0,
// with products of matrices and vectors only. The remainder is known from the energy of the last derivatives:
// y = d⁽ⁿ⁾ obeys the equation of motion under forces⁽ⁿ⁾, so that √(y′ᵀMy′ + yᵀKy) grows by at most ∫‖forces⁽ⁿ⁾‖.
// docs/theory/structures.md, section 3.

#include <vector>

#include "phase_motion.hpp"

namespace stickslip::structure {

struct Watched;

/// f(s) = Σ coefficient[k]·sᵏ up to remainder·s^(degree + 1).
struct Polynomial {
    static constexpr int degree = 24;
    double coefficient[degree + 1];
    double remainder;
    double noise;  ///< rounding error of f
};

class Expansion {
public:
    Expansion(const DenseStructure&, const PhaseMotion&);
    Expansion(const Expansion&) = delete;
    Expansion& operator=(const Expansion&) = delete;

    /// The series around the present time. It is exact to rounding up to `reach`.
    void expand();

    [[nodiscard]] double rate() const { return rate_; }    ///< ρ [rad/s]
    [[nodiscard]] double reach() const { return reach_; }  ///< [rad]
    [[nodiscard]] double time() const { return time_; }    ///< τ₀ [s]

    /// Moves the time that the series is around; `expand` must follow.
    void advance(double s);

    /// A watched function around the present time, for |s| ≤ `reach`.
    [[nodiscard]] Polynomial polynomial(const Watched&) const;

    struct State {
        VectorXd displacement;  ///< since the phase began
        VectorXd velocity;
    };
    [[nodiscard]] State at(double s) const;
    /// What the terms of the friction of the i-th rigid contact at rest add up to.
    [[nodiscard]] double friction_terms(std::size_t i) const { return terms_[int(i)]; }

private:
    static constexpr int degree = Polynomial::degree;
    static constexpr int orders = degree + 3;  // c₀ … c_{degree+2}: the last two are for the remainder

    [[nodiscard]] double* order(int k) { return series_ + std::size_t(k) * std::size_t(s_.size); }
    [[nodiscard]] const double* order(int k) const { return series_ + std::size_t(k) * std::size_t(s_.size); }
    [[nodiscard]] const double* basis(int k) const { return basis_ + std::size_t(k) * std::size_t(columns_); }
    void expand_basis();
    template <int size>
    void expand_small();
    void next_order(int k);
    void choose_reach();
    void hold(double time, VectorXd&) const;
    [[nodiscard]] double energy(int k) const;
    [[nodiscard]] double bound(int contact, int k) const;
    [[nodiscard]] double bound_rest(int contact) const;
    void add_slip(const Watched&, Polynomial&) const;
    void add_deflection(const Watched&, Polynomial&) const;
    void add_hold(const Watched&, Polynomial&) const;
    void add_normal(const Watched&, Polynomial&) const;

    const DenseStructure& s_;
    const PhaseMotion& phase_;
    const PatternFlow& flow_;
    int columns_ = 0;
    double rate_ = 1.0;
    double reach_ = 0.0;
    double time_ = 0.0;
    double energy_ = 0.0, next_energy_ = 0.0;  // of d⁽ⁿ⁾/(n!·ρⁿ), n = degree and degree + 1, anywhere within reach
    double force_ = 0.0;                       // ‖forces⁽ⁿ⁾‖/(n!·ρⁿ), n = degree + 1
    MatrixXd accelerations_;                   // M⁻¹·forces: degrees of freedom × functions of time
    std::vector<double> amplitude_;            // of the forces of each frequency, in the norm of M⁻¹
    std::vector<double> storage_;              // of the four that follow
    double* series_ = nullptr;                 // c₀, c₁, …
    double* frictions_ = nullptr;              // λ₀, λ₁, … of the rigid contacts at rest
    double* slips_ = nullptr;                  // Wᵀ·accelerations, of the rigid contacts at rest
    double* basis_ = nullptr;                  // the series of 1, τ, sin Ω₁τ, …
    VectorXd terms_;
};

}  // namespace stickslip::structure
