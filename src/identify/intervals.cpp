#include "intervals.hpp"

#include <cmath>
#include <limits>
#include <optional>

#include "profile.hpp"

namespace stickslip::identifying {

Covariance covariance_of(const FitModel& model, const Fit& fit, double variance) {
    const std::size_t n = model.size();
    std::vector<std::size_t> open;
    Covariance c{FitMatrix(n), {}};
    const auto part = [&](const std::vector<std::size_t>& list) {
        FitMatrix a(list.size());
        for (std::size_t i = 0; i < list.size(); ++i) {
            for (std::size_t k = 0; k < list.size(); ++k) a(i, k) = fit.sums.curvature(list[i], list[k]);
        }
        return a;
    };
    for (std::size_t j = 0; j < n; ++j) {
        const Parameter& p = model.parameters()[j];
        if (!(fit.sums.curvature(j, j) > 0.0)) continue;
        if (fit.values[j] <= p.lower || fit.values[j] >= p.upper) continue;
        std::vector<std::size_t> with = open;
        with.push_back(j);
        if (inverse(part(with))) {
            open = std::move(with);
            continue;
        }
        // Its column is a sum of those before: the ones that it takes.
        std::vector<double> b;
        for (const std::size_t i : open) b.push_back(fit.sums.curvature(i, j));
        const std::optional<std::vector<double>> shares = solved(part(open), b);
        for (std::size_t i = 0; shares && i < open.size(); ++i) {
            constexpr double least = 1e-3;  // of the column
            const double size = std::abs((*shares)[i]) * std::sqrt(fit.sums.curvature(open[i], open[i]));
            if (size > least * std::sqrt(fit.sums.curvature(j, j))) c.alike.push_back(model.parameters()[open[i]].key);
        }
        c.alike.push_back(p.key);
        return c;
    }
    const std::optional<FitMatrix> inverted = inverse(part(open));
    if (!inverted) return c;
    for (std::size_t i = 0; i < open.size(); ++i) {
        for (std::size_t k = 0; k < open.size(); ++k) c.matrix(open[i], open[k]) = variance * (*inverted)(i, k);
    }
    return c;
}

namespace {

std::string listed(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    }
    return text;
}

}  // namespace

std::string cannot_tell(const std::vector<std::string>& alike) {
    return "the record cannot tell " + listed(alike) + " apart: keep one of them at a value that is known";
}

bool find_intervals(const FitModel& model, Fit& fit, const IdentifyOptions& options, Identification& found) {
    constexpr int most_rounds = 4;
    for (int round = 0; round < most_rounds; ++round) {
        const Covariance c = covariance_of(model, fit, model.variance(fit.sums.cost));
        if (!c.alike.empty()) {
            found.reason = cannot_tell(c.alike);
            return false;
        }
        found.estimates.clear();
        std::optional<Fit> better;
        for (std::size_t j = 0; j < model.size() && !better; ++j) {
            const double deviation = std::sqrt(c.matrix(j, j));
            Profile profile = profile_of(model, fit, c.matrix, j, {options.confidence, options.profile_points});
            better = std::move(profile.better);
            found.estimates.push_back({model.parameters()[j].key, fit.values[j], profile.lower, profile.upper,
                                       deviation > 0.0 ? deviation : std::numeric_limits<double>::quiet_NaN(),
                                       std::move(profile.curve)});
        }
        if (better && round + 1 < most_rounds) {
            fit = fitted(model, better->values);
            continue;
        }
        found.correlation.assign(model.size(), std::vector<double>(model.size()));
        for (std::size_t i = 0; i < model.size(); ++i) {
            for (std::size_t k = 0; k < model.size(); ++k) {
                const double size = std::sqrt(c.matrix(i, i) * c.matrix(k, k));
                found.correlation[i][k] = i == k ? 1.0 : size > 0.0 ? c.matrix(i, k) / size : 0.0;
            }
        }
        if (!better) return true;
        break;
    }
    found.warnings.emplace_back("several sets of numbers fit nearly alike: the estimates are one of them");
    while (found.estimates.size() < model.size()) {
        const std::size_t j = found.estimates.size();
        const Parameter& p = model.parameters()[j];
        found.estimates.push_back(
            {p.key, fit.values[j], p.lower, p.upper, std::numeric_limits<double>::quiet_NaN(), {}});
    }
    return true;
}

}  // namespace stickslip::identifying
