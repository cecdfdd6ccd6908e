#include "explore.hpp"

#include <fmt/core.h>
#include <tbb/global_control.h>

#include <filesystem>

#include "server.hpp"
#include "verb.hpp"

namespace stickslip::cli {

namespace {

constexpr int usual_port = 8321;

/// build/bin/stickslip has its page in build/page, an installed one in share/stickslip/page.
std::filesystem::path page_folder() {
    std::error_code error;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
    const std::filesystem::path prefix = program.parent_path().parent_path();
    const std::filesystem::path built = prefix / "page";
    return std::filesystem::exists(built / "index.html", error) ? built : prefix / "share" / "stickslip" / "page";
}

}  // namespace

int explore(const ExploreRequest& request) {
    if (!request.page.empty() && !std::filesystem::exists(std::filesystem::path(request.page) / "index.html")) {
        throw std::invalid_argument("--page " + request.page + ": must be a folder with the built page, index.html");
    }
    const auto page = explorer::Page::load(request.page.empty() ? page_folder() : std::filesystem::path(request.page));
    explorer::ServerOptions options;
    options.address = request.address;
    options.port = static_cast<unsigned short>(request.port.value_or(usual_port));
    options.may_move = !request.port;
    options.threads = tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism);
    options.device = request.backend.open();
    options.on_start = [](const std::string& address) {
        fmt::print("The explorer is at {} (Ctrl-C stops it)\n", address);
        std::fflush(stdout);
    };
    serve(page, options);
    return done;
}

}  // namespace stickslip::cli
