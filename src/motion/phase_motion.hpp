#pragma once

// One phase of a trajectory made ready for evaluation: the load in local time, per unit mass, in the frame of the
// surface.

#include <vector>

#include "stickslip/motion/first_zero.hpp"
#include "stickslip/motion/forced_flow.hpp"
#include "stickslip/motion/trajectory.hpp"

namespace stickslip {

/// The motion and its events on one analytic piece. In the frame of the surface (velocity v_b) the coordinate
/// z = x − x_eq − v_b·τ obeys z″ + 2σ·z′ + ω²·z = (p − r)/m − 2σ·v_b − ω²·v_b·τ: a moving belt is a ramp in the load.
class PhaseMotion {
public:
    PhaseMotion(const Oscillator&, const Load&);

    /// Makes the local load at `start`; positions are lab positions.
    void begin(const ExactTime& start, double position);

    /// When the analytic piece of the load ends [s], +∞ without a record.
    [[nodiscard]] double window_end() const { return window_end_; }

    /// What a mass at rest on the surface does next.
    struct RestOutcome {
        int direction = 0;  ///< 0: stays stuck; else the direction in which it slides at once
        int zeros = 1;      ///< leading derivatives of the sliding velocity that are zero (1, or 2 and 3 at the bound)
    };
    [[nodiscard]] RestOutcome outcome_of_rest() const;

    /// When and in which direction a stuck mass is released within `horizon`.
    struct Release {
        bool happens = false;
        double time = 0.0;
        int direction = 0;
    };
    [[nodiscard]] Release release(double horizon) const;

    /// The first zero of the sliding velocity within `horizon`, for a slide that starts with `slip_velocity`.
    /// `zeros` as in RestOutcome; 0 where the velocity is not zero at the start.
    [[nodiscard]] FirstZero<double> stop(double slip_velocity, int direction, int zeros, double horizon) const;

    /// z and its derivatives on a slide.
    [[nodiscard]] Jet<double> jet(double slip_velocity, int direction, double tau) const;

    [[nodiscard]] Sample sample(const Phase&, double tau) const;

    /// The extremes of position and speed over a phase.
    struct Extremes {
        double highest = 0.0;
        double lowest = 0.0;
        double speed = 0.0;
    };
    [[nodiscard]] Extremes extremes(const Phase&) const;

    /// ∫ p·x′ dt (plus the work of the belt) and ∫ c·x′² dt over a phase.
    struct Work {
        double input = 0.0;
        double damping = 0.0;
    };
    [[nodiscard]] Work work(const Phase&) const;

    [[nodiscard]] double lab_position(double z, double tau) const;

private:
    [[nodiscard]] Forcing<double> forcing(int direction) const;
    [[nodiscard]] double velocity_noise(double slip_velocity, int direction, double tau) const;
    [[nodiscard]] TaylorData<double> derivative_data(const Jet<double>&, int order, double sign, double noise) const;
    template <class Visitor>
    void visit_turning_points(const Phase&, int order, double offset, const Visitor&) const;
    [[nodiscard]] Release harmonic_release(double horizon) const;
    [[nodiscard]] Release searched_release(double horizon) const;
    [[nodiscard]] FirstZero<double> bound_crossing(int side, double horizon) const;
    void add_record(const ExactTime& start);

    const Oscillator* oscillator_;
    const Load* load_;
    LinearFlow<double> flow_;
    Forcing<double> load_forcing_;  // without sliding friction
    std::vector<HarmonicTerm<double>> terms_;
    double load_bound_[6]{};      // Σ a·Ωⁿ
    double rate_ = 0.0;           // fastest rate of the flow and the load [1/s]
    double response_time_ = 0.0;  // a constant force raises the velocity no longer than this [s]
    double z0_ = 0.0;
    double window_end_ = 0.0;
    double force_scale_ = 0.0;  // Σ |terms| of the force balance per unit mass
};

}  // namespace stickslip
