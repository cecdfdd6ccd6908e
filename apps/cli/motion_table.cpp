// What a person reads: the oscillator, the events, where it ends, the extremes, the energies.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "motion_report.hpp"
#include "stickslip/model/ratios.hpp"

namespace stickslip::cli {

namespace {

constexpr std::size_t most_events_shown = 20;
constexpr std::size_t most_cycles_shown = 20;

void write_load(const Case& c, std::FILE* file) {
    fmt::print(file, "load         {}", name(c.load_kind));
    if (c.base) fmt::print(file, ", {} surface", name(c.base->surface));
    if (c.base && c.base->amplitude) fmt::print(file, ", Y = {:.6g} m", *c.base->amplitude);
    if (c.load.constant != 0.0) fmt::print(file, ", {:.6g} N", c.load.constant);
    constexpr std::size_t most_harmonics_shown = 4;
    for (std::size_t i = 0; i < std::min(c.load.harmonics.size(), most_harmonics_shown); ++i) {
        const Harmonic& h = c.load.harmonics[i];
        fmt::print(file, ", {:.6g} N at {:.6g} rad/s", h.amplitude, h.frequency.value());
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

void write_oscillator(const Case& c, std::FILE* file) {
    const Oscillator& o = c.oscillator;
    fmt::print(file, "oscillator   m = {:.6g} kg, k = {:.6g} N/m, c = {:.6g} N·s/m", o.mass, o.stiffness, o.damping);
    if (o.equilibrium != 0.0) fmt::print(file, ", equilibrium {:.6g} m", o.equilibrium);
    if (o.stiffness > 0.0) {
        fmt::print(file, "; natural frequency {:.6g} rad/s", natural_frequency(o));
        if (o.damping > 0.0) fmt::print(file, ", damping ratio {:.6g}", o.damping / critical_damping(o));
    }
    if (o.cubic() != 0.0) fmt::print(file, ", cubic {:.6g} N/m³", o.cubic());
    fmt::print(file, "\nfriction     {}, bound {:.6g} N", name(o.law), o.friction_bound);
    if (o.static_bound) fmt::print(file, ", static {:.6g} N", *o.static_bound);
    if (o.belt_velocity != 0.0) fmt::print(file, ", belt at {:.6g} m/s", o.belt_velocity);
    fmt::print(file, "\n");
    write_load(c, file);
    if (const auto r = c.ratios()) {
        fmt::print(file, "ratios       friction {:.6g}, frequency {:.6g}, damping {:.6g}", r->friction, r->frequency,
                   r->damping);
        if (r->static_friction) fmt::print(file, ", static {:.6g}", *r->static_friction);
        fmt::print(file, "\n");
    }
    fmt::print(file, "start        x = {:.6g} m, v = {:.6g} m/s\n", c.start.position, c.start.velocity);
}

void write_events(const Trajectory& trajectory, std::FILE* file) {
    const std::vector<Event>& events = trajectory.events;
    if (events.empty()) {
        fmt::print(file, "\nno events\n");
        return;
    }
    fmt::print(file, "\n{:>20}  {:>22}  {:<15} {}\n", "t [s]", "x [m]", "event", "direction");
    const std::size_t shown = std::min(events.size(), most_events_shown);
    for (std::size_t i = 0; i < shown; ++i) {
        const Event& e = events[i];
        fmt::print(file, "{:>20.15g}  {:>22.15g}  {:<15} {}\n", e.time, e.position, name(e.kind),
                   e.direction > 0 ? "+" : "-");
    }
    if (events.size() > shown)
        fmt::print(file, "{:>20}  and {} more (all of them with --json)\n", "...", events.size() - shown);
}

void write_stops(const MotionReport& report, std::FILE* file) {
    if (!report.period) return;
    const std::vector<int> stops = stops_in_each_period(report.trajectory, *report.period);
    const auto complete = static_cast<std::size_t>(
        std::floor(report.trajectory.end_time() / *report.period * (1.0 + 1e-12)));  // a run of n periods has n cycles
    const std::size_t cycles = std::min(stops.size(), complete);
    if (cycles == 0) return;
    fmt::print(file, "stops in each load cycle ({:.6g} s)  ", *report.period);
    for (std::size_t i = 0; i < std::min(cycles, most_cycles_shown); ++i) fmt::print(file, " {}", stops[i]);
    if (cycles > most_cycles_shown) fmt::print(file, " ... {}", stops[cycles - 1]);
    fmt::print(file, "\n");
}

void write_end(const MotionReport& report, std::FILE* file) {
    const Sample s = report.trajectory.at(report.trajectory.end_time());
    const bool has_belt = report.problem.oscillator.belt_velocity != 0.0;
    const char* stuck = has_belt ? "stuck to the belt" : "at rest (residual displacement)";
    fmt::print(file, "end          t = {:.10g} s, x = {:.15g} m, v = {:.10g} m/s, {}\n", s.time, s.position, s.velocity,
               s.phase == PhaseKind::stick ? stuck : "sliding");
    if (const auto& base = report.problem.base) {
        fmt::print(file, "             absolute {:.10g} m, relative to the base {:.10g} m, base at {:.10g} m\n",
                   base->absolute_position(s.time, s.position), base->relative_position(s.time, s.position),
                   base->displacement.value(s.time));
    }
}

}  // namespace

void write_table(const MotionReport& report, std::FILE* file) {
    fmt::print(file, "{}{}\n\n", report.problem.title, report.problem.is_dimensionless ? " (m = k = p0 = 1)" : "");
    write_oscillator(report.problem, file);
    write_events(report.trajectory, file);
    fmt::print(file, "\n");
    write_stops(report, file);
    write_end(report, file);
    const Peaks& p = report.peaks;
    fmt::print(file, "peaks        |x| {:.10g} m, |v| {:.10g} m/s; slips {}, total slip {:.10g} m\n", p.position,
               p.velocity, p.slips, p.total_slip);
    const EnergyBalance& e = report.energy;
    fmt::print(file,
               "energy       input {:.10g} J = friction {:.10g} + damping {:.10g} + stored {:.10g}, imbalance {:.2g}\n",
               e.input, e.friction, e.damping, e.stored, e.imbalance);
}

}  // namespace stickslip::cli
