#pragma once

// The stuck mass and its release, in closed form. Elastic support: with the slider at x_s the mass is a linear
// oscillator in z = x − x_s of stiffness k + k_d under p − k·x_s, [LiuHongLiou2003] Eqs. (39), (40), and r = k_d·z
// reaches the circle where ‖z‖ = r_y/k_d. Rigid support: the mass rests, and leaves where ‖p − k·x‖ = r_y.
// Both are first zeros of a smooth margin whose fourth derivative is bounded (motion/first_zero.hpp).

#include <optional>

#include "kernel/first_zero.hpp"
#include "local_load.hpp"
#include "sensitive.hpp"

namespace stickslip::planar {

/// A stuck state: x = slider + stretch. Rigid support: stretch = velocity = 0.
template <class T>
struct StickPoint {
    VectorOf<T> slider;
    VectorOf<T> stretch;  ///< r/k_d
    VectorOf<T> velocity;
};

class StickMotion {
public:
    StickMotion(const Constants&, const LocalLoad&);

    /// Takes the present load; the stick starts now.
    void begin(const StickPoint<double>&);

    /// The time of release within `horizon` [s]; a mass that has just stopped sliding is not released at once.
    [[nodiscard]] std::optional<double> release(double horizon, bool came_from_slide) const;

    /// The state at τ.
    [[nodiscard]] StickPoint<double> at(double tau) const;

    /// The same with the variations of the start.
    template <class T>
    [[nodiscard]] StickPoint<T> at(const StickPoint<T>& start, double tau) const;

    /// (k_d·z)/r_y, or the force to hold over r_y, times itself less one: the margin to release and its rate.
    [[nodiscard]] TaylorData<double> margin(double tau, double window) const;

    /// Fastest rate of the motion and the load [1/s].
    [[nodiscard]] double rate() const { return rate_; }

private:
    [[nodiscard]] Jet<double> stretch_jet(int axis, double tau) const;
    [[nodiscard]] TaylorData<double> elastic_margin(double tau, double window) const;
    [[nodiscard]] TaylorData<double> rigid_margin(double tau) const;
    [[nodiscard]] TaylorData<double> margin_of_varying_bound(double tau, const double (&y)[2][5],
                                                             const LocalLoad::Bounds&, double force) const;

    const Constants& constants_;
    const LocalLoad& load_;
    LinearFlow<double> flow_;
    StickPoint<double> start_;
    Forcing<double> forcing_[2];
    double rate_ = 0.0;
};

}  // namespace stickslip::planar
