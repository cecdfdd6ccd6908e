#pragma once

// Stuck for ever: what the support of a mass must hold under a periodic load, and whether it can.

#include <functional>

#include "stickslip/planar/oscillator.hpp"

namespace stickslip::planar {

/// The forced motion of the mass while its slider stays at x = 0: linear, one response for each harmonic.
class StuckOrbit {
public:
    /// `load` is periodic with `period`.
    StuckOrbit(const Oscillator&, const Load&, double period);

    /// x and x′ for a slider at x = 0, without the constant part of the load; 0 for a rigid support.
    [[nodiscard]] State at(double time) const;

    /// The stretch of an elastic support under the constant part of the load, for a slider at `slider` [m].
    [[nodiscard]] Vector offset(const Vector& slider) const;

    /// The largest stretch of an elastic support if it is offset so [m].
    [[nodiscard]] double largest_stretch(const Vector& offset) const;

    /// The friction bound from which the mass can stay stuck for ever [N]: the radius of the smallest circle around the
    /// held force, because a slider on a spring (k > 0) finds the offset that puts the centre at zero.
    [[nodiscard]] double least_bound() const;

private:
    struct Wave {
        int axis;
        double amplitude;  ///< of the held force [N]
        AngularFrequency frequency;
        double phase;
    };

    [[nodiscard]] Vector held(double time) const;
    /// The local maxima of ‖held − centre‖ over the period: the points where they are.
    [[nodiscard]] std::vector<Vector> farthest(const Vector& centre) const;

    Oscillator oscillator_;
    Vector constant_;
    std::vector<Wave> waves_;
    double period_;
    int samples_;
};

}  // namespace stickslip::planar
