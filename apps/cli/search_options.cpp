#include "search_options.hpp"

#include <CLI/CLI.hpp>

namespace stickslip::cli {

void add_search_options(CLI::App& command, AttractorOptions& options) {
    command
        .add_option("--transient", options.transient,
                    "Follow each motion for N load periods before looking for its period")
        ->type_name("N")
        ->check(CLI::Range(0, 100'000'000))
        ->capture_default_str();
    command.add_option("--periods", options.most_periods, "Look for a period over at most N load periods")
        ->type_name("N")
        ->check(CLI::Range(1, 100'000'000))
        ->capture_default_str();
}

}  // namespace stickslip::cli
