#include "stickslip/identify/identify.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "damping_models.hpp"
#include "intervals.hpp"
#include "judge.hpp"
#include "model/bounds.hpp"
#include "record_checks.hpp"
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

/// The numbers that no record of this kind tells apart, seen at the two best starts; empty where there are none.
std::vector<std::string> alike_at(const CaseFamily& family, const SearchData& data, std::span<const Values> starts) {
    std::vector<std::string> alike;
    for (const Values& values : starts.first(std::min<std::size_t>(2, starts.size()))) {
        const Fit there{values, sums_of(family, data.some, values, With::derivatives)};
        if (there.sums.exists()) alike = covariance_of(RecordModel(family, data.some), there, 1.0).alike;
        if (alike.empty()) return {};
    }
    return alike;
}

/// The fastest angular rate that the motion has for certain [rad/s].
double fastest_rate(const Problem& p) {
    double rate = std::sqrt(p.oscillator.stiffness / p.oscillator.mass);
    for (const Harmonic& h : p.load.harmonics) rate = std::max(rate, h.frequency.value());
    return rate;
}

Samples samples_of(const Measurement& m, const RecordCheck& check, double origin) {
    Samples s{{}, {}, m.quantity, check.spacing};
    for (std::size_t i = 0; i < m.times.size(); ++i) {
        if (!check.kept[i]) continue;
        s.times.push_back(m.times[i] - origin);
        s.values.push_back(m.values[i]);
    }
    return s;
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
    const std::string model_here = model_name(family.damping(fit.values));
    if (options.compares_models) found.alternatives = compared(family, used, fit);
    if (!find_intervals(RecordModel(family, used), fit, options, found)) {
        found.alternatives.clear();
        return found;
    }
    found.is_found = true;
    found.samples = used.size();
    found.explained = explained_share(used, fit.sums.cost);
    const double freedom = std::max(1.0, static_cast<double>(used.size()) - static_cast<double>(family.size()));
    found.noise = std::sqrt(fit.sums.cost / freedom);
    found.model = model_here;
    rescore(found.alternatives,
            with_numbers(scored(model_here, used, fit.sums.cost, family.size()), family, fit.values));
    const auto [low, high] = std::ranges::minmax(used.values);
    const RecordModel model(family, used);
    judge_residuals(model, fit,
                    {{.times = used.times,
                      .range = high - low,
                      .lags = lags_of(fastest_rate(family.at(fit.values)), used.spacing),
                      .is_offset_known = family.find(sensor_offset) < family.size()}},
                    found);
    judge_estimates(model, found);
    judge_models(found);
    Samples whole{measured.times, measured.values, measured.quantity, check.spacing};
    for (double& t : whole.times) t -= found.time_origin;
    found.modelled = modelled(family, whole, fit.values);
    found.result.push_back(family.document(fit.values));
    return found;
}

}  // namespace stickslip
