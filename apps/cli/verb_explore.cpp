#include <fmt/core.h>
#include <tbb/global_control.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <optional>

#include "backend_option.hpp"
#include "server.hpp"
#include "verb.hpp"

namespace stickslip::cli {

namespace {

constexpr int usual_port = 8321;
constexpr int largest_port = 65535;

struct ExploreRequest {
    std::optional<int> port;
    std::string address = "127.0.0.1";
    std::string page;
    BackendOption backend;
};

/// build/bin/stickslip has its page in build/page, an installed one in share/stickslip/page.
std::filesystem::path page_folder() {
    std::error_code error;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
    const std::filesystem::path prefix = program.parent_path().parent_path();
    const std::filesystem::path built = prefix / "page";
    return std::filesystem::exists(built / "index.html", error) ? built : prefix / "share" / "stickslip" / "page";
}

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

}  // namespace

Verb add_explore(CLI::App& app) {
    auto request = std::make_shared<ExploreRequest>();
    CLI::App* command = app.add_subcommand("explore", "A page with sliders for the browser, served by this machine");
    command->add_option("--port", request->port, "Listen on this port, 0 for any; else 8321, or a free one")
        ->type_name("P")
        ->check(CLI::Range(0, largest_port));
    command
        ->add_option("--address", request->address,
                     "Listen on this address of the machine. Others can then use the page, and its computing time")
        ->type_name("A")
        ->capture_default_str();
    command->add_option("--page", request->page, "Serve the page built in this folder")->type_name("FOLDER");
    request->backend.add_to(*command);
    command->footer(
        "Examples:\n"
        "  stickslip explore\n"
        "  stickslip explore --port 9000\n"
        "Nothing is fetched from elsewhere; only this machine can reach the page unless --address says otherwise.");
    return {command, [request] { return explore(*request); }};
}

}  // namespace stickslip::cli
