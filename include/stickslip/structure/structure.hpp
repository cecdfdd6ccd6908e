#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "stickslip/model/exact_time.hpp"
#include "stickslip/model/load.hpp"
#include "stickslip/model/normal_force.hpp"
#include "stickslip/model/record.hpp"

namespace stickslip::structure {

/// A dense matrix, row after row.
struct Matrix {
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::vector<double> values;  ///< rows × columns

    [[nodiscard]] double operator()(std::size_t row, std::size_t column) const {
        return values[row * columns + column];
    }
    double& operator()(std::size_t row, std::size_t column) { return values[row * columns + column]; }

    [[nodiscard]] static Matrix zero(std::size_t rows, std::size_t columns) {
        return {rows, columns, std::vector<double>(rows * columns, 0.0)};
    }
};

using stickslip::NormalVariation;

/// A normal direction that gives way, in the place of a prescribed normal force: N = preload − k_n·nᵀx where that is
/// positive; else the contact is open. nᵀx is how far the motion moves the surfaces apart. N pushes along n, and
/// friction is at most μ·N. Without friction the contact is a stop, and its `Contact::direction` may be zero.
struct NormalSpring {
    std::vector<double> direction;    ///< n, one entry for each degree of freedom
    double stiffness = 0.0;           ///< k_n > 0 [N/m]
    double preload = 0.0;             ///< N at x = 0 [N]; −k_n·gap where the surfaces are apart there
    double mu = 0.0;                  ///< coefficient of sliding friction, ≥ 0
    std::optional<double> mu_static;  ///< of friction at rest, ≥ mu; the same where there is none

    /// The normal force that spring and preload ask for: negative where the contact is open [N].
    [[nodiscard]] double force(const double* x) const {
        double apart = 0.0;
        for (std::size_t i = 0; i < direction.size(); ++i) apart += direction[i] * x[i];
        return preload - stiffness * apart;
    }
};

/// A line of contact with friction. Its slip velocity is g = wᵀx′ − v.
struct Contact {
    std::string name;
    std::vector<double> direction;       ///< w, one entry for each degree of freedom
    double bound = 0.0;                  ///< of sliding friction at the normal force N₀, μ·N₀ ≥ 0 [N]
    std::optional<double> static_bound;  ///< of friction at rest, ≥ bound [N]; the same bound where there is none
    std::optional<double> stiffness;     ///< k_t > 0 of a spring in series with the slider [N/m]; rigid without one
    double surface_velocity = 0.0;       ///< v [m/s]
    std::optional<NormalVariation> normal;
    std::optional<NormalSpring> normal_spring;  ///< the motion decides the normal force; `bound`, `static_bound` and
                                                ///< `normal` have no part then
};

/// A load p(t) along a direction.
struct DirectedLoad {
    std::vector<double> direction;  ///< one entry for each degree of freedom
    Load load;                      ///< [N]
};

/// Matrices are dense, and their modes are sought: a larger structure is refused.
inline constexpr std::size_t most_degrees = 2000;

/// M·x″ + C·x′ + K·x + Σ wⱼ·rⱼ = Σ dᵢ·pᵢ(t), with friction rⱼ in each contact.
struct Structure {
    Matrix mass;       ///< M, symmetric positive definite [kg]
    Matrix damping;    ///< C, symmetric positive semidefinite [N·s/m]
    Matrix stiffness;  ///< K, symmetric positive semidefinite [N/m]
    std::vector<Contact> contacts;
    std::vector<DirectedLoad> loads;
    std::vector<std::string> names;  ///< of the degrees of freedom; empty: they are counted

    [[nodiscard]] std::size_t size() const { return mass.rows; }
};

/// Whether the motion decides the normal force of any contact.
[[nodiscard]] bool has_normal_springs(const Structure&);

/// The normal force of each contact at a displacement, where the motion decides it; elsewhere not a number [N].
[[nodiscard]] std::vector<double> normal_forces(const Structure&, const std::vector<double>& position);

/// Where a structure is at t = 0.
struct StructureState {
    std::vector<double> position;            ///< x [m]
    std::vector<double> velocity;            ///< x′ [m/s]
    std::vector<double> contact_deflection;  ///< z of each contact [m], 0 for rigid ones; empty: all unstretched
};

/// @throws std::invalid_argument naming what is wrong, its value and what is allowed: shapes, symmetry (with the
/// entry), definiteness (with the eigenvalue), bounds, stiffnesses, deflections beyond their bound.
void validate(const Structure&);
void validate(const Structure&, const StructureState&);

}  // namespace stickslip::structure
