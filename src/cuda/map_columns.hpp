#pragma once

#include <cstddef>
#include <cstdint>

#include "kinds/line/cell_solution.hpp"

namespace stickslip::cuda {

/// The answers of a map, a column for each quantity, as a map file holds them. Columns that are null are not wanted.
struct MapColumns {
    std::uint8_t* regime = nullptr;
    std::int32_t* stops_then_reverse = nullptr;
    std::int32_t* stops_then_same_direction = nullptr;
    std::int32_t* zero_duration_reversals = nullptr;
    double* amplitude = nullptr;
    double* velocity = nullptr;
    double* stuck_fraction = nullptr;
    double* dissipated = nullptr;
    double* multiplier = nullptr;
    double* residual = nullptr;

    STICKSLIP_KERNEL void put(std::size_t i, const CellSolution<double>& s) const {
        regime[i] = static_cast<std::uint8_t>(s.regime);
        stops_then_reverse[i] = s.stops_then_reverse;
        stops_then_same_direction[i] = s.stops_then_same_direction;
        zero_duration_reversals[i] = s.zero_duration_reversals;
        amplitude[i] = s.amplitude;
        dissipated[i] = s.dissipated;
        if (velocity != nullptr) velocity[i] = s.velocity;
        if (stuck_fraction != nullptr) stuck_fraction[i] = s.stuck_fraction;
        if (multiplier != nullptr) multiplier[i] = s.multiplier;
        if (residual != nullptr) residual[i] = s.residual;
    }

    /// What is stored of a cell; 0 where it is not wanted.
    [[nodiscard]] STICKSLIP_KERNEL CellSolution<double> get(std::size_t i) const {
        CellSolution<double> s;
        s.regime = static_cast<Regime>(regime[i]);
        s.stops_then_reverse = stops_then_reverse[i];
        s.stops_then_same_direction = stops_then_same_direction[i];
        s.zero_duration_reversals = zero_duration_reversals[i];
        s.amplitude = amplitude[i];
        s.dissipated = dissipated[i];
        if (velocity != nullptr) s.velocity = velocity[i];
        if (stuck_fraction != nullptr) s.stuck_fraction = stuck_fraction[i];
        if (multiplier != nullptr) s.multiplier = multiplier[i];
        if (residual != nullptr) s.residual = residual[i];
        return s;
    }
};

}  // namespace stickslip::cuda
