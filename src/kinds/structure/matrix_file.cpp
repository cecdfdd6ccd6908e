// Matrices as text: rows of numbers, and Matrix Market. Sizes are checked before anything is allocated.

#include "stickslip/structure/matrix_file.hpp"

#include <array>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <utility>

#include "matrix_bytes.hpp"
#include "model/input_file.hpp"
#include "text_lines.hpp"

namespace stickslip::structure {
namespace {

constexpr std::uintmax_t largest_file = std::uintmax_t{1} << 28;  // bytes; 2000 × 2000 numbers of 60 characters

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

MatrixFormat format_of(const std::string& path, const std::string& file) {
    using enum MatrixFormat;
    constexpr std::array<std::pair<std::string_view, MatrixFormat>, 8> formats{{{".csv", csv},
                                                                                {".mtx", matrix_market},
                                                                                {".npy", npy},
                                                                                {".npz", npz},
                                                                                {".pch", dmig},
                                                                                {".mat", mat},
                                                                                {".sti", calculix},
                                                                                {".mas", calculix}}};
    const std::string suffix = lower(std::filesystem::path(path).extension().string());
    for (const auto& [known, format] : formats) {
        if (suffix == known) return format;
    }
    throw std::invalid_argument(file +
                                ": the file of a matrix must end in .csv, .mtx, .npy, .npz, .mat, .pch, .sti or .mas");
}

/// How many degrees of freedom the file of them says that stands beside a matrix of CalculiX, where there is one.
std::optional<std::size_t> calculix_size(std::filesystem::path matrix) {
    matrix.replace_extension(".dof");
    if (!std::filesystem::exists(matrix)) return std::nullopt;
    return read_calculix_degrees(read_input_file(matrix, "file of degrees of freedom", largest_file), matrix.string());
}

}  // namespace

void require_matrix_size(std::size_t rows, std::size_t columns, const std::string& name) {
    if (rows >= 1 && columns >= 1 && rows <= most_matrix_rows && columns <= most_matrix_rows) return;
    throw std::invalid_argument(name + ": the matrix has " + std::to_string(rows) + " × " + std::to_string(columns) +
                                " entries; it must have 1 to 2000 rows and columns");
}

void require_finite(const Matrix& m, std::size_t row, std::size_t column, const std::string& name) {
    if (std::isfinite(m(row, column))) return;
    throw std::invalid_argument(name + ": entry [" + std::to_string(row + 1) + ", " + std::to_string(column + 1) +
                                "] must be a finite number");
}

Matrix read_matrix(std::string_view bytes, const std::string& name, MatrixFormat format, std::string_view member) {
    switch (format) {
        case MatrixFormat::csv: return read_rows(bytes, name);
        case MatrixFormat::matrix_market: return read_matrix_market(bytes, name);
        case MatrixFormat::npy: return read_npy(bytes, name);
        case MatrixFormat::npz: return read_npz(bytes, name, member);
        case MatrixFormat::dmig: return read_dmig(bytes, name, member);
        case MatrixFormat::mat: return read_mat(bytes, name, member);
        case MatrixFormat::abaqus: return read_abaqus(bytes, name);
        case MatrixFormat::calculix: return read_calculix(bytes, name, std::nullopt);
    }
    return {};
}

Matrix read_matrix_file(const std::filesystem::path& folder, const std::string& file) {
    std::string path = file;
    std::string member;
    for (const std::string_view archive : {".npz:", ".pch:", ".mat:"}) {
        const std::size_t at = file.rfind(archive);
        if (at == std::string::npos) continue;
        path = file.substr(0, at + archive.size() - 1);
        member = file.substr(at + archive.size());
    }
    const std::filesystem::path whole = folder / path;
    const MatrixFormat format = format_of(path, file);
    const std::string bytes = read_input_file(whole, "matrix file", largest_file);
    if (format == MatrixFormat::calculix) return read_calculix(bytes, whole.string(), calculix_size(whole));
    // Abaqus and Matrix Market use the same suffix, but only the latter begins with %%MatrixMarket.
    const bool is_abaqus = format == MatrixFormat::matrix_market && !bytes.starts_with('%');
    return read_matrix(bytes, whole.string(), is_abaqus ? MatrixFormat::abaqus : format, member);
}

}  // namespace stickslip::structure
