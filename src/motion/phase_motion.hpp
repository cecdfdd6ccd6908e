#pragma once

// One phase of a trajectory made ready for evaluation: the load in local time, per unit mass, in the frame of the
// surface.

#include <vector>

#include "stickslip/motion/phase_kernel.hpp"
#include "stickslip/motion/trajectory.hpp"

namespace stickslip {

/// The motion and its events on one analytic piece: the phase kernel fed with the load of the present time.
class PhaseMotion {
public:
    PhaseMotion(const Oscillator&, const Load&);

    /// Makes the local load at `start`; positions are lab positions.
    void begin(const ExactTime& start, double position);

    /// The rounding error of a slide's state at τ, as a velocity; and that of the state with which a slide goes on,
    /// to be told after `begin`.
    [[nodiscard]] double state_noise(double slip_velocity, int direction, double tau, double z) const;
    void carry_noise(double noise) { kernel_.carried_noise = noise; }

    /// When the analytic piece of the load ends [s], +∞ without a record.
    [[nodiscard]] double window_end() const { return window_end_; }

    /// A slide goes on in a new phase after this time [s]: the angles of the closed form, and the distance a belt has
    /// run, then stay small enough to lose no digits.
    [[nodiscard]] double longest_slide() const {
        constexpr double longest_angle = 256.0;  // [rad] of the fastest rate
        return longest_angle / kernel_.rate;
    }

    [[nodiscard]] RestOutcome<double> outcome_of_rest() const { return kernel_.outcome_of_rest(); }
    [[nodiscard]] int zeros_of_release() const { return kernel_.zeros_of_release(); }

    /// When and in which direction a stuck mass is released within `horizon`: closed form under one harmonic, else
    /// searched.
    [[nodiscard]] Release<double> release(double horizon) const;

    /// The first zero of the sliding velocity within `horizon`.
    [[nodiscard]] SlideEnd<double> end_of_slide(double slip_velocity, int direction, int zeros, double horizon) const {
        return kernel_.end_of_slide(slip_velocity, direction, zeros, horizon);
    }
    [[nodiscard]] FirstZero<double> stop(double slip_velocity, int direction, int zeros, double horizon) const {
        return kernel_.stop(slip_velocity, direction, zeros, horizon);
    }

    /// z and its derivatives on a slide.
    [[nodiscard]] Jet<double> jet(double slip_velocity, int direction, double tau) const {
        return kernel_.jet(slip_velocity, direction, tau);
    }

    [[nodiscard]] Sample sample(const Phase&, double tau) const;

    /// The extremes of position and speed over a phase.
    struct Extremes {
        double highest = 0.0;
        double lowest = 0.0;
        double speed = 0.0;
    };
    [[nodiscard]] Extremes extremes(const Phase&) const;

    /// ∫ p·x′ dt (plus the work of the belt), ∫ r·(x′ − v_b) dt and ∫ c·x′² dt over a phase.
    struct Work {
        double input = 0.0;
        double friction = 0.0;
        double damping = 0.0;
    };
    [[nodiscard]] Work work(const Phase&) const;

    /// |x − x_start − v_b·τ| at the end of a phase.
    [[nodiscard]] double slip(const Phase&) const;

    [[nodiscard]] double lab_position(double z, double tau) const;

    /// The largest |x′| of a slide.
    [[nodiscard]] double peak_speed(double slip_velocity, int direction, double length) const;

    /// The free flow over `tau` and ω², which make the derivative of the motion by its start.
    [[nodiscard]] FreeResponse<double> free_flow(double tau) const {
        return free_response(kernel_.flow, tau, rotation(kernel_.flow.natural_frequency * tau));
    }
    [[nodiscard]] double stiffness() const { return kernel_.flow.stiffness; }
    [[nodiscard]] double velocity_lag_of_release(int direction) const {
        return kernel_.velocity_lag_of_release(direction);
    }

    /// Fastest rate of the flow and the load [1/s].
    [[nodiscard]] double rate() const { return kernel_.rate; }

    /// Calls visitor(τ) wherever a mix of derivatives changes sign within a slide.
    template <class Visitor>
    void visit_sign_changes(const Phase& phase, const DerivativeMix<double>& mix, const Visitor& visitor) const {
        kernel_.visit_sign_changes(phase.slip_velocity, phase.direction, phase.duration, mix,
                                   [&](double tau, bool) { visitor(tau); });
    }

private:
    [[nodiscard]] Release<double> searched_release(double horizon) const;
    [[nodiscard]] FirstZero<double> bound_crossing(int side, double horizon) const;
    void add_record(const ExactTime& start);

    const Oscillator* oscillator_;
    const Load* load_;
    PhaseKernel<double> kernel_;
    std::vector<HarmonicTerm<double>> terms_;
    double window_end_ = 0.0;
};

}  // namespace stickslip
