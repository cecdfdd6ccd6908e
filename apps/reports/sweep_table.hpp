#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "stickslip/motion/regime.hpp"

namespace stickslip::cli {

/// A response curve of a case of any kind: the values of a key, the regime there, and a column for each observable.
struct SweepTable {
    struct Column {
        std::string name;
        std::vector<double> values;  ///< NaN where undefined
    };

    std::string key;
    std::vector<double> values;
    std::vector<std::string_view> directions;  ///< empty where every motion starts where the case says
    std::vector<Regime> regimes;
    std::vector<Column> columns;
};

[[nodiscard]] std::string sweep_csv(const SweepTable&);
[[nodiscard]] std::string sweep_json(const SweepTable&);

}  // namespace stickslip::cli
