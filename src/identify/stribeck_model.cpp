// Friction that falls with the speed. Its motions come from the series engine and cost a hundred times more than closed
// forms, with derivatives by differences; so the score test decides first whether a fit is worth while: with the
// columns of J taken out, the column ∂y/∂F_s at F_s = F_k must correlate with what is left over.

#include "stribeck_model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "damping_models.hpp"
#include "predicted_model.hpp"
#include "residual_tests.hpp"
#include "stickslip/motion/simulate.hpp"

namespace stickslip::identifying {

namespace {

constexpr std::size_t search_samples = 200;
constexpr double infinity = std::numeric_limits<double>::infinity();

/// The law over the other numbers of a family: F_s − F_k and the decay come behind them.
class StribeckFamily {
public:
    StribeckFamily(const CaseFamily& both, const Samples& samples, const Values& values)
        : both_(both), samples_(samples), record_{both.parameters(), {}, samples.times, {}, {}} {
        const Peaks peak = peaks(motion_of(both, samples, values));
        speed_ = peak.velocity > 0.0 ? peak.velocity : 1.0;
        friction_ = std::max(values[both.find("friction.bound")], smallest_share * inertia(values));
        const double size = 0.5 * (peak.highest - peak.lowest);
        record_.parameters.push_back({"friction.static_bound", 0.0, 0.0, infinity, false});
        record_.parameters.push_back({"friction.decay", 1.0 / speed_, 0.0, infinity, false});
        for (std::size_t j = 0; j < record_.parameters.size(); ++j) {
            const std::string& key = record_.parameters[j].key;
            const double value = j < values.size() ? std::abs(values[j]) : 0.0;
            double scale = value > 0.0 ? value : 1.0;
            if (key == "start.position") scale = size;
            if (key == "start.velocity") scale = speed_;
            if (key.starts_with("friction.")) scale = friction_;
            if (key == "friction.decay") scale = 1.0 / speed_;
            if (key == "oscillator.damping") scale = std::max(value, friction_ / speed_);
            record_.scales.push_back(scale);
        }
        record_.channels.push_back({.name = {}, .measured = samples.values});
        if (const std::size_t offset = both.find(sensor_offset); offset < both.size())
            record_.channels[0].offset = offset;
        record_.predict = [this](const Values& v, const std::vector<double>& times) { return motion(v, times); };
    }

    /// At all samples, or at some that are evenly taken.
    [[nodiscard]] PredictedModel model(std::size_t most) const {
        return {record_, evenly_taken(samples_.size(), most)};
    }

    /// The numbers of the family with F_k = `share`·F, F_s − F_k = `excess`·F, and this decay.
    [[nodiscard]] Values at(const Values& values, double share, double excess, double decay) const {
        Values v = values;
        v[both_.find("friction.bound")] = share * friction_;
        v.push_back(excess * friction_);
        v.push_back(decay / speed_);
        return v;
    }

    [[nodiscard]] double friction() const { return friction_; }

private:
    static constexpr double smallest_share = 1e-3;

    [[nodiscard]] double inertia(const Values& values) const {
        const Oscillator o = both_.at(values).oscillator;
        return std::sqrt(o.stiffness * o.mass) * speed_;
    }

    [[nodiscard]] std::vector<double> motion(const Values& v, std::vector<double> times) const {
        const std::size_t n = both_.size();
        Problem p = both_.at(std::span(v).first(n));
        p.oscillator.static_bound = p.oscillator.friction_bound + v[n];
        p.oscillator.law = StribeckExponential{v[n + 1], 0.0};
        SimulationOptions options;
        options.most_phases = most_steps * (1 + samples_.size());
        const Trajectory motion = simulate(p.oscillator, p.load, p.start, times.back(), options);
        if (motion.termination != Termination::reached_end) return {};
        times.back() = std::min(times.back(), motion.end_time());
        std::vector<double> found;
        for (const Sample& s : motion.at(times)) found.push_back(value_of(s, samples_.quantity));
        return found;
    }

    static constexpr std::size_t most_steps = 20;  // of a series, for each sample

    const CaseFamily& both_;
    const Samples& samples_;
    PredictedRecord record_;
    double speed_ = 1.0;     ///< the largest [m/s]
    double friction_ = 1.0;  ///< that Coulomb's law found [N]
};

/// How much, to first order, S/σ² falls when F_s may exceed F_k.
double room_for(const StribeckFamily& family, const CaseFamily& both, const Samples& used, const Fit& fit) {
    constexpr double small = 0.02;  // of F
    const Residuals left = residuals(both, used, fit.values);
    double largest = 0.0;
    for (const double decay : {1.0, 3.0, 10.0}) {
        std::vector<double> column = family.model(used.size()).left_over(family.at(fit.values, 1.0, small, decay));
        if (column.size() != left.values.size()) continue;
        for (std::size_t i = 0; i < column.size(); ++i) column[i] -= left.values[i];
        const double score = score_of(left, both.size(), column);
        largest = std::max(largest, score * score);
    }
    return largest;
}

/// The numbers of a law: F_s itself, not what it has above F_k.
ModelScore told(ModelScore score, const PredictedModel& model, const Values& values) {
    double kinetic = 0.0;
    for (std::size_t j = 0; j < model.size(); ++j) {
        const std::string& key = model.parameters()[j].key;
        if (key == "friction.bound") kinetic = values[j];
        score.numbers.emplace_back(key, key == "friction.static_bound" ? kinetic + values[j] : values[j]);
    }
    return score;
}

}  // namespace

std::optional<ModelScore> stribeck_score(const CaseFamily& both, const Samples& used, const Fit& fit) {
    constexpr std::size_t most_fits = 3;
    constexpr std::size_t more_numbers = 2;
    const StribeckFamily family(both, used, fit.values);
    const PredictedModel whole = family.model(used.size());
    const Values plain = family.at(fit.values, fit.values[both.find("friction.bound")] / family.friction(), 0.0, 1.0);
    const ModelScore nested = told(scored("stribeck", used, fit.sums.cost, both.size() + more_numbers), whole, plain);
    if (room_for(family, both, used, fit) < std::log(static_cast<double>(used.size()))) return nested;
    const PredictedModel some = family.model(search_samples);
    std::vector<std::pair<double, Values>> starts;
    for (const double decay : {1.0, 3.0, 8.0, 20.0}) {
        for (const double share : {0.4, 0.7, 0.95}) {
            for (const double excess : {0.15, 0.5, 1.2, 2.5}) {
                Values v = family.at(fit.values, share, excess, decay);
                const double cost = some.sums(v, With::cost).cost;
                if (std::isfinite(cost)) starts.emplace_back(cost, std::move(v));
            }
        }
    }
    std::ranges::stable_sort(starts, {}, [](const auto& s) { return s.first; });
    Fit best;
    for (std::size_t i = 0; i < std::min(most_fits, starts.size()); ++i) {
        Fit found = fitted(some, starts[i].second, {.most_steps = 25, .least_gain = 1e-2, .held = {}});
        if (found.sums.cost < best.sums.cost) best = std::move(found);
    }
    if (!best.sums.exists()) return nested;
    best = fitted(whole, best.values, {.most_steps = 60, .least_gain = 1e-3, .held = {}});
    if (!(best.sums.cost < fit.sums.cost)) return nested;
    return told(scored("stribeck", used, best.sums.cost, whole.size()), whole, best.values);
}

}  // namespace stickslip::identifying
