#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gnuplot.hpp"
#include "key_range.hpp"
#include "stickslip/structure/response_curve.hpp"
#include "sweep_table.hpp"

namespace stickslip::cli {

/// The response curve of a structure and what was asked.
struct StructureSweep {
    structure::Case problem;  ///< at the first value
    KeyRange range;
    std::vector<structure::Observable> chosen;
    structure::ResponseCurve curve;
    std::vector<structure::PeakShape> shapes;  ///< at the peaks, where a picture wants them
};

/// Solves for it; the usual observables where none is named. The regime is always told, and may be named.
/// @throws std::invalid_argument
[[nodiscard]] StructureSweep report_structure_sweep(const CaseDocument&, const KeyRange&,
                                                    const std::vector<std::string>& observables,
                                                    const std::function<void()>& progress = {});

/// Adds the shapes at the peaks of the curve. @throws std::invalid_argument
void add_shapes(StructureSweep&, const CaseDocument&);

[[nodiscard]] SweepTable structure_sweep_table(const StructureSweep&);

/// A panel for each quantity with a curve for each degree of freedom or contact; below them a row for each contact,
/// the darker the longer it sticks, and how the structure stands at the peaks.
[[nodiscard]] Drawing plot_structure_sweep(const StructureSweep&);

}  // namespace stickslip::cli
