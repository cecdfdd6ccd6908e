#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "stickslip/motion/law_motion.hpp"

namespace stickslip {

/// When the points of a section are recorded.
enum class SectionKind {
    stroboscopic,  ///< once a load period, at `SectionOptions::phase`
    stop,          ///< where a finite stop begins
    release,       ///< where a slide begins from rest
    turn,          ///< where the slip velocity reaches 0, with or without a stop
};

/// A point of a section.
struct SectionPoint {
    double time = 0.0;        ///< [s]
    double position = 0.0;    ///< x [m]
    double velocity = 0.0;    ///< x′ [m/s]
    double deflection = 0.0;  ///< z, the inner state of the law [m]
};

/// What is cut, and how often.
struct SectionOptions {
    SectionKind kind = SectionKind::stroboscopic;  ///< once a load period, or at events
    double phase = 0.0;                            ///< stroboscopic: part of the load period, 0 ≤ phase < 1
    long transient = 200;                          ///< load periods (or points, for events) that are left out
    long points = 2000;                            ///< number of points to record
    double longest_time = 1e6;                     ///< event sections give up here, in load periods or natural periods
    SeriesOptions series;                          ///< of the steps
    std::function<void(double)> progress;          ///< told the share of the points recorded, transient included
};

/// The points of a section, in the order of time.
struct Section {
    std::vector<SectionPoint> points;  ///< in the order of time
    bool has_diverged = false;         ///< the motion grows beyond all bounds
};

/// The points at which a motion pierces a section.
/// @throws std::invalid_argument for a stroboscopic section of a load without a period.
[[nodiscard]] Section poincare_section(const Oscillator&, const Load&, const State& start, const SectionOptions& = {});

/// The time that counts as one period: that of the load, else 2π·√(m/k) with the stiffness (or the cubic one at 1 m).
[[nodiscard]] double period_scale(const Oscillator&, const Load&);

/// As a file spells it.
[[nodiscard]] std::string_view name(SectionKind);

}  // namespace stickslip
