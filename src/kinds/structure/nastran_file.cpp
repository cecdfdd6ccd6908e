// Matrices as Nastran punches them (PARAM,EXTOUT,DMIGPCH): bulk data entries DMIG with fields of fixed width.
//     DMIG    KAAX           0       6       2       0                       2     header: form 6 symmetric, 1 square
//     DMIG*   KAAX                           1               3                     a column: grid point, component
//     *                      1               3  2.000000000D+00                    its entries: grid, component, value
// Rows and columns are the degrees of freedom of all square matrices in the file, by grid point and component, so that
// the matrices of one file belong together.

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <stdexcept>

#include "matrix_bytes.hpp"

namespace stickslip::structure {
namespace {

constexpr std::size_t small_field = 8;   // characters
constexpr std::size_t large_field = 16;  // characters, after a first field of 8

/// A degree of freedom: grid point and component, 0 for a scalar point.
struct GridDegree {
    long grid = 0;
    long component = 0;
    friend auto operator<=>(const GridDegree&, const GridDegree&) = default;
};

struct PunchedEntry {
    GridDegree row, column;
    double value = 0.0;
};

struct PunchedMatrix {
    bool is_symmetric = false;
    std::vector<PunchedEntry> entries;
};

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) text.remove_suffix(1);
    return text;
}

class PunchReader {
public:
    PunchReader(std::string_view bytes, const std::string& name) : rest_(bytes), name_(name) {}

    [[nodiscard]] std::map<std::string, PunchedMatrix, std::less<>> read() {
        while (!rest_.empty()) {
            const std::size_t end = std::min(rest_.find('\n'), rest_.size());
            line_ = rest_.substr(0, end);
            rest_.remove_prefix(std::min(end + 1, rest_.size()));
            ++number_;
            if (line_.starts_with('$') || trimmed(line_).empty()) continue;
            if (line_.starts_with("DMIG*")) {
                begin_column();
            } else if (line_.starts_with("DMIG ")) {
                read_header();
            } else if (line_.starts_with('*')) {
                if (current_ != nullptr) read_entry();
            } else {
                current_ = nullptr;  // another kind of bulk data
            }
        }
        return std::move(matrices_);
    }

private:
    [[noreturn]] void refuse(const std::string& what) const {
        throw std::invalid_argument(name_ + ":" + std::to_string(number_) + ": " + what);
    }

    /// Field 1 is the name of the entry.
    [[nodiscard]] std::string_view field(std::size_t number, std::size_t width) const {
        const std::size_t begin = small_field + (number - 2) * width;
        return begin < line_.size() ? trimmed(line_.substr(begin, width)) : std::string_view{};
    }

    [[nodiscard]] long whole(std::string_view text) const {
        long value = 0;
        if (text.empty()) return 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc{} || end != text.data() + text.size() || value < 0) {
            refuse("\"" + std::string(text) + "\" must be a whole number");
        }
        return value;
    }

    /// 1.5D+03, 1.5E3 and 1.5+3 are the same number.
    [[nodiscard]] double real(std::string_view text) const {
        std::string digits;
        for (const char c : text) {
            const bool is_sign = c == '+' || c == '-';
            const bool has_digit = !digits.empty() && (std::isdigit(static_cast<unsigned char>(digits.back())) != 0 ||
                                                       digits.back() == '.');
            if (is_sign && has_digit) digits += 'E';
            if (c == '+') continue;
            digits += c == 'D' || c == 'd' ? 'E' : c;
        }
        double value = 0.0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (error != std::errc{} || end != digits.data() + digits.size() || !std::isfinite(value)) {
            refuse("\"" + std::string(text) + "\" must be a finite number");
        }
        return value;
    }

    void read_header() {
        current_ = nullptr;
        if (line_.find(',') != std::string_view::npos) refuse("fields must have fixed widths, without commas");
        if (field(3, small_field) != "0") refuse("columns of a matrix must have large fields, DMIG*");
        constexpr long square = 1, symmetric = 6;  // forms
        constexpr long real_single = 1, real_double = 2;
        const long form = whole(field(4, small_field));
        const long type = whole(field(5, small_field));
        if (form != square && form != symmetric) return;  // loads and other vectors
        const std::string matrix(field(2, small_field));
        if (type != real_single && type != real_double) refuse("the matrix " + matrix + " must be real");
        matrices_[matrix].is_symmetric = form == symmetric;
    }

    void begin_column() {
        const auto found = matrices_.find(field(2, large_field));
        current_ = found == matrices_.end() ? nullptr : &found->second;
        column_ = {whole(field(3, large_field)), whole(field(4, large_field))};
    }

    void read_entry() {
        const GridDegree row{whole(field(2, large_field)), whole(field(3, large_field))};
        current_->entries.push_back({row, column_, real(field(4, large_field))});
    }

    std::string_view rest_;
    const std::string& name_;
    std::size_t number_ = 0;
    std::string_view line_;
    std::map<std::string, PunchedMatrix, std::less<>> matrices_;
    PunchedMatrix* current_ = nullptr;
    GridDegree column_;
};

}  // namespace

Matrix read_dmig(std::string_view bytes, const std::string& name, std::string_view member) {
    const auto matrices = PunchReader(bytes, name).read();
    if (matrices.empty()) throw std::invalid_argument(name + ": the file holds no square matrix DMIG");
    const auto found = member.empty() && matrices.size() == 1 ? matrices.begin() : matrices.find(member);
    if (found == matrices.end()) {
        std::string names;
        for (const auto& [known, matrix] : matrices) names += (names.empty() ? "" : ", ") + known;
        throw std::invalid_argument(name + ": say which matrix is meant, as in \"file.pch:NAME\"; it holds " + names);
    }
    std::map<GridDegree, std::size_t> places;
    for (const auto& [known, matrix] : matrices) {
        for (const PunchedEntry& e : matrix.entries) {
            places[e.row] = 0;
            places[e.column] = 0;
        }
    }
    require_matrix_size(places.size(), places.size(), name);
    std::size_t next = 0;
    for (auto& [degree, place] : places) place = next++;
    Matrix m = Matrix::zero(places.size(), places.size());
    for (const PunchedEntry& e : found->second.entries) {
        const std::size_t i = places[e.row], j = places[e.column];
        m(i, j) = e.value;
        if (found->second.is_symmetric) m(j, i) = e.value;
    }
    return m;
}

}  // namespace stickslip::structure
