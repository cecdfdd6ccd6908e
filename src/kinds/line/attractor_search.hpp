#pragma once

// The search for an attractor, in portions of work: a stretch of the march, one image for Newton, or the growth of a
// tangent. A search is plain data and knows nothing of the motion it watches, so that a processor finishes one search
// after the other and a device thousands side by side, each cell whatever is next for it.

#include <concepts>

#include "orbit_newton.hpp"
#include "shooting.hpp"
#include "stickslip/steady/attractor.hpp"

namespace stickslip {

/// `AttractorOptions` without what a device cannot hold.
struct SearchBounds {
    int transient;
    int most_periods;
    int longest_march;
    int exponent_periods;
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
            std::max(options.most_periods, options.longest_march),
            options.exponent_periods,
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

/// A motion in closed form: it knows when it will never move again, and when everything near an orbit is drawn to it.
template <class Motion>
concept CertainMotion = requires(Motion& motion, const StateVector& y) {
    { motion.is_at_rest_for_ever() } -> std::same_as<bool>;
    { motion.is_drawn_to(y, y) } -> std::same_as<bool>;
};

class AttractorSearch {
public:
    enum class Stage { march, shoot, grow, done };

    AttractorSearch() = default;
    /// `size`: the number of state variables. `centre`: the position that the size of the motion is measured from.
    STICKSLIP_KERNEL AttractorSearch(const SearchBounds& bounds, double period, int size, double centre = 0.0)
        : bounds_(bounds),
          period_(period),
          rate_(two_pi_hi / period),
          size_(size),
          centre_{centre, 0.0, 0.0},
          march_end_(bounds.most_periods) {}

    [[nodiscard]] STICKSLIP_KERNEL Stage stage() const { return stage_; }
    [[nodiscard]] STICKSLIP_KERNEL bool is_done() const { return stage_ == Stage::done; }

    /// A stretch of the march, and a look at its points. `points` holds `bounds.kept()` and belongs to this search; the
    /// motion goes on where the last stretch left it.
    template <class Motion>
    STICKSLIP_KERNEL void march(Motion& motion, StateVector* points) {
        if (is_confirming_) return confirm(motion, points);
        if (marched_ >= march_end_) {
            stage_ = Stage::grow;
            return;
        }
        const int stretch = marched_ == 0 ? bounds_.transient + first_stretch<Motion>() : next_stretch<Motion>();
        if (!advance(motion, points, stretch) || is_done()) return;
        begin_look(points);
        try_next_cycle<Motion>(points);
    }

    /// One image for the Newton iteration, by a motion with a tangent. The cycle it finds is the answer if it is stable
    /// and the motion goes there; else longer ones are tried.
    template <class Motion>
    STICKSLIP_KERNEL void shoot(Motion& motion, const StateVector* points) {
        newton_.tell(map_load_periods(motion, newton_.wanted(), trial_ * period_, size_));
        if (newton_.is_running()) return;
        if (newton_.is_converged()) {
            multiplier_ = eigenvalues(newton_.mapped().derivative).largest_modulus();
            take_shortest_cycle(motion);
            const double gap = distance(newton_.y(), last_point(points), rate_);
            if (multiplier_ < 1.0 + neutral && gap <= settled * scale_) return finish(AttractorKind::periodic);
            if constexpr (CertainMotion<Motion>) {
                const bool may_draw = trial_ == 1 && multiplier_ < 1.0 - neutral && gap <= from_afar * scale_;
                if (may_draw && motion.is_drawn_to(newton_.y(), last_point(points))) {
                    return finish(AttractorKind::periodic);
                }
            }
            if (multiplier_ < 1.0 && gap <= near_orbit * scale_) return begin_confirmation<Motion>(gap);
        }
        try_next_cycle<Motion>(points);
    }

    /// The exponent of a motion without a period, by a motion with a tangent, with the standard error of the mean of
    /// equal parts of the run. Where it is not clearly positive the march goes on, as far as it may.
    template <class Motion>
    STICKSLIP_KERNEL void grow(Motion& motion, const StateVector* points) {
        LawState start = state_of(last_point(points));
        start.tangent = {1.0, rate_, 0.0};
        motion.start({}, start);
        const bool may_go_on = marched_ < bounds_.longest_march;
        const bool is_last_word = !may_go_on && bounds_.longest_march > bounds_.most_periods;
        const int part = std::max(1, bounds_.exponent_periods / exponent_parts) * (is_last_word ? longer_exponent : 1);
        double sum = 0.0;
        double squares = 0.0;
        for (int k = 0; k < exponent_parts; ++k) {
            const double growth = growth_over(motion, part) / (part * period_);
            sum += growth;
            squares += growth * growth;
        }
        exponent_ = sum / exponent_parts;
        const double variance = std::max(0.0, squares / exponent_parts - exponent_ * exponent_);
        exponent_error_ = std::sqrt(variance / (exponent_parts - 1));
        if (exponent_ > (may_go_on ? clearly_positive * exponent_error_ : 0.0)) return finish(AttractorKind::chaotic);
        if (!may_go_on) return finish(AttractorKind::unresolved);
        march_end_ = std::min(bounds_.longest_march, longer_march * marched_);
        stage_ = Stage::march;
    }

    // Once it is done:
    [[nodiscard]] STICKSLIP_KERNEL AttractorKind kind() const { return kind_; }
    [[nodiscard]] STICKSLIP_KERNEL int cycle() const { return kind_ == AttractorKind::periodic ? trial_ : 0; }
    [[nodiscard]] STICKSLIP_KERNEL double multiplier() const {
        return kind_ == AttractorKind::periodic ? multiplier_ : 0.0;
    }
    [[nodiscard]] STICKSLIP_KERNEL double exponent() const { return exponent_; }
    [[nodiscard]] STICKSLIP_KERNEL double exponent_error() const { return exponent_error_; }
    [[nodiscard]] STICKSLIP_KERNEL bool is_at_rest() const { return is_at_rest_; }
    [[nodiscard]] STICKSLIP_KERNEL int marched() const { return marched_; }
    [[nodiscard]] STICKSLIP_KERNEL const StateVector& cycle_start() const { return cycle_start_; }

    [[nodiscard]] STICKSLIP_KERNEL int point_count() const { return std::min(marched_, bounds_.kept()); }
    /// The point `age` periods before the last one.
    [[nodiscard]] STICKSLIP_KERNEL const StateVector& point(const StateVector* points, int age) const {
        return points[(marched_ - 1 - age) % bounds_.kept()];
    }

private:
    static constexpr double near_return = 1e-3;       // of the size of the motion: worth asking Newton
    static constexpr double near_long_return = 1e-5;  // the same for a cycle longer than `short_cycle`
    static constexpr int short_cycle = 24;            // load periods
    static constexpr double near_orbit = 1e-2;        // of the size: Newton's answer is where the motion may go
    static constexpr double from_afar = 4.0;          // times the size: as far as an orbit is seen to draw a motion in
    static constexpr double settled = 1e-9;           // of the size: Newton's answer is where the motion is
    static constexpr double neutral = 1e-9;           // a multiplier this close to 1 belongs to a continuum of orbits
    static constexpr int exponent_parts = 20;         // whose scatter gives the error of the exponent
    static constexpr double clearly_positive = 3.0;   // standard errors
    static constexpr int longer_march = 4;            // times as long, where the exponent does not tell
    static constexpr int longer_exponent = 10;        // times as long, before a motion is given up
    static constexpr int most_tries = 4;              // cycles that Newton is asked for in one look, in closed form
    static constexpr int few_iterations = 8;          // of Newton's method for a cycle that is nearly closed
    static constexpr double lost = 10.0;              // times as far from the orbit as at first: it is not the answer

    /// How much nearer to the orbit the motion must come to be on its way there, and for how many periods it is watched
    /// at most. A step of a series costs much more than one in closed form.
    template <class Motion>
    static constexpr double enough_nearer = CertainMotion<Motion> ? 1e-3 : 0.1;
    template <class Motion>
    static constexpr int longest_watch = CertainMotion<Motion> ? 30'000 : 300;

    template <class Motion>
    [[nodiscard]] STICKSLIP_KERNEL int first_stretch() const {
        return CertainMotion<Motion> ? 4 : 2 * bounds_.largest_period;
    }
    /// In closed form each look comes after half as many periods again, so that most motions are found early and long
    /// transients are not looked at all the time.
    template <class Motion>
    [[nodiscard]] STICKSLIP_KERNEL int next_stretch() const {
        if (!CertainMotion<Motion>) return 2 * bounds_.largest_period;
        return std::min(std::max(2, marched_ / 2), march_end_ - marched_ + 1);
    }

    /// Some more periods, keeping the points; false if the motion diverges.
    template <class Motion>
    STICKSLIP_KERNEL bool advance(Motion& motion, StateVector* points, int periods) {
        const int kept = bounds_.kept();
        for (int n = 0; n < periods; ++n) {
            motion.set_time({});
            motion.advance(period_);
            if (motion.has_diverged()) {
                finish(AttractorKind::diverging);
                return false;
            }
            points[marched_ % kept] = vector_of(motion.state());
            ++marched_;
            if constexpr (CertainMotion<Motion>) {
                if (motion.is_at_rest_for_ever()) {
                    settle_at_rest(points);
                    return true;
                }
            }
        }
        return true;
    }

    /// The motion goes on from where it is until it is much nearer to the orbit that Newton found, or has left it.
    template <class Motion>
    STICKSLIP_KERNEL void confirm(Motion& motion, StateVector* points) {
        constexpr int returns = 8;  // between two looks
        for (int n = 0; n < returns; ++n) {
            if (!advance(motion, points, trial_) || is_done()) return;
            watched_ += trial_;
            const double gap = distance(newton_.y(), last_point(points), rate_);
            const bool is_slow = watched_ >= longest_watch<Motion> && gap < first_gap_;
            if (gap <= enough_nearer<Motion> * first_gap_ || gap <= settled * scale_ || is_slow) {
                return finish(AttractorKind::periodic);
            }
            if (watched_ >= longest_confirmation_ || gap > lost * first_gap_) {
                is_confirming_ = false;
                return try_next_cycle<Motion>(points);
            }
        }
    }

    /// A motion that comes to its orbit from alternate sides returns best after twice the cycle, and Newton's answer
    /// may be a shorter orbit, passed several times.
    template <class Motion>
    STICKSLIP_KERNEL void take_shortest_cycle(Motion& motion) {
        for (int n = 1; n <= trial_ / 2; ++n) {
            if (trial_ % n != 0) continue;
            const Mapped mapped = map_load_periods(motion, newton_.y(), n * period_, size_);
            if (!mapped.is_valid || distance(mapped.image, newton_.y(), rate_) > settled * scale_) continue;
            trial_ = n;
            multiplier_ = eigenvalues(mapped.derivative).largest_modulus();
            return;
        }
    }

    /// The multiplier says how soon the motion should be near enough; after a few times that it is elsewhere.
    template <class Motion>
    STICKSLIP_KERNEL void begin_confirmation(double gap) {
        constexpr double patience = 3.0;
        constexpr int few_returns = 50;
        constexpr double least_multiplier = 1e-3;  // smaller ones bring the motion near within a return or two
        const double returns = std::log(enough_nearer<Motion>) / std::log(std::max(multiplier_, least_multiplier));
        const double most = trial_ * (patience * returns + few_returns);
        longest_confirmation_ = most < longest_watch<Motion> ? static_cast<int>(most) : longest_watch<Motion>;
        is_confirming_ = true;
        first_gap_ = gap;
        watched_ = 0;
        stage_ = Stage::march;
    }

    template <class Motion>
    STICKSLIP_KERNEL double growth_over(Motion& motion, int periods) const {
        double growth = 0.0;
        for (int n = 0; n < periods; ++n) {
            motion.set_time({});
            motion.advance(period_);
            Tangent t = motion.state().tangent;
            const double length = length_of(t[0], t[1] / rate_, t[2]);
            growth += std::log(length);
            for (int i = 0; i < 3; ++i) t[i] /= length;
            motion.set_tangent(t);
        }
        return growth;
    }

    [[nodiscard]] STICKSLIP_KERNEL const StateVector& last_point(const StateVector* points) const {
        return point(points, 0);
    }

    STICKSLIP_KERNEL void begin_look(const StateVector* points) {
        scale_ = 0.0;
        for (int i = 0; i < point_count(); ++i) scale_ = std::max(scale_, distance(points[i], centre_, rate_));
        next_cycle_ = 0;
        tries_ = 0;
    }

    /// The next cycle that the motion is close to, or what follows if there is none: longer and longer ones. In closed
    /// form a motion of one load period is asked for first, at every look, because it may draw the motion in from afar;
    /// then the cycle that the motion returns to best, because a motion that winds slowly nearly returns after many.
    template <class Motion>
    STICKSLIP_KERNEL void try_next_cycle(const StateVector* points) {
        if constexpr (CertainMotion<Motion>) {
            if (tries_ == 0 && longest_cycle() >= 1) return try_cycle<Motion>(1, points);
            if (tries_ == 1) {
                const int best = best_cycle(points);
                if (is_near_return(best, points)) return try_cycle<Motion>(best, points);
            }
            if (tries_ >= most_tries) next_cycle_ = longest_cycle();
        }
        while (++next_cycle_ <= longest_cycle()) {
            if (is_near_return(next_cycle_, points)) return try_cycle<Motion>(next_cycle_, points);
        }
        stage_ = marched_ < march_end_ ? Stage::march : Stage::grow;
    }

    template <class Motion>
    STICKSLIP_KERNEL void try_cycle(int cycle, const StateVector* points) {
        ++tries_;
        trial_ = cycle;
        NewtonBounds newton = bounds_.newton;
        if (CertainMotion<Motion> && cycle > 1) newton.most_iterations = few_iterations;
        newton_ = OrbitNewton(last_point(points), size_, Measure{rate_}, newton);
        stage_ = Stage::shoot;
    }

    [[nodiscard]] STICKSLIP_KERNEL int longest_cycle() const {
        return std::min(bounds_.largest_period, point_count() - 1);
    }

    [[nodiscard]] STICKSLIP_KERNEL double return_distance(int cycle, const StateVector* points) const {
        return distance(point(points, cycle), last_point(points), rate_);
    }

    [[nodiscard]] STICKSLIP_KERNEL bool is_near_return(int cycle, const StateVector* points) const {
        const double near = cycle > short_cycle ? near_long_return : near_return;
        return return_distance(cycle, points) <= near * scale_;
    }

    /// The shortest cycle that is closed about as well as any.
    [[nodiscard]] STICKSLIP_KERNEL int best_cycle(const StateVector* points) const {
        constexpr double about = 4.0;
        double least = return_distance(1, points);
        for (int n = 2; n <= longest_cycle(); ++n) least = std::min(least, return_distance(n, points));
        int best = 1;
        while (return_distance(best, points) > about * least + settled * scale_) ++best;
        return best;
    }

    STICKSLIP_KERNEL void settle_at_rest(const StateVector* points) {
        is_at_rest_ = true;
        trial_ = 1;
        multiplier_ = 1.0;
        cycle_start_ = last_point(points);
        kind_ = AttractorKind::periodic;
        stage_ = Stage::done;
    }

    STICKSLIP_KERNEL void finish(AttractorKind kind) {
        kind_ = kind;
        stage_ = Stage::done;
        if (kind == AttractorKind::periodic) cycle_start_ = newton_.y();
    }

    SearchBounds bounds_{};
    double period_ = 1.0;
    double rate_ = 1.0;
    int size_ = 2;
    StateVector centre_{};
    Stage stage_ = Stage::march;
    int marched_ = 0;     // load periods
    int march_end_ = 0;   // load periods after which the exponent is asked for
    int trial_ = 0;       // load periods of the cycle that is tried
    int tries_ = 0;       // in the present look
    int next_cycle_ = 0;  // that is tried, in load periods
    double scale_ = 0.0;  // size of the motion
    bool is_confirming_ = false;
    bool is_at_rest_ = false;
    double first_gap_ = 0.0;        // to the orbit that is being confirmed
    int longest_confirmation_ = 0;  // load periods
    int watched_ = 0;               // load periods of the confirmation
    OrbitNewton newton_;
    StateVector cycle_start_{};
    AttractorKind kind_ = AttractorKind::unresolved;
    double multiplier_ = 0.0;
    double exponent_ = 0.0;
    double exponent_error_ = 0.0;
};

}  // namespace stickslip
