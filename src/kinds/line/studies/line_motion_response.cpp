#include <array>
#include <cmath>
#include <limits>

#include "model/nearest_name.hpp"
#include "stickslip/motion/simulate.hpp"
#include "studies/motion_response.hpp"

namespace stickslip {

namespace {

struct MotionQuantity {
    std::string_view name;
    std::string_view unit;
    std::string_view words;
    double (*value)(const Trajectory&, const Peaks&);
};
constexpr std::array motion_quantities = {
    MotionQuantity{"peak", "m", "largest displacement", [](const Trajectory&, const Peaks& p) { return p.position; }},
    MotionQuantity{"peak_velocity", "m s-1", "largest velocity",
                   [](const Trajectory&, const Peaks& p) { return p.velocity; }},
    MotionQuantity{"residual", "m", "displacement at the end",
                   [](const Trajectory& t, const Peaks&) { return std::abs(t.at(t.end_time()).position); }},
    MotionQuantity{"total_slip", "m", "path of the slip",
                   [](const Trajectory&, const Peaks& p) { return p.total_slip; }},
    MotionQuantity{"dissipated", "J", "friction loss",
                   [](const Trajectory& t, const Peaks&) { return energy_balance(t).friction; }},
};

}  // namespace

MotionResponse line_motion_response(const CaseDocument& document, const std::vector<std::string>& observables) {
    static_cast<void>(document.read().end_time());
    MotionResponse response;
    std::vector<const MotionQuantity*> asked;
    for (const std::string& name : observables) {
        asked.push_back(&entry_named<MotionQuantity>("number of a motion", name, motion_quantities));
        response.observable_of.push_back(response.observables.size());
        response.observables.push_back({name, std::string(asked.back()->unit), std::string(asked.back()->words)});
    }
    response.values = [asked](const CaseDocument& changed) {
        const Case c = changed.read();
        const Trajectory motion = simulate(c.oscillator, c.load, c.start, c.end_time());
        if (motion.termination != Termination::reached_end) {
            return std::vector<double>(asked.size(), std::numeric_limits<double>::infinity());
        }
        const Peaks extremes = peaks(motion);
        std::vector<double> values;
        for (const MotionQuantity* quantity : asked) values.push_back(quantity->value(motion, extremes));
        return values;
    };
    return response;
}

}  // namespace stickslip
