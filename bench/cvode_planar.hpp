#pragma once

// CVODE on the oscillator in the plane.

#include <algorithm>
#include <cmath>

#include "cvode_session.hpp"
#include "stickslip/planar/oscillator.hpp"

namespace stickslip {

/// The oscillator in the plane on an elastic support: (x, v, r) while stuck, (x, v, θ) while sliding, with the margin
/// r_y² − ‖r‖² and the slip rate u·v as root functions, and a restart at each event.
class CvodePlanar {
public:
    CvodePlanar(const planar::Oscillator& oscillator, const planar::Load& load, double tolerance, CvodeFamily family)
        : oscillator_(oscillator), load_(load), session_(family, {6, rate, 1, event, this}, tolerance) {
        CvodeSession::check(CVodeSetMaxNumSteps(session_.memory(), 400'000), "CVodeSetMaxNumSteps");
        CvodeSession::check(CVodeSetErrFile(session_.memory(), nullptr), "CVodeSetErrFile");
    }

    planar::Vector run(double end) {
        double* y = session_.state();
        std::fill_n(y, 6, 0.0);
        is_sliding_ = false;
        double time = 0.0;
        session_.restart(time);
        while (time < end) {
            if (!session_.advance(end, time)) continue;
            const double bound = oscillator_.friction_bound;
            if (is_sliding_) {
                const double angle = y[4];
                y[4] = bound * std::cos(angle);
                y[5] = bound * std::sin(angle);
            } else {
                y[4] = std::atan2(y[5], y[4]);
                y[5] = 0.0;
            }
            is_sliding_ = !is_sliding_;
            session_.restart(time);
        }
        return {y[0], y[1]};
    }

private:
    static int rate(double time, N_Vector state, N_Vector out, void* data) {
        const auto& self = *static_cast<const CvodePlanar*>(data);
        const planar::Oscillator& o = self.oscillator_;
        const double* y = N_VGetArrayPointer(state);
        double* d = N_VGetArrayPointer(out);
        const planar::Vector p = self.load_.value(time);
        double r1 = y[4];
        double r2 = y[5];
        if (self.is_sliding_) {
            r1 = o.friction_bound * std::cos(y[4]);
            r2 = o.friction_bound * std::sin(y[4]);
        }
        d[0] = y[2];
        d[1] = y[3];
        d[2] = (p.x1 - o.damping * y[2] - o.stiffness * y[0] - r1) / o.mass;
        d[3] = (p.x2 - o.damping * y[3] - o.stiffness * y[1] - r2) / o.mass;
        d[4] = *o.support_stiffness * y[2];
        d[5] = *o.support_stiffness * y[3];
        if (self.is_sliding_) {
            d[4] = *o.support_stiffness / (o.friction_bound * o.friction_bound) * (r1 * y[3] - r2 * y[2]);
            d[5] = 0.0;
        }
        return 0;
    }

    static int event(double, N_Vector state, double* g, void* data) {
        const auto& self = *static_cast<const CvodePlanar*>(data);
        const double* y = N_VGetArrayPointer(state);
        const double bound = self.oscillator_.friction_bound;
        if (self.is_sliding_) {
            g[0] = std::cos(y[4]) * y[2] + std::sin(y[4]) * y[3];
        } else {
            g[0] = bound * bound - y[4] * y[4] - y[5] * y[5];
        }
        return 0;
    }

    const planar::Oscillator& oscillator_;
    const planar::Load& load_;
    CvodeSession session_;
    bool is_sliding_ = false;
};

}  // namespace stickslip
