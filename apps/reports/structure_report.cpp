#include "structure_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "terminal_text.hpp"

namespace stickslip::cli {

namespace {

using structure::ContactEvent;
using structure::Structure;
using structure::StructureEnergy;
using structure::StructureOptions;
using structure::StructureSample;

constexpr std::size_t default_structure_samples = 1001;
constexpr std::size_t most_structure_events_shown = 20;
constexpr std::size_t most_rows_shown = 30;  // of degrees of freedom, of contacts
constexpr std::size_t numbers_held = 1'000'000;

void write_events(const StructureReport& report, std::FILE* file) {
    const std::vector<ContactEvent>& events = report.trajectory.events;
    if (events.empty()) {
        fmt::print(file, "\nno events\n");
        return;
    }
    fmt::print(file, "\n{:>20}  {:<16} {:<15} {}\n", "t [s]", "contact", "event", "direction");
    const std::size_t shown = std::min(events.size(), most_structure_events_shown);
    for (std::size_t i = 0; i < shown; ++i) {
        const ContactEvent& e = events[i];
        const char* direction = e.direction > 0 ? "+" : e.direction < 0 ? "-" : "";
        fmt::print(file, "{:>20.15g}  {:<16} {:<15} {}\n", e.time,
                   printable(contact_name(report.problem.structure, e.contact)), name(e.kind), direction);
    }
    if (events.size() > shown) {
        fmt::print(file, "{:>20}  and {} more (all of them with --json)\n", "...", events.size() - shown);
    }
}

void write_degrees(const StructureReport& report, const StructureSample& last, std::FILE* file) {
    fmt::print(file, "\n{:<16} {:>22} {:>22} {:>16} {:>16}\n", "degree", "x at the end [m]", "v at the end [m/s]",
               "peak |x| [m]", "peak |v| [m/s]");
    const std::size_t size = last.position.size();
    for (std::size_t i = 0; i < std::min(size, most_rows_shown); ++i) {
        fmt::print(file, "{:<16} {:>22.15g} {:>22.15g} {:>16.10g} {:>16.10g}\n",
                   printable(degree_name(report.problem.structure, i)), last.position[i], last.velocity[i],
                   report.peaks.position[i], report.peaks.velocity[i]);
    }
    if (size > most_rows_shown) fmt::print(file, "and {} more (all of them with --json)\n", size - most_rows_shown);
}

void write_contacts(const StructureReport& report, const StructureSample& last, std::FILE* file) {
    const std::size_t count = last.contacts.size();
    if (count == 0) return;
    fmt::print(file, "\n{:<16} {:<8} {:>22} {:>22} {:>18}\n", "contact", "at end", "friction [N]", "total slip [m]",
               "dissipated [J]");
    for (std::size_t j = 0; j < std::min(count, most_rows_shown); ++j) {
        fmt::print(file, "{:<16} {:<8} {:>22.15g} {:>22.10g} {:>18.10g}\n",
                   printable(contact_name(report.problem.structure, j)), name(last.contacts[j].phase), last.friction[j],
                   report.peaks.total_slip[j], report.energy.friction[j]);
    }
    if (count > most_rows_shown) fmt::print(file, "and {} more (all of them with --json)\n", count - most_rows_shown);
}

}  // namespace

StructureReport report_structure(const CaseDocument& document, const MotionRequest& request) {
    check_times(request);
    StructureReport report;
    report.case_text = document.text();
    report.problem = structure::read_case(document);
    const structure::Case& problem = report.problem;
    double until = request.until ? *request.until : problem.end_time();
    for (const double time : request.times) until = std::max(until, time);
    StructureOptions options;
    if (request.most_events) options.most_events = *request.most_events;
    if (request.progress) options.progress = [&](double time) { request.progress(time / until); };
    report.trajectory = simulate(problem.structure, problem.start, until, options);
    report.times = {request.times, request.samples.value_or(problem.run.samples.value_or(default_structure_samples)),
                    until};
    report.energy = energy_balance(report.trajectory);
    report.peaks = peaks(report.trajectory);
    return report;
}

void for_each_piece(const StructureReport& report,
                    const std::function<void(const std::vector<StructureSample>&)>& take) {
    const double last = report.trajectory.end_time();
    const std::size_t numbers = 3 * report.problem.structure.size() + 2 * report.problem.structure.contacts.size();
    const std::size_t piece = std::max<std::size_t>(numbers_held / numbers, 1);
    std::vector<double> times;
    for (std::size_t i = 0; i < report.times.size(); ++i) {
        if (report.times[i] <= last) times.push_back(report.times[i]);
        if (times.size() < piece && i + 1 < report.times.size()) continue;
        take(report.trajectory.at(times));
        times.clear();
    }
}

void write_structure_csv(const StructureReport& report, std::FILE* file) {
    const std::size_t size = report.problem.structure.size();
    const std::size_t contacts = report.problem.structure.contacts.size();
    std::string header = "t";
    for (std::size_t i = 1; i <= size; ++i) header += fmt::format(",x{}", i);
    for (std::size_t i = 1; i <= size; ++i) header += fmt::format(",v{}", i);
    for (std::size_t j = 1; j <= contacts; ++j) header += fmt::format(",friction{}", j);
    fmt::print(file, "{}\n", header);
    fmt::memory_buffer text;
    for_each_piece(report, [&](const std::vector<StructureSample>& piece) {
        text.clear();
        for (const StructureSample& s : piece) {
            fmt::format_to(std::back_inserter(text), "{}", s.time);
            for (const std::vector<double>* row : {&s.position, &s.velocity, &s.friction}) {
                for (const double value : *row) fmt::format_to(std::back_inserter(text), ",{}", value);
            }
            text.push_back('\n');
        }
        std::fwrite(text.data(), 1, text.size(), file);
    });
}

void write_structure_table(const StructureReport& report, std::FILE* file) {
    const Structure& s = report.problem.structure;
    const auto count = [](std::size_t n, const char* one, const char* many) {
        return fmt::format("{} {}", n, n == 1 ? one : many);
    };
    fmt::print(file, "{}\n\n", printable(report.problem.title));
    fmt::print(file, "structure    {}, {}, {}\n", count(s.size(), "degree of freedom", "degrees of freedom"),
               count(s.contacts.size(), "contact", "contacts"), count(s.loads.size(), "load", "loads"));
    write_events(report, file);
    const StructureSample last = report.trajectory.at(report.trajectory.end_time());
    write_degrees(report, last, file);
    write_contacts(report, last, file);
    const StructureEnergy& e = report.energy;
    double friction = 0.0;
    for (const double lost : e.friction) friction += lost;
    fmt::print(file, "\nend          t = {:.10g} s, after {}\n", report.trajectory.end_time(),
               count(report.trajectory.events.size(), "event", "events"));
    fmt::print(file,
               "energy       input {:.10g} J = friction {:.10g} + damping {:.10g} + stored {:.10g}, imbalance {:.2g}\n",
               e.input, friction, e.damping, e.stored, e.imbalance);
}

}  // namespace stickslip::cli
