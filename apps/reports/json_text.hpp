#pragma once

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace stickslip::cli {

using Json = nlohmann::ordered_json;

/// A number as JSON has them: what is not finite is null.
[[nodiscard]] inline Json json_number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

/// The text, in one line unless an indent is asked for; bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] inline std::string json_text(const Json& j, int indent = -1) {
    return j.dump(indent, ' ', false, Json::error_handler_t::replace);
}

/// For what is written piece by piece, because a tree of it would not fit: a number as the shortest text that reads
/// back the same, and a text in its quotes.
[[nodiscard]] inline std::string number_text(double value) {
    return std::isfinite(value) ? fmt::format("{}", value) : "null";
}
[[nodiscard]] inline std::string quoted_text(std::string_view text) { return json_text(Json(text)); }

}  // namespace stickslip::cli
