#pragma once

// The load and the constants of the oscillator, per unit mass and in time counted from the present piece of motion.

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

/// Both components of the load near one time.
class LocalLoad {
public:
    LocalLoad(const Load&, double mass);
    LocalLoad(const LocalLoad&) = delete;
    LocalLoad& operator=(const LocalLoad&) = delete;

    void begin(const ExactTime& start);

    /// When the analytic piece of the load ends [s], +∞ without a record.
    [[nodiscard]] double window_end() const { return window_end_; }

    [[nodiscard]] const Forcing<double>& axis(int i) const { return forcing_[i]; }

    /// p/m at τ [N/kg].
    [[nodiscard]] Vector value(double tau) const;

    /// Taylor coefficients of p_i/m in powers of τ/unit.
    void coefficients(int axis, double unit, int order, double* out) const;

    /// Bounds of ‖p⁽ⁿ⁾‖/m for n = 0 … 4 on [0, h].
    struct Bounds {
        double derivative[5];
    };
    [[nodiscard]] Bounds bounds(double h) const;

    /// The fastest load frequency [rad/s].
    [[nodiscard]] double fastest() const { return fastest_; }

private:
    const Load* load_;
    double mass_;
    double fastest_ = 0.0;
    double window_end_ = 0.0;
    Forcing<double> forcing_[2];
    std::vector<HarmonicTerm<double>> terms_[2];
};

}  // namespace stickslip::planar
