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
    MatrixXd damping;     ///< of C
    MatrixXd directions;  ///< of w, a column for each contact
    /// M⁻¹ times the rates of M, C, K and the directions.
    MatrixXd mass_pull, damping_pull, stiffness_pull, directions_pull;
    VectorXd surface_velocity, contact_stiffness, static_factor;
};

/// Coefficients of (τ/length)ᵏ, k up to `order`, of vectors and their derivatives: for each k a row for each entry of
/// the vector, with the vector itself first and then the columns of its derivatives.
struct RateCoefficients {
    int entries = 0;
    int columns = 0;
    int order = 0;
    double length = 1.0;
    std::vector<double> all;

    /// Makes them zero.
    void begin(int entries_now, int columns_now, int order_now, double length_now) {
        entries = entries_now;
        columns = columns_now;
        order = order_now;
        length = length_now;
        all.assign(stride() * (std::size_t(order) + 1), 0.0);
    }
    [[nodiscard]] std::size_t stride() const { return std::size_t(entries) * std::size_t(columns); }
    [[nodiscard]] double* row(int k, int entry = 0) {
        return all.data() + std::size_t(k) * stride() + std::size_t(entry) * std::size_t(columns);
    }
    [[nodiscard]] const double* row(int k, int entry = 0) const {
        return all.data() + std::size_t(k) * stride() + std::size_t(entry) * std::size_t(columns);
    }
};

/// A matrix that is multiplied by rows of coefficients, by its entries where it is small or mostly zero.
class RateMap {
public:
    RateMap() = default;
    explicit RateMap(const MatrixXd&);

    /// out += factor·A·in for the columns from `first` on, both as rows of coefficients.
    void add(double factor, const double* in, double* out, int columns, int first, int count) const;

private:
    struct Entry {
        int row, column;
        double value;
    };
    std::vector<Entry> entries_;
};

class RatedStructure {
public:
    /// @throws std::invalid_argument for a rate that does not fit the structure.
    RatedStructure(const Structure&, const DenseStructure&, std::span<const StructureRate>);

    const DenseStructure& dense;
    std::vector<ParameterRate> parameters;
    std::vector<LoadTangent> bounds;  ///< μ·N of each contact
    double fastest_frequency = 0.0;   ///< of loads and normal forces [rad/s]
    RateMap stiffness, damping;       ///< M⁻¹K and M⁻¹C

    /// Adds the coefficients of all M⁻¹·loads, of each degree of freedom.
    void add_loads(const ExactTime&, Side, RateCoefficients&) const;
    /// Adds those of the bounds, of each contact.
    void add_bounds(const ExactTime&, Side, RateCoefficients&) const;

private:
    struct RatedLoad {
        LoadTangent load;
        VectorXd direction;                     ///< M⁻¹·d, and below
        std::vector<VectorXd> direction_rates;  ///< of each parameter; empty where it does not change
    };
    [[nodiscard]] ParameterRate parameter(const Structure&, const StructureRate&) const;
    void note_frequencies(const Load&);

    std::vector<RatedLoad> loads_;
};

}  // namespace stickslip::structure
