#include "case_or_ratios.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

namespace stickslip::cli {

CLI::App* CaseOrRatios::add_verb(CLI::App& app, const std::string& verb, const std::string& purpose) {
    CLI::App* command = app.add_subcommand(verb, purpose);
    given.add_to(*command, CaseOptions::Presence::optional);
    command->add_option("--friction-ratio", friction, "Friction force over load amplitude, r_y/p₀")->type_name("f");
    command->add_option("--frequency-ratio", frequency, "Load frequency over natural frequency")->type_name("W");
    command->add_option("--damping-ratio", damping, "Damping over critical damping, c/(2√(mk)); without it, 0")
        ->type_name("z");
    command
        ->add_option("--static-ratio", static_friction,
                     "Static friction over load amplitude; without it, the same as sliding friction")
        ->type_name("s");
    return command;
}

std::array<std::pair<const char*, std::optional<double>>, 4> CaseOrRatios::ratios() const {
    return {{{"friction_ratio", friction},
             {"frequency_ratio", frequency},
             {"damping_ratio", damping},
             {"static_ratio", static_friction}}};
}

CaseDocument CaseOrRatios::document(const std::vector<std::string>& varied) const {
    if (!given.name.empty()) {
        CaseDocument document = given.open();
        for (const auto& [key, value] : ratios()) {
            if (value) document = document.with_value(key, *value);
        }
        return document;
    }
    const auto is_known = [&](const std::optional<double>& value, const std::string& name) {
        const auto sets = [&](const std::string& text) {
            return text.starts_with(name + "_ratio") || text.starts_with("ratios." + name);
        };
        return value || std::ranges::any_of(varied, sets) || std::ranges::any_of(given.overrides, sets);
    };
    if (!is_known(friction, "friction") || !is_known(frequency, "frequency")) {
        throw CaseError("give a CASE, or --friction-ratio and --frequency-ratio");
    }
    const Ratios ratios{.friction = friction.value_or(0.0),
                        .frequency = frequency.value_or(1.0),
                        .damping = damping.value_or(0.0),
                        .static_friction = static_friction};
    validate(ratios);
    return given.apply_overrides(CaseDocument::from_ratios(ratios));
}

}  // namespace stickslip::cli
