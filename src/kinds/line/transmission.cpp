#include "transmission.hpp"

#include <algorithm>
#include <boost/math/tools/minima.hpp>
#include <cmath>
#include <limits>
#include <numbers>

#include "phase_motion.hpp"
#include "stickslip/interruption.hpp"

namespace stickslip {

namespace {

/// In which a support force is looked at where the normal force varies.
constexpr double steps_in_a_radian = 8.0;

/// Calls visitor(τ) at the extremes of sin(angle + ω·τ) within (0, length).
template <class Visitor>
void visit_harmonic_peaks(double angle, double omega, double length, const Visitor& visitor) {
    using std::numbers::pi;
    double peak = std::ceil(angle / pi - 0.5) * pi + 0.5 * pi;
    for (; (peak - angle) / omega < length; peak += pi) visitor((peak - angle) / omega);
}

/// The largest of |f| on [0, length]: the best of `scan` steps, refined.
template <class Function>
double largest_of(const Function& f, double length, int scan) {
    const double step = length / scan;
    int best = 1;
    double largest = std::max(f(0.0), f(length));
    for (int i = 1; i < scan; ++i) {
        if (f(i * step) > f(best * step)) best = i;
    }
    const auto peak = boost::math::tools::brent_find_minima([&](double tau) { return -f(tau); }, (best - 1) * step,
                                                            (best + 1) * step, std::numeric_limits<double>::digits / 2);
    return std::max(largest, -peak.second);
}

/// The largest |p| while stuck: closed form under one harmonic, else the best of a fine scan, refined.
double largest_load(const Load& load, const Phase& phase) {
    const double start = phase.start.value();
    const auto magnitude = [&](double tau) { return std::abs(load.value(start + tau)); };
    double largest = std::max(magnitude(0.0), magnitude(phase.duration));
    if (load.harmonics.size() == 1) {
        const Harmonic& h = load.harmonics.front();
        visit_harmonic_peaks(reduced_phase(h.frequency, phase.start, h.phase), h.frequency.value(), phase.duration,
                             [&](double tau) { largest = std::max(largest, magnitude(tau)); });
        return largest;
    }
    constexpr int scan = 512;
    return std::max(largest, largest_of(magnitude, phase.duration, scan));
}

}  // namespace

double largest_support_force(const Trajectory& cycle) {
    const Oscillator& o = cycle.oscillator;
    PhaseMotion motion(o, cycle.load);
    double largest = 0.0;
    for (const Phase& phase : cycle.phases) {
        throw_if_interrupted();
        if (phase.kind == PhaseKind::stick) {
            largest = std::max(largest, largest_load(cycle.load, phase));
            continue;
        }
        motion.begin(phase);
        const auto force_at = [&](double tau) {
            const Sample s = motion.sample(phase, tau);
            const double stretch = motion.stretch_at(phase, tau);
            return std::abs(o.damping * s.velocity + o.stiffness * stretch + s.friction);
        };
        if (o.has_varying_normal()) {
            const double steps = std::clamp(steps_in_a_radian * motion.rate() * phase.duration, 16.0, 4096.0);
            largest = std::max(largest, largest_of(force_at, phase.duration, static_cast<int>(steps)));
            continue;
        }
        const auto include = [&](double tau) { largest = std::max(largest, force_at(tau)); };
        include(0.0);
        include(phase.duration);
        if (o.damping > 0.0) {
            motion.visit_sign_changes(phase, {.velocity = o.stiffness, .acceleration = o.damping}, include);
        }
    }
    return largest;
}

CarriedExtremes carried_extremes(const Trajectory& cycle, const Harmonic& carried) {
    PhaseMotion motion(cycle.oscillator, cycle.load);
    CarriedExtremes e{-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    for (const Phase& phase : cycle.phases) {
        motion.begin(phase);
        const double angle = reduced_phase(carried.frequency, phase.start, carried.phase);
        const double omega = carried.frequency.value();
        const HarmonicTerm<double> term{carried.amplitude, omega, sin_cos(angle)};
        const auto include = [&](double tau) {
            const double x = motion.sample(phase, tau).position + carried.amplitude * std::sin(angle + omega * tau);
            e.highest = std::max(e.highest, x);
            e.lowest = std::min(e.lowest, x);
        };
        include(0.0);
        include(phase.duration);
        if (phase.kind == PhaseKind::stick) {
            visit_harmonic_peaks(angle, omega, phase.duration, include);
        } else {
            motion.visit_sign_changes(phase, {.velocity = 1.0, .carried = &term}, include);
        }
    }
    return e;
}

}  // namespace stickslip
