#include <CLI/CLI.hpp>
#include <memory>

#include "explore.hpp"
#include "verb.hpp"

namespace stickslip::cli {

namespace {

constexpr int largest_port = 65535;

}  // namespace

Verb add_explore(CLI::App& app) {
    auto request = std::make_shared<ExploreRequest>();
    CLI::App* command = app.add_subcommand("explore", "A page with sliders for the browser, served by this machine");
    command
        ->add_option("--port", request->port,
                     "Listen on this port, 0 for any free one; without it, on 8321 or a free one")
        ->type_name("P")
        ->check(CLI::Range(0, largest_port));
    command
        ->add_option("--address", request->address,
                     "Listen on this address of the machine; others who can reach it can then use the page and your "
                     "computing time")
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
