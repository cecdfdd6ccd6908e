#include "predicted_fit.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "damping_models.hpp"
#include "intervals.hpp"
#include "judge.hpp"

namespace stickslip::identifying {

namespace {

constexpr std::size_t few_places = 60;    // that starts are compared at
constexpr std::size_t some_places = 200;  // of the fits of the search
constexpr std::size_t scattered_starts = 48;
constexpr std::size_t most_fits = 5;
constexpr double widest = 5.0;  // that a guess may be off by, as a factor

double mean_of(const PredictedChannel& c) {
    double sum = 0.0;
    for (const double v : c.measured) sum += v / static_cast<double>(c.measured.size());
    return sum;
}

double range_of(const PredictedChannel& c) {
    const auto [low, high] = std::ranges::minmax(c.measured);
    return high - low;
}

bool counts(const PredictedChannel& c, std::size_t i) { return c.kept.empty() || c.kept[i] != 0; }

/// Of the channel that is explained worst, so that a good one does not hide it; from what is left over, weighted, at
/// the places of these numbers.
double explained_share(const PredictedRecord& record, const std::vector<std::size_t>& numbers,
                       const std::vector<double>& left) {
    if (left.empty()) return 0.0;
    double least = 1.0;
    for (std::size_t k = 0; k < record.channels.size(); ++k) {
        const PredictedChannel& c = record.channels[k];
        const double mean = mean_of(c);
        double total = 0.0;
        double square = 0.0;
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            if (!counts(c, numbers[i])) continue;
            total += std::pow(c.weight * (c.measured[numbers[i]] - mean), 2);
            square += std::pow(left[k * numbers.size() + i], 2);
        }
        if (total > 0.0) least = std::min(least, 1.0 - square / total);
    }
    return least;
}

double explained_share(const PredictedRecord& record, const std::vector<double>& left) {
    return explained_share(record, evenly_taken(record.places.size(), record.places.size()), left);
}

/// Uniform between 0 and 1, the same on every machine.
class Scatter {
public:
    double uniform() {
        constexpr double ulp = 0x1p-53;
        return static_cast<double>(engine_() >> 11U) * ulp;
    }
    /// A number near the guess: a factor for what keeps its sign, else a distance.
    double near(const Parameter& p, double scale) {
        const double u = 2.0 * uniform() - 1.0;
        double value = p.guess + 2.0 * u * scale;
        if (p.lower >= 0.0) value = (p.guess > 0.0 ? p.guess : scale) * std::pow(widest, u);
        if (std::isfinite(p.lower) && std::isfinite(p.upper)) value = p.lower + uniform() * (p.upper - p.lower);
        return std::clamp(value, p.lower, p.upper);
    }

private:
    std::mt19937_64 engine_{20261119};
};

class Search {
public:
    explicit Search(PredictedTask& task) : task_(task), record_(task.record) {
        for (PredictedChannel& c : record_.channels) {
            const double range = range_of(c);
            c.weight = c.is_angle ? 1.0 : 1.0 / (range > 0.0 ? range : 1.0);
        }
        if (task.is_in_time) share_weight();
    }

    /// The best of all fits, on all places.
    [[nodiscard]] Fit run() {
        std::vector<Fit> best = fits_of_beginning();
        if (best.empty()) return {};
        Fit fit = with_other_friction(fits_of_all(std::move(best)));
        if (!fit.sums.exists()) return fit;
        set_scales(fit.values);
        return settled(std::move(fit));
    }

    /// How much of the channel that is explained worst the best of the first fits explains.
    [[nodiscard]] double first_share() const {
        constexpr std::size_t places = some_places;
        const Fit fit = fits_of_all(fits_of_beginning());
        const std::size_t count = std::min(places, record_.places.size());
        return fit.sums.exists() ? explained_share(record_, evenly_taken(record_.places.size(), count),
                                                   at(record_.places.size(), count).left_over(fit.values))
                                 : 0.0;
    }

    [[nodiscard]] PredictedModel whole() const { return at(record_.places.size(), record_.places.size()); }

private:
    /// The first `end` places, at most so many of them.
    [[nodiscard]] PredictedModel at(std::size_t end, std::size_t most) const {
        return {record_, evenly_taken(end, most)};
    }

    /// Sensors of one kind have noise of one size, as long as nothing else is known.
    void share_weight() {
        double least = std::numeric_limits<double>::infinity();
        for (const PredictedChannel& c : record_.channels) least = std::min(least, c.weight);
        for (PredictedChannel& c : record_.channels) c.weight = least;
    }

    [[nodiscard]] std::vector<Values> starts() const {
        std::vector<Values> all = task_.starts;
        Values guess;
        for (const Parameter& p : record_.parameters) guess.push_back(p.guess);
        all.push_back(guess);
        const std::vector<Values> seeds = all;
        Scatter scatter;
        for (std::size_t i = 0; i < scattered_starts; ++i) {
            Values v = seeds[i % seeds.size()];
            for (std::size_t j = 0; j < v.size(); ++j) {
                // What the record shows of the start stays.
                if (record_.parameters[j].key.starts_with("start.") && i % 3 != 0) continue;
                v[j] = scatter.near(record_.parameters[j], record_.scales[j]);
            }
            all.push_back(std::move(v));
        }
        return all;
    }

    /// The fits to the beginning of the record, where sums of squares have few minima, the best first.
    [[nodiscard]] std::vector<Fit> fits_of_beginning() const {
        constexpr double beginning = 0.3;
        const std::size_t count = record_.places.size();
        const std::size_t least = std::min(count, 8 * record_.parameters.size());
        const std::size_t end = task_.is_in_time
                                    ? std::max(least, static_cast<std::size_t>(beginning * static_cast<double>(count)))
                                    : count;
        const PredictedModel few = at(end, few_places);
        std::vector<std::pair<double, Values>> ranked;
        for (Values& v : starts()) {
            const double cost = few.sums(v, With::cost).cost;
            if (std::isfinite(cost)) ranked.emplace_back(cost, std::move(v));
        }
        std::ranges::stable_sort(ranked, {}, [](const auto& r) { return r.first; });
        const PredictedModel some = at(end, some_places / 2);
        std::vector<Fit> found;
        for (std::size_t i = 0; i < std::min(most_fits, ranked.size()); ++i) {
            Fit fit = fitted(some, std::move(ranked[i].second), {.most_steps = 15, .least_gain = 0.05, .held = {}});
            if (fit.sums.exists()) found.push_back(std::move(fit));
        }
        std::ranges::stable_sort(found, {}, [](const Fit& f) { return f.sums.cost; });
        return found;
    }

    /// They go on to more of the record.
    [[nodiscard]] Fit fits_of_all(std::vector<Fit> from) const {
        constexpr std::size_t kept = 3;
        const std::size_t count = record_.places.size();
        Fit best;
        for (std::size_t i = 0; i < std::min(kept, from.size()); ++i) {
            Fit fit = std::move(from[i]);
            if (task_.is_in_time) fit = fitted(at(6 * count / 10, some_places), fit.values, rough);
            if (fit.sums.exists()) fit = fitted(at(count, some_places), fit.values, rough);
            if (fit.sums.cost < best.sums.cost) best = std::move(fit);
        }
        return best;
    }

    /// Frictions a little higher and lower, held and then released: sums of squares have a minimum for each number of
    /// half swings.
    [[nodiscard]] Fit with_other_friction(Fit best) const {
        if (!best.sums.exists()) return best;
        const PredictedModel some = at(record_.places.size(), some_places);
        for (std::size_t j = 0; j < record_.parameters.size(); ++j) {
            if (!is_friction_key(record_.parameters[j].key)) continue;
            for (const double factor : {0.6, 0.85, 1.15, 1.5}) {
                Values v = best.values;
                v[j] = std::clamp(v[j] * factor, record_.parameters[j].lower, record_.parameters[j].upper);
                if (v == best.values) continue;
                Fit fit = fitted(some, std::move(v), {.most_steps = 4, .least_gain = 0.05, .held = j});
                if (!fit.sums.exists()) continue;
                fit = fitted(some, std::move(fit.values), rough);
                if (fit.sums.cost < best.sums.cost) best = std::move(fit);
            }
        }
        return best;
    }

    /// All places; the noise of each channel weighs it, and what does not count is left out.
    [[nodiscard]] Fit settled(Fit fit) {
        constexpr int rounds = 3;
        for (int round = 0; round < rounds && fit.sums.exists(); ++round) {
            if (task_.counting) {
                const std::vector<char> counting = task_.counting(fit.values);
                for (PredictedChannel& c : record_.channels) {
                    if (round == 0) given_.push_back(c.kept);
                    const auto place = static_cast<std::size_t>(&c - record_.channels.data());
                    c.kept = counting;
                    for (std::size_t i = 0; i < given_[place].size(); ++i) c.kept[i] &= given_[place][i];
                }
            }
            fit = fitted(whole(), fit.values);
            if (!fit.sums.exists() || record_.channels.size() < 2) continue;
            weigh(fit.values);
            fit.sums = whole().sums(fit.values, With::derivatives);
        }
        return fit;
    }

    void weigh(const Values& values) {
        constexpr double rounding = 1e-8;  // of the range of a channel
        const std::vector<double> left = whole().left_over(values);
        const std::size_t count = record_.places.size();
        for (std::size_t k = 0; k < record_.channels.size(); ++k) {
            PredictedChannel& c = record_.channels[k];
            double square = 0.0;
            double used = 0.0;
            for (std::size_t i = 0; i < count; ++i) {
                if (!counts(c, i)) continue;
                square += std::pow(left[k * count + i] / c.weight, 2);
                used += 1.0;
            }
            const double noise = std::sqrt(square / std::max(used, 1.0));
            const double range = range_of(c);
            c.weight = 1.0 / std::max(noise, rounding * (range > 0.0 ? range : 1.0));
        }
    }

    void set_scales(const Values& values) {
        for (std::size_t j = 0; j < values.size(); ++j) {
            if (!record_.parameters[j].key.starts_with("start.") && values[j] != 0.0) {
                record_.scales[j] = std::min(record_.scales[j], std::abs(values[j]));
            }
        }
    }

    static constexpr FitOptions rough{.most_steps = 15, .least_gain = 0.02, .held = {}};

    PredictedTask& task_;
    PredictedRecord& record_;
    std::vector<std::vector<char>> given_;  // what was kept before
};

/// The noise of each channel, and of all.
void tell_noise(const PredictedRecord& record, const std::vector<double>& left, double freedom, Identification& found) {
    const std::size_t count = record.places.size();
    double whole = 0.0;
    double samples = 0.0;
    for (std::size_t k = 0; k < record.channels.size(); ++k) {
        const PredictedChannel& c = record.channels[k];
        double square = 0.0;
        double used = 0.0;
        for (std::size_t i = 0; i < count; ++i) {
            if (!counts(c, i)) continue;
            square += std::pow(left[k * count + i] / c.weight, 2);
            used += 1.0;
        }
        found.channels.push_back({c.name, std::sqrt(square / std::max(used, 1.0))});
        if (c.is_angle) continue;
        whole += square;
        samples += used;
    }
    found.samples = static_cast<std::size_t>(samples);
    found.noise = std::sqrt(whole / std::max(1.0, samples * freedom));
}

}  // namespace

bool is_friction_key(const std::string& key) {
    for (const char* end : {".bound", ".static_bound", ".mu", ".mu_static", ".mu_kinetic"}) {
        if (key.ends_with(end)) return true;
    }
    return false;
}

bool is_explained(PredictedTask task) {
    constexpr double fits = 0.97;
    return Search(task).first_share() > fits;
}

Identification identify_predicted(PredictedTask task, const IdentifyOptions& options) {
    constexpr double hopeless = 0.5;  // explained: nothing fits
    Identification found;
    Search search(task);
    Fit fit = search.run();
    const PredictedRecord& record = task.record;
    if (fit.sums.exists()) found.explained = explained_share(record, search.whole().left_over(fit.values));
    if (found.explained < hopeless) {
        found.reason = "no motion of this case is near the record: the nearest explains " +
                       std::to_string(std::lround(100.0 * std::max(0.0, found.explained))) + " % of its variance";
        return found;
    }
    const PredictedModel whole = search.whole();
    if (!find_intervals(whole, fit, options, found)) return found;
    found.is_found = true;
    found.model = task.model;
    const std::vector<double> left = whole.left_over(fit.values);
    found.explained = explained_share(record, left);
    tell_noise(record, left, whole.freedom() / static_cast<double>(whole.samples()), found);
    Samples counted;
    counted.times.resize(whole.samples());
    found.alternatives.push_back(scored(task.model, counted, fit.sums.cost, whole.size()));
    found.alternatives.front().noise = found.noise;
    for (const Estimate& e : found.estimates) found.alternatives.front().numbers.emplace_back(e.key, e.value);
    std::vector<JudgedChannel> judged;
    for (std::size_t k = 0; k < record.channels.size(); ++k) {
        const PredictedChannel& c = record.channels[k];
        judged.push_back({.name = record.channels.size() > 1 ? c.name : "",
                          .first = k * record.places.size(),
                          .times = record.places,
                          .range = c.weight * range_of(c),
                          .lags = task.lags,
                          .is_offset_known = c.offset.has_value(),
                          .can_drift = task.is_in_time});
    }
    judge_residuals(whole, fit, judged, found);
    judge_estimates(whole, found);
    for (const PredictedChannel& c : record.channels) {
        const auto place = static_cast<std::size_t>(&c - record.channels.data());
        for (std::size_t i = 0; i < record.places.size(); ++i) {
            const double by = counts(c, i) ? left[place * record.places.size() + i] / c.weight : 0.0;
            found.modelled.push_back(c.measured[i] + by);
        }
    }
    return found;
}

}  // namespace stickslip::identifying
