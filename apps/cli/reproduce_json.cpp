#include <cmath>

#include "json_text.hpp"
#include "reproduce_page.hpp"

namespace stickslip::cli {

namespace {

Json check_json(const validation::CheckResult& c) {
    Json j{{"what", c.what}};
    if (!c.readings.empty()) {
        for (const validation::Reading& r : c.readings) j["readings"][r.label] = json_number(r.value);
        return j;
    }
    j[c.is_printed ? "printed" : "reference"] = json_number(c.printed);
    if (c.right) j["right"] = json_number(*c.right);
    j["computed"] = json_number(c.computed);
    j["tolerance"] = json_number(c.tolerance);
    j["unit"] = c.unit;
    j["points"] = c.points;
    j["agrees_with_print"] = c.agrees_with_print;
    return j;
}

/// The printed values, or what was computed for them: one as it is, several as a list.
Json one_or_list(const std::vector<validation::CheckResult>& checks, double validation::CheckResult::*value) {
    Json list = Json::array();
    for (const validation::CheckResult& c : checks) {
        if (c.readings.empty() && c.is_printed) list.push_back(json_number(c.*value));
    }
    if (list.empty()) return nullptr;
    return list.size() == 1 ? list.front() : list;
}

}  // namespace

std::string report_json(const std::vector<ReproducedEntry>& entries) {
    Json report = Json::array();
    for (const ReproducedEntry& e : entries) {
        Json j{{"id", e.entry.id}};
        j["printed"] = one_or_list(e.result.checks, &validation::CheckResult::printed);
        j["computed"] = one_or_list(e.result.checks, &validation::CheckResult::computed);
        j["verdict"] = name(e.result.verdict);
        j["expected"] = name(e.entry.expected);
        j["title"] = e.entry.title;
        j["source"] = e.entry.source;
        j["where"] = e.entry.where;
        j["statement"] = e.entry.statement;
        j["checks"] = Json::array();
        for (const validation::CheckResult& c : e.result.checks) j["checks"].push_back(check_json(c));
        if (!e.result.failure.empty()) j["failure"] = e.result.failure;
        report.push_back(std::move(j));
    }
    return json_text(report, 1) + "\n";
}

}  // namespace stickslip::cli
