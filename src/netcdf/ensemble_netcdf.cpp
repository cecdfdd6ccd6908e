#include "ensemble_netcdf.hpp"

#include <algorithm>
#include <limits>

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
std::vector<std::string> names_beside_coordinates(const Ensemble& ensemble) {
    std::vector<MapQuantity> all;
    for (const EnsembleKey& key : ensemble.request().vary) all.push_back({key.key, "", ""});
    const std::size_t coordinates = all.size();
    for (const MapQuantity& q : ensemble.quantities()) all.push_back(q);
    const std::vector<std::string> names = variable_names(all, "record", "scale");
    return {names.begin() + static_cast<std::ptrdiff_t>(coordinates), names.end()};
}

}  // namespace

bool write_ensemble_netcdf(const Ensemble& ensemble, const TileStore& store, const std::string& path,
                           const std::function<bool(double)>& progress) {
    const EnsembleRequest& request = ensemble.request();
    NetcdfFile file(path);
    add_ensemble_origin(file, request);
    std::vector<int> dimensions{file.add_dimension("record", request.records.size()),
                                file.add_dimension("scale", request.scales.size())};
    std::vector<std::size_t> sizes{request.records.size(), request.scales.size()};
    for (const EnsembleKey& key : request.vary) {
        dimensions.push_back(file.add_dimension(variable_name(key.key), key.values.size()));
        sizes.push_back(key.values.size());
    }
    const RecordNames names(file, request.records, dimensions[0]);
    const int scale = file.add_variable("scale", NC_DOUBLE, {dimensions[1]}, "1", "factor of the record");
    std::vector<int> keys;
    for (std::size_t i = 0; i < request.vary.size(); ++i) {
        keys.push_back(define_key(file, request.vary[i].key, dimensions[2 + i]));
    }
    std::vector<int> variables;
    const std::vector<std::string> called = names_beside_coordinates(ensemble);
    for (std::size_t q = 0; q < ensemble.quantities().size(); ++q) {
        const MapQuantity& quantity = ensemble.quantities()[q];
        const bool is_flag = quantity.type == QuantityType::flag;
        const int variable = file.add_variable(called[q], is_flag ? NC_BYTE : NC_DOUBLE, dimensions, quantity.unit,
                                               quantity.description);
        if (called[q] != quantity.name) file.add_attribute(variable, "observable", quantity.name);
        if (is_flag) {
            file.add_flags(variable, {0, 1}, quantity.meanings[0] + " " + quantity.meanings[1]);
        } else {
            const double undefined = std::numeric_limits<double>::quiet_NaN();
            file.set_fill(variable, &undefined);
        }
        variables.push_back(variable);
    }
    file.finish_definitions();
    names.write(file);
    file.write(scale, 0, request.scales);
    for (std::size_t i = 0; i < keys.size(); ++i) file.write(keys[i], 0, request.vary[i].values);
    const std::vector<std::size_t> first(sizes.size(), 0);
    for (std::size_t q = 0; q < variables.size(); ++q) {
        if (progress && !progress(static_cast<double>(q) / static_cast<double>(variables.size()))) return false;
        const std::vector<double> numbers = values_of(store, q);
        if (ensemble.quantities()[q].type == QuantityType::flag) {
            const std::vector<signed char> flags(numbers.begin(), numbers.end());
            file.write_block(variables[q], first, sizes, flags.data());
        } else {
            file.write_block(variables[q], first, sizes, numbers.data());
        }
    }
    file.close();
    return true;
}

}  // namespace stickslip
