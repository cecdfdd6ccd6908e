#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "model/record_set.hpp"

namespace stickslip::python {

/// Name, times, values, and the second values of records that have two, else nothing.
using GivenRecord = std::tuple<std::string, std::vector<double>, std::vector<double>, std::vector<double>>;

[[nodiscard]] inline std::vector<SetRecord> records_of(const std::vector<GivenRecord>& given) {
    std::vector<SetRecord> records;
    for (const auto& [name, times, values, second] : given) records.push_back({name, {times, values, second}});
    return records;
}

}  // namespace stickslip::python
