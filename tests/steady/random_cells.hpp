#pragma once

// Random cells of the parameter space from a fixed seed, a third of them damped.

#include <cstdint>
#include <ostream>
#include <random>

#include "stickslip/model/ratios.hpp"

namespace stickslip {

class RandomCells {
public:
    explicit RandomCells(std::uint64_t seed) : engine_(seed) {}

    [[nodiscard]] Ratios next() {
        Ratios r;
        r.friction = uniform(0.005, 0.995);
        r.frequency = uniform(0.02, 1.6);
        r.damping = uniform(0.0, 1.0) < 2.0 / 3.0 ? 0.0 : uniform(0.0, 1.5);
        return r;
    }
    [[nodiscard]] double uniform(double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(engine_);
    }

private:
    std::mt19937_64 engine_;
};

inline std::ostream& operator<<(std::ostream& out, const Ratios& r) {
    out.precision(17);
    return out << "f = " << r.friction << ", Ω = " << r.frequency << ", ζ = " << r.damping;
}

}  // namespace stickslip
