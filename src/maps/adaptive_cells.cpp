#include "adaptive_cells.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "stickslip/maps/map_boundaries.hpp"

namespace stickslip {

namespace {

constexpr TileShape large_tile{128, 128};
constexpr std::size_t widest = 32;           // cells of a rectangle that is judged by nine of them
constexpr std::size_t narrowest_marked = 4;  // a rectangle with a traced boundary is cut down to this
constexpr double closeness = 0.03;  // of solved reals to the bilinear interpolation, relative to the largest corner
constexpr std::size_t block_columns = 16;  // of cells that are solved together
constexpr std::size_t most_rows = 64;
static_assert(widest * widest <= block_columns * most_rows);
constexpr int dense_level = 3;       // rectangles are about 5 cells wide
constexpr double dense_part = 0.35;  // of a first rectangle: if that much is still to be cut then, it is solved whole
constexpr std::size_t worth_tracing = std::size_t{1} << 22;  // cells of a map from which traced boundaries pay
/// Curves need not be exact here, only near: a part of the cost of a picture of them.
const TraceOptions coarse_curves{.seed_lines = 40, .step = 0.02, .smallest_step = 1e-4, .tolerance = 1e-6};

/// The cells of a map that traced boundaries pass through, found by tile.
class BoundaryMarks {
public:
    BoundaryMarks(const MapRequest& request, const std::vector<BoundaryCurve>& curves) : x_(request.x), y_(request.y) {
        for (const BoundaryCurve& curve : curves) {
            for (std::size_t i = 1; i < curve.points.size(); ++i) mark(curve.points[i - 1], curve.points[i]);
        }
    }

    /// Whether a cell of this rectangle is marked, its border included.
    [[nodiscard]] bool any_in(CellIndex first, CellIndex last) const {
        const auto found = tiles_.find(tile_of(first));
        if (found == tiles_.end()) return false;
        return std::ranges::any_of(found->second, [&](const CellIndex& c) {
            return c.column >= first.column && c.column <= last.column && c.row >= first.row && c.row <= last.row;
        });
    }

private:
    [[nodiscard]] static double place(const MapAxis& axis, double value) {
        const double part = axis.is_logarithmic ? std::log(value / axis.from) / std::log(axis.to / axis.from)
                                                : (value - axis.from) / (axis.to - axis.from);
        return part * static_cast<double>(axis.count);
    }

    [[nodiscard]] static std::uint64_t tile_of(CellIndex c) {
        return (std::uint64_t{c.row} / large_tile.rows << 32U) + c.column / large_tile.columns;
    }

    void mark(const BoundaryPoint& from, const BoundaryPoint& to) {
        const double u = place(x_, from.x);
        const double v = place(y_, from.y);
        const double du = place(x_, to.x) - u;
        const double dv = place(y_, to.y) - v;
        const double steps = std::ceil(2.0 * std::max(std::abs(du), std::abs(dv))) + 1.0;
        for (double i = 0.0; i <= steps; ++i) {
            const double column = std::floor(u + du * i / steps);
            const double row = std::floor(v + dv * i / steps);
            if (column < 0.0 || row < 0.0 || column >= static_cast<double>(x_.count) ||
                row >= static_cast<double>(y_.count)) {
                continue;
            }
            const CellIndex cell{static_cast<std::uint32_t>(column), static_cast<std::uint32_t>(row)};
            std::vector<CellIndex>& list = tiles_[tile_of(cell)];
            if (list.empty() || list.back().column != cell.column || list.back().row != cell.row) list.push_back(cell);
        }
    }

    const MapAxis& x_;
    const MapAxis& y_;
    std::unordered_map<std::uint64_t, std::vector<CellIndex>> tiles_;
};

/// A rectangle of cells of a tile, both corners included, in places within the tile.
struct Node {
    std::size_t left, bottom, right, top;
    std::size_t origin;  ///< the number of the rectangle that it was cut from

    [[nodiscard]] std::size_t width() const { return right - left + 1; }
    [[nodiscard]] std::size_t height() const { return top - bottom + 1; }
    [[nodiscard]] std::size_t middle_x() const { return (left + right) / 2; }
    [[nodiscard]] std::size_t middle_y() const { return (bottom + top) / 2; }
};

/// Of the values at the first, middle and last cell of a rectangle, along one direction.
using Weights = std::array<double, 3>;

Weights linear_weights(std::size_t first, std::size_t last, std::size_t at) {
    if (first == last) return {1.0, 0.0, 0.0};
    const double part = static_cast<double>(at - first) / static_cast<double>(last - first);
    return {1.0 - part, 0.0, part};
}

/// Lagrange's; a rectangle of two cells has no middle.
Weights quadratic_weights(std::size_t first, std::size_t middle, std::size_t last, std::size_t at) {
    if (middle == first) return linear_weights(first, last, at);
    const auto a = static_cast<double>(middle - first);
    const auto b = static_cast<double>(last - first);
    const auto t = static_cast<double>(at - first);
    return {(t - a) * (t - b) / (a * b), t * (t - b) / (a * (a - b)), t * (t - a) / (b * (b - a))};
}

/// One tile while it is being solved.
class AdaptiveTile {
public:
    AdaptiveTile(const CellEvaluator& plain, const BoundaryMarks& marks, std::span<const CellIndex> cells,
                 std::size_t columns, TileValues& values, const std::atomic<bool>& stop)
        : plain_(plain),
          marks_(marks),
          cells_(cells),
          columns_(columns),
          rows_(cells.size() / columns),
          values_(values),
          stop_(stop),
          is_solved_(cells.size(), false),
          layout_(plain.quantities(), block_columns * most_rows),
          solved_(layout_) {}

    void run() {
        std::vector<Node> nodes = first_nodes();
        int level = 0;
        while (!nodes.empty() && !stop_) {
            std::vector<std::size_t> wanted;
            for (const Node& node : nodes) want_nine(node, wanted);
            solve(std::move(wanted));
            if (stop_) return;
            std::vector<Node> smaller;
            for (const Node& node : nodes) {
                if (is_uniform(node)) {
                    fill(node);
                } else {
                    cut(node, smaller);
                }
            }
            if (++level == dense_level) solve_dense(smaller);
            nodes = std::move(smaller);
        }
        for (std::size_t i = 0; i < cells_.size(); ++i)
            values_.set(plain_.quantities().size(), i, is_solved_[i] ? 1 : 0);
    }

private:
    [[nodiscard]] std::size_t at(std::size_t column, std::size_t row) const { return row * columns_ + column; }

    [[nodiscard]] std::vector<Node> first_nodes() const {
        std::vector<Node> nodes;
        for (std::size_t row = 0; row < rows_; row += widest) {
            for (std::size_t column = 0; column < columns_; column += widest) {
                nodes.push_back({column, row, std::min(column + widest, columns_) - 1,
                                 std::min(row + widest, rows_) - 1, nodes.size()});
            }
        }
        return nodes;
    }

    /// Where most of a first rectangle is still to be cut, all its cells are solved: together they help each other more
    /// than scattered ones do.
    void solve_dense(std::vector<Node>& nodes) {
        const std::vector<Node> origins = first_nodes();
        std::vector<double> areas(origins.size(), 0.0);
        for (const Node& node : nodes) areas[node.origin] += static_cast<double>(node.width() * node.height());
        const auto is_dense = [&](const Node& origin) {
            return areas[origin.origin] > dense_part * static_cast<double>(origin.width() * origin.height());
        };
        for (const Node& origin : origins) {
            if (is_dense(origin) && !stop_) solve_whole(origin);
        }
        std::erase_if(nodes, [&](const Node& node) { return is_dense(origins[node.origin]); });
    }

    void solve_whole(const Node& node) {
        std::vector<std::size_t> places;
        std::vector<CellIndex> block;
        for (std::size_t row = node.bottom; row <= node.top; ++row) {
            for (std::size_t column = node.left; column <= node.right; ++column) {
                places.push_back(at(column, row));
                block.push_back(cells_[places.back()]);
                is_solved_[places.back()] = true;
            }
        }
        plain_.evaluate(block, node.width(), solved_, stop_);
        keep(places);
    }

    /// The values just solved, in the order of their places.
    void keep(std::span<const std::size_t> places) {
        for (std::size_t i = 0; i < places.size(); ++i) {
            for (std::size_t q = 0; q < plain_.quantities().size(); ++q) values_.set(q, places[i], solved_.get(q, i));
        }
    }

    void want_nine(const Node& node, std::vector<std::size_t>& wanted) {
        for (const std::size_t row : {node.bottom, node.middle_y(), node.top}) {
            for (const std::size_t column : {node.left, node.middle_x(), node.right}) {
                const std::size_t cell = at(column, row);
                if (is_solved_[cell]) continue;
                is_solved_[cell] = true;
                wanted.push_back(cell);
            }
        }
    }

    /// Neighbours seed each other down the columns of a block: the cells are taken up one column of the map and down
    /// the next, and each column of the block gets a piece of that path.
    void solve(std::vector<std::size_t> wanted) {
        std::ranges::sort(wanted, {}, [&](std::size_t cell) {
            const std::size_t column = cell % columns_;
            const std::size_t row = cell / columns_;
            return std::pair(column, column % 2 == 0 ? row : rows_ - row);
        });
        for (std::size_t first = 0; first < wanted.size() && !stop_;) {
            const std::size_t left = wanted.size() - first;
            const std::size_t columns = std::min(block_columns, left);
            const std::size_t rows = std::min(most_rows, left / columns);
            solve_block(std::span(wanted).subspan(first, columns * rows), columns);
            first += columns * rows;
        }
    }

    void solve_block(std::span<const std::size_t> path, std::size_t columns) {
        const std::size_t rows = path.size() / columns;
        std::vector<std::size_t> places;
        std::vector<CellIndex> block;
        for (std::size_t i = 0; i < path.size(); ++i) {
            places.push_back(path[i % columns * rows + i / columns]);
            block.push_back(cells_[places.back()]);
        }
        plain_.evaluate(block, columns, solved_, stop_);
        keep(places);
    }

    [[nodiscard]] bool is_uniform(const Node& node) const {
        const bool is_small = node.width() <= narrowest_marked && node.height() <= narrowest_marked;
        if (!is_small && marks_.any_in(cells_[at(node.left, node.bottom)], cells_[at(node.right, node.top)]))
            return false;
        for (std::size_t q = 0; q < plain_.quantities().size(); ++q) {
            const bool is_real = plain_.quantities()[q].type == QuantityType::real;
            if (is_real ? !is_smooth(node, q) : !is_equal(node, q)) return false;
        }
        return true;
    }

    [[nodiscard]] bool is_equal(const Node& node, std::size_t q) const {
        const double first = values_.get(q, at(node.left, node.bottom));
        for (const std::size_t row : {node.bottom, node.middle_y(), node.top}) {
            for (const std::size_t column : {node.left, node.middle_x(), node.right}) {
                const double value = values_.get(q, at(column, row));
                if (value != first && !(std::isnan(value) && std::isnan(first))) return false;
            }
        }
        return true;
    }

    [[nodiscard]] bool is_smooth(const Node& node, std::size_t q) const {
        const double corners[] = {values_.get(q, at(node.left, node.bottom)),
                                  values_.get(q, at(node.right, node.bottom)), values_.get(q, at(node.left, node.top)),
                                  values_.get(q, at(node.right, node.top))};
        double largest = 0.0;
        for (const double corner : corners)
            largest = std::isnan(corner) ? largest : std::max(largest, std::abs(corner));
        for (const std::size_t row : {node.bottom, node.middle_y(), node.top}) {
            for (const std::size_t column : {node.left, node.middle_x(), node.right}) {
                const double value = values_.get(q, at(column, row));
                const double between = bilinear(node, q, column, row);
                if (std::isnan(value) && std::isnan(between)) continue;
                if (!(std::abs(value - between) <= closeness * largest)) return false;
            }
        }
        return true;
    }

    /// Between the corners, linear in both directions.
    [[nodiscard]] double bilinear(const Node& node, std::size_t q, std::size_t column, std::size_t row) const {
        const Weights u = linear_weights(node.left, node.right, column);
        const Weights v = linear_weights(node.bottom, node.top, row);
        return weighted(node, q, u, v);
    }

    /// Through all nine cells, quadratic in both directions.
    [[nodiscard]] double biquadratic(const Node& node, std::size_t q, std::size_t column, std::size_t row) const {
        const Weights u = quadratic_weights(node.left, node.middle_x(), node.right, column);
        const Weights v = quadratic_weights(node.bottom, node.middle_y(), node.top, row);
        return weighted(node, q, u, v);
    }

    [[nodiscard]] double weighted(const Node& node, std::size_t q, const Weights& u, const Weights& v) const {
        const std::size_t columns[] = {node.left, node.middle_x(), node.right};
        const std::size_t rows[] = {node.bottom, node.middle_y(), node.top};
        double sum = 0.0;
        for (std::size_t j = 0; j < 3; ++j) {
            for (std::size_t i = 0; i < 3; ++i) {
                const double weight = u[i] * v[j];
                if (weight != 0.0) sum += weight * values_.get(q, at(columns[i], rows[j]));
            }
        }
        return sum;
    }

    void fill(const Node& node) {
        for (std::size_t q = 0; q < plain_.quantities().size(); ++q) {
            const bool is_real = plain_.quantities()[q].type == QuantityType::real;
            const double same = values_.get(q, at(node.left, node.bottom));
            for (std::size_t row = node.bottom; row <= node.top; ++row) {
                for (std::size_t column = node.left; column <= node.right; ++column) {
                    const std::size_t cell = at(column, row);
                    if (is_solved_[cell]) continue;
                    values_.set(q, cell, is_real ? biquadratic(node, q, column, row) : same);
                }
            }
        }
    }

    /// Four rectangles that share their inner borders; those without an unsolved cell are dropped.
    void cut(const Node& node, std::vector<Node>& smaller) const {
        const std::size_t x = node.middle_x();
        const std::size_t y = node.middle_y();
        const std::size_t origin = node.origin;
        for (const Node& part :
             {Node{node.left, node.bottom, x, y, origin}, Node{x, node.bottom, node.right, y, origin},
              Node{node.left, y, x, node.top, origin}, Node{x, y, node.right, node.top, origin}}) {
            if (part.width() > 2 || part.height() > 2) smaller.push_back(part);
        }
    }

    const CellEvaluator& plain_;
    const BoundaryMarks& marks_;
    std::span<const CellIndex> cells_;
    std::size_t columns_;
    std::size_t rows_;
    TileValues& values_;
    const std::atomic<bool>& stop_;
    std::vector<bool> is_solved_;
    TileLayout layout_;
    TileValues solved_;
};

class AdaptiveCells : public CellEvaluator {
public:
    AdaptiveCells(std::unique_ptr<const CellEvaluator> plain, const MapRequest& request,
                  const std::vector<BoundaryCurve>& curves)
        : plain_(std::move(plain)), request_(request), marks_(request_, curves), quantities_(plain_->quantities()) {
        quantities_.push_back({"solved",
                               "1",
                               "whether the cell was solved or interpolated",
                               QuantityType::flag,
                               {"interpolated", "solved"}});
    }

    [[nodiscard]] const std::vector<MapQuantity>& quantities() const override { return quantities_; }
    [[nodiscard]] int failure_flag() const override { return plain_->failure_flag(); }
    [[nodiscard]] TileShape tile_shape() const override { return large_tile; }
    void evaluate(std::span<const CellIndex> cells, std::size_t columns, TileValues& values,
                  const std::atomic<bool>& stop) const override {
        AdaptiveTile(*plain_, marks_, cells, columns, values, stop).run();
    }

private:
    std::unique_ptr<const CellEvaluator> plain_;
    MapRequest request_;
    BoundaryMarks marks_;
    std::vector<MapQuantity> quantities_;
};

/// Without curves where they do not pay or are not known.
std::vector<BoundaryCurve> known_boundaries(const MapRequest& request) {
    if (request.cells() < worth_tracing) return {};
    try {
        return boundaries_of(request, coarse_curves);
    } catch (const std::invalid_argument&) {
        return {};
    }
}

}  // namespace

std::unique_ptr<const CellEvaluator> make_adaptive_cells(std::unique_ptr<const CellEvaluator> plain,
                                                         const MapRequest& request) {
    return std::make_unique<AdaptiveCells>(std::move(plain), request, known_boundaries(request));
}

}  // namespace stickslip
