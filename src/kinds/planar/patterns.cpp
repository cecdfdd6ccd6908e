#include "patterns.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>

#include "model/bounds.hpp"
#include "single_harmonic.hpp"
#include "steady_cycle.hpp"

namespace stickslip::planar {

namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

Pattern pattern_of(Regime regime, int stick_intervals) {
    Pattern p;
    p.stops_then_same_direction = stick_intervals;
    p.slides = regime == Regime::permanent_stick ? 0 : std::max(stick_intervals, 1);
    return p;
}

/// The pattern where it is known without solving for the motion. Just above the bound an ellipse exceeds it for two
/// short times a cycle, so that two slides come to rest at once.
std::optional<Pattern> known_pattern(const Case& c) {
    if (c.oscillator.has_varying_normal()) return std::nullopt;
    constexpr double just_above = 1e-6;
    constexpr double of_excess = 1e-3;  // a circle exceeds the bound all the time, a near circle for a long time
    if (const std::optional<Regime> known = known_regime(c.oscillator, c.load)) return pattern_of(*known, 0);
    const std::optional<SingleHarmonic> ellipse = single_harmonic(c.load);
    if (!ellipse) return std::nullopt;
    const double excess = ellipse->semi_major() / least_sliding_load(c.oscillator, ellipse->frequency) - 1.0;
    const double flatness = 1.0 - ellipse->semi_minor() / ellipse->semi_major();
    if (excess > just_above || excess > of_excess * flatness) return std::nullopt;
    return pattern_of(Regime::stick_slip, 2);
}

/// The ratios of the one-dimensional oscillator that a load along a line makes of a rigid support; nullopt elsewhere.
std::optional<stickslip::Ratios> ratios_on_line(const Case& c) {
    constexpr double rounding = 1e-15;
    const std::optional<SingleHarmonic> load = single_harmonic(c.load);
    if (c.oscillator.has_varying_normal()) return std::nullopt;
    if (!c.oscillator.is_rigid() || c.oscillator.stiffness == 0.0 || !load || !(load->semi_major() > 0.0)) {
        return std::nullopt;
    }
    const double turn = load->phase.x2 - load->phase.x1;
    const double area = load->amplitude.x1 * load->amplitude.x2 * std::abs(std::sin(turn));
    if (area > rounding * load->semi_major() * load->semi_major()) return std::nullopt;
    return stickslip::Ratios{.friction = c.oscillator.friction_bound / load->semi_major(),
                             .frequency = load->frequency / natural_frequency(c.oscillator),
                             .damping = damping_ratio(c.oscillator),
                             .static_friction = std::nullopt};
}

/// The phases of a cycle that closes: pieces of one kind in a row, the last ones joined with the first.
struct Phase {
    bool is_sliding;
    double duration;
};

std::vector<Phase> phases_of(const Trajectory& cycle) {
    std::vector<Phase> phases;
    for (const Piece& p : cycle.pieces) {
        if (phases.empty() || phases.back().is_sliding != p.is_sliding) phases.push_back({p.is_sliding, 0.0});
        phases.back().duration += p.duration;
    }
    if (phases.size() > 1 && phases.front().is_sliding == phases.back().is_sliding) {
        phases.front().duration += phases.back().duration;
        phases.pop_back();
    }
    return phases;
}

double shortest_phase(const std::vector<Phase>& phases, bool is_sliding) {
    double length = unlimited;
    for (const Phase& p : phases) {
        if (p.is_sliding == is_sliding) length = std::min(length, p.duration);
    }
    return length;
}

/// The smallest inner minimum of the slip speed: what closes where a stick interval is born.
double slowest_slip(const Trajectory& cycle) {
    constexpr int parts = 6;
    std::vector<double> times;
    std::vector<bool> is_cut;  // the slip speed is zero where a slide ends
    for (const Piece& p : cycle.pieces) {
        for (int j = 0; j < parts; ++j) {
            times.push_back(p.start.value() + p.duration * j / parts);
            is_cut.push_back(!p.is_sliding || p.kind == PieceKind::flight);
        }
    }
    const std::vector<Sample> samples = cycle.at(times);
    const auto slip = [&](std::size_t i) {
        const double bound = cycle.oscillator.friction_bound;
        if (cycle.oscillator.has_varying_normal()) return norm(samples[i].velocity);
        return dot(samples[i].friction, samples[i].velocity) / bound;
    };
    double slowest = unlimited;
    for (std::size_t i = 1; i + 1 < samples.size(); ++i) {
        if (is_cut[i - 1] || is_cut[i] || is_cut[i + 1]) continue;
        if (slip(i) <= slip(i - 1) && slip(i) <= slip(i + 1)) slowest = std::min(slowest, slip(i));
    }
    return slowest;
}

/// Whether the slides before and after the shortest stick of a cycle turn back.
bool turns_at_shortest_stick(const Trajectory& cycle, double period) {
    const std::vector<Event>& events = cycle.events;
    double length = unlimited;
    bool turns = false;
    for (std::size_t i = 0; i < events.size(); ++i) {
        if (events[i].kind != EventKind::slide_to_stick) continue;
        const Event& release = events[(i + 1) % events.size()];
        double duration = release.time - events[i].time;
        if (duration < 0.0) duration += period;
        if (duration >= length) continue;
        length = duration;
        turns = dot(events[i].direction, release.direction) < 0.0;
    }
    return turns;
}

/// A state of another oscillator, with a force that this one's friction can hold.
State held_by(const Oscillator& o, State state) {
    if (o.is_rigid()) {
        state.friction_force = {};
        return state;
    }
    const double size = norm(state.friction_force);
    if (size > o.friction_bound) state.friction_force = (o.friction_bound / size) * state.friction_force;
    return state;
}

class MotionPatterns final : public PatternSolver {
public:
    explicit MotionPatterns(std::function<Case(double, double)> plane)
        : plane_(std::move(plane)),
          on_line_(ratio_patterns([p = plane_](double x, double y) { return *ratios_on_line(p(x, y)); })) {}

    [[nodiscard]] std::unique_ptr<PatternSolver> another() const override {
        return std::make_unique<MotionPatterns>(plane_);
    }

    [[nodiscard]] Pattern pattern(const BoundaryPoint& at) override {
        const Case c = plane_(at.x, at.y);
        if (ratios_on_line(c)) return on_line_->pattern(at);
        if (const std::optional<Pattern> known = known_pattern(c)) return *known;
        const SteadyState s = state(c, at);
        return pattern_of(s.regime, s.stick_intervals_per_cycle);
    }

    [[nodiscard]] Probe probe(const BoundaryPoint& at) override {
        const Case c = plane_(at.x, at.y);
        if (ratios_on_line(c)) return on_line_->probe(at);
        Probe p{{}, {unlimited, unlimited, unlimited, unlimited, unlimited, unlimited}};
        if (const std::optional<Pattern> known = known_pattern(c)) {
            p.pattern = *known;
            return p;
        }
        const SteadyState s = state(c, at);
        p.pattern = pattern_of(s.regime, s.stick_intervals_per_cycle);
        if (!s.cycle) return p;
        p.margins.slowest = slowest_slip(*s.cycle);
        if (s.stick_intervals_per_cycle == 0) return p;
        const std::vector<Phase> phases = phases_of(*s.cycle);
        p.margins.shortest_stop = shortest_phase(phases, false);
        p.margins.shortest_slide = shortest_phase(phases, true);
        return p;
    }

    [[nodiscard]] BoundaryKind kind(const Pattern& from, const Pattern& to, double distance,
                                    const std::function<BoundaryPoint(double)>& richer) override {
        const BoundaryPoint place = richer(distance);
        const Case c = plane_(place.x, place.y);
        if (ratios_on_line(c)) return on_line_->kind(from, to, distance, richer);
        if (from.slides == 0 || to.slides == 0) return BoundaryKind::slide_vanishes;
        const SteadyState near = state(c, place);
        if (!near.cycle || near.stick_intervals_per_cycle == 0) return BoundaryKind::stop_in_passing;
        if (from.stops() > 0 && to.stops() > 0) {
            const Margins far = probe(richer(4.0 * distance)).margins;
            const std::vector<Phase> phases = phases_of(*near.cycle);
            const bool slide_shrinks =
                shortest_phase(phases, true) / far.shortest_slide < shortest_phase(phases, false) / far.shortest_stop;
            if (slide_shrinks) return BoundaryKind::slide_vanishes;
        }
        return turns_at_shortest_stick(*near.cycle, near.period) ? BoundaryKind::reversal_stop
                                                                 : BoundaryKind::stop_in_passing;
    }

private:
    /// The steady state where it must be solved for. @throws std::runtime_error where none was found.
    [[nodiscard]] SteadyState state(const Case& c, const BoundaryPoint& at) {
        SteadyState s;
        if (last_) s = steady_cycle(c.oscillator, c.load, held_by(c.oscillator, *last_));
        if (s.regime == Regime::not_converged) s = steady_cycle(c.oscillator, c.load, c.start);
        if (s.cycle) last_ = s.cycle->end;
        if (s.regime == Regime::not_converged) {
            throw std::runtime_error("no steady state was found at " + shortest(at.x) + ", " + shortest(at.y));
        }
        return s;
    }

    std::function<Case(double, double)> plane_;
    std::unique_ptr<PatternSolver> on_line_;
    std::optional<State> last_;  ///< at t = 0 of the last cycle: the next place is near
};

}  // namespace

std::unique_ptr<PatternSolver> motion_patterns(std::function<Case(double x, double y)> plane) {
    return std::make_unique<MotionPatterns>(std::move(plane));
}

}  // namespace stickslip::planar
