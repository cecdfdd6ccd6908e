// Matrices as text: rows of numbers, and Matrix Market. Sizes are checked before anything is allocated.

#include "stickslip/structure/matrix_file.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "matrix_bytes.hpp"
#include "model/input_file.hpp"

namespace stickslip::structure {
namespace {

constexpr std::uintmax_t largest_file = std::uintmax_t{1} << 28;  // bytes; 2000 × 2000 numbers of 60 characters

bool is_separator(char c) { return c == ' ' || c == '\t' || c == ',' || c == ';' || c == '\r'; }

/// The lines of a text, with the place in it for messages.
class Lines {
public:
    Lines(std::string_view text, const std::string& name) : rest_(text), name_(name) {
        if (rest_.starts_with("\xEF\xBB\xBF")) rest_.remove_prefix(3);
    }

    /// The next line that is neither blank nor begins with `comment`.
    std::optional<std::string_view> next(char comment) {
        while (!rest_.empty()) {
            const std::size_t end = std::min(rest_.find('\n'), rest_.size());
            std::string_view line = rest_.substr(0, end);
            rest_.remove_prefix(std::min(end + 1, rest_.size()));
            ++number_;
            while (!line.empty() && is_separator(line.front()) && line.front() != ',' && line.front() != ';') {
                line.remove_prefix(1);
            }
            while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t')) {
                line.remove_suffix(1);
            }
            if (!line.empty() && line.front() != comment) return line;
        }
        return std::nullopt;
    }

    [[noreturn]] void refuse(const std::string& what) const {
        throw std::invalid_argument(name_ + ":" + std::to_string(number_) + ": " + what);
    }
    [[noreturn]] void refuse_file(const std::string& what) const { throw std::invalid_argument(name_ + ": " + what); }

private:
    std::string_view rest_;
    const std::string& name_;
    std::size_t number_ = 0;
};

std::string quote(std::string_view text) {
    constexpr std::size_t longest = 40;
    std::string quoted(1, '"');
    quoted += text.substr(0, longest);
    quoted += text.size() > longest ? "…\"" : "\"";
    return quoted;
}

/// The next cell of a row; several blanks separate as one, a comma or semicolon always does.
std::string_view take_cell(std::string_view& row) {
    std::size_t size = 0;
    while (size < row.size() && !is_separator(row[size])) ++size;
    const std::string_view cell = row.substr(0, size);
    row.remove_prefix(size);
    const auto skip_blanks = [&] {
        while (!row.empty() && (row.front() == ' ' || row.front() == '\t' || row.front() == '\r')) row.remove_prefix(1);
    };
    skip_blanks();
    if (!row.empty() && (row.front() == ',' || row.front() == ';')) {
        row.remove_prefix(1);
        skip_blanks();
    }
    return cell;
}

double number_of(std::string_view cell, const Lines& lines) {
    const std::string_view digits = cell.starts_with('+') ? cell.substr(1) : cell;
    double value = 0.0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc{} || end != digits.data() + digits.size() || !std::isfinite(value)) {
        lines.refuse(quote(cell) + " must be a finite number");
    }
    return value;
}

std::size_t count_of(std::string_view cell, const Lines& lines) {
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (error != std::errc{} || end != cell.data() + cell.size()) {
        lines.refuse(quote(cell) + " must be a whole number");
    }
    return value;
}

Matrix read_rows(std::string_view text, const std::string& name) {
    Lines lines(text, name);
    Matrix m;
    while (const auto line = lines.next('#')) {
        std::string_view row = *line;
        std::size_t columns = 0;
        while (!row.empty()) {
            m.values.push_back(number_of(take_cell(row), lines));
            if (++columns > most_matrix_rows) lines.refuse("the row has more than 2000 numbers");
        }
        if (m.rows > 0 && columns != m.columns) {
            lines.refuse("the row has " + std::to_string(columns) + " numbers; the rows before have " +
                         std::to_string(m.columns));
        }
        m.columns = columns;
        if (++m.rows > most_matrix_rows) lines.refuse("the matrix has more than 2000 rows");
    }
    if (m.rows == 0) lines.refuse_file("the file holds no numbers; it must hold the rows of a matrix");
    return m;
}

std::string lower(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

/// The first line of a Matrix Market file.
struct Banner {
    bool is_coordinate = false;
    bool is_symmetric = false;
};

Banner banner_of(Lines& lines) {
    const auto first = lines.next('\0');
    std::string_view row = first.value_or("");
    if (lower(take_cell(row)) != "%%matrixmarket" || lower(take_cell(row)) != "matrix") {
        lines.refuse_file("the first line must begin with %%MatrixMarket matrix");
    }
    const std::string layout = lower(take_cell(row));
    const std::string field = lower(take_cell(row));
    const std::string symmetry = lower(take_cell(row));
    if (layout != "coordinate" && layout != "array") {
        lines.refuse("the layout " + quote(layout) + " must be coordinate or array");
    }
    if (field != "real" && field != "integer" && field != "double") {
        lines.refuse("the field " + quote(field) + " must be real or integer");
    }
    if (symmetry != "general" && symmetry != "symmetric") {
        lines.refuse("the symmetry " + quote(symmetry) + " must be general or symmetric");
    }
    return {layout == "coordinate", symmetry == "symmetric"};
}

std::string_view required_line(Lines& lines, std::size_t done, std::size_t count) {
    const auto line = lines.next('%');
    if (!line) {
        lines.refuse_file("the file ends after " + std::to_string(done) + " of " + std::to_string(count) + " entries");
    }
    return *line;
}

void read_coordinates(Lines& lines, std::size_t count, bool is_symmetric, Matrix& m) {
    if (count > m.rows * m.columns) lines.refuse("there cannot be more entries than places in the matrix");
    for (std::size_t i = 0; i < count; ++i) {
        std::string_view row = required_line(lines, i, count);
        const std::size_t at = count_of(take_cell(row), lines);
        const std::size_t beside = count_of(take_cell(row), lines);
        if (at < 1 || at > m.rows || beside < 1 || beside > m.columns) {
            lines.refuse("the entry at " + std::to_string(at) + ", " + std::to_string(beside) + " is outside the " +
                         std::to_string(m.rows) + " × " + std::to_string(m.columns) + " matrix");
        }
        const double value = number_of(take_cell(row), lines);
        if (!row.empty()) lines.refuse("an entry has three numbers: row, column, value");
        m(at - 1, beside - 1) += value;
        if (is_symmetric && at != beside) m(beside - 1, at - 1) += value;
    }
}

/// Column after column; of a symmetric matrix the lower triangle.
void read_array(Lines& lines, bool is_symmetric, Matrix& m) {
    const std::size_t count = is_symmetric ? m.rows * (m.rows + 1) / 2 : m.rows * m.columns;
    std::size_t done = 0;
    for (std::size_t column = 0; column < m.columns; ++column) {
        for (std::size_t row = is_symmetric ? column : 0; row < m.rows; ++row) {
            std::string_view line = required_line(lines, done++, count);
            m(row, column) = number_of(take_cell(line), lines);
            if (!line.empty()) lines.refuse("a line of an array holds one number");
            if (is_symmetric) m(column, row) = m(row, column);
        }
    }
}

Matrix read_matrix_market(std::string_view text, const std::string& name) {
    Lines lines(text, name);
    const Banner banner = banner_of(lines);
    const auto sizes = lines.next('%');
    if (!sizes) lines.refuse_file("the line with the size of the matrix is missing");
    std::string_view row = *sizes;
    const std::size_t rows = count_of(take_cell(row), lines);
    const std::size_t columns = count_of(take_cell(row), lines);
    const std::size_t count = banner.is_coordinate ? count_of(take_cell(row), lines) : 0;
    if (!row.empty()) lines.refuse("the size has more numbers than it needs");
    require_matrix_size(rows, columns, name);
    if (banner.is_symmetric && rows != columns) lines.refuse("a symmetric matrix must be square");
    Matrix m = Matrix::zero(rows, columns);
    if (banner.is_coordinate) {
        read_coordinates(lines, count, banner.is_symmetric, m);
    } else {
        read_array(lines, banner.is_symmetric, m);
    }
    if (lines.next('%')) lines.refuse("there are more entries than the size says");
    return m;
}

}  // namespace

void require_matrix_size(std::size_t rows, std::size_t columns, const std::string& name) {
    if (rows >= 1 && columns >= 1 && rows <= most_matrix_rows && columns <= most_matrix_rows) return;
    throw std::invalid_argument(name + ": the matrix has " + std::to_string(rows) + " × " + std::to_string(columns) +
                                " entries; it must have 1 to 2000 rows and columns");
}

Matrix read_matrix(std::string_view bytes, const std::string& name, MatrixFormat format, std::string_view member) {
    switch (format) {
        case MatrixFormat::csv: return read_rows(bytes, name);
        case MatrixFormat::matrix_market: return read_matrix_market(bytes, name);
        case MatrixFormat::npy: return read_npy(bytes, name);
        case MatrixFormat::npz: return read_npz(bytes, name, member);
        case MatrixFormat::dmig: return read_dmig(bytes, name, member);
    }
    return {};
}

Matrix read_matrix_file(const std::filesystem::path& folder, const std::string& file) {
    std::string path = file;
    std::string member;
    for (const std::string_view archive : {".npz:", ".pch:"}) {
        const std::size_t at = file.rfind(archive);
        if (at == std::string::npos) continue;
        path = file.substr(0, at + archive.size() - 1);
        member = file.substr(at + archive.size());
    }
    const std::string suffix = lower(std::filesystem::path(path).extension().string());
    MatrixFormat format = MatrixFormat::csv;
    if (suffix == ".mtx") {
        format = MatrixFormat::matrix_market;
    } else if (suffix == ".npy") {
        format = MatrixFormat::npy;
    } else if (suffix == ".npz") {
        format = MatrixFormat::npz;
    } else if (suffix == ".pch") {
        format = MatrixFormat::dmig;
    } else if (suffix != ".csv") {
        throw std::invalid_argument(file + ": the file of a matrix must end in .csv, .mtx, .npy, .npz or .pch");
    }
    const std::filesystem::path whole = folder / path;
    return read_matrix(read_input_file(whole, "matrix file", largest_file), whole.string(), format, member);
}

}  // namespace stickslip::structure
