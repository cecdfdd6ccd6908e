// One case under many records.

#include "kinds/ensemble.hpp"

#include <pybind11/stl.h>

#include "binding.hpp"
#include "long_work.hpp"
#include "problem.hpp"
#include "record_sets.hpp"

namespace stickslip::python {

namespace {

/// Name, times, values and second values of each record, as the case needs them.
py::list read_records(const std::vector<std::string>& texts, const CaseDocument& document) {
    py::list records;
    for (const SetRecord& record : read_record_set(texts, record_components(document))) {
        const RecordSamples& s = record.samples;
        records.append(py::make_tuple(record.name, array_of(s.times), array_of(s.values), array_of(s.second)));
    }
    return records;
}

using GivenKey = std::tuple<std::string, std::vector<double>, std::string>;

py::dict compute(const CaseDocument& document, const std::vector<GivenRecord>& records, std::vector<double> scales,
                 const std::vector<GivenKey>& vary, std::vector<std::string> observables, const py::object& progress) {
    EnsembleRequest request{.document = document,
                            .records = records_of(records),
                            .scales = std::move(scales),
                            .observables = std::move(observables)};
    for (const auto& [key, values, text] : vary) request.vary.push_back({key, values, text});
    std::optional<Ensemble> ensemble;
    const EnsembleValues found = watched(progress, [&](Watch& watch) {
        const CaseKind& kind = kind_of(first_case(request));
        ensemble.emplace(kind, std::move(request));
        const auto tell = [&](const MapProgress& p) {
            watch.report(static_cast<double>(p.done) / static_cast<double>(p.cells));
            return !watch.wanted();
        };
        return compute_ensemble(*ensemble, {.progress = tell});
    });
    py::list quantities;
    for (std::size_t q = 0; q < ensemble->quantities().size(); ++q) {
        const MapQuantity& quantity = ensemble->quantities()[q];
        quantities.append(py::make_tuple(quantity.name, quantity.unit, quantity.description, quantity.meanings,
                                         array_of(found.values.at(q))));
    }
    py::dict d;
    d["quantities"] = quantities;
    d["ended_early"] = found.summary.not_converged;
    d["seconds"] = found.summary.seconds;
    d["threads"] = found.summary.threads;
    return d;
}

}  // namespace

void bind_ensemble(py::module_& m) {
    m.def("read_records", &read_records);
    m.def("compute_ensemble", &compute);
}

}  // namespace stickslip::python
