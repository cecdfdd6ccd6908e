#include "record_fit.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "kinds/line/tangent_march.hpp"
#include "stickslip/motion/simulate.hpp"

namespace stickslip::identifying {

namespace {

/// Gives the quantity and its derivatives at each sample to `take(index, numbers)`: the quantity first.
template <class Take>
class SampleReader final : public TangentVisitor {
public:
    SampleReader(const Samples& samples, std::size_t parameters, Take take)
        : samples_(samples), numbers_(parameters + 1), take_(std::move(take)) {}

    [[nodiscard]] bool wants(const ExactTime& start, double length) override {
        return next_ < samples_.size() && duration_between(start, {samples_.times[next_], 0.0}) <= length;
    }

    void step(const TangentStep& step) override {
        last_ = step.start.value() + step.length;
        for (; next_ < samples_.size(); ++next_) {
            const double tau = duration_between(step.start, {samples_.times[next_], 0.0});
            if (tau >= step.length && samples_.times[next_] != samples_.times.back()) return;
            if (tau > step.length) return;
            step.evaluate(std::clamp(tau, 0.0, step.length), static_cast<int>(samples_.quantity), numbers_.data());
            take_(next_, numbers_.data());
        }
    }

    [[nodiscard]] bool is_complete() const { return next_ == samples_.size(); }
    [[nodiscard]] std::size_t next() const { return next_; }

private:
    const Samples& samples_;
    std::vector<double> numbers_;
    Take take_;
    std::size_t next_ = 0;
    double last_ = 0.0;
};

/// The motion up to the last sample. @throws std::invalid_argument for one that the record cannot show.
Trajectory follow(const Problem& p, const Samples& samples) {
    constexpr double most_angle = 30.0;  // rad of the fastest rate between two samples
    const Oscillator& o = p.oscillator;
    double rate = std::max(std::sqrt(o.stiffness / o.mass), o.damping / o.mass);
    for (const Harmonic& h : p.load.harmonics) rate = std::max(rate, h.frequency.value());
    if (!(rate * samples.spacing < most_angle)) {
        throw std::invalid_argument("the motion is much faster than the record");
    }
    // A record shows no more events than it has samples; a motion with more is not the one that is looked for.
    constexpr std::size_t more_events = 100;
    SimulationOptions options;
    options.most_events = more_events + static_cast<std::size_t>(samples.times.back() / samples.spacing);
    return simulate(p.oscillator, p.load, p.start, samples.times.back(), options);
}

/// Calls take(index, quantity and derivatives) for each sample. Whether the motion reaches the last one.
template <class Take>
bool read_samples(const CaseFamily& family, const Samples& samples, std::span<const double> values, Take&& take) {
    const Problem p = family.at(values);
    const Trajectory motion = follow(p, samples);
    if (motion.termination != Termination::reached_end) return false;
    SampleReader reader(samples, family.size(), take);
    TangentMarch march(motion, p.rates);
    march.follow(reader);
    if (reader.is_complete()) return true;
    // The last sample lies at the end of the motion, by rounding perhaps behind its last step.
    std::vector<double> numbers(family.size() + 1);
    for (std::size_t i = reader.next(); i < samples.size(); ++i) {
        numbers[0] = value_of(motion.at(std::min(samples.times[i], motion.end_time())), samples.quantity);
        for (std::size_t j = 0; j < family.size(); ++j) {
            switch (samples.quantity) {
                case MeasuredQuantity::displacement: numbers[j + 1] = march.position_rates()[j]; break;
                case MeasuredQuantity::velocity: numbers[j + 1] = march.velocity_rates()[j]; break;
                case MeasuredQuantity::acceleration: numbers[j + 1] = march.acceleration_rate(j); break;
            }
        }
        take(i, numbers.data());
    }
    return true;
}

}  // namespace

double value_of(const Sample& s, MeasuredQuantity q) {
    switch (q) {
        case MeasuredQuantity::displacement: return s.position;
        case MeasuredQuantity::velocity: return s.velocity;
        case MeasuredQuantity::acceleration: return s.acceleration;
    }
    return s.position;
}

Samples Samples::thinned(std::size_t most) const {
    if (size() <= most) return *this;
    Samples s{{}, {}, quantity, spacing};
    for (std::size_t i = 0; i < most; ++i) {
        const std::size_t at = i * (size() - 1) / (most - 1);
        s.times.push_back(times[at]);
        s.values.push_back(values[at]);
    }
    return s;
}

Samples Samples::only(const std::vector<char>& kept) const {
    Samples s{{}, {}, quantity, spacing};
    for (std::size_t i = 0; i < size(); ++i) {
        if (!kept[i]) continue;
        s.times.push_back(times[i]);
        s.values.push_back(values[i]);
    }
    return s;
}

Trajectory motion_of(const CaseFamily& family, const Samples& samples, std::span<const double> values) {
    return follow(family.at(values), samples);
}

std::vector<double> modelled(const CaseFamily& family, const Samples& samples, std::span<const double> values) {
    const Trajectory motion = motion_of(family, samples, values);
    std::vector<double> found;
    const double offset = family.offset(values);
    for (const double t : samples.times) {
        found.push_back(value_of(motion.at(std::min(t, motion.end_time())), samples.quantity) + offset);
    }
    return found;
}

Residuals residuals(const CaseFamily& family, const Samples& samples, std::span<const double> values) {
    const std::size_t n = family.size();
    Residuals r;
    const std::size_t offset_at = family.find(sensor_offset);
    const double offset = family.offset(values);
    read_samples(family, samples, values, [&](std::size_t i, const double* numbers) {
        r.values.push_back(numbers[0] + offset - samples.values[i]);
        for (std::size_t j = 0; j < n; ++j) {
            r.rows.push_back(j == offset_at ? 1.0 : std::isfinite(numbers[j + 1]) ? numbers[j + 1] : 0.0);
        }
    });
    return r;
}

Sums sums_of(const CaseFamily& family, const Samples& samples, std::span<const double> values, With with) {
    const std::size_t n = family.size();
    Sums sums;
    const double offset = family.offset(values);
    try {
        if (with == With::cost) {
            const Trajectory motion = motion_of(family, samples, values);
            if (motion.termination != Termination::reached_end) return sums;
            double cost = 0.0;
            std::vector<double> times(samples.times);
            times.back() = std::min(times.back(), motion.end_time());
            const std::vector<Sample> points = motion.at(times);
            for (std::size_t i = 0; i < points.size(); ++i) {
                const double r = value_of(points[i], samples.quantity) + offset - samples.values[i];
                cost += r * r;
            }
            if (std::isfinite(cost)) sums.cost = cost;
            return sums;
        }
        const std::size_t offset_at = family.find(sensor_offset);
        std::vector<double> slope(n);
        FitMatrix curvature(n);
        std::vector<double> row(n);
        double cost = 0.0;
        const bool is_whole = read_samples(family, samples, values, [&](std::size_t i, const double* numbers) {
            const double r = numbers[0] + offset - samples.values[i];
            cost += r * r;
            for (std::size_t j = 0; j < n; ++j) {
                // Behind a grazing stop no derivative exists; the other samples decide.
                row[j] = j == offset_at ? 1.0 : std::isfinite(numbers[j + 1]) ? numbers[j + 1] : 0.0;
            }
            for (std::size_t j = 0; j < n; ++j) {
                slope[j] += row[j] * r;
                for (std::size_t k = 0; k <= j; ++k) curvature(j, k) += row[j] * row[k];
            }
        });
        if (!is_whole || !std::isfinite(cost)) return sums;
        for (std::size_t j = 0; j < n; ++j) {
            for (std::size_t k = 0; k < j; ++k) curvature(k, j) = curvature(j, k);
        }
        sums = {cost, std::move(slope), std::move(curvature)};
    } catch (const std::invalid_argument&) {
        // No motion can be computed from these numbers: the search looks elsewhere.
    }
    return sums;
}

}  // namespace stickslip::identifying
