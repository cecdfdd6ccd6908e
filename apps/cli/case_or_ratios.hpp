#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "case_options.hpp"

namespace stickslip::cli {

/// CASE, --friction-ratio and its like: a case, a case with other ratios, or the oscillator that ratios alone describe.
struct CaseOrRatios {
    CaseOptions given;
    std::optional<double> friction;
    std::optional<double> frequency;
    std::optional<double> damping;
    std::optional<double> static_friction;

    /// A verb that takes a case or ratios.
    CLI::App* add_verb(CLI::App&, const std::string& verb, const std::string& purpose);

    [[nodiscard]] bool any() const {
        return !given.name.empty() || friction || frequency || damping || static_friction;
    }

    /// The ratios under the names of their keys.
    [[nodiscard]] std::array<std::pair<const char*, std::optional<double>>, 4> ratios() const;

    /// The case with these ratios, or the dimensionless oscillator of the ratios alone; `varied` names keys that the
    /// verb gives values to itself. @throws CaseError if without a case friction or frequency is neither given nor
    /// varied.
    [[nodiscard]] CaseDocument document(const std::vector<std::string>& varied = {}) const;
};

}  // namespace stickslip::cli
