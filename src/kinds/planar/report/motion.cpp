#include "report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "plot_panels.hpp"
#include "stickslip/model/field_error.hpp"
#include "terminal_text.hpp"

namespace stickslip::cli {

namespace {

planar::Method method_named(const std::string& text) {
    if (const auto method = planar::method_from_name(text)) return *method;
    throw FieldError("method", " " + text + ": must be exact, group-preserving or lorentz-composition");
}

double checked_end(const planar::Case& problem, const MotionRequest& request) {
    double until = request.until ? *request.until : problem.end_time();
    if (!(until >= 0.0) || !std::isfinite(until)) {
        throw FieldError("until", fmt::format(" {}: must be a finite number ≥ 0 [s]", until));
    }
    for (const double time : request.times) {
        if (!(time >= 0.0) || !std::isfinite(time)) {
            throw FieldError("times", fmt::format(" {}: every time must be a finite number ≥ 0 [s]", time));
        }
        until = std::max(until, time);
    }
    return until;
}

/// Both components of a vector, x1 and x2.
struct Components {
    std::size_t first;  ///< place in the list of dimensions
    Quantity of(std::string name, std::string unit, std::string description) const {
        return {std::move(name), std::move(unit), std::move(description), first};
    }
};

void append(std::vector<double>& column, const planar::Vector& v) { column.insert(column.end(), {v.x1, v.x2}); }

Columns planar_sample_columns(const std::vector<planar::Sample>& samples) {
    Columns columns(5);
    for (const planar::Sample& s : samples) {
        columns[0].push_back(s.time);
        append(columns[1], s.position);
        append(columns[2], s.velocity);
        append(columns[3], s.acceleration);
        append(columns[4], s.friction);
    }
    return columns;
}

Columns planar_event_columns(const std::vector<planar::Event>& events, std::size_t first, std::size_t count) {
    Columns columns(4);
    for (std::size_t i = first; i < first + count; ++i) {
        const planar::Event& e = events[i];
        columns[0].push_back(e.time);
        columns[1].push_back(static_cast<double>(e.kind));
        append(columns[2], e.position);
        append(columns[3], e.direction);
    }
    return columns;
}

void write_problem(const PlanarReport& report, std::FILE* file) {
    const planar::Oscillator& o = report.problem.oscillator;
    fmt::print(file, "oscillator   m = {:.6g} kg, k = {:.6g} N/m, c = {:.6g} N·s/m, ", o.mass, o.stiffness, o.damping);
    if (o.is_rigid()) {
        fmt::print(file, "rigid support");
    } else {
        fmt::print(file, "support k_d = {:.6g} N/m", *o.support_stiffness);
    }
    if (o.stiffness > 0.0) {
        fmt::print(file, "; natural frequency {:.6g} rad/s, damping ratio {:.6g}", natural_frequency(o),
                   damping_ratio(o));
    }
    fmt::print(file, "\nfriction     bound {:.6g} N", o.friction_bound);
    if (o.has_varying_normal() && o.normal->record) {
        fmt::print(file, " per N of normal force, which is a record");
    } else if (o.has_varying_normal()) {
        fmt::print(file, " times {} + {:.6g}·sin(ωt + {:.6g}) for the normal force, ω = {:.6g} rad/s", o.normal->mean,
                   o.normal->ratio, o.normal->phase, o.normal->frequency.value());
    }
    fmt::print(file, "\nload         {}", name(report.problem.load_kind));
    for (int i = 0; i < 2; ++i) {
        for (const Harmonic& h : report.problem.load.axis(i).harmonics) {
            fmt::print(file, ", axis {}: {:.6g} N at {:.6g} rad/s, phase {:.6g}", i + 1, h.amplitude,
                       h.frequency.value(), h.phase);
        }
    }
    fmt::print(file, "\nmethod       {}\n", name(report.method));
}

void write_events(const planar::Trajectory& t, std::FILE* file) {
    if (t.events.empty()) {
        fmt::print(file, "\nno events\n");
        return;
    }
    fmt::print(file, "\n{:>20}  {:>20}  {:>20}  event\n", "t [s]", "x1 [m]", "x2 [m]");
    const std::size_t shown = std::min(t.events.size(), most_events_shown);
    for (std::size_t i = 0; i < shown; ++i) {
        const planar::Event& e = t.events[i];
        fmt::print(file, "{:>20.15g}  {:>20.13g}  {:>20.13g}  {}\n", e.time, e.position.x1, e.position.x2,
                   name(e.kind));
    }
    if (t.events.size() > shown) {
        fmt::print(file, "{:>20}  and {} more (all of them with --json)\n", "...", t.events.size() - shown);
    }
}

}  // namespace

PlanarReport report_planar_motion(const CaseDocument& document, const MotionRequest& request) {
    PlanarReport report;
    report.problem = document.read_planar();
    report.method = method_named(request.method);
    const planar::Case& problem = report.problem;
    const double until = checked_end(problem, request);
    planar::SimulationOptions options;
    options.method = report.method;
    if (request.most_events) options.most_events = *request.most_events;
    if (request.most_phases) options.most_pieces = *request.most_phases;
    if (request.step) {
        if (report.method == planar::Method::exact) {
            throw FieldError("step", " belongs to the fixed-step methods; exact chooses its own steps");
        }
        options.step = *request.step;
    }
    if (request.progress) options.progress = [&](double time) { request.progress(time / until); };
    report.trajectory = planar::simulate(problem.oscillator, problem.load, problem.start, until, options);
    report.times = times_of(request, problem.run, until);
    report.energy = planar::energy_balance(report.trajectory);
    report.peaks = planar::peaks(report.trajectory);
    report.period = common_period(problem.load, problem.oscillator.normal);
    return report;
}

MotionResult planar_tables(const planar::Case& problem, std::shared_ptr<const planar::Trajectory> motion,
                           const SampleTimes& times) {
    MotionResult tables{.title = problem.title, .times = times, .end_time = motion->end_time()};
    tables.dimensions = {{.name = "axis", .names = {"first axis", "second axis"}, .is_split = true}};
    const Components both{0};
    tables.samples = {{"t", "s", "time"},
                      both.of("x", "m", "displacement"),
                      both.of("v", "m s-1", "velocity"),
                      both.of("a", "m s-2", "acceleration"),
                      both.of("friction", "N", "friction force")};
    tables.samples_at = [motion](const std::vector<double>& at) { return planar_sample_columns(motion->at(at)); };
    tables.events = {{"t", "s", "time of the event"},
                     {.name = "kind",
                      .unit = "1",
                      .description = "kind of the event",
                      .words = "slide-to-stick stick-to-slide reversal open close"},
                     both.of("x", "m", "displacement at the event"),
                     both.of("direction", "1", "direction of the friction force that ends or begins the slide")};
    tables.event_count = motion->events.size();
    tables.events_from = [motion](std::size_t first, std::size_t count) {
        return planar_event_columns(motion->events, first, count);
    };
    tables.numbers = NumberStyle::with_point;
    return tables;
}

void write_planar_table(const PlanarReport& report, std::FILE* file) {
    fmt::print(file, "{}\n\n", printable(report.problem.title));
    write_problem(report, file);
    write_events(report.trajectory, file);
    const planar::Sample s = report.trajectory.at(report.trajectory.end_time());
    fmt::print(file, "\nend          t = {:.10g} s, x = ({:.13g}, {:.13g}) m, v = ({:.10g}, {:.10g}) m/s, {}\n", s.time,
               s.position.x1, s.position.x2, s.velocity.x1, s.velocity.x2,
               s.phase == PhaseKind::stick ? "stuck" : (s.phase == PhaseKind::open ? "without contact" : "sliding"));
    fmt::print(file, "friction     ({:.10g}, {:.10g}) N\n", s.friction.x1, s.friction.x2);
    fmt::print(file, "peaks        |x| {:.10g} m, |v| {:.10g} m/s; total slip {:.10g} m\n", report.peaks.position,
               report.peaks.velocity, report.peaks.total_slip);
    const EnergyBalance& e = report.energy;
    fmt::print(file,
               "energy       input {:.10g} J = friction {:.10g} + damping {:.10g} + stored {:.10g}, imbalance {:.2g}\n",
               e.input, e.friction, e.damping, e.stored, e.imbalance);
}

}  // namespace stickslip::cli
