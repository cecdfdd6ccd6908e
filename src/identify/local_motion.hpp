#pragma once

// x, x′ and x″ at the times of a record, from cubics through the samples around; what was not measured is integrated,
// and has an unknown middle.

#include <optional>
#include <vector>

#include "record_fit.hpp"

namespace stickslip::identifying {

/// What local cubics show at one time.
struct LocalPoint {
    double time = 0.0;
    double x = 0.0;
    double v = 0.0;
    double a = 0.0;
};

/// Over samples that must live as long.
class LocalMotion {
public:
    explicit LocalMotion(const Samples&);

    /// At `time`, from `half` samples on either side of the one in the centre.
    [[nodiscard]] std::optional<LocalPoint> at(std::size_t centre, std::size_t half, double time) const;

private:
    const Samples& s_;
    std::vector<double> first_, second_;
};

/// Shares of a record that the windows around a sample may have: too narrow a one drowns in noise, too wide a one blurs
/// reversals.
inline constexpr double window_shares[] = {0.004, 0.01, 0.02, 0.04, 0.08};

}  // namespace stickslip::identifying
