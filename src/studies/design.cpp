#include "stickslip/studies/design.hpp"
#include "kernel/in_parallel.hpp"

#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <numbers>

namespace stickslip {

namespace {

constexpr double golden = 2.0 - std::numbers::phi;

double position(const Interval& range, int i, int count) { return range.low + (range.high - range.low) * i / count; }

constexpr std::size_t most_refined = 4;  // local minima of a scan

/// How many values golden section takes from two steps of a scan down to the tolerance.
int golden_steps(int count, double tolerance) {
    return static_cast<int>(std::ceil(std::log(tolerance * count / 2.0) / std::log(1.0 - golden)));
}

/// Tells how much of the work is done, in units of which there are `total`.
class Work {
public:
    Work(const DesignOptions& options, double total) : progress_(options.progress), total_(total) {}

    void add(int units) {
        const int done = done_ += units;
        if (progress_) progress_(std::min(done / total_, 1.0));
    }

private:
    const std::function<void(double)>& progress_;
    double total_;
    std::atomic<int> done_ = 0;
};

/// Minimum of f in [a, b] by golden section, given the best point m inside with its value; ends at width `tolerance`.
template <class Function>
std::pair<double, double> golden_minimum(const Function& f, double a, double m, double b, double at_m,
                                         double tolerance) {
    while (b - a > tolerance) {
        const bool goes_right = b - m > m - a;
        const double t = goes_right ? m + golden * (b - m) : m - golden * (m - a);
        const double value = f(t);
        if (value < at_m) {
            (goes_right ? a : b) = m;
            m = t;
            at_m = value;
        } else {
            (goes_right ? b : a) = t;
        }
    }
    return {m, at_m};
}

/// The smallest value of f over a range: the few best local minima of a scan, each refined.
template <class Function>
std::pair<double, double> scanned_minimum(const Function& f, const Interval& range, int count, double tolerance) {
    if (range.low == range.high) return {range.low, f(range.low)};
    std::vector<double> values(static_cast<std::size_t>(count) + 1);
    for (int i = 0; i <= count; ++i) values[static_cast<std::size_t>(i)] = f(position(range, i, count));
    std::vector<int> minima;
    for (int i = 0; i <= count; ++i) {
        const auto at = [&](int j) { return values[static_cast<std::size_t>(std::clamp(j, 0, count))]; };
        if (at(i) <= at(i - 1) && at(i) <= at(i + 1)) minima.push_back(i);
    }
    std::ranges::sort(minima, {}, [&](int i) { return values[static_cast<std::size_t>(i)]; });
    if (minima.size() > most_refined) minima.resize(most_refined);
    std::pair<double, double> best{range.low, std::numeric_limits<double>::infinity()};
    for (const int i : minima) {
        const auto found = golden_minimum(f, position(range, std::max(i - 1, 0), count), position(range, i, count),
                                          position(range, std::min(i + 1, count), count),
                                          values[static_cast<std::size_t>(i)], tolerance * (range.high - range.low));
        if (found.second < best.second) best = found;
    }
    return best;
}

}  // namespace

WorstCase worst_over(const ResponseAt& response, double vary, const Interval& band, const DesignOptions& options) {
    const auto negative = [&](double over) {
        const double value = response(vary, over);
        return std::isnan(value) ? 0.0 : -value;
    };
    const auto [over, value] = scanned_minimum(negative, band, options.band_points, options.tolerance);
    return {vary, over, -value};
}

Optimum minimise_worst(const ResponseAt& response, const Interval& choices, const Interval& band,
                       const DesignOptions& options) {
    const auto worst_for = [&](double vary) { return worst_over(response, vary, band, options); };
    // The scan runs on all threads, golden section on one.
    const int threads = tbb::this_task_arena::max_concurrency();
    Work work(options, options.choices + 1 + threads * golden_steps(options.choices, options.tolerance));
    Optimum optimum;
    optimum.curve.resize(static_cast<std::size_t>(options.choices) + 1);
    in_parallel(0, options.choices + 1, [&](int i) {
        optimum.curve[static_cast<std::size_t>(i)] = worst_for(position(choices, i, options.choices));
        work.add(1);
    });
    const auto best = std::ranges::min_element(optimum.curve, {}, &WorstCase::response);
    const auto index = static_cast<int>(best - optimum.curve.begin());
    const auto refining = [&](double vary) {
        work.add(threads);
        return worst_for(vary).response;
    };
    const double refined =
        golden_minimum(refining, position(choices, std::max(index - 1, 0), options.choices), best->vary,
                       position(choices, std::min(index + 1, options.choices), options.choices), best->response,
                       options.tolerance * (choices.high - choices.low))
            .first;
    optimum.best = worst_for(refined);
    return optimum;
}

std::optional<StickLimit> largest_without_stick(const std::function<bool(double, double)>& sticks,
                                                const Interval& choices, const Interval& band,
                                                const DesignOptions& options) {
    const bool has_band = band.low < band.high;
    const int refinements = static_cast<int>(most_refined) * golden_steps(options.band_points, options.tolerance);
    Work work(options, has_band ? options.band_points + 1 + refinements : options.choices + 1);
    // The first choice that sticks at one place of the band; the end of the range where none does.
    const auto limit_at = [&](double over) {
        if (has_band) work.add(1);
        double low = choices.low;
        double high = low;
        for (int i = 0; i <= options.choices; ++i) {
            high = position(choices, i, options.choices);
            if (!has_band) work.add(1);
            if (sticks(high, over)) break;
            if (i == options.choices) return high;
            low = high;
        }
        constexpr double finer = 1e-3;  // than the places of the band: the limits are compared between these
        const double tolerance = finer * options.tolerance * (choices.high - choices.low);
        while (high - low > tolerance) {
            const double middle = 0.5 * (low + high);
            (sticks(middle, over) ? high : low) = middle;
        }
        return low;
    };
    const auto [over, vary] = scanned_minimum(limit_at, band, options.band_points, options.tolerance);
    if (vary <= choices.low && sticks(choices.low, over)) return std::nullopt;
    return StickLimit{vary, over, vary >= choices.high};
}

std::optional<StickLimit> least_without_stick(const std::function<bool(double, double)>& sticks,
                                              const Interval& choices, const Interval& band,
                                              const DesignOptions& options) {
    const auto mirrored = [&](double vary) { return choices.low + (choices.high - vary); };
    const auto sticks_mirrored = [&](double vary, double over) { return sticks(mirrored(vary), over); };
    auto limit = largest_without_stick(sticks_mirrored, choices, band, options);
    if (limit) limit->vary = mirrored(limit->vary);
    return limit;
}

std::vector<double> choices_reaching(double value, const std::function<double(double)>& response,
                                     const Interval& choices, const DesignOptions& options) {
    std::vector<double> excess(static_cast<std::size_t>(options.choices) + 1);
    constexpr int usual_halvings = 45;  // of one step of the scan; most targets are reached once
    Work work(options, options.choices + 1 + usual_halvings);
    in_parallel(0, options.choices + 1, [&](int i) {
        excess[static_cast<std::size_t>(i)] = response(position(choices, i, options.choices)) - value;
        work.add(1);
    });
    const double scale = std::max(std::abs(choices.low), std::abs(choices.high));
    std::vector<double> found;
    for (int i = 0; i < options.choices; ++i) {
        double low = position(choices, i, options.choices);
        double high = position(choices, i + 1, options.choices);
        double at_low = excess[static_cast<std::size_t>(i)];
        double at_high = excess[static_cast<std::size_t>(i) + 1];
        if (at_low == 0.0) found.push_back(low);
        if (i + 1 == options.choices && at_high == 0.0) found.push_back(high);
        if (!(at_low * at_high < 0.0)) continue;
        while (high - low > 2.0 * std::numeric_limits<double>::epsilon() * scale) {
            const double middle = 0.5 * (low + high);
            const double at_middle = response(middle) - value;
            work.add(1);
            const bool is_left = std::isnan(at_middle) || (at_middle > 0.0) == (at_high > 0.0);
            (is_left ? high : low) = middle;
            (is_left ? at_high : at_low) = at_middle;
        }
        // A jump stays as high as it was, however close its two sides are.
        constexpr double jump = 1e-6;
        if (std::abs(at_high - at_low) <= jump * (std::abs(value) + std::abs(at_low)))
            found.push_back(0.5 * (low + high));
    }
    return found;
}

}  // namespace stickslip
