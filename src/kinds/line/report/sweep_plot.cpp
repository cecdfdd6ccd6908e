#include "sweep_plot.hpp"

#include <algorithm>
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

/// The points of a sweep, rising: those from where the case starts or upwards, and beside them those downwards.
struct Branches {
    std::vector<SweepPoint> points;
    std::vector<SweepPoint> downwards;  ///< at the same values, if both directions were asked for

    explicit Branches(const std::vector<SweepPoint>& all) {
        for (const SweepPoint& p : all) (p.direction == SweepDirection::down ? downwards : points).push_back(p);
        if (points.empty()) points.swap(downwards);
        std::ranges::stable_sort(points, {}, &SweepPoint::value);
        std::ranges::stable_sort(downwards, {}, &SweepPoint::value);
    }
};

ResponsePanel panel_of(const Observable& o, const Case& problem, const Branches& branches) {
    ResponsePanel panel{.label = label_of(o, problem), .values = {}, .is_bounded = is_bounded(o)};
    for (const SweepPoint& p : branches.points) panel.values.push_back(drawn(o, p.state));
    if (!branches.downwards.empty()) {
        panel.title = "upwards";
        panel.reference_title = "downwards";
        for (const SweepPoint& p : branches.downwards) panel.reference.push_back(drawn(o, p.state));
    } else if (o.name == "amplitude_ratio") {
        panel.reference_title = "asymptotic near resonance";
        for (const SweepPoint& p : branches.points) panel.reference.push_back(p.state.asymptotic_amplitude_ratio());
    }
    return panel;
}

}  // namespace

Drawing plot_sweep(const SweepPicture& sweep) {
    ResponsePicture picture{picture_title(sweep.problem, {sweep.key}), axis_label(sweep.key), sweep.is_logarithmic};
    const Branches branches(sweep.points);
    for (std::size_t i = 0; i < branches.points.size(); ++i) {
        const SweepPoint& p = branches.points[i];
        picture.x.push_back(p.value);
        picture.has_stops.push_back(p.state.stuck_fraction > 0.0);
        if (i == 0) continue;
        const SweepPoint& before = branches.points[i - 1];
        if (before.state.regime == p.state.regime && before.state.stops_per_cycle() == p.state.stops_per_cycle()) {
            continue;
        }
        picture.changes.push_back(0.5 * (before.value + p.value));
    }
    for (const Observable* o : sweep.observables) picture.panels.push_back(panel_of(*o, sweep.problem, branches));
    return plot_response(picture);
}

}  // namespace stickslip::cli
