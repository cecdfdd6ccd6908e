#include "signals.hpp"

#include "vectors.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace stickslip::structure {
Signals::Signals(const Structure& structure) : size_(static_cast<int>(structure.size())) {
    for (const DirectedLoad& load : structure.loads) {
        loads_.push_back(line(load.load));
        directions_.push_back(as_vector(load.direction));
    }
    for (const Contact& contact : structure.contacts) {
        Load bound{.constant = contact.bound};
        if (contact.normal) {
            if (contact.normal->record) {
                bound.constant = 0.0;
                bound.record = std::make_shared<Record>(scaled(*contact.normal->record, contact.bound));
            } else {
                bound.constant = contact.bound * contact.normal->mean;
            }
            if (!contact.normal->record && contact.normal->ratio != 0.0) {
                bound.harmonics = {
                    {contact.bound * contact.normal->ratio, contact.normal->frequency, contact.normal->phase}};
            }
        }
        bounds_.push_back(line(bound));
    }
    bound_scale_ = VectorXd::Zero(static_cast<int>(bounds_.size()));
    for (std::size_t j = 0; j < bounds_.size(); ++j) {
        double& scale = bound_scale_[static_cast<int>(j)];
        scale = std::abs(bounds_[j].constant);
        for (const Harmonic& h : bounds_[j].harmonics) scale += std::abs(h.amplitude);
        if (!bounds_[j].record) continue;
        double largest = 0.0;
        for (const Record::Cubic& c : bounds_[j].record->segments) largest = std::max(largest, std::abs(c[0]));
        scale += largest;
    }
}

int Signals::frequency_index(const AngularFrequency& w) {
    const auto found = std::find(frequencies_.begin(), frequencies_.end(), w.value());
    if (found != frequencies_.end()) return static_cast<int>(found - frequencies_.begin());
    frequencies_.push_back(w.value());
    return static_cast<int>(frequencies_.size()) - 1;
}

Signals::Line Signals::line(const Load& load) {
    Line line{load.constant, load.harmonics, {}, load.record};
    for (const Harmonic& h : load.harmonics) line.frequency.push_back(frequency_index(h.frequency));
    return line;
}

void Signals::add(const Line& line, const ExactTime& start, Eigen::RowVectorXd& row, LocalSignals& local) const {
    row.setZero();
    row[constant_column] = line.constant;
    for (std::size_t i = 0; i < line.harmonics.size(); ++i) {
        const Harmonic& h = line.harmonics[i];
        const double phase = reduced_phase(h.frequency, start, h.phase);
        row[sine_column(line.frequency[i])] += h.amplitude * std::cos(phase);
        row[sine_column(line.frequency[i]) + 1] += h.amplitude * std::sin(phase);
    }
    if (!line.record) return;
    const double now = start.value();
    const std::ptrdiff_t segment = line.record->segment_at(now);
    const Record::Window window = line.record->window(segment);
    const double since = segment < 0 ? 0.0 : duration_between({window.origin, 0.0}, start);
    row[constant_column] += window.coefficients[0] + since * window.coefficients[1];
    row[slope_column] += window.coefficients[1];
    local.end = std::min(local.end, window.end);
    const bool is_at_end = now == line.record->times.front() || now == line.record->times.back();
    local.jumps = local.jumps || is_at_end;
}

LocalSignals Signals::from(const ExactTime& start) const {
    LocalSignals local;
    local.bound_scale = bound_scale_;
    local.end = std::numeric_limits<double>::infinity();
    local.forces = Coefficients::Zero(size_, columns());
    local.bounds = Coefficients::Zero(static_cast<int>(bounds_.size()), columns());
    Eigen::RowVectorXd row(columns());
    for (std::size_t i = 0; i < loads_.size(); ++i) {
        add(loads_[i], start, row, local);
        local.forces.noalias() += directions_[i] * row;
    }
    for (std::size_t j = 0; j < bounds_.size(); ++j) {
        add(bounds_[j], start, row, local);
        const auto& record = bounds_[j].record;
        local.bends =
            local.bends || (record && std::binary_search(record->times.begin(), record->times.end(), start.value()));
        local.bounds.row(static_cast<int>(j)) = row;
    }
    return local;
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
