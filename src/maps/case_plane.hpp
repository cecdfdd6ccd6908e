#pragma once

#include "stickslip/maps/map_request.hpp"
#include "tiling.hpp"

namespace stickslip {

/// The case of every cell of a map.
class CasePlane {
public:
    explicit CasePlane(const MapRequest& request) : document_(request.document), x_(request.x), y_(request.y) {}

    [[nodiscard]] const MapAxis& x() const { return x_; }
    [[nodiscard]] const MapAxis& y() const { return y_; }

    [[nodiscard]] CaseDocument at(CellIndex cell) const {
        return document_.with_value(x_.key, x_.centre(cell.column)).with_value(y_.key, y_.centre(cell.row));
    }

    /// Lower left, lower right, upper left, upper right.
    [[nodiscard]] std::vector<CellIndex> corners() const {
        const auto last_column = static_cast<std::uint32_t>(x_.count - 1);
        const auto last_row = static_cast<std::uint32_t>(y_.count - 1);
        return {{0, 0}, {last_column, 0}, {0, last_row}, {last_column, last_row}};
    }

private:
    CaseDocument document_;
    MapAxis x_;
    MapAxis y_;
};

}  // namespace stickslip
