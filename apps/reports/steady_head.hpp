#pragma once

#include <string>
#include <string_view>

#include "json_text.hpp"
#include "stickslip/version.hpp"

namespace stickslip::cli {

/// With what the JSON object of every steady state begins; `regime` is its name.
[[nodiscard]] inline Json steady_head(const std::string& title, std::string_view regime) {
    return {{"version", version()}, {"title", title}, {"regime", regime}};
}

}  // namespace stickslip::cli
