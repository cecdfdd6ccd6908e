#include "slow_load.hpp"

#include <cmath>

#include "few_digits.hpp"
#include "model/bounds.hpp"
#include "special_regimes.hpp"
#include "stickslip/model/ratios.hpp"

namespace stickslip {

std::string why_too_slow(double frequency_ratio, double damping_ratio, double most_slides) {
    const std::string ratio = "frequency_ratio = " + shortest(frequency_ratio);
    const double slides = slides_per_period<double>({0.0, 0.0, frequency_ratio, damping_ratio});
    if (slides > most_slides) {
        return ratio + " is too slow: a load period would have about " + shortest(std::round(slides)) +
               " slides, and at most " + shortest(most_slides) +
               " are followed, down to frequency_ratio = " + few_digits(2.0 / most_slides) + " without damping";
    }
    if (frequency_ratio < slowest_frequency) {
        return ratio + " is too slow: a load period would be " + shortest(std::round(1.0 / frequency_ratio)) +
               " natural periods, and at most " + shortest(1.0 / slowest_frequency) + " are followed";
    }
    return "";
}

std::string why_too_slow(const Oscillator& o, double period, double most_slides) {
    if (!(o.stiffness > 0.0)) return "";
    return why_too_slow(two_pi_hi / (period * natural_frequency(o)), o.damping / critical_damping(o), most_slides);
}

}  // namespace stickslip
