#pragma once

#include <cstdio>
#include <memory>
#include <optional>
#include <string>

#include "gnuplot.hpp"
#include "json_text.hpp"
#include "motion_request.hpp"
#include "stickslip/planar/case.hpp"
#include "stickslip/planar/simulate.hpp"
#include "stickslip/planar/steady_state.hpp"

namespace stickslip::cli {

/// A planar motion and everything that is told about it.
struct PlanarReport {
    planar::Case problem;
    planar::Trajectory trajectory;
    planar::Method method = planar::Method::exact;
    SampleTimes times;
    EnergyBalance energy;
    planar::Peaks peaks;
    std::optional<double> period;  ///< of the load
};

/// Follows the motion. @throws std::invalid_argument
[[nodiscard]] PlanarReport report_planar_motion(const CaseDocument&, const MotionRequest&);

/// Time, and x, v, a and friction along both axes, of a motion; and its events.
[[nodiscard]] MotionResult planar_tables(const planar::Case&, std::shared_ptr<const planar::Trajectory>,
                                         const SampleTimes&);

void write_planar_table(const PlanarReport&, std::FILE*);

/// Draws one page as the figures of [LiuHongLiou2003]: x₁ and x₂ over time, phase planes, orbit, path of the friction
/// force with the sliding circle, loops. @throws std::runtime_error
[[nodiscard]] Drawing plot_planar_motion(const planar::Trajectory&, const std::string& title);

[[nodiscard]] Json planar_pair(const planar::Vector&);

/// A planar steady state as the JSON object of the contract.
[[nodiscard]] Json planar_steady_json(const planar::Case&, const planar::SteadyState&);

/// The same as a card for a person.
void write_planar_steady_card(const planar::Case&, const planar::SteadyState&, std::FILE*);

/// What a person should know where there is no steady state, one sentence; empty where there is one.
[[nodiscard]] std::string why_no_planar_steady_state(const planar::SteadyState&);

}  // namespace stickslip::cli
