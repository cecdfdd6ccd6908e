#pragma once

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
/// .csv and .at2 are taken in the order of their names; "@1.5" behind any of them is a factor.
/// With two components the rows of the files have two values.
/// @throws std::invalid_argument, one sentence with the text or the file; also where there is none, or one stands
/// twice.
[[nodiscard]] std::vector<SetRecord> read_record_set(const std::vector<std::string>& texts,
                                                     RecordComponents = RecordComponents::one);

}  // namespace stickslip
