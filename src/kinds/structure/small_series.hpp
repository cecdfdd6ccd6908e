#pragma once

// The power series of `Expansion` where there are few degrees of freedom and all matrices are full.

#include "polynomial.hpp"

namespace stickslip::structure {

/// The equation ρ²(k+1)(k+2)·cₖ₊₂ = loadsₖ − (k+1)ρ·damping·cₖ₊₁ − stiffness·cₖ, and where its solution goes.
struct SmallSeries {
    static constexpr int largest_size = 6;
    static constexpr int orders = Polynomial::degree + 3;  ///< c₀ … c_{degree+2}: the last two are for the remainder
    static constexpr int row_length = orders + orders % 2;

    /// As many degrees of freedom are dealt with, the last ones zero.
    [[nodiscard]] static constexpr int padded(int size) { return size <= 2 ? 2 : (size <= 4 ? 4 : 8); }

    int size = 0;                       ///< degrees of freedom
    double rate = 1.0;                  ///< ρ
    const double* stiffness = nullptr;  ///< columns of padded length
    const double* damping = nullptr;    ///< likewise
    const double* loads = nullptr;      ///< over ρ²: constant, slope, and value and rate of each frequency; padded
    int frequencies = 0;
    const double* factors = nullptr;  ///< ±(Ω/ρ)ᵏ/k! of each frequency and order
    double* series = nullptr;         ///< order after order, padded; c₀ and c₁ are known
    double* rows = nullptr;           ///< the same, degree of freedom after degree of freedom
};

void expand_small(const SmallSeries&);

/// Σ cₖ·sᵏ and its derivative by s, of the series above.
void small_state_at(int size, const double* series, double s, double* sum, double* derivative);

/// Σ entryᵢ·rowᵢ of rows of degree + 1 coefficients.
struct RowShare {
    const double* row;
    double share;
};
void add_up_rows(const RowShare* shares, int count, double* sums);

}  // namespace stickslip::structure
