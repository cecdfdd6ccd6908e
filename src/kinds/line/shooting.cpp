#include "shooting.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "cycle_points.hpp"
#include "orbit_newton.hpp"

namespace stickslip {

namespace {

/// Tells the iteration what it asks for until it ends.
template <class Map>
OrbitNewton run(OrbitNewton newton, const Map& map) {
    while (newton.is_running()) newton.tell(map(newton.wanted()));
    return newton;
}

std::vector<std::complex<double>> multipliers_of(const OrbitNewton& newton) {
    const Eigenvalues found = eigenvalues(newton.mapped().derivative);
    return {found.value.begin(), found.value.begin() + found.count};
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
LawState section_state(const StateVector& u, double belt) { return {u[0], -belt, u[1], {}}; }

/// From one maximum of x to the next. x′ = 0 at both, so that δx needs no correction for the time of arrival.
Mapped map_to_maximum(LawMotion& plain, LawMotion& varied, const StateVector& u, double belt, double horizon,
                      int size) {
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
    const std::optional<double> period = common_period(load, o.normal);
    if (!period) throw std::invalid_argument("shooting over load periods needs a periodic load");
    const std::unique_ptr<LawMotion> motion = make_law_motion(o, load, Variation::tangent, options.series);
    const int size = has_inner_state(o.law) ? 3 : 2;
    LawOrbit orbit;
    orbit.load_periods = load_periods;
    orbit.period = load_periods * *period;
    const auto map = [&](const StateVector& v) { return map_load_periods(*motion, v, orbit.period, size); };
    const OrbitNewton newton = run(
        OrbitNewton(vector_of(guess), size, Measure{two_pi_hi / *period}, {options.most_iterations, options.tolerance}),
        map);
    orbit.is_converged = newton.is_converged();
    orbit.residual = newton.residual();
    if (!orbit.is_converged) return orbit;
    orbit.multipliers = multipliers_of(newton);
    orbit.points = cycle_points(*motion, state_of(newton.y()), load_periods, *period);
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
    StateVector u{};
    for (int n = 0; n < settling_cycles; ++n) {
        const Maximum next = walk_to_maximum(*plain, belt, horizon);
        if (!next.is_found) return orbit;
        u = {next.position, next.deflection, 0.0};
        plain->start({}, section_state(u, belt));
    }
    const auto map = [&](const StateVector& v) { return map_to_maximum(*plain, *varied, v, belt, horizon, size); };
    const OrbitNewton newton = run(OrbitNewton(u, size, Measure{}, {options.most_iterations, options.tolerance}), map);
    orbit.is_converged = newton.is_converged();
    orbit.residual = newton.residual();
    orbit.period = newton.mapped().duration;
    if (!orbit.is_converged) return orbit;
    orbit.points = {section_state(newton.y(), belt)};
    orbit.multipliers = multipliers_of(newton);
    return orbit;
}

}  // namespace stickslip
