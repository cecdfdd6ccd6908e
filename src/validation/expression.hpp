#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace stickslip::validation {

/// Gives the value of a name. @throws std::invalid_argument if there is none.
using Resolver = std::function<double(const std::string&)>;

/// A formula such as "sqrt(1 - (4*f/pi)^2)/abs(1 - W^2)". Names are letters, digits, `_` and `.`; `pi`, the usual
/// functions, comparisons (1 or 0) and `?:` are known. `free` names its arguments; every other name is resolved once.
class Expression {
public:
    /// @throws std::invalid_argument with the formula and what is wrong in it.
    Expression(const std::string& formula, Resolver, const std::vector<std::string>& free = {});
    Expression(Expression&&) noexcept;
    Expression& operator=(Expression&&) noexcept;
    ~Expression();

    /// The value for these arguments, in the order of `free`.
    [[nodiscard]] double operator()(std::span<const double> arguments = {}) const;

private:
    struct Parser;
    std::unique_ptr<Parser> parser_;
};

}  // namespace stickslip::validation
