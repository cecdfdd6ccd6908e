#include "structure_steady_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "steady_head.hpp"
#include "terminal_text.hpp"

namespace stickslip::cli {

namespace {

using structure::CoexistingMotion;
using structure::ContactCycle;
using structure::ContactEvent;
using structure::StructureSteadyState;

constexpr std::size_t most_lines_shown = 30;  // of degrees of freedom, of contacts

Json numbers(const std::vector<double>& values) {
    Json list = Json::array();
    for (const double value : values) list.push_back(json_number(value));
    return list;
}

/// null where nothing was found.
Json numbers_or_null(const std::vector<double>& values) { return values.empty() ? Json(nullptr) : numbers(values); }

Json contact_json(const std::string& name, const ContactCycle& c) {
    Json j{{"name", name},
           {"stops_per_cycle", c.stops_per_cycle},
           {"stops_then_reverse", c.stops_then_reverse},
           {"stops_then_same_direction", c.stops_then_same_direction},
           {"zero_duration_reversals", c.zero_duration_reversals},
           {"stuck_fraction", c.stuck_fraction},
           {"open_fraction", c.open_fraction},
           {"dissipated", json_number(c.dissipated)},
           {"slip", json_number(c.slip)},
           {"transmitted_force", json_number(c.transmitted_force)}};
    j["offset_bounds"] = c.offset_bounds ? Json{c.offset_bounds->first, c.offset_bounds->second} : Json(nullptr);
    return j;
}

/// In the shape of the numbers they belong to.
Json derivative_json(const structure::Structure& s, const structure::StructureSteadyDerivative& d) {
    Json contacts = Json::array();
    for (std::size_t j = 0; j < d.dissipated.size(); ++j) {
        contacts.push_back({{"name", contact_name(s, j)}, {"dissipated", json_number(d.dissipated[j])}});
    }
    return {{"period", json_number(d.period)},   {"amplitude", numbers_or_null(d.amplitude)},
            {"x_max", numbers_or_null(d.x_max)}, {"x_min", numbers_or_null(d.x_min)},
            {"contacts", std::move(contacts)},   {"damping_loss", json_number(d.damping_loss)}};
}

void write_derivatives(const StructureSteadyReport& report, std::FILE* file) {
    for (const auto& [key, d] : report.derivatives) {
        fmt::print(file, "\nderivatives by {}\n", printable(key));
        for (std::size_t i = 0; i < std::min(d.amplitude.size(), most_lines_shown); ++i) {
            fmt::print(file, "  of the amplitude of {:<16} {:>18.12g}\n",
                       printable(degree_name(report.problem.structure, i)), d.amplitude[i]);
        }
        for (std::size_t j = 0; j < std::min(d.dissipated.size(), most_lines_shown); ++j) {
            fmt::print(file, "  of the loss in {:<21} {:>18.12g}\n",
                       printable(contact_name(report.problem.structure, j)), d.dissipated[j]);
        }
    }
}

Json coexisting_json(const CoexistingMotion& m) {
    return {{"regime", name(m.regime)},
            {"load_periods", m.regime == Regime::chaotic ? Json(nullptr) : Json(m.load_periods)},
            {"amplitude", numbers(m.amplitude)},
            {"stops_per_cycle", numbers(m.stops_per_cycle)},
            {"multiplier", json_number(m.multiplier)},
            {"start", {{"position", numbers(m.start.position)}, {"velocity", numbers(m.start.velocity)}}}};
}

void write_degrees(const StructureSteadyReport& report, std::FILE* file) {
    const StructureSteadyState& s = report.state;
    const bool drifts = std::any_of(s.drift.begin(), s.drift.end(), [](double d) { return d != 0.0; });
    fmt::print(file, "\n{:<16} {:>18} {:>18} {:>18} {:>18}{}\n", "degree", "amplitude [m]", "largest x [m]",
               "smallest x [m]", "largest |v| [m/s]", drifts ? "  drift a period [m]" : "");
    const std::size_t size = s.amplitude.size();
    for (std::size_t i = 0; i < std::min(size, most_lines_shown); ++i) {
        fmt::print(file, "{:<16} {:>18.12g} {:>18.12g} {:>18.12g} {:>18.12g}",
                   printable(degree_name(report.problem.structure, i)), s.amplitude[i], s.x_max[i], s.x_min[i],
                   s.velocity[i]);
        if (drifts) fmt::print(file, "  {:>18.12g}", s.drift[i]);
        fmt::print(file, "\n");
    }
    if (size > most_lines_shown) fmt::print(file, "and {} more (all of them with --json)\n", size - most_lines_shown);
}

void write_contacts(const StructureSteadyReport& report, std::FILE* file) {
    const StructureSteadyState& s = report.state;
    if (s.contacts.empty()) return;
    fmt::print(file, "\n{:<16} {:>6} {:>10} {:>14} {:>16} {:>14} {:>14}\n", "contact", "stops", "reversals", "stuck",
               "dissipated [J]", "slip [m]", "force [N]");
    for (std::size_t j = 0; j < std::min(s.contacts.size(), most_lines_shown); ++j) {
        const ContactCycle& c = s.contacts[j];
        fmt::print(file, "{:<16} {:>6.4g} {:>10.4g} {:>14.10g} {:>16.10g} {:>14.8g} {:>14.8g}\n",
                   printable(contact_name(report.problem.structure, j)), c.stops_per_cycle, c.zero_duration_reversals,
                   c.stuck_fraction, c.dissipated, c.slip, c.transmitted_force);
    }
    if (s.contacts.size() > most_lines_shown) {
        fmt::print(file, "and {} more (all of them with --json)\n", s.contacts.size() - most_lines_shown);
    }
}

}  // namespace

StructureSteadyReport report_structure_steady_state(const CaseDocument& document,
                                                    const structure::SteadyOptions& options,
                                                    const std::vector<std::string>& derivatives) {
    StructureSteadyReport report;
    report.problem = structure::read_case(document);
    report.state = steady_state(report.problem.structure, report.problem.start, options);
    const std::vector<structure::StructureRate> rates = structure_rates(document, derivatives);
    const auto found = steady_derivatives(report.state, rates);
    for (std::size_t i = 0; i < found.size(); ++i) report.derivatives.emplace_back(derivatives[i], found[i]);
    return report;
}

StructureReport cycle_of(const StructureSteadyReport& report) {
    const structure::StructureTrajectory& cycle = *report.state.cycle;
    StructureReport motion{report.problem, cycle, {}, {}, {}};
    motion.problem.title += ", steady cycle";
    motion.energy = energy_balance(cycle);
    motion.peaks = peaks(cycle);
    return motion;
}

Json structure_steady_json(const StructureSteadyReport& report) {
    const structure::Structure& problem = report.problem.structure;
    const StructureSteadyState& s = report.state;
    const bool is_found = s.cycle != nullptr;
    const auto known = [&](double value) { return is_found ? json_number(value) : Json(nullptr); };
    Json j = steady_head(report.problem.title, name(s.regime));
    j["reason"] = s.reason.empty() ? Json(nullptr) : Json(s.reason);
    j["period"] = s.period ? Json(*s.period) : Json(nullptr);
    j["load_periods"] = is_found && !s.exponent ? Json(s.load_periods) : Json(nullptr);
    j["dof_names"] = Json::array();
    for (std::size_t i = 0; i < problem.size(); ++i) j["dof_names"].push_back(degree_name(problem, i));
    j["amplitude"] = numbers_or_null(s.amplitude);
    j["x_max"] = numbers_or_null(s.x_max);
    j["x_min"] = numbers_or_null(s.x_min);
    j["velocity"] = numbers_or_null(s.velocity);
    j["acceleration"] = numbers_or_null(s.acceleration);
    j["multiplier"] = known(s.multiplier);
    j["exponent"] = s.exponent ? json_number(*s.exponent) : Json(nullptr);
    j["exponent_error"] = s.exponent ? json_number(s.exponent_error) : Json(nullptr);
    j["free_offsets"] = is_found ? Json(s.free_offsets) : Json(nullptr);
    j["drift"] = numbers_or_null(s.drift);
    j["residual"] = known(s.residual);
    j["contacts"] = Json::array();
    for (std::size_t k = 0; k < s.contacts.size(); ++k) {
        j["contacts"].push_back(contact_json(contact_name(problem, k), s.contacts[k]));
    }
    j["damping_loss"] = known(s.damping_loss);
    j["input"] = known(s.input);
    j["coexists"] = Json::array();
    for (const CoexistingMotion& m : s.coexists) j["coexists"].push_back(coexisting_json(m));
    j["events"] = Json::array();
    if (is_found) {
        for (const ContactEvent& e : s.cycle->events) {
            j["events"].push_back(
                {{"t", e.time}, {"contact", e.contact + 1}, {"kind", name(e.kind)}, {"direction", e.direction}});
        }
    }
    for (const auto& [key, d] : report.derivatives) j["derivatives"][key] = derivative_json(problem, d);
    return j;
}

void write_structure_steady_card(const StructureSteadyReport& report, std::FILE* file) {
    const StructureSteadyState& s = report.state;
    fmt::print(file, "{}\n\nregime        {}\n", printable(report.problem.title), name(s.regime));
    if (!s.cycle) return;
    if (s.period) {
        fmt::print(file, "period        {:.15g} s{}\n", *s.period,
                   s.is_limit_cycle      ? ", a limit cycle's own"
                   : s.load_periods == 1 ? ""
                                         : fmt::format(", {} load periods", s.load_periods));
    }
    if (s.exponent) {
        fmt::print(file, "exponent      {:.3g} ± {:.1g} per second; means over {} load periods\n", *s.exponent,
                   s.exponent_error, s.load_periods);
    } else {
        fmt::print(file, "multiplier    {:.12g}, closes to {:.1e} m\n", s.multiplier, s.residual);
    }
    if (s.free_offsets > 0) {
        fmt::print(file, "offsets       {} decided by the start, of contacts that never slip\n", s.free_offsets);
    }
    write_degrees(report, file);
    write_contacts(report, file);
    double friction = 0.0;
    for (const ContactCycle& c : s.contacts) friction += c.dissipated;
    fmt::print(file, "\nenergy        a {}: input {:.10g} J = friction {:.10g} + damping {:.10g}\n",
               s.is_limit_cycle ? "cycle" : "load period", s.input, friction, s.damping_loss);
    write_derivatives(report, file);
    for (const CoexistingMotion& m : s.coexists) {
        if (m.regime == Regime::chaotic) {
            fmt::print(file, "another start leads to a chaotic motion\n");
            continue;
        }
        fmt::print(file, "another start leads to a {} motion of {} load period{} with multiplier {:.6g}\n",
                   name(m.regime), m.load_periods, m.load_periods == 1 ? "" : "s", m.multiplier);
    }
}

std::string why_no_structure_steady_state(const StructureSteadyReport& report) {
    if (report.state.cycle) return {};
    return fmt::format("there is no steady state ({}): {}", name(report.state.regime), report.state.reason);
}

}  // namespace stickslip::cli
