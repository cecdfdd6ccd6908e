// What a person reads: the oscillator, the events, where it ends, the extremes, the energies.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "motion_report.hpp"
#include "stickslip/model/ratios.hpp"
#include "stickslip/model/units.hpp"
#include "terminal_text.hpp"

namespace stickslip::cli {

namespace {

constexpr double most_cycles_shown = 20.0;

/// SI units, or what takes their place in a dimensionless case.
class Units {
public:
    explicit Units(const Case& c) : system_(unit_system(c)) {}
    std::string_view operator()(std::string_view si) const { return unit_in(system_, si); }

private:
    UnitSystem system_;
};

void write_load(const Case& c, std::FILE* file) {
    const Units unit(c);
    fmt::print(file, "load         {}", name(c.load_kind));
    if (c.base) fmt::print(file, ", {} surface", name(c.base->surface));
    if (c.base && c.base->amplitude) fmt::print(file, ", Y = {:.6g} {}", *c.base->amplitude, unit("m"));
    if (c.load.constant != 0.0) fmt::print(file, ", {:.6g} {}", c.load.constant, unit("N"));
    constexpr std::size_t most_harmonics_shown = 4;
    for (std::size_t i = 0; i < std::min(c.load.harmonics.size(), most_harmonics_shown); ++i) {
        const Harmonic& h = c.load.harmonics[i];
        fmt::print(file, ", {:.6g} {} at {:.6g} {}", h.amplitude, unit("N"), h.frequency.value(), unit("rad/s"));
    }
    if (c.load.harmonics.size() > most_harmonics_shown) {
        fmt::print(file, " and {} more", c.load.harmonics.size() - most_harmonics_shown);
    }
    if (c.load.record) {
        fmt::print(file, ", {} samples from {:.6g} to {:.6g} s", c.load.record->times.size(),
                   c.load.record->times.front(), c.load.record->times.back());
    }
    fmt::print(file, "\n");
}

void write_normal(const NormalVariation& n, const Units& unit, std::FILE* file) {
    if (n.record) {
        fmt::print(file, " per {} of normal force, which is a record of {} samples", unit("N"), n.record->times.size());
    } else {
        fmt::print(file, " times {} + {:.6g}·sin(ωt + {:.6g}) for the normal force, ω = {:.6g} {}", n.mean, n.ratio,
                   n.phase, n.frequency.value(), unit("rad/s"));
    }
}

void write_oscillator(const Case& c, std::FILE* file) {
    const Oscillator& o = c.oscillator;
    const Units unit(c);
    if (c.is_dimensionless) {
        fmt::print(file, "oscillator   m = k = p₀ = 1, c = {:.6g} √(mk)", o.damping);
    } else {
        fmt::print(file, "oscillator   m = {:.6g} kg, k = {:.6g} N/m, c = {:.6g} N·s/m", o.mass, o.stiffness,
                   o.damping);
    }
    if (o.equilibrium != 0.0) fmt::print(file, ", equilibrium {:.6g} {}", o.equilibrium, unit("m"));
    if (o.stiffness > 0.0 && !c.is_dimensionless) {
        fmt::print(file, "; natural frequency {:.6g} rad/s", natural_frequency(o));
        if (o.damping > 0.0) fmt::print(file, ", damping ratio {:.6g}", o.damping / critical_damping(o));
    }
    if (o.cubic() != 0.0) fmt::print(file, ", cubic {:.6g} N/m³", o.cubic());
    fmt::print(file, "\nfriction     {}, bound {:.6g} {}", name(o.law), o.friction_bound, unit("N"));
    if (o.static_bound) fmt::print(file, ", static {:.6g} {}", *o.static_bound, unit("N"));
    if (o.has_varying_normal()) write_normal(*o.normal, unit, file);
    if (o.belt_velocity != 0.0) fmt::print(file, ", belt at {:.6g} m/s", o.belt_velocity);
    fmt::print(file, "\n");
    write_load(c, file);
    if (const auto r = c.ratios()) {
        fmt::print(file, "ratios       friction {:.6g}, frequency {:.6g}, damping {:.6g}", r->friction, r->frequency,
                   r->damping);
        if (r->static_friction) fmt::print(file, ", static {:.6g}", *r->static_friction);
        fmt::print(file, "\n");
    }
    fmt::print(file, "start        x = {:.6g} {}, v = {:.6g} {}\n", c.start.position, unit("m"), c.start.velocity,
               unit("m/s"));
}

void write_events(const Trajectory& trajectory, const Units& unit, std::FILE* file) {
    const std::vector<Event>& events = trajectory.events;
    if (events.empty()) {
        fmt::print(file, "\nno events\n");
        return;
    }
    fmt::print(file, "\n{:>20}  {:>22}  {:<15} {}\n", with_unit("t", unit("s")), with_unit("x", unit("m")), "event",
               "direction");
    const std::size_t shown = std::min(events.size(), most_events_shown);
    for (std::size_t i = 0; i < shown; ++i) {
        const Event& e = events[i];
        fmt::print(file, "{:>20.15g}  {:>22.15g}  {:<15} {}\n", e.time, e.position, name(e.kind),
                   e.direction > 0 ? "+" : (e.direction < 0 ? "-" : ""));
    }
    if (events.size() > shown)
        fmt::print(file, "{:>20}  and {} more (all of them with --json)\n", "...", events.size() - shown);
}

/// The widest of the intervals tells how good they are; all of them stand in the JSON.
void write_proof(const MotionProof& proof, const Units& unit, std::FILE* file) {
    double widest = 0.0;
    for (const ProvedEvent& e : proof.events) widest = std::max(widest, e.time.high - e.time.low);
    fmt::print(file,
               "proved       {} events until t = {:.10g} {}, each in an interval of at most {:.2g} {} (with --json)\n",
               proof.events.size(), proof.until, unit("s"), widest, unit("s"));
}

void write_stops(const MotionReport& report, std::FILE* file) {
    if (!report.period) return;
    const double period = *report.period;
    const double end = report.trajectory.end_time() * (1.0 + 1e-12);  // a run of n periods has n cycles
    const double cycles = std::floor(end / period);
    if (cycles < 1.0) return;
    // A mass that rests may do so for more cycles than have room in memory: only those are counted that are shown.
    const auto stops_in = [&](double cycle) {
        return std::ranges::count_if(report.trajectory.events, [&](const Event& e) {
            return e.kind == EventKind::slide_to_stick && std::floor(e.time / period) == cycle;
        });
    };
    fmt::print(file, "stops in each load cycle ({:.6g} {})  ", period, Units(report.problem)("s"));
    for (double i = 0.0; i < std::min(cycles, most_cycles_shown); ++i) fmt::print(file, " {}", stops_in(i));
    if (cycles > most_cycles_shown) fmt::print(file, " ... {}", stops_in(cycles - 1.0));
    fmt::print(file, "\n");
}

void write_end(const MotionReport& report, std::FILE* file) {
    const Sample s = report.trajectory.at(report.trajectory.end_time());
    const bool has_belt = report.problem.oscillator.belt_velocity != 0.0;
    const auto state = [&] {
        if (s.phase == PhaseKind::slide) return "sliding";
        if (s.phase == PhaseKind::open) return "without contact";
        return has_belt ? "stuck to the belt" : "at rest (residual displacement)";
    };
    const Units unit(report.problem);
    fmt::print(file, "end          t = {:.10g} {}, x = {:.15g} {}, v = {:.10g} {}, {}\n", s.time, unit("s"), s.position,
               unit("m"), s.velocity, unit("m/s"), state());
    if (const auto& base = report.problem.base) {
        fmt::print(file, "             absolute {:.10g} m, relative to the base {:.10g} m, base at {:.10g} m\n",
                   base->absolute_position(s.time, s.position), base->relative_position(s.time, s.position),
                   base->displacement.value(s.time));
    }
}

}  // namespace

void write_table(const MotionReport& report, std::FILE* file) {
    fmt::print(file, "{}\n\n", printable(report.problem.title));
    write_oscillator(report.problem, file);
    const Units unit(report.problem);
    write_events(report.trajectory, unit, file);
    fmt::print(file, "\n");
    write_stops(report, file);
    write_end(report, file);
    const Peaks& p = report.peaks;
    fmt::print(file, "peaks        |x| {:.10g} {}, |v| {:.10g} {}; slips {}, total slip {:.10g} {}\n", p.position,
               unit("m"), p.velocity, unit("m/s"), p.slips, p.total_slip, unit("m"));
    const EnergyBalance& e = report.energy;
    fmt::print(
        file, "energy       input {:.10g} {} = friction {:.10g} + damping {:.10g} + stored {:.10g}, imbalance {:.2g}\n",
        e.input, unit("J"), e.friction, e.damping, e.stored, e.imbalance);
    for (const auto& [key, d] : report.derivatives) {
        fmt::print(file, "derivatives  by {}: of the end, x {:.10g}, v {:.10g}; of the last event, t {:.10g}\n",
                   printable(key), d.final.position, d.final.velocity,
                   d.event_times.empty() ? undefined_value : d.event_times.back());
    }
    if (report.proof) write_proof(*report.proof, unit, file);
}

}  // namespace stickslip::cli
