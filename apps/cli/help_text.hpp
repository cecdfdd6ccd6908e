#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>

namespace stickslip::cli {

/// Help in the width of the terminal, which says VERB where the parser says subcommand, and shows of an option what a
/// person types: no ranges and no numbers that names stand for.
class HelpText : public CLI::Formatter {
public:
    [[nodiscard]] std::string make_help(const CLI::App*, std::string name, CLI::AppFormatMode) const override;
    [[nodiscard]] std::string make_option(const CLI::Option*, bool is_positional) const override;
    [[nodiscard]] std::string make_option_opts(const CLI::Option*) const override;
    [[nodiscard]] std::string make_subcommand(const CLI::App*) const override;
    [[nodiscard]] std::string make_footer(const CLI::App*) const override;
};

/// Gives the program and all its verbs this help.
void use_help_text(CLI::App& app);

/// "Observables: amplitude_ratio, …" and those of every other kind of case, for verbs that take names of them.
[[nodiscard]] std::string names_of_observables();

/// What the help of a verb says of cases of one kind, kind by kind.
[[nodiscard]] std::string words_of_kinds(std::string_view verb);

}  // namespace stickslip::cli
