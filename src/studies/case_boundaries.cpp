#include "case_boundaries.hpp"

#include "boundary_plane.hpp"
#include "planar_patterns.hpp"

namespace stickslip {

namespace {

/// A planar motion takes milliseconds to solve for, and its boundaries are few and smooth.
constexpr int planar_samples = 80;
constexpr double planar_tolerance = 1e-12;  // of the range
const TraceOptions planar_trace{.seed_samples = 30, .seed_lines = 10, .step = 0.03, .tolerance = 1e-10};

bool is_planar_at(const CaseDocument& document, const std::string& x, double x_value, const std::string& y,
                  double y_value) {
    const CaseDocument there = document.with_value(x, x_value).with_value(y, y_value);
    if (!there.is_planar()) return false;
    planar::require_periodic(there.read_planar().load);
    return true;
}

/// `solve` with every place announced first.
template <class Plane>
auto announced(Plane plane, const CaseBoundaryOptions& options) {
    return [plane = std::move(plane), tell = options.at_each_point](double a, double b) {
        if (tell) tell();
        return plane(a, b);
    };
}

planar::MotionPatterns planar_patterns(const CaseDocument& document, const std::string& x, const std::string& y,
                                       const CaseBoundaryOptions& options) {
    return planar::MotionPatterns(announced(
        [=](double a, double b) { return document.with_value(x, a).with_value(y, b).read_planar(); }, options));
}

}  // namespace

void require_boundaries(const CaseDocument& document, const std::string& x, double x_value, const std::string& y,
                        double y_value) {
    if (!is_planar_at(document, x, x_value, y, y_value)) static_cast<void>(boundary_plane(document, x, y));
}

std::vector<Crossing> case_crossings(const CaseDocument& document, const std::string& x, const Interval& range,
                                     const std::string& at, double value, const CaseBoundaryOptions& options) {
    CrossingOptions scan;
    if (options.progress) scan.progress = [&](double done) { static_cast<void>(options.progress(done)); };
    if (!is_planar_at(document, x, range.high, at, value)) {
        const auto plane = announced(boundary_plane(document, x, at), options);
        return crossings_along([&](double t) { return plane(t, value); }, range.low, range.high, scan);
    }
    static_cast<void>(is_planar_at(document, x, range.low, at, value));
    planar::MotionPatterns patterns = planar_patterns(document, x, at, options);
    const double length = range.high - range.low;
    const auto place = [&](double part) { return BoundaryPoint{range.low + part * length, value}; };
    scan.samples = planar_samples;
    scan.tolerance = planar_tolerance;
    std::vector<Crossing> found = crossings_along(patterns, place, 0.0, 1.0, scan);
    for (Crossing& c : found) c.value = place(c.value).x;
    return found;
}

std::vector<BoundaryCurve> case_boundaries(const CaseDocument& document, const std::string& x, const std::string& y,
                                           const PlaneWindow& window, const CaseBoundaryOptions& options) {
    TraceOptions trace;
    if (!is_planar_at(document, x, window.x_high, y, window.y_high)) {
        trace.progress = options.progress;
        return trace_boundaries(announced(boundary_plane(document, x, y), options), window, trace);
    }
    static_cast<void>(is_planar_at(document, x, window.x_low, y, window.y_low));
    trace = planar_trace;
    trace.progress = options.progress;
    return trace_boundaries(planar_patterns(document, x, y, options), window, trace);
}

CaseResponse::Motion motion_at(const CaseDocument& document, const std::string& x, double x_value, const std::string& y,
                               double y_value) {
    const CaseDocument there = document.with_value(x, x_value).with_value(y, y_value);
    if (!there.is_planar()) {
        const SteadyState s = steady_state(there.read(), {.with_cycle = false});
        return {s.regime, s.stops_per_cycle()};
    }
    const planar::Case c = there.read_planar();
    if (const std::optional<Regime> known = planar::known_regime(c.oscillator, c.load)) return {*known, 0};
    const planar::SteadyState s = planar::steady_state(c.oscillator, c.load, c.start);
    return {s.regime, static_cast<double>(s.stick_intervals_per_cycle)};
}

}  // namespace stickslip
