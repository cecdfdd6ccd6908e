// Matrices as finite-element programs write them in text, only what is not zero:
//     Abaqus, *MATRIX OUTPUT, FORMAT=MATRIX INPUT     node, degree of freedom, node, degree of freedom, value
//     Abaqus, *MATRIX OUTPUT, FORMAT=COORDINATE       row, column, value
//     CalculiX, *FREQUENCY, SOLVER=MATRIXSTORAGE      row column value, and a file of its own with node.direction of
//     each row
// Of a symmetric matrix they write one triangle or both: what stands on one side of the diagonal only is mirrored.

#include <algorithm>
#include <charconv>
#include <map>
#include <vector>

#include "matrix_bytes.hpp"
#include "text_lines.hpp"

namespace stickslip::structure {
namespace {

struct SparseEntry {
    std::size_t row = 0, column = 0;  ///< from 0
    double value = 0.0;
    friend bool operator==(const SparseEntry& a, const SparseEntry& b) {
        return a.row == b.row && a.column == b.column;
    }
};

[[nodiscard]] std::string place_of(const SparseEntry& e) {
    return std::to_string(e.row + 1) + ", " + std::to_string(e.column + 1);
}

/// A whole matrix from all of its entries or from those of one triangle.
Matrix assembled(std::vector<SparseEntry> entries, std::size_t size, const Lines& lines) {
    std::ranges::sort(entries, [](const SparseEntry& a, const SparseEntry& b) {
        return a.row != b.row ? a.row < b.row : a.column < b.column;
    });
    const auto twice = std::ranges::adjacent_find(entries);
    if (twice != entries.end()) lines.refuse_file("the entry at " + place_of(*twice) + " stands there twice");
    const bool has_lower = std::ranges::any_of(entries, [](const SparseEntry& e) { return e.row > e.column; });
    const bool has_upper = std::ranges::any_of(entries, [](const SparseEntry& e) { return e.row < e.column; });
    Matrix m = Matrix::zero(size, size);
    for (const SparseEntry& e : entries) {
        m(e.row, e.column) = e.value;
        if (has_lower != has_upper) m(e.column, e.row) = e.value;
    }
    return m;
}

/// "row column value", numbers from 1; rows and columns are at most `size`.
SparseEntry coordinate_entry(std::string_view row, std::size_t size, const Lines& lines) {
    const std::size_t at = count_of(take_cell(row), lines);
    const std::size_t beside = count_of(take_cell(row), lines);
    if (at < 1 || at > size || beside < 1 || beside > size) {
        lines.refuse("the entry at " + std::to_string(at) + ", " + std::to_string(beside) + " is outside the matrix, " +
                     "which has 1 to " + std::to_string(size) + " rows and columns");
    }
    const double value = number_of(take_cell(row), lines);
    if (!row.empty()) lines.refuse("an entry has three numbers: row, column, value");
    return {at - 1, beside - 1, value};
}

std::size_t largest_index(const std::vector<SparseEntry>& entries) {
    std::size_t largest = 0;
    for (const SparseEntry& e : entries) largest = std::max({largest, e.row + 1, e.column + 1});
    return largest;
}

/// A degree of freedom of a node. Abaqus gives nodes of its own making negative numbers.
struct NodeDegree {
    long node = 0;
    std::size_t degree = 0;
    friend auto operator<=>(const NodeDegree&, const NodeDegree&) = default;
};

NodeDegree node_degree(std::string_view& row, const Lines& lines) {
    const std::string_view node = take_cell(row);
    NodeDegree d;
    const auto [end, error] = std::from_chars(node.data(), node.data() + node.size(), d.node);
    if (error != std::errc{} || end != node.data() + node.size()) {
        lines.refuse(quote(node) + " must be the number of a node, a whole number");
    }
    d.degree = count_of(take_cell(row), lines);
    if (d.degree < 1) lines.refuse("degrees of freedom of a node are counted from 1");
    return d;
}

std::size_t cells_in(std::string_view row) {
    std::size_t count = 0;
    for (; !row.empty(); ++count) static_cast<void>(take_cell(row));
    return count;
}

/// Degrees of freedom take their places by node and direction.
Matrix read_labelled(std::string_view first, Lines& lines) {
    struct LabelledEntry {
        NodeDegree row, column;
        double value = 0.0;
    };
    std::vector<LabelledEntry> labelled;
    std::map<NodeDegree, std::size_t> places;
    for (std::optional<std::string_view> line = first; line; line = lines.next('*')) {
        std::string_view row = *line;
        LabelledEntry e;
        e.row = node_degree(row, lines);
        e.column = node_degree(row, lines);
        e.value = number_of(take_cell(row), lines);
        if (!row.empty())
            lines.refuse("an entry has five numbers: node, degree of freedom, node, degree of freedom, value");
        places[e.row] = places[e.column] = 0;
        if (places.size() > most_matrix_rows) {
            lines.refuse("the matrix has more than 2000 degrees of freedom; reduce it first");
        }
        labelled.push_back(e);
    }
    std::size_t next = 0;
    for (auto& [degree, place] : places) place = next++;
    std::vector<SparseEntry> entries;
    entries.reserve(labelled.size());
    for (const LabelledEntry& e : labelled) entries.push_back({places[e.row], places[e.column], e.value});
    return assembled(std::move(entries), places.size(), lines);
}

Matrix read_coordinate_lines(std::optional<std::string_view> line, char comment, std::optional<std::size_t> size,
                             Lines& lines) {
    std::vector<SparseEntry> entries;
    for (; line; line = lines.next(comment)) {
        entries.push_back(coordinate_entry(*line, size.value_or(most_matrix_rows), lines));
    }
    const std::size_t rows = size.value_or(largest_index(entries));
    return assembled(std::move(entries), rows, lines);
}

}  // namespace

Matrix read_abaqus(std::string_view bytes, const std::string& name) {
    constexpr char comment = '*';  // keywords, too
    Lines lines(bytes, name);
    const auto first = lines.next(comment);
    if (!first) lines.refuse_file("the file holds no entries of a matrix");
    constexpr std::size_t labelled = 5, plain = 3;  // numbers in a line
    const std::size_t cells = cells_in(*first);
    if (cells == labelled) return read_labelled(*first, lines);
    if (cells == plain) return read_coordinate_lines(first, comment, std::nullopt, lines);
    lines.refuse(
        "a matrix of Abaqus has lines of five numbers (node, degree of freedom, node, degree of freedom, value) or of "
        "three "
        "(row, column, value), and one of Matrix Market begins with %%MatrixMarket");
}

Matrix read_calculix(std::string_view bytes, const std::string& name, std::optional<std::size_t> size) {
    constexpr char no_comment = '\0';
    Lines lines(bytes, name);
    const auto first = lines.next(no_comment);
    if (!first) lines.refuse_file("the file holds no entries of a matrix");
    return read_coordinate_lines(first, no_comment, size, lines);
}

std::size_t read_calculix_degrees(std::string_view bytes, const std::string& name) {
    Lines lines(bytes, name);
    std::size_t count = 0;
    while (const auto line = lines.next('\0')) {
        const std::size_t dot = line->find('.');
        if (dot == std::string_view::npos) lines.refuse(quote(*line) + " must be a node and a direction, as in 12.3");
        static_cast<void>(count_of(line->substr(0, dot), lines));
        static_cast<void>(count_of(line->substr(dot + 1), lines));
        if (++count > most_matrix_rows)
            lines.refuse("the matrix has more than 2000 degrees of freedom; reduce it first");
    }
    if (count == 0) lines.refuse_file("the file holds no degrees of freedom");
    return count;
}

}  // namespace stickslip::structure
