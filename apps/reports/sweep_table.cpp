#include "sweep_table.hpp"

#include <fmt/format.h>

#include <cmath>

#include "csv_text.hpp"
#include "json_text.hpp"
#include "stickslip/version.hpp"

namespace stickslip::cli {

std::string sweep_csv(const SweepTable& table) {
    std::string text = csv_cell(table.key) + (table.directions.empty() ? ",regime" : ",direction,regime");
    for (const SweepTable::Column& column : table.columns) text += "," + csv_cell(column.name);
    text += '\n';
    for (std::size_t i = 0; i < table.values.size(); ++i) {
        text += fmt::format("{},", table.values[i]);
        if (!table.directions.empty()) text += fmt::format("{},", table.directions[i]);
        text += name(table.regimes[i]);
        for (const SweepTable::Column& column : table.columns) {
            const double value = column.values[i];
            text += std::isfinite(value) ? fmt::format(",{}", value) : ",";
        }
        text += '\n';
    }
    return text;
}

std::string sweep_json(const SweepTable& table) {
    Json j;
    j["version"] = version();
    j["key"] = table.key;
    j["values"] = table.values;
    if (!table.directions.empty()) j["direction"] = table.directions;
    j["regime"] = Json::array();
    for (const Regime regime : table.regimes) j["regime"].push_back(name(regime));
    for (const SweepTable::Column& column : table.columns) {
        Json& list = j[column.name] = Json::array();
        for (const double value : column.values) list.push_back(json_number(value));
    }
    return json_text(j) + "\n";
}

}  // namespace stickslip::cli
