#include "capacity_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "csv_text.hpp"
#include "plot_panels.hpp"
#include "stickslip/version.hpp"

namespace stickslip::cli {

namespace {

std::string values_label(const Capacities& capacities, std::size_t combination) {
    const Ensemble& e = capacities.ensemble();
    std::string text;
    const std::vector<double> values = e.key_values(e.place(combination));
    for (std::size_t i = 0; i < values.size(); ++i) {
        text += fmt::format("{}{} = {:.6g}", i == 0 ? "" : ", ", e.request().vary[i].key, values[i]);
    }
    return text;
}

Json interval_json(const Fragility& f, const BoundedNumber& number) {
    if (!f.exists) return nullptr;
    return Json{{"value", json_number(number.value)},
                {"lower", json_number(number.lower)},
                {"upper", json_number(number.upper)}};
}

/// The share of records that have reached the limit, as steps. Those that were not tried further hold at their end.
std::string steps_of(const CapacitySample& sample, double last) {
    std::vector<double> scales = sample.reached;
    scales.insert(scales.end(), sample.at_once.begin(), sample.at_once.end());
    std::ranges::sort(scales);
    const double all = static_cast<double>(scales.size() + sample.not_reached.size());
    std::string rows = "0 0\n";
    for (std::size_t i = 0; i < scales.size(); ++i) {
        rows += fmt::format("{} {}\n{} {}\n", scales[i], static_cast<double>(i) / all, scales[i],
                            static_cast<double>(i + 1) / all);
    }
    return rows + fmt::format("{} {}\n", last, static_cast<double>(scales.size()) / all);
}

}  // namespace

CapacityResult capacity_result(const Capacities& capacities, const TileStore& store) {
    CapacityResult result{values_of(store, 0), values_of(store, 1), {}, {}};
    for (std::size_t i = 0; i < capacities.ensemble().combinations(); ++i) {
        result.samples.push_back(capacities.sample(result.outcomes, result.scales, i));
        result.fragilities.push_back(fit_fragility(result.samples.back()));
    }
    return result;
}

void write_capacity_csv(const Capacities& capacities, const CapacityResult& result, std::FILE* file) {
    const Ensemble& e = capacities.ensemble();
    fmt::print(file, "record");
    for (const EnsembleKey& key : e.request().vary) fmt::print(file, ",{}", csv_cell(key.key));
    fmt::print(file, ",outcome,capacity\n");
    for (std::size_t i = 0; i < result.scales.size(); ++i) {
        std::string line = csv_cell(e.request().records[i / e.combinations()].name);
        for (const double value : e.key_values(e.place(i % e.combinations()))) line += fmt::format(",{}", value);
        const auto outcome = static_cast<std::size_t>(result.outcomes[i]);
        fmt::print(file, "{},{},{}\n", line, capacities.quantities()[0].meanings[outcome], result.scales[i]);
    }
}

Json capacity_json(const Capacities& capacities, const CapacityResult& result, const MapSummary& summary,
                   double seconds) {
    const Ensemble& e = capacities.ensemble();
    Json j{{"version", version()},
           {"records", e.request().records.size()},
           {"seconds", seconds},
           {"threads", summary.threads}};
    if (summary.ranks > 1) j["ranks"] = summary.ranks;
    j["limit"] = Json{{capacities.limit().observable, capacities.limit().value}};
    j["vary"] = Json::array();
    for (const EnsembleKey& key : e.request().vary) j["vary"].push_back(key.key);
    j["fragility"] = Json::array();
    for (std::size_t i = 0; i < result.fragilities.size(); ++i) {
        Json entry;
        const std::vector<double> values = e.key_values(e.place(i));
        for (std::size_t k = 0; k < values.size(); ++k) entry[e.request().vary[k].key] = values[k];
        const CapacitySample& sample = result.samples[i];
        entry["reached"] = sample.reached.size();
        entry["not_reached"] = sample.not_reached.size();
        entry["at_once"] = sample.at_once.size();
        entry["median"] = interval_json(result.fragilities[i], result.fragilities[i].median);
        entry["dispersion"] = interval_json(result.fragilities[i], result.fragilities[i].dispersion);
        j["fragility"].push_back(std::move(entry));
    }
    return j;
}

void write_capacity_table(const Capacities& capacities, const CapacityResult& result, const MapSummary& summary,
                          double seconds, std::FILE* file) {
    const Ensemble& e = capacities.ensemble();
    fmt::print(file, "scales of {} record{} at which {} reaches {:.6g}, in {:.3g} s on {} thread{}\n",
               e.request().records.size(), e.request().records.size() == 1 ? "" : "s", capacities.limit().observable,
               capacities.limit().value, seconds, summary.threads, summary.threads == 1 ? "" : "s");
    for (std::size_t i = 0; i < result.fragilities.size(); ++i) {
        const CapacitySample& sample = result.samples[i];
        const std::string label = values_label(capacities, i);
        fmt::print(file, "{}{}{} reached, {} not up to {:.6g}, {} at {:.6g} already\n", label,
                   label.empty() ? "" : ": ", sample.reached.size(), sample.not_reached.size(),
                   e.request().scales.back(), sample.at_once.size(), e.request().scales.front());
        const Fragility& f = result.fragilities[i];
        if (!f.exists) {
            fmt::print(file, "  no curve: at least two records must reach the limit between the scales\n");
            continue;
        }
        fmt::print(file, "  median {:.5g} (95 %: {:.5g} to {:.5g}), dispersion {:.4g} ({:.4g} to {:.4g})\n",
                   f.median.value, f.median.lower, f.median.upper, f.dispersion.value, f.dispersion.lower,
                   f.dispersion.upper);
    }
}

Drawing plot_fragility(const Capacities& capacities, const CapacityResult& result) {
    constexpr int width = 900, height = 520;  // pixels
    constexpr int points = 300;
    constexpr Code colours[] = {"'#0072b2'", "'#d55e00'", "'#009e73'", "'#cc79a7'", "'#e69f00'", "'#56b4e9'"};
    constexpr std::size_t most_curves = std::size(colours);
    const double last = capacities.ensemble().request().scales.back();
    const std::string limit = fmt::format("{} ≥ {:.6g}{}", capacities.limit().observable, capacities.limit().value,
                                          axis_label("", capacities.ensemble().observables().front().unit));
    Drawing drawing{width, height};
    Script& g = drawing.script;
    g += place({0.09, 0.97, 0.13, 0.92});
    g += Script("set label 1 {} at screen 0.09, screen 0.96 left font ',12'\n",
                shown(capacities.ensemble().request().document.title()));
    g += Script(
        "set xlabel 'scale of the records'\nset ylabel {}\nset xrange [0:{}]\nset yrange [0:1.02]\nset key right "
        "bottom\n",
        shown("probability of " + limit), last);
    Script list;
    const std::size_t curves = std::min(most_curves, result.fragilities.size());
    for (std::size_t i = 0; i < curves; ++i) {
        const std::string label = values_label(capacities, i);
        list += list.empty() ? Script("plot ") : Script(", ");
        list += Script("{} using 1:2 with lines lw 1.2 dt 2 lc rgb {} notitle",
                       drawing.add(steps_of(result.samples[i], last)), colours[i]);
        const Fragility& f = result.fragilities[i];
        if (!f.exists) continue;
        std::string rows;
        for (int k = 1; k <= points; ++k) {
            const double scale = last * k / points;
            rows += fmt::format("{} {}\n", scale, probability(f, scale));
        }
        list += Script(", {} using 1:2 with lines lw 2 lc rgb {} title {}", drawing.add(rows), colours[i],
                       shown(label.empty() ? "lognormal" : label));
    }
    g += list + Script("\n");
    return drawing;
}

}  // namespace stickslip::cli
