#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "toml_tree.hpp"

namespace stickslip::validation {

class Scope;

/// How much work may be done.
struct RunSettings {
    bool is_quick = false;
};

/// Which part of a motion is drawn, and how finely.
struct SampleRange {
    double from = 0.0;
    double to = 0.0;
    int count = 0;
};

/// A motion as columns of numbers.
struct Samples {
    std::vector<std::string> columns;
    std::vector<std::vector<double>> rows;

    /// @throws std::invalid_argument with the columns there are.
    [[nodiscard]] std::size_t column(const std::string& name) const;
};

/// Something the program computes; its results have names.
class Run {
public:
    Run() = default;
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;
    virtual ~Run() = default;

    /// One result. @throws std::invalid_argument for a name it does not have.
    [[nodiscard]] virtual double quantity(const std::string& name) = 0;

    /// The motion, where there is one. @throws std::invalid_argument elsewhere.
    [[nodiscard]] virtual Samples samples(const SampleRange&);

protected:
    [[noreturn]] static void refuse(const std::string& name);
};

/// The run of a table with `kind` and what that kind needs; its formulas are evaluated in the scope.
/// @throws std::invalid_argument
[[nodiscard]] std::unique_ptr<Run> make_run(const Tree&, const Scope&);

/// One function a kind; each is in the file of its family.
[[nodiscard]] std::unique_ptr<Run> make_steady(const Tree&, const Scope&);
[[nodiscard]] std::unique_ptr<Run> make_crossing(const Tree&, const Scope&);
[[nodiscard]] std::unique_ptr<Run> make_design(const Tree&, const Scope&);
[[nodiscard]] std::unique_ptr<Run> make_motion(const Tree&, const Scope&);
[[nodiscard]] std::unique_ptr<Run> make_march(const Tree&, const Scope&);
[[nodiscard]] std::unique_ptr<Run> make_planar(const Tree&, const Scope&);
[[nodiscard]] std::unique_ptr<Run> make_planar_motion(const Tree&, const Scope&);
[[nodiscard]] std::unique_ptr<Run> make_structure(const Tree&, const Scope&);
[[nodiscard]] std::unique_ptr<Run> make_lyapunov(const Tree&, const Scope&);
[[nodiscard]] std::unique_ptr<Run> make_section(const Tree&, const Scope&);
[[nodiscard]] std::unique_ptr<Run> make_cells(const Tree&, const Scope&);
[[nodiscard]] std::unique_ptr<Run> make_certificate(const Tree&, const Scope&);
[[nodiscard]] std::unique_ptr<Run> make_certificates(const Tree&, const Scope&);
[[nodiscard]] std::unique_ptr<Run> make_proved_ranges(const Tree&, const Scope&);
[[nodiscard]] std::unique_ptr<Run> make_maximum(const Tree&, const Scope&);

/// N of a name such as stops_in_cycle_N; 0 if the name does not begin with `prefix` and end in a number.
[[nodiscard]] int number_after(const std::string& name, std::string_view prefix);

}  // namespace stickslip::validation
