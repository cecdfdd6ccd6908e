#pragma once

#include <algorithm>
#include <vector>

#include "motion_request.hpp"
#include "question.hpp"

namespace stickslip::explorer {

inline constexpr long most_samples = 10001;

/// How a question wants a motion followed and sampled; its events and phases are bounded.
[[nodiscard]] cli::MotionRequest motion_request(const Question&);

/// Takes fewer samples than the case wants where that is more than an answer holds.
void limit_samples(cli::MotionRequest&, const RunSettings&, long most = most_samples);

/// A motion that was cut short is sampled as far as it was followed.
inline void fit_samples(cli::MotionResult& motion) {
    if (motion.times.given.empty()) motion.times.until = std::min(motion.times.until, motion.end_time);
}

/// The largest frequency of a load [rad/s]; 0 without one.
[[nodiscard]] double fastest(const Load&);

/// Each term of the load costs time in every step. @throws std::invalid_argument
void check_load(const Load&);

/// A motion is a list of phases in memory: it must not be arbitrarily long. Times are in s, `frequency` in rad/s, and
/// `decay`, damping/(2·mass), in 1/s. @throws std::invalid_argument
void check_length(double until, double frequency, double decay = 0.0);

/// The times at which a page shows one cycle of this length [s].
[[nodiscard]] std::vector<double> cycle_times(double end);

}  // namespace stickslip::explorer
