#pragma once

#include <fmt/format.h>

#include <concepts>
#include <string>
#include <string_view>

namespace stickslip::cli {

/// Code of gnuplot that stands in the source of this program: nothing that comes from outside converts to it.
class Code {
public:
    consteval Code(const char* text) : text_(text) {}  // NOLINT(google-explicit-constructor)
    [[nodiscard]] constexpr const char* text() const { return text_; }

private:
    const char* text_;
};

class Script;

/// What may be filled into a script: numbers, and pieces of script.
template <class Value>
concept ScriptValue = std::same_as<Value, Script> || std::same_as<Value, Code> || std::floating_point<Value> ||
    (std::integral<Value> && !std::same_as<Value, char> && !std::same_as<Value, bool>);

/// A script for gnuplot, or a piece of one. Text cannot get into it but through the functions below, which let pass
/// what gnuplot shows and nothing that it would run; a string as an argument does not compile.
class Script {
public:
    Script() = default;
    Script(Code code) : text_(code.text()) {}  // NOLINT(google-explicit-constructor)
    template <ScriptValue... Values>
    explicit Script(fmt::format_string<const Values&...> code, const Values&... values);

    Script& operator+=(const Script& more) {
        text_ += more.text_;
        return *this;
    }
    Script& operator+=(Code more) {
        text_ += more.text();
        return *this;
    }
    [[nodiscard]] friend Script operator+(Script a, const Script& b) { return std::move(a += b); }

    [[nodiscard]] bool empty() const { return text_.empty(); }
    [[nodiscard]] const std::string& text() const { return text_; }

private:
    friend Script shown(std::string_view text);
    friend Script marked_up(std::string_view text);
    friend Script quoted_colour(const std::string& colour);

    std::string text_;
};

/// `text` as a string of gnuplot that shows it as it is, in one line without control characters.
[[nodiscard]] Script shown(std::string_view text);

/// The same for a tic, whose label is a format of numbers.
[[nodiscard]] Script shown_at_tic(std::string_view text);

/// The same where the terminal shows markup: x_d, x_{mf} and 10^3 get an index or a power, all other markup is shown.
[[nodiscard]] Script marked_up(std::string_view text);

/// A colour as a string of gnuplot. @throws std::invalid_argument unless it is of the form #rrggbb.
[[nodiscard]] Script quoted_colour(const std::string& colour);

/// `text` in one line of characters that can be shown: controls and marks of direction become blanks, what is not UTF-8
/// becomes U+FFFD.
[[nodiscard]] std::string printable(std::string_view text);

}  // namespace stickslip::cli

template <>
struct fmt::formatter<stickslip::cli::Script> : fmt::formatter<std::string_view> {
    template <class Context>
    auto format(const stickslip::cli::Script& script, Context& context) const {
        return fmt::formatter<std::string_view>::format(script.text(), context);
    }
};

template <>
struct fmt::formatter<stickslip::cli::Code> : fmt::formatter<std::string_view> {
    template <class Context>
    auto format(const stickslip::cli::Code& code, Context& context) const {
        return fmt::formatter<std::string_view>::format(code.text(), context);
    }
};

template <stickslip::cli::ScriptValue... Values>
stickslip::cli::Script::Script(fmt::format_string<const Values&...> code, const Values&... values)
    : text_(fmt::format(code, values...)) {}
