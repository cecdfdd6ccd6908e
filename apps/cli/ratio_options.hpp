#pragma once

#include <optional>
#include <string>
#include <vector>

#include "case_options.hpp"

namespace stickslip::cli {

/// --friction-ratio and its like: an oscillator without a case, or ratios in place of those of a case.
struct RatioOptions {
    std::optional<double> friction;
    std::optional<double> frequency;
    std::optional<double> damping;
    std::optional<double> static_friction;

    void add_to(CLI::App&);
    [[nodiscard]] bool any() const { return friction || frequency || damping || static_friction; }

    /// The case with these ratios, or the dimensionless oscillator of the ratios alone; `varied` names keys that the
    /// verb gives values to itself. @throws CaseError if without a case friction or frequency is neither given nor
    /// varied.
    [[nodiscard]] CaseDocument document(const CaseOptions&, const std::vector<std::string>& varied = {}) const;
};

}  // namespace stickslip::cli
