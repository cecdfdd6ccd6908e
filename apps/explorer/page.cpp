#include "page.hpp"

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace stickslip::explorer {

namespace {

std::string type_of(const std::string& suffix) {
    if (suffix == ".html") return "text/html; charset=utf-8";
    if (suffix == ".js") return "text/javascript; charset=utf-8";
    if (suffix == ".css") return "text/css; charset=utf-8";
    if (suffix == ".svg") return "image/svg+xml";
    return "application/octet-stream";
}

std::string content_of(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    if (!in) throw std::runtime_error(path.string() + ": cannot be read");
    return text.str();
}

}  // namespace

Page Page::load(const std::filesystem::path& folder) {
    Page page;
    std::error_code error;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, error)) {
        if (entry.is_symlink() || !entry.is_regular_file()) continue;
        std::string name("/");
        name += std::filesystem::relative(entry.path(), folder).generic_string();
        page.files_[name] = {type_of(entry.path().extension().string()), content_of(entry.path())};
    }
    if (!page.files_.contains("/index.html")) {
        throw std::runtime_error("the page is not built in " + folder.string() +
                                 "; `./stickslip explore` in the source folder builds it and starts it");
    }
    page.files_["/"] = page.files_["/index.html"];
    return page;
}

Response Page::answer(const std::string& target) const {
    const auto found = files_.find(target.substr(0, target.find('?')));
    if (found == files_.end()) return problem(404, "there is nothing at this address");
    return {200, found->second.content_type, found->second.content};
}

}  // namespace stickslip::explorer
