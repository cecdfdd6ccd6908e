#include "judge.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "model/bounds.hpp"
#include "predicted_fit.hpp"
#include "residual_tests.hpp"

namespace stickslip::identifying {

namespace {

constexpr double unlikely = 4.5;  // standard deviations: seven times in a million for noise

/// What is left over of one channel, in a sentence's beginning.
std::string record_of(const JudgedChannel& c) { return c.name.empty() ? "the record" : "the record of " + c.name; }

/// What is left over is judged where it is more than rounding.
bool has_noise(const std::vector<double>& left, double range) {
    constexpr double rounding = 1e-9;  // of the record
    double square = 0.0;
    for (const double v : left) square += v * v;
    return std::sqrt(square / static_cast<double>(std::max<std::size_t>(left.size(), 1))) > rounding * range;
}

/// How many samples stand so far out that noise does not do it: seven standard deviations, which a few cannot move
/// where they are taken from the median.
std::size_t spikes_in(const std::vector<double>& left) {
    constexpr double far = 7.0;
    constexpr double normal_median = 0.6745;  // of |x| of a normal distribution, in standard deviations
    std::vector<double> sizes;
    for (const double v : left) {
        if (v != 0.0) sizes.push_back(std::abs(v));  // what does not count is 0
    }
    if (sizes.empty()) return 0;
    const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
    std::ranges::nth_element(sizes, middle);
    const double least = far * *middle / normal_median;
    return static_cast<std::size_t>(std::ranges::count_if(sizes, [least](double v) { return v > least; }));
}

/// A constant and a drift of one channel.
void judge_trend(const FitModel& model, const Residuals& left, const JudgedChannel& c, Identification& found) {
    std::vector<double> constant(left.values.size());
    std::vector<double> drift(left.values.size());
    for (std::size_t i = 0; i < c.times.size(); ++i) {
        constant[c.first + i] = 1.0;
        drift[c.first + i] = c.times[i];
    }
    const double by_offset = c.is_offset_known ? 0.0 : std::abs(score_of(left, model.size(), constant));
    const double by_drift = std::abs(score_of(left, model.size(), drift));
    // Where another fault makes most of what is left over, it is not for these two to explain.
    constexpr double least_share = 0.1;  // of the variance
    const double least = std::max(unlikely, std::sqrt(least_share * static_cast<double>(c.times.size())));
    if (std::max(by_offset, by_drift) < least) return;
    found.warnings.push_back(by_drift > by_offset ? record_of(c) + " seems to drift away with time, beside the motion"
                                                  : record_of(c) + " seems to have an offset: fit sensor.offset" +
                                                        (c.name.empty() ? "" : "[" + c.name + "]") + ", too");
}

}  // namespace

std::size_t lags_of(double rate, double spacing) {
    constexpr double fewest = 2.0;
    constexpr double most = 60.0;
    constexpr std::size_t usual = 4;
    if (!(rate > 0.0)) return usual;
    return static_cast<std::size_t>(std::clamp(0.25 * std::numbers::pi / rate / spacing, fewest, most));
}

void judge_residuals(const FitModel& model, const Fit& fit, const std::vector<JudgedChannel>& channels,
                     Identification& found) {
    const Residuals left = model.residuals(fit.values);
    if (left.values.size() != model.samples()) return;
    for (const JudgedChannel& c : channels) {
        const auto begin = left.values.begin() + static_cast<std::ptrdiff_t>(c.first);
        const std::vector<double> part(begin, begin + static_cast<std::ptrdiff_t>(c.times.size()));
        if (!has_noise(part, c.range)) continue;
        if (likeness_of_neighbours(part, c.lags) > unlikely) {
            found.is_misfit = true;
            found.warnings.push_back("what the fit leaves over " + (c.name.empty() ? "" : "of " + c.name + " ") +
                                     "is no noise, neighbouring samples deviate alike: the model lacks something, and "
                                     "the intervals are too narrow");
        }
        if (const std::size_t count = spikes_in(part); count > 0 && !found.is_misfit) {
            found.warnings.push_back(record_of(c) + " has " + std::to_string(count) +
                                     (count == 1 ? " sample" : " samples") +
                                     " far away from the motion and from all others: leave such spikes out");
        }
        if (c.can_drift) judge_trend(model, left, c, found);
    }
}

void judge_estimates(const FitModel& model, Identification& found) {
    constexpr double strange = 100.0;
    for (std::size_t j = 0; j < model.size(); ++j) {
        const Estimate& e = found.estimates[j];
        const Parameter& p = model.parameters()[j];
        const bool is_friction = p.key.starts_with("friction.") || is_friction_key(p.key);
        if (is_friction && e.lower <= 0.0) {
            found.warnings.push_back("the interval of " + p.key + " holds 0: the record does not show this friction");
        }
        if (!std::isfinite(e.lower) || !std::isfinite(e.upper)) {
            found.warnings.push_back("the record sets no " + std::string(std::isfinite(e.lower) ? "upper" : "lower") +
                                     " limit for " + p.key);
        }
        const bool is_start = p.key.starts_with("start.") || p.is_offset;
        if (is_start || p.guess == 0.0 || e.value == 0.0) continue;
        const double ratio = std::abs(e.value / p.guess);
        if (ratio > strange || ratio < 1.0 / strange) {
            found.warnings.push_back(p.key + " = " + shortest(e.value) + " is far from the " + shortest(p.guess) +
                                     " of the case: check the units of the record");
        }
    }
}

void judge_models(Identification& found) {
    constexpr double decisive = 10.0;  // of BIC
    const auto mine = std::ranges::find(found.alternatives, found.model, &ModelScore::model);
    if (mine == found.alternatives.end() || mine == found.alternatives.begin()) return;
    const ModelScore& best = found.alternatives.front();
    if (mine->bic - best.bic < decisive) return;
    found.warnings.push_back("damping of the kind " + best.model + " fits better than " + found.model +
                             ": its BIC is lower by " + std::to_string(std::lround(mine->bic - best.bic)));
}

}  // namespace stickslip::identifying
