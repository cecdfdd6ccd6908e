#include "local_drive.hpp"

#include <algorithm>
#include <limits>

namespace stickslip {

LocalDrive::LocalDrive(const Oscillator& oscillator, const Load& driving, const NaturalUnits& unit,
                       const FrictionBounds& kernel_friction)
    : load(driving), mass(oscillator.mass), constant(unit.to(driving.constant / oscillator.mass, 0, 1, -2)) {
    const double natural_mass = unit.to(oscillator.mass, 1, 0, 0);
    const double sigma = unit.to(oscillator.damping, 1, 0, -1) / (2.0 * natural_mass);
    const double stiffness = unit.to(oscillator.stiffness, 1, 0, -2) / natural_mass;
    kernel.flow = linear_flow(flow_kind(sigma, stiffness), sigma, stiffness);
    kernel.friction = unit.force_to(kernel_friction.kinetic) / natural_mass;
    kernel.holding = unit.force_to(kernel_friction.holding) / natural_mass;
    for (const Harmonic& h : load.harmonics) {
        const double frequency = unit.to(h.frequency.value(), 0, 0, -1);
        terms.push_back({unit.force_to(h.amplitude) / natural_mass, frequency, {}});
        kernel.include_harmonic(terms.back().amplitude, frequency);
    }
    kernel.set_scales();
    if (const std::optional<double> repeats = load.period()) period = unit.time_to(*repeats);
}

double LocalDrive::begin(const ExactTime& start, double stretch, double belt, const NaturalUnits& unit) {
    kernel.z0 = stretch;
    kernel.load = {};
    kernel.load.polynomial[0] = constant - 2.0 * kernel.flow.half_damping * belt;
    kernel.load.polynomial[1] = -kernel.flow.stiffness * belt;
    kernel.load.degree = kernel.load.polynomial[1] != 0.0 ? 1 : 0;
    const double end = load.record ? add_record(start, unit) : std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < terms.size(); ++i) {
        const Harmonic& h = load.harmonics[i];
        terms[i].start = sin_cos(reduced_phase(h.frequency, start, h.phase));
    }
    kernel.load.harmonics = terms.data();
    kernel.load.harmonic_count = static_cast<int>(terms.size());
    kernel.begin_phase();
    return end;
}

/// The cubic about the start of the phase instead of the segment's origin.
double LocalDrive::add_record(const ExactTime& start, const NaturalUnits& unit) {
    const Record& record = *load.record;
    const Record::Window w = record.window(record.segment_at(start.value()));
    const double s = (start.hi - w.origin) + start.lo;
    const Record::Cubic shifted = w.expanded_at(s);
    for (int k = 0; k < 4; ++k) {
        kernel.load.polynomial[k] += unit.to(shifted[k] / mass, 0, 1, -2 - k);
        if (kernel.load.polynomial[k] != 0.0) kernel.load.degree = std::max(kernel.load.degree, k);
    }
    return w.end;
}

}  // namespace stickslip
