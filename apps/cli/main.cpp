// The command line: one verb a file; exit codes as in verb.hpp; results on stdout, one sentence per problem on stderr.

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

#include "self_description.hpp"
#include "stickslip/model/field_error.hpp"
#include "stickslip/version.hpp"
#include "verb.hpp"

namespace {

using namespace stickslip::cli;

constexpr int most_threads = 4096;

/// One line without control characters, whatever a file or an argument brought into the message.
std::string one_line(std::string_view message) {
    constexpr std::size_t longest = 600;
    constexpr unsigned char first_printable = 0x20;
    constexpr unsigned char delete_character = 0x7F;
    std::string line;
    for (const char c : message.substr(0, longest)) {
        const auto code = static_cast<unsigned char>(c);
        line += code < first_printable || code == delete_character ? ' ' : c;
    }
    while (line.ends_with(' ')) line.pop_back();
    return line;
}

int say(ExitCode code, std::string_view message) {
    fmt::print(stderr, "stickslip: {}\n", one_line(message));
    return code;
}

/// The library names fields; on the command line they are options: most_periods is --most-periods.
std::string as_option(const stickslip::FieldError& error) {
    std::string option = "--" + error.field();
    std::ranges::replace(option, '_', '-');
    return option + std::string(error.what()).substr(error.field().size());
}

int run_chosen(const std::vector<Verb>& verbs) {
    for (const Verb& verb : verbs) {
        if (!verb.command->parsed()) continue;
        const int code = verb.run();
        if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
            return say(failed, "standard output cannot be written");
        return code;
    }
    return done;
}

}  // namespace

int main(int argc, char** argv) {
    std::signal(SIGXFSZ, SIG_IGN);  // a file that must not grow is refused in a sentence
    try {
        CLI::App app{"Exact motion of a mass on a spring with dry friction.", "stickslip"};
        app.set_version_flag("--version", "stickslip " + std::string(stickslip::version()));
        app.footer("Start with: stickslip demo\n`stickslip VERB --help` explains a verb, with an example.");
        app.require_subcommand(0, 1);
        int threads = 0;
        app.add_option("--threads", threads, "Use at most N threads")
            ->type_name("N")
            ->check(CLI::Range(1, most_threads));
        const std::vector<Verb> verbs{add_simulate(app),    add_steady(app), add_sweep(app),     add_map(app),
                                      add_boundary(app),    add_design(app), add_lyapunov(app),  add_poincare(app),
                                      add_bifurcation(app), add_basins(app), add_reproduce(app), add_cases(app),
                                      add_demo(app),        add_explore(app)};
        for (const Verb& verb : verbs) verb.command->fallthrough();
        add_self_description(app);
        try {
            app.parse(argc, argv);
            if (app.get_subcommands().empty()) throw CLI::CallForHelp();
        } catch (const CLI::ParseError& error) {
            if (error.get_exit_code() == 0) return app.exit(error);
            return say(bad_input, error.what());
        }
        std::optional<tbb::global_control> limit;
        if (threads > 0) limit.emplace(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
        return run_chosen(verbs);
    } catch (const stickslip::FieldError& error) {
        return say(bad_input, as_option(error));
    } catch (const std::invalid_argument& error) {
        return say(bad_input, error.what());
    } catch (const std::bad_alloc&) {
        return say(failed, "not enough memory for this motion; ask for a shorter one");
    } catch (const std::exception& error) {
        return say(failed, error.what());
    }
}
