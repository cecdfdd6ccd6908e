#include "motion.hpp"

#include <pybind11/stl.h>

#include <cmath>

#include "archive.hpp"
#include "binding.hpp"
#include "bindings/problem.hpp"
#include "long_work.hpp"
#include "stickslip/motion/simulate.hpp"
#include "stickslip/steady/sensitivity.hpp"

namespace stickslip::python {

namespace {

constexpr std::ptrdiff_t many_times = 20'000;  // take longer to evaluate than a thread takes to start

Motion simulate_line(const Problem& problem, double until, std::optional<std::size_t> most_events,
                     const py::object& progress) {
    const Case& c = problem.on_line();
    return on_calling_thread(progress, [&](CallingThread& thread) {
        SimulationOptions options;
        if (most_events) options.most_events = *most_events;
        options.progress = [&](double time) { thread.report(time / until); };
        return Motion{std::make_shared<const Trajectory>(simulate(c.oscillator, c.load, c.start, until, options)),
                      c.base, problem.document};
    });
}

std::vector<Sample> samples_of(const Trajectory& trajectory, std::span<const double> times) {
    if (std::ssize(times) > many_times) return watched(py::none(), [&](Watch&) { return trajectory.at(times); });
    const py::gil_scoped_release release;
    return trajectory.at(times);
}

/// x, v, a, friction and whether it is stuck, each a column.
py::tuple samples(const Motion& motion, const Numbers& times) {
    const std::span<const double> at(times.data(), static_cast<std::size_t>(times.size()));
    const std::vector<Sample> found = samples_of(*motion.trajectory, at);
    return py::make_tuple(column(found, [](const Sample& s) { return s.position; }),
                          column(found, [](const Sample& s) { return s.velocity; }),
                          column(found, [](const Sample& s) { return s.acceleration; }),
                          column(found, [](const Sample& s) { return s.friction; }),
                          column<bool>(found, [](const Sample& s) { return s.phase == PhaseKind::stick; }));
}

py::array_t<double> load_at(const Motion& motion, const Numbers& times) {
    return column(vector_of(times), [&](double t) { return motion.trajectory->load.value(t); });
}

py::object base_at(const Motion& motion, const Numbers& times) {
    if (!motion.base) return py::none();
    return column(vector_of(times), [&](double t) { return motion.base->displacement.value(t); });
}

py::tuple events(const Motion& motion) {
    const auto& all = motion.trajectory->events;
    return py::make_tuple(column(all, [](const Event& e) { return e.time; }),
                          column<std::int8_t>(all, [](const Event& e) { return e.kind; }),
                          column(all, [](const Event& e) { return e.position; }),
                          column<std::int8_t>(all, [](const Event& e) { return e.direction; }));
}

py::tuple phases(const Motion& motion) {
    const auto& all = motion.trajectory->phases;
    const double belt = motion.trajectory->oscillator.belt_velocity;
    return py::make_tuple(column(all, [](const Phase& p) { return p.start.value(); }),
                          column(all, [](const Phase& p) { return p.duration; }),
                          column<std::int8_t>(all, [](const Phase& p) { return p.kind; }),
                          column<std::int8_t>(all, [](const Phase& p) { return p.direction; }),
                          column(all, [](const Phase& p) { return p.position; }),
                          column(all, [&](const Phase& p) { return p.slip_velocity + belt; }));
}

/// ∂x, ∂v, ∂a at these times, or at the end without any, and ∂t of all events.
py::tuple derivative(const Motion& motion, const std::string& key, const Numbers& times) {
    if (!motion.document) throw std::invalid_argument("a motion that was restored has no case to take derivatives of");
    const std::vector<double> at = vector_of(times);
    const MotionDerivative d = [&] {
        const py::gil_scoped_release release;
        const ProblemRate rate = rate_of(*motion.document, key);
        return motion_derivatives(*motion.trajectory, std::span(&rate, 1), at).front();
    }();
    const std::vector<StateRate> rows = at.empty() ? std::vector{d.final} : d.samples;
    return py::make_tuple(column(rows, [](const StateRate& s) { return s.position; }),
                          column(rows, [](const StateRate& s) { return s.velocity; }),
                          column(rows, [](const StateRate& s) { return s.acceleration; }),
                          column(d.event_times, [](double t) { return t; }));
}

py::tuple energy(const Motion& motion) {
    const EnergyBalance e = watched(py::none(), [&](Watch&) { return energy_balance(*motion.trajectory); });
    return py::make_tuple(e.input, e.friction, e.damping, e.stored, e.imbalance);
}

py::tuple peak(const Motion& motion) {
    const Peaks p = watched(py::none(), [&](Watch&) { return peaks(*motion.trajectory); });
    return py::make_tuple(p.position, p.velocity, p.total_slip, p.slips, p.lowest, p.highest);
}

Motion restored_motion(std::string_view state) {
    Trajectory trajectory;
    Motion motion;
    read_bytes(state, trajectory, motion.base);
    motion.trajectory = std::make_shared<const Trajectory>(std::move(trajectory));
    return motion;
}

}  // namespace

void bind_motion(py::module_& m) {
    m.attr("event_kinds") =
        py::make_tuple(std::string(name(EventKind::slide_to_stick)), std::string(name(EventKind::stick_to_slide)),
                       std::string(name(EventKind::reversal)), std::string(name(EventKind::open)),
                       std::string(name(EventKind::close)));
    m.attr("phase_kinds") = py::make_tuple(std::string(name(PhaseKind::stick)), std::string(name(PhaseKind::slide)),
                                           std::string(name(PhaseKind::open)));
    py::class_<Motion>(m, "Motion")
        .def("state", [](const Motion& motion) { return py::bytes(bytes_of(*motion.trajectory, motion.base)); })
        .def_static("restored", [](const py::bytes& state) { return restored_motion(state); })
        .def("samples", &samples)
        .def("load", &load_at)
        .def("base", &base_at)
        .def("events", &events)
        .def("phases", &phases)
        .def("energy", &energy)
        .def("derivative", &derivative)
        .def("peak", &peak)
        .def("stops_in_each_period",
             [](const Motion& motion, double period) { return stops_in_each_period(*motion.trajectory, period); })
        .def_property_readonly("end_time", [](const Motion& motion) { return motion.trajectory->end_time(); })
        .def_property_readonly("period",
                               [](const Motion& motion) {
                                   return common_period(motion.trajectory->load, motion.trajectory->oscillator.normal);
                               })
        .def_property_readonly("stiffness",
                               [](const Motion& motion) { return motion.trajectory->oscillator.stiffness; })
        .def_property_readonly("termination",
                               [](const Motion& motion) { return std::string(name(motion.trajectory->termination)); });
    m.def("simulate", &simulate_line);
}

}  // namespace stickslip::python
