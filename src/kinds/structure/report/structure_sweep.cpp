#include "structure_sweep.hpp"

namespace stickslip::cli {

StructureSweep report_structure_sweep(const CaseDocument& document, const KeyRange& range,
                                      const std::vector<std::string>& observables,
                                      const std::function<void()>& progress) {
    const auto case_at = [&](double value) { return structure::read_case(document.with_value(range.key, value)); };
    StructureSweep sweep{case_at(range.from), range, {}, {}};
    static_cast<void>(case_at(range.to));
    const structure::Structure& problem = sweep.problem.structure;
    for (const std::string& name : observables) {
        if (name != "regime") sweep.chosen.push_back(observable(problem, name));
    }
    if (observables.empty()) sweep.chosen = usual_observables(problem);
    sweep.curve = response_curve(case_at, range.values(), sweep.chosen, progress);
    return sweep;
}

void add_shapes(StructureSweep& sweep, const CaseDocument& document) {
    const auto case_at = [&](double value) {
        return structure::read_case(document.with_value(sweep.range.key, value));
    };
    sweep.shapes = shapes_at_peaks(case_at, sweep.curve);
}

SweepTable structure_sweep_table(const StructureSweep& sweep) {
    SweepTable table{sweep.range.key, sweep.curve.values, {}, sweep.curve.regimes, {}};
    for (std::size_t k = 0; k < sweep.chosen.size(); ++k) {
        table.columns.push_back({sweep.chosen[k].name, sweep.curve.columns[k]});
    }
    return table;
}

}  // namespace stickslip::cli
