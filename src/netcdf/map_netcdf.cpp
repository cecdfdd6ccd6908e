#include "map_netcdf.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "maps/variable_names.hpp"
#include "netcdf_file.hpp"
#include "stickslip/version.hpp"

namespace stickslip {

namespace {

constexpr std::size_t chunk_rows = 64;
constexpr std::size_t chunk_columns = 512;
constexpr std::size_t band_columns = std::size_t{1} << 18;  // a multiple of the chunks; bounds the memory of wide maps
constexpr int light_compression = 1;                        // flags and counts shrink to almost nothing
static_assert(band_columns % chunk_columns == 0);

/// Whole chunks and whole tiles, whose rows divide a chunk or are as many at least.
std::size_t band_rows(const Tiling& tiling) { return std::max(chunk_rows, tiling.shape().rows); }

nc_type stored_type(QuantityType type) {
    switch (type) {
        case QuantityType::flag: return NC_BYTE;
        case QuantityType::count: return NC_INT;
        case QuantityType::real: return NC_DOUBLE;
    }
    return NC_NAT;
}

int define_coordinate(NetcdfFile& file, const MapAxis& axis, const char* direction, int dimension) {
    const KeyMeaning meaning = key_meaning(axis.key);
    const int variable =
        file.add_variable(variable_name(axis.key), NC_DOUBLE, {dimension}, meaning.unit, meaning.description);
    file.add_attribute(variable, "axis", direction);
    file.add_attribute(variable, "key", axis.key);
    file.add_attribute(variable, "spacing", axis.is_logarithmic ? "logarithmic" : "linear");
    file.add_attribute(variable, "lower_edge", axis.from);
    file.add_attribute(variable, "upper_edge", axis.to);
    return variable;
}

void write_coordinate(NetcdfFile& file, const MapAxis& axis, int variable) {
    std::vector<double> centres;
    for (std::size_t i = 0; i < axis.count; ++i) centres.push_back(axis.centre(i));
    file.write(variable, 0, centres);
}

int define_quantity(NetcdfFile& file, const MapQuantity& q, const std::string& name, const std::vector<int>& dimensions,
                    const Tiling& tiling) {
    const int variable = file.add_variable(name, stored_type(q.type), dimensions, q.unit, q.description);
    if (name != q.name) file.add_attribute(variable, "observable", q.name);
    const std::vector<std::size_t> chunk{std::min(chunk_rows, tiling.rows()),
                                         std::min(chunk_columns, tiling.columns())};
    const std::size_t band =
        std::min(band_rows(tiling), tiling.rows()) * (std::min(band_columns, tiling.columns()) + chunk_columns);
    file.set_chunks(variable, chunk, band * bytes_of(q.type));
    if (q.type != QuantityType::real) file.set_compression(variable, light_compression);
    if (q.type == QuantityType::flag) {
        std::vector<signed char> values;
        std::string meanings;
        for (const std::string& meaning : q.meanings) {
            values.push_back(static_cast<signed char>(values.size()));
            meanings += (meanings.empty() ? "" : " ") + meaning;
        }
        file.add_flags(variable, values, meanings);
    }
    const double undefined = std::numeric_limits<double>::quiet_NaN();
    if (q.type == QuantityType::count) file.set_fill(variable, &undefined_count);
    if (q.type == QuantityType::real) file.set_fill(variable, &undefined);
    return variable;
}

/// An adaptive map marks its cells: every other variable says where to look (CF section 3.4).
void refer_to_marks(NetcdfFile& file, const std::vector<MapQuantity>& quantities, const std::vector<int>& variables) {
    if (quantities.back().name != "solved") return;
    for (std::size_t q = 0; q + 1 < variables.size(); ++q) {
        file.add_attribute(variables[q], "ancillary_variables", "solved");
        file.add_attribute(variables[q], "comment",
                           quantities[q].type == QuantityType::real
                               ? "interpolated where solved is 0, to about 3 % of the values around"
                               : "taken over from the cells around where solved is 0");
    }
}

void add_origin(NetcdfFile& file, const MapRequest& request) {
    file.add_attribute(NC_GLOBAL, "Conventions", "CF-1.8");
    file.add_attribute(NC_GLOBAL, "title", request.document.title());
    file.add_attribute(NC_GLOBAL, "source", "stickslip");
    file.add_attribute(NC_GLOBAL, "version", std::string(version()));
    file.add_attribute(NC_GLOBAL, "command", request.command);
    file.add_attribute(NC_GLOBAL, "case", request.document.text());
}

/// A rectangle of the map as large as the memory should get, collected from its tiles and written at once.
class Band {
public:
    Band(const TileStore& store, std::size_t first_row, std::size_t first_column)
        : store_(store),
          first_row_(first_row),
          first_column_(first_column),
          rows_(std::min(band_rows(store.tiling()), store.tiling().rows() - first_row)),
          columns_(std::min(band_columns, store.tiling().columns() - first_column)) {
        for (const MapQuantity& q : store.layout().quantities()) {
            blocks_.emplace_back(rows_ * columns_ * bytes_of(q.type));
        }
    }

    void collect() {
        const Tiling& tiling = store_.tiling();
        const TileShape shape = tiling.shape();
        TileValues values(store_.layout());
        for (std::size_t row = first_row_; row < first_row_ + rows_; row += shape.rows) {
            for (std::size_t column = first_column_; column < first_column_ + columns_; column += shape.columns) {
                const std::size_t tile = row / shape.rows * tiling.tiles_across() + column / shape.columns;
                store_.get(tile, values);
                copy(values, tiling.rectangle(tile));
            }
        }
    }

    void write(NetcdfFile& file, const std::vector<int>& variables) const {
        for (std::size_t q = 0; q < variables.size(); ++q) {
            file.write_block(variables[q], {first_row_, first_column_}, {rows_, columns_}, blocks_[q].data());
        }
    }

private:
    void copy(const TileValues& values, const TileRectangle& r) {
        for (std::size_t q = 0; q < blocks_.size(); ++q) {
            const std::size_t width = bytes_of(store_.layout().quantities()[q].type);
            for (std::size_t row = 0; row < r.rows; ++row) {
                const std::size_t place = (r.first_row + row - first_row_) * columns_ + r.first_column - first_column_;
                std::memcpy(blocks_[q].data() + place * width, values.data(q, row * r.columns), r.columns * width);
            }
        }
    }

    const TileStore& store_;
    std::size_t first_row_;
    std::size_t first_column_;
    std::size_t rows_;
    std::size_t columns_;
    std::vector<std::vector<std::byte>> blocks_;
};

}  // namespace

bool write_map_netcdf(const MapRequest& request, const TileStore& store, const std::string& path,
                      const std::function<bool(double)>& progress) {
    NetcdfFile file(path);
    add_origin(file, request);
    const int rows = file.add_dimension(variable_name(request.y.key), request.y.count);
    const int columns = file.add_dimension(variable_name(request.x.key), request.x.count);
    const int y = define_coordinate(file, request.y, "Y", rows);
    const int x = define_coordinate(file, request.x, "X", columns);
    std::vector<int> variables;
    const std::vector<MapQuantity>& quantities = store.layout().quantities();
    const std::vector<std::string> names = variable_names(quantities, request.x.key, request.y.key);
    for (std::size_t q = 0; q < quantities.size(); ++q) {
        variables.push_back(define_quantity(file, quantities[q], names[q], {rows, columns}, store.tiling()));
    }
    refer_to_marks(file, quantities, variables);
    file.finish_definitions();
    write_coordinate(file, request.y, y);
    write_coordinate(file, request.x, x);
    for (std::size_t row = 0; row < request.y.count; row += band_rows(store.tiling())) {
        if (progress && !progress(static_cast<double>(row) / static_cast<double>(request.y.count))) return false;
        for (std::size_t column = 0; column < request.x.count; column += band_columns) {
            Band band(store, row, column);
            band.collect();
            band.write(file, variables);
        }
    }
    file.close();
    return true;
}

}  // namespace stickslip
