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

constexpr std::size_t most_rows_shown = 30;  // of degrees of freedom, of contacts
constexpr std::size_t numbers_held = 1'000'000;

void write_events(const StructureReport& report, std::FILE* file) {
    const std::vector<ContactEvent>& events = report.trajectory.events;
    if (events.empty()) {
        fmt::print(file, "\nno events\n");
        return;
    }
    fmt::print(file, "\n{:>20}  {:<16} {:<15} {}\n", "t [s]", "contact", "event", "direction");
    const std::size_t shown = std::min(events.size(), most_events_shown);
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

void write_derivatives(const StructureReport& report, std::FILE* file) {
    for (const auto& [key, d] : report.derivatives) {
        fmt::print(file, "\nby {:<13} {:>22} {:>22}\n", printable(key), "of x at the end", "of v at the end");
        const std::size_t size = d.final.position.size();
        for (std::size_t i = 0; i < std::min(size, most_rows_shown); ++i) {
            fmt::print(file, "{:<16} {:>22.15g} {:>22.15g}\n", printable(degree_name(report.problem.structure, i)),
                       d.final.position[i], d.final.velocity[i]);
        }
        if (size > most_rows_shown) {
            fmt::print(file, "and {} more (all of them with --json)\n", size - most_rows_shown);
        }
        if (!d.event_times.empty()) fmt::print(file, "last event       t {:.10g}\n", d.event_times.back());
    }
}

std::vector<std::string> degree_names(const Structure& s) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < s.size(); ++i) names.push_back(degree_name(s, i));
    return names;
}

std::vector<std::string> contact_names(const Structure& s) {
    std::vector<std::string> names;
    for (std::size_t j = 0; j < s.contacts.size(); ++j) names.push_back(contact_name(s, j));
    return names;
}

std::vector<Quantity> structure_quantities(const Structure& s) {
    constexpr std::size_t degrees = 0, contacts = 1;  // dimensions
    std::vector<Quantity> all{{"t", "s", "time"},
                              {"x", "m", "displacement", degrees},
                              {"v", "m s-1", "velocity", degrees},
                              {.name = "a",
                               .unit = "m s-2",
                               .description = "acceleration",
                               .over = degrees,
                               .in_csv = false,
                               .in_json = false},
                              {"friction", "N", "friction force, least-norm split of redundant contacts", contacts},
                              {.name = "deflection",
                               .unit = "m",
                               .description = "deflection of the spring of an elastic contact",
                               .over = contacts,
                               .in_csv = false,
                               .in_json = false},
                              {.name = "state",
                               .unit = "1",
                               .description = "state of the contact",
                               .over = contacts,
                               .words = "stick slide open",
                               .in_csv = false,
                               .in_json = false}};
    if (!has_normal_springs(s)) return all;
    all.push_back({.name = "normal",
                   .unit = "N",
                   .description = "normal force that the motion decides",
                   .over = contacts,
                   .in_csv = false});
    return all;
}

Columns structure_columns(const Structure& structure, const std::vector<StructureSample>& samples) {
    const bool has_normals = has_normal_springs(structure);
    Columns columns(has_normals ? 8 : 7);
    for (const StructureSample& s : samples) {
        columns[0].push_back(s.time);
        const std::vector<double>* rows[] = {&s.position, &s.velocity, &s.acceleration, &s.friction, &s.deflection};
        for (std::size_t c = 0; c < 5; ++c)
            columns[c + 1].insert(columns[c + 1].end(), rows[c]->begin(), rows[c]->end());
        for (const structure::ContactState& c : s.contacts) columns[6].push_back(static_cast<double>(c.phase));
        if (!has_normals) continue;
        const std::vector<double> forces = structure::normal_forces(structure, s.position);
        columns[7].insert(columns[7].end(), forces.begin(), forces.end());
    }
    return columns;
}

Columns contact_event_columns(const std::vector<ContactEvent>& events, std::size_t first, std::size_t count) {
    Columns columns(4);
    for (std::size_t i = first; i < first + count; ++i) {
        const ContactEvent& e = events[i];
        const double values[] = {e.time, static_cast<double>(e.contact + 1), static_cast<double>(e.kind),
                                 static_cast<double>(e.direction)};
        for (std::size_t c = 0; c < columns.size(); ++c) columns[c].push_back(values[c]);
    }
    return columns;
}

}  // namespace

std::vector<structure::StructureRate> structure_rates(const CaseDocument& document,
                                                      const std::vector<std::string>& keys) {
    std::vector<structure::StructureRate> rates;
    for (const std::string& key : keys) rates.push_back(structure::rate_of_structure(document, key));
    return rates;
}

StructureReport report_structure(const CaseDocument& document, const MotionRequest& request) {
    check_times(request);
    StructureReport report;
    report.problem = structure::read_case(document);
    const structure::Case& problem = report.problem;
    const double until = end_of(request, [&] { return problem.end_time(); });
    StructureOptions options;
    if (request.most_events) options.most_events = *request.most_events;
    if (request.progress) options.progress = [&](double time) { request.progress(time / until); };
    report.trajectory = simulate(problem.structure, problem.start, until, options);
    report.times = times_of(request, problem.run, until);
    report.energy = energy_balance(report.trajectory);
    report.peaks = peaks(report.trajectory);
    if (request.derivatives.empty()) return report;
    const std::vector<structure::StructureRate> rates = structure_rates(document, request.derivatives);
    const std::vector<structure::StructureDerivative> found = motion_derivatives(report.trajectory, rates);
    for (std::size_t i = 0; i < found.size(); ++i) report.derivatives.emplace_back(request.derivatives[i], found[i]);
    return report;
}

MotionResult structure_tables(const structure::Case& problem,
                              std::shared_ptr<const structure::StructureTrajectory> motion, const SampleTimes& times) {
    const Structure& s = problem.structure;
    MotionResult tables{.title = problem.title, .times = times, .end_time = motion->end_time()};
    tables.most_held = std::max<std::size_t>(numbers_held / (3 * s.size() + 2 * s.contacts.size()), 1);
    tables.dimensions = {{"dof", "name of the degree of freedom, or its number", degree_names(s)},
                         {"contact", "name of the contact, or its number", contact_names(s)}};
    tables.samples = structure_quantities(s);
    tables.samples_at = [motion](const std::vector<double>& at) {
        return structure_columns(*motion->structure, motion->at(at));
    };
    tables.events = {{"t", "s", "time of the event"},
                     {"contact", "1", "contact of the event, from 1"},
                     {.name = "kind",
                      .unit = "1",
                      .description = "kind of the event",
                      .words = "slide-to-stick stick-to-slide reversal open close"},
                     {"direction", "1", "sign of the slide that begins, 0 for a stop"}};
    tables.event_count = motion->events.size();
    tables.events_from = [motion](std::size_t first, std::size_t count) {
        return contact_event_columns(motion->events, first, count);
    };
    return tables;
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
    write_derivatives(report, file);
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
