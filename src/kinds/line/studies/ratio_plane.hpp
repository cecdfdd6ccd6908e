#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "kinds/line/cell_state.hpp"
#include "maps/case_plane.hpp"

namespace stickslip {

/// The numbers that make up a linear oscillator with Coulomb friction under one harmonic. The load frequency [rad/s] is
/// in two parts, its nearest double and what that lacks.
struct SystemNumbers {
    enum Name : std::size_t {
        mass,
        damping,
        stiffness,
        friction_bound,
        equilibrium,
        load_constant,
        load_amplitude,
        load_frequency,
        load_frequency_rest,
        position,
        velocity,
        base_amplitude,
        count
    };
    std::array<double, count> values{};

    double operator[](Name n) const { return values[n]; }
};

/// A cell ready to be solved.
struct PreparedCell {
    Ratios ratios;
    CellScales scales;
    State start;
    double base_amplitude = 0.0;  ///< Y [m]; 0 without a harmonic base
};

/// The dimensionless cells of a map whose cases are all linear, with Coulomb friction and one harmonic. Reading a case
/// takes far longer than solving its cell; where each number depends on one axis alone, a read for every column and row
/// is enough.
class RatioPlane {
public:
    /// nullopt if a corner is not of that kind. @throws CaseError
    [[nodiscard]] static std::optional<RatioPlane> from(const CasePlane&);

    /// nullopt where the ratios are undefined (no load).
    [[nodiscard]] std::optional<PreparedCell> at(const CasePlane&, CellIndex) const;

private:
    RatioPlane() = default;
    [[nodiscard]] PreparedCell with_ratios(PreparedCell, const CasePlane&, CellIndex) const;

    bool is_separable_ = false;
    std::vector<SystemNumbers> columns_;                        ///< along the lowest row
    std::vector<SystemNumbers> rows_;                           ///< along the first column
    std::array<bool, SystemNumbers::count> belongs_to_rows_{};  ///< for each number
    double Ratios::*x_ratio_ = nullptr;                         ///< the ratio that the x axis gives directly
    double Ratios::*y_ratio_ = nullptr;
    std::optional<PreparedCell> only_ratios_change_;  ///< where the axes give two ratios and all else stays
};

}  // namespace stickslip
