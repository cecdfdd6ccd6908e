#include "case_boundaries.hpp"

#include <algorithm>

namespace stickslip {

namespace {

/// The share of the whole work that is done while source `i` of `count` is looked at.
double share(std::size_t i, std::size_t count, double done) {
    return (static_cast<double>(i) + done) / static_cast<double>(count);
}

}  // namespace

std::vector<Crossing> case_crossings(const CaseKind& kind, const BoundaryPlane& plane,
                                     const CaseBoundaryOptions& options) {
    const BoundarySearch search = kind.boundaries(plane);
    const PlaneWindow& w = plane.window;
    const double length = w.x_high - w.x_low;
    const auto in_parts = [&](double part) { return BoundaryPoint{w.x_low + part * length, w.y_low}; };
    const auto in_units = [&](double x) { return BoundaryPoint{x, w.y_low}; };
    std::vector<Crossing> all;
    for (std::size_t i = 0; i < search.sources.size(); ++i) {
        const PatternSource& source = search.sources[i];
        CrossingOptions scan = search.crossings;
        if (options.progress) {
            scan.progress = [&](double done) {
                static_cast<void>(options.progress(share(i, search.sources.size(), done)));
            };
        }
        std::vector<Crossing> found = search.is_in_parts
                                          ? crossings_along(*source.patterns, in_parts, 0.0, 1.0, scan)
                                          : crossings_along(*source.patterns, in_units, w.x_low, w.x_high, scan);
        for (Crossing& c : found) {
            if (search.is_in_parts) c.value = in_parts(c.value).x;
            c.contact = source.name;
            all.push_back(std::move(c));
        }
    }
    std::ranges::stable_sort(all, {}, &Crossing::value);
    return all;
}

std::vector<BoundaryCurve> case_boundaries(const CaseKind& kind, const BoundaryPlane& plane,
                                           const CaseBoundaryOptions& options) {
    const BoundarySearch search = kind.boundaries(plane);
    std::vector<BoundaryCurve> all;
    for (std::size_t i = 0; i < search.sources.size(); ++i) {
        TraceOptions trace = search.curves;
        if (options.progress) {
            trace.progress = [&](double done) { return options.progress(share(i, search.sources.size(), done)); };
        }
        for (BoundaryCurve& curve : trace_boundaries(*search.sources[i].patterns, plane.window, trace)) {
            curve.contact = search.sources[i].name;
            all.push_back(std::move(curve));
        }
    }
    return all;
}

}  // namespace stickslip
