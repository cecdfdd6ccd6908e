// Ground motions as the PEER database hands them out.

#include "peer_record.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>

#include "record_text.hpp"

namespace stickslip {

namespace {

constexpr int header_lines = 4;
constexpr double most_points = 1e8;

struct PeerHeader {
    double points = 0.0;
    double step = 0.0;  // s
};

/// The two numbers of the fourth line, wherever its words stand.
PeerHeader read_header(RecordText& text) {
    for (int i = 0; i < header_lines; ++i) {
        if (!text.next_line())
            text.refuse("a PEER record begins with four lines, of which the fourth gives NPTS and DT");
    }
    std::optional<double> found[2];
    std::size_t count = 0;
    for (std::string_view word = text.next_word("=:"); !word.empty() && count < 2; word = text.next_word("=:")) {
        if (const auto number = number_of_word(word)) found[count++] = number;
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
    RecordText text(content, name);
    const PeerHeader header = read_header(text);
    RecordSamples samples;
    while (text.next_line()) {
        for (std::string_view word = text.next_word(","); !word.empty(); word = text.next_word(",")) {
            const double value = text.finite_number(word);
            samples.times.push_back(static_cast<double>(samples.times.size()) * header.step);
            samples.values.push_back(value);
        }
    }
    if (!samples.times.empty() && !std::isfinite(samples.times.back())) {
        throw std::invalid_argument(name + ": the times are too large for numbers");
    }
    if (static_cast<double>(samples.values.size()) != header.points) {
        throw std::invalid_argument(
            name + ": has " + std::to_string(samples.values.size()) +
            " values, but its fourth line says NPTS = " + std::to_string(static_cast<long>(header.points)));
    }
    return samples;
}

}  // namespace stickslip
