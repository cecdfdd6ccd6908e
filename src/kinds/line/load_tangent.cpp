#include "load_tangent.hpp"

#include <cmath>

#include "kernel/scalar.hpp"

namespace stickslip {

void LoadTangent::add_series(const ExactTime& start, Side side, double length, int order, double factor, double* rows,
                             std::size_t stride) const {
    rows[0] += factor * load_.constant;
    for (std::size_t j = 0; j < rates_.size(); ++j) rows[j + 1] += factor * rates_[j].constant;
    for (std::size_t i = 0; i < load_.harmonics.size(); ++i) {
        add_harmonic(i, start, length, order, factor, rows, stride);
    }
    if (!load_.record) return;
    const auto add = [&](const Record* record, std::size_t column) {
        if (record == nullptr) return;
        double power = factor;
        int n = 0;
        for (const double c : record_at(record, start, side)) {
            if (n++ > order) return;
            rows[column] += power * c;
            column += stride;
            power *= length;
        }
    };
    add(load_.record.get(), 0);
    for (std::size_t j = 0; j < rates_.size(); ++j) add(rates_[j].record.get(), j + 1);
}

void LoadTangent::add_harmonic(std::size_t i, const ExactTime& start, double length, int order, double factor,
                               double* rows, std::size_t stride) const {
    const Harmonic& h = load_.harmonics[i];
    const double theta = reduced_phase(h.frequency, start, h.phase);
    const double turn = h.frequency.value() * length;
    const SinCos<double> turned = sin_cos(theta);
    double sine = factor * turned.sin;  // coefficients n of sin(θ + ωτ) and cos(θ + ωτ)
    double cosine = factor * turned.cos;
    double last_cosine = 0.0;
    const double time = start.value();
    for (int n = 0; n <= order; ++n) {
        double* out = rows + static_cast<std::size_t>(n) * stride;
        out[0] += h.amplitude * sine;
        for (std::size_t j = 0; j < rates_.size(); ++j) {
            if (rates_[j].harmonics.empty()) continue;
            const HarmonicRate& r = rates_[j].harmonics[i];
            out[j + 1] += r.amplitude * sine +
                          h.amplitude * ((r.frequency * time + r.phase) * cosine + r.frequency * length * last_cosine);
        }
        last_cosine = cosine;
        const double next = turn * cosine / (n + 1.0);
        cosine = -turn * sine / (n + 1.0);
        sine = next;
    }
}

bool LoadTangent::may_jump(const ExactTime& time) const {
    return load_.record && segment_at(time, Side::before) != segment_at(time, Side::after);
}

Record::Cubic LoadTangent::record_at(const Record* record, const ExactTime& time, Side side) const {
    if (record == nullptr) return {};
    const Record::Window w = record->window(segment_at(time, side));
    return w.expanded_at((time.hi - w.origin) + time.lo);
}

std::ptrdiff_t LoadTangent::segment_at(const ExactTime& time, Side side) const {
    const std::ptrdiff_t segment = load_.record->segment_at(time.value());
    const bool is_first = segment < 0 || load_.record->window(segment).origin != time.value();
    return side == Side::before && !is_first ? segment - 1 : segment;
}

void append_numbers(const Load& load, std::vector<double>& all) {
    all.push_back(load.constant);
    for (const Harmonic& h : load.harmonics) {
        all.insert(all.end(), {h.amplitude, h.frequency.value(), h.phase});
    }
    if (!load.record) return;
    for (const Record::Cubic& segment : load.record->segments) all.insert(all.end(), segment.begin(), segment.end());
    all.insert(all.end(), load.record->after.begin(), load.record->after.end());
}

LoadRate load_rate_from(const Load& load, const std::vector<double>& d, std::size_t& at) {
    LoadRate r;
    r.constant = d[at++];
    for (std::size_t i = 0; i < load.harmonics.size(); ++i, at += 3) {
        r.harmonics.push_back({d[at], d[at + 1], d[at + 2]});
    }
    if (!load.record) return r;
    Record record = *load.record;
    bool is_zero = true;
    const auto take = [&](Record::Cubic& segment) {
        for (double& coefficient : segment) {
            coefficient = d[at++];
            is_zero = is_zero && coefficient == 0.0;
        }
    };
    for (Record::Cubic& segment : record.segments) take(segment);
    take(record.after);
    if (!is_zero) r.record = std::make_shared<const Record>(std::move(record));
    return r;
}

}  // namespace stickslip
