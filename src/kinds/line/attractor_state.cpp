// With a static bound above the sliding friction a release gives the mass a push, distances can grow, and several
// motions can coexist; docs/theory/static_friction.md. The answer is what the start leads to; other starts are tried
// for the motions beside it, and Newton for orbits that nothing leads to.

#include "attractor_state.hpp"

#include <algorithm>
#include <cmath>

#include "cell_state.hpp"
#include "closed_form.hpp"
#include "long_run.hpp"
#include "orbit_state.hpp"
#include "shooting.hpp"
#include "solve_cell.hpp"
#include "walk_motion.hpp"

namespace stickslip {

namespace {

/// The starts that are tried for other attractors, and what they lead to.
class OtherMotions {
public:
    OtherMotions(const Oscillator& o, const Load& load, double period) : o_(o), load_(load), period_(period) {
        const bool has_spring = o.stiffness > 0.0;
        rate_ = two_pi_hi / period;
        restoring_ = has_spring ? o.stiffness : o.mass * rate_ * rate_;
        for (const Harmonic& h : load.harmonics) swing_ += std::abs(h.amplitude) / restoring_;
        centre_ = o.equilibrium + (has_spring ? load.constant / o.stiffness : 0.0);
        is_mirrored_ = load.harmonics.size() == 1 && o.belt_velocity == 0.0 && !o.has_varying_normal();
    }

    [[nodiscard]] std::vector<CoexistingMotion> attractors(const SteadyState& answer) {
        std::vector<SteadyState> known{answer};
        std::vector<CoexistingMotion> others;
        if (const auto mirror = mirrored_start(answer)) add(known, others, *mirror);
        for (const State& start : starts()) {
            const std::size_t before = known.size();
            add(known, others, start);
            if (known.size() == before) continue;
            if (const auto mirror = mirrored_start(known.back())) add(known, others, *mirror);
        }
        return others;
    }

    /// Unstable orbits of up to `longest_orbit` load periods that Newton finds from the starts and from where the
    /// motion passes. A free block has none: its releases do not depend on where it is, so that velocities never move
    /// apart.
    [[nodiscard]] std::vector<CoexistingMotion> unstable_orbits() const {
        std::vector<CoexistingMotion> found;
        if (o_.stiffness == 0.0) return found;
        std::vector<SteadyState> known;
        for (const LawState& seed : seeds()) {
            for (int n = 1; n <= longest_orbit; ++n) {
                const SteadyState s = orbit_from(seed, n);
                if (!s.is_periodic() || !(s.multiplier > 1.0 + neutral) || is_known(known, s)) continue;
                known.push_back(s);
                found.push_back(summary(s, {s.cycle->at(0.0).position, s.cycle->at(0.0).velocity}));
            }
        }
        return found;
    }

private:
    static constexpr int longest_orbit = 4;   // load periods
    static constexpr double neutral = 1e-9;   // a multiplier this close to 1 belongs to a continuum
    static constexpr double far_away = 20.0;  // static responses

    /// How far out a start is [m].
    [[nodiscard]] double away() const { return far_away * (swing_ + o_.friction_bound / restoring_); }

    /// Rest in the middle, the motion that never rests, and far out on either side; a free block, which feels nothing
    /// of where it is, at high speed either way.
    [[nodiscard]] std::vector<State> starts() const {
        std::vector<State> list{{centre_, 0.0}};
        if (const auto continuous = continuous_start()) list.push_back(*continuous);
        for (const double far : {away(), -away()}) {
            list.push_back(o_.stiffness > 0.0 ? State{centre_ + far, 0.0} : State{centre_, far * rate_});
        }
        return list;
    }

    /// A state of Den Hartog's motion, or of whatever never rests with equal bounds; the static bound has no say there
    /// as long as it is not reached.
    [[nodiscard]] std::optional<State> continuous_start() const {
        const std::optional<Ratios> r = ratios_of(o_, load_);
        if (!r || o_.belt_velocity != 0.0 || o_.has_varying_normal()) return std::nullopt;
        const CellParameters<double> cell{r->friction, r->friction, r->frequency, r->damping};
        const CellSolution<double> found = solve_cell(cell);
        if (found.regime != Regime::continuous) return std::nullopt;
        const CellScales unit = cell_scales(o_, load_);
        const State s = state_at_angle(cell, found, start_angle(load_));
        return State{unit.centre + s.position * unit.length, s.velocity * unit.rate * unit.length};
    }

    /// Half a load period later the load has the other sign: −x(t + T/2) is a motion, too.
    [[nodiscard]] std::optional<State> mirrored_start(const SteadyState& s) const {
        const bool is_symmetric = s.regime == Regime::permanent_stick || s.map_period == MapPeriod::half;
        if (!is_mirrored_ || !s.is_periodic() || !s.cycle || is_symmetric) return std::nullopt;
        const Sample half = s.cycle->at(0.5 * period_);
        return State{2.0 * centre_ - half.position, -half.velocity};
    }

    void add(std::vector<SteadyState>& known, std::vector<CoexistingMotion>& others, const State& start) const {
        const SteadyState s = long_run(o_, load_, start, period_, {});
        if (s.regime == Regime::not_converged || is_known(known, s)) return;
        known.push_back(s);
        others.push_back(summary(s, start));
    }

    /// Two periodic motions are one if they reach equally far and rest equally long; free blocks, if they swing equally
    /// far and begin equally fast. Of rest, of chaos and of growth there is one.
    [[nodiscard]] bool is_known(const std::vector<SteadyState>& known, const SteadyState& s) const {
        constexpr double same = 1e-7;
        return std::ranges::any_of(known, [&](const SteadyState& k) {
            if (k.regime != s.regime || k.load_periods != s.load_periods) return false;
            if (s.regime == Regime::permanent_stick || !s.is_periodic()) return true;
            const double size = same * (std::abs(s.amplitude) + swing_);
            if (o_.stiffness == 0.0) {
                return std::abs(k.amplitude - s.amplitude) <= size &&
                       std::abs(k.at_zero->velocity - s.at_zero->velocity) <= rate_ * size;
            }
            return std::abs(k.x_max - s.x_max) <= size && std::abs(k.x_min - s.x_min) <= size &&
                   std::abs(k.stuck_fraction - s.stuck_fraction) <= same;
        });
    }

    [[nodiscard]] CoexistingMotion summary(const SteadyState& s, const State& start) const {
        const bool is_described = s.is_described();
        return {s.regime,          s.is_periodic() ? s.load_periods : 0,
                s.amplitude_ratio, is_described ? s.stops_per_cycle() : undefined_value,
                s.multiplier,      start};
    }

    /// The starts, and the first periods of the motions from there.
    [[nodiscard]] std::vector<LawState> seeds() const {
        constexpr int periods = 12;
        std::vector<LawState> list;
        WalkMotion motion(o_, load_, period_);
        for (const State& start : starts()) {
            motion.start({}, slip_state(o_, start));
            for (int n = 0; n < periods; ++n) {
                list.push_back(motion.state());
                motion.set_time({});
                motion.advance(period_);
            }
        }
        return list;
    }

    [[nodiscard]] SteadyState orbit_from(const LawState& seed, int load_periods) const {
        const ShootingOptions shooting;
        WalkMotion motion(o_, load_, period_);
        OrbitNewton newton(vector_of(seed), 2, Measure{two_pi_hi / period_},
                           {shooting.most_iterations, shooting.tolerance});
        while (newton.is_running()) {
            newton.tell(map_load_periods(motion, newton.wanted(), load_periods * period_, 2));
        }
        if (!newton.is_converged() || std::abs(newton.y()[0] - centre_) > away()) return {};
        if (repeats_sooner(motion, newton.y(), load_periods)) return {};
        const State y{newton.y()[0], newton.y()[1]};
        return orbit_state(o_, load_, close_orbit(o_, load_, y, period_, load_periods), period_, {});
    }

    [[nodiscard]] bool repeats_sooner(WalkMotion& motion, const StateVector& y, int load_periods) const {
        constexpr double same = 1e-7;
        for (int n = 1; n < load_periods; ++n) {
            if (load_periods % n != 0) continue;
            const Mapped m = map_load_periods(motion, y, n * period_, 2);
            if (Measure{two_pi_hi / period_}.of(difference(m.image, y)) <= same * swing_) return true;
        }
        return false;
    }

    const Oscillator& o_;
    const Load& load_;
    double period_;
    double rate_ = 0.0;       // of the load [rad/s]
    double restoring_ = 0.0;  // stiffness, or m·ω² of a free block [N/m]
    double swing_ = 0.0;      // static response to the amplitudes of the load [m]
    double centre_ = 0.0;
    bool is_mirrored_ = false;
};

}  // namespace

SteadyState attractor_state(const Oscillator& o, const Load& load, const State& start, double period,
                            const SteadyOptions& options) {
    SteadyOptions with_cycle = options;
    with_cycle.with_cycle = options.with_cycle || options.with_coexisting;  // mirror images start on it
    SteadyState s = long_run(o, load, start, period, with_cycle);
    OtherMotions others(o, load, period);
    if (options.with_coexisting) s.coexists = others.attractors(s);
    if (options.with_all_orbits) s.orbits = others.unstable_orbits();
    return s;
}

}  // namespace stickslip
