#pragma once

#include <netcdf.h>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace stickslip {

/// A NetCDF-4 file being written; every call that fails ends in one sentence with the path.
class NetcdfFile {
public:
    explicit NetcdfFile(std::string path) : path_(std::move(path)) {
        check(nc_create(path_.c_str(), NC_NETCDF4 | NC_CLOBBER, &id_));
        is_open_ = true;
    }
    NetcdfFile(const NetcdfFile&) = delete;
    NetcdfFile& operator=(const NetcdfFile&) = delete;
    ~NetcdfFile() {
        if (is_open_) nc_abort(id_);
    }

    void close() {
        is_open_ = false;
        check(nc_close(id_));
    }
    void finish_definitions() { check(nc_enddef(id_)); }

    [[nodiscard]] int add_dimension(const std::string& name, std::size_t length) {
        int dimension = 0;
        check(nc_def_dim(id_, name.c_str(), length, &dimension));
        return dimension;
    }

    [[nodiscard]] int add_variable(const std::string& name, nc_type type, const std::vector<int>& dimensions,
                                   const std::string& units, const std::string& long_name) {
        int variable = 0;
        check(nc_def_var(id_, name.c_str(), type, static_cast<int>(dimensions.size()), dimensions.data(), &variable));
        if (!units.empty()) add_attribute(variable, "units", units);
        add_attribute(variable, "long_name", long_name);
        return variable;
    }

    void add_attribute(int variable, const char* name, const std::string& text) {
        check(nc_put_att_text(id_, variable, name, text.size(), text.c_str()));
    }
    void add_attribute(int variable, const char* name, double value) {
        check(nc_put_att_double(id_, variable, name, NC_DOUBLE, 1, &value));
    }
    void add_flags(int variable, const std::vector<signed char>& values, const std::string& meanings) {
        check(nc_put_att_schar(id_, variable, "flag_values", NC_BYTE, values.size(), values.data()));
        add_attribute(variable, "flag_meanings", meanings);
    }

    /// `value` has the type of the variable.
    void set_fill(int variable, const void* value) { check(nc_def_var_fill(id_, variable, NC_FILL, value)); }
    void set_chunks(int variable, const std::vector<std::size_t>& sizes, std::size_t cache_bytes) {
        check(nc_def_var_chunking(id_, variable, NC_CHUNKED, sizes.data()));
        constexpr std::size_t slots = 10007;
        constexpr float evict_complete_ones_first = 1.0F;
        check(nc_set_var_chunk_cache(id_, variable, cache_bytes, slots, evict_complete_ones_first));
    }
    void set_compression(int variable, int level) { check(nc_def_var_deflate(id_, variable, 1, 1, level)); }

    void write(int variable, std::size_t first, const std::vector<double>& values) {
        if (!values.empty()) write_block(variable, {first}, {values.size()}, values.data());
    }
    void write(int variable, std::size_t first, const std::vector<signed char>& values) {
        if (!values.empty()) write_block(variable, {first}, {values.size()}, values.data());
    }

    /// `values` have the type of the variable.
    void write_block(int variable, const std::vector<std::size_t>& first, const std::vector<std::size_t>& count,
                     const void* values) {
        check(nc_put_vara(id_, variable, first.data(), count.data(), values));
    }

private:
    void check(int status) const {
        if (status != NC_NOERR) throw std::runtime_error(path_ + ": NetCDF: " + nc_strerror(status));
    }

    std::string path_;
    int id_ = -1;
    bool is_open_ = false;
};

}  // namespace stickslip
