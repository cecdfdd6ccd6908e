#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "exchange.hpp"

namespace stickslip::explorer {

/// The files of the page, read once when the server starts. A request is looked up among their names; its text never
/// becomes a path.
class Page {
public:
    /// All files of the folder and its folders; symbolic links are left out, as they may lead elsewhere. @throws
    /// std::runtime_error if there is no index.html.
    [[nodiscard]] static Page load(const std::filesystem::path& folder);

    /// The file for a target like "/" or "/assets/index.js"; 404 if there is none.
    [[nodiscard]] Response answer(const std::string& target) const;

private:
    struct File {
        std::string content_type;
        std::string content;
    };
    std::map<std::string, File, std::less<>> files_;
};

}  // namespace stickslip::explorer
