#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "circular.hpp"

namespace stickslip::planar {

/// A load of one harmonic on each axis, all of the same frequency and without constant parts: an ellipse.
struct SingleHarmonic {
    Vector amplitude;  ///< ≥ 0
    Vector phase;
    double frequency = 0.0;

    [[nodiscard]] double semi_major() const { return semi_major_axis(amplitude, phase); }
    [[nodiscard]] double semi_minor() const {
        const double squares = dot(amplitude, amplitude) - semi_major() * semi_major();
        return std::sqrt(std::max(squares, 0.0));
    }
};

inline std::optional<SingleHarmonic> single_harmonic(const Load& load) {
    SingleHarmonic s;
    for (int i = 0; i < 2; ++i) {
        const stickslip::Load& axis = load.axis(i);
        if (axis.constant != 0.0 || axis.record || axis.harmonics.size() > 1) return std::nullopt;
        if (axis.harmonics.empty()) continue;
        const Harmonic& h = axis.harmonics.front();
        if (s.frequency != 0.0 && h.frequency.value() != s.frequency) return std::nullopt;
        s.frequency = h.frequency.value();
        s.amplitude[i] = std::abs(h.amplitude);
        s.phase[i] = h.amplitude < 0.0 ? h.phase + std::numbers::pi : h.phase;
    }
    return s;
}

}  // namespace stickslip::planar
