#pragma once

#include <string>

#include "stickslip/identify/identify.hpp"

namespace stickslip::cli {

/// Reads a record: rows of time and value, or, where `column` is given, of time and more columns, of which it names one
/// by its head or by its number, counted from 1. @throws std::invalid_argument naming the file, the line and the cell.
[[nodiscard]] Measurement read_measurement(const std::string& path, const std::string& column, MeasuredQuantity);

}  // namespace stickslip::cli
