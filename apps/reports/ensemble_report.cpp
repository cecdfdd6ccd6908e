#include "ensemble_report.hpp"

#include <fmt/format.h>

#include <cmath>

#include "csv_text.hpp"
#include "stickslip/version.hpp"

namespace stickslip::cli {

namespace {

/// Calls `tell` with the place and the numbers of every motion, in the order of the rows of a table. A record is read
/// from its tiles at once, so that memory holds one of them.
template <class Tell>
void for_each_motion(const Ensemble& ensemble, const TileStore& store, const Tell& tell) {
    const Tiling& tiling = store.tiling();
    TileValues values(store.layout());
    std::size_t loaded = tiling.count();
    std::vector<double> numbers(ensemble.observables().size());
    for (std::size_t i = 0; i < ensemble.motions(); ++i) {
        const std::size_t row = i / tiling.columns(), column = i % tiling.columns();
        const std::size_t tile = row / tiling.shape().rows * tiling.tiles_across() + column / tiling.shape().columns;
        if (tile != loaded) store.get(tile, values);
        loaded = tile;
        const TileRectangle r = tiling.rectangle(tile);
        const std::size_t cell = (row - r.first_row) * r.columns + column - r.first_column;
        for (std::size_t q = 0; q < numbers.size(); ++q) numbers[q] = values.get(q + 1, cell);
        tell(ensemble.place(i), numbers);
    }
}

std::string group_label(const EnsembleGroup& group) {
    std::string text = fmt::format("{:.6g}", group.scale);
    for (const double value : group.values) text += fmt::format("  {:.6g}", value);
    return text;
}

}  // namespace

std::vector<EnsembleGroup> groups_of(const Ensemble& ensemble, const TileStore& store) {
    const std::size_t observables = ensemble.observables().size();
    std::vector<std::vector<std::vector<double>>> numbers(ensemble.columns(),
                                                          std::vector<std::vector<double>>(observables));
    std::size_t column = 0;  // the motions of a record come one after the other
    for_each_motion(ensemble, store, [&](const EnsemblePlace&, const std::vector<double>& row) {
        for (std::size_t q = 0; q < observables; ++q) numbers[column][q].push_back(row[q]);
        column = (column + 1) % ensemble.columns();
    });
    std::vector<EnsembleGroup> groups;
    const EnsembleRequest& request = ensemble.request();
    for (column = 0; column < ensemble.columns(); ++column) {
        const EnsemblePlace at = ensemble.place(column);  // of the first record
        EnsembleGroup group{request.scales[at.scale], ensemble.key_values(at), {}};
        for (std::vector<double>& list : numbers[column]) group.observables.push_back(percentiles_of(std::move(list)));
        groups.push_back(std::move(group));
    }
    return groups;
}

void write_ensemble_csv(const Ensemble& ensemble, const TileStore& store, std::FILE* file) {
    const EnsembleRequest& request = ensemble.request();
    fmt::print(file, "record,scale");
    for (const EnsembleKey& key : request.vary) fmt::print(file, ",{}", csv_cell(key.key));
    for (const ObservableName& o : ensemble.observables()) fmt::print(file, ",{}", csv_cell(o.name));
    fmt::print(file, "\n");
    for_each_motion(ensemble, store, [&](const EnsemblePlace& at, const std::vector<double>& row) {
        std::string line = csv_cell(request.records[at.record].name) + fmt::format(",{}", request.scales[at.scale]);
        for (const double value : ensemble.key_values(at)) line += fmt::format(",{}", value);
        for (const double number : row) line += std::isfinite(number) ? fmt::format(",{}", number) : ",";
        fmt::print(file, "{}\n", line);
    });
}

Json ensemble_json(const Ensemble& ensemble, const TileStore& store, const MapSummary& summary, double seconds,
                   EnsembleRows rows) {
    const EnsembleRequest& request = ensemble.request();
    Json j{{"version", version()},
           {"records", request.records.size()},
           {"motions", ensemble.motions()},
           {"ended_early", summary.not_converged},
           {"seconds", seconds},
           {"threads", summary.threads}};
    if (summary.ranks > 1) j["ranks"] = summary.ranks;
    j["vary"] = Json::array();
    for (const EnsembleKey& key : request.vary) j["vary"].push_back(key.key);
    j["percentiles"] = Json::array();
    for (const EnsembleGroup& group : groups_of(ensemble, store)) {
        Json entry{{"scale", group.scale}};
        for (std::size_t i = 0; i < group.values.size(); ++i) entry[request.vary[i].key] = group.values[i];
        for (std::size_t q = 0; q < group.observables.size(); ++q) {
            const EnsemblePercentiles& p = group.observables[q];
            entry[ensemble.observables()[q].name] =
                Json{{"p16", json_number(p.p16)}, {"p50", json_number(p.p50)}, {"p84", json_number(p.p84)}};
        }
        j["percentiles"].push_back(std::move(entry));
    }
    if (rows == EnsembleRows::left_out) return j;
    j["rows"] = Json::array();
    for_each_motion(ensemble, store, [&](const EnsemblePlace& at, const std::vector<double>& numbers) {
        Json row{{"record", request.records[at.record].name}, {"scale", request.scales[at.scale]}};
        const std::vector<double> values = ensemble.key_values(at);
        for (std::size_t i = 0; i < values.size(); ++i) row[request.vary[i].key] = values[i];
        for (std::size_t q = 0; q < numbers.size(); ++q) row[ensemble.observables()[q].name] = json_number(numbers[q]);
        j["rows"].push_back(std::move(row));
    });
    return j;
}

void write_ensemble_table(const Ensemble& ensemble, const TileStore& store, const MapSummary& summary, double seconds,
                          std::FILE* file) {
    const EnsembleRequest& request = ensemble.request();
    fmt::print(file, "{} motions under {} record{} in {:.3g} s on {} thread{}\n", ensemble.motions(),
               request.records.size(), request.records.size() == 1 ? "" : "s", seconds, summary.threads,
               summary.threads == 1 ? "" : "s");
    if (summary.not_converged > 0) fmt::print(file, "{} of them ended early\n", summary.not_converged);
    fmt::print(file, "medians over the records, and between which values two thirds of them lie:\n");
    const std::vector<EnsembleGroup> groups = groups_of(ensemble, store);
    constexpr std::size_t most_told = 60;
    std::vector<std::vector<std::string>> table{{"scale"}};
    for (const EnsembleKey& key : request.vary) table.front().front() += "  " + key.key;
    for (const ObservableName& o : ensemble.observables()) table.front().push_back(o.name);
    for (const EnsembleGroup& group : groups) {
        if (table.size() > most_told) break;
        table.push_back({group_label(group)});
        for (const EnsemblePercentiles& p : group.observables) {
            table.back().push_back(fmt::format("{:.4g} ({:.3g}..{:.3g})", p.p50, p.p16, p.p84));
        }
    }
    std::vector<std::size_t> widths(table.front().size());
    for (const auto& row : table) {
        for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
    }
    for (const auto& row : table) {
        std::string line;
        for (std::size_t c = 0; c < row.size(); ++c) line += fmt::format("{:<{}}  ", row[c], widths[c]);
        line.erase(line.find_last_not_of(' ') + 1);
        fmt::print(file, "{}\n", line);
    }
    if (groups.size() > most_told) fmt::print(file, "and {} more\n", groups.size() - most_told);
}

}  // namespace stickslip::cli
