#include "reference_structure.hpp"

#include <fstream>
#include <numbers>

namespace stickslip::structure {
namespace {

using nlohmann::json;

Matrix matrix_of(const json& rows) {
    Matrix m = Matrix::zero(rows.size(), rows.front().size());
    for (std::size_t i = 0; i < m.rows; ++i) {
        for (std::size_t j = 0; j < m.columns; ++j) m(i, j) = rows[i][j];
    }
    return m;
}

}  // namespace

Structure reference_structure(const json& q) {
    Structure s{.mass = matrix_of(q["M"]), .damping = matrix_of(q["C"]), .stiffness = matrix_of(q["K"])};
    const double frequency = q["Omega"];
    for (std::size_t j = 0; j < q["W"].size(); ++j) {
        const double normal = q["N0"][j];
        const double amplitude = q["N1"][j];
        s.contacts.push_back({.direction = q["W"][j],
                              .bound = q["b"][j].get<double>() * normal,
                              .static_bound = q["s"][j].get<double>() * normal,
                              .surface_velocity = q["v"][j]});
        if (amplitude == 0.0) continue;
        s.contacts.back().normal =
            NormalVariation{.ratio = amplitude / normal, .frequency = frequency, .phase = q["Nphi"][j]};
    }
    for (std::size_t i = 0; i < s.size(); ++i) {
        DirectedLoad load{.direction = std::vector<double>(s.size(), 0.0)};
        load.direction[i] = 1.0;
        load.load.constant = q["p0"][i];
        if (frequency > 0.0) {
            load.load.harmonics = {{q["ps"][i], frequency, 0.0}, {q["pc"][i], frequency, std::numbers::pi / 2}};
        }
        s.loads.push_back(load);
    }
    return s;
}

std::vector<json> references(const char* file) {
    return json::parse(std::ifstream(std::string(STICKSLIP_TEST_FOLDER "/structure/") + file));
}

}  // namespace stickslip::structure
