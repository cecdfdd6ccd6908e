#include "ensemble_netcdf.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "maps/variable_names.hpp"
#include "netcdf_file.hpp"
#include "stickslip/version.hpp"

namespace stickslip {

namespace {

/// The names of the records, as an array of characters, which every reader takes.
class RecordNames {
public:
    RecordNames(NetcdfFile& file, const std::vector<SetRecord>& records, int dimension) : records_(records) {
        for (const SetRecord& record : records) width_ = std::max(width_, record.name.size());
        const int length = file.add_dimension("record_name_length", width_);
        variable_ = file.add_variable("record", NC_CHAR, {dimension, length}, "", "record");
        file.add_attribute(variable_, "_Encoding", "utf-8");
    }

    void write(NetcdfFile& file) const {
        std::string block(records_.size() * width_, '\0');
        for (std::size_t i = 0; i < records_.size(); ++i) {
            std::ranges::copy(records_[i].name, block.begin() + static_cast<std::ptrdiff_t>(i * width_));
        }
        file.write_block(variable_, {0, 0}, {records_.size(), width_}, block.data());
    }

private:
    const std::vector<SetRecord>& records_;
    std::size_t width_ = 1;
    int variable_ = 0;
};

void add_ensemble_origin(NetcdfFile& file, const EnsembleRequest& request) {
    file.add_attribute(NC_GLOBAL, "Conventions", "CF-1.8");
    file.add_attribute(NC_GLOBAL, "title", request.document.title());
    file.add_attribute(NC_GLOBAL, "source", "stickslip");
    file.add_attribute(NC_GLOBAL, "version", std::string(version()));
    if (!request.command.empty()) file.add_attribute(NC_GLOBAL, "command", request.command);
    file.add_attribute(NC_GLOBAL, "case", request.document.text());
}

int define_key(NetcdfFile& file, const std::string& key, int dimension) {
    const KeyMeaning meaning = key_meaning(key);
    const int variable =
        file.add_variable(variable_name(key), NC_DOUBLE, {dimension}, meaning.unit, meaning.description);
    file.add_attribute(variable, "key", key);
    return variable;
}

/// As `variable_names`, beside the coordinates.
std::vector<std::string> names_beside_coordinates(const EnsembleRequest& request,
                                                  const std::vector<MapQuantity>& quantities) {
    std::vector<MapQuantity> all;
    for (const EnsembleKey& key : request.vary) all.push_back({key.key, "", ""});
    const std::size_t coordinates = all.size();
    for (const MapQuantity& q : quantities) all.push_back(q);
    const std::vector<std::string> names = variable_names(all, "record", "scale");
    return {names.begin() + static_cast<std::ptrdiff_t>(coordinates), names.end()};
}

/// The dimensions of every quantity, and what lies along them.
class EnsembleCoordinates {
public:
    EnsembleCoordinates(NetcdfFile& file, const EnsembleRequest& request, EnsembleScales scales) : request_(request) {
        add_dimension(file, "record", request.records.size());
        if (scales == EnsembleScales::along_a_dimension) add_dimension(file, "scale", request.scales.size());
        const std::size_t first_key = dimensions_.size();
        for (const EnsembleKey& key : request.vary) add_dimension(file, variable_name(key.key), key.values.size());
        names_.emplace(file, request.records, dimensions_.front());
        if (scales == EnsembleScales::along_a_dimension) {
            scale_ = file.add_variable("scale", NC_DOUBLE, {dimensions_[1]}, "1", "factor of the record");
        }
        for (std::size_t i = 0; i < request.vary.size(); ++i) {
            keys_.push_back(define_key(file, request.vary[i].key, dimensions_[first_key + i]));
        }
    }

    void write(NetcdfFile& file) const {
        names_->write(file);
        if (scale_) file.write(*scale_, 0, request_.scales);
        for (std::size_t i = 0; i < keys_.size(); ++i) file.write(keys_[i], 0, request_.vary[i].values);
    }

    [[nodiscard]] const std::vector<int>& dimensions() const { return dimensions_; }
    [[nodiscard]] const std::vector<std::size_t>& sizes() const { return sizes_; }

private:
    void add_dimension(NetcdfFile& file, const std::string& name, std::size_t size) {
        dimensions_.push_back(file.add_dimension(name, size));
        sizes_.push_back(size);
    }

    const EnsembleRequest& request_;
    std::vector<int> dimensions_;
    std::vector<std::size_t> sizes_;
    std::optional<RecordNames> names_;
    std::optional<int> scale_;
    std::vector<int> keys_;
};

int define_ensemble_quantity(NetcdfFile& file, const MapQuantity& quantity, const std::string& name,
                             const std::vector<int>& dimensions) {
    const bool is_flag = quantity.type == QuantityType::flag;
    const int variable =
        file.add_variable(name, is_flag ? NC_BYTE : NC_DOUBLE, dimensions, quantity.unit, quantity.description);
    if (name != quantity.name) file.add_attribute(variable, "observable", quantity.name);
    if (!is_flag) {
        const double undefined = std::numeric_limits<double>::quiet_NaN();
        file.set_fill(variable, &undefined);
        return variable;
    }
    std::vector<signed char> values;
    std::string meanings;
    for (const std::string& meaning : quantity.meanings) {
        values.push_back(static_cast<signed char>(values.size()));
        meanings += (meanings.empty() ? "" : " ") + meaning;
    }
    file.add_flags(variable, values, meanings);
    return variable;
}

}  // namespace

bool write_ensemble_netcdf(const EnsembleRequest& request, EnsembleScales scales, const TileStore& store,
                           const std::string& path, const std::function<bool(double)>& progress) {
    NetcdfFile file(path);
    add_ensemble_origin(file, request);
    const EnsembleCoordinates coordinates(file, request, scales);
    const std::vector<MapQuantity>& quantities = store.layout().quantities();
    const std::vector<std::string> names = names_beside_coordinates(request, quantities);
    std::vector<int> variables;
    for (std::size_t q = 0; q < quantities.size(); ++q) {
        variables.push_back(define_ensemble_quantity(file, quantities[q], names[q], coordinates.dimensions()));
    }
    file.finish_definitions();
    coordinates.write(file);
    const std::vector<std::size_t> first(coordinates.sizes().size(), 0);
    for (std::size_t q = 0; q < variables.size(); ++q) {
        if (progress && !progress(static_cast<double>(q) / static_cast<double>(variables.size()))) return false;
        const std::vector<double> numbers = values_of(store, q);
        if (quantities[q].type == QuantityType::flag) {
            const std::vector<signed char> flags(numbers.begin(), numbers.end());
            file.write_block(variables[q], first, coordinates.sizes(), flags.data());
        } else {
            file.write_block(variables[q], first, coordinates.sizes(), numbers.data());
        }
    }
    file.close();
    return true;
}

}  // namespace stickslip
