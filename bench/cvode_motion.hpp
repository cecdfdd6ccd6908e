#pragma once

// The motion by SUNDIALS CVODE: Adams with fixed-point iteration (the problem is not stiff), events by its root finder,
// a restart at each event.

#include "cvode_session.hpp"
#include "peer_problem.hpp"

namespace stickslip {

/// What CVODE does where a record bends: its step history is wrong there, but a restart begins at order one.
enum class AtSamples { restart, go_on };

class CvodeMotion {
public:
    CvodeMotion(const Oscillator& oscillator, const Load& load, double tolerance,
                AtSamples at_samples = AtSamples::restart)
        : problem_(oscillator, load),
          session_(CvodeFamily::adams, {2, right_hand_side, 2, event_functions, &problem_}, tolerance),
          at_samples_(at_samples) {
        CvodeSession::check(CVodeSetMaxNumSteps(session_.memory(), 10'000'000), "CVodeSetMaxNumSteps");
    }

    PeerMotion run(const State& start, double end) {
        PeerMotion motion = begin(start);
        advance(end, motion);
        return motion;
    }

    /// The motion at t = 0, to be advanced.
    PeerMotion begin(const State& start) {
        const double belt = problem_.oscillator().belt_velocity;
        PeerMotion motion;
        double* y = session_.state();
        y[0] = start.position;
        y[1] = start.velocity;
        time_ = 0.0;
        if (start.velocity != belt) {
            problem_.direction = start.velocity > belt ? 1 : -1;
        } else {
            problem_.direction = problem_.direction_after_rest(0.0, y[0]);
        }
        if (problem_.direction != 0)
            motion.events.push_back({0.0, EventKind::stick_to_slide, y[0], problem_.direction});
        motion.phases = 1;
        motion.final = start;
        restart(time_);
        return motion;
    }

    /// On to `end`, which must not be a sample of a record; the integrator keeps its history from one call to the next.
    void advance(double end, PeerMotion& motion) {
        while (time_ < end) {
            double limit = std::min(end, problem_.segment_end());
            if (problem_.direction == 0) limit = std::min(limit, problem_.next_load_extreme(time_));
            if (session_.advance(limit, time_)) {
                on_event(time_, motion);
            } else if (time_ < end && time_ >= problem_.segment_end()) {
                on_segment_end(time_, motion);
            }
        }
        const double* y = session_.state();
        motion.final = {y[0], y[1]};
    }

private:
    static int right_hand_side(double time, N_Vector state, N_Vector rate, void* data) {
        const auto* problem = static_cast<const PeerProblem*>(data);
        const double* y = N_VGetArrayPointer(state);
        double* d = N_VGetArrayPointer(rate);
        d[0] = y[1];
        d[1] = problem->acceleration(time, y[0], y[1]);
        return 0;
    }

    static int event_functions(double time, N_Vector state, double* g, void* data) {
        const auto* problem = static_cast<const PeerProblem*>(data);
        const double* y = N_VGetArrayPointer(state);
        if (problem->direction != 0) {
            g[0] = problem->direction * (y[1] - problem->oscillator().belt_velocity);
            g[1] = 1.0;
        } else {
            const double force = problem->net_force(time, y[0], y[1]);
            g[0] = problem->oscillator().holding_bound() - force;
            g[1] = problem->oscillator().holding_bound() + force;
        }
        return 0;
    }

    void on_event(double time, PeerMotion& motion) {
        double* y = session_.state();
        const int was = problem_.direction;
        if (was == 0) {
            int roots[2];
            CvodeSession::check(CVodeGetRootInfo(session_.memory(), roots), "CVodeGetRootInfo");
            problem_.direction = roots[0] != 0 ? 1 : -1;
            motion.events.push_back({time, EventKind::stick_to_slide, y[0], problem_.direction});
        } else {
            y[1] = problem_.oscillator().belt_velocity;
            problem_.direction = problem_.direction_after_rest(time, y[0]);
            const bool sticks = problem_.direction == 0;
            motion.events.push_back(
                {time, sticks ? EventKind::slide_to_stick : EventKind::reversal, y[0], sticks ? was : -was});
        }
        ++motion.phases;
        restart(time);
    }

    /// Every step stops at the samples; where the record jumps, at its ends, the integration always starts anew.
    void on_segment_end(double time, PeerMotion& motion) {
        const double* y = session_.state();
        const double before = problem_.force(time);
        problem_.enter_segment(time);
        constexpr double jump = 1e-9;  // of the load, relative; a bend changes it by rounding only
        bool starts_anew = at_samples_ == AtSamples::restart ||
                           std::abs(problem_.force(time) - before) > jump * (1.0 + std::abs(before));
        if (problem_.direction == 0) {
            problem_.direction = problem_.direction_after_rest(time, y[0]);
            if (problem_.direction != 0) {
                motion.events.push_back({time, EventKind::stick_to_slide, y[0], problem_.direction});
                ++motion.phases;
                starts_anew = true;
            }
        }
        if (starts_anew) restart(time);
    }

    void restart(double time) {
        session_.restart(time);
        const double most = problem_.direction == 0 ? problem_.stick_step() : 0.0;  // 0: no bound
        CvodeSession::check(CVodeSetMaxStep(session_.memory(), most), "CVodeSetMaxStep");
    }

    PeerProblem problem_;
    CvodeSession session_;
    double time_ = 0.0;
    AtSamples at_samples_;
};

}  // namespace stickslip
