#pragma once

// The search for an attractor, in portions of work: a stretch of the march, one image for Newton, or the growth of a
// tangent. A search is plain data and knows nothing of the motion it watches, so that a processor finishes one search
// after the other and a device thousands side by side, each cell whatever is next for it.

#include "orbit_newton.hpp"
#include "stickslip/steady/attractor.hpp"
#include "stickslip/steady/shooting.hpp"

namespace stickslip {

/// `AttractorOptions` without what a device cannot hold.
struct SearchBounds {
    int transient;
    int most_periods;
    int largest_period;
    int points;
    NewtonBounds newton;

    /// Points to remember.
    [[nodiscard]] STICKSLIP_KERNEL int kept() const { return std::max(2 * largest_period + 1, points); }
};

inline SearchBounds search_bounds(const AttractorOptions& options) {
    const ShootingOptions shooting;
    return {options.transient,
            options.most_periods,
            options.largest_period,
            options.points,
            {shooting.most_iterations, shooting.tolerance}};
}

/// √(a² + b² + c²) without overflow.
STICKSLIP_KERNEL inline double length_of(double a, double b, double c) {
    a = std::abs(a);
    b = std::abs(b);
    c = std::abs(c);
    const double largest = std::max(a, std::max(b, c));
    if (largest == 0.0) return 0.0;
    return largest *
           std::sqrt((a / largest) * (a / largest) + (b / largest) * (b / largest) + (c / largest) * (c / largest));
}

STICKSLIP_KERNEL inline double distance(const StateVector& a, const StateVector& b, double rate) {
    return length_of(a[0] - b[0], (a[1] - b[1]) / rate, a[2] - b[2]);
}

class AttractorSearch {
public:
    enum class Stage { march, shoot, grow, done };

    AttractorSearch() = default;
    /// `size`: the number of state variables.
    STICKSLIP_KERNEL AttractorSearch(const SearchBounds& bounds, double period, int size)
        : bounds_(bounds), period_(period), rate_(two_pi_hi / period), size_(size) {}

    [[nodiscard]] STICKSLIP_KERNEL Stage stage() const { return stage_; }
    [[nodiscard]] STICKSLIP_KERNEL bool is_done() const { return stage_ == Stage::done; }

    /// A stretch of the march, and a look at its points. `points` holds `bounds.kept()` and belongs to this search; the
    /// motion goes on where the last stretch left it.
    template <class Motion>
    STICKSLIP_KERNEL void march(Motion& motion, StateVector* points) {
        if (marched_ == 0 && !advance(motion, points, bounds_.transient)) return diverge();
        if (marched_ < bounds_.most_periods) {
            if (!advance(motion, points, 2 * bounds_.largest_period)) return diverge();
            scale_ = size_of(points);
            trial_ = 0;
            try_next_cycle(points);
        } else {
            stage_ = Stage::grow;
        }
    }

    /// One image for the Newton iteration, by a motion with a tangent. The cycle it finds is the answer if it is stable
    /// and the motion is close to it; else longer ones are tried.
    template <class Motion>
    STICKSLIP_KERNEL void shoot(Motion& motion, const StateVector* points) {
        newton_.tell(map_load_periods(motion, newton_.wanted(), trial_ * period_, size_));
        if (newton_.is_running()) return;
        if (newton_.is_converged()) {
            multiplier_ = eigenvalues(newton_.mapped().derivative).largest_modulus();
            const bool is_far = distance(newton_.y(), last_point(points), rate_) > near_orbit * scale_;
            if (multiplier_ < 1.0 && !is_far) return finish(AttractorKind::periodic);
        }
        try_next_cycle(points);
    }

    /// The exponent of a motion without a period, by a motion with a tangent.
    template <class Motion>
    STICKSLIP_KERNEL void grow(Motion& motion, const StateVector* points) {
        LawState start = state_of(last_point(points));
        start.tangent = {1.0, rate_, 0.0};
        motion.start({}, start);
        double growth = 0.0;
        for (int n = 0; n < exponent_periods; ++n) {
            motion.set_time({});
            motion.advance(period_);
            Tangent t = motion.state().tangent;
            const double length = length_of(t[0], t[1] / rate_, t[2]);
            growth += std::log(length);
            for (int i = 0; i < 3; ++i) t[i] /= length;
            motion.set_tangent(t);
        }
        exponent_ = growth / (exponent_periods * period_);
        finish(exponent_ > 0.0 ? AttractorKind::chaotic : AttractorKind::unresolved);
    }

    // Once it is done:
    [[nodiscard]] STICKSLIP_KERNEL AttractorKind kind() const { return kind_; }
    [[nodiscard]] STICKSLIP_KERNEL int cycle() const { return kind_ == AttractorKind::periodic ? trial_ : 0; }
    [[nodiscard]] STICKSLIP_KERNEL double multiplier() const {
        return kind_ == AttractorKind::periodic ? multiplier_ : 0.0;
    }
    [[nodiscard]] STICKSLIP_KERNEL double exponent() const { return exponent_; }
    [[nodiscard]] STICKSLIP_KERNEL const StateVector& cycle_start() const { return newton_.y(); }

    [[nodiscard]] STICKSLIP_KERNEL int point_count() const { return std::min(marched_, bounds_.kept()); }
    /// The point `age` periods before the last one.
    [[nodiscard]] STICKSLIP_KERNEL const StateVector& point(const StateVector* points, int age) const {
        return points[(marched_ - 1 - age) % bounds_.kept()];
    }

private:
    static constexpr double near_return = 1e-3;   // of the size of the motion: worth asking Newton
    static constexpr double near_orbit = 1e-2;    // of the size: Newton's answer is where the motion is
    static constexpr int exponent_periods = 200;  // to tell chaos from a slow transient

    /// Some more periods, keeping the points; false if the motion diverges.
    template <class Motion>
    STICKSLIP_KERNEL bool advance(Motion& motion, StateVector* points, int periods) {
        const int kept = bounds_.kept();
        for (int n = 0; n < periods; ++n) {
            motion.set_time({});
            motion.advance(period_);
            if (motion.has_diverged()) return false;
            points[marched_ % kept] = vector_of(motion.state());
            ++marched_;
        }
        return true;
    }

    [[nodiscard]] STICKSLIP_KERNEL const StateVector& last_point(const StateVector* points) const {
        return point(points, 0);
    }

    [[nodiscard]] STICKSLIP_KERNEL double size_of(const StateVector* points) const {
        double largest = 0.0;
        for (int i = 0; i < point_count(); ++i) largest = std::max(largest, distance(points[i], StateVector{}, rate_));
        return largest;
    }

    /// The next longer cycle that the motion is close to, or what follows if there is none.
    STICKSLIP_KERNEL void try_next_cycle(const StateVector* points) {
        const StateVector last = last_point(points);
        while (++trial_ <= bounds_.largest_period) {
            if (distance(point(points, trial_), last, rate_) > near_return * scale_) continue;
            newton_ = OrbitNewton(last, size_, Measure{rate_}, bounds_.newton);
            stage_ = Stage::shoot;
            return;
        }
        stage_ = marched_ < bounds_.most_periods ? Stage::march : Stage::grow;
    }

    STICKSLIP_KERNEL void diverge() { finish(AttractorKind::diverging); }
    STICKSLIP_KERNEL void finish(AttractorKind kind) {
        kind_ = kind;
        stage_ = Stage::done;
    }

    SearchBounds bounds_{};
    double period_ = 1.0;
    double rate_ = 1.0;
    int size_ = 2;
    Stage stage_ = Stage::march;
    int marched_ = 0;     // load periods
    int trial_ = 0;       // load periods of the cycle that is tried
    double scale_ = 0.0;  // size of the motion
    OrbitNewton newton_;
    AttractorKind kind_ = AttractorKind::unresolved;
    double multiplier_ = 0.0;
    double exponent_ = 0.0;
};

}  // namespace stickslip
