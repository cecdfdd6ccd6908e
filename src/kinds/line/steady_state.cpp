#include "stickslip/steady/steady_state.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "attractor_state.hpp"
#include "cell_state.hpp"
#include "law_steady_state.hpp"
#include "model/computable.hpp"
#include "orbit_state.hpp"
#include "relative_problem.hpp"
#include "slow_load.hpp"
#include "solve_cell.hpp"
#include "special_regimes.hpp"
#include "stickslip/interruption.hpp"
#include "transmission.hpp"

namespace stickslip {

namespace {

using std::numbers::pi;

/// The centre of the member of the continuum at Ω = 1/(2n) that a start leads to. Inside the continuum the walk settles
/// geometrically; from outside it creeps up to the edge like n^−½, and never past it, because the period map expands no
/// distance: the edge is then the answer.
/// Nothing where the motion ends up with rests, which a larger static bound allows.
std::optional<double> member_centre(const CellParameters<double>& cell, State start, double angle, double radius) {
    constexpr int most_periods = 2000;
    constexpr double settled = 1e-15;
    HarmonicPhases<double> phases(cell, FlowKind::undamped);
    phases.set_section(angle);
    const double period = 2.0 * pi / cell.frequency;
    double centre = 0.0;
    bool rests = false;
    for (int i = 0; i < most_periods; ++i) {
        throw_if_interrupted();
        CycleRecorder<double> cycle(start.position);
        const MappedState<double> m =
            walk_period(phases, start.position, start.velocity, period, most_phases_per_walk, cycle);
        const double change = std::hypot(m.x - start.position, m.v - start.velocity);
        start = {m.x, m.v};
        centre = 0.5 * (cycle.highest + cycle.lowest);
        rests = cycle.stuck_time > 0.0;
        if (change <= settled) break;
    }
    if (rests && cell.static_friction > cell.friction) return std::nullopt;
    return std::clamp(centre, -radius, radius);
}

/// The member with this centre turns at its lowest point when the load is at its lowest, docs/theory/steady.md.
CellSolution<double> member_of_family(const CellParameters<double>& cell, CellSolution<double> found, double centre) {
    found.section = -0.5 * pi;
    found.x = centre - found.amplitude;
    found.v = 0.0;
    HarmonicPhases<double> phases(cell, FlowKind::undamped);
    phases.set_section(found.section);
    CycleRecorder<double> cycle(found.x);
    const MappedState<double> m =
        walk_period(phases, found.x, found.v, 2.0 * pi / cell.frequency, most_phases_per_walk, cycle);
    found.velocity = cycle.speed / cell.frequency;
    found.residual = std::hypot(m.x - found.x, m.v - found.v);
    return found;
}

/// One harmonic, a spring and friction, in the units of the cell and from where it starts.
struct ScaledCell {
    CellParameters<double> cell;
    CellScales unit;
    State start;
    double angle;  ///< of the load at t = 0

    ScaledCell(const Oscillator& oscillator, const Load& load, const State& from, const Ratios& r)
        : cell{r.friction, r.static_friction.value_or(r.friction), r.frequency, r.damping},
          unit(cell_scales(oscillator, load)),
          start{(from.position - unit.centre) / unit.length, from.velocity / (unit.rate * unit.length)},
          angle(start_angle(load)) {}
};

void add_cycle(SteadyState& s, const Oscillator& oscillator, const Load& load, const ScaledCell& scaled,
               const CellSolution<double>& found) {
    const State at_zero = state_at_angle(scaled.cell, found, scaled.angle);
    const CellScales& unit = scaled.unit;
    add_cycle(s, oscillator, load,
              {unit.centre + at_zero.position * unit.length, at_zero.velocity * unit.rate * unit.length});
}

/// The continuum of motions at Ω = 1/(2n), and the member that the start leads to; nothing where there is none, or
/// where a larger static bound catches the motion.
std::optional<SteadyState> solve_family(const Oscillator& oscillator, const Load& load, const State& start,
                                        const Ratios& ratios, const SteadyOptions& options) {
    const ScaledCell scaled(oscillator, load, start, ratios);
    CellSolution<double> found;
    settle_special(scaled.cell, flow_kind(ratios.damping, 1.0), true, found);
    if (found.regime != Regime::non_unique || ratios.friction == 0.0) return std::nullopt;
    const double radius = family_radius(scaled.cell);
    const std::optional<double> middle = member_centre(scaled.cell, scaled.start, scaled.angle, radius);
    if (!middle) return std::nullopt;
    SteadyState s;
    s.family = MotionFamily{{found.amplitude - radius, found.amplitude + radius},
                            {-found.amplitude - radius, -found.amplitude + radius}};
    found = member_of_family(scaled.cell, found, *middle);
    s.map_period = MapPeriod::full;
    set_from_cell(s, ratios, scaled.unit, found, start, *middle);
    if (options.with_cycle) add_cycle(s, oscillator, load, scaled, found);
    return s;
}

/// One harmonic, a spring, equal static and sliding friction: the templated cell solver.
SteadyState solve_by_cell(const Oscillator& oscillator, const Load& load, const State& start, const Ratios& ratios,
                          const SteadyOptions& options) {
    const ScaledCell scaled(oscillator, load, start, ratios);
    const CellSolution<double> found = solve_cell(scaled.cell);
    SteadyState s;
    set_from_cell(s, ratios, scaled.unit, found, start);
    if (!options.with_cycle || !s.is_periodic() || s.regime == Regime::permanent_stick) return s;
    add_cycle(s, oscillator, load, scaled, found);
    return s;
}

SteadyState solve_relative(const RelativeProblem& problem, double period, const SteadyOptions& options) {
    const auto& [oscillator, load, start, centre] = problem;
    const std::optional<Ratios> ratios = ratios_of(oscillator, load);
    const bool holds_more = oscillator.holding_bound() > oscillator.friction_bound;
    SteadyState s;
    s.period = period;
    const bool has_constant_bound = oscillator.belt_velocity == 0.0 && !oscillator.has_varying_normal();
    if (ratios && has_constant_bound) {
        if (auto family = solve_family(oscillator, load, start, *ratios, options)) {
            family->is_plain_coulomb = !holds_more;
            return *family;
        }
        if (!holds_more) {
            s = solve_by_cell(oscillator, load, start, *ratios, options);
            if (s.regime == Regime::not_converged) {
                s.reason = why_too_slow(ratios->frequency, ratios->damping, most_slides_per_period);
            }
            return s;
        }
    }
    if (s.reason = why_too_slow(oscillator, period, most_slides_of_orbits); !s.reason.empty()) {
        if (ratios) set_ratios(s, *ratios);
        return s;
    }
    s = holds_more
            ? attractor_state(oscillator, load, start, period, options)
            : orbit_state(oscillator, load, find_periodic_orbit(oscillator, load, start, period), period, options);
    s.is_plain_coulomb = !holds_more && has_constant_bound;
    return s;
}

/// What is wrong with a load and a normal force that have no common period.
[[noreturn]] void refuse_without_period(const Oscillator& oscillator, const Load& load) {
    if (!oscillator.has_varying_normal()) {
        throw std::invalid_argument(
            "a steady state needs a periodic load: one harmonic, or several with a common period");
    }
    throw std::invalid_argument(
        oscillator.normal->record || load.record
            ? "a steady state needs a load and a normal force that repeat, and a record does not"
            : "a steady state needs a load and a normal force with a common period");
}

}  // namespace

double SteadyState::asymptotic_amplitude_ratio() const {
    const double sine = 4.0 * friction_ratio / pi;
    if (!is_plain_coulomb || !(sine <= 1.0) || damping_ratio != 0.0) return undefined_value;
    return std::sqrt((1.0 - sine) * (1.0 + sine)) / std::abs((1.0 - frequency_ratio) * (1.0 + frequency_ratio));
}

SteadyState steady_state(const Oscillator& oscillator, const Load& load, const State& start,
                         const SteadyOptions& options) {
    validate(oscillator);
    validate(load);
    validate(start);
    require_computable(oscillator, load, start);
    const bool is_forced = !load.harmonics.empty() || load.record || oscillator.has_varying_normal();
    const bool is_on_belt = oscillator.belt_velocity != 0.0 && !is_forced;
    if (!oscillator.has_closed_form() || is_on_belt) {
        SteadyState s = law_steady_state(oscillator, load, start, options);
        s.is_plain_coulomb = false;
        return s;
    }
    const std::optional<double> period = common_period(load, oscillator.normal);
    if (!period) refuse_without_period(oscillator, load);
    const RelativeProblem problem = relative_problem(oscillator, load, start);
    SteadyState s = solve_relative(problem, *period, options);
    move_back(s, oscillator, load, problem.centre);
    return s;
}

SteadyState steady_state(const Case& problem, const SteadyOptions& options) {
    SteadyState s = steady_state(problem.oscillator, problem.load, problem.start, options);
    if (!problem.base || !problem.base->amplitude || problem.base->displacement.harmonics.empty()) return s;
    if (!problem.oscillator.has_closed_form()) return s;
    const double base_amplitude = std::abs(*problem.base->amplitude);
    Harmonic base = problem.base->displacement.harmonics.front();
    if (problem.base->surface == Surface::fixed) {
        s.transmissibility = s.amplitude / base_amplitude;
        if (s.cycle) {
            base.amplitude = -base.amplitude;  // the stretch x − y
            const CarriedExtremes stretch = carried_extremes(*s.cycle, base);
            const double rest = problem.oscillator.equilibrium;
            s.transmitted_force = problem.oscillator.stiffness *
                                  std::max(std::abs(stretch.highest - rest), std::abs(stretch.lowest - rest));
        }
    } else if (s.cycle) {
        const CarriedExtremes absolute_motion = carried_extremes(*s.cycle, base);
        s.transmissibility = 0.5 * (absolute_motion.highest - absolute_motion.lowest) / base_amplitude;
    } else if (s.regime == Regime::permanent_stick) {
        s.transmissibility = 1.0;
    }
    return s;
}

}  // namespace stickslip
