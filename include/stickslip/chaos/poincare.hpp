#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "stickslip/motion/law_motion.hpp"

namespace stickslip {

/// Where a motion is looked at.
enum class SectionKind {
    stroboscopic,  ///< once a load period, at `SectionOptions::phase`
    stop,          ///< where a finite stop begins
    release,       ///< where a slide begins from rest
    turn,          ///< where the slip velocity reaches 0, with or without a stop
};

struct SectionPoint {
    double time = 0.0;        ///< [s]
    double position = 0.0;    ///< x [m]
    double velocity = 0.0;    ///< x′ [m/s]
    double deflection = 0.0;  ///< z, the inner state of the law [m]
};

struct SectionOptions {
    SectionKind kind = SectionKind::stroboscopic;
    double phase = 0.0;         ///< stroboscopic: part of the load period, 0 ≤ phase < 1
    long transient = 200;       ///< load periods (or points, for events) that are left out
    long points = 2000;         ///< how many to record
    double longest_time = 1e6;  ///< event sections give up here, in load periods or natural periods
    SeriesOptions series;
    std::function<void(double)> progress;  ///< told the share of the points recorded, transient included
};

struct Section {
    std::vector<SectionPoint> points;
    bool has_diverged = false;
};

/// The points at which a motion pierces a section.
/// @throws std::invalid_argument for a stroboscopic section of a load without a period.
[[nodiscard]] Section poincare_section(const Oscillator&, const Load&, const State& start, const SectionOptions& = {});

/// The time that counts as one period: that of the load, else 2π·√(m/k) with the stiffness (or the cubic one at 1 m).
[[nodiscard]] double period_scale(const Oscillator&, const Load&);

[[nodiscard]] std::string_view name(SectionKind);

}  // namespace stickslip
