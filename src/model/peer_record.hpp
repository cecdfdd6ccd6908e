#pragma once

#include <filesystem>
#include <string_view>

#include "stickslip/model/record.hpp"

namespace stickslip {

/// Whether the name of a file says that it is a PEER record: it ends in .at2 or .AT2.
[[nodiscard]] bool is_peer_record(const std::filesystem::path&);

/// The text of a PEER record: three lines of words, a line with the number of points and the time step ("NPTS= 4000,
/// DT= .0100 SEC" or "4000 0.0100 NPTS, DT"), then the values, several in a line, as they are in the file (usually in
/// g).
/// @throws std::invalid_argument, one sentence with `name` and the line.
[[nodiscard]] RecordSamples read_peer_record(std::string_view text, const std::string& name);

}  // namespace stickslip
