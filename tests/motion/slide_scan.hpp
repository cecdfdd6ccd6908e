#pragma once

// The brute-force judge of events: 10,000 samples of every phase by a second road (the Taylor series on a grid, in
// extended precision), looking for a velocity or a force that should have ended the phase earlier.

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <string>

#include "stickslip/motion/trajectory.hpp"
#include "taylor_motion.hpp"

namespace stickslip {

/// The motion of a slide in the frame of the surface, from the start state of its phase.
inline TaylorMotion<long double> slide_from(const Trajectory& t, const Phase& phase) {
    const Oscillator& o = t.oscillator;
    const long double mass = o.mass;
    const long double belt = o.belt_velocity;
    const long double start = static_cast<long double>(phase.start.hi) + phase.start.lo;
    TaylorMotion<long double> m;
    m.damping = o.damping / mass;
    m.stiffness = o.stiffness / mass;
    m.x = static_cast<long double>(phase.position) - o.equilibrium;
    m.v = phase.slip_velocity;
    m.polynomial[0] =
        (t.load.constant - static_cast<long double>(phase.direction) * o.friction_bound) / mass - m.damping * belt;
    m.polynomial[1] = -m.stiffness * belt;
    if (t.load.record) {
        const Record& record = *t.load.record;
        const auto w = record.window(record.segment_at(static_cast<double>(start + 0.5L * phase.duration)));
        const long double s = start - w.origin;
        const auto& c = w.coefficients;
        m.polynomial[0] += (c[0] + s * (c[1] + s * (c[2] + s * c[3]))) / mass;
        m.polynomial[1] += (c[1] + s * (2 * c[2] + 3 * s * c[3])) / mass;
        m.polynomial[2] += (c[2] + 3 * s * c[3]) / mass;
        m.polynomial[3] += c[3] / mass;
    }
    for (const Harmonic& h : t.load.harmonics) {
        const long double w = static_cast<long double>(h.frequency.hi) + h.frequency.lo;
        const long double angle = w * start + h.phase;
        m.harmonics.push_back({h.amplitude / mass, w, std::sin(angle), std::cos(angle)});
    }
    return m;
}

/// Rounding error allowed for the velocity at τ of a slide: ulps of |v₀| + ∫ Σ|forces|.
inline double velocity_rounding(const Trajectory& t, const TaylorMotion<long double>& m, double tau) {
    constexpr double ulps = 16.0;
    const Oscillator& o = t.oscillator;
    double force = static_cast<double>(std::abs(m.polynomial[0]) + m.stiffness * std::abs(m.x)) +
                   2.0 * (o.friction_bound + std::abs(t.load.constant)) / o.mass;
    for (std::size_t k = 1; k < 4; ++k) {
        force += static_cast<double>(std::abs(m.polynomial[k])) * std::pow(tau, static_cast<double>(k));
    }
    for (const auto& h : m.harmonics) force += static_cast<double>(std::abs(h.amplitude));
    const double turned = 1.0 + static_cast<double>(m.rate()) * tau;
    return ulps * std::numeric_limits<double>::epsilon() * (static_cast<double>(std::abs(m.v)) * turned + force * tau);
}

/// A sentence on the first phase that lasted longer than it should, or ended without reason; empty if none did.
inline std::string first_missed_event(const Trajectory& t) {
    constexpr int samples = 10'000;
    const Oscillator& o = t.oscillator;
    std::ostringstream found;
    found.precision(17);
    for (std::size_t n = 0; n < t.phases.size(); ++n) {
        const Phase& phase = t.phases[n];
        const double step = phase.duration / samples;
        if (phase.kind == PhaseKind::stick) {
            for (int i = 0; i < samples; ++i) {
                const double time = advance(phase.start, i * step).value();
                const double load = t.load.value(time);
                const double stretch = phase.position - o.equilibrium + o.belt_velocity * i * step;
                const double force = load - o.damping * o.belt_velocity - o.stiffness * stretch;
                double scale = std::abs(load) + o.damping * std::abs(o.belt_velocity) +
                               o.stiffness * (std::abs(stretch) + std::abs(o.equilibrium)) + o.holding_bound();
                for (const Harmonic& h : t.load.harmonics) scale += std::abs(h.amplitude);
                constexpr double ulps = 128.0;
                if (std::abs(force) > o.holding_bound() + ulps * std::numeric_limits<double>::epsilon() * scale) {
                    found << "stuck at " << time << " under " << force;
                    return found.str();
                }
            }
            continue;
        }
        const TaylorMotion<long double> start = slide_from(t, phase);
        GridMotion motion(start, static_cast<long double>(phase.duration) / samples);
        for (int i = 1; i <= samples; ++i) {
            motion.advance();
            const double velocity = static_cast<double>(motion.v()) * phase.direction;
            if (velocity >= 0.0) continue;
            const double rounding = velocity_rounding(t, start, i * step);
            if (velocity < -rounding) {
                found << "phase " << n << " from " << phase.start.value() << " slides on at "
                      << advance(phase.start, i * step).value() << " with velocity " << velocity << " (rounding "
                      << rounding << ")";
                return found.str();
            }
        }
        if (n + 1 < t.phases.size()) {
            // The scan's own end of the slide is where the next phase begins.
            const double rounding = 4.0 * std::numeric_limits<double>::epsilon() *
                                        (std::abs(phase.position) + std::abs(t.phases[n + 1].position) +
                                         std::abs(o.equilibrium) + std::abs(o.belt_velocity) * phase.duration) +
                                    velocity_rounding(t, start, phase.duration) * phase.duration;
            const double end = static_cast<double>(motion.x()) + o.equilibrium + o.belt_velocity * phase.duration;
            if (std::abs(end - t.phases[n + 1].position) > rounding) {
                found << "phase " << n << " from " << phase.start.value() << " ends at " << end
                      << " but the next begins " << end - t.phases[n + 1].position << " away (rounding " << rounding
                      << ")";
                return found.str();
            }
        }
        const bool ends_in_event = n + 1 < t.phases.size() && t.phases[n + 1].slip_velocity == 0.0;
        const double last = static_cast<double>(motion.v()) * phase.direction;
        if (ends_in_event && std::abs(last) > velocity_rounding(t, start, phase.duration)) {
            found << "phase " << n << " from " << phase.start.value() << " to " << t.phases[n + 1].start.value()
                  << " stops with velocity " << last << " (rounding " << velocity_rounding(t, start, phase.duration)
                  << ")";
            return found.str();
        }
    }
    return found.str();
}

}  // namespace stickslip
