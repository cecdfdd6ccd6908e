#include "stickslip/model/record.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "bounds.hpp"

namespace stickslip {

namespace {

/// Finite samples can be so large, or so close in time, that the polynomial between them is not.
void require_finite_segment(const Record::Cubic& segment, double time) {
    if (std::all_of(segment.begin(), segment.end(), [](double c) { return std::isfinite(c); })) return;
    throw std::invalid_argument("the record from " + shortest(time) + " s on is too large or too steep for a number");
}

}  // namespace

std::ptrdiff_t Record::segment_at(double time) const {
    const auto later = std::upper_bound(times.begin(), times.end(), time);
    return static_cast<std::ptrdiff_t>(later - times.begin()) - 1;
}

Record::Window Record::window(std::ptrdiff_t segment) const {
    if (segment < 0) return {{}, times.front(), times.front()};
    const auto index = static_cast<std::size_t>(segment);
    if (index >= segments.size()) return {after, times.back(), std::numeric_limits<double>::infinity()};
    return {segments[index], times[index], times[index + 1]};
}

Record linear_record(std::vector<double> times, const std::vector<double>& values, double scale) {
    require_finite("record scale", scale, "(load per recorded unit)");
    if (times.size() != values.size() || times.size() < 2) {
        throw std::invalid_argument("a record needs at least two samples of time and value, got " +
                                    std::to_string(std::min(times.size(), values.size())));
    }
    Record record;
    record.segments.resize(times.size() - 1);
    for (std::size_t i = 0; i < times.size(); ++i) {
        require_finite("record time", times[i], "s");
        require_finite("record value", values[i], "(recorded unit)");
        if (i == 0) continue;
        const double step = times[i] - times[i - 1];
        if (!(step > 0.0)) refuse("record time", times[i], "later than " + shortest(times[i - 1]), "s");
        const double slope = scale * ((values[i] - values[i - 1]) / step);
        record.segments[i - 1] = {scale * values[i - 1], slope, 0.0, 0.0};
        require_finite_segment(record.segments[i - 1], times[i - 1]);
    }
    record.times = std::move(times);
    return record;
}

Record integrated_twice(const Record& acceleration) {
    Record displacement;
    displacement.times = acceleration.times;
    displacement.segments.reserve(acceleration.segments.size());
    double y = 0.0;
    double rate = 0.0;
    for (std::size_t i = 0; i < acceleration.segments.size(); ++i) {
        const Record::Cubic& a = acceleration.segments[i];
        const double h = acceleration.times[i + 1] - acceleration.times[i];
        displacement.segments.push_back({y, rate, a[0] / 2.0, a[1] / 6.0});
        require_finite_segment(displacement.segments.back(), displacement.times[i]);
        y += h * (rate + h * (a[0] / 2.0 + h * a[1] / 6.0));
        rate += h * (a[0] + h * a[1] / 2.0);
    }
    displacement.after = {y, rate, 0.0, 0.0};
    require_finite_segment(displacement.after, displacement.times.back());
    return displacement;
}

Record scaled(Record record, double factor) {
    const auto scale = [&](Record::Cubic& segment, double time) {
        for (double& c : segment) c *= factor;
        require_finite_segment(segment, time);
    };
    for (std::size_t i = 0; i < record.segments.size(); ++i) scale(record.segments[i], record.times[i]);
    scale(record.after, record.times.back());
    return record;
}

}  // namespace stickslip
