#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "stickslip/model/load.hpp"
#include "stickslip/model/oscillator.hpp"
#include "stickslip/motion/trajectory.hpp"

namespace stickslip {

/// A direction in state space, (δx, δw, δz) with w the slip velocity and z the inner state of the law.
using Tangent = std::array<double, 3>;

/// A state of an oscillator with any law.
struct LawState {
    double position = 0.0;       ///< x [m]
    double slip_velocity = 0.0;  ///< x′ − v_belt [m/s]; exactly 0 in stick
    double deflection = 0.0;     ///< z, the inner state of the law [m]
    Tangent tangent{};           ///< how a small change of the start changes this state, where it is carried
};

/// One step: Taylor polynomials in τ = t − start, 0 ≤ τ ≤ length. Valid until the next call.
struct LawStep {
    ExactTime start;                        ///< when the step begins
    double length = 0.0;                    ///< [s]
    PhaseKind kind = PhaseKind::slide;      ///< stick or slide
    int direction = 0;                      ///< sign of the sliding velocity, 0 in stick
    std::span<const double> position;       ///< x
    std::span<const double> slip_velocity;  ///< w
    std::span<const double> acceleration;   ///< x″
    std::span<const double> deflection;     ///< z
    std::optional<EventKind> event;         ///< what happened at its end
    int direction_after = 0;                ///< of the slide that begins there
};

/// How the Taylor steps are made, and where they end.
struct SeriesOptions {
    /// Local truncation error of the velocity in one step, relative to its size there. Sets the order, ≈ −½·ln of it.
    double tolerance = 1e-14;
    /// |x| above which the motion counts as diverging [m].
    double largest_position = 1e9;
    /// Called at every step, on the thread that takes it; what it throws ends the motion.
    std::function<void()> progress;
};

/// Whether the variational equation is carried along, with a saltation at every event.
enum class Variation { none, tangent };

/// Motion of an oscillator with any law and spring by Taylor series of high order. Bernstein coefficients
/// prove that every event is the first of its kind on the polynomial of its step, so that double crossings are not
/// missed; sticking is exact.
class LawMotion {
public:
    LawMotion() = default;
    LawMotion(const LawMotion&) = delete;
    LawMotion& operator=(const LawMotion&) = delete;
    virtual ~LawMotion() = default;

    /// Puts the mass somewhere and decides whether it sticks.
    virtual void start(const ExactTime&, const LawState&) = 0;

    /// One step, to `until` at most or to the next event.
    virtual LawStep step(double until) = 0;

    /// All steps to `until`, or until the motion diverges.
    virtual void advance(double until) = 0;

    /// Changes the clock but not the motion: by whole load periods, so that long runs keep their digits.
    virtual void set_time(const ExactTime&) = 0;

    /// Replaces the tangent, for renormalisation.
    virtual void set_tangent(const Tangent&) = 0;

    /// x, w and z now.
    [[nodiscard]] virtual LawState state() const = 0;
    /// The time now.
    [[nodiscard]] virtual ExactTime time() const = 0;
    /// Whether it sticks or slides now.
    [[nodiscard]] virtual PhaseKind kind() const = 0;
    [[nodiscard]] virtual int direction() const = 0;  ///< of sliding; 0 in stick
    /// Whether |x| has grown beyond `SeriesOptions::largest_position`.
    [[nodiscard]] virtual bool has_diverged() const = 0;

    /// (x′, x″, ż) at the present state, after whatever happened there.
    [[nodiscard]] virtual Tangent rates() = 0;
};

/// @throws std::invalid_argument naming the parameter, its value and its bound.
[[nodiscard]] std::unique_ptr<LawMotion> make_law_motion(const Oscillator&, const Load&, Variation = Variation::none,
                                                         const SeriesOptions& = {});

/// The acceleration of a sliding mass at one state, v ≠ 0 (the implicit equation of acceleration laws solved).
[[nodiscard]] double sliding_acceleration(const Oscillator&, const Load&, double time, const State&);

}  // namespace stickslip
