// Records are measured data of up to millions of rows: the text is read in pieces and numbers are taken from it in
// place (std::from_chars), so the time is that of the disk and the memory that of the samples.

#include "stickslip/model/record.hpp"

#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include "bounds.hpp"
#include "input_file.hpp"
#include "peer_record.hpp"
#include "strong_motion_record.hpp"

namespace stickslip {

namespace {

constexpr std::uintmax_t largest_file = std::uintmax_t{1} << 30;  // bytes
constexpr std::uintmax_t largest_peer_file =
    largest_file >> 4;                                    // bytes; held in memory, and real ones have one million
constexpr std::size_t piece_size = std::size_t{1} << 16;  // bytes read at a time
constexpr std::size_t longest_line = 4096;                // bytes; a row of two numbers needs about 50

bool is_blank(char c) { return c == ' ' || c == '\t'; }

/// Takes the cells of one row, one after the other.
class Row {
public:
    explicit Row(std::string_view text) : rest_(text) { skip_blanks(); }

    [[nodiscard]] bool empty() const { return rest_.empty(); }

    /// The next cell, without the separator behind it.
    std::string_view cell() {
        std::size_t size = 0;
        while (size < rest_.size() && !is_blank(rest_[size]) && rest_[size] != ',' && rest_[size] != ';') ++size;
        const std::string_view text = rest_.substr(0, size);
        rest_.remove_prefix(size);
        skip_blanks();
        if (!rest_.empty() && (rest_.front() == ',' || rest_.front() == ';')) {
            rest_.remove_prefix(1);
            skip_blanks();
        }
        return text;
    }

private:
    void skip_blanks() {
        while (!rest_.empty() && is_blank(rest_.front())) rest_.remove_prefix(1);
    }

    std::string_view rest_;
};

std::optional<double> number_in(std::string_view cell) {
    if (!cell.empty() && cell.front() == '+') cell.remove_prefix(1);
    double value = 0.0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (error != std::errc{} || end != cell.data() + cell.size()) return std::nullopt;
    return value;
}

/// Turns lines into samples.
class Rows {
public:
    Rows(const std::string& name, RecordComponents components) : name_(name), components_(components) {}

    void add(std::string_view line) {
        ++line_number_;
        if (line_number_ == 1 && line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
        if (line.ends_with('\r')) line.remove_suffix(1);
        Row row(line);
        if (row.empty() || line.front() == '#') return;
        const std::string_view first = row.cell();
        const std::optional<double> time = number_in(first);
        if (!time && !header_allowed_) refuse_cell("time", first);
        const bool is_header = !time && header_allowed_;
        header_allowed_ = false;
        if (is_header) return;
        const std::string_view second = row.cell();
        const std::optional<double> value = number_in(second);
        if (!value) refuse_cell("value", second);
        std::optional<double> other;
        if (components_ == RecordComponents::two) {
            const std::string_view third = row.cell();
            other = number_in(third);
            if (!other || !std::isfinite(*other)) refuse_cell("second value", third);
        }
        if (!row.empty()) {
            refuse_line(other ? "has more than the three cells time, value, value"
                              : "has more than the two cells time, value");
        }
        keep(*time, *value);
        if (other) samples_.second.push_back(*other);
    }

    [[noreturn]] void refuse_line(const std::string& what) const {
        throw std::invalid_argument(name_ + ":" + std::to_string(line_number_) + ": the row " + what);
    }
    [[noreturn]] void refuse_next_line(const std::string& what) {
        ++line_number_;
        refuse_line(what);
    }

    RecordSamples finish() {
        if (samples_.times.size() < 2) {
            throw std::invalid_argument(name_ + ": a record needs at least two rows of time, value; this one has " +
                                        std::to_string(samples_.times.size()));
        }
        return std::move(samples_);
    }

private:
    [[noreturn]] void refuse_cell(std::string_view what, std::string_view cell) const {
        constexpr std::size_t longest_quote = 40;
        std::string quote(cell.substr(0, longest_quote));
        for (char& c : quote) c = static_cast<unsigned char>(c) < ' ' ? ' ' : c;  // a zero would end the sentence
        refuse_line("has \"" + quote + "\" where the " + std::string(what) + " must be a finite number");
    }

    void keep(double time, double value) {
        if (!std::isfinite(time)) refuse_cell("time", shortest(time));
        if (!std::isfinite(value)) refuse_cell("value", shortest(value));
        if (!samples_.times.empty() && !(time > samples_.times.back())) {
            refuse_line("has time " + shortest(time) + ", which must be later than " + shortest(samples_.times.back()) +
                        " s of the row before");
        }
        samples_.times.push_back(time);
        samples_.values.push_back(value);
    }

    const std::string& name_;
    RecordComponents components_;
    RecordSamples samples_;
    std::size_t line_number_ = 0;
    bool header_allowed_ = true;
};

}  // namespace

RecordSamples read_record(std::istream& in, const std::string& name, RecordComponents components) {
    Rows rows(name, components);
    std::vector<char> buffer(piece_size + longest_line);
    std::size_t held = 0;  // bytes of an unfinished line at the front of the buffer
    while (in) {
        in.read(buffer.data() + held, static_cast<std::streamsize>(piece_size));
        std::string_view text(buffer.data(), held + static_cast<std::size_t>(in.gcount()));
        for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
            rows.add(text.substr(0, end));
            text.remove_prefix(end + 1);
        }
        if (text.size() >= longest_line) {
            rows.refuse_next_line("is longer than " + std::to_string(longest_line) + " bytes: not a record");
        }
        std::memmove(buffer.data(), text.data(), text.size());
        held = text.size();
    }
    if (in.bad()) throw std::runtime_error(name + ": reading failed");
    if (held > 0) rows.add({buffer.data(), held});
    return rows.finish();
}

RecordSamples read_record_file(const std::filesystem::path& path, RecordComponents components) {
    constexpr std::string_view kind = "record file";
    if (is_peer_record(path)) {
        if (components == RecordComponents::two) {
            throw std::invalid_argument(path.string() +
                                        ": a PEER record has one component; a load in two dimensions needs two");
        }
        return read_peer_record(read_input_file(path, kind, largest_peer_file), path.string());
    }
    require_input_file(path, kind, largest_file);
    std::ifstream in(path, std::ios::binary);
    if (!in) throw std::invalid_argument(path.string() + ": the record file cannot be read");
    std::string first_line(longest_line, '\0');
    in.read(first_line.data(), static_cast<std::streamsize>(first_line.size()));
    first_line.resize(static_cast<std::size_t>(in.gcount()));
    first_line.resize(std::min(first_line.find('\n'), first_line.size()));
    if (const RecordForm form = record_form(first_line); form != RecordForm::rows) {
        if (components == RecordComponents::two) {
            throw std::invalid_argument(path.string() + ": has one component; a load in the plane needs two");
        }
        return read_strong_motion_record(form, read_input_file(path, kind, largest_peer_file), path.string());
    }
    in.clear();
    in.seekg(0);
    return read_record(in, path.string(), components);
}

}  // namespace stickslip
