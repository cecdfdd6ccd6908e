#pragma once

#include <string>

#include "stickslip/certify/certify.hpp"

namespace stickslip::cli {

/// What is proved, in a few lines.
[[nodiscard]] std::string certificate_text(const Certificate&);

/// The same as JSON.
[[nodiscard]] std::string certificate_json(const Certificate&);

/// A certificate as data: numbers in hexadecimal, the claim, the theorem, and the state that the proof follows.
[[nodiscard]] std::string certificate_file(const Certificate&);

/// What a check has found, as JSON; an empty objection means that the certificate holds.
[[nodiscard]] std::string check_json(const std::string& objection);

/// Reads such a file. @throws std::invalid_argument naming the file and what is wrong with it.
[[nodiscard]] Certificate read_certificate(const std::string& path);

/// Proves every row of a CSV file of ratios and writes the rows, what is proved of them, or why nothing is.
/// @throws std::invalid_argument naming file, line and column.
void certify_points(const std::string& input, const std::string& output);

}  // namespace stickslip::cli
