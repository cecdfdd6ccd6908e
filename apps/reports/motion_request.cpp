#include "motion_request.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "stickslip/model/field_error.hpp"

namespace stickslip::cli {

void check_times(const MotionRequest& request) {
    if (request.until && !(std::isfinite(*request.until) && *request.until > 0.0)) {
        throw FieldError("until", fmt::format(" {} must be a finite number > 0 [s]", *request.until));
    }
    for (const double time : request.times) {
        if (!(std::isfinite(time) && time >= 0.0)) {
            throw FieldError("times", fmt::format(" {} must be finite numbers ≥ 0 [s]", time));
        }
        if (request.until && time > *request.until) {
            throw FieldError("times", fmt::format(" {} is beyond the end of the motion at {} s", time, *request.until));
        }
    }
}

double end_of(const MotionRequest& request, const std::function<double()>& of_case) {
    double end = request.until ? *request.until : of_case();
    for (const double time : request.times) end = std::max(end, time);
    return end;
}

SampleTimes times_of(const MotionRequest& request, const RunSettings& run, double until) {
    return {request.times, request.samples.value_or(run.samples.value_or(default_samples)), until};
}

}  // namespace stickslip::cli
