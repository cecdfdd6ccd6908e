// Response curves of structures: what was asked for by name, and every quantity there is as an array over the values
// and the degrees of freedom or the contacts.

#include <pybind11/stl.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "binding.hpp"
#include "bindings/problem.hpp"
#include "long_work.hpp"
#include "stickslip/structure/response_curve.hpp"

namespace stickslip::python {

namespace {

using structure::Observable;
using structure::Structure;

constexpr std::string_view degree_form = "[DOF]";
constexpr std::string_view contact_form = "contact.NAME.";

/// One quantity of every degree of freedom, of every contact or of the whole structure.
struct Quantity {
    std::string name;         ///< "amplitude"
    std::string axis;         ///< "dof", "contact" or ""
    std::string unit;         ///< of its observables
    std::string description;  ///< the words for it
    std::size_t first;        ///< its place among the columns of the curve
    std::size_t count;        ///< how many columns there are: degrees of freedom, contacts, or 1
};

/// The names of one quantity for each degree of freedom or contact.
std::vector<std::string> names_of(const Structure& s, const std::string& form, Quantity& quantity) {
    std::vector<std::string> names;
    if (form.ends_with(degree_form)) {
        quantity.name = form.substr(0, form.size() - degree_form.size());
        quantity.axis = "dof";
        for (std::size_t i = 1; i <= s.size(); ++i) names.push_back(quantity.name + "[" + std::to_string(i) + "]");
    } else if (form.starts_with(contact_form)) {
        quantity.name = form.substr(contact_form.size());
        quantity.axis = "contact";
        for (std::size_t j = 1; j <= s.contacts.size(); ++j) {
            names.push_back("contact[" + std::to_string(j) + "]." + quantity.name);
        }
    } else {
        quantity.name = form;
        names.push_back(form);
    }
    return names;
}

/// 1 where the start decides offsets: of contacts that never slip, or of bodies that nothing holds.
Observable decided_by_the_start() {
    Observable o;
    o.value = [](const structure::StructureSteadyState& s) {
        if (!s.cycle) return 0.0;
        const Structure& problem = *s.cycle->structure;
        const bool is_free = structure::natural_frequencies(problem.mass, problem.stiffness).front() == 0.0;
        return s.free_offsets > 0 || is_free ? 1.0 : 0.0;
    };
    return o;
}

/// What a curve is made of: the observables asked for, then those of every quantity, and which belong to which.
struct Columns {
    std::vector<Observable> chosen;
    std::vector<Quantity> quantities;
    std::size_t asked;          ///< so many of `chosen` come first
    bool has_offsets = false;   ///< the offsets that the start decides are found
    std::vector<bool> depends;  ///< for each of `quantities`: offsets change it
};

Columns columns_for(const Structure& s, const std::vector<std::string>& names) {
    Columns c;
    for (const std::string& name : names) c.chosen.push_back(structure::observable(s, name));
    if (names.empty()) c.chosen = structure::usual_observables(s);
    c.asked = c.chosen.size();
    c.has_offsets = std::ranges::any_of(c.chosen, &Observable::depends_on_offsets);
    for (const std::string& form : structure::observable_names()) {
        Quantity quantity{.first = c.chosen.size()};
        bool depends = false;
        for (const std::string& name : names_of(s, form, quantity)) {
            Observable o = structure::observable(s, name);
            depends = o.depends_on_offsets;
            o.depends_on_offsets = c.has_offsets && depends;
            quantity.unit = o.unit;
            quantity.description = o.quantity.empty() ? o.description : o.quantity;
            c.chosen.push_back(std::move(o));
        }
        quantity.count = c.chosen.size() - quantity.first;
        c.quantities.push_back(std::move(quantity));
        c.depends.push_back(depends);
    }
    c.chosen.push_back(decided_by_the_start());
    return c;
}

/// An array over the values and, where the quantity has one, its axis. What offsets change is NaN where the start
/// decides them and nobody asked where it leads.
py::array_t<double> array_over(const structure::ResponseCurve& curve, const Quantity& quantity, bool is_known) {
    const std::size_t rows = curve.values.size();
    const std::vector<double>& decided = curve.columns.back();
    std::vector<std::size_t> shape{rows};
    if (!quantity.axis.empty()) shape.push_back(quantity.count);
    py::array_t<double> out(shape);
    double* to = out.mutable_data();
    for (std::size_t i = 0; i < rows; ++i) {
        const bool is_told = is_known || decided[i] == 0.0;
        for (std::size_t k = 0; k < quantity.count; ++k) {
            *to++ = is_told ? curve.columns[quantity.first + k][i] : std::numeric_limits<double>::quiet_NaN();
        }
    }
    return out;
}

template <class Name>
py::list list_of(std::size_t count, const Name& name) {
    py::list names;
    for (std::size_t i = 0; i < count; ++i) names.append(name(i));
    return names;
}

py::dict told(const Structure& s, const Columns& c, const structure::ResponseCurve& curve,
              const std::vector<structure::PeakShape>& shapes) {
    py::dict units, columns, arrays, axes;
    py::list shown, peaks;
    for (std::size_t k = 0; k < c.asked; ++k) {
        const Observable& o = c.chosen[k];
        shown.append(o.name);
        units[py::str(o.name)] = py::make_tuple(o.unit, o.description, o.quantity, o.of);
        columns[py::str(o.name)] = array_of(curve.columns[k]);
    }
    for (std::size_t q = 0; q < c.quantities.size(); ++q) {
        const Quantity& quantity = c.quantities[q];
        if (quantity.count == 0) continue;
        const py::str name(quantity.name);
        arrays[name] = array_over(curve, quantity, c.has_offsets || !c.depends[q]);
        axes[name] = quantity.axis;
        if (!units.contains(name)) {
            units[name] = py::make_tuple(quantity.unit, quantity.description, quantity.description, "");
        }
    }
    for (const structure::PeakShape& p : shapes) {
        peaks.append(py::make_tuple(p.value, array_of(p.amplitude), array_of(p.shape)));
    }
    py::dict d;
    d["values"] = array_of(curve.values);
    d["regime"] = column<std::int8_t>(curve.regimes, [](Regime r) { return r; });
    d["shown"] = shown;
    d["columns"] = columns;
    d["arrays"] = arrays;
    d["axes"] = axes;
    d["units"] = units;
    d["peaks"] = peaks;
    d["dof_names"] = list_of(s.size(), [&](std::size_t i) { return degree_name(s, i); });
    d["contact_names"] = list_of(s.contacts.size(), [&](std::size_t j) { return contact_name(s, j); });
    return d;
}

py::dict sweep_structure(const CaseDocument& document, const std::string& key, const Numbers& given,
                         const std::vector<std::string>& names, const py::object& progress) {
    const std::vector<double> values = vector_of(given);
    const auto case_at = [&](double value) { return structure::read_case(document.with_value(key, value)); };
    const structure::Case first = case_at(values.front());
    const Columns columns = columns_for(first.structure, names);
    const auto found = watched(progress, [&](Watch& watch) {
        structure::ResponseCurve curve =
            structure::response_curve(case_at, values, columns.chosen, [&] { watch.count_one(values.size() + 1); });
        auto shapes = structure::shapes_at_peaks(case_at, curve);
        return std::pair{std::move(curve), std::move(shapes)};
    });
    return told(first.structure, columns, found.first, found.second);
}

/// The share of the time that each contact sticks, a row for each contact.
py::array_t<double> stuck_fractions(const CaseDocument& document, const std::string& key, const Numbers& given) {
    const std::vector<double> values = vector_of(given);
    const auto case_at = [&](double value) { return structure::read_case(document.with_value(key, value)); };
    const auto curve = watched(py::none(), [&](Watch&) { return structure::response_curve(case_at, values, {}); });
    py::array_t<double> out({curve.stuck.size(), values.size()});
    double* to = out.mutable_data();
    for (const std::vector<double>& row : curve.stuck) to = std::copy(row.begin(), row.end(), to);
    return out;
}

}  // namespace

void bind_structure_curves(py::module_& m) {
    m.def("sweep_structure", &sweep_structure);
    m.def("stuck_fractions", &stuck_fractions);
}

}  // namespace stickslip::python
