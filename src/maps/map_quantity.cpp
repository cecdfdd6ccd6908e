#include "stickslip/maps/map_quantity.hpp"

#include <cmath>
#include <cstring>
#include <limits>

namespace stickslip {

std::size_t bytes_of(QuantityType type) {
    switch (type) {
        case QuantityType::flag: return 1;
        case QuantityType::count: return sizeof(std::int32_t);
        case QuantityType::real: return sizeof(double);
    }
    return 0;
}

TileLayout::TileLayout(std::vector<MapQuantity> quantities, std::size_t cells)
    : quantities_(std::move(quantities)), cells_(cells) {
    for (const MapQuantity& q : quantities_) {
        offsets_.push_back(bytes_);
        bytes_ += bytes_of(q.type) * cells_;
    }
}

const std::byte* TileValues::data(std::size_t quantity, std::size_t cell) const {
    return bytes_.data() + layout_->offset(quantity) + cell * bytes_of(layout_->quantities()[quantity].type);
}

void TileValues::set(std::size_t quantity, std::size_t cell, double value) {
    const QuantityType type = layout_->quantities()[quantity].type;
    std::byte* const place = bytes_.data() + layout_->offset(quantity) + cell * bytes_of(type);
    if (type == QuantityType::real) {
        const double stored = std::isfinite(value) ? value : std::numeric_limits<double>::quiet_NaN();
        std::memcpy(place, &stored, sizeof stored);
    } else if (type == QuantityType::count) {
        const std::int32_t stored = std::isfinite(value) ? static_cast<std::int32_t>(value) : undefined_count;
        std::memcpy(place, &stored, sizeof stored);
    } else {
        *place = static_cast<std::byte>(value);
    }
}

double TileValues::get(std::size_t quantity, std::size_t cell) const {
    const std::byte* const place = data(quantity, cell);
    switch (layout_->quantities()[quantity].type) {
        case QuantityType::flag: return std::to_integer<int>(*place);
        case QuantityType::count: {
            std::int32_t stored = 0;
            std::memcpy(&stored, place, sizeof stored);
            return stored == undefined_count ? std::numeric_limits<double>::quiet_NaN() : stored;
        }
        case QuantityType::real: break;
    }
    double stored = 0.0;
    std::memcpy(&stored, place, sizeof stored);
    return stored;
}

}  // namespace stickslip
