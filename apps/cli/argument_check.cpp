#include "argument_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "model/nearest_name.hpp"

namespace stickslip::cli {

namespace {

const CLI::App* verb_named(const CLI::App& app, const std::string& name) {
    for (const CLI::App* verb : app.get_subcommands({})) {
        if (verb->get_name() == name) return verb;
    }
    return nullptr;
}

const CLI::Option* option_named(const CLI::App& app, const std::string& name) {
    for (const CLI::Option* option : app.get_options({})) {
        if (option->check_lname(name)) return option;
    }
    return nullptr;
}

[[noreturn]] void refuse_verb(const CLI::App& app, const std::string& name) {
    std::vector<std::string> names;
    for (const CLI::App* verb : app.get_subcommands({})) names.push_back(verb->get_name());
    const std::vector<std::string_view> known(names.begin(), names.end());
    throw std::invalid_argument(unknown_name("the verb", name, known));
}

[[noreturn]] void refuse_option(const CLI::App& app, const CLI::App* verb, const std::string& name) {
    std::vector<std::string> names;
    for (const CLI::App* place : {verb, &app}) {
        if (place == nullptr) continue;
        for (const CLI::Option* option : place->get_options({})) {
            for (const std::string& long_name : option->get_lnames()) names.push_back("--" + long_name);
        }
    }
    const std::vector<std::string_view> known(names.begin(), names.end());
    const std::string guess = did_you_mean("--" + name, known);
    const std::string verb_name = verb == nullptr ? "" : " " + verb->get_name();
    throw std::invalid_argument(
        fmt::format("stickslip{1} has no option --{0}{2}{3} `stickslip{4} --help` lists its options", name, verb_name,
                    guess, guess.empty() ? ";" : "", verb_name));
}

}  // namespace

void refuse_unknown_names(const CLI::App& app, std::span<char* const> arguments) {
    const CLI::App* verb = nullptr;
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        const std::string argument = arguments[i];
        if (argument == "--") return;
        if (!argument.starts_with("--")) {
            if (argument.starts_with('-') || verb != nullptr) continue;
            verb = verb_named(app, argument);
            if (verb == nullptr) refuse_verb(app, argument);
            continue;
        }
        const std::size_t equals = argument.find('=');
        const std::string name = argument.substr(2, equals == std::string::npos ? equals : equals - 2);
        const CLI::Option* option = verb == nullptr ? nullptr : option_named(*verb, name);
        if (option == nullptr) option = option_named(app, name);
        if (option == nullptr) refuse_option(app, verb, name);
        const bool has_value_behind = equals == std::string::npos && option->get_items_expected_max() > 0;
        if (has_value_behind && i + 1 < arguments.size() && !std::string_view(arguments[i + 1]).starts_with("--")) ++i;
    }
}

void check_values(const CLI::App& command) {
    constexpr std::string_view lists_of_names[] = {"observables", "laws"};
    for (const CLI::Option* option : command.get_options({})) {
        const std::vector<std::string>& values = option->results();
        if (std::ranges::find(values, "") != values.end()) {
            throw std::invalid_argument(fmt::format("{}: {} is empty", command.get_name(), option->get_name()));
        }
        const auto is_option = [&](std::string_view name) { return option->check_lname(std::string(name)); };
        if (std::ranges::none_of(lists_of_names, is_option)) continue;
        for (auto value = values.begin(); value != values.end(); ++value) {
            if (std::find(values.begin(), value, *value) == value) continue;
            throw std::invalid_argument(
                fmt::format("{}: {} names {} twice", command.get_name(), option->get_name(), *value));
        }
    }
}

}  // namespace stickslip::cli
