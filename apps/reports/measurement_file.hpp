#pragma once

#include <optional>
#include <string>
#include <vector>

#include "stickslip/identify/identify.hpp"

namespace stickslip::cli {

/// How the columns of a file are meant.
struct MeasurementColumns {
    std::string column;                 ///< the only column of values, by its head or its number from 2 on; else empty
    std::vector<std::string> channels;  ///< where the sensors sit, column after column; empty: as the heads say
    MeasuredQuantity quantity = MeasuredQuantity::displacement;
};

/// What a file holds: a record of one or more channels, or a response curve.
struct MeasuredData {
    ChannelRecord record;
    std::optional<MeasuredCurve> curve;
};

/// Reads a record: rows of time and one value for each channel; or a response curve, whose first head is frequency
/// (rad/s) or frequency_hz, with amplitude and perhaps phase (rad) or phase_deg behind it. A head such as x2 or ch2
/// means degree of freedom 2, other heads are names; without heads the columns are counted.
/// @throws std::invalid_argument naming the file, the line and the cell.
[[nodiscard]] MeasuredData read_measurement(const std::string& path, const MeasurementColumns&);

/// The same from the text of a file called `name`.
[[nodiscard]] MeasuredData measurement_in(std::string_view text, const std::string& name, const MeasurementColumns&);

}  // namespace stickslip::cli
