// Ground motions as the PEER database hands them out.

#include "peer_record.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>

namespace stickslip {

namespace {

constexpr int header_lines = 4;
constexpr double most_points = 1e8;

/// A word as a number: "4000,", ".0100" and "-.1234567E-02" are.
std::optional<double> number_of(std::string_view word) {
    while (!word.empty() && (word.back() == ',' || word.back() == ';')) word.remove_suffix(1);
    if (!word.empty() && word.front() == '+') word.remove_prefix(1);
    double value = 0.0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (word.empty() || error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
    return value;
}

class PeerText {
public:
    PeerText(std::string_view text, const std::string& name) : rest_(text), name_(name) {}

    /// Goes to the next line; false at the end of the text.
    bool next_line() {
        if (rest_.empty()) return false;
        ++number_;
        const std::size_t end = std::min(rest_.find('\n'), rest_.size());
        line_ = rest_.substr(0, end);
        rest_.remove_prefix(std::min(end + 1, rest_.size()));
        return true;
    }

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

    [[noreturn]] void refuse(const std::string& what) const {
        throw std::invalid_argument(name_ + ":" + std::to_string(number_) + ": " + what);
    }

private:
    std::string_view rest_;
    std::string_view line_;
    const std::string& name_;
    std::size_t number_ = 0;
};

struct PeerHeader {
    double points = 0.0;
    double step = 0.0;  // s
};

/// The two numbers of the fourth line, wherever its words stand.
PeerHeader read_header(PeerText& text) {
    for (int i = 0; i < header_lines; ++i) {
        if (!text.next_line())
            text.refuse("a PEER record begins with four lines, of which the fourth gives NPTS and DT");
    }
    std::optional<double> found[2];
    std::size_t count = 0;
    for (std::string_view word = text.next_word("=:"); !word.empty() && count < 2; word = text.next_word("=:")) {
        if (const auto number = number_of(word)) found[count++] = number;
    }
    if (count < 2)
        text.refuse("the fourth line of a PEER record must give NPTS and DT, the number of points and the step");
    const PeerHeader header{*found[0], *found[1]};
    if (!(header.points >= 2.0 && header.points <= most_points) || header.points != std::round(header.points)) {
        text.refuse("NPTS must be a whole number of at least 2 points");
    }
    if (!(std::isfinite(header.step) && header.step > 0.0)) text.refuse("DT must be a number > 0 s");
    return header;
}

}  // namespace

bool is_peer_record(const std::filesystem::path& path) {
    std::string suffix = path.extension().string();
    std::ranges::transform(suffix, suffix.begin(), [](unsigned char c) { return std::tolower(c); });
    return suffix == ".at2";
}

RecordSamples read_peer_record(std::string_view content, const std::string& name) {
    PeerText text(content, name);
    const PeerHeader header = read_header(text);
    RecordSamples samples;
    while (text.next_line()) {
        for (std::string_view word = text.next_word(","); !word.empty(); word = text.next_word(",")) {
            constexpr std::size_t longest_quote = 40;
            const std::optional<double> value = number_of(word);
            if (!value || !std::isfinite(*value)) {
                const std::string quote(word.substr(0, longest_quote));
                text.refuse('"' + quote + "\" must be a finite number");
            }
            samples.times.push_back(static_cast<double>(samples.times.size()) * header.step);
            samples.values.push_back(*value);
        }
    }
    if (static_cast<double>(samples.values.size()) != header.points) {
        throw std::invalid_argument(
            name + ": has " + std::to_string(samples.values.size()) +
            " values, but its fourth line says NPTS = " + std::to_string(static_cast<long>(header.points)));
    }
    return samples;
}

}  // namespace stickslip
