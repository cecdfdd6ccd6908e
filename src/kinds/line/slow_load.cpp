#include "slow_load.hpp"

#include <cmath>

#include "few_digits.hpp"
#include "model/bounds.hpp"
#include "special_regimes.hpp"
#include "stickslip/model/ratios.hpp"

namespace stickslip {

namespace {

std::string too_strong(const std::string& name, double value, const std::string& unit, double steps,
                       double most_slides) {
    const double most_steps = steps_in_a_slide * most_slides;
    return name + " = " + shortest(value) + unit + " is too large: the damper would calm the free motion " +
           few_digits(steps) + " times over in a load period, and at most " + few_digits(most_steps) +
           " are followed, up to " + name + " = " + few_digits(value * most_steps / steps) + unit + " here";
}

}  // namespace

std::string why_too_slow(double frequency_ratio, double damping_ratio, double most_slides) {
    const std::string ratio = "frequency_ratio = " + shortest(frequency_ratio);
    const CellParameters<double> cell{0.0, 0.0, frequency_ratio, damping_ratio};
    const double slides = slides_per_period(cell);
    if (slides > most_slides) {
        return ratio + " is too slow: a load period would have about " + shortest(std::round(slides)) +
               " slides, and at most " + shortest(most_slides) +
               " are followed, down to frequency_ratio = " + few_digits(2.0 / most_slides) + " without damping";
    }
    if (frequency_ratio < slowest_frequency) {
        return ratio + " is too slow: a load period would be " + shortest(std::round(1.0 / frequency_ratio)) +
               " natural periods, and at most " + shortest(1.0 / slowest_frequency) + " are followed";
    }
    const double steps = steps_per_period(cell);
    if (steps <= steps_in_a_slide * most_slides) return "";
    return too_strong("damping_ratio", damping_ratio, "", steps, most_slides);
}

std::string why_too_slow(const Oscillator& o, double period, double most_slides) {
    if (o.stiffness > 0.0) {
        return why_too_slow(two_pi_hi / (period * natural_frequency(o)), o.damping / critical_damping(o), most_slides);
    }
    const double steps = o.damping / o.mass * period;
    if (steps <= steps_in_a_slide * most_slides) return "";
    return too_strong("damping", o.damping, " N·s/m", steps, most_slides);
}

}  // namespace stickslip
