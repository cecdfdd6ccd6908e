#pragma once

#include <functional>

#include "stickslip/chaos/lyapunov.hpp"
#include "stickslip/steady/attractor.hpp"

namespace stickslip::cli {

/// Seconds that a search for attractors will take on all allowed threads: the mean of a few searches, measured at the
/// places that `search(i)` chooses for i = 0, 1, …, times how many there will be.
[[nodiscard]] double seconds_for_searches(const std::function<void(int)>& search, std::size_t searches);

/// The same for the average of `lyapunov_exponent`: a few periods of it are followed.
[[nodiscard]] double seconds_for_exponent(const Oscillator&, const Load&, const State& start, const LyapunovOptions&);

/// How many threads a parallel computation may use.
[[nodiscard]] int allowed_threads();

}  // namespace stickslip::cli
