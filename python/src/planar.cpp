// The planar oscillator: vectors are arrays whose last axis has length 2.

#include <pybind11/stl.h>

#include <limits>
#include <memory>

#include "archive.hpp"
#include "binding.hpp"
#include "bindings/problem.hpp"
#include "kernel/in_parallel.hpp"
#include "long_work.hpp"
#include "stickslip/planar/observables.hpp"
#include "stickslip/planar/simulate.hpp"
#include "stickslip/planar/steady_state.hpp"

namespace stickslip::python {

namespace {

using planar::Vector;

struct PlanarMotion {
    std::shared_ptr<const planar::Trajectory> trajectory;
};

template <class Items, class Value>
py::array_t<double> pairs(const Items& items, Value&& value) {
    py::array_t<double> out({static_cast<py::ssize_t>(std::size(items)), py::ssize_t{2}});
    double* to = out.mutable_data();
    for (const auto& item : items) {
        const Vector v = value(item);
        *to++ = v.x1;
        *to++ = v.x2;
    }
    return out;
}

planar::Method method_named(const std::string& text) {
    if (const auto method = planar::method_from_name(text)) return *method;
    throw std::invalid_argument("method " + text + ": must be exact, group-preserving or lorentz-composition");
}

PlanarMotion simulate_plane(const Problem& problem, double until, std::optional<std::size_t> most_events,
                            const std::string& method, std::optional<double> step, const py::object& progress) {
    const planar::Case& c = *problem.plane;
    planar::SimulationOptions options;
    options.method = method_named(method);
    if (most_events) options.most_events = *most_events;
    if (step && options.method == planar::Method::exact) {
        throw std::invalid_argument("step belongs to the fixed-step methods; exact chooses its own steps");
    }
    if (step) options.step = *step;
    return watched(progress, [&](Watch& watch) {
        options.progress = [&](double time) { watch.report(time / until); };
        return PlanarMotion{std::make_shared<const planar::Trajectory>(
            planar::simulate(c.oscillator, c.load, c.start, until, options))};
    });
}

py::tuple planar_samples(const PlanarMotion& motion, const Numbers& times) {
    const std::span<const double> at(times.data(), static_cast<std::size_t>(times.size()));
    const auto found = watched(py::none(), [&](Watch&) { return motion.trajectory->at(at); });
    return py::make_tuple(pairs(found, [](const planar::Sample& s) { return s.position; }),
                          pairs(found, [](const planar::Sample& s) { return s.velocity; }),
                          pairs(found, [](const planar::Sample& s) { return s.acceleration; }),
                          pairs(found, [](const planar::Sample& s) { return s.friction; }),
                          column<bool>(found, [](const planar::Sample& s) { return s.phase == PhaseKind::stick; }));
}

py::tuple planar_events(const PlanarMotion& motion) {
    const auto& all = motion.trajectory->events;
    return py::make_tuple(column(all, [](const planar::Event& e) { return e.time; }),
                          column<std::int8_t>(all, [](const planar::Event& e) { return e.kind; }),
                          pairs(all, [](const planar::Event& e) { return e.position; }),
                          pairs(all, [](const planar::Event& e) { return e.direction; }));
}

/// Pieces of one kind in a row are one phase.
py::tuple planar_phases(const PlanarMotion& motion) {
    std::vector<planar::Piece> all;
    for (const planar::Piece& p : motion.trajectory->pieces) {
        if (!all.empty() && all.back().is_sliding == p.is_sliding) {
            all.back().duration = duration_between(all.back().start, p.start) + p.duration;
        } else {
            all.push_back(p);
        }
    }
    return py::make_tuple(column(all, [](const planar::Piece& p) { return p.start.value(); }),
                          column(all, [](const planar::Piece& p) { return p.duration; }),
                          column<std::int8_t>(all, [](const planar::Piece& p) { return p.is_sliding ? 1 : 0; }),
                          pairs(all, [](const planar::Piece& p) { return p.position; }),
                          pairs(all, [](const planar::Piece& p) { return p.velocity; }));
}

py::tuple planar_energy(const PlanarMotion& motion) {
    const EnergyBalance e = watched(py::none(), [&](Watch&) { return planar::energy_balance(*motion.trajectory); });
    return py::make_tuple(e.input, e.friction, e.damping, e.stored, e.imbalance);
}

py::tuple planar_peak(const PlanarMotion& motion) {
    const planar::Peaks p = watched(py::none(), [&](Watch&) { return planar::peaks(*motion.trajectory); });
    return py::make_tuple(p.position, p.velocity, p.total_slip);
}

py::tuple pair(const Vector& v) { return py::make_tuple(v.x1, v.x2); }

py::dict steady_plane(const Problem& problem, const py::object& progress) {
    const planar::Case& c = *problem.plane;
    const planar::SteadyState s = watched(progress, [&](Watch& watch) {
        watch.report_unknown();
        return planar::steady_state(c.oscillator, c.load, c.start);
    });
    py::dict d;
    d["regime"] = std::string(name(s.regime));
    d["amplitude"] = pair(s.amplitude);
    d["fundamental"] = pair(s.fundamental);
    d["phase_lag"] = pair(s.phase_lag);
    d["friction_phase_lag"] = pair(s.friction_phase_lag);
    d["magnification"] = s.magnification;
    d["dissipated"] = s.dissipated;
    d["stuck_fraction"] = s.stuck_fraction;
    d["open_fraction"] = s.open_fraction;
    d["stick_intervals_per_cycle"] = s.is_periodic() ? py::object(py::int_(s.stick_intervals_per_cycle))
                                                     : py::object(py::float_(planar::undefined_value));
    d["damped"] = s.damped;
    d["input"] = s.input;
    d["period"] = s.period;
    d["multiplier"] = s.multiplier;
    d["map_period"] = s.multiplier == s.multiplier ? py::object(py::str(std::string(name(s.map_period)))) : py::none();
    d["residual"] = s.residual;
    d["cycle"] = s.cycle ? py::cast(PlanarMotion{std::make_shared<const planar::Trajectory>(*s.cycle)}) : py::none();
    return d;
}

/// All observables at these values of the key, and the regimes.
py::dict sweep_plane(const CaseDocument& document, const std::string& key, const Numbers& given,
                     const py::object& progress) {
    const std::vector<double> values = vector_of(given);
    const auto states = watched(progress, [&](Watch& watch) {
        std::vector<planar::SteadyState> found(values.size());
        in_parallel(std::size_t{0}, values.size(), [&](std::size_t i) {
            watch.check();
            const InterruptionScope scope(watch.wanted());
            const planar::Case c = document.with_value(key, values[i]).read_planar();
            found[i] = planar::steady_state(c.oscillator, c.load, c.start);
            found[i].cycle.reset();
            watch.count_one(values.size());
        });
        return found;
    });
    py::dict columns;
    columns["regime"] = column<std::int8_t>(states, [](const planar::SteadyState& s) { return s.regime; });
    for (const planar::Observable& o : planar::observables()) {
        columns[py::str(std::string(o.name))] = column(states, o.value);
    }
    return columns;
}

}  // namespace

void bind_planar(py::module_& m) {
    py::class_<PlanarMotion>(m, "PlanarMotion")
        .def("state", [](const PlanarMotion& motion) { return py::bytes(bytes_of(*motion.trajectory)); })
        .def_static("restored",
                    [](const py::bytes& state) {
                        planar::Trajectory trajectory;
                        read_bytes(std::string_view(state), trajectory);
                        return PlanarMotion{std::make_shared<const planar::Trajectory>(std::move(trajectory))};
                    })
        .def("samples", &planar_samples)
        .def("load",
             [](const PlanarMotion& motion, const Numbers& times) {
                 return pairs(vector_of(times), [&](double t) { return motion.trajectory->load.value(t); });
             })
        .def("events", &planar_events)
        .def("phases", &planar_phases)
        .def("energy", &planar_energy)
        .def("peak", &planar_peak)
        .def_property_readonly("end_time", [](const PlanarMotion& motion) { return motion.trajectory->end_time(); })
        .def_property_readonly("period",
                               [](const PlanarMotion& motion) {
                                   return common_period(motion.trajectory->load, motion.trajectory->oscillator.normal);
                               })
        .def_property_readonly("termination", [](const PlanarMotion& motion) {
            return std::string(name(motion.trajectory->termination));
        });
    m.def("simulate_plane", &simulate_plane);
    m.def("steady_plane", &steady_plane);
    m.def("sweep_plane", &sweep_plane);
    py::dict units;
    for (const planar::Observable& o : planar::observables()) {
        units[py::str(std::string(o.name))] = py::make_tuple(std::string(o.unit), std::string(o.description));
    }
    m.attr("planar_observables") = units;
    m.def("check_planar_observable", [](const std::string& wanted) { static_cast<void>(planar::observable(wanted)); });
}

}  // namespace stickslip::python
