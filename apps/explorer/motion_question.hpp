#pragma once

#include <algorithm>

#include "motion_report.hpp"
#include "question.hpp"

namespace stickslip::explorer {

inline constexpr long most_samples = 10001;

/// How a question wants a motion followed and sampled; its events and phases are bounded.
[[nodiscard]] cli::MotionRequest motion_request(const Question&);

/// When the motion asked for ends; `fallback` where the request does not say.
[[nodiscard]] double end_of(const cli::MotionRequest&, double fallback);

/// Takes fewer samples than the case wants where that is more than an answer holds.
void limit_samples(cli::MotionRequest&, const RunSettings&, long most = most_samples);

/// A motion that was cut short is sampled as far as it was followed.
template <class Report>
void fit_samples(Report& report) {
    if (report.times.given.empty()) report.times.until = std::min(report.times.until, report.trajectory.end_time());
}

/// The largest frequency of a load [rad/s]; 0 without one.
[[nodiscard]] double fastest(const Load&);

/// Each term of the load costs time in every step. @throws std::invalid_argument
void check_load(const Load&);

/// A motion is a list of phases in memory: it must not be arbitrarily long. @throws std::invalid_argument
void check_cycles(double until, double frequency);

}  // namespace stickslip::explorer
