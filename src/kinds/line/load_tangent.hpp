#pragma once

// A load with its derivatives along parameters, as power series in time. A harmonic a·sin θ, θ = ωt + φ, changes by
// δa·sin θ + a·(δω·t + δφ)·cos θ; a constant and a record by themselves. docs/theory/sensitivity.md, Eq. (1).

#include <cstddef>
#include <span>
#include <vector>

#include "stickslip/steady/sensitivity.hpp"

namespace stickslip {

/// At a time where a record has a sample: the piece before it or the one after it.
enum class Side { before, after };

class LoadTangent {
public:
    LoadTangent(const Load& load, std::vector<LoadRate> rates) : load_(load), rates_(std::move(rates)) {}

    /// Adds factor times the coefficients of (τ/length)ⁿ, n up to `order`, of the load and of its derivatives: row n of
    /// `rows` begins at n·stride, and has the load first and then the parameters.
    void add_series(const ExactTime& start, Side, double length, int order, double factor, double* rows,
                    std::size_t stride) const;

    /// Whether a record has a sample at this time.
    [[nodiscard]] bool may_jump(const ExactTime&) const;

    /// The cubic of the record, or of a derivative of it, from this time on; 0 without one.
    [[nodiscard]] Record::Cubic record_at(const Record*, const ExactTime&, Side) const;

    [[nodiscard]] const Load& load() const { return load_; }
    [[nodiscard]] const std::vector<LoadRate>& rates() const { return rates_; }

private:
    [[nodiscard]] std::ptrdiff_t segment_at(const ExactTime&, Side) const;
    void add_harmonic(std::size_t i, const ExactTime& start, double length, int order, double factor, double* rows,
                      std::size_t stride) const;

    Load load_;
    std::vector<LoadRate> rates_;
};

/// Appends the numbers of a load, in an order that depends on its shape alone.
void append_numbers(const Load&, std::vector<double>&);
/// What the derivatives of these numbers make of the load; moves `at` behind them.
[[nodiscard]] LoadRate load_rate_from(const Load&, const std::vector<double>& derivatives, std::size_t& at);

}  // namespace stickslip
