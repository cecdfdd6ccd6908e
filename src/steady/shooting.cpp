// Newton on y ↦ Φ(y) − y. The columns of the monodromy matrix come from the variational equation carried with the
// motion, one direction a run, so that every event contributes its saltation. A start in stick has no δw: its column
// is zero, and Newton keeps w = 0.

#include "stickslip/steady/shooting.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "small_matrix.hpp"

namespace stickslip {

namespace {

using Vector = std::array<double, 3>;

Vector vector_of(const LawState& s) { return {s.position, s.slip_velocity, s.deflection}; }
LawState state_of(const Vector& v) { return {v[0], v[1], v[2], {}}; }

/// The return map with its derivative.
struct Mapped {
    Vector image{};
    SmallMatrix derivative;
    double duration = 0.0;
    bool is_valid = true;
};

/// Lengths of the problem: velocities count as w/rate.
struct Measure {
    double rate = 1.0;
    [[nodiscard]] double of(const Vector& v) const { return std::abs(v[0]) + std::abs(v[1]) / rate + std::abs(v[2]); }
};

Vector difference(const Vector& a, const Vector& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

/// A full step first; halved while it makes the residual larger.
template <class Map>
bool newton(const Map& map, Vector& y, Mapped& at, const Measure& measure, int size, const ShootingOptions& options) {
    at = map(y);
    for (int k = 0; k < options.most_iterations && at.is_valid; ++k) {
        const Vector error = difference(at.image, y);
        const double residual = measure.of(error);
        if (residual <= options.tolerance * measure.of(y)) return true;
        SmallMatrix system = at.derivative;
        system.size = size;
        for (int i = 0; i < size; ++i) system.entry[i][i] -= 1.0;
        Vector step{};
        if (!solve(system, {-error[0], -error[1], -error[2]}, step)) return false;
        bool is_better = false;
        constexpr int most_halvings = 8;
        for (int halving = 0; halving < most_halvings && !is_better; ++halving) {
            const double factor = std::ldexp(1.0, -halving);
            Vector next = y;
            for (int i = 0; i < size; ++i) next[i] += factor * step[i];
            const Mapped mapped = map(next);
            is_better = mapped.is_valid && measure.of(difference(mapped.image, next)) < residual;
            if (!is_better) continue;
            y = next;
            at = mapped;
        }
        if (!is_better) {
            constexpr double rounding = 1e-10;  // where the map itself is only so exact
            return residual <= rounding * measure.of(y);
        }
    }
    return false;
}

void set_column(SmallMatrix& m, int column, const Tangent& t) {
    for (int i = 0; i < 3; ++i) m.entry[i][column] = t[i];
}

Mapped map_load_periods(LawMotion& motion, const Vector& y, double duration, int size) {
    Mapped mapped;
    mapped.duration = duration;
    mapped.derivative.size = size;
    for (int column = 0; column < size; ++column) {
        LawState start = state_of(y);
        start.tangent[column] = 1.0;
        motion.start({}, start);
        motion.advance(duration);
        mapped.is_valid = mapped.is_valid && !motion.has_diverged();
        mapped.image = vector_of(motion.state());
        set_column(mapped.derivative, column, motion.state().tangent);
    }
    return mapped;
}

/// Where x has a maximum next, at most `horizon` later: x′ falls through 0.
struct Maximum {
    double time = 0.0;
    double position = 0.0;
    double deflection = 0.0;
    bool is_found = false;
};

double value_of_span(std::span<const double> c, double tau) {
    double sum = 0.0;
    for (std::size_t k = c.size(); k-- > 0;) sum = sum * tau + c[k];
    return sum;
}

/// Walks to the next maximum of x with x′ > 0 before it.
Maximum walk_to_maximum(LawMotion& motion, double belt, double horizon) {
    bool was_rising = false;
    while (motion.time().value() < horizon && !motion.has_diverged()) {
        const LawStep step = motion.step(horizon);
        const auto velocity = [&](double tau) { return value_of_span(step.slip_velocity, tau) + belt; };
        constexpr int parts = 8;  // of a step: x′ turns at most once in each, far below the radius of convergence
        for (int i = 0; i < parts; ++i) {
            double low = step.length * i / parts;
            double high = step.length * (i + 1) / parts;
            if (velocity(low) > 0.0) was_rising = true;
            if (!(was_rising && velocity(low) >= 0.0 && velocity(high) < 0.0)) continue;
            while (0.5 * (low + high) > low && 0.5 * (low + high) < high) {
                (velocity(0.5 * (low + high)) >= 0.0 ? low : high) = 0.5 * (low + high);
            }
            return {advance(step.start, low).value(), value_of_span(step.position, low),
                    value_of_span(step.deflection, low), true};
        }
    }
    return {};
}

/// The section x′ = 0 of an autonomous motion: its unknowns are x and z.
LawState section_state(const Vector& u, double belt) { return {u[0], -belt, u[1], {}}; }

/// From one maximum of x to the next. x′ = 0 at both, so that δx needs no correction for the time of arrival.
Mapped map_to_maximum(LawMotion& plain, LawMotion& varied, const Vector& u, double belt, double horizon, int size) {
    Mapped mapped;
    mapped.derivative.size = size;
    plain.start({}, section_state(u, belt));
    const Maximum next = walk_to_maximum(plain, belt, horizon);
    mapped.is_valid = next.is_found;
    if (!next.is_found) return mapped;
    mapped.duration = next.time;
    for (int column = 0; column < size; ++column) {
        LawState start = section_state(u, belt);
        start.tangent[column == 0 ? 0 : 2] = 1.0;
        varied.start({}, start);
        varied.advance(next.time);
        const LawState end = varied.state();
        const Tangent rates = varied.rates();
        const double arrival = -end.tangent[1] / rates[1];
        mapped.derivative.entry[0][column] = end.tangent[0];
        mapped.derivative.entry[1][column] = end.tangent[2] + rates[2] * arrival;
        mapped.image = {end.position, end.deflection, 0.0};
    }
    return mapped;
}

}  // namespace

double LawOrbit::multiplier() const {
    double largest = 0.0;
    for (const auto& m : multipliers) largest = std::max(largest, std::abs(m));
    return largest;
}

LawOrbit shoot(const Oscillator& o, const Load& load, const LawState& guess, int load_periods,
               const ShootingOptions& options) {
    const std::optional<double> period = load.period();
    if (!period) throw std::invalid_argument("shooting over load periods needs a periodic load");
    const std::unique_ptr<LawMotion> motion = make_law_motion(o, load, Variation::tangent, options.series);
    const int size = has_inner_state(o.law) ? 3 : 2;
    LawOrbit orbit;
    orbit.load_periods = load_periods;
    orbit.period = load_periods * *period;
    Vector y = vector_of(guess);
    Mapped at;
    const Measure measure{two_pi_hi / *period};
    const auto map = [&](const Vector& v) { return map_load_periods(*motion, v, orbit.period, size); };
    orbit.is_converged = newton(map, y, at, measure, size, options);
    orbit.residual = measure.of(difference(at.image, y));
    if (!orbit.is_converged) return orbit;
    orbit.multipliers = eigenvalues(at.derivative);
    motion->start({}, state_of(y));
    for (int n = 0; n < load_periods; ++n) {
        orbit.points.push_back(motion->state());
        orbit.points.back().tangent = {};
        motion->advance((n + 1) * *period);
    }
    return orbit;
}

LawOrbit shoot_limit_cycle(const Oscillator& o, const Load& load, const LawState& guess,
                           const ShootingOptions& options) {
    if (!load.harmonics.empty() || load.record) {
        throw std::invalid_argument("a limit cycle needs a load that does not change with time");
    }
    const std::unique_ptr<LawMotion> plain = make_law_motion(o, load, Variation::none, options.series);
    const std::unique_ptr<LawMotion> varied = make_law_motion(o, load, Variation::tangent, options.series);
    const int size = has_inner_state(o.law) ? 2 : 1;
    const double belt = o.belt_velocity;
    const double rate = std::sqrt((std::abs(o.stiffness) + std::abs(o.cubic())) / o.mass);
    constexpr double longest_cycle = 1000.0;  // natural periods
    constexpr int settling_cycles = 50;
    LawOrbit orbit;
    if (rate == 0.0) return orbit;
    const double horizon = longest_cycle * two_pi_hi / rate;
    plain->start({}, guess);
    Vector u{};
    for (int n = 0; n < settling_cycles; ++n) {
        const Maximum next = walk_to_maximum(*plain, belt, horizon);
        if (!next.is_found) return orbit;
        u = {next.position, next.deflection, 0.0};
        plain->start({}, section_state(u, belt));
    }
    Mapped at;
    const auto map = [&](const Vector& v) { return map_to_maximum(*plain, *varied, v, belt, horizon, size); };
    orbit.is_converged = newton(map, u, at, Measure{}, size, options);
    orbit.residual = Measure{}.of(difference(at.image, u));
    orbit.period = at.duration;
    if (!orbit.is_converged) return orbit;
    orbit.points = {section_state(u, belt)};
    orbit.multipliers = eigenvalues(at.derivative);
    return orbit;
}

}  // namespace stickslip
