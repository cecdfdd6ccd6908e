#pragma once

// One phase of a trajectory made ready for evaluation: the load in local time, per unit mass, in the frame of the
// surface, in units of its own (natural_units.hpp). What goes in and comes out is physical.
//
// Under a normal force N(t) the friction of a slide joins the load, p ∓ μN(t), and the kernel has none; a stuck mass is
// released where p ∓ μ_s·N comes through the spring force. docs/theory/normal_force.md, Eqs. (2), (3).

#include <vector>

#include "local_drive.hpp"
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
    void carry_noise(double noise) {
        for (LocalDrive& drive : drives_) drive.kernel.carried_noise = noise;
    }

    /// When the analytic piece of the load and of the normal force ends [s], +∞ without one. There the contact may open
    /// or close.
    [[nodiscard]] double window_end() const { return window_end_; }
    /// Whether there is no contact until then.
    [[nodiscard]] bool is_open() const { return is_open_; }

    /// A slide goes on in a new phase after this time [s]: the angles of the closed form, and the distance a belt has
    /// run, then stay small enough to lose no digits.
    [[nodiscard]] double longest_slide() const {
        constexpr double longest_angle = 256.0;  // [rad] of the fastest rate
        return unit_.time_from(longest_angle / drives_.back().kernel.rate);
    }

    /// Of a mass at rest in contact.
    [[nodiscard]] RestOutcome<double> outcome_of_rest() const;
    [[nodiscard]] int zeros_of_release() const;

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
    [[nodiscard]] double stiffness() const { return unit_.from(plain().flow.stiffness, 0, 0, -2); }
    [[nodiscard]] double velocity_lag_of_release(int direction) const;

    /// Fastest rate of the flow, the load and the normal force [1/s].
    [[nodiscard]] double rate() const { return unit_.from(drives_.back().kernel.rate, 0, 0, -1); }

    /// Calls visitor(τ) wherever a mix of derivatives changes sign within a slide.
    template <class Visitor>
    void visit_sign_changes(const Phase& phase, const DerivativeMix<double>& mix, const Visitor& visitor) const {
        visit_sign_changes(phase.slip_velocity, phase.direction, phase.duration, mix, visitor);
    }

private:
    /// A mass that slides up or down, or is held from there; in contact under a constant normal force, and where there
    /// is no contact, all are the first.
    enum class Role { slide, hold };
    [[nodiscard]] const LocalDrive& drive(Role, int direction) const;
    [[nodiscard]] const PhaseKernel<double>& kernel(int direction) const {
        return drive(Role::slide, direction).kernel;
    }
    /// The load alone.
    [[nodiscard]] const PhaseKernel<double>& plain() const { return drives_.front().kernel; }
    [[nodiscard]] bool varies() const { return drives_.size() > 1; }
    /// N/N₀ at τ.
    [[nodiscard]] double normal(double tau) const;

    [[nodiscard]] RestOutcome<double> outcome_under_normal() const;
    [[nodiscard]] Release<double> searched_release(double horizon) const;
    [[nodiscard]] FirstZero<double> bound_crossing(int side, double horizon) const;
    [[nodiscard]] Work work_under_normal(const Phase&) const;

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
        kernel(direction).visit_sign_changes(unit_.velocity_to(slip_velocity), direction, unit_.time_to(length),
                                             natural, [&](double tau, bool) { visitor(unit_.time_from(tau)); });
    }

    const Oscillator* oscillator_;
    const Load* load_;
    NaturalUnits unit_;
    double belt_ = 0.0;               ///< in natural units
    std::vector<LocalDrive> drives_;  ///< the load; under N(t) also those of slides and of rest, up and down
    ExactTime start_;
    double window_end_ = 0.0;
    bool is_open_ = false;
};

}  // namespace stickslip
