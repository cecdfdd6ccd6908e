#pragma once

#include <string>

#include "stickslip/model/load.hpp"
#include "stickslip/model/oscillator.hpp"

namespace stickslip {

/// Slides in a load period beyond which a motion is not marched with tangents, or by series: minutes of work.
inline constexpr double most_slides_of_orbits = 20'000.0;
inline constexpr double most_slides_of_laws = 4'000.0;

/// Why the steady state under a load so slow, or with a damper so strong, is not looked for, with what it would cost;
/// empty where it is.
[[nodiscard]] std::string why_too_slow(double frequency_ratio, double damping_ratio, double most_slides);

/// The same of an oscillator with a spring under a load of this period.
[[nodiscard]] std::string why_too_slow(const Oscillator&, double period, double most_slides);

}  // namespace stickslip
