// Ground motions as networks hand them out: COSMOS files have integers, reals and remarks in blocks that say how many
// lines they take and in which Fortran format, the real number 62 being the step in milliseconds; ITACA and ESM have 64
// lines "KEY: value" and a value in each line after them.

#include "strong_motion_record.hpp"

#include <map>

#include "record_text.hpp"

namespace stickslip {

namespace {

constexpr double most_values = 1e8;

std::string lower(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

std::string_view trimmed(std::string_view text) {
    const auto is_blank = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

double unit_in(const RecordText& text, std::string_view unit) {
    try {
        return acceleration_unit(unit);
    } catch (const std::invalid_argument& unknown) {
        text.refuse(unknown.what());
    }
}

/// Times at equal steps for the values that are there, which become m/s².
RecordSamples with_steps(const std::string& name, std::vector<double> values, double step, double unit) {
    if (values.size() < 2) throw std::invalid_argument(name + ": a record needs at least two values");
    RecordSamples samples;
    for (std::size_t i = 0; i < values.size(); ++i) {
        samples.times.push_back(step * static_cast<double>(i));
        values[i] *= unit;
    }
    const bool is_finite = std::ranges::all_of(values, [](double x) { return std::isfinite(x); });
    if (!is_finite || !std::isfinite(samples.times.back())) {
        throw std::invalid_argument(name + ": the values or the times are too large for numbers");
    }
    samples.values = std::move(values);
    return samples;
}

void require_count(const std::string& name, std::size_t found, double said) {
    if (static_cast<double>(found) == said) return;
    throw std::invalid_argument(name + ": has " + std::to_string(found) + " values, but its header says " +
                                std::to_string(static_cast<long>(said)));
}

/// "… key = word …", in lower case; empty where the key is not there.
std::string setting_in(const std::string& line, const std::string& key) {
    const std::size_t at = line.find(key);
    if (at == std::string::npos) return "";
    std::string_view rest = std::string_view(line).substr(at + key.size());
    rest = trimmed(rest);
    if (!rest.starts_with('=')) return "";
    rest = trimmed(rest.substr(1));
    return std::string(rest.substr(0, rest.find_first_of(" \t,;()")));
}

RecordSamples read_columns(RecordText& text, const std::string& name) {
    text.require_line("the record is empty");
    const std::string head = lower(text.line());
    const double step = text.finite_number(setting_in(head, "step"));
    if (!(step > 0.0)) text.refuse("the step must be a number > 0 s");
    const std::string unit = setting_in(head, "unit");
    const double factor = unit.empty() ? 1.0 : unit_in(text, unit);
    std::vector<double> values;
    while (text.next_line()) {
        if (text.line().starts_with('#')) continue;
        for (std::string_view word = text.next_word(",;"); !word.empty(); word = text.next_word(",;")) {
            values.push_back(text.finite_number(word));
        }
    }
    return with_steps(name, std::move(values), step, factor);
}

RecordSamples read_itaca(RecordText& text, const std::string& name) {
    constexpr int header_lines = 64;
    std::map<std::string, std::string> header;
    for (int i = 0; i < header_lines; ++i) {
        text.require_line("a file of ITACA begins with 64 lines KEY: value");
        const std::string_view line = text.line();
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos) text.refuse("must be a line KEY: value of the 64 in the header of ITACA");
        header[std::string(trimmed(line.substr(0, colon)))] = std::string(trimmed(line.substr(colon + 1)));
    }
    const auto needed = [&](const char* key) {
        const auto found = header.find(key);
        if (found == header.end() || found->second.empty()) {
            throw std::invalid_argument(name + ": the header gives no " + key);
        }
        return found->second;
    };
    const auto number = [&](const char* key) {
        const std::optional<double> value = number_of_word(needed(key));
        if (value && std::isfinite(*value) && *value > 0.0) return *value;
        throw std::invalid_argument(name + ": " + key + " = " + needed(key).substr(0, 40) + " must be a number > 0");
    };
    if (const std::string type = needed("DATA_TYPE"); type != "ACCELERATION") {
        throw std::invalid_argument(name + ": DATA_TYPE is " + type.substr(0, 40) + ", and must be ACCELERATION");
    }
    const double step = number("SAMPLING_INTERVAL_S");
    const double count = number("NDATA");
    const double unit = unit_in(text, needed("UNITS"));
    std::vector<double> values;
    while (text.next_line()) {
        const std::string_view word = text.next_word();
        if (word.empty()) continue;
        values.push_back(text.finite_number(word));
        if (!text.next_word().empty()) text.refuse("has more than one value");
    }
    require_count(name, values.size(), count);
    return with_steps(name, std::move(values), step, unit);
}

/// The width of the fields of "(8f10.5)", "(5E15.6)", "(6(1PE13.5))": the digits before the last point, as far as a
/// letter.
std::size_t field_width(const RecordText& text, std::string_view line) {
    const std::string head = lower(line);
    const std::size_t at = head.find("format");
    const std::size_t open = at == std::string::npos ? at : head.find('(', at);
    std::size_t end = open == std::string::npos ? open : head.find_first_of(".)", open);
    if (end == std::string::npos) text.refuse("must give the format of the values, as Format=(8f10.5)");
    std::size_t width = 0, place = 1;
    constexpr std::size_t widest = 100;
    while (end > open + 1 && std::isdigit(static_cast<unsigned char>(head[end - 1])) != 0 && width < widest) {
        width += place * static_cast<std::size_t>(head[--end] - '0');
        place *= 10;
    }
    if (width == 0 || width > widest) text.refuse("must give the format of the values, as Format=(8f10.5)");
    return width;
}

/// The first number of the line: how many values, or lines.
double count_in(RecordText& text, double largest) {
    const std::string_view line = text.line();
    RecordText words = text;
    const std::optional<double> count = number_of_word(words.next_word());
    if (!count || !(*count >= 0.0 && *count <= largest) || *count != std::round(*count)) {
        text.refuse("\"" + std::string(line.substr(0, 40)) + "\" must begin with a number of values or lines");
    }
    return *count;
}

/// `count` values in fields of one width.
std::vector<double> fields(RecordText& text, double count, std::size_t width) {
    std::vector<double> values;
    while (static_cast<double>(values.size()) < count) {
        text.require_line("the file ends before its last value");
        std::string_view line = text.line();
        if (trimmed(line).empty()) text.refuse("must have values, as the header says");
        while (!trimmed(line).empty() && static_cast<double>(values.size()) < count) {
            values.push_back(text.finite_number(trimmed(line.substr(0, width))));
            line.remove_prefix(std::min(width, line.size()));
        }
    }
    return values;
}

/// Goes past lines of text: the last word before "lines" says how many there are.
void skip_text_lines(RecordText& text) {
    const std::string head = lower(text.line());
    const std::size_t with = head.find("with");
    RecordText words(with == std::string::npos ? std::string_view() : std::string_view(head).substr(with + 4), head);
    const std::optional<double> lines = words.next_line() ? number_of_word(words.next_word()) : std::nullopt;
    constexpr double most_lines = 1000.0;
    if (!lines || !(*lines >= 1.0 && *lines <= most_lines)) text.refuse("must say with how many text lines it begins");
    for (double i = 1.0; i < *lines; ++i) text.require_line("the file ends in its text header");
}

RecordSamples read_cosmos(RecordText& text, const std::string& name) {
    constexpr double most_headers = 10'000.0;
    constexpr std::size_t step_place = 61;  // the real number 62
    constexpr double millisecond = 1e-3;
    text.require_line("the record is empty");
    skip_text_lines(text);
    text.require_line("the integers of the header are missing");
    const double integers = count_in(text, most_headers);
    static_cast<void>(fields(text, integers, field_width(text, text.line())));
    text.require_line("the real numbers of the header are missing");
    const double reals = count_in(text, most_headers);
    const std::vector<double> header = fields(text, reals, field_width(text, text.line()));
    if (header.size() <= step_place || !(header[step_place] > 0.0)) {
        text.refuse("the header must give the step in milliseconds as its real number 62");
    }
    text.require_line("the comments of the header are missing");
    for (double left = count_in(text, most_headers); left > 0.0; --left)
        text.require_line("the file ends in its comments");
    text.require_line("the values are missing");
    const std::string head = lower(text.line());
    if (head.find("acceleration") == std::string::npos) text.refuse("must be the head of accelerations");
    const std::string unit = setting_in(head, "units");
    if (unit.empty()) text.refuse("must give the unit of the values, as units=cm/sec2");
    const double factor = unit_in(text, unit);
    const double count = count_in(text, most_values);
    std::vector<double> values = fields(text, count, field_width(text, text.line()));
    while (text.next_line()) {
        if (record_form(text.line()) == RecordForm::cosmos) {
            text.refuse("begins another channel: give each channel a file of its own");
        }
    }
    return with_steps(name, std::move(values), millisecond * header[step_place], factor);
}

}  // namespace

RecordForm record_form(std::string_view first_line) {
    const std::string line = lower(first_line);
    if (line.starts_with("event_name:")) return RecordForm::itaca;
    if (line.find("(format v") != std::string::npos && line.find("text lines") != std::string::npos) {
        return RecordForm::cosmos;
    }
    if (line.starts_with('#') && !setting_in(line, "step").empty()) return RecordForm::columns;
    return RecordForm::rows;
}

double acceleration_unit(std::string_view unit) {
    constexpr double standard_gravity = 9.80665;  // m/s²
    const std::string name = lower(unit);
    if (name == "g") return standard_gravity;
    if (name == "mg") return 1e-3 * standard_gravity;
    for (const char* centimetres : {"cm/s2", "cm/s^2", "cm/s/s", "cm/sec2", "cm/sec/sec", "gal"}) {
        if (name == centimetres) return 0.01;
    }
    for (const char* metres : {"m/s2", "m/s^2", "m/s/s"}) {
        if (name == metres) return 1.0;
    }
    throw std::invalid_argument("the unit \"" + std::string(unit.substr(0, 40)) +
                                "\" is not known; known are g, mg, cm/s2 and m/s2");
}

RecordSamples read_strong_motion_record(RecordForm form, std::string_view content, const std::string& name) {
    RecordText text(content, name);
    switch (form) {
        case RecordForm::columns: return read_columns(text, name);
        case RecordForm::cosmos: return read_cosmos(text, name);
        case RecordForm::itaca: return read_itaca(text, name);
        case RecordForm::rows: break;
    }
    throw std::invalid_argument(name + ": the first line does not say what kind of record it is");
}

}  // namespace stickslip
