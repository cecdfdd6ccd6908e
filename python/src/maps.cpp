// Maps in memory.

#include <pybind11/stl.h>

#include <tuple>

#include "binding.hpp"
#include "bindings/problem.hpp"
#include "long_work.hpp"
#include "maps/map_device.hpp"
#include "maps/proof_names.hpp"
#include "maps/run_map.hpp"
#include "maps/variable_names.hpp"

namespace stickslip::python {

namespace {

using Axis = std::tuple<std::string, double, double, std::size_t, bool>;

MapAxis axis_of(const Axis& a, const std::string& name) {
    const MapAxis axis{std::get<0>(a), std::get<1>(a), std::get<2>(a), std::get<3>(a), std::get<4>(a)};
    validate(axis, name);
    return axis;
}

/// The values as an array of rows; the others are let go of one by one, so that a large map is never there twice.
py::array plane_of(std::vector<double>& values, std::size_t rows, std::size_t columns) {
    py::array_t<double> out({rows, columns});
    std::copy(values.begin(), values.end(), out.mutable_data());
    std::vector<double>().swap(values);
    return py::array(out);
}

/// Null for the processor.
std::shared_ptr<MapDevice> device_of(const std::string& backend) {
    if (backend == "cpu") return nullptr;
    if (backend != "cuda") throw std::invalid_argument("backend = " + backend + " must be cpu or cuda");
    try {
        // Kept for the next map; never given back, because CUDA may be gone before this module is.
        static const auto* const device = new std::shared_ptr<MapDevice>(open_cuda_device());
        return *device;
    } catch (const NoDevice& error) {
        throw std::runtime_error("backend=\"cuda\": " + std::string(error.what()) +
                                 "; backend=\"cpu\", the default, computes on the processor");
    }
}

py::dict compute(const CaseDocument& document, const Axis& x, const Axis& y,
                 const std::vector<std::string>& observables, const std::string& backend, const py::object& progress) {
    MapRequest request{document, axis_of(x, "x"), axis_of(y, "y"), observables};
    request.device = device_of(backend);
    MapValues found = watched(progress, [&](Watch& watch) {
        const auto tell = [&](const MapProgress& p) {
            watch.report(static_cast<double>(p.done) / static_cast<double>(p.cells));
            return !watch.wanted();
        };
        return compute_map(kind_of(first_case(request)), request, {.progress = tell});
    });
    py::list quantities;
    const std::vector<std::string> variables = variable_names(found.quantities, request.x.key, request.y.key);
    for (std::size_t q = 0; q < found.quantities.size(); ++q) {
        const MapQuantity& quantity = found.quantities[q];
        quantities.append(
            py::make_tuple(variables[q], quantity.name, quantity.unit, quantity.description,
                           quantity.type == QuantityType::flag ? quantity.meanings : std::vector<std::string>(),
                           plane_of(found.values[q], found.y.size(), found.x.size())));
    }
    py::dict d;
    d["x"] = array_of(found.x);
    d["y"] = array_of(found.y);
    d["quantities"] = quantities;
    d["not_converged"] = found.summary.not_converged;
    d["seconds"] = found.summary.seconds;
    d["threads"] = found.summary.threads;
    return d;
}

}  // namespace

void bind_maps(py::module_& m) {
    m.def("compute_map", &compute);
    m.def("proof_names", &proof_names);
    m.def("variable_name", &variable_name);
    m.def("key_meaning", [](const std::string& key) {
        const KeyMeaning meaning = key_meaning(key);
        return py::make_tuple(meaning.unit, meaning.description);
    });
}

}  // namespace stickslip::python
