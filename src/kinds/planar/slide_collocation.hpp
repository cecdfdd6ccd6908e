#pragma once

// Sliding on a stiff elastic support by Radau IIA collocation. Only the direction θ of the friction force is stiff: the
// mass answers it linearly, so x and v are eliminated. With U = (cos θ, sin θ) at the stages,
//     V = M⁻¹·1·v₀ + K·(P − (k/m)·x₀ − (r_y/m)·U),   M = 1 + (c/m)·hA + (k/m)·(hA)²,   K = M⁻¹·hA,
// and the stage equations (r_y/k_d)·(hA)⁻¹·(θ − θ₀) = U × V are s equations for s angles, with the Jacobian
//     (r_y/k_d)·(hA)⁻¹ + diag(U·V) + (r_y/m)·Kᵢⱼ·cos(θᵢ − θⱼ),
// whatever the stiffness; a rigid support is the case r_y/k_d = 0. docs/theory/planar.md, Eqs. (10)–(12).

#include <map>

#include "kernel/dense.hpp"
#include "local_load.hpp"
#include "radau_nodes.hpp"
#include "slide_series.hpp"

namespace stickslip::planar {

/// What a step length fixes: K, M⁻¹·1 and K·1.
struct StepMatrices {
    RadauNodes::Matrix response{};
    RadauNodes::Stage coasting{};
    RadauNodes::Stage push{};
};

/// Step lengths are multiples of 2^{−1/2} of one another, so that few matrices are ever needed.
class StepLibrary {
public:
    explicit StepLibrary(const Constants& constants) : constants_(constants) {}

    [[nodiscard]] static double length(int grade);
    [[nodiscard]] static int grade_below(double length);
    [[nodiscard]] const StepMatrices& matrices(int grade);

private:
    Constants constants_;
    std::map<int, StepMatrices> known_;
};

/// One collocation step: x, v, θ at 0 and at the nodes.
template <class T>
struct SlideCollocation {
    double length = 0.0;
    bool is_solved = false;
    double excess = 0.0;  ///< last Chebyshev coefficient over what is allowed; ≤ 1 where the step is accurate
    std::array<T, RadauNodes::stages + 1> position[2];
    std::array<T, RadauNodes::stages + 1> velocity[2];
    std::array<T, RadauNodes::stages + 1> angle;

    [[nodiscard]] SlidePoint<T> at(double tau) const;
};

/// Solves one step of the given grade from `start`.
template <class T>
void collocate(const Constants&, const LocalLoad&, const SlidePoint<T>& start, int grade, double tolerance,
               StepLibrary&, SlideCollocation<T>& out);

}  // namespace stickslip::planar
