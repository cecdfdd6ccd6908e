#include "sweep.hpp"

#include "kernel/in_parallel.hpp"
#include "plot_panels.hpp"
#include "response_plot.hpp"
#include "stickslip/interruption.hpp"
#include "stickslip/planar/observables.hpp"
#include "stickslip/steady/observables.hpp"

namespace stickslip::cli {

std::vector<PlanarObservable> planar_observables(const std::vector<std::string>& names) {
    const std::vector<std::string> wanted = names.empty() ? planar::usual_observables() : names;
    std::vector<PlanarObservable> chosen;
    for (const std::string& name : wanted) {
        const planar::Observable& o = planar::observable(name);
        chosen.push_back({std::string(o.name), std::string(o.unit), o.value});
    }
    return chosen;
}

std::vector<PlanarSweepPoint> sweep_planar(const CaseDocument& document, const std::string& key,
                                           const std::vector<double>& values, const std::function<void()>& progress) {
    std::vector<PlanarSweepPoint> points(values.size());
    in_parallel(std::size_t{0}, values.size(), [&](std::size_t i) {
        throw_if_interrupted();
        const planar::Case c = document.with_value(key, values[i]).read_planar();
        points[i] = {values[i], planar::steady_state(c.oscillator, c.load, c.start)};
        points[i].state.cycle.reset();
        if (progress) progress();
    });
    return points;
}

SweepTable planar_sweep_table(const std::string& key, const std::vector<PlanarObservable>& chosen,
                              const std::vector<PlanarSweepPoint>& points) {
    SweepTable table;
    table.key = key;
    for (const PlanarObservable& o : chosen) table.columns.push_back({o.name, {}});
    for (const PlanarSweepPoint& p : points) {
        table.values.push_back(p.value);
        table.regimes.push_back(p.state.regime);
        for (std::size_t k = 0; k < chosen.size(); ++k) table.columns[k].values.push_back(chosen[k].value(p.state));
    }
    return table;
}

Drawing plot_planar_sweep(const std::string& title, const KeyRange& range, const std::vector<PlanarObservable>& chosen,
                          const std::vector<PlanarSweepPoint>& points) {
    ResponsePicture picture{title, axis_label(range.key), range.is_logarithmic};
    for (const PlanarSweepPoint& p : points) {
        picture.x.push_back(p.value);
        picture.has_stops.push_back(p.state.stuck_fraction > 0.0);
    }
    for (const PlanarObservable& o : chosen) {
        const planar::Observable& known = planar::observable(o.name);
        ResponsePanel panel{.label = axis_label(known.description, known.unit),
                            .values = {},
                            .is_bounded = known.is_count || is_bounded(known.name)};
        for (const PlanarSweepPoint& p : points) panel.values.push_back(o.value(p.state));
        picture.panels.push_back(std::move(panel));
    }
    return plot_response(picture);
}

}  // namespace stickslip::cli
