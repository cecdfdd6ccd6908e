// Free and forced motions of one mass on a line, for backbone curves.

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

#include "model/bounds.hpp"
#include "stickslip/motion/simulate.hpp"
#include "studies/case_backbone.hpp"
#include "studies/free_motion.hpp"

namespace stickslip {

namespace {

using std::numbers::pi;

/// The energy of the spring at the stretch s = x − x_eq.
double spring_energy(const Oscillator& o, double s) { return s * s * (0.5 * o.stiffness + 0.25 * o.cubic() * s * s); }

/// Where k·s + k₃·s³ = p, from far out on one side; the energy is convex there.
double outer_balance(const Oscillator& o, double force, double side) {
    constexpr int most_steps = 200;
    const double far = std::cbrt(std::abs(force) / o.cubic()) + std::sqrt(std::abs(o.stiffness) / o.cubic());
    double s = side * 2.0 * far;
    for (int i = 0; i < most_steps; ++i) {
        const double slope = o.stiffness + 3.0 * o.cubic() * s * s;
        const double step = (o.stiffness * s + o.cubic() * s * s * s - force) / slope;
        if (!(std::abs(step) > std::numeric_limits<double>::epsilon() * std::abs(s))) break;
        s -= step;
    }
    return s;
}

/// The least of the energy of the spring and of a constant force; NaN where there is none.
double least_energy(const Oscillator& o, double force) {
    if (o.cubic() < 0.0) return undefined_value;
    if (o.cubic() > 0.0) {
        double least = 0.0;
        for (const double side : {-1.0, 1.0}) {
            const double s = outer_balance(o, force, side);
            least = std::min(least, spring_energy(o, s) - force * s);
        }
        return least;
    }
    if (force == 0.0) return o.stiffness >= 0.0 ? 0.0 : undefined_value;
    return o.stiffness > 0.0 ? -0.5 * force * force / o.stiffness : undefined_value;
}

/// The natural frequency at the least stiffness that the mass can feel, or 0.
double natural_rate(const Oscillator& o) { return o.stiffness > 0.0 ? std::sqrt(o.stiffness / o.mass) : 0.0; }

/// The path of the mass after all records have ended.
class LinePath final : public FreeMotion {
public:
    LinePath(const Trajectory& path, double from)
        : path_(path), least_(least_energy(path.oscillator, path.load.constant)), times_{from} {
        std::vector<double> borders{path.end_time()};
        for (const Event& event : path.events) borders.push_back(event.time);
        for (const SeriesPiece& piece : path.pieces) {
            for (int k = 0; k < parts_of_piece; ++k) {
                borders.push_back(piece.start.value() + piece.length * k / parts_of_piece);
            }
        }
        std::ranges::sort(borders);
        for (const double border : borders) {
            if (border > times_.back()) add_up_to(border);
        }
    }

    [[nodiscard]] const std::vector<double>& times() const override { return times_; }

    [[nodiscard]] std::vector<At> at(std::span<const double> times) const override {
        std::vector<At> values;
        for (const Sample& s : path_.at(times)) values.push_back({s.position, s.velocity});
        return values;
    }

    [[nodiscard]] double energy(double time) const override {
        const Oscillator& o = path_.oscillator;
        const Sample s = path_.at(time);
        const double stretch = s.position - o.equilibrium;
        return 0.5 * o.mass * s.velocity * s.velocity + spring_energy(o, stretch) - path_.load.constant * stretch -
               least_;
    }

private:
    /// A step by series is shorter than a quarter of a turn of whatever moves fastest.
    static constexpr int parts_of_piece = 2;

    /// Equal steps from the last time: between two of them a phase in closed form turns once at most, within 0.4 rad of
    /// the natural frequency.
    void add_up_to(double time) {
        constexpr double angle = 0.4;
        const double from = times_.back();
        const double turns = path_.pieces.empty() ? (time - from) * natural_rate(path_.oscillator) / angle : 0.0;
        const double steps = std::max(1.0, std::ceil(turns));
        for (double k = 1.0; k < steps; k += 1.0) times_.push_back(from + (time - from) * k / steps);
        times_.push_back(time);
    }

    const Trajectory& path_;
    double least_;
    std::vector<double> times_;
};

void require_line(const std::string& of) {
    if (of.empty() || of == "1" || of == "x") return;
    throw std::invalid_argument("\"" + of + "\": one mass has only its displacement x");
}

/// Until when the load varies.
double end_of_record(const Load& load) { return load.record ? std::max(0.0, load.record->times.back()) : 0.0; }

double time_of_highest(const Trajectory& cycle) {
    const LinePath path(cycle, cycle.start_time());
    std::vector<double> times = path.times();
    for (const Turn& turn : turns_of(path)) times.push_back(turn.time);
    const auto positions = path.at(times);
    return times[std::size_t(std::ranges::max_element(positions, {}, &FreeMotion::At::value) - positions.begin())];
}

State highest_of_steady_state(const Case& problem) {
    const SteadyState s = steady_state(problem, {.with_coexisting = false});
    if (!s.cycle || s.regime == Regime::chaotic) {
        throw std::invalid_argument("the case has no steady cycle from which the load could be cut off");
    }
    const Sample highest = s.cycle->at(time_of_highest(*s.cycle));
    return {highest.position, highest.velocity};
}

/// Where the mass stays: at rest, or, without friction, in the middle to which its damper leads.
double residual_of(const Trajectory& path) {
    const Oscillator& o = path.oscillator;
    const Sample last = path.at(path.end_time());
    if (last.phase == PhaseKind::stick) return last.position;
    const bool is_linear = o.has_closed_form() && o.holding_bound() == 0.0 && o.stiffness > 0.0 && o.damping > 0.0;
    return is_linear ? o.equilibrium + path.load.constant / o.stiffness : undefined_value;
}

class LineForcedMotion final : public ForcedMotion {
public:
    [[nodiscard]] ForcedPoint at(const CaseDocument& document) override {
        const Case problem = document.read();
        const auto period = problem.load.period();
        if (!period) throw std::invalid_argument("forced motion needs a load that repeats");
        const Harmonic& first = problem.load.harmonics.front();
        const SteadyState s = steady_state(problem, {.with_coexisting = false});
        ForcedPoint point;
        point.frequency = first.frequency.value();
        point.regime = s.regime;
        if (!s.cycle) return point;
        const double cycles = std::max(1, s.load_periods);
        const auto [sine, cosine] = fundamental(*s.cycle, first);
        const double middle = 0.5 * (s.x_max + s.x_min) - problem.oscillator.equilibrium;
        const double reach = s.amplitude;
        point.amplitude = s.amplitude;
        point.fundamental = std::hypot(sine, cosine);
        point.phase_lag = s.phase_lag;
        point.loss = s.dissipated + energy_balance(*s.cycle).damping / cycles;
        point.energy = 0.5 * (spring_energy(problem.oscillator, middle + reach) +
                              spring_energy(problem.oscillator, middle - reach)) -
                       spring_energy(problem.oscillator, middle);
        if (point.energy > 0.0) point.damping_ratio = point.loss / (4.0 * pi * point.energy);
        return point;
    }
};

}  // namespace

FreeDecay line_decay(const CaseDocument& document, const DecayRequest& request) {
    require_line(request.of);
    Case problem = document.read();
    if (problem.oscillator.belt_velocity != 0.0) {
        throw std::invalid_argument("a free decay needs surfaces at rest; friction.belt_velocity is " +
                                    shortest(problem.oscillator.belt_velocity));
    }
    if (request.is_from_steady) problem.start = highest_of_steady_state(problem);
    problem.load.harmonics.clear();
    const double from = end_of_record(problem.load);
    const double rate = natural_rate(problem.oscillator);
    const double natural = rate > 0.0 ? 2.0 * pi * usual_natural_periods / rate : problem.end_time();
    const double end = request.until.value_or(problem.run.until.value_or(from + natural));
    if (!(end > from)) throw std::invalid_argument("the free motion begins only where the record ends");
    const Trajectory path = simulate(problem.oscillator, problem.load, problem.start, end);
    FreeDecay decay{.of = "x", .end_time = path.end_time()};
    decay.turns = turns_of(LinePath(path, from));
    decay.is_at_rest = path.at(path.end_time()).phase == PhaseKind::stick;
    decay.residual = residual_of(path);
    return decay;
}

std::unique_ptr<ForcedMotion> line_forced_motion(const CaseDocument&, const std::string& of) {
    require_line(of);
    return std::make_unique<LineForcedMotion>();
}

}  // namespace stickslip
