// The friction of a slide under N(t) = N₀ + N₁·sin(ωt + φ) is one more harmonic of the load, and under a record one
// more record. When the contact opens and closes is known beforehand. docs/theory/normal_force.md.

#include "stickslip/model/normal_force.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "bounds.hpp"

namespace stickslip {

namespace {

constexpr double endless = std::numeric_limits<double>::infinity();
constexpr double window_ulps = 8.0 * std::numeric_limits<double>::epsilon();

/// N₀ + N₁·sin θ is negative around the angle at which the sine is lowest, within arccos(N₀/|N₁|) of it.
NormalVariation::Window window_of_harmonic(const NormalVariation& n, const ExactTime& time) {
    const double size = std::abs(n.ratio);
    if (size == 0.0) return {!(n.mean > 0.0), endless};
    if (n.mean >= size) return {false, endless};
    const double lowest = n.ratio > 0.0 ? -0.5 * std::numbers::pi : 0.5 * std::numbers::pi;
    const double half = std::acos(n.mean / size);
    const double omega = n.frequency.value();
    const double angle = std::remainder(reduced_phase(n.frequency, time, n.phase) - lowest, two_pi_hi);
    const double noise = window_ulps * (two_pi_hi + omega * std::abs(time.value()));
    const bool is_open = angle >= -half - noise && angle < half - noise;
    double left = (is_open ? half : -half) - angle;
    if (!(left > noise)) left += two_pi_hi;
    return {is_open, advance(time, left / omega).value()};
}

/// On a line, open where it is not positive.
NormalVariation::Window window_of_record(const Record& record, const ExactTime& time) {
    const double now = time.value();
    const Record::Window w = record.window(record.segment_at(now));
    const auto& [start, slope, square, cube] = w.coefficients;
    const double value = w.expanded_at((time.hi - w.origin) + time.lo)[0];
    const double noise = window_ulps * (std::abs(start) + std::abs(slope) * (std::abs(now) + std::abs(w.origin)));
    const bool is_open = std::abs(value) > noise ? value < 0.0 : !(slope > 0.0);
    double end = w.end;
    if (std::abs(value) > noise && value * slope < 0.0) end = std::min(end, advance(time, -value / slope).value());
    return {is_open, end > now ? end : w.end};
}

/// The polynomial that a record is from this time on, with its origin there.
Record::Cubic piece_from(const Record* record, double time) {
    if (record == nullptr) return {};
    const Record::Window w = record->window(record->segment_at(time));
    return w.expanded_at(time - w.origin);
}

Record::Cubic sum_of(const Record::Cubic& a, const Record::Cubic& b) {
    return {a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]};
}

std::shared_ptr<const Record> sum_of(const std::shared_ptr<const Record>& a, const Record& b) {
    if (!a) return std::make_shared<const Record>(b);
    Record sum;
    std::ranges::set_union(a->times, b.times, std::back_inserter(sum.times));
    for (std::size_t i = 0; i + 1 < sum.times.size(); ++i) {
        sum.segments.push_back(sum_of(piece_from(a.get(), sum.times[i]), piece_from(&b, sum.times[i])));
    }
    sum.after = sum_of(piece_from(a.get(), sum.times.back()), piece_from(&b, sum.times.back()));
    return std::make_shared<const Record>(std::move(sum));
}

/// Harmonics of one frequency are one harmonic.
void add_harmonic_to(Load& load, const Harmonic& added) {
    for (Harmonic& h : load.harmonics) {
        if (h.frequency.hi != added.frequency.hi || h.frequency.lo != added.frequency.lo) continue;
        const double sine = h.amplitude * std::cos(h.phase) + added.amplitude * std::cos(added.phase);
        const double cosine = h.amplitude * std::sin(h.phase) + added.amplitude * std::sin(added.phase);
        h.amplitude = std::hypot(sine, cosine);
        h.phase = std::atan2(cosine, sine);
        return;
    }
    load.harmonics.push_back(added);
}

}  // namespace

double NormalVariation::value(double time) const {
    if (!record) return std::max(mean + ratio * std::sin(reduced_phase(frequency, {time, 0.0}, phase)), 0.0);
    return std::max(piece_from(record.get(), time)[0], 0.0);
}

NormalVariation::Window NormalVariation::window(const ExactTime& time) const {
    return record ? window_of_record(*record, time) : window_of_harmonic(*this, time);
}

void validate(const NormalVariation& n) {
    if (n.record) return;
    require_not_negative("mean of the normal force over N₀", n.mean, "");
    require_finite("normal ratio", n.ratio, "");
    require_finite("normal phase", n.phase, "rad");
    if (n.ratio != 0.0) require_positive("normal frequency", n.frequency.value(), "rad/s");
}

Load with_normal_force(const Load& load, const NormalVariation& normal, double bound) {
    Load sum = load;
    if (normal.record) {
        sum.record = sum_of(load.record, scaled(*normal.record, bound));
        return sum;
    }
    sum.constant += bound * normal.mean;
    if (normal.ratio != 0.0) add_harmonic_to(sum, {bound * normal.ratio, normal.frequency, normal.phase});
    return sum;
}

std::optional<double> common_period(const Load& load, const std::optional<NormalVariation>& normal) {
    if (!normal || normal->is_constant()) return load.period();
    if (normal->record || load.record) return std::nullopt;
    Load both = load;
    if (normal->ratio != 0.0) both.harmonics.push_back({normal->ratio, normal->frequency, normal->phase});
    return both.period();
}

}  // namespace stickslip
