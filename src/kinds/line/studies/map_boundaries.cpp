#include "map_boundaries.hpp"

#include <utility>

#include "boundary_plane.hpp"

namespace stickslip {

namespace {

constexpr double least_frequency = 0.1;  // of the natural one

/// Where the rising `ratio` starts below the least that is traced, the value at which it gets there; else `low`.
template <class Ratio>
double first_above(const Ratio& ratio, double least, double low, double high) {
    if (ratio(low) >= least || ratio(high) <= least) return low;
    constexpr int halvings = 50;
    double above = high;
    for (int i = 0; i < halvings; ++i) {
        const double middle = 0.5 * (low + above);
        (ratio(middle) < least ? low : above) = middle;
    }
    return above;
}

}  // namespace

std::vector<BoundaryCurve> boundaries_of(const MapRequest& request, double least_friction,
                                         const TraceOptions& options) {
    const MapAxis& x = request.x;
    const MapAxis& y = request.y;
    const auto plane = boundary_plane(request.document, x.key, y.key);
    const double u = x.centre(x.count / 2);
    const double v = y.centre(y.count / 2);
    PlaneWindow window{x.centre(0), x.to, y.centre(0), y.to};
    const std::pair<double Ratios::*, double> limits[] = {{&Ratios::frequency, least_frequency},
                                                          {&Ratios::friction, least_friction}};
    for (const auto& [ratio, least] : limits) {
        const auto along_x = [&, r = ratio](double t) { return plane(t, v).*r; };
        const auto along_y = [&, r = ratio](double t) { return plane(u, t).*r; };
        window.x_low = first_above(along_x, least, window.x_low, window.x_high);
        window.y_low = first_above(along_y, least, window.y_low, window.y_high);
    }
    return trace_boundaries(plane, window, options);
}

}  // namespace stickslip
