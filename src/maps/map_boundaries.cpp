#include "stickslip/maps/map_boundaries.hpp"

#include "stickslip/steady/boundary_plane.hpp"

namespace stickslip {

namespace {

/// Where the rising `frequency` starts below the lowest traced one, the value at which it gets there; else `low`.
template <class Frequency>
double first_above(const Frequency& frequency, double low, double high) {
    constexpr double lowest = 0.1;
    if (frequency(low) >= lowest || frequency(high) <= lowest) return low;
    constexpr int halvings = 50;
    double above = high;
    for (int i = 0; i < halvings; ++i) {
        const double middle = 0.5 * (low + above);
        (frequency(middle) < lowest ? low : above) = middle;
    }
    return above;
}

}  // namespace

std::vector<BoundaryCurve> boundaries_of(const MapRequest& request, const TraceOptions& options) {
    const MapAxis& x = request.x;
    const MapAxis& y = request.y;
    const auto plane = boundary_plane(request.document, x.key, y.key);
    const double u = x.centre(x.count / 2);
    const double v = y.centre(y.count / 2);
    PlaneWindow window{x.centre(0), x.to, y.centre(0), y.to};
    window.x_low = first_above([&](double t) { return plane(t, v).frequency; }, window.x_low, window.x_high);
    window.y_low = first_above([&](double t) { return plane(u, t).frequency; }, window.y_low, window.y_high);
    return trace_boundaries(plane, window, options);
}

}  // namespace stickslip
