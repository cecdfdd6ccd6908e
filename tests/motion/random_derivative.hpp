#pragma once

// A derivative of a random motion, judged by central differences in extended precision.

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "extended_motion.hpp"
#include "random_motion.hpp"
#include "stickslip/motion/simulate.hpp"
#include "stickslip/steady/sensitivity.hpp"

namespace stickslip {

/// One number of a problem as a parameter.
struct ChosenNumber {
    ExtendedProblem::Number plain = ExtendedProblem::mass;
    int harmonic = -1;     ///< −1: a plain number
    std::size_t part = 0;  ///< of the harmonic: amplitude, frequency, phase

    [[nodiscard]] Extended& of(ExtendedProblem& p) const {
        return harmonic < 0 ? p.number[plain] : p.harmonics[static_cast<std::size_t>(harmonic)][part];
    }
};

/// What a comparison with differences shows.
struct DerivativeVerdict {
    std::string apart;   ///< why no difference is good enough to judge; empty: it was judged
    double error = 0.0;  ///< the largest one, relative
    std::string where;
};

class DerivativeJudge {
public:
    DerivativeJudge(const RandomMotion& motion, const ChosenNumber& chosen)
        : m_(motion), chosen_(chosen), here_(motion.oscillator, motion.load, motion.start) {}

    DerivativeVerdict judge() {
        trajectory_ = simulate(m_.oscillator, m_.load, m_.start, m_.end_time);
        const ProblemRate rate = the_rate();
        const MotionDerivative d = motion_derivatives(trajectory_, std::span(&rate, 1)).front();
        if (!std::isfinite(d.final.position) || !std::isfinite(d.final.velocity)) {
            return {"the derivative does not exist", 0.0, {}};
        }
        if (!is_resolved()) return {"the motion itself is known to fewer digits", 0.0, {}};
        std::optional<DerivativeVerdict> best;  // with the difference that doubts itself the least
        std::string reason;
        double least = std::numeric_limits<double>::infinity();
        for (double size = 3e-3; size > 1e-8; size *= 0.3) {
            const DerivativeVerdict v = compare(d, size);
            if (v.apart.empty() && v.error <= wanted) return v;
            if (!v.apart.empty()) reason = v.apart;
            if (!v.apart.empty() || !(doubt_ < least)) continue;
            least = doubt_;
            best = v;
            kept_scales_ = scales_;
        }
        if (!best) return {reason, 0.0, {}};
        if (spread(d, rate) >= least_spread * best->error) return {"the derivative is known to fewer digits", 0.0, {}};
        return *best;
    }

private:
    static constexpr double wanted = 1e-9;     ///< what derivatives must agree to
    static constexpr double resolved = 1e-10;  ///< what differences must agree to among themselves

    static constexpr double least_spread = 0.25;

    /// How far the derivatives of problems are apart whose numbers differ in the last place, relative as errors are.
    [[nodiscard]] double spread(const MotionDerivative& d, const ProblemRate& rate) const {
        constexpr int neighbours = 12;
        std::mt19937 random(1);
        const auto next_to = [&](double x) {
            return x *
                   (1.0 + std::uniform_int_distribution<int>(-1, 1)(random) * std::numeric_limits<double>::epsilon());
        };
        double largest = 0.0;
        for (int i = 0; i < neighbours; ++i) {
            Oscillator o = m_.oscillator;
            for (double* x : {&o.mass, &o.damping, &o.stiffness, &o.equilibrium, &o.friction_bound}) *x = next_to(*x);
            if (o.static_bound) o.static_bound = std::max(*o.static_bound, o.friction_bound);
            Load load = m_.load;
            load.constant = next_to(load.constant);
            for (Harmonic& h : load.harmonics) h.amplitude = next_to(h.amplitude);
            const State start{next_to(m_.start.position), m_.start.velocity};
            const Trajectory t = simulate(o, load, start, m_.end_time);
            if (t.events.size() != d.event_times.size()) return std::numeric_limits<double>::infinity();
            const MotionDerivative other = motion_derivatives(t, std::span(&rate, 1)).front();
            const auto note = [&](double a, double b, double scale) {
                if (scale > 0.0) largest = std::max(largest, std::abs(a - b) / scale);
            };
            note(d.final.position, other.final.position, kept_scales_[0]);
            note(d.final.velocity, other.final.velocity, kept_scales_[1]);
            for (std::size_t e = 0; e < d.event_times.size(); ++e) {
                note(d.event_times[e], other.event_times[e], kept_scales_[e + 2]);
            }
        }
        return largest;
    }

    /// Whether the rounding of the motion leaves its events in place: a stop that nearly grazes, or a swing that has
    /// decayed below the rounding of the offset, has no derivative to nine digits.
    [[nodiscard]] bool is_resolved() const {
        constexpr double rounding = 1e-12;  // of a radian
        const std::optional<ExtendedEnd> exact = ExtendedMotion(here_, trajectory_).run();
        if (!exact || exact->events.size() != trajectory_.events.size()) return false;
        for (std::size_t i = 0; i < exact->events.size(); ++i) {
            const Extended late = exact->events[i] - trajectory_.events[i].time;
            const double ulp = std::abs(trajectory_.events[i].time) * std::numeric_limits<double>::epsilon();
            if (std::fabs(late) > rounding * m_.duration + ulp) return false;
        }
        constexpr double decayed = 1e-5;  // of the largest acceleration at a turn
        double largest = 0.0;
        double least = std::numeric_limits<double>::infinity();
        for (const Event& e : trajectory_.events) {
            if (e.kind != EventKind::reversal) continue;
            const double turning = std::abs(trajectory_.at(e.time).acceleration);
            largest = std::max(largest, turning);
            least = std::min(least, turning);
        }
        return !(least < decayed * largest);
    }

    /// What positions are measured in.
    [[nodiscard]] double length() const { return m_.force * m_.duration * m_.duration / m_.oscillator.mass; }

    /// What the number is measured in.
    [[nodiscard]] double natural_size() const {
        using P = ExtendedProblem;
        P copy = here_;
        double natural = std::abs(static_cast<double>(chosen_.of(copy)));
        if (chosen_.harmonic >= 0 && chosen_.part == 2) natural = 1.0;
        if (chosen_.harmonic < 0) {
            switch (chosen_.plain) {
                case P::damping: natural = m_.oscillator.mass / m_.duration; break;
                case P::stiffness: natural = m_.oscillator.mass / (m_.duration * m_.duration); break;
                case P::equilibrium:
                case P::position: natural = length(); break;
                case P::friction:
                case P::holding:
                case P::constant: natural = m_.force; break;
                case P::belt:
                case P::velocity: natural = length() / m_.duration; break;
                default: break;
            }
        }
        return natural;
    }

    [[nodiscard]] ExtendedProblem moved(Extended by) const {
        ExtendedProblem p = here_;
        chosen_.of(p) += by;
        if (is_friction_alone()) p.number[ExtendedProblem::holding] += by;
        return p;
    }
    [[nodiscard]] bool is_friction_alone() const {
        return chosen_.harmonic < 0 && chosen_.plain == ExtendedProblem::friction && !m_.oscillator.static_bound;
    }

    [[nodiscard]] ProblemRate the_rate() const {
        using P = ExtendedProblem;
        ProblemRate r;
        if (chosen_.harmonic >= 0) {
            r.harmonics.resize(m_.load.harmonics.size());
            HarmonicRate& h = r.harmonics[static_cast<std::size_t>(chosen_.harmonic)];
            (chosen_.part == 0 ? h.amplitude : chosen_.part == 1 ? h.frequency : h.phase) = 1.0;
            return r;
        }
        switch (chosen_.plain) {
            case P::mass: r.mass = 1.0; break;
            case P::damping: r.damping = 1.0; break;
            case P::stiffness: r.stiffness = 1.0; break;
            case P::equilibrium: r.equilibrium = 1.0; break;
            case P::friction:
                r.friction_bound = 1.0;
                if (is_friction_alone()) r.holding_bound = 1.0;
                break;
            case P::holding: r.holding_bound = 1.0; break;
            case P::belt: r.belt_velocity = 1.0; break;
            case P::constant: r.constant = 1.0; break;
            case P::scale: r.record = m_.load.record; break;
            case P::position: r.start.position = 1.0; break;
            default: r.start.velocity = 1.0; break;
        }
        return r;
    }

    /// The order of events that the library finds for a problem nearby.
    [[nodiscard]] bool keeps_its_order(Extended by) const {
        using P = ExtendedProblem;
        const ExtendedProblem p = moved(by);
        const auto number = [&](P::Number n) { return static_cast<double>(p[n]); };
        Oscillator o = m_.oscillator;
        o.mass = number(P::mass);
        o.damping = number(P::damping);
        o.stiffness = number(P::stiffness);
        o.equilibrium = number(P::equilibrium);
        o.friction_bound = number(P::friction);
        if (o.static_bound || p[P::holding] != p[P::friction]) o.static_bound = number(P::holding);
        o.belt_velocity = number(P::belt);
        if (o.damping < 0.0) return true;  // not a problem of the library, but the differences know it
        if (o.stiffness < 0.0 || o.friction_bound < 0.0 || o.holding_bound() < o.friction_bound) {
            return false;
        }
        Load load = m_.load;
        load.constant = number(P::constant);
        for (std::size_t i = 0; i < load.harmonics.size(); ++i) {
            load.harmonics[i].amplitude = static_cast<double>(p.harmonics[i][0]);
            load.harmonics[i].frequency = static_cast<double>(p.harmonics[i][1]);
            load.harmonics[i].phase = static_cast<double>(p.harmonics[i][2]);
        }
        if (load.record) load.record = std::make_shared<const Record>(scaled(*load.record, number(P::scale)));
        const Trajectory other = simulate(o, load, {number(P::position), number(P::velocity)}, m_.end_time);
        if (other.events.size() != trajectory_.events.size()) return false;
        for (std::size_t i = 0; i < other.events.size(); ++i) {
            const Event& a = other.events[i];
            const Event& b = trajectory_.events[i];
            if (a.kind != b.kind || a.direction != b.direction) return false;
        }
        return true;
    }

    /// A difference of the eighth order, and how far it is from one of the sixth.
    struct Difference {
        double value = 0.0;
        double doubt = 0.0;
    };
    using Values = std::array<ExtendedEnd, 4>;
    template <class Part>
    static Difference difference(const Values& up, const Values& down, Extended h, const Part& part) {
        constexpr Extended eighth[] = {4.0L / 5.0L, -1.0L / 5.0L, 4.0L / 105.0L, -1.0L / 280.0L};
        constexpr Extended sixth[] = {3.0L / 4.0L, -3.0L / 20.0L, 1.0L / 60.0L, 0.0L};
        Extended a = 0.0L;
        Extended b = 0.0L;
        for (std::size_t i = 0; i < 4; ++i) {
            const Extended change = part(up[i]) - part(down[i]);
            a += eighth[i] * change;
            b += sixth[i] * change;
        }
        return {static_cast<double>(a / h), static_cast<double>(std::fabs(a - b) / h)};
    }

    DerivativeVerdict compare(const MotionDerivative& d, double size) const {
        const double unit = natural_size();
        const Extended h = std::exp2(std::round(std::log2(size * unit)));
        for (const Extended far : {4.0L, -4.0L}) {
            if (!keeps_its_order(far * h)) return {"the order of events changes within the stencil", 0.0, {}};
        }
        Values up;
        Values down;
        for (std::size_t i = 0; i < 4; ++i) {
            for (const Extended side : {1.0L, -1.0L}) {
                const ExtendedProblem p = moved(side * h * Extended(i + 1));
                const std::optional<ExtendedEnd> end = ExtendedMotion(p, trajectory_).run();
                if (!end || end->events.size() != d.event_times.size()) return {"Newton's method fails", 0.0, {}};
                (side > 0 ? up : down)[i] = *end;
            }
        }
        DerivativeVerdict verdict;
        scales_.clear();
        doubt_ = 0.0;
        const double rate = 1.0 / m_.duration;
        const auto check = [&](const Difference& f, double found, double floor, const std::string& what) {
            const double scale = std::max(std::abs(f.value), floor);
            scales_.push_back(scale);
            if (scale > 0.0) doubt_ = std::max(doubt_, f.doubt / scale);
            if (f.doubt > resolved * scale) verdict.apart = "differences do not resolve it";
            const double error = std::abs(found - f.value) / scale;
            if (scale == 0.0 || error <= verdict.error) return;
            verdict.error = error;
            std::ostringstream text;
            text.precision(17);
            text << what << ": " << found << " instead of " << f.value;
            verdict.where = text.str();
        };
        const Difference x = difference(up, down, h, [](const ExtendedEnd& e) { return e.x; });
        const Difference v = difference(up, down, h, [](const ExtendedEnd& e) { return e.v; });
        const double least = vanishing * length() / unit;
        check(x, d.final.position, std::max(least, share * std::abs(v.value) / rate), "x");
        check(v, d.final.velocity, rate * std::max(least, share * std::abs(x.value)), "v");
        double latest = 0.0;
        for (std::size_t e = 0; e < d.event_times.size(); ++e) {
            const Difference t = difference(up, down, h, [e](const ExtendedEnd& m) { return m.events[e]; });
            latest = std::max(latest, std::abs(t.value));
            check(t, d.event_times[e], std::max(vanishing * m_.duration / unit, share * latest),
                  "event " + std::to_string(e));
        }
        return verdict;
    }

    /// A number that is small by chance is judged against this share of its neighbours.
    static constexpr double share = 5e-2;
    /// And one that vanishes, or nearly, against this share of what has its unit.
    static constexpr double vanishing = 1e-3;

    const RandomMotion& m_;
    ChosenNumber chosen_;
    ExtendedProblem here_;
    Trajectory trajectory_;
    // Of the comparison made last, and of the one that was kept.
    mutable double doubt_ = 0.0;
    mutable std::vector<double> scales_;  // of x, v and every event
    std::vector<double> kept_scales_;
};

/// A number that the motion depends on, whose neighbours on both sides are allowed.
inline ChosenNumber random_number_of(const RandomMotion& m, RandomMotions& random) {
    using P = ExtendedProblem;
    for (;;) {
        const bool wants_harmonic = !m.load.harmonics.empty() && random.chance(0.4);
        if (wants_harmonic) {
            const int last = static_cast<int>(m.load.harmonics.size()) - 1;
            return {P::mass, random.integer(0, last), static_cast<std::size_t>(random.integer(0, 2))};
        }
        const auto n = static_cast<P::Number>(random.integer(0, P::plain_numbers - 1));
        const Oscillator& o = m.oscillator;
        if (n == P::stiffness && o.stiffness == 0.0) continue;
        if (n == P::friction && o.friction_bound == 0.0) continue;
        if (n == P::holding && !o.static_bound) continue;
        if (n == P::scale && !m.load.record) continue;
        if (n == P::velocity && m.start.velocity == o.belt_velocity) continue;
        if (n == P::belt && o.belt_velocity == 0.0) continue;
        return {n, -1, 0};
    }
}

}  // namespace stickslip
