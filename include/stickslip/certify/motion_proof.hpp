#pragma once

#include <string>
#include <vector>

#include "stickslip/model/load.hpp"
#include "stickslip/model/oscillator.hpp"
#include "stickslip/motion/trajectory.hpp"
#include "stickslip/steady/steady_state.hpp"

namespace stickslip {

/// An event of a motion, with bounds that are proved.
struct ProvedEvent {
    EventKind kind = EventKind::stick_to_slide;  ///< what happens
    Interval time;                               ///< holds the time of the event [s]
    Interval position;                           ///< holds x there [m]
    int direction = 0;                           ///< as of `Event`
};

/// What is proved of a motion that starts from one state. The numbers of the oscillator, the load and the start are
/// taken as the exact values of the doubles.
struct MotionProof {
    std::vector<ProvedEvent> events;  ///< all events until `until`, in their order: there are no others
    double until = 0.0;               ///< how far the motion is proved [s]
    bool is_complete = false;         ///< whether that is as far as was asked
    std::string reason;               ///< why the proof ends before; empty where it does not
};

/// Proves which events a motion has, in which order, and between which two times each of them happens. Holds in every
/// rounding mode, and relies on nothing of `simulate`.
/// @throws std::invalid_argument for motions without a proof: they need a linear spring, Coulomb friction with equal
/// bounds on a surface at rest, and a constant load, one harmonic, or both. Interrupted when that was requested.
[[nodiscard]] MotionProof prove_motion(const Oscillator&, const Load&, const State& start, double end_time);

}  // namespace stickslip
