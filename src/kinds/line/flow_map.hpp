#pragma once

// The flow of (1 + μ)·u″ + a·u′ + b·u = q(τ) over a long time as a linear map at μ = 0, with its derivatives by μ, a, b
// and the load frequency: of the initial state, Φ; of a load e^{iωτ}, R; of a load τᵏ, Qₖ. They are found over a short
// time by their Taylor series, and over twice the time from
//     Φ(2h) = Φ², R(2h) = Φ·R + e^{iωh}·R, Qₖ(2h) = Φ·Qₖ + Σ_j C(k,j)·h^{k−j}·Qⱼ,
// so that a slide of hundreds of radians costs little more than a short one. docs/theory/sensitivity.md, Eq. (3).

#include <array>
#include <complex>
#include <cstddef>

namespace stickslip {

/// (u, u′) after some time, and its derivatives by μ, a and b.
template <class T>
struct FlowResponse {
    struct Pair {
        T u{};
        T v{};
    };
    Pair state;
    Pair by_inertia;
    Pair by_damping;
    Pair by_stiffness;
};

/// The flow over one time.
class FlowMap {
public:
    /// a and b [1/s, 1/s²], the time [s], and the angle of the time at the fastest rate of everything.
    FlowMap(double damping, double stiffness, double time, double angle);

    [[nodiscard]] const FlowResponse<double>& of_position() const { return position_; }
    [[nodiscard]] const FlowResponse<double>& of_velocity() const { return velocity_; }

    /// Of the loads 1, τ, τ², τ³ from rest.
    [[nodiscard]] std::array<FlowResponse<double>, 4> of_powers() const;

    struct Harmonic {
        FlowResponse<std::complex<double>> load;                ///< of e^{iωτ} from rest
        FlowResponse<std::complex<double>>::Pair by_frequency;  ///< its derivative by ω
    };
    [[nodiscard]] Harmonic of_harmonic(double frequency) const;

private:
    template <class T>
    [[nodiscard]] FlowResponse<T> through(std::size_t level, const FlowResponse<T>& r) const;

    static constexpr std::size_t most_levels = 64;

    double damping_;
    double stiffness_;
    double shortest_;                                                    // [s]
    std::size_t levels_ = 0;                                             // doublings
    std::array<std::array<FlowResponse<double>, 2>, most_levels> at_{};  // of position and velocity, level by level
    FlowResponse<double> position_, velocity_;
};

}  // namespace stickslip
