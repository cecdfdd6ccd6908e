#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include "stickslip/host_device.hpp"

namespace stickslip {

/// A small square matrix of at most `Most` rows, factored in place: P·A = L·U with row pivoting.
template <std::size_t Most>
class Dense {
public:
    STICKSLIP_KERNEL explicit Dense(std::size_t size) : size_(size) {}

    STICKSLIP_KERNEL double& operator()(std::size_t i, std::size_t j) { return entries_[i][j]; }
    STICKSLIP_KERNEL double operator()(std::size_t i, std::size_t j) const { return entries_[i][j]; }

    /// False if the matrix is singular to working precision.
    STICKSLIP_KERNEL bool factor() {
        for (std::size_t i = 0; i < size_; ++i) row_[i] = i;
        for (std::size_t k = 0; k < size_; ++k) {
            std::size_t best = k;
            for (std::size_t i = k + 1; i < size_; ++i) {
                if (std::abs(entries_[i][k]) > std::abs(entries_[best][k])) best = i;
            }
            if (!(std::abs(entries_[best][k]) > 0.0)) return false;
            std::swap(entries_[best], entries_[k]);
            std::swap(row_[best], row_[k]);
            const double inverse = 1.0 / entries_[k][k];
            for (std::size_t i = k + 1; i < size_; ++i) {
                const double factor = entries_[i][k] *= inverse;
                for (std::size_t j = k + 1; j < size_; ++j) entries_[i][j] -= factor * entries_[k][j];
            }
        }
        return true;
    }

    /// Solves A·y = b for a factored A.
    [[nodiscard]] STICKSLIP_KERNEL std::array<double, Most> solve(const std::array<double, Most>& b) const {
        std::array<double, Most> y{};
        for (std::size_t i = 0; i < size_; ++i) {
            y[i] = b[row_[i]];
            for (std::size_t j = 0; j < i; ++j) y[i] -= entries_[i][j] * y[j];
        }
        for (std::size_t i = size_; i-- > 0;) {
            for (std::size_t j = i + 1; j < size_; ++j) y[i] -= entries_[i][j] * y[j];
            y[i] /= entries_[i][i];
        }
        return y;
    }

private:
    std::size_t size_;
    std::array<std::array<double, Most>, Most> entries_{};
    std::array<std::size_t, Most> row_{};
};

}  // namespace stickslip
