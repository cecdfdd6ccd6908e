#include "sweep_report.hpp"

namespace stickslip::cli {

std::vector<const Observable*> sweep_observables(std::vector<std::string> names, const Case& problem) {
    if (names.empty()) names = usual_observables(problem);
    std::vector<const Observable*> chosen;
    chosen.reserve(names.size());
    for (const std::string& name : names) chosen.push_back(&observable(name));
    return chosen;
}

SweepTable sweep_table(const std::string& key, const std::vector<const Observable*>& chosen,
                       const std::vector<SweepPoint>& points) {
    const bool is_continued = !points.empty() && points.front().direction != SweepDirection::none;
    SweepTable table;
    table.key = key;
    for (const Observable* o : chosen) table.columns.push_back({std::string(o->name), {}});
    for (const SweepPoint& p : points) {
        table.values.push_back(p.value);
        if (is_continued) table.directions.push_back(name(p.direction));
        table.regimes.push_back(p.state.regime);
        for (std::size_t k = 0; k < chosen.size(); ++k) table.columns[k].values.push_back(chosen[k]->value(p.state));
    }
    return table;
}

}  // namespace stickslip::cli
