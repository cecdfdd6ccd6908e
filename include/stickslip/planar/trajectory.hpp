#pragma once

#include <span>
#include <vector>

#include "stickslip/motion/trajectory.hpp"
#include "stickslip/planar/oscillator.hpp"

namespace stickslip::planar {

/// How the motion of a piece is evaluated; its start state holds all that is needed.
enum class PieceKind {
    stick,              ///< closed form
    slide_series,       ///< Taylor series in time
    slide_collocation,  ///< Radau IIA collocation of length 2^(−grade/2) s: stiff elastic support
    departure,          ///< rigid support: power series that leaves rest at the friction bound
    thrown_departure,   ///< rigid support: the same under a force above the bound
    rest_passage,       ///< rigid support: the last 10⁻⁸ of a stop, or the turn of a motion against its force
    flight,             ///< no contact: Taylor series in time of a motion without friction
    fixed_step,         ///< one step of a fixed-step scheme, linear in between
};

/// One piece of a motion.
struct Piece {
    ExactTime start;                    ///< when the piece begins
    double duration = 0.0;              ///< [s]
    PieceKind kind = PieceKind::stick;  ///< how it is evaluated
    int grade = 0;                      ///< of slide_collocation
    Vector position;                    ///< x at the start [m]
    Vector velocity;                    ///< x′ at the start [m/s]
    Vector friction_force;              ///< r at the start [N]; rigid stick: not used
    double angle = 0.0;                 ///< elastic slide: r = r_y·(cos, sin) [rad]
    bool is_sliding = false;            ///< whether the mass slides, or flies
};

/// Where one phase of a motion ends and the next begins.
struct Event {
    double time = 0.0;                           ///< [s]
    EventKind kind = EventKind::stick_to_slide;  ///< what happens
    Vector position;                             ///< x [m]
    Vector direction;  ///< of the friction force that ends or begins the slide, a unit vector;
                       ///< 0 where no slide does
};

/// The motion at one time; at an event, its limit from later times.
struct Sample {
    double time = 0.0;                   ///< [s]
    Vector position;                     ///< x [m]
    Vector velocity;                     ///< x′ [m/s]
    Vector acceleration;                 ///< x″ [m/s²]
    Vector friction;                     ///< r [N]
    PhaseKind phase = PhaseKind::stick;  ///< stick, slide or open
};

/// A motion as a list of pieces: stick in closed form, slides by expansions that are exact to rounding.
struct Trajectory {
    Oscillator oscillator;                               ///< as it was simulated
    Load load;                                           ///< as it was simulated
    std::vector<Piece> pieces;                           ///< contiguous, never empty
    std::vector<Event> events;                           ///< in the order of time
    State end;                                           ///< where the last piece ends
    Termination termination = Termination::reached_end;  ///< why the motion ends where it does

    /// Of the first piece [s].
    [[nodiscard]] double start_time() const { return pieces.front().start.value(); }
    /// Of the last piece [s].
    [[nodiscard]] double end_time() const;

    /// The motion at `time`. @throws std::invalid_argument outside [start_time, end_time].
    [[nodiscard]] Sample at(double time) const;

    /// The motion at many times, in any order; fastest where they increase.
    [[nodiscard]] std::vector<Sample> at(std::span<const double> times) const;
};

/// Where the energy went between the two ends [J]. The stored part includes the elastic support, ‖r‖²/2k_d.
[[nodiscard]] EnergyBalance energy_balance(const Trajectory&);

/// The extremes of a motion.
struct Peaks {
    double position = 0.0;    ///< largest ‖x‖ [m]
    double velocity = 0.0;    ///< largest ‖x′‖ [m/s]
    double total_slip = 0.0;  ///< path of the sliding contact [m]
    Vector highest;           ///< largest of each coordinate [m]
    Vector lowest;            ///< smallest of each coordinate [m]
    double nearest = 0.0;     ///< smallest ‖x‖ [m]
};
/// The extremes of a motion.
[[nodiscard]] Peaks peaks(const Trajectory&);

/// Fourier components over the whole trajectory, which should be whole periods: y ≈ Σ sine·sin ωt + cosine·cos ωt.
struct Fundamentals {
    Fundamental position[2];  ///< of x along each axis [m]
    Fundamental friction[2];  ///< of r along each axis [N]
};
/// The components of a motion at this frequency [rad/s].
[[nodiscard]] Fundamentals fundamentals(const Trajectory&, double frequency);

/// The share of the time spent stuck.
[[nodiscard]] double stuck_fraction(const Trajectory&);
/// The share of the time spent without contact.
[[nodiscard]] double open_fraction(const Trajectory&);

}  // namespace stickslip::planar
