#include "search.hpp"

#include <algorithm>
#include <cmath>

#include "stickslip/interruption.hpp"

namespace stickslip::identifying {

namespace {

constexpr std::size_t many_samples = 2000;
constexpr std::size_t some_samples = 240;
constexpr std::size_t few_samples = 120;

/// The samples that are not within one spacing of an event of this motion, its start among them: let go at rest, a mass
/// may just as well turn right behind it.
Samples away_from_events(const CaseFamily& family, const Samples& samples, const Values& values) {
    const Trajectory motion = motion_of(family, samples, values);
    std::vector<char> kept(samples.size(), char{1});
    std::size_t next = 0;
    for (const Event& event : motion.events) {
        while (next < samples.size() && samples.times[next] < event.time - samples.spacing) ++next;
        for (std::size_t i = next; i < samples.size() && samples.times[i] <= event.time + samples.spacing; ++i)
            kept[i] = 0;
    }
    const auto left = static_cast<std::size_t>(std::ranges::count(kept, char{1}));
    return left > samples.size() / 2 ? samples.only(kept) : samples;
}

bool is_friction(const Parameter& p) { return p.key.starts_with("friction.") && !p.key.ends_with("belt_velocity"); }

Values with_friction(const CaseFamily& family, Values values, double factor) {
    for (std::size_t j = 0; j < family.size(); ++j) {
        const Parameter& p = family.parameters()[j];
        if (is_friction(p)) values[j] = std::clamp(values[j] * factor, p.lower, p.upper);
    }
    return values;
}

/// Starts with the numbers that the case gives, at the state that the record shows.
Values case_with_start_of(const CaseFamily& family, const Values& shown) {
    Values values = family.guess();
    for (const std::string_view key :
         {std::string_view("start.position"), std::string_view("start.velocity"), sensor_offset}) {
        const std::size_t j = family.find(key);
        if (j < family.size()) values[j] = shown[j];
    }
    return values;
}

}  // namespace

bool is_free(const Case& c) { return c.load.harmonics.empty() && !c.load.record && c.oscillator.belt_velocity == 0.0; }

SearchData::SearchData(Samples given)
    : all(std::move(given)),
      many(all.thinned(many_samples)),
      some(all.thinned(some_samples)),
      few(all.thinned(few_samples)) {}

std::vector<Values> starts(const CaseFamily& family, const SearchData& data) {
    std::vector<Values> all{family.guess()};
    for (Values& v : balance_guesses(family, data.many)) {
        all.push_back(case_with_start_of(family, v));
        if (!is_free(family.given())) {
            for (const double factor : {0.5, 0.75, 1.3, 1.8}) all.push_back(with_friction(family, v, factor));
        }
        all.push_back(std::move(v));
    }
    if (is_free(family.given())) {
        for (Values& v : decay_guesses(family, data.many)) all.push_back(std::move(v));
    }
    return ranked(family, data, std::move(all));
}

std::vector<Values> ranked(const CaseFamily& family, const SearchData& data, std::vector<Values> starts) {
    std::vector<std::pair<double, Values>> all;
    for (Values& v : starts) {
        throw_if_interrupted();
        const double cost = sums_of(family, data.few, v, With::cost).cost;
        if (std::isfinite(cost)) all.emplace_back(cost, std::move(v));
    }
    std::ranges::stable_sort(all, {}, [](const auto& r) { return r.first; });
    std::vector<Values> sorted;
    for (auto& [cost, v] : all) sorted.push_back(std::move(v));
    return sorted;
}

Fit best_of(const CaseFamily& family, const SearchData& data, std::span<const Values> starts) {
    constexpr std::size_t most_fits = 6;
    constexpr FitOptions rough{.most_steps = 12, .least_gain = 0.05, .held = {}};
    Fit best;
    for (const Values& start : starts.first(std::min(most_fits, starts.size()))) {
        Fit fit = fitted(family, data.some, start, rough);
        if (fit.sums.cost < best.sums.cost) best = std::move(fit);
    }
    return best;
}

namespace {

/// The time of the last event: behind it a decay rests.
double rest_time(const CaseFamily& family, const Samples& samples, const Values& values) {
    const Trajectory motion = motion_of(family, samples, values);
    return motion.events.empty() ? samples.times.back() : motion.events.back().time;
}

/// Before its last swings a decay depends smoothly on its numbers: what fits best there has no minima for each number
/// of half swings, and is a start for all.
std::vector<Values> fits_of_beginnings(const CaseFamily& family, const SearchData& data, const Values& values) {
    constexpr FitOptions rough{.most_steps = 12, .least_gain = 0.05, .held = {}};
    std::vector<Values> found;
    const double rest = rest_time(family, data.some, values);
    for (const double share : {0.85, 0.65}) {
        std::vector<char> kept;
        for (const double t : data.some.times) kept.push_back(t < share * rest ? 1 : 0);
        const Samples beginning = data.some.only(kept);
        if (beginning.size() < 4 * family.size()) continue;
        Fit fit = fitted(family, beginning, values, rough);
        if (fit.sums.exists()) found.push_back(std::move(fit.values));
    }
    return found;
}

/// The best of the fits around this one with a little more or less friction: first with the friction held, while all
/// other numbers follow, then with all free.
void try_other_stops(const CaseFamily& family, const SearchData& data, Fit& best) {
    constexpr FitOptions rough{.most_steps = 10, .least_gain = 0.05, .held = {}};
    const auto friction =
        static_cast<std::size_t>(std::ranges::find_if(family.parameters(), is_friction) - family.parameters().begin());
    if (friction == family.size()) return;
    const auto reversals = static_cast<double>(motion_of(family, data.some, best.values).events.size());
    FitOptions held = rough;
    held.held = friction;
    held.most_steps = 5;
    for (const double swings : {-3.0, -2.0, -1.0, -0.5, 0.5, 1.0, 2.0, 3.0}) {
        const Values other = with_friction(family, best.values, std::max(0.0, 1.0 + swings / (reversals + 2.0)));
        if (other == best.values) continue;
        Fit fit = fitted(family, data.some, other, held);
        if (!fit.sums.exists()) continue;
        fit = fitted(family, data.some, std::move(fit.values), rough);
        if (fit.sums.cost < best.sums.cost) best = std::move(fit);
    }
}

}  // namespace

Fit improved(const CaseFamily& family, const SearchData& data, Fit best) {
    if (!best.sums.exists()) return best;
    if (is_free(family.given())) {
        for (Values& start : fits_of_beginnings(family, data, best.values)) {
            Fit fit = fitted(family, data.some, std::move(start));
            if (fit.sums.cost < best.sums.cost) best = std::move(fit);
        }
    }
    try_other_stops(family, data, best);
    return best;
}

Fit refined(const CaseFamily& family, const SearchData& data, Fit best, Samples& used) {
    best = improved(family, data, std::move(best));
    if (!best.sums.exists()) return best;
    constexpr int most_rounds = 3;
    used = data.all;
    for (int round = 0; round < most_rounds; ++round) {
        if (data.all.quantity == MeasuredQuantity::acceleration) {
            Samples away = away_from_events(family, data.all, best.values);
            if (round > 0 && away.times == used.times) break;
            used = std::move(away);
        } else if (round > 0) {
            break;
        }
        best = fitted(family, used, best.values);
        if (!best.sums.exists()) break;
    }
    return best;
}

}  // namespace stickslip::identifying
