// Cases: the text form that is varied key by key, and the form that has been read.

#include <pybind11/stl.h>

#include "binding.hpp"
#include "bindings/problem.hpp"
#include "stickslip/model/built_in_cases.hpp"
#include "stickslip/planar/observables.hpp"
#include "stickslip/steady/observables.hpp"

namespace stickslip::python {

namespace {

/// A case without keys; they are set one by one, each with the Python object it comes from as its origin.
CaseDocument blank(const std::string& title, const std::string& name) {
    return CaseDocument::parse("title = \"\"", name).with_text("title", title, name);
}

py::object ratios_of_problem(const Problem& p) {
    if (!p.line) return py::none();
    const auto r = p.line->ratios();
    if (!r) return py::none();
    return py::make_tuple(r->friction, r->frequency, r->damping, r->static_friction.value_or(r->friction));
}

/// The unit of each observable for this case, and the words for it.
py::dict units_of(const Problem& p) {
    py::dict units;
    const auto put = [&](const auto& o, std::string_view unit) {
        units[py::str(std::string(o.name))] = py::make_tuple(std::string(unit), std::string(o.description));
    };
    if (p.plane) {
        for (const planar::Observable& o : planar::observables()) put(o, o.unit);
    } else {
        for (const Observable& o : observables()) put(o, unit_of(o, p.on_line()));
    }
    return units;
}

std::optional<double> load_period(const Problem& p) {
    return p.plane ? common_period(p.plane->load, p.plane->oscillator.normal)
                   : common_period(p.on_line().load, p.on_line().oscillator.normal);
}

double end_time_of(const Problem& p) {
    if (p.many) return p.many->end_time();
    return p.plane ? p.plane->end_time() : p.line->end_time();
}

std::optional<std::size_t> samples_of_case(const Problem& p) {
    if (p.many) return p.many->run.samples;
    return p.plane ? p.plane->run.samples : p.line->run.samples;
}

/// What the contacts of a structure are called.
std::vector<std::string> contact_names_of(const Problem& p) {
    std::vector<std::string> names;
    const std::size_t count = p.many ? p.many->structure.contacts.size() : 0;
    for (std::size_t j = 0; j < count; ++j) names.push_back(structure::contact_name(p.many->structure, j));
    return names;
}

py::dict built_in_cases() {
    py::dict cases;
    for (const std::string_view name : built_in_case_names()) {
        cases[py::str(std::string(name))] = CaseDocument::open(std::string(name)).title();
    }
    return cases;
}

std::string text_of_case(const std::string& name) {
    const auto text = built_in_case_text(name);
    if (!text) throw std::invalid_argument("no built-in case is called " + name + "; `stickslip cases` lists them");
    return std::string(*text);
}

/// All that a document says: its name, its folder, its text, the ratios set over it, and the samples of its records.
py::tuple state_of(const CaseDocument& d) {
    py::list records;
    for (const CaseDocument::NamedRecord& record : d.records()) {
        const RecordSamples& samples = *record.samples;
        records.append(
            py::make_tuple(record.file, array_of(samples.times), array_of(samples.values), array_of(samples.second)));
    }
    return py::make_tuple(d.name(), d.folder().string(), d.text(), py::cast(d.ratio_overrides()), records);
}

CaseDocument restored_document(const py::tuple& state) {
    const auto text = [&](std::size_t i) { return state[i].cast<std::string>(); };
    CaseDocument d = CaseDocument::parse(text(2), text(0), text(1));
    for (const auto& [key, value] : state[3].cast<std::map<std::string, double>>()) d = d.with_value(key, value);
    for (const py::handle entry : state[4].cast<py::list>()) {
        const auto record = entry.cast<py::tuple>();
        const auto numbers = [&](std::size_t i) { return vector_of(record[i].cast<Numbers>()); };
        d = d.with_samples(record[0].cast<std::string>(), {numbers(1), numbers(2), numbers(3)});
    }
    return d;
}

}  // namespace

void bind_cases(py::module_& m) {
    py::class_<CaseDocument>(m, "Document")
        .def_static("open", &CaseDocument::open, py::arg("file_or_name"))
        .def_static("parse", [](const std::string& text, const std::string& name,
                                const std::string& folder) { return CaseDocument::parse(text, name, folder); })
        .def_static("blank", &blank, py::arg("title"), py::arg("name"))
        .def_static("from_ratios",
                    [](double friction, double frequency, double damping, std::optional<double> holding) {
                        const Ratios ratios{friction, frequency, damping, holding, 0.0};
                        validate(ratios);
                        return CaseDocument::from_ratios(ratios);
                    })
        .def("with_value", [](const CaseDocument& d, const std::string& key, double v) { return d.with_value(key, v); })
        .def("with_text", [](const CaseDocument& d, const std::string& key, const std::string& text,
                             const std::string& origin) { return d.with_text(key, text, origin); })
        .def("with_samples",
             [](const CaseDocument& d, const std::string& file, const Numbers& times, const Numbers& values,
                const Numbers& second) {
                 return d.with_samples(file, {vector_of(times), vector_of(values), vector_of(second)});
             })
        .def("state", &state_of)
        .def_static("restored", &restored_document)
        .def_property_readonly("title", &CaseDocument::title)
        .def_property_readonly("text", &CaseDocument::text);
    py::class_<Problem>(m, "Problem")
        .def(py::init<CaseDocument>())
        .def("state", [](const Problem& p) { return state_of(p.document); })
        .def_static("restored", [](const py::tuple& state) { return Problem(restored_document(state)); })
        .def_property_readonly("document", [](const Problem& p) { return p.document; })
        .def_property_readonly("is_planar", [](const Problem& p) { return p.plane.has_value(); })
        .def_property_readonly("is_structure", [](const Problem& p) { return p.many.has_value(); })
        .def_property_readonly("degrees", [](const Problem& p) { return p.many ? p.many->structure.size() : 1; })
        .def_property_readonly("contact_names", &contact_names_of)
        .def_property_readonly(
            "is_dimensionless",
            [](const Problem& p) { return p.plane ? p.plane->is_dimensionless : p.line && p.line->is_dimensionless; })
        .def_property_readonly(
            "usual_observables",
            [](const Problem& p) { return p.plane ? planar::usual_observables() : usual_observables(p.on_line()); })
        .def_property_readonly("units", &units_of)
        .def_property_readonly("has_base", [](const Problem& p) { return p.line && p.line->base.has_value(); })
        .def_property_readonly("ratios", &ratios_of_problem)
        .def_property_readonly("period", &load_period)
        .def_property_readonly("end_time", &end_time_of)
        .def_property_readonly("samples", &samples_of_case);
    m.def("built_in_cases", &built_in_cases);
    m.def("case_text", &text_of_case);
}

}  // namespace stickslip::python
