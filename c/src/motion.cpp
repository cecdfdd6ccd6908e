// The exact motion of a case of any kind. Columns have the names of the command line's JSON; what JSON has for each
// axis, degree of freedom or contact is a table here, with a row for each time or event.

#include <array>
#include <cmath>

#include "motion.hpp"
#include "stickslip/model/field_error.hpp"
#include "stickslip/model/units.hpp"
#include "stickslip/motion/simulate.hpp"
#include "stickslip/planar/simulate.hpp"
#include "verb.hpp"

namespace stickslip::c {

namespace {

using planar::Vector;
using structure::StructureSample;
using structure::StructureTrajectory;

constexpr std::array<std::string_view, 6> simulate_options = {"until",       "samples", "times",
                                                              "most_events", "method",  "step"};
constexpr std::size_t usual_samples = 1001;

/// How far to follow a motion, and when to report it.
struct Times {
    double until = 0.0;
    std::vector<double> given;
    std::size_t count = 0;

    /// Those up to `last`, where the motion ends.
    [[nodiscard]] std::vector<double> up_to(double last) const {
        std::vector<double> times;
        const std::size_t all = given.empty() ? count : given.size();
        for (std::size_t i = 0; i < all; ++i) {
            const double even = i + 1 == count ? until : until * (static_cast<double>(i) / double(count - 1));
            const double time = given.empty() ? even : given[i];
            if (time <= last) times.push_back(time);
        }
        return times;
    }
};

template <class Case>
Times times_of(const Options& options, const Case& problem) {
    Times times{0.0, options.numbers("times"),
                options.whole("samples", 2).value_or(problem.run.samples.value_or(usual_samples))};
    const auto until = options.number("until");
    if (until && !(std::isfinite(*until) && *until > 0.0)) {
        throw FieldError("until", " = " + decimal(*until) + " must be a finite number > 0 [s]");
    }
    for (const double time : times.given) {
        if (!(std::isfinite(time) && time >= 0.0)) {
            throw FieldError("times", ": " + decimal(time) + " must be a finite number ≥ 0 [s]");
        }
        if (until && time > *until) {
            throw FieldError("times",
                             ": " + decimal(time) + " is beyond the end of the motion at " + decimal(*until) + " s");
        }
    }
    times.until = until ? *until : problem.end_time();
    for (const double time : times.given) times.until = std::max(times.until, time);
    return times;
}

std::string why_it_ended(Termination termination, std::size_t events, double end) {
    if (termination == Termination::diverged) {
        return "diverging: the motion grew beyond every bound at t = " + decimal(end) + " s";
    }
    if (termination == Termination::reached_end) return {};
    return "the motion reached the limit of " + std::to_string(events) + " events at t = " + decimal(end) +
           " s, before its end";
}

template <class Items, class Value>
std::vector<double> pairs_of(const Items& items, const Value& value) {
    std::vector<double> numbers;
    for (const auto& item : items) {
        const Vector v = value(item);
        numbers.insert(numbers.end(), {v.x1, v.x2});
    }
    return numbers;
}

std::vector<std::string> event_kinds() {
    return texts_of(std::array{EventKind::slide_to_stick, EventKind::stick_to_slide, EventKind::reversal,
                               EventKind::open, EventKind::close},
                    [](EventKind kind) { return name(kind); });
}

void add_energy(stickslip_result& r, const EnergyBalance& e, std::string_view joule) {
    r.add("energy.input", joule, e.input);
    r.add("energy.friction", joule, e.friction);
    r.add("energy.damping", joule, e.damping);
    r.add("energy.stored", joule, e.stored);
    r.add("energy.imbalance", joule, e.imbalance);
}

/// What a shaking base adds to the samples.
void add_base(stickslip_result& r, const BaseMotion& base, const std::vector<Sample>& samples) {
    r.add("samples.x_absolute", "m",
          values_of(samples, [&](const Sample& s) { return base.absolute_position(s.time, s.position); }));
    r.add("samples.x_relative", "m",
          values_of(samples, [&](const Sample& s) { return base.relative_position(s.time, s.position); }));
    r.add("samples.base", "m", values_of(samples, [&](const Sample& s) { return base.displacement.value(s.time); }));
}

Answer simulate_line(const Case& c, const Options& options) {
    const Times times = times_of(options, c);
    return watched(options, [&](Watch& watch) {
        SimulationOptions how;
        if (const auto most = options.whole("most_events", 1)) how.most_events = *most;
        how.progress = [&](double time) { watch.report(time / times.until); };
        const Trajectory motion = simulate(c.oscillator, c.load, c.start, times.until, how);
        const auto unit = [&](std::string_view si) { return unit_in(unit_system(c), si); };
        Answer answer = titled(c.title);
        stickslip_result& r = *answer.result;
        r.add_word("termination", name(motion.termination));
        add_line_events(r, motion.events, unit_system(c));
        r.add("period", unit("s"), common_period(c.load, c.oscillator.normal).value_or(undefined));
        const Sample last = motion.at(motion.end_time());
        r.add("final.t", unit("s"), last.time);
        r.add("final.x", unit("m"), last.position);
        r.add("final.v", unit("m/s"), last.velocity);
        r.add_word("final.phase", name(last.phase));
        if (c.base) {
            r.add("final.x_absolute", "m", c.base->absolute_position(last.time, last.position));
            r.add("final.x_relative", "m", c.base->relative_position(last.time, last.position));
            r.add("final.base", "m", c.base->displacement.value(last.time));
        }
        const std::vector<Sample> samples = motion.at(times.up_to(motion.end_time()));
        add_line_samples(r, "samples.", samples, unit_system(c));
        if (c.base) add_base(r, *c.base, samples);
        add_energy(r, energy_balance(motion), unit("J"));
        const Peaks p = peaks(motion);
        r.add("peak.x", unit("m"), p.position);
        r.add("peak.v", unit("m/s"), p.velocity);
        r.add("peak.total_slip", unit("m"), p.total_slip);
        r.add("peak.slips", "1", p.slips);
        answer.problem = why_it_ended(motion.termination, motion.events.size(), motion.end_time());
        return answer;
    });
}

planar::SimulationOptions planar_options(const Options& options) {
    planar::SimulationOptions how;
    const std::string wanted = options.text("method", name(how.method));
    const auto method = planar::method_from_name(wanted);
    if (!method) {
        throw FieldError("method", " = " + wanted + " must be exact, group-preserving or lorentz-composition");
    }
    how.method = *method;
    if (const auto most = options.whole("most_events", 1)) how.most_events = *most;
    if (const auto step = options.number("step")) {
        if (how.method == planar::Method::exact) {
            throw std::invalid_argument("step belongs to the fixed-step methods; exact chooses its own steps");
        }
        how.step = *step;
    }
    return how;
}

Answer simulate_plane(const planar::Case& c, const Options& options) {
    const Times times = times_of(options, c);
    planar::SimulationOptions how = planar_options(options);
    return watched(options, [&](Watch& watch) {
        how.progress = [&](double time) { watch.report(time / times.until); };
        const planar::Trajectory motion = planar::simulate(c.oscillator, c.load, c.start, times.until, how);
        const UnitSystem units = unit_system(c);
        const auto unit = [&](std::string_view si) { return unit_in(units, si); };
        Answer answer = titled(c.title);
        stickslip_result& r = *answer.result;
        r.add_word("method", name(how.method));
        r.add_word("termination", name(motion.termination));
        add_planar_events(r, motion.events, units);
        r.add("period", unit("s"), common_period(c.load, c.oscillator.normal).value_or(undefined));
        const planar::Sample last = motion.at(motion.end_time());
        r.add("final.t", unit("s"), last.time);
        r.add("final.x", unit("m"), std::vector{last.position.x1, last.position.x2});
        r.add("final.v", unit("m/s"), std::vector{last.velocity.x1, last.velocity.x2});
        r.add("final.friction", unit("N"), std::vector{last.friction.x1, last.friction.x2});
        r.add_word("final.phase", name(last.phase));
        add_planar_samples(r, "samples.", motion.at(times.up_to(motion.end_time())), units);
        add_energy(r, planar::energy_balance(motion), unit("J"));
        const planar::Peaks p = planar::peaks(motion);
        r.add("peak.x", unit("m"), p.position);
        r.add("peak.v", unit("m/s"), p.velocity);
        r.add("peak.total_slip", unit("m"), p.total_slip);
        answer.problem = why_it_ended(motion.termination, motion.events.size(), motion.end_time());
        return answer;
    });
}

Answer simulate_structure(const structure::Case& c, const Options& options) {
    const Times times = times_of(options, c);
    return watched(options, [&](Watch& watch) {
        structure::StructureOptions how;
        if (const auto most = options.whole("most_events", 1)) how.most_events = *most;
        how.progress = [&](double time) { watch.report(time / times.until); };
        const StructureTrajectory motion = structure::simulate(c.structure, c.start, times.until, how);
        const bool is_complete = motion.termination == structure::StructureTermination::reached_end;
        Answer answer = titled(c.title);
        stickslip_result& r = *answer.result;
        r.add_word("termination", is_complete ? "reached-end" : "event-limit");
        add_structure_names(r, c.structure);
        add_structure_events(r, motion.events);
        const StructureSample last = motion.at(motion.end_time());
        r.add("final.t", "s", last.time);
        r.add("final.x", "m", last.position);
        r.add("final.v", "m/s", last.velocity);
        r.add_counted("final.contacts",
                      values_of(last.contacts, [](const auto& contact) { return int(contact.phase); }),
                      contact_phases());
        add_structure_samples(r, "samples.", c.structure, motion.at(times.up_to(motion.end_time())));
        const structure::StructureEnergy e = structure::energy_balance(motion);
        r.add("energy.input", "J", e.input);
        r.add("energy.friction", "J", e.friction);
        r.add("energy.damping", "J", e.damping);
        r.add("energy.stored", "J", e.stored);
        r.add("energy.imbalance", "J", e.imbalance);
        const structure::StructurePeaks p = structure::peaks(motion);
        r.add("peak.x", "m", p.position);
        r.add("peak.v", "m/s", p.velocity);
        r.add("peak.total_slip", "m", p.total_slip);
        if (!is_complete) {
            answer.problem = why_it_ended(Termination::event_limit, motion.events.size(), motion.end_time());
        }
        return answer;
    });
}

Answer simulate_case(const CaseDocument& document, const Options& options) {
    const Problem problem(document);
    if (problem.plane) return simulate_plane(*problem.plane, options);
    for (const char* option : {"method", "step"}) {
        if (options.has(option)) {
            throw std::invalid_argument(std::string(option) + " is for planar cases (oscillator.dimensions = 2)");
        }
    }
    return problem.many ? simulate_structure(*problem.many, options) : simulate_line(*problem.line, options);
}

}  // namespace

void add_line_events(stickslip_result& r, const std::vector<Event>& events, UnitSystem units) {
    r.add("events.t", unit_in(units, "s"), values_of(events, [](const Event& e) { return e.time; }));
    r.add_counted("events.kind", values_of(events, [](const Event& e) { return int(e.kind); }), event_kinds());
    r.add("events.x", unit_in(units, "m"), values_of(events, [](const Event& e) { return e.position; }));
    r.add("events.direction", "1", values_of(events, [](const Event& e) { return e.direction; }));
}

void add_line_samples(stickslip_result& r, const std::string& prefix, const std::vector<Sample>& samples,
                      UnitSystem units) {
    r.add(prefix + "t", unit_in(units, "s"), values_of(samples, [](const Sample& s) { return s.time; }));
    r.add(prefix + "x", unit_in(units, "m"), values_of(samples, [](const Sample& s) { return s.position; }));
    r.add(prefix + "v", unit_in(units, "m/s"), values_of(samples, [](const Sample& s) { return s.velocity; }));
    r.add(prefix + "a", unit_in(units, "m/s²"), values_of(samples, [](const Sample& s) { return s.acceleration; }));
    r.add(prefix + "friction", unit_in(units, "N"), values_of(samples, [](const Sample& s) { return s.friction; }));
}

UnitSystem unit_system(const planar::Case& c) {
    return c.is_dimensionless ? UnitSystem::friction_bound : UnitSystem::si;
}

void add_planar_events(stickslip_result& r, const std::vector<planar::Event>& events, UnitSystem units) {
    r.add("events.t", unit_in(units, "s"), values_of(events, [](const planar::Event& e) { return e.time; }));
    r.add_counted("events.kind", values_of(events, [](const planar::Event& e) { return int(e.kind); }), event_kinds());
    r.add_table("events.x", unit_in(units, "m"), events.size(), 2,
                pairs_of(events, [](const auto& e) { return e.position; }));
    r.add_table("events.direction", "1", events.size(), 2, pairs_of(events, [](const auto& e) { return e.direction; }));
}

void add_planar_samples(stickslip_result& r, const std::string& prefix, const std::vector<planar::Sample>& samples,
                        UnitSystem units) {
    const std::size_t count = samples.size();
    r.add(prefix + "t", unit_in(units, "s"), values_of(samples, [](const auto& s) { return s.time; }));
    r.add_table(prefix + "x", unit_in(units, "m"), count, 2,
                pairs_of(samples, [](const auto& s) { return s.position; }));
    r.add_table(prefix + "v", unit_in(units, "m/s"), count, 2,
                pairs_of(samples, [](const auto& s) { return s.velocity; }));
    r.add_table(prefix + "a", unit_in(units, "m/s²"), count, 2,
                pairs_of(samples, [](const auto& s) { return s.acceleration; }));
    r.add_table(prefix + "friction", unit_in(units, "N"), count, 2,
                pairs_of(samples, [](const auto& s) { return s.friction; }));
}

std::vector<std::string> contact_phases() {
    using enum structure::ContactPhase;
    return texts_of(std::array{stick, slide, open}, [](structure::ContactPhase p) { return structure::name(p); });
}

void add_structure_names(stickslip_result& r, const structure::Structure& s) {
    std::vector<std::string> degrees, contacts;
    for (std::size_t i = 0; i < s.size(); ++i) degrees.push_back(degree_name(s, i));
    for (std::size_t j = 0; j < s.contacts.size(); ++j) contacts.push_back(contact_name(s, j));
    r.add_words("dof_names", degrees);
    r.add_words("contact_names", contacts);
}

void add_structure_events(stickslip_result& r, const std::vector<structure::ContactEvent>& events) {
    using enum structure::ContactEventKind;
    const auto kinds = std::array{slide_to_stick, stick_to_slide, reversal, open, close};
    r.add("events.t", "s", values_of(events, [](const auto& e) { return e.time; }));
    r.add("events.contact", "1", values_of(events, [](const auto& e) { return e.contact + 1; }));
    r.add_counted("events.kind", values_of(events, [](const auto& e) { return int(e.kind); }),
                  texts_of(kinds, [](structure::ContactEventKind kind) { return structure::name(kind); }));
    r.add("events.direction", "1", values_of(events, [](const auto& e) { return e.direction; }));
}

void add_structure_samples(stickslip_result& r, const std::string& prefix, const structure::Structure& s,
                           const std::vector<StructureSample>& samples) {
    const auto table = [&](const char* name, std::string_view unit, std::size_t width,
                           const std::vector<double> StructureSample::*values) {
        std::vector<double> rows;
        rows.reserve(samples.size() * width);
        for (const StructureSample& sample : samples) {
            rows.insert(rows.end(), (sample.*values).begin(), (sample.*values).end());
        }
        r.add_table(prefix + name, unit, samples.size(), width, rows);
    };
    r.add(prefix + "t", "s", values_of(samples, [](const StructureSample& sample) { return sample.time; }));
    table("x", "m", s.size(), &StructureSample::position);
    table("v", "m/s", s.size(), &StructureSample::velocity);
    table("a", "m/s²", s.size(), &StructureSample::acceleration);
    table("friction", "N", s.contacts.size(), &StructureSample::friction);
    if (!structure::has_normal_springs(s)) return;
    std::vector<double> normals;
    for (const StructureSample& sample : samples) {
        const std::vector<double> forces = structure::normal_forces(s, sample.position);
        normals.insert(normals.end(), forces.begin(), forces.end());
    }
    r.add_table(prefix + "normal", "N", samples.size(), s.contacts.size(), normals);
}

const Verb verbs::simulate{simulate_options, simulate_case};

}  // namespace stickslip::c
