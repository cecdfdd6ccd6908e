// Motions and steady states of structures. A motion is kept with the problem it belongs to, which has the matrices.

#include <pybind11/stl.h>

#include <limits>
#include <numeric>
#include <optional>

#include "archive.hpp"
#include "binding.hpp"
#include "bindings/problem.hpp"
#include "long_work.hpp"
#include "stickslip/structure/sensitivity.hpp"
#include "stickslip/structure/steady_state.hpp"

namespace stickslip::python {

namespace {

using structure::ContactCycle;
using structure::ContactEvent;
using structure::StructureSample;
using structure::StructureSteadyState;
using structure::StructureTrajectory;

struct StructureMotion {
    Problem problem;
    std::shared_ptr<const StructureTrajectory> trajectory;
};

StructureMotion simulate_structure(const Problem& problem, double until, std::optional<std::size_t> most_events,
                                   const py::object& progress) {
    const structure::Case& c = *problem.many;
    return on_calling_thread(progress, [&](CallingThread& thread) {
        structure::StructureOptions options;
        if (most_events) options.most_events = *most_events;
        options.progress = [&](double time) { thread.report(time / until); };
        return StructureMotion{problem, std::make_shared<const StructureTrajectory>(
                                            structure::simulate(c.structure, c.start, until, options))};
    });
}

/// A row for each sample.
py::array_t<double> rows_of(const std::vector<StructureSample>& samples, std::size_t width,
                            const std::vector<double> StructureSample::*values) {
    py::array_t<double> out({samples.size(), width});
    double* to = out.mutable_data();
    for (const StructureSample& s : samples) {
        const std::vector<double>& row = s.*values;
        to = std::copy_n(row.begin(), width, to);
    }
    return out;
}

/// x, v, a, friction, deflection and the state of each contact, each a row for each time.
py::tuple structure_samples(const StructureMotion& motion, const Numbers& times) {
    const std::span<const double> at(times.data(), static_cast<std::size_t>(times.size()));
    const auto found = watched(py::none(), [&](Watch&) { return motion.trajectory->at(at); });
    const std::size_t degrees = motion.trajectory->structure->size();
    const std::size_t contacts = motion.trajectory->structure->contacts.size();
    py::array_t<std::int8_t> states({found.size(), contacts});
    std::int8_t* to = states.mutable_data();
    for (const StructureSample& s : found) {
        for (const structure::ContactState& c : s.contacts) *to++ = static_cast<std::int8_t>(c.phase);
    }
    return py::make_tuple(
        rows_of(found, degrees, &StructureSample::position), rows_of(found, degrees, &StructureSample::velocity),
        rows_of(found, degrees, &StructureSample::acceleration), rows_of(found, contacts, &StructureSample::friction),
        rows_of(found, contacts, &StructureSample::deflection), states);
}

/// The displacement across each contact, wᵀx − v·t, a row for each time.
py::array_t<double> structure_across(const StructureMotion& motion, const Numbers& times) {
    const std::span<const double> at(times.data(), static_cast<std::size_t>(times.size()));
    const auto found = watched(py::none(), [&](Watch&) { return motion.trajectory->at(at); });
    const auto& contacts = motion.trajectory->structure->contacts;
    py::array_t<double> across({found.size(), contacts.size()});
    double* to = across.mutable_data();
    for (const StructureSample& s : found) {
        for (const structure::Contact& c : contacts) {
            *to++ = std::inner_product(c.direction.begin(), c.direction.end(), s.position.begin(),
                                       -c.surface_velocity * s.time);
        }
    }
    return across;
}

py::tuple structure_events(const StructureMotion& motion) {
    const auto& all = motion.trajectory->events;
    return py::make_tuple(column(all, [](const ContactEvent& e) { return e.time; }),
                          column<std::int32_t>(all, [](const ContactEvent& e) { return e.contact + 1; }),
                          column<std::int8_t>(all, [](const ContactEvent& e) { return e.kind; }),
                          column<std::int8_t>(all, [](const ContactEvent& e) { return e.direction; }));
}

py::tuple structure_energy(const StructureMotion& motion) {
    const auto e = watched(py::none(), [&](Watch&) { return structure::energy_balance(*motion.trajectory); });
    return py::make_tuple(e.input, array_of(e.friction), e.damping, e.stored, e.imbalance);
}

py::tuple structure_peak(const StructureMotion& motion) {
    const auto p = watched(py::none(), [&](Watch&) { return structure::peaks(*motion.trajectory); });
    return py::make_tuple(array_of(p.position), array_of(p.velocity), array_of(p.total_slip));
}

py::tuple structure_state(const StructureMotion& motion) {
    const StructureTrajectory& t = *motion.trajectory;
    return py::make_tuple(py::cast(motion.problem).attr("state")(),
                          py::bytes(bytes_of(t.phases, t.events, t.termination, t.end)));
}

StructureMotion restored_structure(const py::tuple& state) {
    auto problem = py::type::of<Problem>().attr("restored")(state[0]).cast<Problem>();
    StructureTrajectory t;
    const auto bytes = state[1].cast<std::string>();
    read_bytes(bytes, t.phases, t.events, t.termination, t.end);
    auto whole = std::make_shared<const StructureTrajectory>(structure::reassemble(
        problem.many.value().structure, std::move(t.phases), std::move(t.events), t.termination, t.end));
    return {std::move(problem), std::move(whole)};
}

template <class Name>
std::vector<std::string> names(std::size_t count, const Name& name) {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < count; ++i) all.push_back(name(i));
    return all;
}

/// NaN for each of `count` where nothing was found.
py::array_t<double> found_or_nan(const std::vector<double>& values, std::size_t count) {
    return array_of(values.empty() ? std::vector<double>(count, std::numeric_limits<double>::quiet_NaN()) : values);
}

py::list coexisting_motions(const std::vector<structure::CoexistingMotion>& motions) {
    py::list list;
    for (const structure::CoexistingMotion& m : motions) {
        py::dict start;
        start["position"] = m.start.position;
        start["velocity"] = m.start.velocity;
        py::dict d;
        d["regime"] = std::string(name(m.regime));
        const bool repeats = m.regime != Regime::chaotic;
        d["load_periods"] = repeats ? py::object(py::int_(m.load_periods)) : py::none();
        d["amplitude"] = m.amplitude;
        d["stops_per_cycle"] = m.stops_per_cycle;
        d["multiplier"] = repeats ? py::object(py::float_(m.multiplier)) : py::none();
        d["start"] = start;
        list.append(d);
    }
    return list;
}

/// One array for each number of a contact, in the order of ContactCycles in Python, their names first.
py::tuple contact_cycles(const structure::Structure& s, const StructureSteadyState& state) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    std::vector<ContactCycle> all = state.contacts;
    if (!state.cycle) {
        all.assign(s.contacts.size(), {nan, nan, nan, nan, nan, nan, nan, nan, nan, {}});
    }
    const auto array = [&](double ContactCycle::*number) {
        return column(all, [&](const ContactCycle& c) { return c.*number; });
    };
    py::array_t<double> bounds({all.size(), std::size_t{2}});
    double* to = bounds.mutable_data();
    for (const ContactCycle& c : all) {
        const auto [low, high] = c.offset_bounds.value_or(std::pair{nan, nan});
        *to++ = low;
        *to++ = high;
    }
    return py::make_tuple(names(all.size(), [&](std::size_t j) { return contact_name(s, j); }),
                          array(&ContactCycle::stops_per_cycle), array(&ContactCycle::stops_then_reverse),
                          array(&ContactCycle::stops_then_same_direction),
                          array(&ContactCycle::zero_duration_reversals), array(&ContactCycle::stuck_fraction),
                          array(&ContactCycle::open_fraction), array(&ContactCycle::dissipated),
                          array(&ContactCycle::slip), array(&ContactCycle::transmitted_force), bounds);
}

/// Rows of samples with one number for each degree of freedom.
py::array_t<double> rate_rows(const std::vector<structure::StructureStateRate>& rows, std::size_t width,
                              const std::vector<double> structure::StructureStateRate::*values) {
    py::array_t<double> out({rows.size(), width});
    double* to = out.mutable_data();
    for (const structure::StructureStateRate& row : rows) to = std::copy_n((row.*values).begin(), width, to);
    return out;
}

/// ∂x, ∂v, ∂a at these times, or at the end without any, and ∂t of all events.
py::tuple structure_derivative(const StructureMotion& motion, const std::string& key, const Numbers& times) {
    using structure::StructureStateRate;
    const std::vector<double> at = vector_of(times);
    const structure::StructureDerivative d = watched(py::none(), [&](Watch&) {
        const structure::StructureRate rate = structure::rate_of_structure(motion.problem.document, key);
        return structure::motion_derivatives(*motion.trajectory, std::span(&rate, 1), at).front();
    });
    const std::vector<StructureStateRate> rows = at.empty() ? std::vector{d.final} : d.samples;
    const std::size_t width = motion.trajectory->structure->size();
    return py::make_tuple(rate_rows(rows, width, &StructureStateRate::position),
                          rate_rows(rows, width, &StructureStateRate::velocity),
                          rate_rows(rows, width, &StructureStateRate::acceleration), array_of(d.event_times));
}

using NamedDerivatives = std::vector<std::pair<std::string, structure::StructureSteadyDerivative>>;

/// Of each key what StructureSteadyDerivative has in Python, in its order.
py::dict told_derivatives(const NamedDerivatives& derivatives) {
    py::dict told;
    for (const auto& [key, d] : derivatives) {
        told[py::str(key)] = py::make_tuple(array_of(d.amplitude), array_of(d.x_max), array_of(d.x_min),
                                            array_of(d.dissipated), d.damping_loss, d.period);
    }
    return told;
}

py::dict steady_structure(const Problem& problem, const std::vector<std::string>& keys, const py::object& progress) {
    const structure::Case& c = problem.many.value();
    NamedDerivatives derivatives;
    const StructureSteadyState s = watched(progress, [&](Watch& watch) {
        watch.report_unknown();
        std::vector<structure::StructureRate> rates;
        for (const std::string& key : keys) rates.push_back(structure::rate_of_structure(problem.document, key));
        StructureSteadyState found = structure::steady_state(c.structure, c.start);
        const auto all = structure::steady_derivatives(found, rates);
        for (std::size_t i = 0; i < keys.size(); ++i) derivatives.emplace_back(keys[i], all[i]);
        return found;
    });
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    const bool is_found = s.cycle != nullptr;
    const std::size_t size = c.structure.size();
    py::dict d;
    d["regime"] = std::string(name(s.regime));
    d["reason"] = s.reason;
    d["period"] = s.period.value_or(nan);
    d["load_periods"] = is_found && !s.exponent ? s.load_periods : 0;
    d["is_limit_cycle"] = s.is_limit_cycle;
    d["dof_names"] = names(size, [&](std::size_t i) { return degree_name(c.structure, i); });
    d["amplitude"] = found_or_nan(s.amplitude, size);
    d["x_max"] = found_or_nan(s.x_max, size);
    d["x_min"] = found_or_nan(s.x_min, size);
    d["velocity"] = found_or_nan(s.velocity, size);
    d["acceleration"] = found_or_nan(s.acceleration, size);
    d["multiplier"] = is_found ? s.multiplier : nan;
    d["exponent"] = s.exponent.value_or(nan);
    d["exponent_error"] = s.exponent ? s.exponent_error : nan;
    d["free_offsets"] = s.free_offsets;
    d["drift"] = found_or_nan(s.drift, size);
    d["residual"] = is_found ? s.residual : nan;
    d["contacts"] = contact_cycles(c.structure, s);
    d["damping_loss"] = is_found ? s.damping_loss : nan;
    d["input"] = is_found ? s.input : nan;
    d["coexists"] = coexisting_motions(s.coexists);
    d["derivatives"] = told_derivatives(derivatives);
    d["cycle"] = is_found ? py::cast(StructureMotion{problem, s.cycle}) : py::none();
    return d;
}

}  // namespace

void bind_structures(py::module_& m) {
    using structure::ContactEventKind;
    using structure::ContactPhase;
    py::list kinds;
    for (const ContactEventKind kind : {ContactEventKind::slide_to_stick, ContactEventKind::stick_to_slide,
                                        ContactEventKind::reversal, ContactEventKind::open, ContactEventKind::close})
        kinds.append(std::string(name(kind)));
    m.attr("contact_events") = py::tuple(kinds);
    py::list phases;
    for (const ContactPhase phase : {ContactPhase::stick, ContactPhase::slide, ContactPhase::open})
        phases.append(std::string(name(phase)));
    m.attr("contact_phases") = py::tuple(phases);
    py::class_<StructureMotion>(m, "StructureMotion")
        .def("state", &structure_state)
        .def_static("restored", &restored_structure)
        .def("samples", &structure_samples)
        .def("across", &structure_across)
        .def("events", &structure_events)
        .def("energy", &structure_energy)
        .def("peak", &structure_peak)
        .def("derivative", &structure_derivative)
        .def_property_readonly("end_time", [](const StructureMotion& motion) { return motion.trajectory->end_time(); })
        .def_property_readonly("termination",
                               [](const StructureMotion& motion) {
                                   using enum structure::StructureTermination;
                                   return motion.trajectory->termination == reached_end ? "reached-end" : "event-limit";
                               })
        .def_property_readonly("dof_names",
                               [](const StructureMotion& motion) {
                                   const structure::Structure& s = *motion.trajectory->structure;
                                   return names(s.size(), [&](std::size_t i) { return degree_name(s, i); });
                               })
        .def_property_readonly("contact_names", [](const StructureMotion& motion) {
            const structure::Structure& s = *motion.trajectory->structure;
            return names(s.contacts.size(), [&](std::size_t j) { return contact_name(s, j); });
        });
    m.def("simulate_structure", &simulate_structure);
    m.def("steady_structure", &steady_structure);
}

}  // namespace stickslip::python
