// One case under many records.

#include "kinds/capacities.hpp"

#include <pybind11/stl.h>

#include <memory>

#include "binding.hpp"
#include "bindings/problem.hpp"
#include "long_work.hpp"
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

EnsembleRequest request_of(const CaseDocument& document, const std::vector<GivenRecord>& records,
                           std::vector<double> scales, const std::vector<GivenKey>& vary) {
    EnsembleRequest request{.document = document, .records = records_of(records), .scales = std::move(scales)};
    for (const auto& [key, values, text] : vary) request.vary.push_back({key, values, text});
    return request;
}

/// All cells of what `make` makes: quantities with their values, in the order of rows.
template <class Make>
py::dict computed(const py::object& progress, const Make& make) {
    decltype(make()) cells;
    std::vector<std::vector<double>> values;
    const MapSummary summary = watched(progress, [&](Watch& watch) {
        cells = make();
        MemoryStore store(cells->tiling(), cells->quantities());
        const auto tell = [&](const MapProgress& p) {
            watch.report(static_cast<double>(p.done) / static_cast<double>(p.cells));
            return !watch.wanted();
        };
        const MapSummary told = run_map(*cells, store, {.progress = tell});
        for (std::size_t q = 0; told.is_complete && q < cells->quantities().size(); ++q) {
            values.push_back(values_of(store, q));
        }
        return told;
    });
    py::list quantities;
    for (std::size_t q = 0; q < cells->quantities().size(); ++q) {
        const MapQuantity& quantity = cells->quantities()[q];
        quantities.append(py::make_tuple(quantity.name, quantity.unit, quantity.description, quantity.meanings,
                                         array_of(values.at(q))));
    }
    py::dict d;
    d["quantities"] = quantities;
    d["seconds"] = summary.seconds;
    d["threads"] = summary.threads;
    return d;
}

py::dict compute_motions(const CaseDocument& document, const std::vector<GivenRecord>& records,
                         std::vector<double> scales, const std::vector<GivenKey>& vary,
                         std::vector<std::string> observables, const py::object& progress) {
    EnsembleRequest request = request_of(document, records, std::move(scales), vary);
    request.observables = std::move(observables);
    return computed(progress, [&] { return std::make_unique<Ensemble>(kind_of(first_case(request)), request); });
}

py::dict compute_capacities(const CaseDocument& document, const std::vector<GivenRecord>& records,
                            std::vector<double> scales, const std::vector<GivenKey>& vary,
                            const std::string& observable, double limit, const py::object& progress) {
    const EnsembleRequest request = request_of(document, records, std::move(scales), vary);
    return computed(progress, [&] {
        return std::make_unique<Capacities>(kind_of(first_case(request)), request, CapacityLimit{observable, limit});
    });
}

py::object fit(const std::vector<double>& reached, const std::vector<double>& not_reached,
               const std::vector<double>& at_once, double confidence) {
    const Fragility f = fit_fragility({reached, not_reached, at_once}, confidence);
    if (!f.exists)
        throw NoResult("a fragility curve needs at least two different scales at which the limit is reached");
    return py::make_tuple(f.median.value, f.median.lower, f.median.upper, f.dispersion.value, f.dispersion.lower,
                          f.dispersion.upper);
}

}  // namespace

void bind_ensemble(py::module_& m) {
    m.def("read_records", &read_records);
    m.def("compute_ensemble", &compute_motions);
    m.def("compute_capacities", &compute_capacities);
    m.def("fit_fragility", &fit);
}

}  // namespace stickslip::python
