// Steady states of cases of any kind, with the names of the command line's JSON.

#include <array>
#include <cmath>

#include "motion.hpp"
#include "stickslip/maps/map_request.hpp"
#include "stickslip/planar/observables.hpp"
#include "stickslip/steady/observables.hpp"
#include "stickslip/structure/steady_state.hpp"
#include "verb.hpp"

namespace stickslip::c {

namespace {

using planar::Vector;
using structure::ContactCycle;
using structure::StructureSteadyState;

constexpr std::array<std::string_view, 2> steady_options = {"all_orbits", "cycle_samples"};
constexpr std::string_view cycle = "cycle.";

/// Equal steps over a cycle, both ends included.
std::vector<double> even_times(double end, std::size_t count) {
    std::vector<double> times;
    for (std::size_t i = 0; i < count; ++i) times.push_back(end * double(i) / double(count - 1));
    return times;
}

void add_pair(stickslip_result& r, const char* name, std::string_view unit, const Vector& v) {
    r.add(name, unit, std::vector{finite(v.x1), finite(v.x2)});
}

void add_interval(stickslip_result& r, const char* name, std::string_view unit, const std::optional<Interval>& i) {
    r.add(name, unit, i ? std::vector{i->low, i->high} : std::vector{undefined, undefined});
}

void add_coexisting(stickslip_result& r, const std::string& prefix, const std::vector<CoexistingMotion>& motions,
                    UnitSystem units) {
    const auto column = [&](const char* name, std::string_view unit, const auto& value) {
        r.add(prefix + name, unit, values_of(motions, value));
    };
    add_regimes(r, prefix + "regime", values_of(motions, [](const auto& m) { return int(m.regime); }));
    column("load_periods", "1", [](const auto& m) { return m.load_periods > 0 ? double(m.load_periods) : undefined; });
    column("amplitude_ratio", "1", [](const auto& m) { return finite(m.amplitude_ratio); });
    column("stops_per_cycle", "1", [](const auto& m) { return finite(m.stops_per_cycle); });
    column("multiplier", "1", [](const auto& m) { return finite(m.multiplier); });
    column("start.position", unit_in(units, "m"), [](const auto& m) { return m.start.position; });
    column("start.velocity", unit_in(units, "m/s"), [](const auto& m) { return m.start.velocity; });
}

std::string why_not(Regime regime, const std::string& reason, double growth) {
    if (regime == Regime::unbounded) {
        std::string text = "unbounded: the load feeds in more than friction and damping take out";
        if (std::isfinite(growth)) text += "; the amplitude grows by " + decimal(growth) + " p₀/k in each cycle";
        return text;
    }
    if (regime != Regime::not_converged) return {};
    return "not converged: " + (reason.empty() ? std::string("no periodic motion was found") : reason);
}

/// What comes beside the observables.
void add_rest(stickslip_result& r, const SteadyState& s, UnitSystem units) {
    if (s.is_periodic()) r.add_word("map_period", name(s.map_period));
    r.add("period", unit_in(units, "s"), finite(s.period));
    if (!s.multipliers.empty()) {
        r.add("multipliers.re", "1", values_of(s.multipliers, [](const auto& m) { return m.real(); }));
        r.add("multipliers.im", "1", values_of(s.multipliers, [](const auto& m) { return m.imag(); }));
    }
    r.add("exponent", unit_in(units, "1/s"), finite(s.exponent));
    r.add("exponent_error", unit_in(units, "1/s"), finite(s.exponent_error));
    r.add_word("reason", s.reason);
    add_interval(r, "family.x_max", "p₀/k", s.family ? std::optional(s.family->x_max) : std::nullopt);
    add_interval(r, "family.x_min", "p₀/k", s.family ? std::optional(s.family->x_min) : std::nullopt);
    add_interval(r, "rest_positions", unit_in(units, "m"), s.rest_positions);
    r.add("growth_per_cycle", "p₀/k", finite(s.growth_per_cycle));
    add_coexisting(r, "coexists.", s.coexists, units);
    if (s.orbits) add_coexisting(r, "orbits.", *s.orbits, units);
}

Answer steady_line(const Case& c, const Options& options) {
    const SteadyState s = watched(options, [&](Watch& watch) {
        watch.report_unknown();
        return steady_state(c, {.with_all_orbits = options.flag("all_orbits")});
    });
    const UnitSystem units = unit_system(c);
    Answer answer = titled(c.title);
    stickslip_result& r = *answer.result;
    r.add_word("regime", name(s.regime));
    r.add("friction_ratio", "1", finite(s.friction_ratio));
    r.add("static_ratio", "1", finite(s.static_ratio));
    r.add("frequency_ratio", "1", finite(s.frequency_ratio));
    r.add("damping_ratio", "1", finite(s.damping_ratio));
    for (const Observable& o : observables()) {
        r.add(std::string(o.name), readable_unit(std::string(unit_of(o, c))), finite(o.value(s)));
        r.columns.back().description = o.description;
    }
    if (std::isfinite(s.open_fraction)) r.add("open_fraction", "1", s.open_fraction);
    add_rest(r, s, units);
    add_line_events(r, s.cycle ? cycle_events(*s.cycle) : std::vector<Event>{}, units);
    const auto count = options.whole("cycle_samples", 2);
    if (count && s.cycle) {
        add_line_samples(r, std::string(cycle), s.cycle->at(even_times(s.cycle->end_time(), *count)), units);
    }
    answer.problem = why_not(s.regime, s.reason, s.growth_per_cycle);
    return answer;
}

Answer steady_plane(const planar::Case& c, const Options& options) {
    const planar::SteadyState s = watched(options, [&](Watch& watch) {
        watch.report_unknown();
        return planar::steady_state(c.oscillator, c.load, c.start);
    });
    const UnitSystem units = unit_system(c);
    const auto unit = [&](std::string_view si) { return unit_in(units, si); };
    Answer answer = titled(c.title);
    stickslip_result& r = *answer.result;
    r.add_word("regime", name(s.regime));
    add_pair(r, "amplitude", unit("m"), s.amplitude);
    add_pair(r, "fundamental", unit("m"), s.fundamental);
    add_pair(r, "phase_lag", "rad", s.phase_lag);
    add_pair(r, "friction_phase_lag", "rad", s.friction_phase_lag);
    r.add("magnification", "1", finite(s.magnification));
    r.add("dissipated", unit("J"), finite(s.dissipated));
    r.add("stuck_fraction", "1", finite(s.stuck_fraction));
    if (std::isfinite(s.open_fraction)) r.add("open_fraction", "1", s.open_fraction);
    r.add("stick_intervals_per_cycle", "1", s.is_periodic() ? s.stick_intervals_per_cycle : undefined);
    add_planar_events(r, s.cycle ? s.cycle->events : std::vector<planar::Event>{}, units);
    r.add("damped", unit("J"), finite(s.damped));
    r.add("input", unit("J"), finite(s.input));
    r.add("period", unit("s"), finite(s.period));
    r.add("multiplier", "1", finite(s.multiplier));
    if (std::isfinite(s.multiplier)) r.add_word("map_period", name(s.map_period));
    r.add("residual", unit("m"), finite(s.residual));
    r.add_word("reason", s.reason);
    const auto count = options.whole("cycle_samples", 2);
    if (count && s.cycle) {
        add_planar_samples(r, std::string(cycle), s.cycle->at(even_times(s.cycle->end_time(), *count)), units);
    }
    answer.problem = why_not(s.regime, s.reason, undefined);
    return answer;
}

void add_contacts(stickslip_result& r, const structure::Structure& structure, const StructureSteadyState& s) {
    const auto column = [&](const char* name, std::string_view unit, double ContactCycle::*number) {
        r.add(std::string("contacts.") + name, unit,
              values_of(s.contacts, [&](const ContactCycle& c) { return finite(c.*number); }));
    };
    std::vector<std::string> names;
    for (std::size_t j = 0; j < s.contacts.size(); ++j) names.push_back(contact_name(structure, j));
    r.add_words("contacts.name", names);
    column("stops_per_cycle", "1", &ContactCycle::stops_per_cycle);
    column("stops_then_reverse", "1", &ContactCycle::stops_then_reverse);
    column("stops_then_same_direction", "1", &ContactCycle::stops_then_same_direction);
    column("zero_duration_reversals", "1", &ContactCycle::zero_duration_reversals);
    column("stuck_fraction", "1", &ContactCycle::stuck_fraction);
    column("open_fraction", "1", &ContactCycle::open_fraction);
    column("dissipated", "J", &ContactCycle::dissipated);
    column("slip", "m", &ContactCycle::slip);
    column("transmitted_force", "N", &ContactCycle::transmitted_force);
    std::vector<double> bounds;
    for (const ContactCycle& c : s.contacts) {
        const auto [low, high] = c.offset_bounds.value_or(std::pair{undefined, undefined});
        bounds.insert(bounds.end(), {low, high});
    }
    r.add_table("contacts.offset_bounds", "m", s.contacts.size(), 2, bounds);
}

void add_coexisting(stickslip_result& r, const structure::Structure& structure,
                    const std::vector<structure::CoexistingMotion>& motions) {
    const auto table = [&](const char* name, std::string_view unit, std::size_t width, const auto& values) {
        std::vector<double> rows;
        for (const auto& m : motions) {
            const std::vector<double>& row = values(m);
            rows.insert(rows.end(), row.begin(), row.end());
        }
        r.add_table(std::string("coexists.") + name, unit, motions.size(), width, rows);
    };
    const auto repeats = [](const auto& m) { return m.regime != Regime::chaotic; };
    add_regimes(r, "coexists.regime", values_of(motions, [](const auto& m) { return int(m.regime); }));
    r.add("coexists.load_periods", "1",
          values_of(motions, [&](const auto& m) { return repeats(m) ? double(m.load_periods) : undefined; }));
    const auto amplitude = [](const auto& m) -> const std::vector<double>& { return m.amplitude; };
    const auto stops = [](const auto& m) -> const std::vector<double>& { return m.stops_per_cycle; };
    const auto position = [](const auto& m) -> const std::vector<double>& { return m.start.position; };
    const auto velocity = [](const auto& m) -> const std::vector<double>& { return m.start.velocity; };
    table("amplitude", "m", structure.size(), amplitude);
    table("stops_per_cycle", "1", structure.contacts.size(), stops);
    r.add("coexists.multiplier", "1", values_of(motions, [](const auto& m) { return finite(m.multiplier); }));
    table("start.position", "m", structure.size(), position);
    table("start.velocity", "m/s", structure.size(), velocity);
}

/// NaN for each degree of freedom where nothing was found.
void add_degrees(stickslip_result& r, const char* name, std::string_view unit, std::vector<double> values,
                 std::size_t size) {
    values.resize(size, undefined);
    r.add(name, unit, std::move(values));
}

Answer steady_structure(const structure::Case& c, const Options& options) {
    if (options.has("all_orbits")) throw std::invalid_argument("all_orbits is for cases of one mass");
    const StructureSteadyState s = watched(options, [&](Watch& watch) {
        watch.report_unknown();
        return structure::steady_state(c.structure, c.start);
    });
    const bool is_found = s.cycle != nullptr;
    const std::size_t size = c.structure.size();
    const auto known = [&](double value) { return is_found ? finite(value) : undefined; };
    Answer answer = titled(c.title);
    stickslip_result& r = *answer.result;
    r.add_word("regime", name(s.regime));
    r.add_word("reason", s.reason);
    r.add("period", "s", s.period.value_or(undefined));
    r.add("load_periods", "1", is_found && !s.exponent ? s.load_periods : undefined);
    add_structure_names(r, c.structure);
    add_degrees(r, "amplitude", "m", s.amplitude, size);
    add_degrees(r, "x_max", "m", s.x_max, size);
    add_degrees(r, "x_min", "m", s.x_min, size);
    add_degrees(r, "velocity", "m/s", s.velocity, size);
    add_degrees(r, "acceleration", "m/s²", s.acceleration, size);
    r.add("multiplier", "1", known(s.multiplier));
    r.add("exponent", "1/s", s.exponent.value_or(undefined));
    r.add("exponent_error", "1/s", s.exponent ? s.exponent_error : undefined);
    r.add("free_offsets", "1", known(s.free_offsets));
    add_degrees(r, "drift", "m", s.drift, size);
    r.add("residual", "m", known(s.residual));
    add_contacts(r, c.structure, s);
    r.add("damping_loss", "J", known(s.damping_loss));
    r.add("input", "J", known(s.input));
    add_coexisting(r, c.structure, s.coexists);
    add_structure_events(r, is_found ? s.cycle->events : std::vector<structure::ContactEvent>{});
    const auto count = options.whole("cycle_samples", 2);
    if (count && is_found) {
        add_structure_samples(r, std::string(cycle), c.structure, s.cycle->at(even_times(s.cycle->end_time(), *count)));
    }
    if (!is_found) {
        answer.problem = "there is no steady state (" + std::string(name(s.regime)) + "): " + s.reason;
    }
    return answer;
}

Answer steady_case(const CaseDocument& document, const Options& options) {
    const Problem problem(document);
    if (problem.plane) return steady_plane(*problem.plane, options);
    return problem.many ? steady_structure(*problem.many, options) : steady_line(*problem.line, options);
}

}  // namespace

const Verb verbs::steady{steady_options, steady_case};

}  // namespace stickslip::c
