// Motions of structures. A motion is kept with the problem it belongs to, which restores it: the engine gives the same
// motion for the same problem, to the last bit.

#include <pybind11/stl.h>

#include <optional>

#include "binding.hpp"
#include "long_work.hpp"
#include "problem.hpp"
#include "stickslip/structure/simulate.hpp"

namespace stickslip::python {

namespace {

using structure::ContactEvent;
using structure::StructureSample;
using structure::StructureTrajectory;

struct StructureMotion {
    Problem problem;
    double until;
    std::optional<std::size_t> most_events;
    std::shared_ptr<const StructureTrajectory> trajectory;
};

StructureMotion simulate_structure(const Problem& problem, double until, std::optional<std::size_t> most_events,
                                   const py::object& progress) {
    const structure::Case& c = *problem.many;
    return on_calling_thread(progress, [&](CallingThread& thread) {
        structure::StructureOptions options;
        if (most_events) options.most_events = *most_events;
        options.progress = [&](double time) { thread.report(time / until); };
        return StructureMotion{
            problem, until, most_events,
            std::make_shared<const StructureTrajectory>(structure::simulate(c.structure, c.start, until, options))};
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
    return py::make_tuple(py::cast(motion.problem).attr("state")(), motion.until, motion.most_events);
}

StructureMotion restored_structure(const py::tuple& state) {
    const auto problem = py::type::of<Problem>().attr("restored")(state[0]).cast<Problem>();
    return simulate_structure(problem, state[1].cast<double>(), state[2].cast<std::optional<std::size_t>>(),
                              py::none());
}

template <class Name>
std::vector<std::string> names(std::size_t count, const Name& name) {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < count; ++i) all.push_back(name(i));
    return all;
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
        .def("events", &structure_events)
        .def("energy", &structure_energy)
        .def("peak", &structure_peak)
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
}

}  // namespace stickslip::python
