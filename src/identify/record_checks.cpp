#include "record_checks.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "model/bounds.hpp"

namespace stickslip::identifying {

namespace {

void require_usable(const Measurement& m, std::size_t parameters) {
    if (m.times.size() != m.values.size()) {
        throw std::invalid_argument("the record has " + std::to_string(m.times.size()) + " times and " +
                                    std::to_string(m.values.size()) + " values, which must be as many");
    }
    const std::size_t least = std::max<std::size_t>(20, 3 * parameters);
    if (m.times.size() < least) {
        throw std::invalid_argument("the record has " + std::to_string(m.times.size()) + " samples; at least " +
                                    std::to_string(least) + " are needed for " + std::to_string(parameters) +
                                    " numbers");
    }
    for (std::size_t i = 0; i < m.times.size(); ++i) {
        const std::string where = "sample " + std::to_string(i + 1) + " of the record";
        if (!std::isfinite(m.times[i]) || !std::isfinite(m.values[i])) {
            throw std::invalid_argument(where + " is (" + shortest(m.times[i]) + ", " + shortest(m.values[i]) +
                                        "); time and value must be finite numbers");
        }
        if (i > 0 && !(m.times[i] > m.times[i - 1])) {
            throw std::invalid_argument(where + " has time " + shortest(m.times[i]) + ", which must be later than " +
                                        shortest(m.times[i - 1]) + " s of the sample before");
        }
    }
    const auto [low, high] = std::ranges::minmax(m.values);
    if (low == high) {
        throw std::invalid_argument("every value of the record is " + shortest(low) + ": nothing moves");
    }
}

double usual_spacing(const std::vector<double>& times) {
    std::vector<double> steps(times.size() - 1);
    for (std::size_t i = 0; i + 1 < times.size(); ++i) steps[i] = times[i + 1] - times[i];
    std::ranges::nth_element(steps, steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2));
    return steps[steps.size() / 2];
}

void tell_gaps(const Measurement& m, RecordCheck& check) {
    constexpr double gap = 4.5;  // usual spacings
    std::size_t gaps = 0;
    std::string first;
    for (std::size_t i = 0; i + 1 < m.times.size(); ++i) {
        if (!(m.times[i + 1] - m.times[i] > gap * check.spacing)) continue;
        if (++gaps == 1) first = "from " + shortest(m.times[i]) + " s to " + shortest(m.times[i + 1]) + " s";
    }
    if (gaps == 0) return;
    check.warnings.push_back("the record has " +
                             (gaps == 1 ? std::string("a gap ") : std::to_string(gaps) + " gaps, the first ") + first);
}

/// A plateau at the largest or least value into which the record runs with speed: where a motion turns, or a mass
/// comes to rest, it slows down.
void find_clipped(const Measurement& m, RecordCheck& check) {
    constexpr std::size_t shortest_plateau = 4;  // samples
    constexpr double fast = 0.3;                 // of the usual large step
    std::vector<double> steps;
    for (std::size_t i = 0; i + 1 < m.values.size(); ++i) steps.push_back(std::abs(m.values[i + 1] - m.values[i]));
    std::vector<double> sorted = steps;
    const auto high = static_cast<std::ptrdiff_t>(sorted.size() * 95 / 100);
    std::ranges::nth_element(sorted, sorted.begin() + high);
    const double large = sorted[static_cast<std::size_t>(high)];
    const auto [low_value, high_value] = std::ranges::minmax(m.values);
    std::size_t clipped = 0;
    double limit = 0.0;
    for (const double extreme : {low_value, high_value}) {
        std::size_t i = 0;
        while (i < m.values.size()) {
            std::size_t end = i;
            while (end < m.values.size() && m.values[end] == extreme) ++end;
            const bool runs_in = i >= 2 && steps[i - 2] > fast * large;
            const bool runs_out = end + 1 < m.values.size() && steps[end] > fast * large;
            if (end - i >= shortest_plateau && (runs_in || runs_out)) {
                std::fill(check.kept.begin() + static_cast<std::ptrdiff_t>(i),
                          check.kept.begin() + static_cast<std::ptrdiff_t>(end), char{0});
                clipped += end - i;
                limit = extreme;
            }
            i = std::max(end, i + 1);
        }
    }
    if (clipped == 0) return;
    check.warnings.push_back("the sensor seems to be at its limit of " + shortest(limit) + ": " +
                             std::to_string(clipped) + " samples there are left out of the fit");
}

}  // namespace

RecordCheck checked(const Measurement& m, std::size_t parameters) {
    require_usable(m, parameters);
    RecordCheck check;
    check.kept.assign(m.times.size(), char{1});
    check.spacing = usual_spacing(m.times);
    tell_gaps(m, check);
    find_clipped(m, check);
    return check;
}

}  // namespace stickslip::identifying
