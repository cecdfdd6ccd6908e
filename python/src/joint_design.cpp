// Designs of several keys at once, over a band or over records.

#include <pybind11/stl.h>

#include <cmath>

#include "binding.hpp"
#include "bindings/problem.hpp"
#include "kinds/case_choices.hpp"
#include "long_work.hpp"
#include "record_sets.hpp"
#include "studies/joint_design.hpp"

namespace stickslip::python {

namespace {

using GivenChoice = std::tuple<std::vector<std::string>, double, double>;

struct Found {
    JointOptimum optimum;
    std::vector<ScenarioResponse> responses;
    std::optional<std::vector<ScenarioResponse>> as_given;
    std::vector<ObservableName> observables;
};

py::array_t<double> responses_of(const std::vector<ScenarioResponse>& all) {
    return column(all, [](const ScenarioResponse& s) { return s.response; });
}

py::dict told(const Found& f) {
    py::dict result;
    result["values"] = array_of(f.optimum.best.values);
    result["unit"] = f.observables.front().unit;
    result["description"] = f.observables.front().description;
    result["responses"] = responses_of(f.responses);
    result["observable"] = column<int>(f.responses, [](const ScenarioResponse& s) { return s.observable; });
    result["at"] = column(f.responses, [](const ScenarioResponse& s) { return s.over; });
    result["as_given"] = f.as_given ? py::object(responses_of(*f.as_given)) : py::none();
    result["evaluations"] = f.optimum.evaluations;
    py::list searches;
    for (const JointChoice& end : f.optimum.ends) searches.append(py::make_tuple(array_of(end.values), end.worst));
    result["searches"] = searches;
    return result;
}

py::dict minimise_several(const CaseDocument& document, const std::vector<GivenChoice>& given,
                          const std::vector<std::string>& minimised,
                          const std::optional<std::tuple<std::string, double, double>>& over,
                          const std::vector<GivenRecord>& records, int evaluations, const py::object& progress) {
    ChoiceQuestion question{.document = document, .choices = {}, .observables = minimised};
    CaseDocument there = document;
    for (const auto& [keys, from, to] : given) {
        question.choices.push_back({keys, {from, to}});
        for (const std::string& key : keys) there = there.with_value(key, to);
    }
    if (over) {
        question.over = std::get<0>(*over);
        question.band = {std::get<1>(*over), std::get<2>(*over)};
    }
    question.records = records_of(records);
    if (evaluations != 0 && evaluations < least_evaluations(given.size())) {
        throw std::invalid_argument("evaluations = " + std::to_string(evaluations) + ": a design of " +
                                    std::to_string(given.size()) + " numbers needs at least " +
                                    std::to_string(least_evaluations(given.size())));
    }
    const Found found = watched(progress, [&](Watch& watch) {
        const CaseChoices choices(kind_of(there), std::move(question));
        const auto at = [&](std::span<const double> values) {
            watch.check();
            const InterruptionScope scope(watch.wanted());
            return choices.responses(values);
        };
        const JointDesignOptions options{.evaluations = evaluations,
                                         .progress = [&](double done) { watch.report(done); }};
        Found f{.optimum = minimise_jointly(at, choices.ranges(), options), .observables = choices.observables()};
        if (!std::isfinite(f.optimum.best.worst)) {
            throw NoResult("the response is unbounded for all " + std::to_string(f.optimum.evaluations) +
                           " choices that were tried");
        }
        f.responses = choices.scenario_responses(f.optimum.best.values);
        f.as_given = choices.as_given();
        return f;
    });
    return told(found);
}

}  // namespace

void bind_joint_design(py::module_& m) { m.def("minimise_several", &minimise_several); }

}  // namespace stickslip::python
