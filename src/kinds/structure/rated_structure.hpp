#pragma once

// The numbers of a structure with their derivatives along parameters, as the march along derivatives uses them.

#include <span>
#include <vector>

#include "kinds/line/load_tangent.hpp"
#include "pattern_flow.hpp"
#include "stickslip/structure/sensitivity.hpp"

namespace stickslip::structure {

/// How a structure changes with one parameter. Matrices that do not change are empty.
struct ParameterRate {
    MatrixXd mass, damping, stiffness;
    MatrixXd directions;  ///< of w, a column for each contact
    VectorXd surface_velocity, contact_stiffness, static_factor;
};

class RatedStructure {
public:
    /// @throws std::invalid_argument for a rate that does not fit the structure.
    RatedStructure(const Structure&, const DenseStructure&, std::span<const StructureRate>);

    const DenseStructure& dense;
    std::vector<ParameterRate> parameters;
    std::vector<LoadTangent> bounds;  ///< μ·N of each contact
    double fastest_frequency = 0.0;   ///< of loads and normal forces [rad/s]

    /// Row n of the coefficients of (τ/length)ⁿ: all forces, degrees × (1 + parameters).
    void forces(const ExactTime&, Side, double length, int order, std::vector<MatrixXd>& rows) const;
    /// The same of the bounds, contacts × (1 + parameters).
    void bound_series(const ExactTime&, Side, double length, int order, std::vector<MatrixXd>& rows) const;

private:
    struct RatedLoad {
        LoadTangent load;
        VectorXd direction;
        std::vector<VectorXd> direction_rates;  ///< of each parameter; empty where it does not change
    };
    [[nodiscard]] ParameterRate parameter(const Structure&, const StructureRate&) const;
    void note_frequencies(const Load&);

    std::vector<RatedLoad> loads_;
};

}  // namespace stickslip::structure
