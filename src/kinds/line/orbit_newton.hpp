#pragma once

// Newton on y ↦ Φ(y) − y. The columns of the monodromy matrix come from the variational equation carried with the
// motion, one direction a run, so that every event contributes its saltation. A start in stick has no δw: its column
// is zero, and Newton keeps w = 0.
// The iteration asks for one image at a time, so that the searches of many motions can take turns.

#include "small_matrix.hpp"
#include "stickslip/motion/law_motion.hpp"

namespace stickslip {

/// (x, w, z), or the unknowns on a section.
using StateVector = std::array<double, 3>;

STICKSLIP_KERNEL inline StateVector vector_of(const LawState& s) { return {s.position, s.slip_velocity, s.deflection}; }
STICKSLIP_KERNEL inline LawState state_of(const StateVector& v) { return {v[0], v[1], v[2], {}}; }

STICKSLIP_KERNEL inline StateVector difference(const StateVector& a, const StateVector& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

/// The return map with its derivative.
struct Mapped {
    StateVector image{};
    SmallMatrix derivative;
    double duration = 0.0;
    bool is_valid = true;
};

/// Lengths of the problem: velocities count as w/rate.
struct Measure {
    double rate = 1.0;
    [[nodiscard]] STICKSLIP_KERNEL double of(const StateVector& v) const {
        return std::abs(v[0]) + std::abs(v[1]) / rate + std::abs(v[2]);
    }
};

struct NewtonBounds {
    int most_iterations;
    double tolerance;  ///< the residual is at most this times the size of y
};

/// A full step first; halved while it makes the residual larger.
class OrbitNewton {
public:
    OrbitNewton() = default;
    STICKSLIP_KERNEL OrbitNewton(const StateVector& guess, int size, const Measure& measure, const NewtonBounds& bounds)
        : bounds_(bounds), measure_(measure), size_(size), status_(Status::running), y_(guess), wanted_(guess) {}

    [[nodiscard]] STICKSLIP_KERNEL bool is_running() const { return status_ == Status::running; }
    [[nodiscard]] STICKSLIP_KERNEL bool is_converged() const { return status_ == Status::converged; }
    [[nodiscard]] STICKSLIP_KERNEL const StateVector& y() const { return y_; }
    [[nodiscard]] STICKSLIP_KERNEL const Mapped& mapped() const { return at_; }  ///< of y
    [[nodiscard]] STICKSLIP_KERNEL double residual() const { return measure_.of(difference(at_.image, y_)); }

    /// The point whose image is to be told next.
    [[nodiscard]] STICKSLIP_KERNEL const StateVector& wanted() const { return wanted_; }

    STICKSLIP_KERNEL void tell(const Mapped& mapped) {
        const bool is_first = iterations_ == 0;
        const bool is_better = mapped.is_valid && measure_.of(difference(mapped.image, wanted_)) < residual_;
        if (!is_first && !is_better) return shorten();
        y_ = wanted_;
        at_ = mapped;
        begin_iteration();
    }

private:
    enum class Status { running, converged, failed };

    STICKSLIP_KERNEL void begin_iteration() {
        status_ = Status::failed;
        if (iterations_ >= bounds_.most_iterations || !at_.is_valid) return;
        ++iterations_;
        const StateVector error = difference(at_.image, y_);
        residual_ = measure_.of(error);
        if (residual_ <= bounds_.tolerance * measure_.of(y_)) {
            status_ = Status::converged;
            return;
        }
        SmallMatrix system = at_.derivative;
        system.size = size_;
        for (int i = 0; i < size_; ++i) system.entry[i][i] -= 1.0;
        step_ = {};
        if (!solve(system, {-error[0], -error[1], -error[2]}, step_)) return;
        status_ = Status::running;
        halvings_ = 0;
        propose();
    }

    STICKSLIP_KERNEL void propose() {
        const double factor = std::ldexp(1.0, -halvings_);
        wanted_ = y_;
        for (int i = 0; i < size_; ++i) wanted_[i] += factor * step_[i];
    }

    STICKSLIP_KERNEL void shorten() {
        constexpr int most_halvings = 8;
        if (++halvings_ < most_halvings) return propose();
        constexpr double rounding = 1e-10;  // where the map itself is only so exact
        status_ = residual_ <= rounding * measure_.of(y_) ? Status::converged : Status::failed;
    }

    NewtonBounds bounds_{};
    Measure measure_;
    int size_ = 2;
    Status status_ = Status::failed;
    int iterations_ = 0;
    int halvings_ = 0;
    double residual_ = 0.0;
    StateVector y_{};
    StateVector step_{};
    StateVector wanted_{};
    Mapped at_;
};

STICKSLIP_KERNEL inline void set_column(SmallMatrix& m, int column, const Tangent& t) {
    for (int i = 0; i < 3; ++i) m.entry[i][column] = t[i];
}

/// The return map over `duration`, by a motion that carries a tangent.
template <class Motion>
STICKSLIP_KERNEL_CALL Mapped map_load_periods(Motion& motion, const StateVector& y, double duration, int size) {
    Mapped mapped;
    mapped.duration = duration;
    mapped.derivative.size = size;
    if constexpr (requires { motion.map(y, duration, mapped); }) {  // with the whole derivative at once
        motion.map(y, duration, mapped);
        return mapped;
    }
    for (int column = 0; column < size; ++column) {
        LawState start = state_of(y);
        start.tangent[column] = 1.0;
        motion.start({}, start);
        motion.advance(duration);
        mapped.is_valid = mapped.is_valid && !motion.has_diverged();
        mapped.image = vector_of(motion.state());
        set_column(mapped.derivative, column, motion.state().tangent);
    }
    return mapped;
}

}  // namespace stickslip
