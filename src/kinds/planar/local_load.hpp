#pragma once

// The load and the constants of the oscillator, per unit mass and in time counted from the present piece of motion.

#include <algorithm>
#include <optional>
#include <vector>

#include "kernel/forced_flow.hpp"
#include "stickslip/planar/oscillator.hpp"

namespace stickslip::planar {

/// Keeps quotients finite where their divisor vanishes: far below every time, rate and force, in the units of each.
inline constexpr double least_divisor = 1e-300;

/// The oscillator divided by its mass.
struct Constants {
    explicit Constants(const Oscillator&);

    double mass;       ///< m [kg]
    double damping;    ///< c/m [1/s]
    double stiffness;  ///< k/m [1/s²]
    double friction;   ///< r_y/m [N/kg]
    double support;    ///< k_d/m [1/s²]; 0 for a rigid support
    double turning;    ///< k_d/r_y [1/m]: a force direction turns at k_d·(velocity across it)/r_y; 0 for rigid
    double slack;      ///< r_y/k_d [m]: how far the support gives before it slides; 0 for rigid
    double natural;    ///< √(k/m) [rad/s]
    bool is_rigid;
};

/// Both components of the load near one time, and what bounds the friction where that varies.
class LocalLoad {
public:
    LocalLoad(const Load&, const Oscillator&);
    LocalLoad(const LocalLoad&) = delete;
    LocalLoad& operator=(const LocalLoad&) = delete;

    void begin(const ExactTime& start);

    /// When the analytic piece of the load and of the normal force ends [s], +∞ without one.
    [[nodiscard]] double window_end() const { return window_end_; }

    [[nodiscard]] const Forcing<double>& axis(int i) const { return forcing_[i]; }

    /// Whether r_y is another one at every time; it then stands beside the axes of the load.
    [[nodiscard]] bool has_varying_bound() const { return normal_.has_value(); }
    static constexpr int bound_axis = 2;
    /// r_y/m now [N/kg].
    [[nodiscard]] double bound(double tau) const { return std::max(component(bound_axis, tau), 0.0); }
    /// Whether there is no contact until the end of the window.
    [[nodiscard]] bool is_open() const { return is_open_; }

    /// p/m at τ [N/kg].
    [[nodiscard]] Vector value(double tau) const;

    /// Taylor coefficients of p_i/m, or of the bound, in powers of τ/unit.
    void coefficients(int axis, double unit, int order, double* out) const;

    /// Bounds of ‖p⁽ⁿ⁾‖/m for n = 0 … 4 on [0, h].
    struct Bounds {
        double derivative[5];
    };
    [[nodiscard]] Bounds bounds(double h) const;
    /// The same of the friction bound.
    [[nodiscard]] Bounds bounds_of_bound(double h) const;

    /// The fastest load frequency [rad/s].
    [[nodiscard]] double fastest() const { return fastest_; }

private:
    [[nodiscard]] const stickslip::Load& acting(int i) const { return i == bound_axis ? bound_load_ : load_->axis(i); }
    [[nodiscard]] double component(int i, double tau) const;
    void add_bounds(int i, double h, Bounds&) const;

    const Load* load_;
    double mass_;
    std::optional<NormalVariation> normal_;  // where it varies
    stickslip::Load bound_load_;             // r_y(t) without regard to openings
    int acting_ = 2;                         // axes, and the bound
    double fastest_ = 0.0;
    double window_end_ = 0.0;
    bool is_open_ = false;
    Forcing<double> forcing_[3];
    std::vector<HarmonicTerm<double>> terms_[3];
};

}  // namespace stickslip::planar
