#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "stickslip/model/exact_time.hpp"
#include "stickslip/model/record.hpp"

namespace stickslip {

/// One harmonic a·sin(ω·t + φ).
struct Harmonic {
    double amplitude = 0.0;      ///< a [N]
    AngularFrequency frequency;  ///< ω > 0 [rad/s]
    double phase = 0.0;          ///< φ [rad]
};

/// The load p(t) = constant + Σ aᵢ·sin(ωᵢ·t + φᵢ) + record(t): every load kind of the case file is such a sum.
struct Load {
    double constant = 0.0;                 ///< [N]
    std::vector<Harmonic> harmonics;       ///< any number, any frequencies
    std::shared_ptr<const Record> record;  ///< sampled part, 0 outside its samples; may be null

    /// p(t), or its one-sided limit from later times where a record jumps [N].
    [[nodiscard]] double value(double time) const;

    /// The common period of all harmonics [s]: nullopt without harmonics, with a record, or where no common period
    /// below 1000 periods of the slowest one exists.
    [[nodiscard]] std::optional<double> period() const;
};

/// @throws std::invalid_argument naming the parameter, its value and its bound.
void validate(const Load&);

}  // namespace stickslip
