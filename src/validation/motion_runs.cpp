// One-dimensional motions as runs.

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "run_case.hpp"
#include "stickslip/motion/simulate.hpp"
#include "stickslip/steady/steady_state.hpp"
#include "trajectory_samples.hpp"

namespace stickslip::validation {

Samples samples_of(const Trajectory& t, const SampleRange& range) {
    const double from = std::max(range.from, t.start_time());
    const double to = range.to > range.from ? std::min(range.to, t.end_time()) : t.end_time();
    std::vector<double> times;
    for (int i = 0; i < range.count; ++i) times.push_back(std::min(from + (to - from) * i / (range.count - 1), to));
    for (const Event& e : t.events) {
        if (e.time < from || e.time > to) continue;
        times.push_back(e.time);
        times.push_back(std::nextafter(e.time, from));
    }
    std::ranges::sort(times);
    Samples out{{"t", "x", "v", "a", "friction", "load", "stuck"}, {}};
    for (const Sample& s : t.at(times)) {
        out.rows.push_back({s.time, s.position, s.velocity, s.acceleration, s.friction, t.load.value(s.time),
                            s.phase == PhaseKind::stick ? 1.0 : 0.0});
    }
    return out;
}

namespace {

class MotionRun : public Run {
public:
    MotionRun(const Tree& spec, const Scope& scope) : problem_(case_of(spec, scope).read()) {
        const double until = spec.contains("until") ? scope.evaluate(spec.at("until")) : problem_.end_time();
        trajectory_ = simulate(problem_.oscillator, problem_.load, problem_.start, until);
        at_ = spec.contains("at") ? scope.evaluate(spec.at("at")) : trajectory_.end_time();
    }

    double quantity(const std::string& name) override {
        const Trajectory& t = trajectory_;
        if (name == "x") return t.at(at_).position;
        if (name == "v") return t.at(at_).velocity;
        if (name == "a") return t.at(at_).acceleration;
        if (name == "friction") return t.at(at_).friction;
        if (name == "load") return t.load.value(at_);
        if (name == "is_stuck") return t.at(at_).phase == PhaseKind::stick ? 1.0 : 0.0;
        if (name == "events") return static_cast<double>(t.events.size());
        if (const int n = number_after(name, "event_")) return event(n).time;
        if (const int n = number_after(name, "stops_in_cycle_")) return stops_in_cycle(n);
        if (const int n = number_after(name, "slides_in_cycle_")) return slides_in_cycle(n);
        if (name == "sliding_phases") return count_slides(0.0, std::numeric_limits<double>::infinity());
        if (name == "slides_at_once") return !t.events.empty() && t.events.front().time == 0.0 ? 1.0 : 0.0;
        if (name == "total_slip") return peaks(t).total_slip;
        if (name == "x_max") return peaks(t).highest;
        if (name == "x_min") return peaks(t).lowest;
        if (name == "least_force_at_reversal") return force_at(EventKind::reversal, true);
        if (name == "largest_force_at_stop") return force_at(EventKind::slide_to_stick, false);
        if (name == "largest_force_at_release") return force_at(EventKind::stick_to_slide, false);
        return energy(name);
    }

    Samples samples(const SampleRange& range) override { return samples_of(trajectory_, range); }

private:
    [[nodiscard]] const Event& event(int n) const {
        if (n > static_cast<int>(trajectory_.events.size())) refuse("event " + std::to_string(n) + ": too few events");
        return trajectory_.events[static_cast<std::size_t>(n - 1)];
    }

    [[nodiscard]] double period() const {
        const auto found = common_period(problem_.load, problem_.oscillator.normal);
        if (!found) throw std::invalid_argument("the load has no cycles to count in");
        return *found;
    }

    [[nodiscard]] double stops_in_cycle(int n) const {
        const std::vector<int> stops = stops_in_each_period(trajectory_, period());
        if (n > static_cast<int>(stops.size())) refuse("cycle " + std::to_string(n) + ": the motion is shorter");
        return stops[static_cast<std::size_t>(n - 1)];
    }

    [[nodiscard]] double slides_in_cycle(int n) const { return count_slides((n - 1) * period(), n * period()); }

    [[nodiscard]] double count_slides(double from, double to) const {
        return static_cast<double>(std::ranges::count_if(trajectory_.events, [&](const Event& e) {
            return e.kind != EventKind::slide_to_stick && e.time >= from && e.time < to;
        }));
    }

    /// |p − k·x|/r_y at the events of a kind, the least or the largest.
    [[nodiscard]] double force_at(EventKind kind, bool least) const {
        const Oscillator& o = problem_.oscillator;
        double found = std::numeric_limits<double>::quiet_NaN();
        for (const Event& e : trajectory_.events) {
            if (e.kind != kind) continue;
            const double force =
                std::abs(problem_.load.value(e.time) - o.stiffness * (e.position - o.equilibrium)) / o.friction_bound;
            found = least ? std::fmin(found, force) : std::fmax(found, force);
        }
        return found;
    }

    [[nodiscard]] double energy(const std::string& name) const {
        const EnergyBalance e = energy_balance(trajectory_);
        if (name == "friction_loss") return e.friction;
        if (name == "input") return e.input;
        if (name == "imbalance") return e.imbalance / std::max(std::abs(e.input) + e.initial, e.friction);
        refuse(name);
    }

    Case problem_;
    Trajectory trajectory_;
    double at_ = 0.0;
};

/// How many load cycles a motion from the start of the case takes to come within `tolerance` of the steady motion, in
/// position and velocity; NaN if it takes more than `most`.
class MarchRun : public Run {
public:
    MarchRun(const Tree& spec, const Scope& scope) {
        const Case problem = case_of(spec, scope).read();
        const SteadyState steady = steady_state(problem);
        if (!steady.cycle) throw std::invalid_argument("there is no steady cycle to march to");
        const Sample goal = steady.cycle->at(steady.cycle->start_time());
        const double tolerance = scope.evaluate(spec.at("tolerance"));
        const int most = count_in(spec.at("most"), "most", 1, 100'000);
        const Trajectory t = simulate(problem.oscillator, problem.load, problem.start, (most + 0.5) * steady.period);
        for (int n = 1; n <= most && std::isnan(cycles_); ++n) {
            const Sample s = t.at(n * steady.period);
            if (std::hypot(s.position - goal.position, s.velocity - goal.velocity) <= tolerance) cycles_ = n;
        }
    }

    double quantity(const std::string& name) override {
        if (name == "cycles") return cycles_;
        refuse(name);
    }

private:
    double cycles_ = std::numeric_limits<double>::quiet_NaN();
};

}  // namespace

std::unique_ptr<Run> make_march(const Tree& spec, const Scope& scope) {
    return std::make_unique<MarchRun>(spec, scope);
}

std::unique_ptr<Run> make_motion(const Tree& spec, const Scope& scope) {
    return std::make_unique<MotionRun>(spec, scope);
}

}  // namespace stickslip::validation
