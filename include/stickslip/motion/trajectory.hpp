#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "stickslip/model/exact_time.hpp"
#include "stickslip/model/load.hpp"
#include "stickslip/model/oscillator.hpp"

namespace stickslip {

/// Whether the mass rests on its surface, slides over it, or feels nothing of it because the normal force is gone.
enum class PhaseKind { stick, slide, open };

/// One analytic piece of a motion. From its start state the closed form gives the motion at any later time of the
/// piece.
struct Phase {
    ExactTime start;                    ///< when the piece begins
    double duration = 0.0;              ///< [s]
    double position = 0.0;              ///< x at the start [m]
    double slip_velocity = 0.0;         ///< x′ − v_belt at the start [m/s]; 0 in stick
    PhaseKind kind = PhaseKind::stick;  ///< stick, slide or open
    int direction = 0;                  ///< sign of the sliding velocity, 0 where it does not slide
    double stretch = 0.0;  ///< x − x_eq at the start: all digits of a motion far from x = 0; closed forms only [m]
};

/// A step of a motion without closed form: x as a Taylor polynomial Σ c[k]·τᵏ, exact to rounding on 0 ≤ τ ≤ length.
struct SeriesPiece {
    static constexpr int largest_order = 24;  ///< of a polynomial

    ExactTime start;                                   ///< when the step begins
    double length = 0.0;                               ///< [s]
    int order = 0;                                     ///< of the polynomial, at most `largest_order`
    PhaseKind kind = PhaseKind::slide;                 ///< stick or slide
    std::array<double, largest_order + 1> position{};  ///< coefficients of x in powers of τ [m/sᵏ]
};

/// What happens between two phases.
enum class EventKind {
    slide_to_stick,
    stick_to_slide,  ///< also where the very start slides
    reversal,        ///< a stop of zero duration after which the motion turns round
    open,            ///< the normal force is gone
    close,           ///< the normal force is there again
};

/// Where one phase of a motion ends and the next begins.
struct Event {
    double time = 0.0;                           ///< [s]
    EventKind kind = EventKind::stick_to_slide;  ///< what happens
    double position = 0.0;                       ///< x [m]
    int direction = 0;  ///< of the slide that begins here, or that ended here for slide_to_stick; 0 where none does
};

/// Why a simulation ended.
enum class Termination {
    reached_end,  ///< the end time
    event_limit,  ///< `most_events` or `most_phases` of `SimulationOptions` came first; the trajectory ends there
    diverged,     ///< |x| grew beyond every bound (`SeriesOptions::largest_position`); the trajectory ends there
};

/// The motion at one time; at an event, its limit from later times.
struct Sample {
    double time = 0.0;                   ///< [s]
    double position = 0.0;               ///< x [m]
    double velocity = 0.0;               ///< x′ [m/s]
    double acceleration = 0.0;           ///< x″ [m/s²]
    double friction = 0.0;               ///< r in m·x″ + c·x′ + k·(x − x_eq) + r = p
    PhaseKind phase = PhaseKind::stick;  ///< stick, slide or open
};

/// A motion as a list of analytic phases: exact at any time, not resampled.
struct Trajectory {
    Oscillator oscillator;                               ///< as it was simulated
    Load load;                                           ///< as it was simulated
    std::vector<Phase> phases;                           ///< contiguous, never empty
    std::vector<Event> events;                           ///< in the order of time
    std::vector<SeriesPiece> pieces;                     ///< contiguous; empty where the phases are closed form
    Termination termination = Termination::reached_end;  ///< why the motion ends where it does
    double end = 0.0;  ///< the end time asked for, or the time reached at the event limit [s]

    /// Of the first phase [s].
    [[nodiscard]] double start_time() const { return phases.front().start.value(); }
    /// Of the last phase [s].
    [[nodiscard]] double end_time() const { return end; }

    /// The motion at `time`. @throws std::invalid_argument outside [start_time, end_time].
    [[nodiscard]] Sample at(double time) const;

    /// The motion at many times, in any order; fastest where they increase.
    [[nodiscard]] std::vector<Sample> at(std::span<const double> times) const;
};

/// Where the energy went between the two ends, all in closed form of the velocity [J].
struct EnergyBalance {
    double input = 0.0;      ///< work of the load, and of a moving belt
    double friction = 0.0;   ///< ∫ r·(x′ − v_belt) dt: r_y × slip path under a constant normal force
    double damping = 0.0;    ///< ∫ c·x′² dt
    double stored = 0.0;     ///< kinetic + elastic energy, end − start
    double imbalance = 0.0;  ///< input − friction − damping − stored: rounding only
    double initial = 0.0;    ///< kinetic + elastic energy at the start
};
/// The energies of a motion [J].
[[nodiscard]] EnergyBalance energy_balance(const Trajectory&);

/// The extremes of a motion.
struct Peaks {
    double position = 0.0;    ///< largest |x| [m]
    double velocity = 0.0;    ///< largest |x′| [m/s]
    double total_slip = 0.0;  ///< ∫ |x′ − v_belt| dt [m]
    double highest = 0.0;     ///< largest x [m]
    double lowest = 0.0;      ///< smallest x [m]
    int slips = 0;            ///< number of slides that begin from rest
};
/// The extremes of a motion.
[[nodiscard]] Peaks peaks(const Trajectory&);

/// The Fourier component of x at a harmonic's frequency over the whole trajectory (which should be whole periods of
/// it): x ≈ … + sine·sin(ω·t + φ) + cosine·cos(ω·t + φ) [m].
struct Fundamental {
    double sine = 0.0;    ///< of sin(ω·t + φ), in the unit of what is expanded
    double cosine = 0.0;  ///< of cos(ω·t + φ), in the same unit
};
/// The component of a motion at the frequency of this harmonic.
[[nodiscard]] Fundamental fundamental(const Trajectory&, const Harmonic&);

/// Finite stops that begin in each load period, counted from t = 0; the initial rest never counts.
/// The last entry is the period that holds the end of the motion.
[[nodiscard]] std::vector<int> stops_in_each_period(const Trajectory&, double period);

/// As files spell it.
[[nodiscard]] std::string_view name(EventKind);
/// As files spell it.
[[nodiscard]] std::string_view name(PhaseKind);
/// As files spell it.
[[nodiscard]] std::string_view name(Termination);

}  // namespace stickslip
