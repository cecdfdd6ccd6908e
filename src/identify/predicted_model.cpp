#include "predicted_model.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "stickslip/interruption.hpp"

namespace stickslip::identifying {

namespace {

constexpr double difference = 1e-5;  // of the scale: what is left out is 1e-10 of the derivative, rounding 1e-10

double turned(double angle) { return std::remainder(angle, 2.0 * std::numbers::pi); }

}  // namespace

std::vector<std::size_t> evenly_taken(std::size_t count, std::size_t most) {
    std::vector<std::size_t> numbers;
    const std::size_t taken = std::min(count, most);
    for (std::size_t i = 0; i < taken; ++i) numbers.push_back(taken > 1 ? i * (count - 1) / (taken - 1) : 0);
    return numbers;
}

PredictedModel::PredictedModel(const PredictedRecord& record, std::vector<std::size_t> numbers)
    : record_(record), numbers_(std::move(numbers)) {
    for (const std::size_t i : numbers_) places_.push_back(record.places[i]);
    for (const PredictedChannel& c : record.channels) {
        for (const std::size_t i : numbers_) counted_ += c.kept.empty() || c.kept[i] != 0 ? 1 : 0;
    }
}

std::vector<double> PredictedModel::predicted(const Values& values) const {
    throw_if_interrupted();
    std::vector<double> all;
    try {
        all = record_.predict(values, places_);
    } catch (const std::invalid_argument&) {
        return {};  // no motion can be computed from these numbers: the search looks elsewhere
    } catch (const std::runtime_error&) {
        return {};  // nor where contacts cannot be decided
    }
    if (all.size() != places_.size() * record_.channels.size()) return {};
    for (std::size_t c = 0; c < record_.channels.size(); ++c) {
        if (!record_.channels[c].offset) continue;
        for (std::size_t i = 0; i < places_.size(); ++i)
            all[c * places_.size() + i] += values[*record_.channels[c].offset];
    }
    const bool is_finite = std::ranges::all_of(all, [](double v) { return std::isfinite(v); });
    return is_finite ? all : std::vector<double>{};
}

std::vector<double> PredictedModel::left_over(const Values& values) const {
    std::vector<double> all = predicted(values);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const PredictedChannel& c = record_.channels[i / places_.size()];
        const std::size_t at = numbers_[i % places_.size()];
        const double by = all[i] - c.measured[at];
        const bool counts = c.kept.empty() || c.kept[at] != 0;
        all[i] = counts ? c.weight * (c.is_angle ? turned(by) : by) : 0.0;
    }
    return all;
}

/// ∂(left over)/∂θⱼ, to one side at a bound; zero where neither side has a motion.
std::vector<double> PredictedModel::column(const Values& values, std::size_t j, const std::vector<double>& here) const {
    const Parameter& p = record_.parameters[j];
    std::vector<double> slope(here.size(), 0.0);
    if (p.is_offset) {
        for (std::size_t i = 0; i < here.size(); ++i) {
            const PredictedChannel& c = record_.channels[i / places_.size()];
            if (c.offset == j && (c.kept.empty() || c.kept[numbers_[i % places_.size()]] != 0)) slope[i] = c.weight;
        }
        return slope;
    }
    const double step = difference * std::max(record_.scales[j], std::abs(values[j]));
    std::vector<double> ends[2];
    double places[2] = {values[j], values[j]};
    for (const int side : {0, 1}) {
        const double there = values[j] + (side == 0 ? -step : step);
        if (there < p.lower || there > p.upper) continue;
        Values moved = values;
        moved[j] = there;
        ends[side] = left_over(moved);
        if (!ends[side].empty()) places[side] = there;
    }
    if (places[0] == places[1]) return slope;
    const std::vector<double>& low = ends[0].empty() ? here : ends[0];
    const std::vector<double>& high = ends[1].empty() ? here : ends[1];
    for (std::size_t i = 0; i < here.size(); ++i) {
        const PredictedChannel& c = record_.channels[i / places_.size()];
        const double by = c.is_angle ? c.weight * turned((high[i] - low[i]) / c.weight) : high[i] - low[i];
        slope[i] = by / (places[1] - places[0]);
    }
    return slope;
}

double PredictedModel::rounding() const {
    constexpr double share = 1e-8;  // of the range of a channel: what derivatives by differences leave
    double sum = 0.0;
    for (const PredictedChannel& c : record_.channels) {
        const auto [low, high] = std::ranges::minmax(c.measured);
        sum += std::pow(share * c.weight * (high - low), 2) * static_cast<double>(places_.size());
    }
    return sum;
}

Residuals PredictedModel::residuals(std::span<const double> values) const {
    const Values at(values.begin(), values.end());
    Residuals r;
    r.values = left_over(at);
    if (r.values.empty()) return r;
    r.rows.resize(r.values.size() * size());
    for (std::size_t j = 0; j < size(); ++j) {
        const std::vector<double> slope = column(at, j, r.values);
        for (std::size_t i = 0; i < slope.size(); ++i) r.rows[i * size() + j] = slope[i];
    }
    return r;
}

Sums PredictedModel::sums(std::span<const double> values, With with) const {
    Sums sums;
    const Values at(values.begin(), values.end());
    const Residuals r = with == With::derivatives ? residuals(values) : Residuals{left_over(at), {}};
    if (r.values.empty()) return sums;
    sums.cost = 0.0;
    for (const double v : r.values) sums.cost += v * v;
    if (with == With::cost) return sums;
    const std::size_t n = size();
    sums.slope.assign(n, 0.0);
    sums.curvature = FitMatrix(n);
    for (std::size_t i = 0; i < r.values.size(); ++i) {
        const double* row = r.rows.data() + i * n;
        for (std::size_t j = 0; j < n; ++j) {
            sums.slope[j] += row[j] * r.values[i];
            for (std::size_t k = 0; k < n; ++k) sums.curvature(j, k) += row[j] * row[k];
        }
    }
    return sums;
}

}  // namespace stickslip::identifying
