#pragma once

#include <optional>
#include <vector>

#include "kinds/line/cell_state.hpp"
#include "maps/case_plane.hpp"

namespace stickslip {

/// The numbers that make up a linear oscillator with Coulomb friction under one harmonic.
struct SystemNumbers {
    double mass = 1.0;
    double damping = 0.0;
    double stiffness = 1.0;
    double friction_bound = 0.0;
    double equilibrium = 0.0;
    double load_constant = 0.0;
    double load_amplitude = 1.0;
    double load_frequency = 1.0;       ///< [rad/s], its leading part
    double load_frequency_rest = 0.0;  ///< what that lacks
    double position = 0.0;
    double velocity = 0.0;
    double base_amplitude = 0.0;
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
    std::vector<SystemNumbers> columns_;  ///< along the lowest row
    std::vector<SystemNumbers> rows_;     ///< along the first column
    std::vector<bool> belongs_to_rows_;   ///< for each number
    double Ratios::*x_ratio_ = nullptr;   ///< the ratio that the x axis gives directly
    double Ratios::*y_ratio_ = nullptr;
    std::optional<PreparedCell> only_ratios_change_;  ///< where the axes give two ratios and all else stays
};

}  // namespace stickslip
