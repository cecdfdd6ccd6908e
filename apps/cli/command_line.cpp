// The command line, of the program and of its companions: one verb a file; exit codes as in verb.hpp; results on
// stdout, one sentence per problem on stderr.

#include "command_line.hpp"

#include <unistd.h>

#include <fmt/core.h>
#include <tbb/global_control.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "argument_check.hpp"
#include "companion.hpp"
#include "help_text.hpp"
#include "interruption.hpp"
#include "parser_sentence.hpp"
#include "self_description.hpp"
#include "stickslip/interruption.hpp"
#include "stickslip/model/field_error.hpp"
#include "stickslip/version.hpp"
#include "tell.hpp"
#include "terminal_text.hpp"
#include "verb.hpp"

namespace stickslip::cli {

namespace {

constexpr int most_threads = 4096;

/// One line of moderate length, whatever a file or an argument brought into the message.
std::string one_line(std::string_view message) {
    constexpr std::size_t longest = 900;
    std::string line = printable(message.substr(0, longest));
    while (line.ends_with(' ')) line.pop_back();
    return line;
}

int say(ExitCode code, std::string_view message) {
    tell_on_stderr("stickslip: {}\n", one_line(message));
    return code;
}

/// The library names fields; on the command line they are options: most_periods is --most-periods.
std::string as_option(const FieldError& error) {
    std::string option = "--" + error.field();
    std::ranges::replace(option, '_', '-');
    return option + std::string(error.what()).substr(error.field().size());
}

int run_chosen(const std::vector<Verb>& verbs) {
    for (const Verb& verb : verbs) {
        if (!verb.command->parsed()) continue;
        const int code = verb.run();
        if (is_stop_wanted()) return interrupted_exit_code();
        if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
            return say(failed, "standard output cannot be written");
        return code;
    }
    return done;
}

/// The verbs, in the order of the help.
std::vector<Verb> add_verbs(CLI::App& app) {
    return {add_simulate(app),    add_steady(app),   add_sweep(app),    add_map(app),      add_boundary(app),
            add_design(app),      add_ensemble(app), add_backbone(app), add_lyapunov(app), add_poincare(app),
            add_bifurcation(app), add_basins(app),   add_identify(app), add_certify(app),  add_reproduce(app),
            add_cases(app),       add_demo(app),     add_explore(app)};
}

/// "simulate: CASE is required": what the parser says, with the verb that it concerns.
std::string with_verb(const CLI::App& app, const std::string& sentence) {
    const std::vector<CLI::App*> verbs = app.get_subcommands();
    return verbs.empty() ? sentence : verbs.front()->get_name() + ": " + sentence;
}

int run(int argc, char** argv) {
    CLI::App app{"Exact motion of a mass on a spring with dry friction.", "stickslip"};
    app.set_help_flag("-h,--help", "Print this help and exit");
    app.set_version_flag("--version", "stickslip " + std::string(version()), "Print the version and exit");
    app.footer(
        "Start with: stickslip demo\n"
        "`stickslip VERB --help` explains a verb, with examples.\n"
        "Exit codes: 0 done, 2 bad input, 3 the result does not exist, 130 ended by Ctrl-C, 1 anything else.");
    app.require_subcommand(0, 1);
    int threads = 0;
    app.add_option("--threads", threads, "Use at most N threads")->type_name("N")->check(CLI::Range(1, most_threads));
    const std::vector<Verb> verbs = add_verbs(app);
    for (const Verb& verb : verbs) {
        verb.command->fallthrough();
        verb.command->set_help_flag("-h,--help", "Print this help and exit");
    }
    add_self_description(app);
    use_help_text(app);
    refuse_unknown_names(app, {argv, static_cast<std::size_t>(argc)});
    try {
        app.parse(argc, argv);
        if (app.get_subcommands().empty()) throw CLI::CallForHelp();
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error);
        return say(bad_input, with_verb(app, parser_sentence(error)));
    }
    check_values(*app.get_subcommands().front());
    std::optional<tbb::global_control> limit;
    if (threads > 0) limit.emplace(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
    listen_for_interruptions();
    return run_chosen(verbs);
}

}  // namespace

int run_command_line(int argc, char** argv) {
    remember_arguments(argv);
    std::signal(SIGXFSZ, SIG_IGN);  // a file that must not grow is refused in a sentence
    try {
        return run(argc, argv);
    } catch (const Interrupted&) {
        // The sentence was said when the signal came. Threads may still be at work: nothing is taken down under them.
        std::fflush(nullptr);
        _exit(interrupted_exit_code());
    } catch (const FieldError& error) {
        return say(bad_input, as_option(error));
    } catch (const std::invalid_argument& error) {
        return say(bad_input, error.what());
    } catch (const std::bad_alloc&) {
        return say(failed, "not enough memory for this; ask for less at once");
    } catch (const std::exception& error) {
        return say(failed, error.what());
    }
}

}  // namespace stickslip::cli
