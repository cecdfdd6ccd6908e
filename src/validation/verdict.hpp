#pragma once

#include <optional>
#include <string>
#include <vector>

#include "entry.hpp"
#include "run.hpp"

namespace stickslip::validation {

/// One reading of a text that admits several.
struct Reading {
    std::string label;
    double value = 0.0;
};

/// A computed value beside the printed one. For a check over a range of parameters: where it deviates most.
struct CheckResult {
    std::string what;
    std::string unit;
    bool is_yes_no = false;
    int points = 1;  ///< that were compared
    double computed = 0.0;
    double printed = 0.0;
    bool is_printed = true;       ///< else `printed` is a reference from elsewhere: the paper has no such number
    std::optional<double> right;  ///< the corrected value
    double tolerance = 0.0;       ///< |computed − printed| ≤ tolerance is agreement
    bool agrees_with_print = false;
    bool agrees_with_right = false;
    std::vector<Reading> readings;  ///< instead of all these, where the text is not decidable

    /// Whether this check says what its file claims: the print holds, or it fails and the correction holds, or readings
    /// differ.
    [[nodiscard]] bool holds() const;
};

struct EntryResult {
    Verdict verdict = Verdict::not_reproduced;
    std::vector<CheckResult> checks;
    std::string failure;  ///< why nothing could be computed; empty normally

    [[nodiscard]] bool is_as_expected(const Entry& e) const { return verdict == e.expected; }
};

/// Computes everything of an entry and judges it. The expected verdict of the entry has no influence.
[[nodiscard]] EntryResult evaluate(const Entry&, const RunSettings&);

}  // namespace stickslip::validation
