#include "phase_lag.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace stickslip {

double lag_of(const Fundamental& f) {
    if (f.sine == 0.0 && f.cosine == 0.0) return std::numeric_limits<double>::quiet_NaN();
    const double lag = std::atan2(-f.cosine, f.sine);
    return lag == -std::numbers::pi ? std::numbers::pi : lag;
}

double phase_lag(const Trajectory& cycle, const Harmonic& load) {
    Harmonic reference = load;
    const double turned = load.amplitude < 0.0 ? std::numbers::pi : 0.0;
    reference.phase = std::remainder(load.phase + turned, 2.0 * std::numbers::pi);
    return lag_of(fundamental(cycle, reference));
}

}  // namespace stickslip
