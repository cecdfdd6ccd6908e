// Cases: the text form that is varied key by key, and the form that has been read.

#include <pybind11/stl.h>

#include "binding.hpp"
#include "problem.hpp"
#include "stickslip/model/built_in_cases.hpp"

namespace stickslip::python {

namespace {

using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;

/// A case without keys; they are set one by one, each with the Python object it comes from as its origin.
CaseDocument blank(const std::string& title) {
    return CaseDocument::parse("title = \"\"", "Case").with_text("title", title, "Case");
}

py::object ratios_of_problem(const Problem& p) {
    if (!p.line) return py::none();
    const auto r = p.line->ratios();
    if (!r) return py::none();
    return py::make_tuple(r->friction, r->frequency, r->damping, r->static_friction.value_or(r->friction));
}

std::optional<double> load_period(const Problem& p) { return p.plane ? p.plane->load.period() : p.line->load.period(); }

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

}  // namespace

void bind_cases(py::module_& m) {
    py::class_<CaseDocument>(m, "Document")
        .def_static("open", &CaseDocument::open, py::arg("file_or_name"))
        .def_static("parse", [](const std::string& text, const std::string& name,
                                const std::string& folder) { return CaseDocument::parse(text, name, folder); })
        .def_static("blank", &blank, py::arg("title"))
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
        .def_property_readonly("title", &CaseDocument::title)
        .def_property_readonly("text", &CaseDocument::text);
    py::class_<Problem>(m, "Problem")
        .def(py::init<CaseDocument>())
        .def_property_readonly("document", [](const Problem& p) { return p.document; })
        .def_property_readonly("is_planar", [](const Problem& p) { return p.plane.has_value(); })
        .def_property_readonly("is_dimensionless", [](const Problem& p) { return p.line && p.line->is_dimensionless; })
        .def_property_readonly("has_base", [](const Problem& p) { return p.line && p.line->base.has_value(); })
        .def_property_readonly("ratios", &ratios_of_problem)
        .def_property_readonly("period", &load_period)
        .def_property_readonly("end_time",
                               [](const Problem& p) { return p.plane ? p.plane->end_time() : p.line->end_time(); })
        .def_property_readonly("samples",
                               [](const Problem& p) { return p.plane ? p.plane->run.samples : p.line->run.samples; });
    m.def("built_in_cases", &built_in_cases);
    m.def("case_text", &text_of_case);
}

}  // namespace stickslip::python
