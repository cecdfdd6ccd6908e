// What the program tells of itself to shells and to man: made from the options that CLI11 knows, so that it cannot
// differ.

#include "self_description.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <stdexcept>
#include <vector>

#include "stickslip/model/built_in_cases.hpp"
#include "stickslip/version.hpp"

namespace stickslip::cli {

namespace {

struct DescribedOption {
    std::vector<std::string> names;  ///< with their dashes
    std::string value;               ///< "FILE"; empty for a switch
    std::string text;
};

struct DescribedCommand {
    std::string name;
    std::string text;
    std::string arguments;  ///< "[CASE]"
    std::string footer;
    std::vector<DescribedOption> options;
};

std::string without_breaks(std::string text) {
    for (char& c : text) c = c == '\n' ? ' ' : c;
    return text;
}

/// "N" of "N:INT in [1 - 4096]", in which CLI11 writes down what it checks.
std::string value_name(const CLI::Option& o) {
    const std::string type = o.get_type_name();
    return type.substr(0, type.find(':'));
}

DescribedCommand described(const CLI::App& app) {
    DescribedCommand command{app.get_name(), without_breaks(app.get_description()), "", app.get_footer(), {}};
    for (const CLI::Option* o : app.get_options([](const CLI::Option*) { return true; })) {
        if (o->get_lnames().empty() && o->get_snames().empty()) {
            const std::string name = o->get_name(true);
            command.arguments += o->get_required() ? " " + name : " [" + name + "]";
            continue;
        }
        DescribedOption option{
            {}, o->get_items_expected_max() == 0 ? "" : value_name(*o), without_breaks(o->get_description())};
        for (const std::string& name : o->get_snames()) option.names.push_back("-" + name);
        for (const std::string& name : o->get_lnames()) option.names.push_back("--" + name);
        command.options.push_back(std::move(option));
    }
    return command;
}

std::vector<DescribedCommand> verbs_of(const CLI::App& app) {
    std::vector<DescribedCommand> verbs;
    for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; }))
        verbs.push_back(described(*verb));
    return verbs;
}

std::string joined(const std::vector<std::string>& words, std::string_view between) {
    return fmt::format("{}", fmt::join(words, between));
}

/// A verb takes its own options and those of the program.
std::vector<DescribedOption> options_after(const DescribedCommand& verb, const DescribedCommand& program) {
    std::vector<DescribedOption> options = verb.options;
    for (const DescribedOption& o : program.options) {
        if (o.names.back() == "--threads") options.push_back(o);
    }
    return options;
}

std::string option_words(const std::vector<DescribedOption>& options) {
    std::vector<std::string> words;
    for (const DescribedOption& o : options) words.push_back(joined(o.names, " "));
    return joined(words, " ");
}

std::vector<std::string> case_names() {
    std::vector<std::string> names;
    for (const std::string_view name : built_in_case_names()) names.emplace_back(name);
    return names;
}

std::string bash_completion(const DescribedCommand& program, const std::vector<DescribedCommand>& verbs) {
    std::vector<std::string> names;
    std::string options = fmt::format("    \"\") options=\"{}\" ;;\n", option_words(program.options));
    for (const DescribedCommand& v : verbs) {
        names.push_back(v.name);
        options += fmt::format("    {}) options=\"{}\" ;;\n", v.name, option_words(options_after(v, program)));
    }
    return fmt::format(
        "# Completion of stickslip for bash; `stickslip --completion bash` prints it.\n"
        "_stickslip() {{\n"
        "  local current=${{COMP_WORDS[COMP_CWORD]}} verb=\"\" word options\n"
        "  for word in \"${{COMP_WORDS[@]:1:COMP_CWORD-1}}\"; do\n"
        "    case $word in {}) verb=$word && break ;; esac\n"
        "  done\n"
        "  case $verb in\n{}  esac\n"
        "  if [[ $current == -* ]]; then\n"
        "    mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$current\")\n"
        "  elif [[ -z $verb ]]; then\n"
        "    mapfile -t COMPREPLY < <(compgen -W \"{}\" -- \"$current\")\n"
        "  else\n"
        "    mapfile -t COMPREPLY < <(compgen -W \"{}\" -- \"$current\"; compgen -f -- \"$current\")\n"
        "  fi\n"
        "}}\n"
        "complete -o filenames -F _stickslip stickslip\n",
        joined(names, "|"), options, joined(names, " "), joined(case_names(), " "));
}

/// A text in single quotes, without what zsh and fish read in descriptions.
std::string quoted(const std::string& text, std::string_view without = "") {
    std::string out = "'";
    for (const char c : text) {
        if (without.find(c) != std::string_view::npos) {
            out += ' ';
        } else {
            out += c == '\'' ? std::string("'\\''") : std::string(1, c);
        }
    }
    return out + "'";
}

std::string zsh_arguments(const std::vector<DescribedOption>& options, bool takes_case) {
    constexpr std::string_view special = "[]:\\";
    std::string out;
    for (const DescribedOption& o : options) {
        for (const std::string& name : o.names) {
            const std::string text = quoted(o.text, special);
            out += fmt::format(" \\\n        '{}['{}']{}'", name, text, o.value.empty() ? "" : ":value:_files");
        }
    }
    return out + (takes_case ? " \\\n        '*:case:_stickslip_cases'" : "");
}

std::string zsh_completion(const DescribedCommand& program, const std::vector<DescribedCommand>& verbs) {
    std::string list;
    std::string branches;
    for (const DescribedCommand& v : verbs) {
        list += "\n    " + quoted(v.name + ":" + v.text);
        branches +=
            fmt::format("      {})\n        _arguments{} ;;\n", v.name, zsh_arguments(options_after(v, program), true));
    }
    return fmt::format(
        "#compdef stickslip\n"
        "# Completion of stickslip for zsh; `stickslip --completion zsh` prints it.\n"
        "_stickslip_cases() {{\n  compadd -- {}\n  _files\n}}\n"
        "_stickslip() {{\n"
        "  local -a verbs\n  verbs=({}\n  )\n"
        "  local i\n"
        "  for ((i = 2; i < CURRENT; i++)); do\n"
        "    (( ${{verbs[(I)${{words[i]}}:*]}} )) || continue\n"
        "    local verb=${{words[i]}}\n"
        "    words=(${{words[i,-1]}})\n    (( CURRENT -= i - 1 ))\n"
        "    case $verb in\n{}    esac\n    return\n"
        "  done\n"
        "  _describe verb verbs\n"
        "  _arguments{}\n"
        "}}\n"
        "_stickslip \"$@\"\n",
        joined(case_names(), " "), list, branches, zsh_arguments(program.options, false));
}

std::string fish_option(const std::string& condition, const DescribedOption& o) {
    std::string names;
    for (const std::string& name : o.names) {
        names += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    }
    return fmt::format("complete -c stickslip -n {}{} -d {}{}\n", condition, names, quoted(o.text),
                       o.value.empty() ? "" : " -r");
}

std::string fish_completion(const DescribedCommand& program, const std::vector<DescribedCommand>& verbs) {
    std::string out = "# Completion of stickslip for fish; `stickslip --completion fish` prints it.\n";
    for (const DescribedOption& o : program.options) out += fish_option("__fish_use_subcommand", o);
    for (const DescribedCommand& v : verbs) {
        const std::string condition = quoted("__fish_seen_subcommand_from " + v.name);
        out += fmt::format("complete -c stickslip -f -n __fish_use_subcommand -a {} -d {}\n", v.name, quoted(v.text));
        for (const DescribedOption& o : options_after(v, program)) out += fish_option(condition, o);
        out += fmt::format("complete -c stickslip -n {} -a {}\n", condition, quoted(joined(case_names(), " ")));
    }
    return out;
}

/// Text for man: no request at the beginning of a line, hyphens that can be copied.
std::string roff(const std::string& text) {
    std::string out;
    for (const char c : text) {
        const bool begins_line = out.empty() || out.back() == '\n';
        if (begins_line && (c == '.' || c == '\'')) out += "\\&";
        if (c == '\\') {
            out += "\\e";
        } else if (c == '-') {
            out += "\\-";
        } else {
            out += c;
        }
    }
    return out;
}

std::string roff_options(const std::vector<DescribedOption>& options) {
    std::string out;
    for (const DescribedOption& o : options) {
        std::vector<std::string> names;
        for (const std::string& name : o.names) names.push_back("\\fB" + roff(name) + "\\fR");
        const std::string value = o.value.empty() ? "" : " \\fI" + roff(o.value) + "\\fR";
        out += ".TP\n" + joined(names, ", ") + value + "\n" + roff(o.text) + "\n";
    }
    return out;
}

}  // namespace

std::string completion_script(const CLI::App& app, const std::string& shell) {
    const DescribedCommand program = described(app);
    const std::vector<DescribedCommand> verbs = verbs_of(app);
    if (shell == "bash") return bash_completion(program, verbs);
    if (shell == "zsh") return zsh_completion(program, verbs);
    if (shell == "fish") return fish_completion(program, verbs);
    throw std::invalid_argument("--completion = \"" + shell + "\" must be bash, zsh or fish");
}

std::string manual_page(const CLI::App& app) {
    const DescribedCommand program = described(app);
    std::string out = fmt::format(
        ".TH STICKSLIP 1 \"\" \"stickslip {}\" \"User Commands\"\n"
        ".SH NAME\nstickslip \\- {}\n"
        ".SH SYNOPSIS\n.B stickslip\n[\\fIOPTION\\fR] \\fIVERB\\fR [\\fIARGUMENT\\fR ...]\n"
        ".SH DESCRIPTION\n{}\nResults go to standard output, problems to standard error in one sentence.\n"
        ".SH OPTIONS\n{}.SH VERBS\n",
        version(), roff("exact motion of a mass on a spring with dry friction"), roff(program.text),
        roff_options(program.options));
    for (const DescribedCommand& v : verbs_of(app)) {
        out += fmt::format(".SS {}{}\n{}.\n{}", v.name, roff(v.arguments), roff(v.text), roff_options(v.options));
        if (!v.footer.empty()) out += ".PP\n.nf\n" + roff(v.footer) + "\n.fi\n";
    }
    return out +
           ".SH EXIT STATUS\n.TP\n0\nDone.\n.TP\n2\nBad input.\n.TP\n3\nThe result does not exist: unbounded, not "
           "converged, or the event limit came first.\n.TP\n130\nInterrupted by Ctrl\\-C.\n.TP\n1\nAnything else.\n"
           ".SH SEE ALSO\nThe guides and the theory are in /usr/share/doc/stickslip.\n";
}

void add_self_description(CLI::App& app) {
    app.add_option_function<std::string>(
           "--completion",
           [&app](const std::string& shell) {
               fmt::print("{}", completion_script(app, shell));
               throw CLI::Success();
           },
           "Print a completion script for bash, zsh or fish")
        ->type_name("SHELL");
    app.add_flag_callback(
        "--manual",
        [&app] {
            fmt::print("{}", manual_page(app));
            throw CLI::Success();
        },
        "Print the manual page, for man");
}

}  // namespace stickslip::cli
