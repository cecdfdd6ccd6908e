#include "series_trajectory.hpp"

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>
#include <stdexcept>
#include <string>

#include "kinds/series/first_descent.hpp"
#include "model/bounds.hpp"
#include "stickslip/interruption.hpp"
#include "stickslip/motion/law_motion.hpp"

namespace stickslip {

namespace {

using Polynomial = std::array<double, SeriesPiece::largest_order + 1>;
using Gauss = boost::math::quadrature::gauss<double, 20>;  // exact to degree 39: x·x′ of two pieces of order 20

double value_at(const Polynomial& c, int degree, double tau) {
    double sum = c[degree];
    for (int k = degree - 1; k >= 0; --k) sum = c[k] + tau * sum;
    return sum;
}

Polynomial derivative_of(const Polynomial& c, int degree) {
    Polynomial d{};
    for (int k = 1; k <= degree; ++k) d[k - 1] = k * c[k];
    return d;
}

/// The polynomial in τ − shift.
void move_origin(Polynomial& c, int degree, double shift) {
    for (int i = 0; i < degree; ++i) {
        for (int k = degree - 1; k >= i; --k) c[k] += shift * c[k + 1];
    }
}

/// Calls `visit` with every τ at which the polynomial changes sign on (0, length).
template <class Visit>
void visit_sign_changes(Polynomial c, int degree, double length, const Visit& visit) {
    double origin = 0.0;
    while (origin < length) {
        throw_if_interrupted();
        const auto* first = std::find_if(c.begin(), c.end(), [](double k) { return k != 0.0; });
        if (first == c.end()) return;
        Polynomial guard = c;
        if (*first < 0.0) {
            for (double& k : guard) k = -k;
        }
        const double found = first_descent(std::span<const double>(guard.data(), degree + 1), 0, length - origin);
        if (!(found <= length - origin)) return;
        origin += found;
        visit(origin);
        move_origin(c, degree, found);
        c[0] = 0.0;
    }
}

/// The motion on one piece.
class PieceMotion {
public:
    PieceMotion(const Trajectory& t, const SeriesPiece& piece)
        : trajectory_(t),
          piece_(piece),
          velocity_(derivative_of(piece.position, piece.order)),
          acceleration_(derivative_of(velocity_, piece.order - 1)) {
        throw_if_interrupted();
    }

    [[nodiscard]] Sample at(double tau) const {
        const Oscillator& o = trajectory_.oscillator;
        Sample s;
        s.time = advance(piece_.start, tau).value();
        s.position = value_at(piece_.position, piece_.order, tau);
        s.velocity = value_at(velocity_, piece_.order - 1, tau);
        s.acceleration = value_at(acceleration_, piece_.order - 2, tau);
        s.phase = piece_.kind;
        if (piece_.kind == PhaseKind::open) return s;
        s.friction = load_at(tau) - o.damping * s.velocity - spring_force(o, s.position) - o.mass * s.acceleration;
        return s;
    }

    /// p at τ; harmonics keep their digits after any number of cycles.
    [[nodiscard]] double load_at(double tau) const {
        const ExactTime time = advance(piece_.start, tau);
        double p = trajectory_.load.constant;
        for (const Harmonic& h : trajectory_.load.harmonics) {
            p += h.amplitude * std::sin(reduced_phase(h.frequency, time, h.phase));
        }
        if (trajectory_.load.record) {
            const double middle = advance(piece_.start, 0.5 * piece_.length).value();
            const Record::Window w = trajectory_.load.record->window(trajectory_.load.record->segment_at(middle));
            p += w.expanded_at(time.value() - w.origin)[0];
        }
        return p;
    }

    [[nodiscard]] const Polynomial& velocity() const { return velocity_; }
    [[nodiscard]] const Polynomial& acceleration() const { return acceleration_; }

    [[nodiscard]] static double spring_force(const Oscillator& o, double position) {
        const double stretch = position - o.equilibrium;
        return stretch * (o.stiffness + o.cubic() * stretch * stretch);
    }

private:
    const Trajectory& trajectory_;
    const SeriesPiece& piece_;
    Polynomial velocity_;
    Polynomial acceleration_;
};

double mechanical_energy(const Oscillator& o, const Sample& s) {
    const double stretch = s.position - o.equilibrium;
    const double square = stretch * stretch;
    return 0.5 * (o.mass * s.velocity * s.velocity + o.stiffness * square) + 0.25 * o.cubic() * square * square;
}

/// Collects steps into pieces, phases and events.
class Recorder {
public:
    explicit Recorder(Trajectory& t) : trajectory_(t) {}

    void take(const LawStep& step) {
        if (step.length > 0.0) {
            add_piece(step);
            add_to_phase(step);
        }
        if (!step.event) return;
        const double time = advance(step.start, step.length).value();
        Polynomial position{};
        std::copy(step.position.begin(), step.position.end(), position.begin());
        const double x = value_at(position, static_cast<int>(step.position.size()) - 1, step.length);
        const int direction = *step.event == EventKind::slide_to_stick ? step.direction : step.direction_after;
        trajectory_.events.push_back({time, *step.event, x, direction});
        begins_phase_ = true;
    }

private:
    void add_piece(const LawStep& step) {
        SeriesPiece piece{step.start, step.length, static_cast<int>(step.position.size()) - 1, step.kind, {}};
        std::copy(step.position.begin(), step.position.end(), piece.position.begin());
        trajectory_.pieces.push_back(piece);
    }

    void add_to_phase(const LawStep& step) {
        std::vector<Phase>& phases = trajectory_.phases;
        const bool continues = !phases.empty() && !begins_phase_ && phases.back().kind == step.kind &&
                               phases.back().direction == step.direction;
        if (continues) {
            phases.back().duration = duration_between(phases.back().start, advance(step.start, step.length));
        } else {
            phases.push_back(
                {step.start, step.length, step.position[0], step.slip_velocity[0], step.kind, step.direction});
        }
        begins_phase_ = false;
    }

    Trajectory& trajectory_;
    bool begins_phase_ = false;
};

}  // namespace

Trajectory simulate_by_series(const Oscillator& o, const Load& load, const LawState& start, double end_time,
                              const SimulationOptions& options) {
    Trajectory trajectory{o, load};
    const std::unique_ptr<LawMotion> motion = make_law_motion(o, load);
    motion->start({}, start);
    if (motion->kind() == PhaseKind::slide && can_stick(o.law)) {
        trajectory.events.push_back({0.0, EventKind::stick_to_slide, start.position, motion->direction()});
    }
    Recorder recorder(trajectory);
    constexpr int steps_between_reports = 256;
    int reported = 0;
    do {
        if (options.progress && ++reported % steps_between_reports == 0) options.progress(motion->time().value());
        recorder.take(motion->step(end_time));
        const bool is_full =
            trajectory.events.size() >= options.most_events || trajectory.pieces.size() >= options.most_phases;
        if (is_full) trajectory.termination = Termination::event_limit;
        if (motion->has_diverged()) trajectory.termination = Termination::diverged;
    } while (duration_between(motion->time(), {end_time, 0.0}) > 0.0 &&
             trajectory.termination == Termination::reached_end);
    trajectory.end = motion->time().value();
    if (trajectory.pieces.empty()) {
        trajectory.pieces.push_back(
            {{}, 0.0, 2, motion->kind(), {start.position, start.slip_velocity + o.belt_velocity}});
        trajectory.phases.push_back(
            {{}, 0.0, start.position, start.slip_velocity, motion->kind(), motion->direction()});
    }
    return trajectory;
}

std::vector<Sample> series_samples(const Trajectory& t, std::span<const double> times) {
    std::vector<Sample> samples;
    samples.reserve(times.size());
    const double first = t.start_time();
    const double last = t.end_time();
    for (const double time : times) {
        if (!(time >= first && time <= last)) {
            throw std::invalid_argument("time = " + shortest(time) + " must be in [" + shortest(first) + ", " +
                                        shortest(last) + "] s");
        }
        const auto later = std::upper_bound(t.pieces.begin(), t.pieces.end(), time,
                                            [](double x, const SeriesPiece& p) { return x < p.start.value(); });
        const SeriesPiece& piece = later == t.pieces.begin() ? t.pieces.front() : *std::prev(later);
        const double tau = std::clamp(duration_between(piece.start, {time, 0.0}), 0.0, piece.length);
        samples.push_back(PieceMotion(t, piece).at(tau));
        samples.back().time = time;
    }
    return samples;
}

EnergyBalance series_energy_balance(const Trajectory& t) {
    const Oscillator& o = t.oscillator;
    EnergyBalance e;
    for (const SeriesPiece& piece : t.pieces) {
        const PieceMotion motion(t, piece);
        const auto integral = [&](auto&& power) {
            return Gauss::integrate([&](double tau) { return power(motion.at(tau), tau); }, 0.0, piece.length);
        };
        e.damping += integral([&](const Sample& s, double) { return o.damping * s.velocity * s.velocity; });
        e.friction += integral([&](const Sample& s, double) { return s.friction * (s.velocity - o.belt_velocity); });
        e.input += integral([&](const Sample& s, double tau) {
            return motion.load_at(tau) * s.velocity - s.friction * o.belt_velocity;
        });
    }
    e.initial = mechanical_energy(o, t.at(t.start_time()));
    e.stored = mechanical_energy(o, t.at(t.end_time())) - e.initial;
    e.imbalance = e.input - e.friction - e.damping - e.stored;
    return e;
}

Peaks series_peaks(const Trajectory& t) {
    Peaks p;
    p.highest = p.lowest = t.pieces.front().position[0];
    const double belt = t.oscillator.belt_velocity;
    for (const SeriesPiece& piece : t.pieces) {
        const PieceMotion motion(t, piece);
        const auto include = [&](double tau) {
            const Sample s = motion.at(tau);
            p.highest = std::max(p.highest, s.position);
            p.lowest = std::min(p.lowest, s.position);
            p.velocity = std::max(p.velocity, std::abs(s.velocity));
        };
        include(0.0);
        include(piece.length);
        if (piece.kind == PhaseKind::stick && can_stick(t.oscillator.law)) continue;
        visit_sign_changes(motion.velocity(), piece.order - 1, piece.length, include);
        visit_sign_changes(motion.acceleration(), piece.order - 2, piece.length, include);
        if (piece.kind == PhaseKind::open) continue;
        Polynomial slip = motion.velocity();
        slip[0] -= belt;
        double previous = 0.0;
        const auto add_slip = [&](double tau) {
            const double path = value_at(piece.position, piece.order, tau) -
                                value_at(piece.position, piece.order, previous) - belt * (tau - previous);
            p.total_slip += std::abs(path);
            previous = tau;
        };
        visit_sign_changes(slip, piece.order - 1, piece.length, add_slip);
        add_slip(piece.length);
    }
    p.position = std::max(std::abs(p.highest), std::abs(p.lowest));
    p.slips = static_cast<int>(
        std::ranges::count(t.events, EventKind::stick_to_slide, [](const Event& e) { return e.kind; }));
    return p;
}

Fundamental series_fundamental(const Trajectory& t, const Harmonic& harmonic) {
    const double reference = t.pieces.front().position[0];
    double sine = 0.0;
    double cosine = 0.0;
    double length = 0.0;
    for (const SeriesPiece& piece : t.pieces) {
        throw_if_interrupted();
        const auto integral = [&](auto&& weight) {
            return Gauss::integrate(
                [&](double tau) {
                    const double angle = reduced_phase(harmonic.frequency, advance(piece.start, tau), harmonic.phase);
                    return (value_at(piece.position, piece.order, tau) - reference) * weight(angle);
                },
                0.0, piece.length);
        };
        sine += integral([](double a) { return std::sin(a); });
        cosine += integral([](double a) { return std::cos(a); });
        length += piece.length;
    }
    return {2.0 * sine / length, 2.0 * cosine / length};
}

}  // namespace stickslip
