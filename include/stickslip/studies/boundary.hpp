#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "stickslip/model/ratios.hpp"

namespace stickslip {

/// What happens to the steady motion on a boundary between regimes, docs/theory/steady.md section 11.
enum class BoundaryKind {
    slide_vanishes,      ///< A: a slide shrinks to nothing at the peak of the load, X + f = 1; f = 1 itself included
    stop_in_passing,     ///< B: a stop that does not reverse appears with zero duration, v = v′ = 0
    reversal_stop,       ///< C: the stop at a reversal vanishes, [HongLiu2000] Eq. (41)
    stop_to_back_slide,  ///< C′: a stop becomes a reversal and a short back-slide; the number of stops stays
};

/// "A", "B", "C" and "Cprime".
[[nodiscard]] std::string_view name(BoundaryKind);

/// A point of a line where the pattern of the steady motion changes.
struct Crossing {
    double value = 0.0;                                ///< of the parameter, in its unit
    BoundaryKind kind = BoundaryKind::slide_vanishes;  ///< what happens there
    int stops_below = 0;                               ///< per cycle, just below `value`
    int stops_above = 0;                               ///< per cycle, just above `value`
    std::string contact{};                             ///< the contact whose pattern changes, where a case has several
};

/// How finely a line is searched.
struct CrossingOptions {
    int samples =
        600;  ///< equal steps of the first scan; between them, patterns are found where a margin nearly closes
    double tolerance = 1e-13;                ///< bracket at which a crossing is located, relative to max(1, |value|)
    std::function<void(double)> progress{};  ///< told the share of the work done
};

/// All crossings for from < t < to along a line of the parameter space (equal static and sliding friction).
[[nodiscard]] std::vector<Crossing> crossings_along(const std::function<Ratios(double)>& line, double from, double to,
                                                    const CrossingOptions& = {});

/// A rectangle of the plane of two parameters.
struct PlaneWindow {
    double x_low = 0.0;   ///< left edge
    double x_high = 1.0;  ///< right edge
    double y_low = 0.0;   ///< lower edge
    double y_high = 1.0;  ///< upper edge
};

/// A point of the plane of two parameters.
struct BoundaryPoint {
    double x = 0.0;  ///< first parameter, in its unit
    double y = 0.0;  ///< second parameter, in its unit
};

/// A curve along which one kind of change happens, as ordered points on it.
struct BoundaryCurve {
    BoundaryKind kind = BoundaryKind::slide_vanishes;  ///< what happens across the curve
    int stops_change = 0;    ///< stops per cycle gained across the curve (its larger side minus its smaller one)
    bool is_closed = false;  ///< whether it comes back to its beginning
    std::vector<BoundaryPoint> points;  ///< in order along the curve
    std::string contact{};              ///< the contact whose pattern changes, where a case has several
};

/// How finely curves are looked for and followed.
struct TraceOptions {
    int seed_samples = 240;       ///< equal steps along each of these lines
    int seed_lines = 160;         ///< lines in each direction of the window on which curves are looked for
    double step = 0.01;           ///< longest step along a curve, in parts of the window
    double smallest_step = 2e-5;  ///< a curve ends where even this step finds no continuation
    double tolerance = 1e-12;     ///< distance of the points from the curve, in parts of the window
    std::function<bool(double done)> progress;  ///< told the share of the work done; false stops
};

/// All boundary curves in a window, traced by continuation from crossings on a net of seed lines.
[[nodiscard]] std::vector<BoundaryCurve> trace_boundaries(const std::function<Ratios(double x, double y)>& plane,
                                                          const PlaneWindow&, const TraceOptions& = {});

}  // namespace stickslip
