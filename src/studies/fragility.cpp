// Lognormal fragility curves. Capacities x have y = ln x ~ N(μ, σ²). With all of them known, ȳ ± t·s/√n and
// s²·(n − 1)/χ² are exact intervals. Where some are only known to lie above or below a scale, the logarithm of the
// likelihood is
//     L(μ, σ) = Σ ln φ((y − μ)/σ)/σ + Σ ln Φ(−(c − μ)/σ) + Σ ln Φ((c − μ)/σ),
// concave in (μ/σ, 1/σ) [Pratt1981], so that its maximum, and that along a line of either parameter, is one. The ends
// of an interval are where the largest L with that parameter held is lower than the maximum by χ²₁/2.

#include "fragility.hpp"

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/tools/minima.hpp>
#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <string>

#include "model/bounds.hpp"

namespace stickslip {

namespace {

/// ln Φ(z), without loss far below.
double log_normal_probability(double z) {
    constexpr double far_below = -30.0;  // where Φ is about to underflow
    if (z > far_below) return std::log(0.5 * std::erfc(-z / std::numbers::sqrt2));
    return -0.5 * z * z - std::log(-z * std::sqrt(2.0 * std::numbers::pi)) - 1.0 / (z * z);
}

std::vector<double> logarithms(const std::vector<double>& scales) {
    std::vector<double> logs;
    for (const double s : scales) {
        if (!(s > 0.0) || !std::isfinite(s)) refuse("capacity", s, "a finite number > 0", "");
        logs.push_back(std::log(s));
    }
    return logs;
}

class CensoredLikelihood {
public:
    explicit CensoredLikelihood(const CapacitySample& sample)
        : reached_(logarithms(sample.reached)),
          above_(logarithms(sample.not_reached)),
          below_(logarithms(sample.at_once)) {
        for (const double y : reached_) mean_ += y / static_cast<double>(reached_.size());
        for (const double y : reached_) deviation_ += (y - mean_) * (y - mean_);
    }

    [[nodiscard]] bool is_censored() const { return !above_.empty() || !below_.empty(); }
    [[nodiscard]] double mean() const { return mean_; }
    [[nodiscard]] double count() const { return static_cast<double>(reached_.size()); }
    /// Of the known ones, with n − 1.
    [[nodiscard]] double deviation() const { return std::sqrt(deviation_ / (count() - 1.0)); }

    [[nodiscard]] double log_likelihood(double mu, double sigma) const {
        double sum = -count() * std::log(sigma);
        for (const double y : reached_) sum -= 0.5 * (y - mu) * (y - mu) / (sigma * sigma);
        for (const double c : above_) sum += log_normal_probability((mu - c) / sigma);
        for (const double c : below_) sum += log_normal_probability((c - mu) / sigma);
        return sum;
    }

    struct Best {
        double at = 0.0;
        double log_likelihood = 0.0;
    };
    /// Over ln σ with μ held, and over μ with σ held.
    [[nodiscard]] Best over_sigma(double mu) const {
        constexpr double widest = 12.0;  // ln of the largest σ over that of the known capacities
        const double centre = std::log(std::max(deviation(), std::abs(mu - mean_)));
        const Best best = maximum([&](double log_sigma) { return log_likelihood(mu, std::exp(log_sigma)); },
                                  std::log(deviation()) - widest, centre + widest);
        return {std::exp(best.at), best.log_likelihood};
    }
    [[nodiscard]] Best over_mu(double sigma) const {
        constexpr double farthest = 40.0;  // deviations
        const double reach = farthest * std::max(sigma, deviation());
        return maximum([&](double mu) { return log_likelihood(mu, sigma); }, mean_ - reach, mean_ + reach);
    }

private:
    template <class Function>
    [[nodiscard]] static Best maximum(const Function& f, double low, double high) {
        constexpr int digits = std::numeric_limits<double>::digits / 2;
        const auto [at, least] =
            boost::math::tools::brent_find_minima([&](double x) { return -f(x); }, low, high, digits);
        return {at, -least};
    }

    std::vector<double> reached_;
    std::vector<double> above_;
    std::vector<double> below_;
    double mean_ = 0.0;
    double deviation_ = 0.0;  ///< sum of squares
};

/// Where `loss`, 0 at `from` and growing away from it, reaches `wanted` on the side of `step`; infinite where it does
/// not.
template <class Loss>
double where_lost(const Loss& loss, double from, double step, double wanted) {
    constexpr int most_doublings = 40;
    double inner = from;
    for (int i = 0; i < most_doublings; ++i) {
        const double outer = from + step;
        if (loss(outer) >= wanted) {
            std::uintmax_t most_steps = 60;
            const auto tolerance = [](double a, double b) { return std::abs(a - b) <= 1e-9 * (1.0 + std::abs(a)); };
            const auto f = [&](double x) { return loss(x) - wanted; };
            const auto [a, b] = boost::math::tools::toms748_solve(f, std::min(inner, outer), std::max(inner, outer),
                                                                  tolerance, most_steps);
            return 0.5 * (a + b);
        }
        inner = outer;
        step *= 2.0;
    }
    return std::copysign(std::numeric_limits<double>::infinity(), step);
}

Fragility fit_known(const CensoredLikelihood& known, double confidence) {
    const double n = known.count();
    const double s = known.deviation();
    const double tail = 0.5 * (1.0 - confidence);
    const double t = boost::math::quantile(boost::math::complement(boost::math::students_t(n - 1.0), tail));
    const boost::math::chi_squared chi(n - 1.0);
    const double apart = t * s / std::sqrt(n);
    const double mean = known.mean();
    return {true,
            {std::exp(mean), std::exp(mean - apart), std::exp(mean + apart)},
            {s, s * std::sqrt((n - 1.0) / boost::math::quantile(boost::math::complement(chi, tail))),
             s * std::sqrt((n - 1.0) / boost::math::quantile(chi, tail))}};
}

Fragility fit_censored(const CensoredLikelihood& some, double confidence) {
    // The maximum over one parameter of the maximum over the other.
    constexpr double farthest = 30.0;  // deviations
    constexpr int digits = std::numeric_limits<double>::digits / 2;
    const double reach = farthest * some.deviation();
    const auto [mu, least] = boost::math::tools::brent_find_minima(
        [&](double m) { return -some.over_sigma(m).log_likelihood; }, some.mean() - reach, some.mean() + reach, digits);
    const double sigma = some.over_sigma(mu).at;
    const double best = -least;
    const double wanted = 0.5 * boost::math::quantile(boost::math::chi_squared(1.0), confidence);
    const double step = sigma / std::sqrt(some.count());
    const auto lost_by_mu = [&](double m) { return best - some.over_sigma(m).log_likelihood; };
    const auto lost_by_sigma = [&](double log_sigma) {
        return best - some.over_mu(std::exp(log_sigma)).log_likelihood;
    };
    const double log_sigma = std::log(sigma);
    const double log_step = step / sigma;
    return {true,
            {std::exp(mu), std::exp(where_lost(lost_by_mu, mu, -step, wanted)),
             std::exp(where_lost(lost_by_mu, mu, step, wanted))},
            {sigma, std::exp(where_lost(lost_by_sigma, log_sigma, -log_step, wanted)),
             std::exp(where_lost(lost_by_sigma, log_sigma, log_step, wanted))}};
}

}  // namespace

Fragility fit_fragility(const CapacitySample& sample, double confidence) {
    if (!(confidence > 0.0 && confidence < 1.0)) {
        refuse("confidence", confidence, "between 0 and 1", "");
    }
    const CensoredLikelihood likelihood(sample);
    constexpr double least_count = 2.0;
    if (likelihood.count() < least_count || !(likelihood.deviation() > 0.0)) return {};
    return likelihood.is_censored() ? fit_censored(likelihood, confidence) : fit_known(likelihood, confidence);
}

double probability(const Fragility& f, double scale) {
    return 0.5 * std::erfc(-std::log(scale / f.median.value) / (f.dispersion.value * std::numbers::sqrt2));
}

}  // namespace stickslip
