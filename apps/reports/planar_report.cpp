#include "planar_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "plot_panels.hpp"
#include "stickslip/model/field_error.hpp"
#include "terminal_text.hpp"

namespace stickslip::cli {

namespace {

constexpr std::size_t cycle_samples = 1001;

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

void put_rows(const std::vector<planar::Sample>& samples, std::FILE* file) {
    fmt::memory_buffer text;
    for (const planar::Sample& s : samples) {
        fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{},{},{},{}\n", s.time, s.position.x1, s.position.x2,
                       s.velocity.x1, s.velocity.x2, s.acceleration.x1, s.acceleration.x2, s.friction.x1,
                       s.friction.x2);
    }
    std::fwrite(text.data(), 1, text.size(), file);
}

constexpr const char* csv_header = "t,x1,x2,v1,v2,a1,a2,friction1,friction2\n";

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
    fmt::print(file, "\nfriction     bound {:.6g} N\nload         {}", o.friction_bound,
               name(report.problem.load_kind));
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

PlanarReport report_planar_motion(const CaseDocument& document, const MotionRequest& request, const std::string& method,
                                  std::optional<double> step) {
    PlanarReport report;
    report.case_text = document.text();
    report.problem = document.read_planar();
    report.method = method_named(method);
    const planar::Case& problem = report.problem;
    const double until = checked_end(problem, request);
    planar::SimulationOptions options;
    options.method = report.method;
    if (request.most_events) options.most_events = *request.most_events;
    if (request.most_phases) options.most_pieces = *request.most_phases;
    if (step) {
        if (report.method == planar::Method::exact) {
            throw FieldError("step", " belongs to the fixed-step methods; exact chooses its own steps");
        }
        options.step = *step;
    }
    if (request.progress) options.progress = [&](double time) { request.progress(time / until); };
    report.trajectory = planar::simulate(problem.oscillator, problem.load, problem.start, until, options);
    report.times = {request.times, request.samples.value_or(problem.run.samples.value_or(default_samples)), until};
    report.energy = planar::energy_balance(report.trajectory);
    report.peaks = planar::peaks(report.trajectory);
    report.period = problem.load.period();
    return report;
}

void write_planar_csv(const PlanarReport& report, std::FILE* file) {
    std::fputs(csv_header, file);
    for_each_piece(report, [&](const std::vector<planar::Sample>& piece) { put_rows(piece, file); });
}

void write_planar_cycle_csv(const planar::SteadyState& s, std::FILE* file) {
    std::fputs(csv_header, file);
    std::vector<double> times;
    for (std::size_t i = 0; i < cycle_samples; ++i) {
        times.push_back(s.cycle->end_time() * (static_cast<double>(i) / static_cast<double>(cycle_samples - 1)));
    }
    put_rows(s.cycle->at(times), file);
}

void write_planar_table(const PlanarReport& report, std::FILE* file) {
    fmt::print(file, "{}\n\n", printable(report.problem.title));
    write_problem(report, file);
    write_events(report.trajectory, file);
    const planar::Sample s = report.trajectory.at(report.trajectory.end_time());
    fmt::print(file, "\nend          t = {:.10g} s, x = ({:.13g}, {:.13g}) m, v = ({:.10g}, {:.10g}) m/s, {}\n", s.time,
               s.position.x1, s.position.x2, s.velocity.x1, s.velocity.x2,
               s.phase == PhaseKind::stick ? "stuck" : "sliding");
    fmt::print(file, "friction     ({:.10g}, {:.10g}) N\n", s.friction.x1, s.friction.x2);
    fmt::print(file, "peaks        |x| {:.10g} m, |v| {:.10g} m/s; total slip {:.10g} m\n", report.peaks.position,
               report.peaks.velocity, report.peaks.total_slip);
    const EnergyBalance& e = report.energy;
    fmt::print(file,
               "energy       input {:.10g} J = friction {:.10g} + damping {:.10g} + stored {:.10g}, imbalance {:.2g}\n",
               e.input, e.friction, e.damping, e.stored, e.imbalance);
}

}  // namespace stickslip::cli
