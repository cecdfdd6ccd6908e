#pragma once

#include <cstdio>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "stickslip/model/case.hpp"
#include "stickslip/motion/simulate.hpp"
#include "stickslip/motion/trajectory.hpp"

namespace stickslip::cli {

/// The times at which a motion is reported: those given, or `count` equal steps from 0 to `until`, both included.
struct SampleTimes {
    std::vector<double> given;
    std::size_t count = 0;
    double until = 0.0;

    [[nodiscard]] std::size_t size() const { return given.empty() ? count : given.size(); }
    [[nodiscard]] double operator[](std::size_t i) const;
};

/// A motion and everything that is told about it.
struct MotionReport {
    std::string case_text;  ///< the case as TOML, overrides included
    Case problem;
    Trajectory trajectory;
    SampleTimes times;
    EnergyBalance energy;
    Peaks peaks;
    std::optional<double> period;  ///< of the load
};

inline constexpr std::size_t default_samples = 1001;
inline constexpr std::size_t most_events_shown = 20;

struct MotionRequest {
    std::optional<double> until;
    std::optional<std::size_t> samples;
    std::vector<double> times;
    std::optional<std::size_t> most_events;
    std::optional<std::size_t> most_phases;  ///< that are held in memory
    std::function<void(double)> progress;    ///< told the share of the motion that was followed
};

/// @throws FieldError unless the end is positive and no time lies outside the motion.
void check_times(const MotionRequest&);

/// Follows the motion. @throws std::invalid_argument
[[nodiscard]] MotionReport report_motion(const CaseDocument&, const MotionRequest&);

/// Calls `take` with pieces of the samples of a report of any kind, in order; times beyond the end of its trajectory
/// are left out.
template <class Report, class Take>
void for_each_piece(const Report& report, const Take& take) {
    constexpr std::size_t piece_size = 65'536;  // samples held at once
    const double last = report.trajectory.end_time();
    std::vector<double> times;
    for (std::size_t i = 0; i < report.times.size(); ++i) {
        if (report.times[i] <= last) times.push_back(report.times[i]);
        if (times.size() < piece_size && i + 1 < report.times.size()) continue;
        take(report.trajectory.at(times));
        times.clear();
    }
}

void write_json(const MotionReport&, std::FILE*);
void write_csv(const MotionReport&, std::FILE*);
void write_table(const MotionReport&, std::FILE*);

}  // namespace stickslip::cli
