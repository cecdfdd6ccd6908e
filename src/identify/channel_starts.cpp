// The balance of forces is linear in nearly all numbers of masses, springs and contacts. What was integrated has an
// unknown middle in each degree of freedom, and so the balance an unknown constant force.

#include "channel_starts.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "least_squares.hpp"

namespace stickslip::identifying {

namespace {

constexpr std::size_t balance_times = 120;

}  // namespace

ChannelStarts::ChannelStarts(const MeasuredMotion& motion, const std::vector<Parameter>& parameters,
                             const std::vector<Samples>& samples, std::function<CaseDocument(const Values&)> case_at)
    : motion_(motion), parameters_(parameters), samples_(samples), case_at_(std::move(case_at)) {
    for (const Samples& s : samples_) local_.emplace_back(s);
}

std::vector<std::optional<std::size_t>> ChannelStarts::channels() const {
    std::vector<std::optional<std::size_t>> found(motion_.size());
    const std::vector<std::size_t> degrees = motion_.degrees();
    for (std::size_t k = 0; k < degrees.size(); ++k) {
        if (degrees[k] < found.size() && !found[degrees[k]]) found[degrees[k]] = k;
    }
    return found;
}

double ChannelStarts::length() const {
    double largest = 0.0;
    for (std::size_t k = 0; k < samples_.size(); ++k) {
        const std::size_t count = samples_[k].size();
        for (std::size_t i = 0; i < balance_times; ++i) {
            const std::size_t at = i * (count - 1) / (balance_times - 1);
            if (const auto p = local_[k].at(at, 2, samples_[k].times[at])) largest = std::max(largest, std::abs(p->x));
        }
    }
    return largest > 0.0 ? largest : 1.0;
}

Values ChannelStarts::with_start(Values values, std::size_t half) const {
    const std::vector<std::string> keys = motion_.start_keys();
    const auto seen = channels();
    for (std::size_t i = 0; i < seen.size(); ++i) {
        if (!seen[i]) continue;
        const auto p = local_[*seen[i]].at(0, 2 * half, samples_[*seen[i]].times.front());
        if (!p) continue;
        for (std::size_t j = 0; j < parameters_.size(); ++j) {
            if (parameters_[j].key == keys[i]) values[j] = p->x;
            if (parameters_[j].key == keys[seen.size() + i]) values[j] = p->v;
        }
    }
    for (std::size_t j = 0; j < values.size(); ++j) {
        values[j] = std::clamp(values[j], parameters_[j].lower, parameters_[j].upper);
    }
    return values;
}

std::vector<SeenState> ChannelStarts::states(std::size_t half) const {
    std::vector<SeenState> found;
    const auto seen = channels();
    const std::size_t count = samples_.front().size();
    for (std::size_t i = 0; i < balance_times; ++i) {
        const std::size_t centre = half + i * (count - 1 - 2 * half) / (balance_times - 1);
        SeenState s{samples_.front().times[centre], {}, {}, {}};
        for (const auto& channel : seen) {
            const auto p = channel ? local_[*channel].at(centre, half, s.time) : std::nullopt;
            if (!p) return {};
            s.position.push_back(p->x);
            s.velocity.push_back(p->v);
            s.acceleration.push_back(p->a);
        }
        found.push_back(std::move(s));
    }
    return found;
}

std::optional<Values> ChannelStarts::balanced(const Values& guess, std::size_t half) const {
    constexpr double share = 0.1;    // of a number, by which it is moved: the balance is linear
    constexpr double ridge = 1e-10;  // what the record does not show stays
    const std::vector<SeenState> seen = states(half);
    if (seen.empty()) return std::nullopt;
    const std::vector<double> here = motion_.unbalanced(case_at_(guess), seen);
    if (here.empty()) return std::nullopt;
    const std::size_t n = parameters_.size();
    const std::size_t middles = samples_.front().quantity == MeasuredQuantity::displacement ? 0 : motion_.size();
    std::vector<std::vector<double>> columns(n + middles, std::vector<double>(here.size(), 0.0));
    for (std::size_t j = 0; j < n; ++j) {
        const Parameter& p = parameters_[j];
        if (p.is_offset || p.key.starts_with("start.")) continue;
        Values moved = guess;
        moved[j] = std::clamp(guess[j] + share * (guess[j] != 0.0 ? std::abs(guess[j]) : 1.0), p.lower, p.upper);
        if (moved[j] == guess[j]) continue;
        const std::vector<double> there = motion_.unbalanced(case_at_(moved), seen);
        for (std::size_t i = 0; i < here.size(); ++i) columns[j][i] = (there[i] - here[i]) / (moved[j] - guess[j]);
    }
    for (std::size_t i = 0; i < here.size(); ++i) {
        if (middles > 0) columns[n + i % motion_.size()][i] = 1.0;
    }
    FitMatrix a(columns.size());
    std::vector<double> b(columns.size());
    for (std::size_t j = 0; j < columns.size(); ++j) {
        for (std::size_t i = 0; i < here.size(); ++i) b[j] -= columns[j][i] * here[i];
        for (std::size_t k = 0; k < columns.size(); ++k) {
            for (std::size_t i = 0; i < here.size(); ++i) a(j, k) += columns[j][i] * columns[k][i];
        }
        a(j, j) = a(j, j) > 0.0 ? a(j, j) * (1.0 + ridge) : 1.0;
    }
    const std::optional<std::vector<double>> x = solved(a, b);
    if (!x) return std::nullopt;
    Values values = guess;
    for (std::size_t j = 0; j < n; ++j) {
        values[j] = std::clamp(guess[j] + (*x)[j], parameters_[j].lower, parameters_[j].upper);
    }
    return values;
}

std::vector<Values> ChannelStarts::all() const {
    Values guess;
    for (const Parameter& p : parameters_) guess.push_back(p.guess);
    std::vector<Values> found;
    for (const double share : window_shares) {
        const auto half = static_cast<std::size_t>(share * static_cast<double>(samples_.front().size()));
        if (half < 2 || samples_.front().size() < 4 * half) continue;
        found.push_back(with_start(guess, half));
        try {
            if (const auto values = balanced(guess, half)) found.push_back(with_start(*values, half));
        } catch (const std::invalid_argument&) {
            continue;  // numbers that do not go together are no start
        }
    }
    return found;
}

}  // namespace stickslip::identifying
