#pragma once

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace stickslip {

/// A word as a number: "4000,", ".0100", "+3" and "-.1234567E-02" are.
[[nodiscard]] inline std::optional<double> number_of_word(std::string_view word) {
    while (!word.empty() && (word.back() == ',' || word.back() == ';')) word.remove_suffix(1);
    if (!word.empty() && word.front() == '+') word.remove_prefix(1);
    double value = 0.0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (word.empty() || error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
    return value;
}

/// The text of a record, line by line and word by word, with the number of the line for messages.
class RecordText {
public:
    RecordText(std::string_view text, const std::string& name) : rest_(text), name_(name) {}

    /// Goes to the next line; false at the end of the text.
    bool next_line() {
        if (rest_.empty()) return false;
        ++number_;
        const std::size_t end = std::min(rest_.find('\n'), rest_.size());
        line_ = rest_.substr(0, end);
        if (line_.ends_with('\r')) line_.remove_suffix(1);
        rest_.remove_prefix(std::min(end + 1, rest_.size()));
        return true;
    }
    /// Goes to the next line. @throws std::invalid_argument with `what` where there is none.
    void require_line(const std::string& what) {
        if (!next_line()) refuse(what);
    }

    /// What is left of the line.
    [[nodiscard]] std::string_view line() const { return line_; }

    /// The next word of the line, which `separators` end besides blanks; empty at its end.
    std::string_view next_word(std::string_view separators = "") {
        const auto ends = [&](char c) {
            return std::isspace(static_cast<unsigned char>(c)) != 0 || separators.find(c) != std::string_view::npos;
        };
        while (!line_.empty() && ends(line_.front())) line_.remove_prefix(1);
        const auto size = static_cast<std::size_t>(std::ranges::find_if(line_, ends) - line_.begin());
        const std::string_view word = line_.substr(0, size);
        line_.remove_prefix(size);
        return word;
    }

    /// The next word as a finite number. @throws std::invalid_argument quoting it.
    [[nodiscard]] double finite_number(std::string_view word) const {
        constexpr std::size_t longest_quote = 40;
        const std::optional<double> value = number_of_word(word);
        if (!value || !std::isfinite(*value)) {
            refuse('"' + std::string(word.substr(0, longest_quote)) + "\" must be a finite number");
        }
        return *value;
    }

    /// @throws std::invalid_argument: file, line, `what`.
    [[noreturn]] void refuse(const std::string& what) const {
        throw std::invalid_argument(name_ + ":" + std::to_string(number_) + ": " + what);
    }

private:
    std::string_view rest_;
    std::string_view line_;
    const std::string& name_;
    std::size_t number_ = 0;
};

}  // namespace stickslip
