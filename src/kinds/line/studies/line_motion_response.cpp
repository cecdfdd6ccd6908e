#include <array>
#include <cmath>
#include <limits>

#include "kinds/line/phase_motion.hpp"
#include "model/nearest_name.hpp"
#include "stickslip/motion/simulate.hpp"
#include "studies/largest_magnitude.hpp"
#include "studies/motion_response.hpp"

namespace stickslip {

namespace {

/// The largest |x″|, both limits of it where it jumps. At rest on the surface there is none.
double peak_acceleration(const Trajectory& t) {
    constexpr double parts_per_radian = 2.0;  // of the fastest rate, so that x″ has one extreme at most in a part
    constexpr double most_parts = 1e6;
    PhaseMotion motion(t.oscillator, t.load);
    double largest = 0.0;
    for (const Phase& phase : t.phases) {
        if (phase.kind == PhaseKind::stick || phase.duration == 0.0) continue;
        motion.begin(phase);
        const double parts = std::ceil(parts_per_radian * motion.rate() * phase.duration);
        const auto at = [&](double tau) { return motion.sample(phase, tau).acceleration; };
        largest = std::max(largest,
                           largest_magnitude(at, phase.duration, static_cast<int>(std::clamp(parts, 1.0, most_parts))));
    }
    return largest;
}

/// The same where the motion is a list of Taylor polynomials, each of them short.
double peak_acceleration_of_series(const Trajectory& t) {
    constexpr int parts = 4;
    double largest = 0.0;
    for (const SeriesPiece& piece : t.pieces) {
        const auto at = [&](double tau) {
            double sum = 0.0;
            for (int k = piece.order; k >= 2; --k)
                sum = sum * tau + k * (k - 1) * piece.position[static_cast<std::size_t>(k)];
            return sum;
        };
        largest = std::max(largest, largest_magnitude(at, piece.length, parts));
    }
    return largest;
}

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
    MotionQuantity{"peak_acceleration", "m s-2", "largest acceleration",
                   [](const Trajectory& t, const Peaks&) {
                       return t.pieces.empty() ? peak_acceleration(t) : peak_acceleration_of_series(t);
                   }},
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
