#include <CLI/CLI.hpp>
#include <memory>

#include "reproduce.hpp"
#include "verb.hpp"

namespace stickslip::cli {

Verb add_reproduce(CLI::App& app) {
    auto request = std::make_shared<ReproduceRequest>();
    CLI::App* command =
        app.add_subcommand("reproduce", "Recompute what the source papers print, side by side, as an HTML report");
    command->add_option("ID", request->ids,
                        "Items, or the beginning of their names: hong-liu, riddoch-fig8; all if none");
    command->add_option("--out", request->folder, "Write index.html, report.json and the figures into this folder")
        ->type_name("DIR");
    command->add_option("--validation", request->entries_folder, "Take the items from the files of this folder")
        ->type_name("DIR");
    command->add_flag("--quick", request->is_quick, "A quick look: coarse maps, short averages, few points on curves");
    command->add_flag("--list", request->is_list, "List the items and compute nothing");
    command->add_flag("--json", request->is_json, "Print the list of results as JSON");
    command->footer(
        "Examples:\n"
        "  stickslip reproduce --out report\n"
        "  stickslip reproduce dlubal hong-liu-fig10\n"
        "A verdict is reproduced, printed wrong (the correction is computed, too) or not decidable from the text.\n"
        "Exit code 3: an item did not come out as it should. validation/README.md tells how to add one.");
    return {command, [request] { return reproduce(*request); }};
}

}  // namespace stickslip::cli
