#include "sweep_plot.hpp"

#include <limits>

#include "plot_panels.hpp"
#include "response_plot.hpp"

namespace stickslip::cli {

namespace {

/// What is drawn of a value: where the motion has no bound, neither has what grows with it.
double drawn(const Observable& o, const SteadyState& s) {
    if (s.regime == Regime::unbounded && !is_bounded(o)) return std::numeric_limits<double>::infinity();
    return o.value(s);
}

ResponsePanel panel_of(const Observable& o, const Case& problem, const std::vector<SweepPoint>& points) {
    ResponsePanel panel{label_of(o, problem), {}, is_bounded(o)};
    for (const SweepPoint& p : points) panel.values.push_back(drawn(o, p.state));
    if (o.name != "amplitude_ratio") return panel;
    panel.reference_title = "asymptotic near resonance";
    for (const SweepPoint& p : points) panel.reference.push_back(p.state.asymptotic_amplitude_ratio());
    return panel;
}

}  // namespace

Drawing plot_sweep(const SweepPicture& sweep) {
    ResponsePicture picture{picture_title(sweep.problem, {sweep.key}), axis_label(sweep.key), sweep.is_logarithmic};
    for (std::size_t i = 0; i < sweep.points.size(); ++i) {
        const SweepPoint& p = sweep.points[i];
        picture.x.push_back(p.value);
        picture.has_stops.push_back(p.state.stuck_fraction > 0.0);
        if (i == 0) continue;
        const SweepPoint& before = sweep.points[i - 1];
        if (before.state.regime == p.state.regime && before.state.stops_per_cycle() == p.state.stops_per_cycle()) {
            continue;
        }
        picture.changes.push_back(0.5 * (before.value + p.value));
    }
    for (const Observable* o : sweep.observables) picture.panels.push_back(panel_of(*o, sweep.problem, sweep.points));
    return plot_response(picture);
}

}  // namespace stickslip::cli
