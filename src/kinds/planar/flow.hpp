#pragma once

// The motion of the planar oscillator event by event, for plain numbers or with derivatives by the start state. All
// times are plain numbers: an event that depends on the start is taken at its nominal time, and the state is carried
// across it along the flows before and after, which is the saltation matrix.

#include <functional>
#include <optional>

#include "rest_passage.hpp"
#include "slide_collocation.hpp"
#include "stick_motion.hpp"
#include "stickslip/planar/trajectory.hpp"

namespace stickslip::planar {

template <class T>
struct FlowState {
    VectorOf<T> position;
    VectorOf<T> velocity;
    VectorOf<T> friction;  ///< r/m, of an elastic stick [N/kg]
    T angle{};             ///< of an elastic slide
    bool is_sliding = false;
};

/// Takes what happens along a motion.
struct FlowObserver {
    std::function<void(const Piece&)> piece;
    std::function<void(const Event&)> event;
};

template <class T>
class Flow {
public:
    Flow(const Oscillator&, const Load&, FlowObserver = {});
    Flow(const Flow&) = delete;
    Flow& operator=(const Flow&) = delete;

    /// Puts the mass somewhere; decides whether it slides.
    void start(const ExactTime&, const State&);
    void resume(const ExactTime&, const FlowState<T>&);

    /// Follows the motion to `end`, or until `is_halted` says so after an event.
    void run(double end, const std::function<bool()>& is_halted = {});

    [[nodiscard]] const FlowState<T>& state() const { return state_; }
    [[nodiscard]] const ExactTime& now() const { return now_; }
    [[nodiscard]] State physical_state() const;

private:
    [[nodiscard]] double until(double time) const { return (time - now_.hi) - now_.lo; }
    [[nodiscard]] Vector velocity_value() const { return {value_of(state_.velocity.x1), value_of(state_.velocity.x2)}; }
    [[nodiscard]] VectorOf<T> force() const;
    void move_on(double duration, double limit);
    void record_piece(PieceKind, double duration, int grade = 0);
    void record_event(EventKind);

    void begin_step();
    void follow_contact();
    void fly(double limit);
    void stick(double limit);
    void slide(double limit);
    void slide_by_series(double limit);
    void slide_by_collocation(double limit);
    /// Fills collocation_ with the longest accurate step, starting from grade_; returns the grade used.
    int collocate_step(const SlidePoint<T>& start);
    void finish_elastic_step(const SlidePoint<T>&, double duration, double limit, bool stops);
    [[nodiscard]] std::optional<double> polished_stop(double guess, double limit,
                                                      const std::function<SlidePoint<T>(double)>& at) const;

    void slide_rigid(double limit);
    void depart(double limit);
    [[nodiscard]] double slope_of_load() const;
    [[nodiscard]] double departure_limit(Departure) const;
    [[nodiscard]] std::optional<double> following_time() const;
    void slide_rigid_by_collocation(double limit, double guess);
    [[nodiscard]] bool is_near_rest() const;
    void pass_near_rest(double limit);
    void slide_back(const T& lag);

    Oscillator oscillator_;
    Load load_model_;
    FlowObserver observer_;
    Constants k_;
    LocalLoad load_;
    StickMotion stick_;
    StepLibrary library_;
    SlideSeries<T> series_;
    SlideCollocation<T> collocation_;
    FlowState<T> state_;
    ExactTime now_;
    int grade_ = 0;
    bool has_grade_ = false;
    bool came_from_slide_ = false;
    bool is_open_ = false;
    std::optional<Departure> departure_;
    T release_lag_{};
};

/// The first zero of u·v in (0, h] of a series whose first `zeros` coefficients of u·v vanish [s].
template <class T>
[[nodiscard]] std::optional<double> first_zero_of_slip(const SlideSeries<T>&, double h, int zeros = 0);

/// The first zero of u·v in a collocation step [s].
template <class T>
[[nodiscard]] std::optional<double> first_zero_of_slip(const SlideCollocation<T>&);

/// A disturbance of the direction of sliding decays at a rate λ. A series step keeps λ·h below this: the truncated
/// series of exp(−λ·h) still decays there, although a straight motion itself does not show λ.
inline constexpr double longest_decay = 6.0;

/// The elastic support is stiff where r turns this much faster than the load and the spring.
inline constexpr double stiff_ratio = 80.0;
/// Truncation error of a series step, of the turn angle [rad] and of the speed.
inline constexpr double series_tolerance = 1e-15;
/// Last coefficient of a collocation step, of the turn angle [rad] and of the speed.
inline constexpr double collocation_tolerance = 1e-13;

/// The time unit in which the series of a slide is taken: about its radius of convergence [s].
[[nodiscard]] double series_unit(const Constants&, const LocalLoad&, double speed, double force);

/// The same for a departure from rest.
[[nodiscard]] double departure_unit(const Constants&, const LocalLoad&);

}  // namespace stickslip::planar
