#include "backbone_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "json_text.hpp"
#include "stickslip/version.hpp"

namespace stickslip::cli {

namespace {

/// What is told of each cycle.
struct CycleColumn {
    const char* name;
    double DecayCycle::*value;
};
constexpr CycleColumn cycle_columns[] = {{"time", &DecayCycle::time},
                                         {"amplitude", &DecayCycle::amplitude},
                                         {"frequency", &DecayCycle::frequency},
                                         {"damping_ratio", &DecayCycle::damping_ratio},
                                         {"energy_damping_ratio", &DecayCycle::energy_damping_ratio}};

/// What is told of each forced motion.
struct ForcedColumn {
    const char* name;
    double ForcedPoint::*value;
};
constexpr ForcedColumn forced_columns[] = {{"frequency", &ForcedPoint::frequency},
                                           {"amplitude", &ForcedPoint::amplitude},
                                           {"fundamental", &ForcedPoint::fundamental},
                                           {"phase_lag", &ForcedPoint::phase_lag},
                                           {"loss", &ForcedPoint::loss},
                                           {"energy", &ForcedPoint::energy},
                                           {"damping_ratio", &ForcedPoint::damping_ratio}};

/// Where it stays, or that it has not come to rest.
std::string residual_sentence(const RingDown& ring) {
    const FreeDecay& decay = ring.decay;
    const std::string end = fmt::format("t = {:.6g} s", decay.end_time);
    if (!std::isfinite(decay.residual)) {
        return fmt::format("at {} the motion is not over, and no residual displacement is known", end);
    }
    const std::string unit = ring.length_unit;
    if (decay.is_at_rest) {
        const double since = decay.turns.empty() ? 0.0 : decay.turns.back().time;
        return fmt::format("residual displacement of {}: {:.10g} {}, at rest since t = {:.6g} s", decay.of,
                           decay.residual, unit, since);
    }
    return fmt::format("residual displacement of {}: {:.10g} {} if contacts go on as at {}", decay.of, decay.residual,
                       unit, end);
}

}  // namespace

std::string ring_down_csv(const RingDown& ring) {
    std::string text;
    for (const CycleColumn& column : cycle_columns) {
        if (!text.empty()) text += ',';
        text += column.name;
    }
    text += '\n';
    for (const DecayCycle& cycle : ring.cycles) {
        std::string line;
        for (const CycleColumn& column : cycle_columns) {
            if (&column != cycle_columns) line += ',';
            const double value = cycle.*column.value;
            if (std::isfinite(value)) line += fmt::format("{}", value);
        }
        text += line + '\n';
    }
    return text;
}

std::string ring_down_json(const RingDown& ring) {
    Json j;
    j["version"] = version();
    j["of"] = ring.decay.of;
    for (const CycleColumn& column : cycle_columns) {
        Json& list = j[column.name] = Json::array();
        for (const DecayCycle& cycle : ring.cycles) list.push_back(json_number(cycle.*column.value));
    }
    Json& turns = j["turns"] = {{"t", Json::array()}, {"x", Json::array()}};
    for (const Turn& turn : ring.decay.turns) {
        turns["t"].push_back(turn.time);
        turns["x"].push_back(turn.value);
    }
    j["residual"] = json_number(ring.decay.residual);
    j["at_rest"] = ring.decay.is_at_rest;
    j["end"] = ring.decay.end_time;
    return json_text(j) + "\n";
}

std::string ring_down_text(const RingDown& ring) {
    constexpr std::size_t most_rows = 20;
    std::string text = residual_sentence(ring) + "\n\n";
    text +=
        fmt::format("{:>12} {:>12} {:>12} {:>12} {:>12}\n", "time [s]", "amplitude", "ω [rad/s]", "ζ", "ζ of energy");
    for (std::size_t i = 0; i < std::min(ring.cycles.size(), most_rows); ++i) {
        std::string line;
        for (const CycleColumn& column : cycle_columns) {
            line += fmt::format("{}{:>12.6g}", line.empty() ? "" : " ", ring.cycles[i].*column.value);
        }
        text += line + '\n';
    }
    if (ring.cycles.size() > most_rows) {
        text += fmt::format("and {} more cycles\n", ring.cycles.size() - most_rows);
    }
    return text;
}

SweepTable forced_table(const ForcedBackbone& backbone) {
    SweepTable table;
    table.key = backbone.key;
    for (const ForcedColumn& column : forced_columns) table.columns.push_back({column.name, {}});
    for (const ForcedPoint& point : backbone.points) {
        table.values.push_back(point.value);
        table.regimes.push_back(point.regime);
        for (std::size_t k = 0; k < table.columns.size(); ++k) {
            table.columns[k].values.push_back(point.*forced_columns[k].value);
        }
    }
    return table;
}

}  // namespace stickslip::cli
