#include <CLI/CLI.hpp>
#include <memory>

#include "reproduce.hpp"
#include "verb.hpp"

namespace stickslip::cli {

Verb add_reproduce(CLI::App& app) {
    auto request = std::make_shared<ReproduceRequest>();
    CLI::App* command =
        app.add_subcommand("reproduce", "Recompute what the source papers print, and compare in an HTML report");
    command->add_option("ID", request->ids,
                        "Items, or beginnings of their names, such as hong-liu or riddoch-fig8; all if none is given");
    command->add_option("--out", request->folder, "Write index.html, report.json and the figures into this folder")
        ->type_name("DIR");
    command->add_option("--validation", request->entries_folder, "Take the items from the files of this folder")
        ->type_name("DIR");
    command->add_flag("--quick", request->is_quick,
                      "Take a quick look, with coarse maps, short averages and few points on curves");
    command->add_flag("--list", request->is_list, "List the items and compute nothing");
    command->add_flag("--json", request->is_json, "Print the list of results as JSON");
    command->footer(
        "Examples:\n"
        "  stickslip reproduce --out report\n"
        "  stickslip reproduce dlubal hong-liu-fig10\n"
        "The verdict on an item is: reproduced, printed wrong (the correction is then computed too), or not decidable "
        "from the text.\n"
        "Exit code 3: the verdict on an item is not the expected one. validation/README.md explains how to add an "
        "item.");
    return {command, [request] { return reproduce(*request); }};
}

}  // namespace stickslip::cli
