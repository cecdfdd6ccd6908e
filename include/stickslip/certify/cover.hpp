#pragma once

#include <functional>
#include <map>
#include <vector>

#include "stickslip/motion/regime.hpp"
#include "stickslip/steady/steady_state.hpp"

namespace stickslip {

/// A rectangle of friction and frequency ratios.
struct RatioBox {
    Interval friction;   ///< f
    Interval frequency;  ///< Ω
};

/// A rectangle at each of whose points the steady motion has these counts. Where there is no damping and no stop, the
/// motion at Ω = 1/(2n) is one of a continuum.
struct ProvedBox {
    RatioBox box;                        ///< closed
    Regime regime = Regime::continuous;  ///< permanent_stick, stick_slip or continuous
    int stops_per_cycle = 0;             ///< finite stops per load period
    int zero_duration_reversals = 0;     ///< per load period
    Interval amplitude_ratio;            ///< holds k·X/p₀ of every point
};

/// What to cover, and how finely.
struct CoverRequest {
    RatioBox box;                          ///< one of its sides may have no length: then a line is covered
    double damping = 0.0;                  ///< ζ
    int columns = 24;                      ///< boxes along friction to begin with
    int rows = 30;                         ///< and along frequency
    int most_quarterings = 7;              ///< of one of them; of a line, so many halvings
    std::function<void(double)> progress;  ///< told the share that is done, from any thread, one at a time
};

/// A rectangle covered by boxes.
struct Cover {
    CoverRequest request;                 ///< what was asked
    std::vector<ProvedBox> proved;        ///< they do not overlap
    std::map<int, double> area_of_stops;  ///< share of the area that is proved to have this number of stops per cycle
    double proved_area = 0.0;             ///< share of the area that is proved
};

/// A part of a line at each of whose points the steady motion has these counts.
struct ProvedRange {
    Interval range;                      ///< of the ratio along the line, closed
    Regime regime = Regime::continuous;  ///< permanent_stick, stick_slip or continuous
    int stops_per_cycle = 0;             ///< finite stops per load period
    int zero_duration_reversals = 0;     ///< per load period
};

/// The parts of a line that was covered, in their order. Between two that differ there is a boundary of the motion.
/// @throws std::invalid_argument for a rectangle.
[[nodiscard]] std::vector<ProvedRange> proved_ranges(const Cover&);

/// Covers a rectangle by boxes with a proof each; a box that fails is quartered.
/// @throws std::invalid_argument naming a bound that is wrong; Interrupted when an interruption was requested.
[[nodiscard]] Cover cover(const CoverRequest&);

}  // namespace stickslip
