// From computed and printed values to a verdict.

#include "verdict.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>

#include "scope.hpp"

namespace stickslip::validation {

namespace {

constexpr int most_points = 100'000;  // of one check

std::string short_number(double value) {
    std::ostringstream out;
    out.precision(7);
    out << value;
    return out.str();
}

/// `{name}` in a text becomes the value of that name.
std::string filled_in(std::string text, const Values& values) {
    for (const auto& [name, value] : values) {
        const std::string place = "{" + name + "}";
        for (std::size_t at = text.find(place); at != std::string::npos; at = text.find(place, at)) {
            text.replace(at, place.size(), short_number(value));
        }
    }
    return text;
}

/// The rows of a check: the combinations of `over`, the given `rows`, or one without names.
std::vector<Values> rows_of(const Tree& check, const Scope& scope) {
    std::vector<Values> rows{{}};
    if (check.contains("rows")) {
        rows.clear();
        for (const Tree& given : check.at("rows")) {
            Values row;
            std::size_t i = 0;
            for (const Tree& column : check.at("columns")) {
                row[column.get<std::string>()] = scope.evaluate(given.at(i++));
            }
            rows.push_back(std::move(row));
        }
    }
    if (!check.contains("over")) return rows;
    for (const auto& [name, range] : check.at("over").items()) {
        const double from = scope.evaluate(range.at(0));
        const double to = scope.evaluate(range.at(1));
        const int count = count_in(range.at(2), "the number of points of over", 1, most_points);
        if (rows.size() * static_cast<std::size_t>(count) > most_points) {
            throw std::invalid_argument("a check may have at most " + std::to_string(most_points) + " points");
        }
        std::vector<Values> longer;
        for (const Values& row : rows) {
            for (int i = 0; i < count; ++i) {
                longer.push_back(row);
                longer.back()[name] = count > 1 ? from + (to - from) * i / (count - 1) : from;
            }
        }
        rows = std::move(longer);
    }
    return rows;
}

CheckResult compare(const Tree& check, const Scope& scope) {
    CheckResult r;
    r.what = filled_in(check.at("what").get<std::string>(), scope.values());
    r.unit = check.value("unit", "");
    r.is_yes_no = check.value("yes_no", false);
    r.tolerance = check.contains("tolerance") ? scope.evaluate(check.at("tolerance")) : 0.0;
    if (check.contains("readings")) {
        for (std::size_t i = 0; i < check.at("readings").size(); ++i) {
            r.readings.push_back(
                {check.at("labels").at(i).get<std::string>(), scope.evaluate(check.at("readings").at(i))});
        }
        return r;
    }
    r.computed = scope.evaluate(check.at("computed"));
    r.is_printed = check.contains("printed");
    r.printed = scope.evaluate(check.at(r.is_printed ? "printed" : "reference"));
    if (check.contains("right")) r.right = scope.evaluate(check.at("right"));
    if (check.contains("relative")) {
        r.tolerance += scope.evaluate(check.at("relative")) * std::abs(r.right.value_or(r.printed));
    }
    r.agrees_with_print = std::abs(r.computed - r.printed) <= r.tolerance;
    r.agrees_with_right = r.right && std::abs(r.computed - *r.right) <= r.tolerance;
    return r;
}

/// How far a comparison is from what it should agree with, in tolerances; counts have none.
double strain(const CheckResult& r) {
    const double away = std::abs(r.computed - r.right.value_or(r.printed));
    if (std::isnan(away)) return INFINITY;
    return away == 0.0 ? 0.0 : away / r.tolerance;
}

/// Many points as one result: the one that strains most speaks for all.
CheckResult worst_of(const std::vector<CheckResult>& all) {
    CheckResult worst = *std::ranges::max_element(all, {}, strain);
    worst.points = static_cast<int>(all.size());
    worst.agrees_with_print = std::ranges::all_of(all, &CheckResult::agrees_with_print);
    worst.agrees_with_right = std::ranges::all_of(all, &CheckResult::agrees_with_right);
    return worst;
}

std::vector<CheckResult> results_of(const Tree& check, const Scope& entry_scope) {
    std::vector<CheckResult> results;
    const Tree runs = check.value("run", Tree::object());
    for (const Values& row : rows_of(check, entry_scope)) {
        Values values = entry_scope.values();
        for (const auto& [name, value] : row) values[name] = value;
        results.push_back(compare(check, Scope(std::move(values), runs, entry_scope.settings(), &entry_scope)));
    }
    if (check.contains("over")) return {worst_of(results)};
    return results;
}

Verdict verdict_of(const std::vector<CheckResult>& checks) {
    if (!std::ranges::all_of(checks, &CheckResult::holds)) return Verdict::not_reproduced;
    const auto is_wrong = [](const CheckResult& c) { return c.right.has_value(); };
    if (std::ranges::any_of(checks, is_wrong)) return Verdict::printed_wrong;
    const auto is_open = [](const CheckResult& c) { return !c.readings.empty(); };
    return std::ranges::any_of(checks, is_open) ? Verdict::not_decidable : Verdict::reproduced;
}

}  // namespace

bool CheckResult::holds() const {
    if (!readings.empty()) {
        const auto [low, high] = std::ranges::minmax(readings, {}, &Reading::value);
        return high.value - low.value > tolerance;
    }
    return right ? agrees_with_right && !agrees_with_print : agrees_with_print;
}

EntryResult evaluate(const Entry& entry, const RunSettings& settings) {
    EntryResult result;
    try {
        const Scope scope(values_of(entry.content.value("let", Tree::object()), {}, settings),
                          entry.content.value("run", Tree::object()), settings);
        for (const Tree& check : entry.content.at("check")) {
            const std::vector<CheckResult> more = results_of(check, scope);
            result.checks.insert(result.checks.end(), more.begin(), more.end());
        }
        result.verdict = verdict_of(result.checks);
    } catch (const std::exception& error) {
        result.failure = error.what();
    }
    return result;
}

}  // namespace stickslip::validation
