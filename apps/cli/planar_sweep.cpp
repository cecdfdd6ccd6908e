#include "planar_sweep.hpp"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "gnuplot.hpp"
#include "plot_panels.hpp"
#include "stickslip/planar/observables.hpp"
#include "stickslip/version.hpp"

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

std::vector<PlanarSweepPoint> sweep_planar(const CaseDocument& document, const KeyRange& range) {
    const std::vector<double> values = range.values();
    std::vector<PlanarSweepPoint> points(values.size());
    tbb::parallel_for(std::size_t{0}, values.size(), [&](std::size_t i) {
        const planar::Case c = document.with_value(range.key, values[i]).read_planar();
        points[i] = {values[i], planar::steady_state(c.oscillator, c.load, c.start)};
        points[i].state.cycle.reset();
    });
    return points;
}

std::string planar_sweep_csv(const std::string& key, const std::vector<PlanarObservable>& chosen,
                             const std::vector<PlanarSweepPoint>& points) {
    std::string text = key + ",regime";
    for (const PlanarObservable& o : chosen) text += "," + o.name;
    text += '\n';
    for (const PlanarSweepPoint& p : points) {
        text += fmt::format("{},{}", p.value, name(p.state.regime));
        for (const PlanarObservable& o : chosen) {
            const double value = o.value(p.state);
            text += std::isfinite(value) ? fmt::format(",{}", value) : ",";
        }
        text += '\n';
    }
    return text;
}

std::string planar_sweep_json(const std::string& key, const std::vector<PlanarObservable>& chosen,
                              const std::vector<PlanarSweepPoint>& points) {
    using Json = nlohmann::ordered_json;
    Json j;
    j["version"] = version();
    j["key"] = key;
    j["values"] = Json::array();
    j["regime"] = Json::array();
    for (const PlanarSweepPoint& p : points) {
        j["values"].push_back(p.value);
        j["regime"].push_back(name(p.state.regime));
    }
    for (const PlanarObservable& o : chosen) {
        Json& column = j[o.name] = Json::array();
        for (const PlanarSweepPoint& p : points) {
            const double value = o.value(p.state);
            column.push_back(std::isfinite(value) ? Json(value) : Json(nullptr));
        }
    }
    return j.dump() + "\n";
}

void plot_planar_sweep(const std::string& title, const KeyRange& range, const std::vector<PlanarObservable>& chosen,
                       const std::vector<PlanarSweepPoint>& points, const std::string& path,
                       const std::string& suffix) {
    constexpr int page_width = 1000;
    constexpr int panel_height = 260;
    const TemporaryFolder folder;
    const std::string curve = (folder.path() / "curve").string();
    {
        const File file = open_for_writing(curve);
        for (const PlanarSweepPoint& p : points) {
            std::string row = fmt::format("{} {}", p.value, p.state.stuck_fraction > 0.0 ? 1 : 0);
            for (const PlanarObservable& o : chosen) {
                const double value = o.value(p.state);
                row += std::isfinite(value) ? fmt::format(" {}", value) : " NaN";
            }
            fmt::print(file.get(), "{}\n", row);
        }
    }
    const auto panels = static_cast<double>(chosen.size());
    const int height = static_cast<int>(panels) * panel_height + 90;
    const double bottom = 62.0 / height;
    const double top = 1.0 - 40.0 / height;
    const double gap = 22.0 / height;
    const double each = (top - bottom - gap * (panels - 1.0)) / panels;
    std::string g = gnuplot_terminal(suffix, page_width, height);
    g += fmt::format("set output {}\ncurve = {}\nset encoding utf8\nset multiplot\nset termoption noenhanced\n",
                     gnuplot_string(path), gnuplot_string(curve));
    g += fmt::format("set label 1 {} at screen 0.1, screen {} left font ',12'\n",
                     gnuplot_string(title + "   (grey: sticks)"), 1.0 - 18.0 / height);
    g += "set datafile missing 'NaN'\nset grid lc rgb '#e6e6e6' lt 1\nset border lc rgb '#444444'\n";
    g += fmt::format("set tics nomirror\nset y2range [0:1]\nset xrange [{}:{}]\n", range.from, range.to);
    if (range.is_logarithmic) g += "set logscale x\n";
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        const double panel_top = top - static_cast<double>(i) * (each + gap);
        const bool is_lowest = i + 1 == chosen.size();
        const std::string unit = chosen[i].unit == "1" ? "" : " [" + chosen[i].unit + "]";
        g += place({0.1, 0.97, panel_top - each, panel_top});
        g += fmt::format("set ylabel {}\nset xlabel {}\nset format x '{}'\n", gnuplot_string(chosen[i].name + unit),
                         gnuplot_string(is_lowest ? range.key : ""), is_lowest ? "%g" : "");
        g += fmt::format(
            "plot curve using 1:2 axes x1y2 with filledcurves y=0 fc rgb '#dedede' notitle, "
            "curve using 1:{} with lines lw 1.8 lc rgb '#0072b2' notitle\nunset label 1\n",
            i + 3);
    }
    run_gnuplot(g + "unset multiplot\nset output\n");
}

}  // namespace stickslip::cli
