#include "signals.hpp"

#include "vectors.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace stickslip::structure {

Signals::Signals(const Structure& structure)
    : size_(static_cast<int>(structure.size())),
      constant_force_(VectorXd::Zero(size_)),
      constant_bound_(VectorXd::Zero(static_cast<int>(structure.contacts.size()))),
      bound_records_(structure.contacts.size()),
      bound_scale_(constant_bound_),
      varies_(structure.contacts.size(), 0) {
    for (const DirectedLoad& load : structure.loads) add_load(load);
    for (int j = 0; j < constant_bound_.size(); ++j) add_bound(j, structure.contacts[static_cast<std::size_t>(j)]);
}

void Signals::add_load(const DirectedLoad& directed) {
    const VectorXd direction = as_vector(directed.direction);
    const Load& load = directed.load;
    constant_force_ += load.constant * direction;
    for (const Harmonic& h : load.harmonics) {
        Tone& t = tone(h.frequency);
        t.force_sine += (h.amplitude * std::cos(h.phase)) * direction;
        t.force_cosine += (h.amplitude * std::sin(h.phase)) * direction;
    }
    if (load.record) recorded_loads_.push_back({direction, load.record});
}

void Signals::add_bound(int j, const Contact& contact) {
    double& constant = constant_bound_[j];
    double& scale = bound_scale_[j];
    constant = contact.bound;
    if (contact.normal && contact.normal->record) {
        constant = 0.0;
        const auto record = std::make_shared<Record>(scaled(*contact.normal->record, contact.bound));
        for (const Record::Cubic& c : record->segments) scale = std::max(scale, std::abs(c[0]));
        bound_records_[static_cast<std::size_t>(j)] = record;
    } else if (contact.normal) {
        constant = contact.bound * contact.normal->mean;
        if (contact.normal->ratio != 0.0) {
            const double amplitude = contact.bound * contact.normal->ratio;
            Tone& t = tone(contact.normal->frequency);
            t.bound_sine[j] += amplitude * std::cos(contact.normal->phase);
            t.bound_cosine[j] += amplitude * std::sin(contact.normal->phase);
            scale += std::abs(amplitude);
        }
    }
    scale += std::abs(constant);
    varies_[static_cast<std::size_t>(j)] = contact.normal.has_value();
    any_bound_varies_ = any_bound_varies_ || contact.normal;
}

int Signals::frequency_index(const AngularFrequency& w) {
    const auto found = std::find(frequencies_.begin(), frequencies_.end(), w.value());
    if (found != frequencies_.end()) return static_cast<int>(found - frequencies_.begin());
    frequencies_.push_back(w.value());
    return static_cast<int>(frequencies_.size()) - 1;
}

Signals::Tone& Signals::tone(const AngularFrequency& w) {
    for (Tone& t : tones_) {
        if (t.frequency.hi == w.hi && t.frequency.lo == w.lo) return t;
    }
    const VectorXd no_force = VectorXd::Zero(size_);
    const VectorXd no_bound = VectorXd::Zero(constant_bound_.size());
    tones_.push_back({w, sine_column(frequency_index(w)), no_force, no_force, no_bound, no_bound});
    return tones_.back();
}

Signals::Line Signals::line(const Record& record, const ExactTime& start, LocalSignals& local) {
    const double now = start.value();
    const std::ptrdiff_t segment = record.segment_at(now);
    const Record::Window window = record.window(segment);
    const double since = segment < 0 ? 0.0 : duration_between({window.origin, 0.0}, start);
    local.end = std::min(local.end, window.end);
    const bool is_at_end = now == record.times.front() || now == record.times.back();
    local.jumps = local.jumps || is_at_end;
    return {window.coefficients[0] + since * window.coefficients[1], window.coefficients[1]};
}

LocalSignals Signals::from(const ExactTime& start) const {
    LocalSignals local;
    look(start, local);
    return local;
}

void Signals::look(const ExactTime& start, LocalSignals& local) const {
    local.bound_scale = bound_scale_;
    local.end = std::numeric_limits<double>::infinity();
    local.jumps = local.bends = false;
    local.forces.setZero(size_, columns());
    local.bounds.setZero(constant_bound_.size(), columns());
    local.forces.col(constant_column) = constant_force_;
    local.bounds.col(constant_column) = constant_bound_;
    for (const Tone& t : tones_) {
        const double phase = reduced_phase(t.frequency, start, 0.0);
        const double s = std::sin(phase);
        const double c = std::cos(phase);
        local.forces.col(t.column) += c * t.force_sine - s * t.force_cosine;
        local.forces.col(t.column + 1) += s * t.force_sine + c * t.force_cosine;
        if (!any_bound_varies_) continue;
        local.bounds.col(t.column) += c * t.bound_sine - s * t.bound_cosine;
        local.bounds.col(t.column + 1) += s * t.bound_sine + c * t.bound_cosine;
    }
    for (const RecordedLoad& load : recorded_loads_) {
        const Line now = line(*load.record, start, local);
        local.forces.col(constant_column) += now.constant * load.direction;
        local.forces.col(slope_column) += now.slope * load.direction;
    }
    for (std::size_t j = 0; any_bound_varies_ && j < bound_records_.size(); ++j) {
        const auto& record = bound_records_[j];
        if (!record) continue;
        const Line now = line(*record, start, local);
        local.bounds(static_cast<int>(j), constant_column) += now.constant;
        local.bounds(static_cast<int>(j), slope_column) += now.slope;
        local.bends = local.bends || std::binary_search(record->times.begin(), record->times.end(), start.value());
    }
}

StartSign sign_after_start(const Eigen::RowVectorXd& row, const std::vector<double>& frequencies, double size) {
    constexpr int most_derivatives = 4;
    constexpr double noise = 1e-11;  // of the terms of a derivative; less is zero
    constexpr double touch = 1e-14;  // of the terms of the signal; a dip that is not deeper touches zero
    double value[most_derivatives + 1];
    double scale[most_derivatives + 1];
    Eigen::RowVectorXd values(row.size());
    for (int order = 0; order <= most_derivatives; ++order) {
        basis_derivative(frequencies, 0.0, order, values.data());
        value[order] = row.dot(values);
        scale[order] = order == 0 ? size : order == 1 ? std::abs(row[slope_column]) : 0.0;
        for (std::size_t h = 0; h < frequencies.size(); ++h) {
            const int sine = sine_column(static_cast<int>(h));
            scale[order] += std::hypot(row[sine], row[sine + 1]) * std::pow(frequencies[h], order);
        }
    }
    if (std::abs(value[0]) <= noise * scale[0] && value[1] * value[2] < 0.0 &&
        0.5 * value[1] * value[1] <= touch * scale[0] * std::abs(value[2])) {
        return {value[2] > 0.0 ? 1 : -1, 2};
    }
    for (int order = 0; order <= most_derivatives; ++order) {
        if (std::abs(value[order]) > noise * scale[order]) return {value[order] > 0.0 ? 1 : -1, order};
    }
    return {0, most_derivatives + 1};
}

void basis_derivative(const std::vector<double>& frequencies, double tau, int order, double* values) {
    values[constant_column] = order == 0 ? 1.0 : 0.0;
    values[slope_column] = order == 0 ? tau : (order == 1 ? 1.0 : 0.0);
    for (std::size_t h = 0; h < frequencies.size(); ++h) {
        const double w = frequencies[h];
        double scale = 1.0;
        for (int n = 0; n < order; ++n) scale *= w;
        const double s = std::sin(w * tau);
        const double c = std::cos(w * tau);
        const double turned_sine[4] = {s, c, -s, -c};
        values[2 + 2 * h] = scale * turned_sine[order % 4];
        values[3 + 2 * h] = scale * turned_sine[(order + 1) % 4];
    }
}

}  // namespace stickslip::structure
