#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "run.hpp"
#include "toml_tree.hpp"

namespace stickslip::validation {

using Values = std::map<std::string, double>;

/// What the names of a formula mean: plain values (f, W), and what runs give (s.amplitude_ratio). A run starts when one
/// of its results is first asked for. Belongs to one thread.
class Scope {
public:
    /// `runs` is a table of runs by name; names not found here are looked for in `outer`, which must live longer.
    Scope(Values values, const Tree& runs, const RunSettings&, const Scope* outer = nullptr);

    /// @throws std::invalid_argument for a name without meaning.
    [[nodiscard]] double value(const std::string& name) const;

    /// A number, or the value of a formula. @throws std::invalid_argument
    [[nodiscard]] double evaluate(const Tree& number_or_formula) const;

    /// @throws std::invalid_argument if there is no such run, or if making it needs its own result.
    [[nodiscard]] Run& run(const std::string& name) const;

    [[nodiscard]] const Values& values() const { return values_; }
    [[nodiscard]] const RunSettings& settings() const { return settings_; }

private:
    [[nodiscard]] bool has_run(const std::string& name) const;

    Values values_;
    Tree runs_;
    RunSettings settings_;
    const Scope* outer_;
    mutable std::map<std::string, std::unique_ptr<Run>> started_;
    mutable std::vector<std::string> starting_;  ///< runs that are being made, each for the one before it
};

/// The values of a table of numbers and formulas, each of which may use those before it and `known`.
[[nodiscard]] Values values_of(const Tree& table, Values known, const RunSettings&);

}  // namespace stickslip::validation
