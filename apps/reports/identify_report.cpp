#include "identify_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "gnuplot_script.hpp"
#include "json_text.hpp"
#include "stickslip/maps/map_request.hpp"
#include "stickslip/version.hpp"

namespace stickslip::cli {

namespace {

std::string udunit_of(MeasuredQuantity q) {
    if (q == MeasuredQuantity::velocity) return "m s-1";
    return q == MeasuredQuantity::acceleration ? "m s-2" : "m";
}

std::string udunit_of(const IdentifyReport& r, const std::string& key) {
    if (key.starts_with(sensor_offset)) return udunit_of(r.measured.record.quantity);
    const std::string unit = key_meaning(key).unit;
    return unit.empty() ? "1" : unit;
}

std::string shown_unit(const std::string& unit) { return unit == "1" ? "" : readable_unit(unit); }

/// Digits that the interval leaves: two more than are sure.
int digits_of(const Estimate& e) {
    const double width = e.upper - e.lower;
    if (!std::isfinite(width) || !(width > 0.0) || e.value == 0.0) return 6;
    const double sure = std::log10(std::abs(e.value) / width);
    return std::clamp(static_cast<int>(std::ceil(sure)) + 2, 3, 12);
}

std::string shown_number(double value, int digits) {
    return std::isfinite(value) ? fmt::format("{:.{}g}", value, digits) : "none";
}

/// Rows of cells in columns as wide as their widest.
std::string aligned(const std::vector<std::vector<std::string>>& rows) {
    const auto width_of = [](const std::string& cell) {
        return std::ranges::count_if(cell, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; });
    };
    std::vector<std::ptrdiff_t> widths;
    for (const auto& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
    }
    std::string text;
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            line += row[i];
            if (i + 1 < row.size()) line.append(static_cast<std::size_t>(widths[i] - width_of(row[i]) + 2), ' ');
        }
        while (line.ends_with(' ')) line.pop_back();
        text += line + '\n';
    }
    return text;
}

/// The two numbers that the record tells apart worst.
std::string closest_pair(const Identification& found) {
    double largest = 0.0;
    std::string text;
    for (std::size_t i = 0; i < found.correlation.size(); ++i) {
        for (std::size_t k = 0; k < i; ++k) {
            const double c = found.correlation[i][k];
            if (std::abs(c) <= largest) continue;
            largest = std::abs(c);
            text = fmt::format("{:.3f} between {} and {}", c, found.estimates[k].key, found.estimates[i].key);
        }
    }
    return text;
}

}  // namespace

std::vector<ShownChannel> shown_channels(const IdentifyReport& r) {
    std::vector<ShownChannel> all;
    const auto add = [&](std::string name, std::string unit, const std::vector<double>& places,
                         const std::vector<double>& measured) {
        const std::size_t first = all.size() * places.size();
        ShownChannel c{std::move(name), std::move(unit), places, measured, {}, r.found.noise};
        for (std::size_t i = 0; i < places.size() && first + i < r.found.modelled.size(); ++i) {
            c.modelled.push_back(r.found.modelled[first + i]);
        }
        if (all.size() < r.found.channels.size()) c.noise = r.found.channels[all.size()].noise;
        all.push_back(std::move(c));
    };
    if (r.measured.curve) {
        const MeasuredCurve& curve = *r.measured.curve;
        add("amplitude", "m", curve.frequencies, curve.amplitudes);
        if (!curve.phase_lags.empty()) add("phase lag", "rad", curve.frequencies, curve.phase_lags);
        return all;
    }
    const ChannelRecord& record = r.measured.record;
    for (const MeasuredChannel& c : record.channels) {
        const std::string quantity(name(record.quantity));
        add(record.channels.size() > 1 ? quantity + " of " + printable(c.place) : quantity, udunit_of(record.quantity),
            record.times, c.values);
    }
    return all;
}

std::string identify_text(const IdentifyReport& r) {
    const Identification& found = r.found;
    const std::string interval = fmt::format("{:g} % interval", 100.0 * r.confidence);
    std::vector<std::vector<std::string>> rows{{"", "value", interval, "", "unit"}};
    for (const Estimate& e : found.estimates) {
        const int digits = digits_of(e);
        rows.push_back({e.key, shown_number(e.value, digits), shown_number(e.lower, digits),
                        shown_number(e.upper, digits), shown_unit(udunit_of(r, e.key))});
    }
    std::string text = aligned(rows) + '\n';
    const std::string unit = shown_unit(udunit_of(r.measured.record.quantity));
    std::vector<std::vector<std::string>> more{
        {"noise", fmt::format("{:.4g} {}, standard deviation of what is left over", found.noise, unit)},
        {"explained", fmt::format("{:.6g} % of the variance of {} samples", 100.0 * found.explained, found.samples)}};
    for (const ShownChannel& c : found.channels.empty() ? std::vector<ShownChannel>{} : shown_channels(r)) {
        more.push_back({"noise of " + c.name, fmt::format("{:.4g} {}", c.noise, readable_unit(c.unit))});
    }
    if (const std::string pair = closest_pair(found); !pair.empty()) more.push_back({"largest correlation", pair});
    if (found.time_origin != 0.0) {
        more.push_back({"start", fmt::format("the motion starts at {} s of the record", found.time_origin)});
    }
    text += aligned(more);
    if (found.alternatives.size() > 1) {
        std::vector<std::vector<std::string>> kinds{{"damping", "BIC above the least", "noise"}};
        for (const ModelScore& m : found.alternatives) {
            kinds.push_back({m.model + (m.model == found.model ? " (fitted)" : ""),
                             fmt::format("{:.1f}", m.bic - found.alternatives.front().bic),
                             fmt::format("{:.4g} {}", m.noise, unit)});
        }
        text += '\n' + aligned(kinds);
    }
    if (!found.warnings.empty()) text += '\n';
    for (const std::string& w : found.warnings) text += "warning: " + w + '\n';
    return text;
}

std::string identify_json(const IdentifyReport& r) {
    const Identification& found = r.found;
    Json j;
    j["version"] = version();
    j["found"] = found.is_found;
    j["reason"] = found.is_found ? Json(nullptr) : Json(found.reason);
    j["quantity"] = r.measured.curve ? "response" : std::string(name(r.measured.record.quantity));
    j["confidence"] = r.confidence;
    Json estimates = Json::object();
    for (const Estimate& e : found.estimates) {
        estimates[e.key] = {{"value", json_number(e.value)},
                            {"lower", json_number(e.lower)},
                            {"upper", json_number(e.upper)},
                            {"standard_error", json_number(e.standard_error)},
                            {"unit", udunit_of(r, e.key)}};
    }
    j["estimates"] = found.is_found ? estimates : Json::object();
    j["noise"] = found.is_found ? json_number(found.noise) : Json(nullptr);
    j["explained"] = json_number(found.explained);
    j["samples"] = found.samples;
    j["correlation"] = found.is_found ? Json(found.correlation) : Json::array();
    j["model"] = found.is_found ? Json(found.model) : Json(nullptr);
    Json alternatives = Json::array();
    for (const ModelScore& m : found.alternatives) {
        Json values = Json::object();
        for (const auto& [key, value] : m.numbers) values[key] = json_number(value);
        alternatives.push_back(
            {{"model", m.model}, {"bic", json_number(m.bic)}, {"noise", json_number(m.noise)}, {"values", values}});
    }
    j["alternatives"] = alternatives;
    Json channels = Json::array();
    for (const ChannelNoise& c : found.channels)
        channels.push_back({{"name", c.name}, {"noise", json_number(c.noise)}});
    if (!found.channels.empty()) j["channels"] = channels;
    j["misfit"] = found.is_found ? Json(found.is_misfit) : Json(nullptr);
    j["time_origin"] = found.time_origin;
    j["warnings"] = found.warnings;
    return json_text(j) + '\n';
}

std::string identified_case(const IdentifyReport& r) {
    std::string text = fmt::format("# Identified from {} with stickslip {}; {:g} % intervals:\n", printable(r.record),
                                   version(), 100.0 * r.confidence);
    for (const Estimate& e : r.found.estimates) {
        const int digits = digits_of(e);
        const std::string unit = shown_unit(udunit_of(r, e.key));
        text +=
            fmt::format("#   {} = {}, {} to {}{}\n", e.key, shown_number(e.value, digits),
                        shown_number(e.lower, digits), shown_number(e.upper, digits), unit.empty() ? "" : " " + unit);
    }
    if (r.found.is_misfit) text += "# What the fit leaves over is no noise: the case lacks something.\n";
    return text + r.found.result.front().text();
}

}  // namespace stickslip::cli
