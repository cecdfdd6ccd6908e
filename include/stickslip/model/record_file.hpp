#pragma once

#include <filesystem>
#include <istream>
#include <string>
#include <vector>

namespace stickslip {

/// The samples of a record file.
struct RecordSamples {
    std::vector<double> times;   ///< strictly increasing, at least two
    std::vector<double> values;  ///< one for each time, finite
    std::vector<double> second;  ///< the second component of a planar record, else empty
};

/// How many values a row of a record has.
enum class RecordComponents { one, two };

/// Reads "time, value" rows (planar: "time, value, value"): separated by comma, semicolon, tab or blanks; Unix or
/// Windows line ends; an optional header line; empty lines and lines that start with # are skipped. Reads in pieces, so
/// that memory holds the samples and never the text.
/// @throws std::invalid_argument, one sentence with `name` and the line.
[[nodiscard]] RecordSamples read_record(std::istream&, const std::string& name,
                                        RecordComponents = RecordComponents::one);

/// The same from a file of at most 1 GiB, refused by its size before it is read.
/// @throws std::invalid_argument, one sentence with the file.
[[nodiscard]] RecordSamples read_record_file(const std::filesystem::path&, RecordComponents = RecordComponents::one);

}  // namespace stickslip
