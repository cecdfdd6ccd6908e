#include "tile_values.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace stickslip {

namespace {

void store(QuantityType type, const double* values, std::size_t count, std::byte* to) {
    if (type == QuantityType::real) {
        for (std::size_t i = 0; i < count; ++i) {
            const double stored = std::isfinite(values[i]) ? values[i] : std::numeric_limits<double>::quiet_NaN();
            std::memcpy(to + i * sizeof stored, &stored, sizeof stored);
        }
    } else if (type == QuantityType::count) {
        for (std::size_t i = 0; i < count; ++i) {
            const std::int32_t stored =
                std::isfinite(values[i]) ? static_cast<std::int32_t>(values[i]) : undefined_count;
            std::memcpy(to + i * sizeof stored, &stored, sizeof stored);
        }
    } else {
        for (std::size_t i = 0; i < count; ++i) to[i] = static_cast<std::byte>(values[i]);
    }
}

}  // namespace

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
    store(type, &value, 1, bytes_.data() + layout_->offset(quantity) + cell * bytes_of(type));
}

void TileValues::set_first(std::size_t quantity, std::span<const double> values) {
    const QuantityType type = layout_->quantities()[quantity].type;
    store(type, values.data(), values.size(), bytes_.data() + layout_->offset(quantity));
}

std::size_t TileValues::count_flag(std::size_t quantity, std::size_t cells, int flag) const {
    const std::byte* const first = data(quantity, 0);
    return static_cast<std::size_t>(std::count(first, first + cells, static_cast<std::byte>(flag)));
}

std::string TileValues::nonsense() const {
    for (std::size_t q = 0; q < layout_->quantities().size(); ++q) {
        const MapQuantity& quantity = layout_->quantities()[q];
        for (std::size_t cell = 0; cell < layout_->cells(); ++cell) {
            const double value = get(q, cell);
            const bool is_flag = quantity.type == QuantityType::flag;
            const bool is_count = quantity.type == QuantityType::count;
            if (is_flag && !(value < static_cast<double>(quantity.meanings.size()))) {
                return quantity.name + " = " + std::to_string(static_cast<int>(value)) + ", which means nothing";
            }
            if (std::isinf(value) || (is_count && value < 0.0)) return quantity.name + " out of its range";
        }
    }
    return "";
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
