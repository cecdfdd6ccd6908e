#include "motion_report.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/core.h>

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

double SampleTimes::operator[](std::size_t i) const {
    if (!given.empty()) return given[i];
    if (i + 1 == count) return until;
    return until * (static_cast<double>(i) / static_cast<double>(count - 1));
}

MotionReport report_motion(const CaseDocument& document, const MotionRequest& request) {
    check_times(request);
    MotionReport report;
    report.case_text = document.text();
    report.problem = document.read();
    const Case& problem = report.problem;
    double until = request.until ? *request.until : problem.end_time();
    for (const double time : request.times) until = std::max(until, time);
    SimulationOptions options;
    if (request.most_events) options.most_events = *request.most_events;
    if (request.most_phases) options.most_phases = *request.most_phases;
    if (request.progress) options.progress = [&](double time) { request.progress(time / until); };
    report.trajectory = simulate(problem.oscillator, problem.load, problem.start, until, options);
    report.times = {request.times, request.samples.value_or(problem.run.samples.value_or(default_samples)), until};
    report.energy = energy_balance(report.trajectory);
    report.peaks = peaks(report.trajectory);
    report.period = problem.load.period();
    return report;
}

}  // namespace stickslip::cli
