// The numbers of a planar motion that designs and ensembles ask for. Lengths of vectors: ‖x‖, ‖x′‖, ‖x″‖.

#include "motion_response.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "model/nearest_name.hpp"
#include "piece_motion.hpp"
#include "stickslip/planar/case.hpp"
#include "stickslip/planar/simulate.hpp"
#include "studies/largest_magnitude.hpp"

namespace stickslip::planar {

namespace {

/// The largest ‖x″‖. A rigid support holds the mass at rest; an elastic one lets it move while stuck.
double peak_acceleration(const Trajectory& t) {
    constexpr double parts_per_radian = 4.0;  // of the fastest rate of a stick, whose ‖x″‖ changes at twice that rate
    constexpr double most_parts = 1e6;
    constexpr double parts_of_a_slide = 8.0;  // a slide's expansion is smooth over its whole length
    PieceMotion motion(t);
    double largest = 0.0;
    for (std::size_t i = 0; i < t.pieces.size(); ++i) {
        const Piece& p = t.pieces[i];
        if (p.duration == 0.0 || (t.oscillator.is_rigid() && !p.is_sliding)) continue;
        motion.enter(i);
        const double parts =
            p.kind == PieceKind::stick ? parts_per_radian * motion.rate() * p.duration : parts_of_a_slide;
        const auto at = [&](double tau) { return norm(motion.at(tau).acceleration); };
        if (p.kind == PieceKind::rest_passage) {
            // At its end the velocity is rounding alone, and the direction of the friction with it.
            largest = std::max(largest, at(0.0));
            continue;
        }
        const int count = static_cast<int>(std::clamp(std::ceil(parts), 1.0, most_parts));
        largest = std::max(largest, largest_magnitude(at, p.duration, count));
    }
    return largest;
}

struct PlanarQuantity {
    std::string_view name;
    std::string_view unit;
    std::string_view words;
    double (*value)(const Trajectory&, const Peaks&);
};
constexpr std::array planar_quantities = {
    PlanarQuantity{"peak", "m", "largest displacement", [](const Trajectory&, const Peaks& p) { return p.position; }},
    PlanarQuantity{"peak_velocity", "m s-1", "largest velocity",
                   [](const Trajectory&, const Peaks& p) { return p.velocity; }},
    PlanarQuantity{"peak_acceleration", "m s-2", "largest acceleration",
                   [](const Trajectory& t, const Peaks&) { return peak_acceleration(t); }},
    PlanarQuantity{"residual", "m", "displacement at the end",
                   [](const Trajectory& t, const Peaks&) { return norm(t.end.position); }},
    PlanarQuantity{"total_slip", "m", "path of the slip",
                   [](const Trajectory&, const Peaks& p) { return p.total_slip; }},
    PlanarQuantity{"dissipated", "J", "friction loss",
                   [](const Trajectory& t, const Peaks&) { return energy_balance(t).friction; }},
};

}  // namespace

MotionResponse motion_response(const CaseDocument& document, const std::vector<std::string>& observables) {
    static_cast<void>(document.read_planar().end_time());
    MotionResponse response;
    std::vector<const PlanarQuantity*> asked;
    for (const std::string& name : observables) {
        asked.push_back(&entry_named<PlanarQuantity>("number of a planar motion", name, planar_quantities));
        response.observable_of.push_back(response.observables.size());
        response.observables.push_back({name, std::string(asked.back()->unit), std::string(asked.back()->words)});
    }
    response.values = [asked](const CaseDocument& changed) {
        const Case c = changed.read_planar();
        const Trajectory motion = simulate(c.oscillator, c.load, c.start, c.end_time());
        if (motion.termination != Termination::reached_end) {
            return std::vector<double>(asked.size(), std::numeric_limits<double>::infinity());
        }
        const Peaks extremes = peaks(motion);
        std::vector<double> values;
        for (const PlanarQuantity* quantity : asked) values.push_back(quantity->value(motion, extremes));
        return values;
    };
    return response;
}

}  // namespace stickslip::planar
