#include "case_options.hpp"

#include <CLI/CLI.hpp>

namespace stickslip::cli {

void CaseOptions::add_to(CLI::App& command, Presence presence) {
    command.add_option("CASE", name, "A case file (TOML), or the name of a built-in case")
        ->required(presence == Presence::required);
    command.add_option("--set", overrides, "Override a key of the case; may be repeated")
        ->type_name("TABLE.KEY=VALUE")
        ->allow_extra_args(false);
}

CaseDocument CaseOptions::open() const { return apply_overrides(CaseDocument::open(name)); }

CaseDocument CaseOptions::apply_overrides(CaseDocument document) const {
    for (const std::string& text : overrides) {
        const std::size_t equals = text.find('=');
        if (equals == std::string::npos || equals == 0) {
            throw CaseError("--set " + text + ": must be table.key=value");
        }
        document = document.with_text(text.substr(0, equals), text.substr(equals + 1), "--set");
    }
    return document;
}

}  // namespace stickslip::cli
