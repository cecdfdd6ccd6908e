// Steady states of ratios, one or many, and of cases. Plain numbers take a short way; arrays are solved in parallel
// into one column for each observable. What is read off the cycle is found only when it is asked for.

#include <pybind11/complex.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "archive.hpp"
#include "binding.hpp"
#include "bindings/problem.hpp"
#include "kernel/in_parallel.hpp"
#include "long_work.hpp"
#include "motion.hpp"
#include "stickslip/steady/observables.hpp"
#include "stickslip/steady/sensitivity.hpp"

namespace stickslip::python {

namespace {

bool is_count(std::string_view name) { return name.starts_with("stops_") || name == "zero_duration_reversals"; }

/// Motions beside the answer, each with the keys that JSON has.
py::list coexisting(const std::vector<CoexistingMotion>& motions) {
    const auto number = [](double value) { return std::isfinite(value) ? py::object(py::float_(value)) : py::none(); };
    py::list list;
    for (const CoexistingMotion& m : motions) {
        py::dict d;
        d["regime"] = std::string(name(m.regime));
        d["load_periods"] = m.load_periods > 0 ? py::object(py::int_(m.load_periods)) : py::none();
        d["amplitude_ratio"] = number(m.amplitude_ratio);
        d["stops_per_cycle"] = number(m.stops_per_cycle);
        d["multiplier"] = number(m.multiplier);
        py::dict start;
        start["position"] = m.start.position;
        start["velocity"] = m.start.velocity;
        d["start"] = start;
        list.append(d);
    }
    return list;
}

/// The observables that the solution gives only with its cycle.
bool is_of_cycle(std::string_view name) { return name == "phase_lag" || name == "transmitted_force"; }

SteadyState solve(const Ratios& ratios, bool with_cycle) {
    return steady_state(oscillator_of(ratios), load_of(ratios), State{},
                        {.with_cycle = with_cycle, .with_coexisting = false});
}

/// One steady state; that of ratios is found without its cycle, which comes when it is asked for.
struct SteadyResult {
    SteadyState state;
    std::optional<Ratios> ratios;
    std::optional<BaseMotion> base;      ///< of the case
    std::optional<SteadyState> whole{};  ///< of ratios, with the cycle; not a part of the value

    [[nodiscard]] const SteadyState& with_cycle() {
        if (!ratios) return state;
        if (!whole) whole = watched(py::none(), [r = *ratios](Watch&) { return solve(r, true); });
        return *whole;
    }
};

/// What the command line leaves empty is NaN here.
double finite(double value) { return std::isfinite(value) ? value : undefined_value; }

/// A count is an int unless it is a mean over several load periods.
py::object number(double value, bool is_whole) {
    if (is_whole && std::isfinite(value) && value == std::trunc(value)) return py::int_(static_cast<int>(value));
    return py::float_(finite(value));
}

/// A plain number, if that is what it is: float and its subclasses (numpy.float64), int.
std::optional<double> plain_number(const py::object& value) {
    if (PyFloat_Check(value.ptr())) return PyFloat_AS_DOUBLE(value.ptr());
    if (PyLong_Check(value.ptr()) && !PyBool_Check(value.ptr())) {
        const double number = PyLong_AsDouble(value.ptr());
        if (number == -1.0 && PyErr_Occurred() != nullptr) throw py::error_already_set();
        return number;
    }
    return std::nullopt;
}

constexpr std::array<const char*, 4> ratio_names = {"friction_ratio", "frequency_ratio", "damping_ratio",
                                                    "static_ratio"};

std::string shape_text(const std::vector<py::ssize_t>& shape) {
    std::string text = "(";
    for (std::size_t i = 0; i < shape.size(); ++i) text += (i > 0 ? ", " : "") + std::to_string(shape[i]);
    return text + (shape.size() == 1 ? ",)" : ")");
}

Numbers required_numbers(const py::object& value, const char* name) {
    const py::array any = py::array::ensure(value);
    if (!any) PyErr_Clear();
    if (!any || std::string_view("biuf").find(any.dtype().kind()) == std::string_view::npos) {
        throw py::type_error(std::string(name) + " must be a real number or an array of them, not " +
                             std::string(py::str(py::type::of(value).attr("__name__"))) +
                             (any ? " of dtype " + std::string(py::str(any.dtype())) : ""));
    }
    return Numbers::ensure(any);
}

/// Up to four arrays of one shape, as NumPy broadcasts them.
struct Broadcast {
    std::vector<py::ssize_t> shape;
    std::array<Numbers, 4> values;
    bool has_static = false;

    [[nodiscard]] std::size_t size() const {
        std::size_t n = 1;
        for (const py::ssize_t s : shape) n *= static_cast<std::size_t>(s);
        return n;
    }

    void join(const Numbers& array, std::size_t which, std::string& joined) {
        const std::vector<py::ssize_t> own(array.shape(), array.shape() + array.ndim());
        std::vector<py::ssize_t> both(std::max(own.size(), shape.size()), 1);
        for (std::size_t i = 0; i < both.size(); ++i) {
            const py::ssize_t a = i < own.size() ? own[own.size() - 1 - i] : 1;
            const py::ssize_t b = i < shape.size() ? shape[shape.size() - 1 - i] : 1;
            if (a != b && a != 1 && b != 1) {
                throw std::invalid_argument(std::string(ratio_names[which]) + " of shape " + shape_text(own) +
                                            " does not broadcast with " + joined + " of shape " + shape_text(shape));
            }
            both[both.size() - 1 - i] = a == 1 ? b : a;
        }
        shape = both;
        joined += (joined.empty() ? "" : ", ") + std::string(ratio_names[which]);
    }
};

Broadcast broadcast(const std::array<py::object, 4>& given) {
    Broadcast all;
    std::string joined;
    std::array<std::optional<Numbers>, 4> arrays;
    for (std::size_t i = 0; i < given.size(); ++i) {
        if (given[i].is_none()) continue;
        arrays[i] = required_numbers(given[i], ratio_names[i]);
        all.join(*arrays[i], i, joined);
    }
    const py::object broadcast_to = py::module_::import("numpy").attr("broadcast_to");
    const py::tuple shape = py::cast(all.shape);
    all.has_static = arrays[3].has_value();
    for (std::size_t i = 0; i < given.size(); ++i) {
        const py::object source = arrays[i] ? py::object(*arrays[i]) : py::object(py::float_(0.0));
        if (i < 3 || all.has_static) all.values[i] = Numbers::ensure(broadcast_to(source, shape));
    }
    return all;
}

/// "[1, 2]": where in the array the flat index lies.
std::string index_text(std::size_t flat, const std::vector<py::ssize_t>& shape) {
    std::string text;
    for (std::size_t i = shape.size(); i-- > 0;) {
        const auto length = static_cast<std::size_t>(shape[i]);
        text = std::to_string(flat % length) + (text.empty() ? "" : ", ") + text;
        flat /= length;
    }
    return "[" + text + "]";
}

/// Steady states of many ratios: a column for each observable, in the order of the input.
class SteadyTable {
public:
    SteadyTable(Broadcast given, const py::object& progress) : given_(std::move(given)) {
        check();
        fill(false, progress);
    }

    /// What `state` has given.
    explicit SteadyTable(const py::tuple& state)
        : columns_(state[2].cast<std::vector<py::array>>()), regimes_(state[3]), map_periods_(state[4]) {
        given_.shape = state[0].cast<std::vector<py::ssize_t>>();
        const auto ratios = state[1].cast<std::vector<Numbers>>();
        given_.has_static = ratios.size() == given_.values.size();
        std::copy(ratios.begin(), ratios.end(), given_.values.begin());
        check();
    }

    /// The shape, the ratios, and all that was found with them; what needs the cycle is found again when asked for.
    [[nodiscard]] py::tuple state() const {
        py::list ratios;
        for (std::size_t i = 0; i < (given_.has_static ? 4 : 3); ++i) ratios.append(given_.values[i]);
        py::list columns;
        const auto all = observables();
        for (std::size_t i = 0; i < all.size(); ++i) {
            columns.append(is_of_cycle(all[i].name) ? py::array_t<double>(0) : columns_[i]);
        }
        return py::make_tuple(py::tuple(py::cast(given_.shape)), ratios, columns, regimes_, map_periods_);
    }

    [[nodiscard]] std::vector<py::ssize_t> shape() const { return given_.shape; }
    [[nodiscard]] py::array ratio(std::size_t which) const {
        return which == 3 && !given_.has_static ? given_.values[0] : given_.values[which];
    }
    [[nodiscard]] const py::array& regimes() const { return regimes_; }
    [[nodiscard]] const py::array& map_periods() const { return map_periods_; }

    [[nodiscard]] py::array observable(const std::string& name) {
        const auto all = observables();
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (all[i].name != name) continue;
            if (is_of_cycle(name) && columns_[i].size() == 0 && given_.size() > 0) fill(true, py::none());
            return columns_[i];
        }
        throw py::attribute_error(name);
    }

private:
    [[nodiscard]] Ratios at(std::size_t i) const {
        Ratios r{pointers_[0][i], pointers_[1][i], pointers_[2][i], std::nullopt, 0.0};
        if (given_.has_static) r.static_friction = pointers_[3][i];
        return r;
    }

    /// The first bad number is named with its place.
    void check() {
        for (std::size_t i = 0; i < 4; ++i)
            pointers_[i] = i < 3 || given_.has_static ? given_.values[i].data() : nullptr;
        for (std::size_t i = 0; i < given_.size(); ++i) {
            try {
                validate(at(i));
            } catch (const std::invalid_argument& error) {
                std::string sentence = error.what();
                throw std::invalid_argument(sentence.insert(sentence.find(' '), index_text(i, given_.shape)));
            }
        }
    }

    /// Solves all of it: first what needs no cycle, later only what does. Another thread of Python may do the same
    /// meanwhile, so the table changes only when all is there.
    void fill(bool of_cycle, const py::object& progress) {
        const auto all = observables();
        std::vector<std::pair<std::size_t, py::array>> made;
        std::vector<std::pair<double (*)(const SteadyState&), double*>> targets;
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (is_of_cycle(all[i].name) != of_cycle) continue;
            py::array_t<double> column(given_.shape);
            targets.emplace_back(all[i].value, column.mutable_data());
            made.emplace_back(i, std::move(column));
        }
        py::array_t<std::int8_t> regimes(given_.shape);
        py::array_t<std::int8_t> periods(given_.shape);
        std::int8_t* const regime = regimes.mutable_data();
        std::int8_t* const period = periods.mutable_data();
        const auto solve_at = [&](std::size_t i) {
            const SteadyState s = solve(at(i), of_cycle);
            for (const auto& [value, to] : targets) to[i] = finite(value(s));
            regime[i] = static_cast<std::int8_t>(s.regime);
            period[i] = s.is_periodic() ? static_cast<std::int8_t>(s.map_period) : std::int8_t{-1};
        };
        solve_all(solve_at, progress);
        columns_.resize(all.size());
        for (auto& [i, column] : made) columns_[i] = std::move(column);
        regimes_ = regimes;
        map_periods_ = periods;
    }

    void solve_all(const std::function<void(std::size_t)>& solve_at, const py::object& progress) const {
        watched(progress, [&](Watch& watch) {
            in_parallel(std::size_t{0}, given_.size(), [&](std::size_t i) {
                watch.check();
                const InterruptionScope scope(watch.wanted());
                solve_at(i);
                watch.count_one(given_.size());
            });
            return true;
        });
    }

    Broadcast given_;
    std::array<const double*, 4> pointers_{};
    std::vector<py::array> columns_;
    py::array regimes_;
    py::array map_periods_;
};

SteadyResult solve_one(const Ratios& ratios, bool with_all_orbits, const py::object& progress) {
    validate(ratios);
    if (ratios.static_friction.value_or(ratios.friction) > ratios.friction) {
        return watched(progress, [&](Watch& watch) {  // a search that may take long
            watch.report_unknown();
            const SteadyOptions options{.with_cycle = false, .with_all_orbits = with_all_orbits};
            return SteadyResult{steady_state(oscillator_of(ratios), load_of(ratios), State{}, options), ratios,
                                std::nullopt};
        });
    }
    const py::gil_scoped_release release;
    return {solve(ratios, false), ratios, std::nullopt};
}

/// A result for plain numbers, a table for arrays.
py::object solve_ratios(const py::object& friction, const py::object& frequency, const py::object& damping,
                        const py::object& holding, bool with_all_orbits, const py::object& progress) {
    const std::array<py::object, 4> given{friction, frequency, damping, holding};
    if (friction.is_none() || frequency.is_none()) {
        throw std::invalid_argument("without a case the oscillator needs friction_ratio and frequency_ratio");
    }
    std::array<std::optional<double>, 4> plain;
    bool are_plain = true;
    for (std::size_t i = 0; i < given.size(); ++i) {
        if (given[i].is_none()) continue;
        plain[i] = plain_number(given[i]);
        are_plain = are_plain && plain[i].has_value();
    }
    if (are_plain)
        return py::cast(
            solve_one({*plain[0], *plain[1], plain[2].value_or(0.0), plain[3], 0.0}, with_all_orbits, progress));
    Broadcast all = broadcast(given);
    if (!all.shape.empty()) return py::cast(std::make_unique<SteadyTable>(std::move(all), progress));
    Ratios one{*all.values[0].data(), *all.values[1].data(), *all.values[2].data(), std::nullopt, 0.0};
    if (all.has_static) one.static_friction = *all.values[3].data();
    return py::cast(solve_one(one, with_all_orbits, progress));
}

SteadyResult solve_case(const Problem& problem, bool with_all_orbits, const py::object& progress) {
    const Case& c = problem.on_line();
    return watched(progress, [&](Watch& watch) {
        watch.report_unknown();
        return SteadyResult{steady_state(c, {.with_all_orbits = with_all_orbits}), std::nullopt, c.base};
    });
}

/// Of each key ∂amplitude, ∂phase_lag and ∂dissipated of a steady state of this case.
py::dict derivatives_of(const SteadyState& state, const CaseDocument& document, const std::vector<std::string>& keys) {
    const std::vector<SteadyDerivative> found = watched(py::none(), [&](Watch&) {
        std::vector<ProblemRate> rates;
        for (const std::string& key : keys) rates.push_back(rate_of(document, key));
        return steady_derivatives(state, rates);
    });
    py::dict told;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        told[py::str(keys[i])] = py::make_tuple(found[i].amplitude, found[i].phase_lag, found[i].dissipated);
    }
    return told;
}

/// The problem is null for a steady state of ratios.
py::dict derivatives_of_result(SteadyResult& result, const Problem* problem, const std::vector<std::string>& keys) {
    const CaseDocument document = problem ? problem->document : CaseDocument::from_ratios(result.ratios.value());
    return derivatives_of(result.with_cycle(), document, keys);
}

SteadyResult restored_result(std::string_view state) {
    SteadyResult result;
    read_bytes(state, result.state, result.ratios, result.base);
    return result;
}

py::object interval(const std::optional<Interval>& i) {
    return i ? py::object(py::make_tuple(i->low, i->high)) : py::none();
}

py::object family(const SteadyResult& r) {
    if (!r.state.family) return py::none();
    py::dict d;
    d["x_max"] = interval(r.state.family->x_max);
    d["x_min"] = interval(r.state.family->x_min);
    return py::object(d);
}

py::object cycle(SteadyResult& r) {
    const SteadyState& whole = r.with_cycle();
    if (!whole.cycle) return py::none();
    return py::cast(Motion{std::make_shared<const Trajectory>(*whole.cycle), r.base});
}

void bind_result(py::module_& m) {
    py::class_<SteadyResult> c(m, "SteadyResult");
    for (const Observable& o : observables()) {
        c.def_property_readonly(
            o.name.data(),
            [value = o.value, is_whole = is_count(o.name), needs = is_of_cycle(o.name)](SteadyResult& r) -> py::object {
                return number(value(needs ? r.with_cycle() : r.state), is_whole);
            });
    }
    c.def("state", [](const SteadyResult& r) { return py::bytes(bytes_of(r.state, r.ratios, r.base)); });
    c.def_static("restored", [](const py::bytes& state) { return restored_result(state); });
    c.def_property_readonly("regime", [](const SteadyResult& r) { return std::string(name(r.state.regime)); })
        .def_property_readonly("map_period",
                               [](const SteadyResult& r) -> py::object {
                                   if (!r.state.is_periodic()) return py::none();
                                   return py::str(std::string(name(r.state.map_period)));
                               })
        .def_property_readonly("friction_ratio", [](const SteadyResult& r) { return r.state.friction_ratio; })
        .def_property_readonly("frequency_ratio", [](const SteadyResult& r) { return r.state.frequency_ratio; })
        .def_property_readonly("damping_ratio", [](const SteadyResult& r) { return r.state.damping_ratio; })
        .def_property_readonly("static_ratio", [](const SteadyResult& r) { return r.state.static_ratio; })
        .def_property_readonly("open_fraction", [](const SteadyResult& r) { return r.state.open_fraction; })
        .def_property_readonly("period", [](const SteadyResult& r) { return r.state.period; })
        .def_property_readonly("load_periods", [](const SteadyResult& r) { return r.state.load_periods; })
        .def_property_readonly("multipliers", [](const SteadyResult& r) { return r.state.multipliers; })
        .def_property_readonly("exponent", [](const SteadyResult& r) { return r.state.exponent; })
        .def_property_readonly("exponent_error", [](const SteadyResult& r) { return r.state.exponent_error; })
        .def_property_readonly("reason", [](const SteadyResult& r) { return r.state.reason; })
        .def_property_readonly(
            "orbits",
            [](const SteadyResult& r) { return r.state.orbits ? py::object(coexisting(*r.state.orbits)) : py::none(); })
        .def_property_readonly("growth_per_cycle", [](const SteadyResult& r) { return r.state.growth_per_cycle; })
        .def_property_readonly("rest_positions", [](const SteadyResult& r) { return interval(r.state.rest_positions); })
        .def_property_readonly("coexists", [](const SteadyResult& r) { return coexisting(r.state.coexists); })
        .def_property_readonly("family", &family)
        .def_property_readonly("cycle", &cycle);
}

}  // namespace

void bind_steady(py::module_& m) {
    bind_result(m);
    py::class_<SteadyTable>(m, "SteadyTable")
        .def("state", &SteadyTable::state)
        .def_static("restored", [](const py::tuple& state) { return std::make_unique<SteadyTable>(state); })
        .def_property_readonly("shape", [](const SteadyTable& t) { return py::tuple(py::cast(t.shape())); })
        .def_property_readonly("regimes", &SteadyTable::regimes)
        .def_property_readonly("map_periods", &SteadyTable::map_periods)
        .def("ratio", &SteadyTable::ratio)
        .def("observable", &SteadyTable::observable);
    m.def("solve_ratios", &solve_ratios);
    m.def("solve_case", &solve_case);
    m.def("steady_derivatives", &derivatives_of_result);
    py::list regimes;
    for (const Regime r : all_regimes) regimes.append(std::string(name(r)));
    m.attr("regimes") = py::tuple(regimes);
    py::dict units;
    for (const Observable& o : observables()) {
        units[py::str(std::string(o.name))] = py::make_tuple(std::string(o.unit), std::string(o.description));
    }
    m.attr("observables") = units;
    m.def("check_observable", [](const std::string& wanted) { static_cast<void>(observable(wanted)); });
}

}  // namespace stickslip::python
