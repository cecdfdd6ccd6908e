#include "stickslip/model/load.hpp"

#include <algorithm>
#include <cmath>

#include "bounds.hpp"

namespace stickslip {

double Load::value(double time) const {
    double sum = constant;
    for (const Harmonic& h : harmonics) {
        sum += h.amplitude * std::sin(reduced_phase(h.frequency, ExactTime{time, 0.0}, h.phase));
    }
    if (record) {
        const Record::Window w = record->window(record->segment_at(time));
        sum += w.expanded_at(time - w.origin)[0];
    }
    return sum;
}

std::optional<double> Load::period() const {
    if (harmonics.empty() || record) return std::nullopt;
    constexpr int most_slow_periods = 1000;
    constexpr double commensurate = 1e-12;  // |n − round(n)| of the period counts
    double slowest = harmonics.front().frequency.value();
    for (const Harmonic& h : harmonics) slowest = std::min(slowest, h.frequency.value());
    for (int count = 1; count <= most_slow_periods; ++count) {
        const bool all_fit = std::all_of(harmonics.begin(), harmonics.end(), [&](const Harmonic& h) {
            const double periods = count * (h.frequency.value() / slowest);
            return std::abs(periods - std::nearbyint(periods)) <= commensurate * periods;
        });
        if (all_fit) return count * (two_pi_hi / slowest);
    }
    return std::nullopt;
}

void validate(const Load& load) {
    require_finite("constant load", load.constant, "N");
    for (const Harmonic& h : load.harmonics) {
        require_finite("load amplitude", h.amplitude, "N");
        require_positive("load frequency", h.frequency.value(), "rad/s");
        require_finite("load phase", h.phase, "rad");
    }
}

}  // namespace stickslip
