#include "least_squares.hpp"

#include <algorithm>
#include <cmath>

#include "stickslip/interruption.hpp"

namespace stickslip::identifying {

namespace {

/// L of A = D·L·Lᵀ·D with the scales D; nothing where a pivot vanishes.
struct Factors {
    FitMatrix lower;
    std::vector<double> scale;
};

std::optional<Factors> factors_of(const FitMatrix& a) {
    constexpr double least_pivot = 1e-11;  // of 1: below, rounding of JᵀJ decides
    const std::size_t n = a.size();
    Factors f{FitMatrix(n), std::vector<double>(n)};
    for (std::size_t i = 0; i < n; ++i) {
        if (!(a(i, i) > 0.0)) return std::nullopt;
        f.scale[i] = std::sqrt(a(i, i));
    }
    for (std::size_t j = 0; j < n; ++j) {
        for (std::size_t i = j; i < n; ++i) {
            double sum = a(i, j) / (f.scale[i] * f.scale[j]);
            for (std::size_t k = 0; k < j; ++k) sum -= f.lower(i, k) * f.lower(j, k);
            if (i == j) {
                if (!(sum > least_pivot)) return std::nullopt;
                f.lower(j, j) = std::sqrt(sum);
            } else {
                f.lower(i, j) = sum / f.lower(j, j);
            }
        }
    }
    return f;
}

std::vector<double> solve(const Factors& f, std::vector<double> b) {
    const std::size_t n = b.size();
    for (std::size_t i = 0; i < n; ++i) {
        b[i] /= f.scale[i];
        for (std::size_t k = 0; k < i; ++k) b[i] -= f.lower(i, k) * b[k];
        b[i] /= f.lower(i, i);
    }
    for (std::size_t i = n; i-- > 0;) {
        for (std::size_t k = i + 1; k < n; ++k) b[i] -= f.lower(k, i) * b[k];
        b[i] /= f.lower(i, i);
    }
    for (std::size_t i = 0; i < n; ++i) b[i] /= f.scale[i];
    return b;
}

/// The parameters that a step may move: not held, not without effect, not pressed against a bound.
std::vector<std::size_t> free_parameters(const FitModel& model, const Fit& at, const FitOptions& options) {
    std::vector<std::size_t> list;
    for (std::size_t j = 0; j < model.size(); ++j) {
        const Parameter& p = model.parameters()[j];
        const double slope = at.sums.slope[j];
        if (options.held == j || !(at.sums.curvature(j, j) > 0.0)) continue;
        if ((at.values[j] <= p.lower && slope > 0.0) || (at.values[j] >= p.upper && slope < 0.0)) continue;
        list.push_back(j);
    }
    return list;
}

struct Step {
    std::vector<double> values;
    double promised = 0.0;  ///< decrease of S in the quadratic model
};

std::optional<Step> step_from(const FitModel& model, const Fit& at, const std::vector<std::size_t>& moving,
                              double damping) {
    FitMatrix a(moving.size());
    std::vector<double> b(moving.size());
    for (std::size_t i = 0; i < moving.size(); ++i) {
        for (std::size_t k = 0; k < moving.size(); ++k) a(i, k) = at.sums.curvature(moving[i], moving[k]);
        a(i, i) *= 1.0 + damping;
        b[i] = -at.sums.slope[moving[i]];
    }
    const std::optional<std::vector<double>> x = solved(a, b);
    if (!x) return std::nullopt;
    Step step{at.values, 0.0};
    for (std::size_t i = 0; i < moving.size(); ++i) {
        const Parameter& p = model.parameters()[moving[i]];
        double& value = step.values[moving[i]];
        value = std::clamp(value + (*x)[i], p.lower, p.upper);
    }
    // −(2·Jᵀr·δ + δᵀ·JᵀJ·δ) for the step that the bounds leave.
    for (const std::size_t i : moving) {
        const double di = step.values[i] - at.values[i];
        step.promised -= 2.0 * at.sums.slope[i] * di;
        for (const std::size_t k : moving) {
            step.promised -= di * at.sums.curvature(i, k) * (step.values[k] - at.values[k]);
        }
    }
    return step;
}

}  // namespace

std::optional<std::vector<double>> solved(const FitMatrix& a, const std::vector<double>& b) {
    const std::optional<Factors> f = factors_of(a);
    if (!f) return std::nullopt;
    return solve(*f, b);
}

std::optional<FitMatrix> inverse(const FitMatrix& a) {
    const std::optional<Factors> f = factors_of(a);
    if (!f) return std::nullopt;
    FitMatrix inverse(a.size());
    for (std::size_t j = 0; j < a.size(); ++j) {
        std::vector<double> unit(a.size());
        unit[j] = 1.0;
        const std::vector<double> column = solve(*f, unit);
        for (std::size_t i = 0; i < a.size(); ++i) inverse(i, j) = column[i];
    }
    return inverse;
}

Fit fitted(const FitModel& model, Values start, const FitOptions& options) {
    constexpr double first_damping = 1e-3;
    constexpr double largest_damping = 1e9;
    constexpr double rounding = 1e-14;  // of S
    Fit best{std::move(start), {}};
    best.sums = model.sums(best.values, With::derivatives);
    if (!best.sums.exists()) return best;
    double damping = first_damping;
    double growth = 2.0;
    for (int i = 0; i < options.most_steps; ++i) {
        throw_if_interrupted();
        const std::vector<std::size_t> moving = free_parameters(model, best, options);
        if (moving.empty()) return best;
        const std::optional<Step> step = step_from(model, best, moving, damping);
        if (!step) {
            damping = std::max(10.0 * damping, 1e-9);
            if (damping > largest_damping) return best;
            continue;
        }
        if (!(step->promised > std::max(options.least_gain / model.freedom(), rounding) * best.sums.cost)) return best;
        Sums there = model.sums(step->values, With::derivatives);
        const double gain = best.sums.cost - there.cost;
        if (there.exists() && gain > 0.0) {
            // Nielsen's rule: the better the model foretold the gain, the less damping.
            const double quality = gain / step->promised;
            damping *= std::max(1.0 / 10.0, 1.0 - std::pow(2.0 * quality - 1.0, 3.0));
            growth = 2.0;
            best = {step->values, std::move(there)};
        } else {
            damping *= growth;
            growth *= 2.0;
            if (damping > largest_damping) return best;
        }
    }
    return best;
}

}  // namespace stickslip::identifying
