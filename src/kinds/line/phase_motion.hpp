#pragma once

// One phase of a trajectory made ready for evaluation: the load in local time, per unit mass, in the frame of the
// surface, in units of its own (natural_units.hpp). What goes in and comes out is physical.

#include <optional>
#include <vector>

#include "kernel/phase_kernel.hpp"
#include "natural_units.hpp"
#include "stickslip/motion/trajectory.hpp"

namespace stickslip {

/// The motion and its events on one analytic piece: the phase kernel fed with the load of the present time.
class PhaseMotion {
public:
    PhaseMotion(const Oscillator&, const Load&);

    /// Makes the local load at `start`. `stretch` is the position counted from the spring's equilibrium.
    void begin(const ExactTime& start, double stretch);
    void begin(const Phase& phase) { begin(phase.start, phase.stretch); }

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
        return unit_.time_from(longest_angle / kernel_.rate);
    }

    [[nodiscard]] RestOutcome<double> outcome_of_rest() const { return kernel_.outcome_of_rest(); }
    [[nodiscard]] int zeros_of_release() const { return kernel_.zeros_of_release(); }

    /// When and in which direction a stuck mass is released within `horizon`: closed form under one harmonic, else
    /// searched.
    [[nodiscard]] Release<double> release(double horizon) const;

    /// The first zero of the sliding velocity within `horizon`.
    [[nodiscard]] SlideEnd<double> end_of_slide(double slip_velocity, int direction, int zeros, double horizon) const;
    [[nodiscard]] FirstZero<double> stop(double slip_velocity, int direction, int zeros, double horizon) const {
        return end_of_slide(slip_velocity, direction, zeros, horizon).stop;
    }

    /// The state of a slide at τ in the frame of the surface; z is counted from the equilibrium.
    struct SlideState {
        double z = 0.0;
        double velocity = 0.0;
        double acceleration = 0.0;
        double travel = 0.0;  ///< since the start of the slide
    };
    [[nodiscard]] SlideState state(double slip_velocity, int direction, double tau) const;

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

    /// From the frame of the surface to that of the laboratory: x − x_eq, and x itself.
    [[nodiscard]] double lab_stretch(double z, double tau) const { return z + oscillator_->belt_velocity * tau; }
    [[nodiscard]] double lab_position(double z, double tau) const {
        return oscillator_->equilibrium + lab_stretch(z, tau);
    }

    /// x − x_eq at τ.
    [[nodiscard]] double stretch_at(const Phase&, double tau) const;

    /// The largest |x′| of a slide.
    [[nodiscard]] double peak_speed(double slip_velocity, int direction, double length) const;

    /// The free flow over `tau` and ω², which make the derivative of the motion by its start.
    [[nodiscard]] FreeResponse<double> free_flow(double tau) const;
    [[nodiscard]] double stiffness() const { return unit_.from(kernel_.flow.stiffness, 0, 0, -2); }
    [[nodiscard]] double velocity_lag_of_release(int direction) const {
        return unit_.from(kernel_.velocity_lag_of_release(direction), 0, 0, -1);
    }

    /// Fastest rate of the flow and the load [1/s].
    [[nodiscard]] double rate() const { return unit_.from(kernel_.rate, 0, 0, -1); }

    /// Calls visitor(τ) wherever a mix of derivatives changes sign within a slide.
    template <class Visitor>
    void visit_sign_changes(const Phase& phase, const DerivativeMix<double>& mix, const Visitor& visitor) const {
        visit_sign_changes(phase.slip_velocity, phase.direction, phase.duration, mix, visitor);
    }

private:
    [[nodiscard]] Release<double> searched_release(double horizon) const;
    [[nodiscard]] FirstZero<double> bound_crossing(int side, double horizon) const;
    void add_record(const ExactTime& start);

    /// The whole mix divided by the unit of velocity.
    template <class Visitor>
    void visit_sign_changes(double slip_velocity, int direction, double length, const DerivativeMix<double>& mix,
                            const Visitor& visitor) const {
        HarmonicTerm<double> carried{};
        DerivativeMix<double> natural = mix;
        natural.acceleration = unit_.to(mix.acceleration, 0, 0, 1);
        natural.offset = unit_.velocity_to(mix.offset);
        if (mix.carried != nullptr) {
            carried = *mix.carried;
            carried.amplitude = unit_.length_to(carried.amplitude);
            carried.frequency = unit_.to(carried.frequency, 0, 0, -1);
            natural.carried = &carried;
        }
        kernel_.visit_sign_changes(unit_.velocity_to(slip_velocity), direction, unit_.time_to(length), natural,
                                   [&](double tau, bool) { visitor(unit_.time_from(tau)); });
    }

    const Oscillator* oscillator_;
    const Load* load_;
    NaturalUnits unit_;
    double belt_ = 0.0;                  ///< in natural units
    double constant_ = 0.0;              ///< load per unit mass, in natural units
    std::optional<double> load_period_;  ///< in natural units
    PhaseKernel<double> kernel_;
    std::vector<HarmonicTerm<double>> terms_;
    double window_end_ = 0.0;
};

}  // namespace stickslip
