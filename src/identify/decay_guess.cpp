// A decay with friction f = r/k and viscous damping loses amplitude by A ← q·A − (1 + q)·f in each half swing, with
// q = exp(−πζ/√(1 − ζ²)), and rests where A ≤ f [FeenyLiang1996]. Solved for f, the number of half
// swings and ζ span a plane of starts on which the right one lies, however noisy the record.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "first_guess.hpp"
#include "least_squares.hpp"

namespace stickslip::identifying {

namespace {

constexpr double pi = std::numbers::pi;
constexpr std::size_t swing_samples = 128;  // of a window
constexpr std::size_t terms = 5;

/// The best a + (b + d·s)·cos ωt + (c + e·s)·sin ωt with s = t/T: what is left of the sum of squares.
struct SwingFit {
    double left = std::numeric_limits<double>::infinity();
    std::vector<double> terms;
};

SwingFit swing_at(const Samples& window, double frequency) {
    FitMatrix a(terms);
    std::vector<double> b(terms);
    double total = 0.0;
    const double begin = window.times.front();
    const double length = window.times.back() - begin;
    for (std::size_t i = 0; i < window.size(); ++i) {
        const double t = window.times[i];
        const double c = std::cos(frequency * t);
        const double s = std::sin(frequency * t);
        const double share = t / length;
        const double row[terms] = {1.0, c, s, share * c, share * s};
        for (std::size_t j = 0; j < terms; ++j) {
            b[j] += row[j] * window.values[i];
            for (std::size_t k = 0; k <= j; ++k) a(j, k) += row[j] * row[k];
        }
        total += window.values[i] * window.values[i];
    }
    for (std::size_t j = 0; j < terms; ++j) {
        for (std::size_t k = 0; k < j; ++k) a(k, j) = a(j, k);
    }
    const std::optional<std::vector<double>> x = solved(a, b);
    SwingFit fit;
    if (!x) return fit;
    fit.terms = *x;
    fit.left = total;
    for (std::size_t j = 0; j < terms; ++j) fit.left -= (*x)[j] * b[j];
    return fit;
}

/// The frequency between the cycles that a window can show; nothing where none stands out.
double frequency_of(const Samples& window) {
    constexpr double fewest_cycles = 0.6;
    constexpr double step = 0.2;             // cycles
    constexpr double samples_per_cycle = 3;  // at least
    const double length = window.times.back() - window.times.front();
    const double most_cycles = static_cast<double>(window.size()) / samples_per_cycle;
    const auto left = [&](double cycles) { return swing_at(window, 2.0 * pi * cycles / length).left; };
    double best = fewest_cycles;
    double least = std::numeric_limits<double>::infinity();
    for (double cycles = fewest_cycles; cycles < most_cycles; cycles += step) {
        if (const double here = left(cycles); here < least) {
            least = here;
            best = cycles;
        }
    }
    for (double width = 0.5 * step; width > 0.01; width *= 0.5) {
        for (const double there : {best - width, best + width}) {
            if (const double here = left(there); here < least) {
                least = here;
                best = there;
            }
        }
    }
    return 2.0 * pi * best / length;
}

Swing swing_from(const SwingFit& fit, double frequency, MeasuredQuantity quantity) {
    const double c = fit.terms[1];
    const double s = fit.terms[2];
    const double w = frequency;
    switch (quantity) {
        case MeasuredQuantity::displacement: return {w, c, s * w, fit.terms[0]};
        case MeasuredQuantity::velocity: return {w, -s / w, c, fit.terms[0]};
        case MeasuredQuantity::acceleration: return {w, -c / (w * w), -s / w, fit.terms[0]};
    }
    return {};
}

/// The numbers of a decay that a family shall have.
struct Wanted {
    double stiffness = 0.0;  ///< k/m
    double damping = 0.0;    ///< c/m
    double friction = 0.0;   ///< r/m
    State start;
    double offset = 0.0;
};

/// The values that come nearest to it: a few Gauss–Newton steps, each number in its natural unit.
Values nearest_values(const CaseFamily& family, const Wanted& wanted) {
    constexpr int most_steps = 4;
    constexpr double ridge = 1e-10;
    const double rate = std::sqrt(wanted.stiffness);
    const double size = std::hypot(wanted.start.position, wanted.start.velocity / rate);
    Values values = family.guess();
    const std::size_t n = family.size();
    for (int step = 0; step < most_steps; ++step) {
        const Problem p = family.at(values);
        const Oscillator& o = p.oscillator;
        const double errors[] = {(o.stiffness / o.mass) / wanted.stiffness - 1.0,
                                 (o.damping / o.mass - wanted.damping) / rate,
                                 (o.friction_bound / o.mass - wanted.friction) / (wanted.stiffness * size),
                                 (p.start.position - o.equilibrium - wanted.start.position) / size,
                                 (p.start.velocity - wanted.start.velocity) / (rate * size)};
        constexpr std::size_t count = std::size(errors);
        FitMatrix a(n);
        std::vector<double> b(n);
        std::vector<std::array<double, count>> rows(n);
        for (std::size_t j = 0; j < n; ++j) {
            const ProblemRate& r = p.rates[j];
            const double m = o.mass;
            rows[j] = {(r.stiffness - o.stiffness * r.mass / m) / m / wanted.stiffness,
                       (r.damping - o.damping * r.mass / m) / m / rate,
                       (r.friction_bound - o.friction_bound * r.mass / m) / m / (wanted.stiffness * size),
                       (r.start.position - r.equilibrium) / size, r.start.velocity / (rate * size)};
        }
        for (std::size_t j = 0; j < n; ++j) {
            for (std::size_t e = 0; e < count; ++e) b[j] -= rows[j][e] * errors[e];
            for (std::size_t k = 0; k < n; ++k) {
                for (std::size_t e = 0; e < count; ++e) a(j, k) += rows[j][e] * rows[k][e];
            }
        }
        for (std::size_t j = 0; j < n; ++j) a(j, j) = a(j, j) > 0.0 ? a(j, j) * (1.0 + ridge) : 1.0;
        const std::optional<std::vector<double>> x = solved(a, b);
        if (!x) break;
        for (std::size_t j = 0; j < n; ++j) {
            const Parameter& q = family.parameters()[j];
            values[j] = q.is_offset ? wanted.offset : std::clamp(values[j] + (*x)[j], q.lower, q.upper);
        }
    }
    return values;
}

double scored(const CaseFamily& family, const Samples& few, const Values& values) {
    return sums_of(family, few, values, With::cost).cost;
}

/// The decay of a swing that comes to rest after about so many half swings.
Wanted decay_of(const Swing& swing, double half_swings, double damping_ratio) {
    const double natural = swing.frequency / std::sqrt(1.0 - damping_ratio * damping_ratio);
    const double amplitude = std::hypot(swing.position, swing.velocity / swing.frequency);
    const double q = std::exp(-pi * damping_ratio / std::sqrt(1.0 - damping_ratio * damping_ratio));
    const double kept = std::pow(q, half_swings);
    const double lost = q < 1.0 ? (1.0 + q) * (1.0 - kept) / (1.0 - q) : 2.0 * half_swings;
    // In the middle between the frictions of one half swing less and one more: A_n = f/2.
    const double friction = std::isfinite(half_swings) ? amplitude * kept / (lost + 0.5) : 0.0;
    return {natural * natural,
            2.0 * damping_ratio * natural,
            natural * natural * friction,
            {swing.position, swing.velocity},
            swing.centre};
}

}  // namespace

std::vector<Swing> swings_of(const Samples& samples, double known) {
    std::vector<Swing> found;
    for (const double share : {1.0, 0.6, 0.35, 0.2, 0.1, 0.04}) {
        Samples window{{}, {}, samples.quantity, samples.spacing};
        const double begin = samples.times.front();
        const double end = begin + share * (samples.times.back() - begin);
        for (std::size_t i = 0; i < samples.size() && samples.times[i] <= end; ++i) {
            window.times.push_back(samples.times[i]);
            window.values.push_back(samples.values[i]);
        }
        if (window.size() < 4 * terms) break;
        window = window.thinned(swing_samples);
        const double frequency = known > 0.0 ? known : frequency_of(window);
        const SwingFit fit = swing_at(window, frequency);
        if (fit.terms.empty()) continue;
        const Swing swing = swing_from(fit, frequency, samples.quantity);
        if (std::hypot(swing.position, swing.velocity) > 0.0) found.push_back(swing);
    }
    return found;
}

std::vector<Values> decay_guesses(const CaseFamily& family, const Samples& samples) {
    constexpr double never = std::numeric_limits<double>::infinity();
    constexpr double few_rests[] = {2, 5, 10, 20, never};
    constexpr double rests[] = {1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 17, 20, 24, 30, 40, never};
    constexpr std::size_t kept_swings = 2;
    const bool is_known = !family.changes(&ProblemRate::mass) && !family.changes(&ProblemRate::stiffness);
    const Oscillator& o = family.given().oscillator;
    if (is_known && !(o.stiffness > 0.0)) return {};
    const Samples few = samples.thinned(swing_samples);
    struct Scored {
        double cost;
        Values values;
    };
    const auto try_all = [&](const Swing& swing, std::span<const double> counts, std::span<const double> dampings) {
        std::vector<Scored> tried;
        for (const double count : counts) {
            for (const double damping : dampings) {
                Values v = nearest_values(family, decay_of(swing, count, damping));
                if (std::ranges::any_of(tried, [&](const Scored& s) { return s.values == v; })) continue;
                const double cost = scored(family, few, v);
                tried.push_back({cost, std::move(v)});
            }
        }
        std::ranges::sort(tried, {}, &Scored::cost);
        return tried;
    };
    std::vector<std::pair<double, Swing>> ranked;
    constexpr double few_dampings[] = {0.0, 0.04};
    for (const Swing& swing : swings_of(samples, is_known ? std::sqrt(o.stiffness / o.mass) : 0.0)) {
        const std::vector<Scored> tried = try_all(swing, few_rests, few_dampings);
        if (!tried.empty()) ranked.emplace_back(tried.front().cost, swing);
    }
    std::ranges::sort(ranked, {}, [](const auto& r) { return r.first; });
    std::vector<Values> found;
    constexpr double dampings[] = {0.0, 0.015, 0.05, 0.12};
    for (std::size_t i = 0; i < std::min(kept_swings, ranked.size()); ++i) {
        constexpr std::size_t kept = 4;
        const std::vector<Scored> tried = try_all(ranked[i].second, rests, dampings);
        for (std::size_t k = 0; k < std::min(kept, tried.size()); ++k) found.push_back(tried[k].values);
    }
    return found;
}

}  // namespace stickslip::identifying
