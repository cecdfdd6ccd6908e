#pragma once

#include <string>

namespace stickslip::cli {

/// Solves every row of a CSV file with the columns friction_ratio, frequency_ratio and, where given, damping_ratio and
/// static_ratio, and writes these, the regime and all observables to `output`, in input order, on all allowed threads.
/// @throws std::invalid_argument naming file, line and column.
void solve_points(const std::string& input, const std::string& output);

}  // namespace stickslip::cli
