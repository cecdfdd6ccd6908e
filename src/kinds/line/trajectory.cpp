#include "stickslip/motion/trajectory.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "model/bounds.hpp"
#include "phase_motion.hpp"
#include "quadrature.hpp"
#include "series_trajectory.hpp"

namespace stickslip {

namespace {

/// Index of the phase that holds at `time`: the last one that starts no later.
std::size_t phase_at(const std::vector<Phase>& phases, double time) {
    const auto later = std::upper_bound(phases.begin(), phases.end(), time,
                                        [](double t, const Phase& p) { return t < p.start.value(); });
    return later == phases.begin() ? 0 : static_cast<std::size_t>(later - phases.begin()) - 1;
}

double mechanical_energy(const Oscillator& o, double spring_stretch, double velocity) {
    return 0.5 * (o.mass * velocity * velocity + o.stiffness * spring_stretch * spring_stretch);
}

}  // namespace

Sample Trajectory::at(double time) const { return at(std::span(&time, 1)).front(); }

std::vector<Sample> Trajectory::at(std::span<const double> times) const {
    if (!pieces.empty()) return series_samples(*this, times);
    PhaseMotion motion(oscillator, load);
    std::vector<Sample> samples;
    samples.reserve(times.size());
    const double last = end_time();
    for (const double time : times) {
        if (!(time >= start_time() && time <= last)) {
            throw std::invalid_argument("time = " + shortest(time) + " must be in [" + shortest(start_time()) + ", " +
                                        shortest(last) + "] s");
        }
        const Phase& phase = phases[phase_at(phases, time)];
        const double tau = duration_between(phase.start, {time, 0.0});
        if (phase.kind == PhaseKind::stick && (load.record || oscillator.normal)) {
            // A stick may span many pieces of a record: evaluate on the piece that holds now.
            Phase now = phase;
            now.start = {time, 0.0};
            now.stretch = phase.stretch + oscillator.belt_velocity * tau;
            motion.begin(now);
            samples.push_back(motion.sample(now, 0.0));
        } else {
            motion.begin(phase);
            samples.push_back(motion.sample(phase, std::clamp(tau, 0.0, phase.duration)));
        }
        samples.back().time = time;
    }
    return samples;
}

EnergyBalance energy_balance(const Trajectory& trajectory) {
    if (!trajectory.pieces.empty()) return series_energy_balance(trajectory);
    const Oscillator& o = trajectory.oscillator;
    PhaseMotion motion(o, trajectory.load);
    EnergyBalance e;
    for (const Phase& phase : trajectory.phases) {
        motion.begin(phase);
        const PhaseMotion::Work w = motion.work(phase);
        e.input += w.input;
        e.friction += w.friction;
        e.damping += w.damping;
    }
    const Phase& first = trajectory.phases.front();
    const Phase& last = trajectory.phases.back();
    const double start = first.stretch;
    const double start_velocity = first.slip_velocity + o.belt_velocity;
    motion.begin(last);
    const double moved = motion.stretch_at(last, last.duration) - first.stretch;
    const double end_velocity = motion.sample(last, last.duration).velocity;
    e.initial = mechanical_energy(o, start, start_velocity);
    e.stored = 0.5 * o.mass * (end_velocity - start_velocity) * (end_velocity + start_velocity) +
               o.stiffness * moved * (start + 0.5 * moved);
    e.imbalance = e.input - e.friction - e.damping - e.stored;
    return e;
}

Peaks peaks(const Trajectory& trajectory) {
    if (!trajectory.pieces.empty()) return series_peaks(trajectory);
    PhaseMotion motion(trajectory.oscillator, trajectory.load);
    Peaks p;
    p.highest = p.lowest = trajectory.phases.front().position;
    for (const Phase& phase : trajectory.phases) {
        motion.begin(phase);
        const PhaseMotion::Extremes e = motion.extremes(phase);
        p.highest = std::max(p.highest, e.highest);
        p.lowest = std::min(p.lowest, e.lowest);
        p.velocity = std::max(p.velocity, e.speed);
        p.total_slip += motion.slip(phase);
    }
    p.position = std::max(std::abs(p.highest), std::abs(p.lowest));
    p.slips = static_cast<int>(std::count_if(trajectory.events.begin(), trajectory.events.end(),
                                             [](const Event& e) { return e.kind == EventKind::stick_to_slide; }));
    return p;
}

Fundamental fundamental(const Trajectory& trajectory, const Harmonic& harmonic) {
    if (!trajectory.pieces.empty()) return series_fundamental(trajectory, harmonic);
    PhaseMotion motion(trajectory.oscillator, trajectory.load);
    const double omega = harmonic.frequency.value();
    const double reference = trajectory.phases.front().stretch;  // a constant has no component over whole periods
    double sine = 0.0;
    double cosine = 0.0;
    double length = 0.0;
    for (const Phase& phase : trajectory.phases) length += phase.duration;
    for (const Phase& phase : trajectory.phases) {
        motion.begin(phase);
        const double angle = reduced_phase(harmonic.frequency, phase.start, harmonic.phase);
        const double rate = 2.0 * (motion.rate() + omega);
        const auto integral = [&](auto&& weight) {
            return integrate(phase.duration, rate, [&](double tau) {
                return (motion.stretch_at(phase, tau) - reference) / length * weight(angle + omega * tau);
            });
        };
        sine += integral([](double theta) { return std::sin(theta); });
        cosine += integral([](double theta) { return std::cos(theta); });
    }
    return {2.0 * sine, 2.0 * cosine};
}

std::vector<int> stops_in_each_period(const Trajectory& trajectory, double period) {
    constexpr double most_periods = 1e7;  // 40 MB of counts
    require_positive("period", period, "s");
    const double last = trajectory.end_time();
    const double least = last / most_periods;
    if (!(period >= least))
        refuse("period", period, "at least " + shortest(least), "s: at most 1e7 periods are counted");
    const auto period_of = [&](double time) { return static_cast<std::size_t>(std::floor(time / period)); };
    std::vector<int> stops(period_of(last) + 1, 0);
    for (const Event& e : trajectory.events) {
        if (e.kind == EventKind::slide_to_stick) ++stops[period_of(e.time)];
    }
    return stops;
}

std::string_view name(EventKind kind) {
    switch (kind) {
        case EventKind::slide_to_stick: return "slide-to-stick";
        case EventKind::stick_to_slide: return "stick-to-slide";
        case EventKind::reversal: return "reversal";
        case EventKind::open: return "open";
        case EventKind::close: return "close";
    }
    return "";
}

std::string_view name(PhaseKind kind) {
    switch (kind) {
        case PhaseKind::stick: return "stick";
        case PhaseKind::slide: return "slide";
        case PhaseKind::open: return "open";
    }
    return "";
}

std::string_view name(Termination termination) {
    switch (termination) {
        case Termination::reached_end: return "reached-end";
        case Termination::event_limit: return "event-limit";
        case Termination::diverged: return "diverged";
    }
    return "";
}

}  // namespace stickslip
