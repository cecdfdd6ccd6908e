#pragma once

// A load as a power series from any time. What the recurrences need of it is written once; `HarmonicLoadSeries` is the
// plain form that a device can hold, `GeneralLoadSeries` knows every load of a case file.

#include <algorithm>
#include <cmath>
#include <limits>

#include "series.hpp"
#include "stickslip/model/load.hpp"

namespace stickslip {

/// Adds the coefficients 0 … order of a harmonic; inverse[n] = 1/(n+1).
STICKSLIP_KERNEL inline void add_harmonic(const Harmonic& h, const ExactTime& time, int order,
                                          const series::Coefficients<double>& inverse,
                                          series::Coefficients<double>& p) {
    const double angle = reduced_phase(h.frequency, time, h.phase);
    const double omega = h.frequency.value();
    const double values[2] = {h.amplitude * std::sin(angle), h.amplitude * std::cos(angle)};
    double factor = 1.0;  // ωⁿ/n!, with the signs of the derivatives of the sine
    for (int n = 0; n <= order; ++n) {
        p[n] += factor * values[n % 2];
        factor *= omega * inverse[n];
        if (n % 2 == 1) factor = -factor;
    }
}

STICKSLIP_KERNEL inline double harmonic_term(const Harmonic& h, const ExactTime& time, double factor) {
    return h.amplitude * factor * std::sin(reduced_phase(h.frequency, time, h.phase));
}

/// A constant and one harmonic.
struct HarmonicLoadSeries {
    double constant = 0.0;
    Harmonic harmonic;

    [[nodiscard]] STICKSLIP_KERNEL double window_end(const ExactTime&) const {
        return std::numeric_limits<double>::infinity();
    }

    STICKSLIP_KERNEL void expand(const ExactTime& time, int order, const series::Coefficients<double>& inverse,
                                 series::Coefficients<double>& p) const {
        p[0] = constant;
        for (int n = 1; n <= order; ++n) p[n] = 0.0;
        add_harmonic(harmonic, time, order, inverse, p);
    }

    /// Calls `add` with every term of the load, times `factor`.
    template <class Add>
    STICKSLIP_KERNEL void each_term(const ExactTime& time, double factor, const Add& add) const {
        add(constant * factor);
        add(harmonic_term(harmonic, time, factor));
    }
};

/// Any load. Keeps the piece of a record that holds at the start of the step.
class GeneralLoadSeries {
public:
    explicit GeneralLoadSeries(const Load& load) : load_(load) {}

    /// When the analytic piece of the load that holds at `time` ends.
    [[nodiscard]] double window_end(const ExactTime& time) const {
        if (!load_.record) return std::numeric_limits<double>::infinity();
        return load_.record->window(load_.record->segment_at(time.value())).end;
    }

    void expand(const ExactTime& time, int order, const series::Coefficients<double>& inverse,
                series::Coefficients<double>& p) {
        std::fill(p.begin(), p.begin() + order + 1, 0.0);
        p[0] = load_.constant;
        for (const Harmonic& h : load_.harmonics) add_harmonic(h, time, order, inverse, p);
        if (load_.record) add_record(time.value(), p);
    }

    template <class Add>
    void each_term(const ExactTime& time, double factor, const Add& add) const {
        add(load_.constant * factor);
        for (const Harmonic& h : load_.harmonics) add(harmonic_term(h, time, factor));
        if (load_.record) add(record_at(time.value()) * factor);
    }

private:
    [[nodiscard]] double record_at(double time) const {
        const double tau = time - record_origin_;
        return record_[0] + tau * (record_[1] + tau * (record_[2] + tau * record_[3]));
    }

    void add_record(double time, series::Coefficients<double>& p) {
        const Record::Window window = load_.record->window(load_.record->segment_at(time));
        record_ = window.coefficients;
        record_origin_ = window.origin;
        const Record::Cubic c = window.expanded_at(time - window.origin);
        for (int k = 0; k < 4; ++k) p[k] += c[k];
    }

    Load load_;
    Record::Cubic record_{};
    double record_origin_ = 0.0;
};

}  // namespace stickslip
