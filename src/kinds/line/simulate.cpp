// Event-driven motion: slide → (first proven zero of the velocity) → stop → stick, reversal or on → release → slide.
// [HongLiu2000] sections 3 and 4, with the corrections of docs/errata.md.

#include "stickslip/motion/simulate.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "model/bounds.hpp"
#include "model/computable.hpp"
#include "phase_motion.hpp"
#include "series_trajectory.hpp"
#include "stickslip/model/ratios.hpp"

namespace stickslip {

namespace {

constexpr int most_motionless_slides = 100;
constexpr int phases_between_reports = 256;

/// Phases after which a motion ends as at the limit of events: a gigabyte of them. A slide without events is cut into
/// phases, too.
constexpr std::size_t most_phases = 20'000'000;

/// Angles of a load up to here are reduced without loss.
constexpr double largest_angle = 0x1p52;

/// Radians of a load of several harmonics that a search for a release may run over: some minutes.
constexpr double longest_search = 1e9;

/// How many times faster than a load, and over how many radians of a record, the free motion is followed. A slide lasts
/// about a natural period, and the balance of forces that ends a rest is known to borderline_ulps ≈ 1e-14 of the
/// forces: what the load changes during a slide stands out from that a hundred times.
constexpr double slowest_load = 1e12;

/// Refuses a load so slow beside the free motion that rounding hides what it does during a slide.
void require_resolved(const Oscillator& oscillator, const Load& load, double end_time) {
    const bool is_held = oscillator.friction_bound > 0.0 || oscillator.holding_bound() > 0.0;
    if (!is_held || !(oscillator.stiffness > 0.0)) return;
    const double natural = natural_frequency(oscillator);
    const auto require = [&](double radians, const std::string& what) {
        if (radians <= slowest_load) return;
        throw std::invalid_argument(what + " at √(stiffness/mass) = " + shortest(natural) +
                                    " rad/s: rounding hides what a load does during a slide where it takes more than " +
                                    shortest(slowest_load) + " radians of the free motion");
    };
    for (const Harmonic& h : load.harmonics) {
        const double frequency = h.frequency.value();
        if (h.amplitude == 0.0 || frequency == 0.0) continue;
        require(natural / frequency, "load frequency = " + shortest(frequency) + " rad/s is too slow");
    }
    const auto require_short = [&](const std::shared_ptr<const Record>& record) {
        if (!record) return;
        const std::vector<double>& times = record->times;
        const double length = std::min(end_time, times.back()) - std::min(0.0, times.front());
        require(natural * length, "record of " + shortest(length) + " s is too long");
    };
    require_short(load.record);
    if (!oscillator.has_varying_normal()) return;
    const NormalVariation& normal = *oscillator.normal;
    require_short(normal.record);
    if (normal.ratio == 0.0) return;
    const double frequency = normal.frequency.value();
    require(natural / frequency, "normal frequency = " + shortest(frequency) + " rad/s is too slow");
}

void require_followed(const Load& load, const std::optional<NormalVariation>& normal, double end_time) {
    if (!(end_time >= 0.0) || !std::isfinite(end_time)) {
        throw std::invalid_argument("end time = " + shortest(end_time) + " must be finite and ≥ 0 s");
    }
    const bool is_searched = normal || load.harmonics.size() > 1 || (load.harmonics.size() == 1 && load.record);
    const double most = is_searched && !common_period(load, normal) ? longest_search : largest_angle;
    const auto require = [&](double frequency, const char* what) {
        if (frequency * end_time <= most) return;
        throw std::invalid_argument("end time = " + shortest(end_time) + " s must be at most " +
                                    shortest(most / frequency) + " s, " + shortest(most) + " radians of the " + what);
    };
    for (const Harmonic& h : load.harmonics) require(h.frequency.value(), "load");
    if (normal && normal->ratio != 0.0) require(normal->frequency.value(), "normal force");
}

/// The walk along one trajectory: where it is now and what it has recorded.
class Walk {
public:
    Walk(Trajectory& trajectory, double end_time, const SimulationOptions& options)
        : trajectory_(trajectory), options_(options), motion_(trajectory.oscillator, trajectory.load), end_(end_time) {}

    void start(const State& state) {
        stretch_ = state.position - trajectory_.oscillator.equilibrium;
        position_ = state.position;
        motion_.begin(now_, stretch_);
        slip_velocity_ = state.velocity - trajectory_.oscillator.belt_velocity;
        if (motion_.is_open()) {
            kind_ = PhaseKind::open;
            return;
        }
        if (slip_velocity_ == 0.0) {
            rest(PhaseKind::stick);
            return;
        }
        begin_slide(slip_velocity_ > 0.0 ? 1 : -1, 0);
        record_event(EventKind::stick_to_slide);
    }

    void run() {
        int reported = 0;
        while (until(end_) > 0.0 && trajectory_.termination == Termination::reached_end) {
            if (trajectory_.phases.size() >= most_phases) trajectory_.termination = Termination::event_limit;
            if (options_.progress && ++reported % phases_between_reports == 0) options_.progress(now_.value());
            switch (kind_) {
                case PhaseKind::stick: stick(); break;
                case PhaseKind::slide: slide(); break;
                case PhaseKind::open: fly(); break;
            }
            if (trajectory_.phases.size() >= options_.most_phases) trajectory_.termination = Termination::event_limit;
        }
        if (trajectory_.phases.empty()) {
            trajectory_.phases.push_back({now_, 0.0, position_, slip_velocity_, kind_, direction_, stretch_});
        }
        trajectory_.end = trajectory_.termination == Termination::reached_end ? end_ : now_.value();
    }

private:
    [[nodiscard]] double until(double time) const { return duration_between(now_, {time, 0.0}); }

    void record_event(EventKind kind) {
        trajectory_.events.push_back({now_.value(), kind, position_, direction_});
        if (trajectory_.events.size() >= options_.most_events) trajectory_.termination = Termination::event_limit;
    }

    void begin_slide(int direction, int zeros) {
        kind_ = PhaseKind::slide;
        direction_ = direction;
        zeros_ = zeros;
    }

    /// The contact is gone: what moves moves on, and what rests is free.
    void open() {
        kind_ = PhaseKind::open;
        direction_ = 0;
        record_event(EventKind::open);
    }

    /// The contact is there again.
    void close() {
        const int sign = slip_velocity_ > 0.0 ? 1 : -1;
        const RestOutcome<double> next =
            slip_velocity_ != 0.0 ? RestOutcome<double>{sign, 0} : motion_.outcome_of_rest();
        begin_slide(next.direction, next.zeros);
        if (next.direction == 0) kind_ = PhaseKind::stick;
        record_event(EventKind::close);
    }

    /// The mass is at rest on the surface: what next, coming from `before`.
    void rest(PhaseKind before) {
        slip_velocity_ = 0.0;
        if (motion_.is_open()) return open();
        const int was = direction_;
        const RestOutcome<double> next = motion_.outcome_of_rest();
        if (next.direction == 0) {
            if (before == PhaseKind::slide) record_event(EventKind::slide_to_stick);
            kind_ = PhaseKind::stick;
            direction_ = 0;
            return;
        }
        begin_slide(next.direction, next.zeros);
        if (before == PhaseKind::stick) {
            record_event(EventKind::stick_to_slide);
        } else if (next.direction != was) {
            record_event(EventKind::reversal);
        }
    }

    void slide() {
        const double limit = std::min(end_, motion_.window_end());
        const double horizon = std::min(until(limit), motion_.longest_slide());
        const bool reaches_limit = horizon == until(limit);
        const FirstZero<double> zero = motion_.stop(slip_velocity_, direction_, zeros_, horizon);
        const bool stops = zero.exists;
        const double length = stops ? zero.time : horizon;
        const PhaseMotion::SlideState end = motion_.state(slip_velocity_, direction_, length);
        trajectory_.phases.push_back({now_, length, position_, slip_velocity_, kind_, direction_, stretch_});
        const double noise = motion_.state_noise(slip_velocity_, direction_, length, end.z);
        stretch_ = motion_.lab_stretch(end.z, length);
        position_ = trajectory_.oscillator.equilibrium + stretch_;
        now_ = stops || !reaches_limit ? advance(now_, length) : ExactTime{limit, 0.0};
        motion_.begin(now_, stretch_);
        if (stops) {
            rest(PhaseKind::slide);
        } else {
            motion_.carry_noise(noise);
            slip_velocity_ = end.velocity;
            zeros_ = 0;
            if (motion_.is_open() && until(end_) > 0.0) open();
        }
        // Rounding must not make a motion of slides without length: no event would ever end it.
        motionless_slides_ = length > 0.0 ? 0 : motionless_slides_ + 1;
        if (motionless_slides_ > most_motionless_slides) trajectory_.termination = Termination::event_limit;
    }

    /// Without contact, until it is there again.
    void fly() {
        const double limit = std::min(end_, motion_.window_end());
        const double horizon = std::min(until(limit), motion_.longest_slide());
        const bool reaches_limit = horizon == until(limit);
        const PhaseMotion::SlideState end = motion_.state(slip_velocity_, 0, horizon);
        trajectory_.phases.push_back({now_, horizon, position_, slip_velocity_, PhaseKind::open, 0, stretch_});
        stretch_ = motion_.lab_stretch(end.z, horizon);
        position_ = trajectory_.oscillator.equilibrium + stretch_;
        slip_velocity_ = end.velocity;
        now_ = reaches_limit ? ExactTime{limit, 0.0} : advance(now_, horizon);
        motion_.begin(now_, stretch_);
        if (!motion_.is_open() && until(end_) > 0.0) close();
    }

    /// One phase, however many pieces of the load it spans.
    void stick() {
        const ExactTime began = now_;
        const double held_at = position_;
        const double held_stretch = stretch_;
        RestOutcome<double> outcome;
        while (until(end_) > 0.0 && outcome.direction == 0 && !motion_.is_open()) {
            const double limit = std::min(end_, motion_.window_end());
            const Release<double> release = motion_.release(until(limit));
            now_ = release.happens ? advance(now_, release.time) : ExactTime{limit, 0.0};
            const double carried = trajectory_.oscillator.belt_velocity * duration_between(began, now_);
            position_ = held_at + carried;
            stretch_ = held_stretch + carried;
            motion_.begin(now_, stretch_);
            if (release.happens) {
                outcome = {release.direction, motion_.zeros_of_release()};
            } else if (limit < end_ && !motion_.is_open()) {
                outcome = motion_.outcome_of_rest();
            }
        }
        trajectory_.phases.push_back(
            {began, duration_between(began, now_), held_at, 0.0, PhaseKind::stick, 0, held_stretch});
        if (outcome.direction != 0) {
            begin_slide(outcome.direction, outcome.zeros);
            record_event(EventKind::stick_to_slide);
        } else if (motion_.is_open() && until(end_) > 0.0) {
            open();
        }
    }

    Trajectory& trajectory_;
    const SimulationOptions& options_;
    PhaseMotion motion_;
    double end_;
    ExactTime now_;
    double position_ = 0.0;
    double stretch_ = 0.0;
    double slip_velocity_ = 0.0;
    PhaseKind kind_ = PhaseKind::stick;
    int direction_ = 0;
    int zeros_ = 0;
    int motionless_slides_ = 0;
};

}  // namespace

Trajectory simulate(const Oscillator& oscillator, const Load& load, const State& start, double end_time,
                    const SimulationOptions& options) {
    validate(oscillator);
    validate(load);
    validate(start);
    require_followed(load, oscillator.has_varying_normal() ? oscillator.normal : std::nullopt, end_time);
    require_computable(oscillator, load, start);
    require_resolved(oscillator, load, end_time);
    if (!oscillator.has_closed_form()) {
        const LawState state{start.position, start.velocity - oscillator.belt_velocity, 0.0, {}};
        return simulate_by_series(oscillator, load, state, end_time, options);
    }
    Trajectory trajectory{oscillator, load};
    Walk walk(trajectory, end_time, options);
    walk.start(start);
    walk.run();
    return trajectory;
}

}  // namespace stickslip
