#pragma once

#include <string>
#include <string_view>

#include "stickslip/model/record.hpp"

namespace stickslip {

/// How the text of a record says what it is, in its first line.
enum class RecordForm {
    rows,     ///< nothing: rows of time and value
    columns,  ///< "# step = 0.005 s, unit = g": values at equal steps, any number in a line
    cosmos,   ///< a strong-motion file of COSMOS, version 1.20
    itaca,    ///< an ASCII file of ITACA or ESM: EVENT_NAME: …
};
[[nodiscard]] RecordForm record_form(std::string_view first_line);

/// The acceleration in m/s² of a unit: g, mg, cm/s2 (also cm/s^2, cm/sec2, gal) and m/s2.
/// @throws std::invalid_argument with the list.
[[nodiscard]] double acceleration_unit(std::string_view unit);

/// A record of one of these forms. Accelerations become m/s² where the text states their unit; columns without a unit
/// stay as they are. @throws std::invalid_argument, one sentence with `name` and the line.
[[nodiscard]] RecordSamples read_strong_motion_record(RecordForm, std::string_view text, const std::string& name);

}  // namespace stickslip
