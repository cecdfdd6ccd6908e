#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "motion_result.hpp"
#include "stickslip/model/case.hpp"

namespace stickslip::cli {

inline constexpr std::size_t default_samples = 1001;
inline constexpr std::size_t most_events_shown = 20;

struct MotionRequest {
    std::optional<double> until;
    std::optional<std::size_t> samples;
    std::vector<double> times;
    std::vector<std::string> derivatives;  ///< keys of the case
    std::optional<std::size_t> most_events;
    std::optional<std::size_t> most_phases;  ///< that are held in memory
    std::function<void(double)> progress;    ///< told the share of the motion that was followed
    std::string method = "exact";            ///< of those that follow a slide
    std::optional<double> step;              ///< of a fixed-step scheme [s]
    bool wants_proof = false;                ///< of the events of one mass on a line
    bool wants_characteristic = false;       ///< friction against velocity
};

/// @throws FieldError unless the end is positive and no time lies outside the motion.
void check_times(const MotionRequest&);

/// When the motion asked for ends; as the case says where the request does not.
[[nodiscard]] double end_of(const MotionRequest&, const std::function<double()>& of_case);

/// The times asked for of a motion to `until`, of a case with these settings.
[[nodiscard]] SampleTimes times_of(const MotionRequest&, const RunSettings&, double until);

}  // namespace stickslip::cli
