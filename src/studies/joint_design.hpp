#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "stickslip/steady/steady_state.hpp"

namespace stickslip {

/// The responses to one choice of all values, always the same number of them; +∞ where one has no bound. Called from
/// many threads.
using ResponsesTo = std::function<std::vector<double>(std::span<const double> values)>;

/// How long the best values of several numbers are looked for.
struct JointDesignOptions {
    int evaluations = 0;                     ///< at most so many choices are tried; 0: `usual_evaluations`
    double tolerance = 1e-6;                 ///< a search ends when its steps are smaller, in parts of each range
    std::function<void(double)> progress{};  ///< told the share of the work done, from any thread
};

/// Choices that are tried where nobody says how many.
[[nodiscard]] int usual_evaluations(std::size_t numbers);

/// The fewest that a search of so many numbers can do with.
[[nodiscard]] int least_evaluations(std::size_t numbers);

struct JointChoice {
    std::vector<double> values;  ///< one for each range
    double worst = 0.0;          ///< the largest of the responses
};

struct JointOptimum {
    JointChoice best;
    std::vector<JointChoice> ends;  ///< where each search ended, the best first
    int evaluations = 0;            ///< choices that were tried
};

/// The choice of several numbers whose largest response is least: evenly scattered choices first, then searches from
/// the best of them that are far apart, then a last one from where the best ended. The same for any count of threads.
/// A largest response has kinks where two responses are equal, and its minimum usually lies on several; so a search
/// asks for the least t that no response exceeds, and sees each response by itself.
[[nodiscard]] JointOptimum minimise_jointly(const ResponsesTo&, std::span<const Interval> ranges,
                                            const JointDesignOptions& = {});

}  // namespace stickslip
