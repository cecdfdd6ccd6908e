#pragma once

// The same oscillator as a general-purpose integrator sees it: a right-hand side, and a decision at each stop.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <vector>

#include "stickslip/model/load.hpp"
#include "stickslip/model/oscillator.hpp"
#include "stickslip/motion/trajectory.hpp"

namespace stickslip {

/// What a peer reports of a run.
struct PeerMotion {
    std::vector<Event> events;
    State final;
    std::size_t phases = 0;  ///< slides and sticks
};

/// Force, friction and mode of the oscillator, with the record's present segment at hand.
class PeerProblem {
public:
    PeerProblem(const Oscillator& oscillator, const Load& load)
        : oscillator_(oscillator), load_(load), cubic_(oscillator.cubic()) {
        if (load.record) enter_segment(0.0);
    }

    [[nodiscard]] double force(double time) const {
        double p = load_.constant;
        for (const Harmonic& h : load_.harmonics) p += h.amplitude * std::sin(h.frequency.hi * time + h.phase);
        if (load_.record) {
            const double s = time - window_.origin;
            const auto& c = window_.coefficients;
            p += c[0] + s * (c[1] + s * (c[2] + s * c[3]));
        }
        return p;
    }

    /// Load less spring and damper.
    [[nodiscard]] double net_force(double time, double x, double v) const {
        const double stretch = x - oscillator_.equilibrium;
        return force(time) - oscillator_.damping * v - stretch * (oscillator_.stiffness + cubic_ * stretch * stretch);
    }

    [[nodiscard]] double acceleration(double time, double x, double v) const {
        if (direction == 0) return 0.0;
        return (net_force(time, x, v) - direction * oscillator_.friction_bound) / oscillator_.mass;
    }

    /// The direction of the slide that follows a rest at this state; 0 if it sticks.
    [[nodiscard]] int direction_after_rest(double time, double x) const {
        const double f = net_force(time, x, oscillator_.belt_velocity);
        if (std::abs(f) <= oscillator_.holding_bound() * (1.0 + 1e-12)) return 0;
        return f > 0.0 ? 1 : -1;
    }

    /// A step over which the load cannot cross a bound twice, for the search of a release.
    [[nodiscard]] double stick_step() const {
        double fastest = 0.0;
        for (const Harmonic& h : load_.harmonics) fastest = std::max(fastest, h.frequency.value());
        return fastest > 0.0 ? 0.25 / fastest : 1.0;
    }

    /// The first extreme of the load after `time`. A release may lie closely around it, with the load back within the
    /// bounds a step later, so the search for one must look there. Known for a single harmonic only; else infinite.
    [[nodiscard]] double next_load_extreme(double time) const {
        if (load_.harmonics.size() != 1 || load_.record) return std::numeric_limits<double>::infinity();
        const Harmonic& h = load_.harmonics.front();
        const double frequency = h.frequency.value();
        const double half_turns = std::floor((frequency * time + h.phase) / std::numbers::pi - 0.5);
        for (double ahead = 1.0;; ahead += 1.0) {
            const double extreme = ((half_turns + ahead + 0.5) * std::numbers::pi - h.phase) / frequency;
            if (extreme > time) return extreme;
        }
    }

    void enter_segment(double time) { window_ = load_.record->window(load_.record->segment_at(time)); }
    [[nodiscard]] double segment_end() const {
        return load_.record ? window_.end : std::numeric_limits<double>::infinity();
    }
    [[nodiscard]] const Oscillator& oscillator() const { return oscillator_; }

    int direction = 0;  ///< of the slide; 0 in stick

private:
    const Oscillator& oscillator_;
    const Load& load_;
    double cubic_;
    Record::Window window_;
};

}  // namespace stickslip
