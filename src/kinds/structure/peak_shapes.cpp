// The peaks of a response curve, and how the structure stands at them. A peak counts by its prominence: how far it
// rises above the higher one of the two valleys beside it, as on a map of mountains, in parts of its height. Between
// values without a steady state each stretch of the curve is taken by itself; its ends are no peaks.

#include <algorithm>
#include <cmath>

#include "extremes.hpp"
#include "stickslip/structure/response_curve.hpp"

namespace stickslip::structure {
namespace {

/// A peak that rises above its valleys by less than this share of its height is a ripple.
constexpr double ripple = 0.05;

/// The lowest point passed on the way from the peak in one direction until the curve rises above it or ends.
double valley(const std::vector<double>& y, std::size_t peak, int step) {
    double lowest = y[peak];
    for (std::size_t i = peak + std::size_t(step); i < y.size(); i += std::size_t(step)) {
        if (!std::isfinite(y[i]) || y[i] > y[peak]) break;
        lowest = std::min(lowest, y[i]);
    }
    return lowest;
}

struct Peak {
    std::size_t place;
    double prominence;  ///< in parts of its height
};

std::vector<Peak> peaks_of(const std::vector<double>& y) {
    std::vector<Peak> peaks;
    for (std::size_t i = 1; i + 1 < y.size(); ++i) {
        if (!(y[i] > y[i - 1]) || !(y[i] >= y[i + 1])) continue;
        const double prominence = 1.0 - std::max(valley(y, i, -1), valley(y, i, 1)) / y[i];
        if (prominence > ripple) peaks.push_back({i, prominence});
    }
    return peaks;
}

/// The middle between the extremes of degree i.
double middle(const StructureSteadyState& s, std::size_t i) { return 0.5 * (s.x_max[i] + s.x_min[i]); }

/// x without its drift, from the middle of its way.
std::vector<double> stands_at(const StructureSteadyState& s, double time) {
    std::vector<double> shape = s.cycle->at(time).position;
    const double share = s.cycle->end_time() > 0.0 ? time / s.cycle->end_time() : 0.0;
    for (std::size_t i = 0; i < shape.size(); ++i) shape[i] -= share * s.drift[i] + middle(s, i);
    return shape;
}

}  // namespace

std::vector<PeakShape> shapes_at_peaks(const std::function<Case(double)>& case_at, const ResponseCurve& curve,
                                       std::size_t most) {
    std::vector<Peak> peaks = peaks_of(curve.largest);
    std::ranges::stable_sort(peaks, std::ranges::greater{}, &Peak::prominence);
    if (peaks.size() > most) peaks.resize(most);
    std::ranges::sort(peaks, {}, &Peak::place);
    std::vector<PeakShape> shapes;
    for (const Peak& peak : peaks) {
        const double value = curve.values[peak.place];
        const Case c = case_at(value);
        const StructureSteadyState s = steady_state(c.structure, c.start, {.with_coexisting = false});
        if (!s.cycle) continue;
        const auto main = std::ranges::max_element(s.amplitude) - s.amplitude.begin();
        const auto row = Eigen::RowVectorXd::Unit(static_cast<int>(s.amplitude.size()), static_cast<int>(main));
        const double time = time_of_highest(*s.cycle, row, s.drift[std::size_t(main)]);
        shapes.push_back({value, s.amplitude, stands_at(s, time)});
    }
    return shapes;
}

}  // namespace stickslip::structure
