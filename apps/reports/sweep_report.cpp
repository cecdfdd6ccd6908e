#include "sweep_report.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "stickslip/version.hpp"

namespace stickslip::cli {

std::vector<const Observable*> sweep_observables(std::vector<std::string> names, const Case& problem) {
    if (names.empty()) names = usual_observables(problem);
    std::vector<const Observable*> chosen;
    chosen.reserve(names.size());
    for (const std::string& name : names) chosen.push_back(&observable(name));
    return chosen;
}

namespace {

/// Whether each motion starts where the one before has come to.
bool has_direction(const std::vector<SweepPoint>& points) {
    return !points.empty() && points.front().direction != SweepDirection::none;
}

}  // namespace

std::string sweep_csv(const std::string& key, const std::vector<const Observable*>& chosen,
                      const std::vector<SweepPoint>& points) {
    const bool is_continued = has_direction(points);
    std::string text = key + (is_continued ? ",direction,regime" : ",regime");
    for (const Observable* o : chosen) text += fmt::format(",{}", o->name);
    text += '\n';
    for (const SweepPoint& p : points) {
        text += fmt::format("{},", p.value);
        if (is_continued) text += fmt::format("{},", name(p.direction));
        text += name(p.state.regime);
        for (const Observable* o : chosen) {
            const double value = o->value(p.state);
            text += std::isfinite(value) ? fmt::format(",{}", value) : ",";
        }
        text += '\n';
    }
    return text;
}

std::string sweep_json(const std::string& key, const std::vector<const Observable*>& chosen,
                       const std::vector<SweepPoint>& points) {
    nlohmann::ordered_json j;
    j["version"] = version();
    j["key"] = key;
    j["values"] = nlohmann::ordered_json::array();
    if (has_direction(points)) j["direction"] = nlohmann::ordered_json::array();
    j["regime"] = nlohmann::ordered_json::array();
    for (const SweepPoint& p : points) {
        j["values"].push_back(p.value);
        if (has_direction(points)) j["direction"].push_back(name(p.direction));
        j["regime"].push_back(name(p.state.regime));
    }
    for (const Observable* o : chosen) {
        auto& column = j[std::string(o->name)] = nlohmann::ordered_json::array();
        for (const SweepPoint& p : points) {
            const double value = o->value(p.state);
            column.push_back(std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr));
        }
    }
    return j.dump() + "\n";
}

}  // namespace stickslip::cli
