#pragma once

#include <string>
#include <string_view>

namespace stickslip::cli {

/// Text for a page, between tags or in the quotes of an attribute: shown as it is, never read as markup.
[[nodiscard]] std::string html_text(std::string_view text);

/// The name of a file for a link to it from the same folder.
[[nodiscard]] std::string link_to(std::string_view file_name);

}  // namespace stickslip::cli
