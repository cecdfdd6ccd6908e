#include "help_text.hpp"

#include <fmt/format.h>

#include "kinds/kind_words.hpp"
#include "terminal_text.hpp"

namespace stickslip::cli {

namespace {

constexpr std::size_t left_column = 26;

/// A name, and what it means in the column beside it, or below where the name is too long.
std::string entry(const std::string& name, const std::string& meaning) {
    std::string line = "  " + name;
    line += line.size() + 1 > left_column ? "\n" + std::string(left_column, ' ')
                                          : std::string(left_column - line.size(), ' ');
    return line + wrapped(meaning, left_column, terminal_width()) + "\n";
}

/// A command that is too long for a line goes on in the next one, as a shell reads it.
std::string example(std::string_view line) {
    constexpr std::string_view indent = "      ";
    constexpr std::size_t room_for_backslash = 2;
    std::string lines;
    std::size_t width = terminal_width();
    while (line.size() > width) {
        std::size_t end = line.rfind(" --", width - room_for_backslash);
        if (end == std::string_view::npos || line.find_first_not_of(' ') >= end) {
            end = line.rfind(' ', width - room_for_backslash);
            if (end == std::string_view::npos || line.find_first_not_of(' ') >= end) break;
        }
        lines.append(line.substr(0, end)).append(" \\\n").append(indent);
        line.remove_prefix(end + 1);
        width = terminal_width() - indent.size();
    }
    return lines.append(line) + "\n";
}

/// Validators describe themselves in the words of the parser.
void hide_validators(CLI::App& app) {
    for (CLI::Option* option : app.get_options({})) {
        for (int i = 0;; ++i) {
            try {
                option->get_validator(i)->description("");
            } catch (const CLI::OptionNotFound&) {
                break;
            }
        }
    }
}

}  // namespace

std::string HelpText::make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const {
    std::string text = wrapped(app->get_description(), 0, terminal_width()) + "\n";
    text += make_usage(app, std::move(name));
    text += make_positionals(app);
    text += make_groups(app, mode);
    text += make_subcommands(app, mode);
    const std::string footer = make_footer(app);
    return footer.empty() ? text : text + "\n" + footer;
}

std::string HelpText::make_option(const CLI::Option* option, bool is_positional) const {
    return entry(make_option_name(option, is_positional) + make_option_opts(option), make_option_desc(option));
}

std::string HelpText::make_option_opts(const CLI::Option* option) const {
    std::string text;
    const std::string type = option->get_type_name();
    if (option->get_type_size() != 0 && !type.empty() && type != "TEXT") text += " " + type;
    if (!option->get_default_str().empty()) text += " (" + option->get_default_str() + ")";
    if (option->get_required()) text += " (needed)";
    return text;
}

std::string HelpText::make_subcommand(const CLI::App* verb) const {
    return entry(verb->get_name(), verb->get_description());
}

std::string HelpText::make_footer(const CLI::App* app) const {
    const std::string whole = app->get_footer();
    std::string_view footer = whole;
    std::string text;
    std::string paragraph;
    bool is_after_example = false;
    const auto end_paragraph = [&] {
        if (!paragraph.empty()) text += wrapped(paragraph, 0, terminal_width()) + "\n";
        paragraph.clear();
    };
    while (!footer.empty()) {
        const std::size_t end = std::min(footer.find('\n'), footer.size());
        const std::string_view line = footer.substr(0, end);
        footer.remove_prefix(std::min(end + 1, footer.size()));
        if (line.starts_with("  ")) {
            end_paragraph();
            text += example(line);
            is_after_example = true;
            continue;
        }
        end_paragraph();
        if (is_after_example || (line.starts_with("Example") && !text.empty())) text += '\n';
        is_after_example = false;
        paragraph = line;
    }
    end_paragraph();
    return text;
}

void use_help_text(CLI::App& app) {
    const auto help = std::make_shared<HelpText>();
    help->label("SUBCOMMAND", "VERB");
    app.formatter(help);
    hide_validators(app);
    for (CLI::App* verb : app.get_subcommands({})) {
        verb->formatter(help);
        verb->group("Verbs");
        hide_validators(*verb);
    }
}

std::string names_of_observables() {
    std::string sentences;
    for (const KindWords& kind : kinds_in_words()) sentences += kind.observables();
    return sentences;
}

std::string words_of_kinds(std::string_view verb) {
    std::string sentences;
    for (const KindWords& kind : kinds_in_words()) {
        for (const KindHelp& help : kind.help) {
            if (help.verb == verb) sentences += help.sentence;
        }
    }
    return sentences;
}

}  // namespace stickslip::cli
