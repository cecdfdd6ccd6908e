// Records of several channels, response curves, and laws without closed form: what is fitted is turned into predictions
// of the kind of case, and the general search finds the numbers (docs/theory/identify.md).

#include "case_identification.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

#include "identify/channel_starts.hpp"
#include "identify/judge.hpp"
#include "identify/predicted_fit.hpp"
#include "identify/record_checks.hpp"
#include "model/bounds.hpp"
#include "model/case_reader.hpp"

namespace stickslip {

namespace {

using namespace identifying;

constexpr double no_bound = std::numeric_limits<double>::infinity();

const identifying::MeasuredMotion& required(const CaseKind& kind, const std::unique_ptr<MeasuredMotion>& motion) {
    if (motion) return *motion;
    throw std::invalid_argument("numbers are not identified for cases of this kind (" + std::string(kind.words) + ")");
}

std::unique_ptr<MeasuredMotion> seen(const CaseKind& kind, const CaseDocument& document,
                                     const std::vector<std::string>& places) {
    return kind.measured == nullptr ? nullptr : kind.measured(document, places);
}

/// A case with open numbers, as a vector of values.
class OpenCase {
public:
    OpenCase(const MeasuredMotion& motion, CaseDocument document, const std::vector<std::string>& channels)
        : motion_(motion), document_(std::move(document)), channels_(channels) {}

    void open(const FittedKey& fitted) {
        for (const Parameter& p : parameters_) {
            if (p.key == fitted.key) throw std::invalid_argument(fitted.key + " stands twice among what is fitted");
        }
        Parameter p{fitted.key, 0.0, fitted.lower.value_or(-no_bound), fitted.upper.value_or(no_bound),
                    fitted.key.starts_with(sensor_offset)};
        if (!(p.lower < p.upper)) {
            throw std::invalid_argument("the bounds of " + p.key + ", " + shortest(p.lower) + " and " +
                                        shortest(p.upper) + ", must leave room between them");
        }
        offsets_.push_back(p.is_offset ? std::optional(channel_of(p.key)) : std::nullopt);
        if (!p.is_offset) {
            p.guess = motion_.value_of(document_, p.key);
            static_cast<void>(document_.with_value(p.key, p.guess));
            find_bounds(p, fitted);
        }
        p.guess = std::clamp(p.guess, p.lower, p.upper);
        parameters_.push_back(std::move(p));
    }

    [[nodiscard]] const std::vector<Parameter>& parameters() const { return parameters_; }
    [[nodiscard]] const CaseDocument& document() const { return document_; }

    [[nodiscard]] CaseDocument at(const Values& values) const {
        CaseDocument d = document_;
        for (std::size_t j = 0; j < values.size(); ++j) {
            if (!parameters_[j].is_offset) d = d.with_value(parameters_[j].key, values[j]);
        }
        return d;
    }

    [[nodiscard]] Values guess() const {
        Values all;
        for (const Parameter& p : parameters_) all.push_back(p.guess);
        return all;
    }

    /// The offset of a channel, where it is open.
    [[nodiscard]] std::optional<std::size_t> offset_of(std::size_t channel) const {
        for (std::size_t j = 0; j < offsets_.size(); ++j) {
            if (offsets_[j] == channel) return j;
        }
        return std::nullopt;
    }

    /// What a number is compared with where it is 0.
    [[nodiscard]] std::vector<double> scales(double length, double rate) const {
        std::vector<double> all;
        for (const Parameter& p : parameters_) {
            double scale = p.guess != 0.0 ? std::abs(p.guess) : 1.0;
            if (p.key.starts_with("start.position")) scale = length;
            if (p.key.starts_with("start.velocity")) scale = length * rate;
            all.push_back(scale);
        }
        return all;
    }

private:
    [[nodiscard]] std::size_t channel_of(const std::string& key) const {
        if (key == sensor_offset && channels_.size() == 1) return 0;
        for (std::size_t i = 0; i < channels_.size(); ++i) {
            if (key == std::string(sensor_offset) + "[" + channels_[i] + "]") return i;
        }
        std::string known;
        for (const std::string& c : channels_) known += (known.empty() ? "" : ", ") + c;
        throw std::invalid_argument(key + " names no channel of the record: write " + std::string(sensor_offset) +
                                    "[CHANNEL] with one of " + known);
    }

    [[nodiscard]] bool can_be_read(const std::string& key, double value) const {
        try {
            motion_.require(document_.with_value(key, value));
            return true;
        } catch (const std::invalid_argument&) {
            return false;
        }
    }

    void find_bounds(Parameter& p, const FittedKey& fitted) const {
        const double size = p.guess != 0.0 ? std::abs(p.guess) : 1.0;
        constexpr double least_share = 1e-9;  // of a number that must be positive
        if (p.guess >= 0.0 && !p.key.starts_with("start.") && !can_be_read(p.key, -size)) {
            p.lower = std::max(p.lower, can_be_read(p.key, 0.0) ? 0.0 : least_share * size);
        }
        for (const std::optional<double>& bound : {fitted.lower, fitted.upper}) {
            if (!bound || (*bound >= p.lower && can_be_read(p.key, *bound))) continue;
            if (*bound == 0.0 && p.lower > 0.0) continue;  // 0 means "from nothing on"
            throw std::invalid_argument("the bound " + shortest(*bound) + " of " + p.key +
                                        " is no value that a case may have");
        }
    }

    const MeasuredMotion& motion_;
    CaseDocument document_;
    std::vector<std::string> channels_;
    std::vector<Parameter> parameters_;
    std::vector<std::optional<std::size_t>> offsets_;
};

/// What may be wrong with the units, and the words for it.
struct UnitTrial {
    double place = 1.0;
    double value = 1.0;
    double angle = 1.0;
    const char* words = "";
};

constexpr double thousand = 1000.0;
constexpr UnitTrial record_trials[] = {
    {.place = 1.0 / thousand, .words = "its times are divided by 1000: are they in milliseconds?"},
    {.place = thousand, .words = "its times are multiplied by 1000: what is their unit?"},
    {.value = 1.0 / thousand, .words = "its values are divided by 1000: are they in millimetres?"},
    {.value = thousand, .words = "its values are multiplied by 1000: what is their unit?"}};
constexpr UnitTrial curve_trials[] = {
    {.place = 2.0 * std::numbers::pi, .words = "its frequencies are in hertz: call their column frequency_hz"},
    {.place = 0.5 / std::numbers::pi, .words = "its frequencies are in rad/s, not in hertz"},
    {.angle = -1.0, .words = "its phases change their sign: give the lag behind the load"},
    {.angle = std::numbers::pi / 180.0, .words = "its phases are in degrees: call their column phase_deg"},
    {.value = 1.0 / thousand, .words = "its amplitudes are divided by 1000: are they in millimetres?"},
    {.value = thousand, .words = "its amplitudes are multiplied by 1000: what is their unit?"}};

/// The fit; where it explains little, units that would fit.
Identification fitted_or_told(const PredictedTask& task, std::span<const UnitTrial> trials,
                              const IdentifyOptions& options) {
    constexpr double poor = 0.9;  // explained: a unit may be wrong
    Identification found = identify_predicted(task, options);
    if (found.explained >= poor) return found;
    for (const UnitTrial& trial : trials) {
        PredictedTask other = task;
        for (double& p : other.record.places) p *= trial.place;
        for (PredictedChannel& c : other.record.channels) {
            for (double& v : c.measured) v *= c.is_angle ? trial.angle : trial.value;
        }
        if (!is_explained(std::move(other))) continue;
        Identification told;
        told.explained = found.explained;
        told.reason = "the record fits the case if " + std::string(trial.words);
        return told;
    }
    return found;
}

/// Samples within one spacing of a jump of the acceleration do not count.
std::vector<char> away_from(const std::vector<double>& events, const std::vector<double>& times, double spacing) {
    std::vector<char> kept(times.size(), char{1});
    std::size_t next = 0;
    for (const double event : events) {
        while (next < times.size() && times[next] < event - spacing) ++next;
        for (std::size_t i = next; i < times.size() && times[i] <= event + spacing; ++i) kept[i] = 0;
    }
    const auto left = static_cast<std::size_t>(std::ranges::count(kept, char{1}));
    return left > times.size() / 2 ? kept : std::vector<char>(times.size(), char{1});
}

void require_options(std::span<const FittedKey> keys, const IdentifyOptions& options) {
    if (!(options.confidence > 0.0 && options.confidence < 1.0)) {
        throw std::invalid_argument("confidence = " + shortest(options.confidence) + " must be between 0 and 1");
    }
    if (keys.empty()) throw std::invalid_argument("name at least one number of the case to fit");
}

void require_curve(const MeasuredCurve& curve, std::size_t numbers) {
    const std::size_t count = curve.frequencies.size();
    if (curve.amplitudes.size() != count || (!curve.phase_lags.empty() && curve.phase_lags.size() != count)) {
        throw std::invalid_argument("the curve has " + std::to_string(count) + " frequencies and " +
                                    std::to_string(curve.amplitudes.size()) + " amplitudes, which must be as many");
    }
    const std::size_t least = std::max<std::size_t>(5, numbers + 2);
    if (count < least) {
        throw std::invalid_argument("the curve has " + std::to_string(count) + " points; at least " +
                                    std::to_string(least) + " are needed for " + std::to_string(numbers) + " numbers");
    }
    for (std::size_t i = 0; i < count; ++i) {
        const std::string where = "point " + std::to_string(i + 1) + " of the curve";
        const double lag = curve.phase_lags.empty() ? 0.0 : curve.phase_lags[i];
        if (!(curve.frequencies[i] > 0.0) || !std::isfinite(curve.frequencies[i])) {
            throw std::invalid_argument(where + " has frequency " + shortest(curve.frequencies[i]) + ", must be > 0");
        }
        if (!(curve.amplitudes[i] >= 0.0) || !std::isfinite(curve.amplitudes[i]) || !std::isfinite(lag)) {
            throw std::invalid_argument(where + " has amplitude " + shortest(curve.amplitudes[i]) + " and phase " +
                                        shortest(lag) + ", must be finite, the amplitude ≥ 0");
        }
        if (i > 0 && !(curve.frequencies[i] > curve.frequencies[i - 1])) {
            throw std::invalid_argument(where + " has frequency " + shortest(curve.frequencies[i]) +
                                        ", which must be above that of the point before");
        }
    }
    if (std::ranges::max(curve.amplitudes) == 0.0) {
        throw std::invalid_argument("every amplitude of the curve is 0: nothing moves");
    }
}

double largest_amplitude_of(const std::vector<double>& values) {
    double largest = 0.0;
    for (const double v : values) largest = std::max(largest, std::abs(v));
    return largest;
}

}  // namespace

Identification identify(const CaseKind& kind, const CaseDocument& document, const ChannelRecord& measured,
                        std::span<const FittedKey> keys, const IdentifyOptions& options) {
    require_options(keys, options);
    std::vector<std::string> places;
    for (const MeasuredChannel& c : measured.channels) places.push_back(c.place);
    const auto owner = seen(kind, document, places);
    const MeasuredMotion& motion = required(kind, owner);
    if (std::optional<Identification> found = motion.identified(document, measured, keys, options)) return *found;

    const CaseTables tables = document.tables();
    bool is_start_given = tables.in.has("start.position") || tables.in.has("start.velocity");
    for (const FittedKey& key : keys) is_start_given = is_start_given || key.key.starts_with("start.");
    OpenCase open(motion, motion.with_start(document), motion.names());
    for (const FittedKey& key : keys) open.open(key);
    for (const std::string& key : motion.start_keys()) {
        if (!is_start_given) open.open({key, {}, {}});
    }
    const bool is_start_open =
        std::ranges::any_of(open.parameters(), [](const Parameter& p) { return p.key.starts_with("start."); });

    Identification checks;
    PredictedTask task;
    double spacing = 0.0;
    std::vector<Samples> samples;
    const double origin = is_start_open && motion.is_free(document) ? measured.times.front() : 0.0;
    for (std::size_t k = 0; k < measured.channels.size(); ++k) {
        const Measurement one{measured.times, measured.channels[k].values, measured.quantity};
        RecordCheck check = [&] {
            try {
                return checked(one, open.parameters().size() / measured.channels.size() + 1);
            } catch (const std::invalid_argument& error) {
                if (measured.channels.size() == 1) throw;
                throw std::invalid_argument("channel " + places[k] + ": " + error.what());
            }
        }();
        for (std::string& w : check.warnings) {
            checks.warnings.push_back(measured.channels.size() > 1 ? "channel " + places[k] + ": " + w : w);
        }
        spacing = check.spacing;
        PredictedChannel channel;
        channel.name = motion.names()[k];
        channel.measured = measured.channels[k].values;
        channel.kept = std::move(check.kept);
        channel.offset = open.offset_of(k);
        task.record.channels.push_back(std::move(channel));
        Samples s{measured.times, measured.channels[k].values, measured.quantity, spacing};
        for (double& t : s.times) t -= origin;
        samples.push_back(std::move(s));
    }
    if (measured.times.front() < origin || (origin == 0.0 && measured.times.front() < 0.0)) {
        throw std::invalid_argument("the record begins at " + shortest(measured.times.front()) +
                                    " s, before the motion of the case, which starts at 0 s");
    }
    const ChannelStarts starts{motion, open.parameters(), samples, [&open](const Values& v) { return open.at(v); }};
    const double rate = motion.fastest_rate(open.document());
    task.record.parameters = open.parameters();
    task.record.places = samples.front().times;
    task.record.scales = open.scales(starts.length(), rate > 0.0 ? rate : 1.0);
    task.record.predict = [&](const Values& v, const std::vector<double>& times) {
        return motion.values(open.at(v), measured.quantity, times);
    };
    task.starts = starts.all();
    task.lags = lags_of(rate, spacing);
    task.model = motion.model(open.document());
    if (measured.quantity == MeasuredQuantity::acceleration) {
        task.counting = [&](const Values& v) {
            const std::vector<double>& times = task.record.places;
            return away_from(motion.event_times(open.at(v), times.back()), times, spacing);
        };
    }
    Identification found = fitted_or_told(task, record_trials, options);
    found.warnings.insert(found.warnings.begin(), checks.warnings.begin(), checks.warnings.end());
    found.time_origin = origin;
    if (!found.is_found) return found;
    Values values;
    for (const Estimate& e : found.estimates) values.push_back(e.value);
    found.result.push_back(open.at(values));
    if (measured.channels.size() == 1) found.channels.clear();
    return found;
}

Identification identify(const CaseKind& kind, const CaseDocument& document, const MeasuredCurve& curve,
                        std::span<const FittedKey> keys, const IdentifyOptions& options) {
    require_options(keys, options);
    const auto owner = seen(kind, document, {curve.place.empty() ? "1" : curve.place});
    const MeasuredMotion& motion = required(kind, owner);
    OpenCase open(motion, document, {});
    for (const FittedKey& key : keys) {
        if (key.key.starts_with("start.") || key.key.starts_with("load.frequency") ||
            key.key.starts_with(sensor_offset)) {
            throw std::invalid_argument(key.key + " is no number that a response curve tells");
        }
        open.open(key);
    }
    require_curve(curve, keys.size());
    const bool with_phase = !curve.phase_lags.empty();
    PredictedTask task;
    task.is_in_time = false;
    task.record.parameters = open.parameters();
    task.record.scales = open.scales(largest_amplitude_of(curve.amplitudes), 1.0);
    task.record.places = curve.frequencies;
    task.record.channels.push_back({.name = "amplitude", .measured = curve.amplitudes});
    if (with_phase) task.record.channels.push_back({.name = "phase", .measured = curve.phase_lags, .is_angle = true});
    task.record.predict = [&](const Values& v, const std::vector<double>& frequencies) {
        std::vector<double> all;
        const std::vector<CurvePoint> points = motion.response(open.at(v), frequencies, with_phase);
        for (const CurvePoint& p : points) all.push_back(p.amplitude);
        for (const CurvePoint& p : points) {
            if (with_phase) all.push_back(p.phase_lag);
        }
        return all;
    };
    static_cast<void>(motion.response(open.document(), {curve.frequencies.front()}, with_phase));
    task.model = motion.model(open.document());
    Identification found = fitted_or_told(task, curve_trials, options);
    if (!found.is_found) return found;
    Values values;
    for (const Estimate& e : found.estimates) values.push_back(e.value);
    found.result.push_back(open.at(values));
    return found;
}

}  // namespace stickslip
