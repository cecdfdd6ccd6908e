#pragma once

#include <optional>
#include <string>
#include <vector>

#include "stickslip/model/record.hpp"

namespace stickslip {

/// A record of a set, read from its file and multiplied by its factor.
struct SetRecord {
    std::string name;  ///< the file, with its factor where it has one
    RecordSamples samples;
};

/// The records that these texts name: each a file, a pattern of files ("motions/*.csv") or a folder, of which the files
/// of records are taken in the order of their names; "@1.5" behind any of them is a factor.
/// With two components the rows of the files have two values, or two files whose names differ in a direction are one
/// record (record_components.hpp).
/// @throws std::invalid_argument, one sentence with the text or the file; also where there is none, or one stands
/// twice.
[[nodiscard]] std::vector<SetRecord> read_record_set(const std::vector<std::string>& texts,
                                                     RecordComponents = RecordComponents::one);

/// The velocity with which a ground of these accelerations is left at the end, over its largest, where that is more
/// than a tenth: the record needs a baseline correction, or it was cut off.
[[nodiscard]] std::optional<double> baseline_drift(const RecordSamples&);

}  // namespace stickslip
