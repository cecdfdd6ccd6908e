#pragma once

// A derivative of a random structure's motion or steady state, judged by central differences of the eighth order.

#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "random_structure.hpp"
#include "stickslip/structure/sensitivity.hpp"

namespace stickslip::structure {

/// The problem with every number moved by this much along a rate.
[[nodiscard]] RandomProblem moved(RandomProblem, const StructureRate&, double by);

/// One number of a problem that may be moved both ways, of size one, and what it is.
struct ChosenRate {
    StructureRate rate;
    std::string what;
};
[[nodiscard]] ChosenRate random_rate(const RandomProblem&, std::mt19937&);

/// Lets all loads and normal forces have the frequency of the first load, so that there is a steady state.
void give_one_frequency(Structure&);
/// Lets a rate that moves a frequency move all of them, so that the steady state has a derivative.
void move_frequencies_together(const Structure&, StructureRate&);

/// What a comparison with differences shows.
struct RateVerdict {
    std::string apart;   ///< why no difference is good enough to judge; empty: it was judged
    double error = 0.0;  ///< the largest one, relative
    std::string where;
};

/// Of positions and velocities at the end and the times of all events.
[[nodiscard]] RateVerdict judge_motion(const RandomProblem&, const StructureRate&, double end_time);
/// Of amplitudes, of the losses of contacts and dampers.
[[nodiscard]] RateVerdict judge_cycle(const RandomProblem&, const StructureRate&);

}  // namespace stickslip::structure
