// Planar motions and steady states as runs.

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "kinds/planar/circular.hpp"
#include "run_case.hpp"
#include "stickslip/planar/case.hpp"
#include "stickslip/planar/simulate.hpp"
#include "stickslip/planar/steady_state.hpp"

namespace stickslip::validation {

namespace {

using planar::Vector;

/// The case of a run; `ratios` gives force (r_f), stiffness (r_k; 0 or absent is a rigid support), frequency (r_w) and
/// damping (ζ) with m = k = r_y = 1.
planar::Case planar_case(const Tree& spec, const Scope& scope) {
    if (!spec.contains("ratios")) return case_of(spec, scope).read_planar();
    const Tree& r = spec.at("ratios");
    const auto ratio = [&](const char* key) { return r.contains(key) ? scope.evaluate(r.at(key)) : 0.0; };
    planar::Case c;
    c.oscillator.damping = 2.0 * ratio("damping");
    if (ratio("stiffness") > 0.0) c.oscillator.support_stiffness = 1.0 / ratio("stiffness");
    c.load = planar::rotating_load(ratio("force"), ratio("frequency"));
    c.load_kind = planar::LoadKind::rotating;
    c.run.until = 40.0 * std::acos(-1.0) / ratio("frequency");
    return c;
}

Samples planar_samples(const planar::Trajectory& t, const SampleRange& range) {
    const double from = std::max(range.from, t.start_time());
    const double to = range.to > range.from ? std::min(range.to, t.end_time()) : t.end_time();
    std::vector<double> times;
    for (int i = 0; i < range.count; ++i) times.push_back(std::min(from + (to - from) * i / (range.count - 1), to));
    Samples out{{"t", "x1", "x2", "v1", "v2", "friction1", "friction2", "stuck"}, {}};
    for (const planar::Sample& s : t.at(times)) {
        out.rows.push_back({s.time, s.position.x1, s.position.x2, s.velocity.x1, s.velocity.x2, s.friction.x1,
                            s.friction.x2, s.phase == PhaseKind::stick ? 1.0 : 0.0});
    }
    return out;
}

class PlanarRun : public Run {
public:
    PlanarRun(const Tree& spec, const Scope& scope) : problem_(planar_case(spec, scope)) {
        state_ = planar::steady_state(problem_.oscillator, problem_.load, problem_.start);
    }

    double quantity(const std::string& name) override {
        const planar::SteadyState& s = state_;
        if (name == "magnification") return s.magnification;
        if (name == "phase_lag_1") return s.phase_lag.x1;
        if (name == "friction_phase_lag_1") return s.friction_phase_lag.x1;
        if (name == "amplitude_1") return s.amplitude.x1;
        if (name == "amplitude_2") return s.amplitude.x2;
        if (name == "dissipated") return s.dissipated;
        if (name == "damped") return s.damped;
        if (name == "input") return s.input;
        if (name == "stuck_fraction") return s.stuck_fraction;
        if (name == "permanent_stick") return s.regime == Regime::permanent_stick ? 1.0 : 0.0;
        if (name == "continuous") return s.regime == Regime::continuous ? 1.0 : 0.0;
        refuse(name);
    }

    Samples samples(const SampleRange& range) override {
        if (!state_.cycle) throw std::invalid_argument("there is no steady cycle");
        return planar_samples(*state_.cycle, range);
    }

private:
    planar::Case problem_;
    planar::SteadyState state_;
};

class PlanarMotionRun : public Run {
public:
    PlanarMotionRun(const Tree& spec, const Scope& scope) : problem_(planar_case(spec, scope)) {
        const double until = spec.contains("until") ? scope.evaluate(spec.at("until")) : problem_.end_time();
        planar::SimulationOptions options;
        if (spec.contains("method")) {
            const auto method = planar::method_from_name(spec.at("method").get<std::string>());
            if (!method) throw std::invalid_argument("the method " + spec.at("method").dump() + " is unknown");
            options.method = *method;
            options.step = scope.evaluate(spec.at("step"));
        }
        const planar::State start = spec.value("start", "") == "orbit" ? on_orbit() : problem_.start;
        trajectory_ = planar::simulate(problem_.oscillator, problem_.load, start, until, options);
        at_ = spec.contains("at") ? scope.evaluate(spec.at("at")) : trajectory_.end_time();
        from_ = spec.contains("from") ? scope.evaluate(spec.at("from")) : 0.0;
    }

    double quantity(const std::string& name) override {
        const planar::Trajectory& t = trajectory_;
        if (name == "events") return static_cast<double>(t.events.size());
        if (const int n = number_after(name, "event_")) return event(n).time;
        if (name == "releases") {
            return static_cast<double>(std::ranges::count_if(
                t.events, [](const planar::Event& e) { return e.kind == EventKind::stick_to_slide; }));
        }
        if (name == "farthest") return distance(true);
        if (name == "nearest") return distance(false);
        if (name == "radius") return planar::norm(t.at(at_).position);
        if (name == "friction_power") return dot(t.at(at_).friction, t.at(at_).velocity);
        if (name == "is_stuck") return t.at(at_).phase == PhaseKind::stick ? 1.0 : 0.0;
        if (name == "energy_out_of_in") {
            const EnergyBalance e = energy_balance(t);
            return (e.friction + e.damping + e.stored) / e.input;
        }
        return component(name);
    }

    Samples samples(const SampleRange& range) override { return planar_samples(trajectory_, range); }

private:
    /// The state of the steady circular motion at t = 0.
    [[nodiscard]] planar::State on_orbit() const {
        const stickslip::Harmonic& h = problem_.load.axis1.harmonics.front();
        const double w = h.frequency.value();
        const planar::CircularMotion m = planar::circular_motion(problem_.oscillator, h.amplitude, w);
        const double friction = -m.phase_lag - m.friction_phase_lag;
        return {m.radius * Vector{std::cos(m.phase_lag), -std::sin(m.phase_lag)},
                m.radius * w * Vector{std::sin(m.phase_lag), std::cos(m.phase_lag)},
                problem_.oscillator.friction_bound * Vector{std::cos(friction), std::sin(friction)}};
    }

    [[nodiscard]] const planar::Event& event(int n) const {
        if (n > static_cast<int>(trajectory_.events.size())) refuse("event " + std::to_string(n) + ": too few events");
        return trajectory_.events[static_cast<std::size_t>(n - 1)];
    }

    /// The largest or smallest ‖x‖ from `from` to the end.
    [[nodiscard]] double distance(bool largest) const {
        constexpr int looks = 4000;
        double found = planar::norm(trajectory_.at(from_).position);
        for (int i = 1; i <= looks; ++i) {
            const double t = from_ + (trajectory_.end_time() - from_) * i / looks;
            const double d = planar::norm(trajectory_.at(std::min(t, trajectory_.end_time())).position);
            found = largest ? std::max(found, d) : std::min(found, d);
        }
        return found;
    }

    [[nodiscard]] double component(const std::string& name) const {
        const planar::Sample s = trajectory_.at(at_);
        if (name == "x1") return s.position.x1;
        if (name == "x2") return s.position.x2;
        if (name == "v1") return s.velocity.x1;
        if (name == "v2") return s.velocity.x2;
        if (name == "a1") return s.acceleration.x1;
        if (name == "friction1") return s.friction.x1;
        if (name == "friction2") return s.friction.x2;
        if (name == "load1") return problem_.load.value(at_).x1;
        refuse(name);
    }

    planar::Case problem_;
    planar::Trajectory trajectory_;
    double at_ = 0.0;
    double from_ = 0.0;
};

}  // namespace

std::unique_ptr<Run> make_planar(const Tree& spec, const Scope& scope) {
    return std::make_unique<PlanarRun>(spec, scope);
}
std::unique_ptr<Run> make_planar_motion(const Tree& spec, const Scope& scope) {
    return std::make_unique<PlanarMotionRun>(spec, scope);
}

}  // namespace stickslip::validation
