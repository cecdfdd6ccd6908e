#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "model/nearest_name.hpp"
#include "stickslip/model/built_in_cases.hpp"
#include "stickslip/model/case.hpp"
#include "stickslip/version.hpp"
#include "verb.hpp"

namespace stickslip::cli {

namespace {

struct CasesOptions {
    std::string name;
    bool is_json = false;
};

std::string title_of(std::string_view name) { return CaseDocument::open(std::string(name)).title(); }

int list_cases(const CasesOptions& options) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const std::string_view name : built_in_case_names()) {
        if (options.is_json) {
            list.push_back({{"name", name}, {"title", title_of(name)}});
        } else {
            fmt::print("{:<24} {}\n", name, title_of(name));
        }
    }
    if (options.is_json) {
        fmt::print("{}\n", nlohmann::ordered_json{{"version", version()}, {"cases", list}}.dump());
    } else {
        fmt::print("\n`stickslip cases NAME` prints the TOML of one of them.\n");
    }
    return done;
}

int print_case(const CasesOptions& options) {
    const auto text = built_in_case_text(options.name);
    if (!text) {
        const std::vector<std::string_view> names = built_in_case_names();
        const std::string guess = did_you_mean(options.name, names);
        throw std::invalid_argument("no built-in case is called " + options.name + guess + (guess.empty() ? ";" : "") +
                                    " `stickslip cases` lists them");
    }
    if (options.is_json) {
        const nlohmann::ordered_json result{
            {"version", version()}, {"name", options.name}, {"title", title_of(options.name)}, {"toml", *text}};
        fmt::print("{}\n", result.dump());
    } else {
        fmt::print("{}", *text);
    }
    return done;
}

}  // namespace

Verb add_cases(CLI::App& app) {
    auto options = std::make_shared<CasesOptions>();
    CLI::App* command = app.add_subcommand("cases", "List the built-in cases, or print one of them");
    command->add_option("NAME", options->name, "The case to print as TOML");
    command->add_flag("--json", options->is_json, "Print the result as JSON");
    command->footer("Example:\n  stickslip cases hong-liu-fig10 > my-case.toml");
    return {command, [options] { return options->name.empty() ? list_cases(*options) : print_case(*options); }};
}

}  // namespace stickslip::cli
