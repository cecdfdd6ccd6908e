#include <algorithm>

#include "stickslip/maps/map_request.hpp"

namespace stickslip {

namespace {

std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c == '\n') {
            out += "\\n";
        } else {
            if (c == '\\') out += '\\';
            out += c;
        }
    }
    return out;
}

std::string unescaped(const std::string& text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\' || i + 1 == text.size()) {
            out += text[i];
            continue;
        }
        ++i;
        out += text[i] == 'n' ? '\n' : text[i];
    }
    return out;
}

/// The first lines in which two texts differ, or the texts themselves if they are short.
std::pair<std::string, std::string> where_they_differ(const std::string& a, const std::string& b) {
    std::size_t begin = 0;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()) && a[i] == b[i]; ++i) {
        if (a[i] == '\n') begin = i + 1;
    }
    const auto line = [&](const std::string& text) {
        const std::string rest = text.substr(std::min(begin, text.size()));
        const std::string first = rest.substr(0, rest.find('\n'));
        return first.empty() ? std::string("nothing") : first;
    };
    return {line(a), line(b)};
}

}  // namespace

std::string text_of(const std::vector<RequestLine>& lines) {
    std::string text;
    for (const RequestLine& line : lines) text += line.name + ": " + escaped(line.value) + "\n";
    return text;
}

std::vector<RequestLine> lines_of(const std::string& text) {
    std::vector<RequestLine> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string line = text.substr(begin, end - begin);
        const std::size_t colon = line.find(": ");
        if (colon != std::string::npos) lines.push_back({line.substr(0, colon), unescaped(line.substr(colon + 2))});
        begin = end + 1;
    }
    return lines;
}

std::string difference(const std::vector<RequestLine>& wanted, const std::vector<RequestLine>& found) {
    for (const RequestLine& line : wanted) {
        const auto other = std::ranges::find(found, line.name, &RequestLine::name);
        if (other == found.end()) return line.name + " is " + line.value + ", but was not given";
        if (other->value == line.value) continue;
        const auto [is, was] = where_they_differ(line.value, other->value);
        return line.name + " is " + is + ", but was " + was;
    }
    for (const RequestLine& line : found) {
        if (std::ranges::find(wanted, line.name, &RequestLine::name) != wanted.end()) continue;
        return line.name + " was " + line.value + ", but is not given";
    }
    return "";
}

}  // namespace stickslip
