#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

namespace stickslip::cli {

using Json = nlohmann::ordered_json;

/// A number as JSON has them: what is not finite is null.
[[nodiscard]] inline Json json_number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

/// The text, in one line unless an indent is asked for; bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] inline std::string json_text(const Json& j, int indent = -1) {
    return j.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace stickslip::cli
