#include "stickslip/identify/identify.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "damping_models.hpp"
#include "model/bounds.hpp"
#include "profile.hpp"
#include "record_checks.hpp"
#include "residual_tests.hpp"
#include "search.hpp"

namespace stickslip {

namespace {

using namespace identifying;

/// 1 − S/S_total.
double explained_share(const Samples& samples, double cost) {
    double mean = 0.0;
    for (const double v : samples.values) mean += v / static_cast<double>(samples.size());
    double total = 0.0;
    for (const double v : samples.values) total += (v - mean) * (v - mean);
    return 1.0 - cost / total;
}

/// Whether the record has too few samples in each period of what the case says for certain.
bool is_too_coarse(const CaseFamily& family, double spacing) {
    constexpr double most_angle = 2.5;  // rad between two samples
    double rate = 0.0;
    const Oscillator& o = family.given().oscillator;
    if (!family.changes(&ProblemRate::mass) && !family.changes(&ProblemRate::stiffness))
        rate = std::sqrt(o.stiffness / o.mass);
    for (const Harmonic& h : family.given().load.harmonics) rate = std::max(rate, h.frequency.value());
    return rate * spacing > most_angle;
}

/// Fits that explain next to nothing are not worth more work.
Fit searched(const CaseFamily& family, const SearchData& data, std::span<const Values> starts, Samples& used) {
    constexpr double least = 0.3;  // explained
    Fit fit = best_of(family, data, starts);
    if (!fit.sums.exists() || explained_share(data.some, fit.sums.cost) < least) return {};
    return refined(family, data, std::move(fit), used);
}

/// A unit that makes the record fit, in a sentence; empty if none does.
std::string unit_that_fits(const CaseFamily& family, const Samples& samples) {
    constexpr double fits = 0.97;
    constexpr double thousand = 1000.0;
    struct Trial {
        double time;
        double value;
        const char* words;
    };
    const Trial trials[] = {
        {1.0 / thousand, 1.0, "its times are divided by 1000: are they in milliseconds?"},
        {thousand, 1.0, "its times are multiplied by 1000: what is their unit?"},
        {1.0, 1.0 / thousand, "its values are divided by 1000: are they in millimetres?"},
        {1.0, thousand, "its values are multiplied by 1000: what is their unit?"},
    };
    for (const Trial& trial : trials) {
        Samples changed = samples.thinned(600);
        for (double& t : changed.times) t *= trial.time;
        for (double& v : changed.values) v *= trial.value;
        changed.spacing *= trial.time;
        if (is_too_coarse(family, changed.spacing)) continue;
        Samples used;
        const SearchData data(std::move(changed));
        const Fit fit = searched(family, data, starts(family, data), used);
        if (fit.sums.exists() && explained_share(used, fit.sums.cost) > fits) {
            return std::string("the record fits the case if ") + trial.words;
        }
    }
    return {};
}

/// The covariance of the estimates; rows of numbers that are pressed to a bound, or without effect, are 0. Where the
/// matrix is singular, `alike` names the numbers that the record cannot tell apart.
struct Covariance {
    SmallMatrix matrix;
    std::vector<std::string> alike;
};

Covariance covariance_of(const CaseFamily& family, const Fit& fit, double variance) {
    const std::size_t n = family.size();
    std::vector<std::size_t> open;
    Covariance c{SmallMatrix(n), {}};
    const auto part = [&](const std::vector<std::size_t>& list) {
        SmallMatrix a(list.size());
        for (std::size_t i = 0; i < list.size(); ++i) {
            for (std::size_t k = 0; k < list.size(); ++k) a(i, k) = fit.sums.curvature(list[i], list[k]);
        }
        return a;
    };
    for (std::size_t j = 0; j < n; ++j) {
        const Parameter& p = family.parameters()[j];
        if (!(fit.sums.curvature(j, j) > 0.0)) continue;
        if (fit.values[j] <= p.lower || fit.values[j] >= p.upper) continue;
        std::vector<std::size_t> with = open;
        with.push_back(j);
        if (inverse(part(with))) {
            open = std::move(with);
            continue;
        }
        // Its column is a sum of those before: the ones that it takes.
        std::vector<double> b;
        for (const std::size_t i : open) b.push_back(fit.sums.curvature(i, j));
        const std::optional<std::vector<double>> shares = solved(part(open), b);
        for (std::size_t i = 0; shares && i < open.size(); ++i) {
            constexpr double least = 1e-3;  // of the column
            const double size = std::abs((*shares)[i]) * std::sqrt(fit.sums.curvature(open[i], open[i]));
            if (size > least * std::sqrt(fit.sums.curvature(j, j))) c.alike.push_back(family.parameters()[open[i]].key);
        }
        c.alike.push_back(p.key);
        return c;
    }
    const std::optional<SmallMatrix> inverted = inverse(part(open));
    if (!inverted) return c;
    for (std::size_t i = 0; i < open.size(); ++i) {
        for (std::size_t k = 0; k < open.size(); ++k) c.matrix(open[i], open[k]) = variance * (*inverted)(i, k);
    }
    return c;
}

/// The numbers that no record of this kind tells apart, seen at the two best starts; empty where there are none.
std::vector<std::string> alike_at(const CaseFamily& family, const SearchData& data, std::span<const Values> starts) {
    std::vector<std::string> alike;
    for (const Values& values : starts.first(std::min<std::size_t>(2, starts.size()))) {
        const Fit there{values, sums_of(family, data.some, values, With::derivatives)};
        if (there.sums.exists()) alike = covariance_of(family, there, 1.0).alike;
        if (alike.empty()) return {};
    }
    return alike;
}

/// What is left over is judged where it is more than rounding.
bool has_noise(const Samples& samples, double noise) {
    constexpr double rounding = 1e-9;  // of the record
    const auto [low, high] = std::ranges::minmax(samples.values);
    return noise > rounding * (high - low);
}

class Judge {
public:
    Judge(const CaseFamily& family, const Samples& used, const Fit& fit, Identification& found)
        : family_(family), used_(used), fit_(fit), found_(found) {}

    void judge_residuals() {
        constexpr double unlikely = 4.5;  // standard deviations: seven times in a million for noise
        if (!has_noise(used_, found_.noise)) return;
        const Residuals left = residuals(family_, used_, fit_.values);
        if (left.values.size() != used_.size()) return;
        found_.is_misfit = likeness_of_neighbours(left.values, lags()) > unlikely;
        if (found_.is_misfit) {
            found_.warnings.emplace_back(
                "what the fit leaves over is no noise, neighbouring samples deviate alike: the model lacks something, "
                "and "
                "the intervals are too narrow");
        }
        const bool is_offset_known = family_.find(sensor_offset) < family_.size();
        const std::vector<double> constant(used_.size(), 1.0);
        const double by_offset = is_offset_known ? 0.0 : std::abs(score_of(left, family_.size(), constant));
        const double by_drift = std::abs(score_of(left, family_.size(), used_.times));
        // Where another fault makes most of what is left over, it is not for these two to explain.
        constexpr double least_share = 0.1;  // of the variance
        const double least = std::max(unlikely, std::sqrt(least_share * static_cast<double>(used_.size())));
        if (std::max(by_offset, by_drift) < least) return;
        found_.warnings.emplace_back(by_drift > by_offset
                                         ? "the record seems to drift away with time, beside the motion"
                                         : "the record seems to have an offset: fit sensor.offset, too");
    }

    void judge_estimates() {
        constexpr double strange = 100.0;
        for (std::size_t j = 0; j < family_.size(); ++j) {
            const Estimate& e = found_.estimates[j];
            const Parameter& p = family_.parameters()[j];
            if (p.key.starts_with("friction.") && e.lower <= 0.0) {
                found_.warnings.push_back("the interval of " + p.key +
                                          " holds 0: the record does not show this friction");
            }
            if (!std::isfinite(e.lower) || !std::isfinite(e.upper)) {
                found_.warnings.push_back("the record sets no " +
                                          std::string(std::isfinite(e.lower) ? "upper" : "lower") + " limit for " +
                                          p.key);
            }
            const bool is_plain = p.key.starts_with("oscillator.") || p.key.starts_with("friction.");
            if (!is_plain || p.guess == 0.0 || e.value == 0.0) continue;
            const double ratio = std::abs(e.value / p.guess);
            if (ratio > strange || ratio < 1.0 / strange) {
                found_.warnings.push_back(p.key + " = " + shortest(e.value) + " is far from the " + shortest(p.guess) +
                                          " of the case: check the units of the record");
            }
        }
    }

    void judge_models() {
        constexpr double decisive = 10.0;  // of BIC
        for (const ModelScore& other : found_.alternatives) {
            if (other.model == found_.model) return;
            const auto mine = std::ranges::find(found_.alternatives, found_.model, &ModelScore::model);
            if (mine == found_.alternatives.end() || mine->bic - other.bic < decisive) continue;
            found_.warnings.push_back("damping of the kind " + other.model + " fits better than " + found_.model +
                                      ": its BIC is lower by " + std::to_string(std::lround(mine->bic - other.bic)));
            return;
        }
    }

private:
    /// A quarter of a half swing: over it a wrong model deviates to one side.
    [[nodiscard]] std::size_t lags() const {
        const Problem p = family_.at(fit_.values);
        double rate = std::sqrt(p.oscillator.stiffness / p.oscillator.mass);
        for (const Harmonic& h : p.load.harmonics) rate = std::max(rate, h.frequency.value());
        if (!(rate > 0.0)) return 4;
        const double count = 0.25 * std::numbers::pi / rate / used_.spacing;
        return static_cast<std::size_t>(std::clamp(count, 2.0, 60.0));
    }

    const CaseFamily& family_;
    const Samples& used_;
    const Fit& fit_;
    Identification& found_;
};

Samples samples_of(const Measurement& m, const RecordCheck& check, double origin) {
    Samples s{{}, {}, m.quantity, check.spacing};
    for (std::size_t i = 0; i < m.times.size(); ++i) {
        if (!check.kept[i]) continue;
        s.times.push_back(m.times[i] - origin);
        s.values.push_back(m.values[i]);
    }
    return s;
}

std::string listed(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    }
    return text;
}

std::string cannot_tell(const std::vector<std::string>& alike) {
    return "the record cannot tell " + listed(alike) + " apart: keep one of them at a value that is known";
}

/// Intervals of all numbers; a lower minimum met on the way becomes the fit, and they begin again.
bool find_intervals(const CaseFamily& family, const Samples& used, Fit& fit, const IdentifyOptions& options,
                    Identification& found) {
    constexpr int most_rounds = 4;
    const double freedom = std::max(1.0, static_cast<double>(used.size()) - static_cast<double>(family.size()));
    for (int round = 0; round < most_rounds; ++round) {
        const Covariance c = covariance_of(family, fit, fit.sums.cost / freedom);
        if (!c.alike.empty()) {
            found.reason =
                "the record cannot tell " + listed(c.alike) + " apart: keep one of them at a value that is known";
            return false;
        }
        found.estimates.clear();
        std::optional<Fit> better;
        for (std::size_t j = 0; j < family.size() && !better; ++j) {
            const double deviation = std::sqrt(c.matrix(j, j));
            Profile profile = profile_of(family, used, fit, c.matrix, j, {options.confidence, options.profile_points});
            better = std::move(profile.better);
            found.estimates.push_back({family.parameters()[j].key, fit.values[j], profile.lower, profile.upper,
                                       deviation > 0.0 ? deviation : std::numeric_limits<double>::quiet_NaN(),
                                       std::move(profile.curve)});
        }
        if (better && round + 1 < most_rounds) {
            fit = fitted(family, used, better->values);
            continue;
        }
        found.correlation.assign(family.size(), std::vector<double>(family.size()));
        for (std::size_t i = 0; i < family.size(); ++i) {
            for (std::size_t k = 0; k < family.size(); ++k) {
                const double size = std::sqrt(c.matrix(i, i) * c.matrix(k, k));
                found.correlation[i][k] = i == k ? 1.0 : size > 0.0 ? c.matrix(i, k) / size : 0.0;
            }
        }
        if (!better) return true;
        break;
    }
    found.warnings.emplace_back("several sets of numbers fit nearly alike: the estimates are one of them");
    while (found.estimates.size() < family.size()) {
        const std::size_t j = found.estimates.size();
        const Parameter& p = family.parameters()[j];
        found.estimates.push_back(
            {p.key, fit.values[j], p.lower, p.upper, std::numeric_limits<double>::quiet_NaN(), {}});
    }
    return true;
}

}  // namespace

std::string_view name(MeasuredQuantity q) {
    switch (q) {
        case MeasuredQuantity::displacement: return "displacement";
        case MeasuredQuantity::velocity: return "velocity";
        case MeasuredQuantity::acceleration: return "acceleration";
    }
    return "?";
}

Identification identify(const CaseDocument& document, const Measurement& measured, std::span<const FittedKey> keys,
                        const IdentifyOptions& options) {
    if (!(options.confidence > 0.0 && options.confidence < 1.0)) {
        throw std::invalid_argument("confidence = " + shortest(options.confidence) + " must be between 0 and 1");
    }
    if (keys.empty()) throw std::invalid_argument("name at least one number of the case to fit");
    const CaseFamily family(document, keys);
    const RecordCheck check = checked(measured, family.size());
    Identification found;
    found.warnings = check.warnings;
    // The clock of a load is that of the case; a free decay starts where its record does, if that start is open.
    const bool is_start_open =
        family.find("start.position") < family.size() || family.find("start.velocity") < family.size();
    if (is_free(family.given()) && is_start_open) found.time_origin = measured.times.front();
    if (measured.times.front() < found.time_origin) {
        throw std::invalid_argument("the record begins at " + shortest(measured.times.front()) +
                                    " s, before the motion of the case, which starts at 0 s");
    }
    const Samples samples = samples_of(measured, check, found.time_origin);
    const SearchData data(samples);
    const std::vector<Values> from =
        is_too_coarse(family, data.all.spacing) ? std::vector<Values>{} : starts(family, data);
    if (const std::vector<std::string> alike = alike_at(family, data, from); !alike.empty()) {
        found.reason = cannot_tell(alike);
        return found;
    }
    Samples used;
    Fit fit = searched(family, data, from, used);
    constexpr double poor = 0.9;      // explained: a unit may be wrong
    constexpr double hopeless = 0.5;  // explained: nothing fits
    found.explained = fit.sums.exists() ? explained_share(used, fit.sums.cost) : 0.0;
    if (found.explained < poor) {
        found.reason = unit_that_fits(family, samples);
        if (found.reason.empty() && found.explained < hopeless) {
            found.reason = "no motion of this case is near the record: the nearest explains " +
                           std::to_string(std::lround(100.0 * std::max(0.0, found.explained))) + " % of its variance";
        }
        if (!found.reason.empty()) return found;
    }
    if (!find_intervals(family, used, fit, options, found)) return found;
    found.is_found = true;
    found.samples = used.size();
    found.explained = explained_share(used, fit.sums.cost);
    const double freedom = std::max(1.0, static_cast<double>(used.size()) - static_cast<double>(family.size()));
    found.noise = std::sqrt(fit.sums.cost / freedom);
    found.model = model_name(family.damping(fit.values));
    if (options.compares_models) found.alternatives = compared(family, used, fit);
    Judge judge(family, used, fit, found);
    judge.judge_residuals();
    judge.judge_estimates();
    judge.judge_models();
    Samples whole{measured.times, measured.values, measured.quantity, check.spacing};
    for (double& t : whole.times) t -= found.time_origin;
    found.modelled = modelled(family, whole, fit.values);
    found.result.push_back(family.document(fit.values));
    return found;
}

}  // namespace stickslip
