// The same record under other kinds of damping. Each is fitted from the numbers found, its own numbers over a few
// sizes: friction r takes as much energy from a swing of amplitude A as viscous damping c = 4·r/(π·ω·A).

#include "damping_models.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "stribeck_model.hpp"

namespace stickslip::identifying {

namespace {

using Damping = CaseFamily::Damping;

constexpr Damping models[] = {{true, false, false}, {false, true, false}, {true, true, false}, {true, true, true}};

/// Whether the second kind can do what the first does.
bool is_nested(const Damping& small, const Damping& large) {
    return small.has_friction <= large.has_friction && small.has_damper <= large.has_damper &&
           small.has_static_friction <= large.has_static_friction;
}

/// Sizes that damping of each kind may have, from what the fit found of both.
struct Sizes {
    double friction = 0.0;  ///< that alone would take the energy [N]
    double damping = 0.0;   ///< the same [N·s/m]
};

Sizes sizes_of(const CaseFamily& family, const Samples& samples, const Values& values) {
    const Problem p = family.at(values);
    const Trajectory motion = motion_of(family, samples, values);
    const Peaks peak = peaks(motion);
    const Oscillator& o = p.oscillator;
    double rate = std::sqrt(o.stiffness / o.mass);
    for (const Harmonic& h : p.load.harmonics) rate = std::max(rate, h.frequency.value());
    if (!(rate > 0.0)) rate = std::numbers::pi / samples.times.back();
    const double amplitude = 0.25 * (peak.highest - peak.lowest);  // a half of the largest
    const double friction = o.friction_bound + 0.25 * std::numbers::pi * o.damping * rate * amplitude;
    const double damping = amplitude > 0.0 ? 4.0 * friction / (std::numbers::pi * rate * amplitude) : o.damping;
    return {friction, damping};
}

std::vector<Values> starts_of(const CaseFamily& family, const Sizes& sizes) {
    const std::size_t friction = family.find("friction.bound");
    const std::size_t holding = family.find("friction.static_bound");
    const std::size_t damper = family.find("oscillator.damping");
    std::vector<Values> all{family.guess()};
    const auto vary = [&all](std::size_t j, std::size_t count, auto&& value) {
        std::vector<Values> more;
        for (const Values& v : all) {
            for (std::size_t i = 0; i < count; ++i) {
                more.push_back(v);
                more.back()[j] = value(v, i);
            }
        }
        all.insert(all.end(), more.begin(), more.end());
    };
    constexpr double shares[] = {0.25, 0.6, 1.0, 1.5};
    if (friction < family.size()) {
        vary(friction, std::size(shares), [&](const Values&, std::size_t i) { return shares[i] * sizes.friction; });
    }
    if (damper < family.size()) {
        vary(damper, std::size(shares), [&](const Values&, std::size_t i) { return shares[i] * sizes.damping; });
    }
    constexpr double ratios[] = {1.05, 1.3, 1.8};
    if (holding < family.size()) {
        vary(holding, std::size(ratios), [&](const Values& v, std::size_t i) { return ratios[i] * v[friction]; });
    }
    return all;
}

}  // namespace

std::string model_name(const Damping& d) {
    if (d.has_static_friction) return "static-kinetic";
    if (d.has_friction) return d.has_damper ? "coulomb-viscous" : "coulomb";
    return d.has_damper ? "viscous" : "none";
}

ModelScore scored(const std::string& model, const Samples& samples, double cost, std::size_t parameters) {
    const auto n = static_cast<double>(samples.size());
    const auto p = static_cast<double>(parameters);
    return {model, n * std::log(cost / n) + p * std::log(n), std::sqrt(cost / std::max(1.0, n - p)), {}};
}

ModelScore with_numbers(ModelScore score, const CaseFamily& family, const Values& values) {
    for (std::size_t j = 0; j < family.size(); ++j) score.numbers.emplace_back(family.parameters()[j].key, values[j]);
    return score;
}

void rescore(std::vector<ModelScore>& all, ModelScore score) {
    const auto same = std::ranges::find(all, score.model, &ModelScore::model);
    if (same == all.end()) return;
    *same = std::move(score);
    std::ranges::stable_sort(all, {}, &ModelScore::bic);
}

std::vector<ModelScore> compared(const CaseFamily& family, const Samples& used, Fit& fit) {
    const Damping here = family.damping(fit.values);
    std::vector<ModelScore> all{
        with_numbers(scored(model_name(here), used, fit.sums.cost, family.size()), family, fit.values)};
    if (!family.is_affine()) return all;
    const std::string name_here = model_name(here);
    const Sizes sizes = sizes_of(family, used, fit.values);
    const SearchData data(used);
    for (const Damping& wanted : models) {
        const bool is_here = model_name(wanted) == name_here;
        const bool is_nested_in_stribeck = wanted.has_friction && wanted.has_damper && !wanted.has_static_friction;
        if (is_here && !is_nested_in_stribeck) continue;
        const CaseFamily other = family.with(wanted, fit.values);
        Fit found{other.guess(), {}};
        if (!is_here) {
            found = improved(other, data, best_of(other, data, ranked(other, data, starts_of(other, sizes))));
            if (!found.sums.exists()) continue;
            found = fitted(other, used, found.values, {.most_steps = 20, .least_gain = 1e-3, .held = {}});
        } else {
            found.sums = fit.sums;
        }
        if (!found.sums.exists()) continue;
        if (!is_here) {
            if (is_nested(wanted, here) && found.sums.cost < fit.sums.cost) {
                Fit again = fitted(family, used, family.carried(other, found.values));
                if (again.sums.cost < fit.sums.cost) fit = std::move(again);
                all.front() = with_numbers(scored(name_here, used, fit.sums.cost, family.size()), family, fit.values);
            }
            all.push_back(
                with_numbers(scored(model_name(wanted), used, found.sums.cost, other.size()), other, found.values));
        }
        if (!is_nested_in_stribeck) continue;
        if (std::optional<ModelScore> law = stribeck_score(other, used, found)) all.push_back(std::move(*law));
    }
    std::ranges::stable_sort(all, {}, &ModelScore::bic);
    return all;
}

}  // namespace stickslip::identifying
