#include "adaptive_tile.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace stickslip {

namespace {

constexpr std::size_t widest_rectangle =
    32;                             // cells from corner to corner of a rectangle that is judged by nine of them
constexpr double closeness = 0.03;  // of solved reals to the bilinear interpolation, relative to the largest corner
constexpr double fit = 0.01;        // of solved reals to what would be filled in, relative to them
constexpr std::size_t wide = 8;     // cells from corner to corner: two more cells of such a rectangle are looked at

// A multiplier has kinks where eigenvalues meet and where one passes through zero, and no boundary tells where: its
// rectangles are smaller and judged more strictly.
constexpr std::size_t widest_with_kinks = 8;
constexpr std::size_t wide_with_kinks = 2;
constexpr double closeness_with_kinks = 0.01;
constexpr double fit_with_kinks = 0.003;

bool has_kinks(const MapQuantity& q) { return q.type == QuantityType::real && q.name == "multiplier"; }
constexpr std::size_t most_at_once = 4096;  // cells

/// The first place past the middle that halving reaches from `first` in steps of a power of 2, whatever `last` is: the
/// cells of neighbouring rectangles lie on one lattice, and seed each other.
std::size_t middle_of(std::size_t first, std::size_t last) {
    return last - first < 2 ? first : first + std::bit_ceil(last - first) / 2;
}

bool are_equal(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

/// Of the values at the first, middle and last cell of a rectangle, along one direction.
using Weights = std::array<double, 3>;

Weights linear_weights(const std::array<std::size_t, 3>& places, std::size_t at) {
    if (places[0] == places[2]) return {1.0, 0.0, 0.0};
    const double part = static_cast<double>(at - places[0]) / static_cast<double>(places[2] - places[0]);
    return {1.0 - part, 0.0, part};
}

/// Lagrange's; a rectangle of two cells has no middle.
Weights quadratic_weights(const std::array<std::size_t, 3>& places, std::size_t at) {
    if (places[1] == places[0]) return linear_weights(places, at);
    const auto a = static_cast<double>(places[1] - places[0]);
    const auto b = static_cast<double>(places[2] - places[0]);
    const auto t = static_cast<double>(at - places[0]);
    return {(t - a) * (t - b) / (a * b), t * (t - b) / (a * (a - b)), t * (t - a) / (b * (b - a))};
}

double weighted(const Weights& w, double first, double middle, double last) {
    // A weight of 0 must not let an undefined value through.
    return (w[0] == 0.0 ? 0.0 : w[0] * first) + (w[1] == 0.0 ? 0.0 : w[1] * middle) + (w[2] == 0.0 ? 0.0 : w[2] * last);
}

TileRectangle rectangle_of(std::span<const CellIndex> cells, std::size_t columns) {
    return {cells.front().column, cells.front().row, columns, cells.size() / columns};
}

}  // namespace

AdaptiveTile::AdaptiveTile(const CellEvaluator& plain, std::span<const CellIndex> cells, std::size_t columns)
    : plain_(plain),
      cells_(cells),
      columns_(columns),
      rows_(cells.size() / columns),
      scattered_(plain.scattered(rectangle_of(cells, columns))),
      values_(plain.quantities().size(), std::vector<double>(cells.size())),
      is_solved_(cells.size(), 0),
      layout_(plain.quantities(), most_at_once),
      solved_(layout_) {
    for (const MapQuantity& q : plain.quantities()) {
        is_real_.push_back(q.type == QuantityType::real);
        closeness_.push_back(has_kinks(q) ? closeness_with_kinks : closeness);
        fit_.push_back(has_kinks(q) ? fit_with_kinks : fit);
    }
    const bool are_kinks = std::ranges::any_of(plain.quantities(), has_kinks);
    widest_ = are_kinks ? widest_with_kinks : widest_rectangle;
    wide_ = are_kinks ? wide_with_kinks : wide;
}

void AdaptiveTile::run(TileValues& values) {
    refine(first_nodes());
    // Boundaries are followed from rectangle to rectangle: a cell that one of them solved on the common border may show
    // the other what its own nine cells did not.
    for (bool has_changed = true; has_changed;) {
        std::vector<Node> doubtful;
        std::erase_if(leaves_, [&](const Node& leaf) {
            if (agrees_with_border(leaf)) return false;
            cut(leaf, 1, doubtful);
            return true;
        });
        has_changed = !doubtful.empty();
        refine(std::move(doubtful));
    }
    for (const Node& leaf : leaves_) fill(leaf);
    for (std::size_t q = 0; q < values_.size(); ++q) values.set_first(q, values_[q]);
    const std::vector<double> marks(is_solved_.begin(), is_solved_.end());
    values.set_first(values_.size(), marks);
}

AdaptiveTile::Nine AdaptiveTile::nine_of(const Node& n) {
    return {{n.left, middle_of(n.left, n.right), n.right}, {n.bottom, middle_of(n.bottom, n.top), n.top}};
}

/// Found by halving the tile. The cells on the way are solved too, from far apart to near, because they seed each
/// other.
std::vector<AdaptiveTile::Node> AdaptiveTile::first_nodes() {
    std::vector<Node> nodes{{0, 0, columns_ - 1, rows_ - 1}};
    while (std::max(nodes.front().right - nodes.front().left, nodes.front().top - nodes.front().bottom) > widest_) {
        std::vector<std::size_t> wanted;
        std::vector<Node> smaller;
        for (const Node& node : nodes) {
            want_nine(node, wanted);
            cut(node, widest_, smaller);
        }
        solve(wanted);
        nodes = std::move(smaller);
    }
    return nodes;
}

void AdaptiveTile::refine(std::vector<Node> nodes) {
    while (!nodes.empty()) {
        std::vector<std::size_t> wanted;
        for (const Node& node : nodes) want_nine(node, wanted);
        solve(wanted);
        std::vector<Node> smaller;
        std::vector<Node> uniform;
        for (const Node& node : nodes) {
            if (is_uniform(node)) {
                uniform.push_back(node);
            } else {
                cut(node, 1, smaller);
            }
        }
        confirm(uniform, smaller);
        nodes = std::move(smaller);
    }
}

/// Nine cells can agree by chance, with a resonance between them: wide rectangles must fit two more, in the middles of
/// opposite quarters.
void AdaptiveTile::confirm(const std::vector<Node>& uniform, std::vector<Node>& smaller) {
    std::vector<std::size_t> wanted;
    for (const Node& node : uniform) {
        for (const auto& [column, row] : two_more(node)) want(at(column, row), wanted);
    }
    solve(wanted);
    for (const Node& node : uniform) {
        const std::vector<Place> places = two_more(node);
        if (std::ranges::all_of(places, [&](const Place& p) { return fits(node, p.row, p.column, p.column, 1); })) {
            leaves_.push_back(node);
        } else {
            cut(node, 1, smaller);
        }
    }
}

std::vector<AdaptiveTile::Place> AdaptiveTile::two_more(const Node& n) const {
    if (n.right - n.left < wide_ && n.top - n.bottom < wide_) return {};
    const Nine nine = nine_of(n);
    return {{middle_of(nine.columns[0], nine.columns[1]), middle_of(nine.rows[0], nine.rows[1])},
            {middle_of(nine.columns[1], nine.columns[2]), middle_of(nine.rows[1], nine.rows[2])}};
}

void AdaptiveTile::want_nine(const Node& node, std::vector<std::size_t>& wanted) {
    const Nine nine = nine_of(node);
    for (const std::size_t row : nine.rows) {
        for (const std::size_t column : nine.columns) {
            want(at(column, row), wanted);
        }
    }
}

void AdaptiveTile::want(std::size_t cell, std::vector<std::size_t>& wanted) {
    if (is_solved_[cell] != 0) return;
    is_solved_[cell] = 1;
    wanted.push_back(cell);
}

void AdaptiveTile::solve(const std::vector<std::size_t>& wanted) {
    for (std::size_t first = 0; first < wanted.size(); first += most_at_once) {
        const auto places = std::span(wanted).subspan(first, std::min(most_at_once, wanted.size() - first));
        std::vector<CellIndex> cells;
        for (const std::size_t place : places) cells.push_back(cells_[place]);
        scattered_->evaluate(cells, solved_);
        keep(places);
    }
}

/// The values just solved, in the order of their places.
void AdaptiveTile::keep(std::span<const std::size_t> places) {
    for (std::size_t q = 0; q < values_.size(); ++q) {
        for (std::size_t i = 0; i < places.size(); ++i) values_[q][places[i]] = solved_.get(q, i);
    }
}

bool AdaptiveTile::has_same_pattern(std::size_t cell, std::size_t other) const {
    for (std::size_t q = 0; q < values_.size(); ++q) {
        if (!is_real_[q] && !are_equal(values_[q][cell], values_[q][other])) return false;
    }
    return true;
}

bool AdaptiveTile::is_uniform(const Node& node) const {
    const Nine nine = nine_of(node);
    const std::size_t first = at(node.left, node.bottom);
    if (!plain_.changes_smoothly(static_cast<int>(values_[0][first]))) return false;
    for (const std::size_t row : nine.rows) {
        for (const std::size_t column : nine.columns) {
            if (!has_same_pattern(at(column, row), first)) return false;
        }
    }
    for (std::size_t q = 0; q < values_.size(); ++q) {
        if (is_real_[q] && !is_smooth(node, q)) return false;
    }
    return true;
}

/// Whether the other five of the nine cells are close to what is bilinear between the corners.
bool AdaptiveTile::is_smooth(const Node& node, std::size_t quantity) const {
    const Nine nine = nine_of(node);
    const std::vector<double>& values = values_[quantity];
    const double corners[] = {values[at(node.left, node.bottom)], values[at(node.right, node.bottom)],
                              values[at(node.left, node.top)], values[at(node.right, node.top)]};
    double largest = 0.0;
    for (const double corner : corners) largest = std::isnan(corner) ? largest : std::max(largest, std::abs(corner));
    for (const std::size_t row : nine.rows) {
        const Weights v = linear_weights(nine.rows, row);
        const double left = weighted(v, corners[0], 0.0, corners[2]);
        const double right = weighted(v, corners[1], 0.0, corners[3]);
        for (const std::size_t column : nine.columns) {
            const double value = values[at(column, row)];
            const double between = weighted(linear_weights(nine.columns, column), left, 0.0, right);
            if (std::isnan(value) && std::isnan(between)) continue;
            if (!(std::abs(value - between) <= closeness_[quantity] * largest)) return false;
        }
    }
    return true;
}

/// Whether the cells on its border that are solved have its pattern, and values close to those it would fill in.
bool AdaptiveTile::agrees_with_border(const Node& node) const {
    for (std::size_t row = node.bottom; row <= node.top; ++row) {
        const bool is_end = row == node.bottom || row == node.top;
        const std::size_t step = is_end ? 1 : std::max<std::size_t>(1, node.right - node.left);
        if (!fits(node, row, node.left, node.right, step)) return false;
    }
    return true;
}

/// The same of the solved cells of a row, every `step`-th from `first` to `last`.
bool AdaptiveTile::fits(const Node& node, std::size_t row, std::size_t first, std::size_t last,
                        std::size_t step) const {
    for (std::size_t column = first; column <= last; column += step) {
        const std::size_t cell = at(column, row);
        if (is_solved_[cell] != 0 && !has_same_pattern(cell, at(node.left, node.bottom))) return false;
    }
    std::array<double, widest_rectangle + 1> filled{};
    for (std::size_t q = 0; q < values_.size(); ++q) {
        if (!is_real_[q]) continue;
        fill_row(node, q, row, filled);
        for (std::size_t column = first; column <= last; column += step) {
            const std::size_t cell = at(column, row);
            const double value = values_[q][cell];
            const double between = filled[column - node.left];
            if (is_solved_[cell] == 0 || are_equal(value, between)) continue;
            if (!(std::abs(value - between) <= fit_[q] * std::abs(value))) return false;
        }
    }
    return true;
}

/// Up to four rectangles that share their inner borders: along each direction in which the node spans more than `least`
/// cells. Those without an unsolved cell are dropped.
void AdaptiveTile::cut(const Node& node, std::size_t least, std::vector<Node>& smaller) {
    const Nine nine = nine_of(node);
    const bool is_thin = node.right - node.left <= least;
    const bool is_flat = node.top - node.bottom <= least;
    for (std::size_t j = is_flat ? 1 : 0; j < 2; ++j) {
        for (std::size_t i = is_thin ? 1 : 0; i < 2; ++i) {
            const Node part{is_thin ? node.left : nine.columns[i], is_flat ? node.bottom : nine.rows[j],
                            nine.columns[i + 1], nine.rows[j + 1]};
            if (part.right - part.left > 1 || part.top - part.bottom > 1) smaller.push_back(part);
        }
    }
}

void AdaptiveTile::fill(const Node& node) {
    std::array<double, widest_rectangle + 1> row_values{};
    for (std::size_t q = 0; q < values_.size(); ++q) {
        row_values.fill(values_[q][at(node.left, node.bottom)]);
        for (std::size_t row = node.bottom; row <= node.top; ++row) {
            if (is_real_[q]) fill_row(node, q, row, row_values);
            double* const to = values_[q].data() + at(node.left, row);
            const char* const keeps = is_solved_.data() + at(node.left, row);
            for (std::size_t i = 0; i <= node.right - node.left; ++i) to[i] = keeps[i] != 0 ? to[i] : row_values[i];
        }
    }
}

/// Through the nine cells, quadratic in both directions.
void AdaptiveTile::fill_row(const Node& node, std::size_t quantity, std::size_t row, std::span<double> out) const {
    const Nine nine = nine_of(node);
    const std::vector<double>& values = values_[quantity];
    const Weights v = quadratic_weights(nine.rows, row);
    std::array<double, 3> here{};
    for (std::size_t i = 0; i < here.size(); ++i) {
        const std::size_t column = nine.columns[i];
        here[i] = weighted(v, values[at(column, nine.rows[0])], values[at(column, nine.rows[1])],
                           values[at(column, nine.rows[2])]);
    }
    if (nine.columns[1] == nine.columns[0]) {  // two cells or one
        out[node.right - node.left] = here[2];
        out[0] = here[0];
        return;
    }
    const auto a = static_cast<double>(nine.columns[1] - nine.columns[0]);
    const auto b = static_cast<double>(nine.columns[2] - nine.columns[0]);
    const double slope = (here[1] - here[0]) / a;
    const double bend = ((here[2] - here[0]) / b - slope) / (b - a);
    for (std::size_t i = 0; i <= node.right - node.left; ++i) {
        const auto t = static_cast<double>(i);
        out[i] = here[0] + t * (slope + bend * (t - a));
    }
}

}  // namespace stickslip
