#pragma once

#include <string>
#include <vector>

#include "stickslip/model/case.hpp"

namespace CLI {
class App;
}

namespace stickslip::cli {

/// CASE and --set, as every verb that takes a case has them.
struct CaseOptions {
    std::string name;
    std::vector<std::string> overrides;

    enum class Presence { required, optional };
    void add_to(CLI::App& command, Presence);

    /// A verb that takes a case.
    CLI::App* add_verb(CLI::App&, const std::string& verb, const std::string& purpose);

    /// The case with its overrides. @throws CaseError
    [[nodiscard]] CaseDocument open() const;

    /// Another document with the same overrides. @throws CaseError
    [[nodiscard]] CaseDocument apply_overrides(CaseDocument) const;
};

}  // namespace stickslip::cli
