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

CLI::App* CaseOptions::add_verb(CLI::App& app, const std::string& verb, const std::string& purpose) {
    CLI::App* command = app.add_subcommand(verb, purpose);
    add_to(*command, Presence::required);
    return command;
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
