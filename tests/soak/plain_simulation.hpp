#pragma once

// The oscillator x″ + 2ζ·x′ + x + r = sin Ωτ, followed in the plainest way and without any code of the library: the
// closed form of a slide, a scan for the first zero of its velocity with bisection, and the arcsine for a release.
// Slow, and right as long as no two zeros of the acceleration lie within one step of the scan.

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace stickslip::plain {

struct Cell {
    double friction = 0.0;         ///< f
    double static_friction = 0.0;  ///< f_s > f
    double frequency = 1.0;        ///< Ω ≠ 1 where ζ = 0
    double damping = 0.0;          ///< ζ < 1
};

/// What one load period shows.
struct Period {
    double x = 0.0;  ///< at its end
    double v = 0.0;
    double highest = 0.0;
    double lowest = 0.0;
    double path = 0.0;
    double rest = 0.0;  ///< time at rest
    int stops = 0;      ///< that begin in this period and last
    int reversals = 0;  ///< without a rest
};

class Simulation {
public:
    explicit Simulation(const Cell& cell, double x = 0.0, double v = 0.0) : c_(cell), x_(x), v_(v) {
        damped_ = std::sqrt(1.0 - c_.damping * c_.damping);
        const double away = 1.0 - c_.frequency * c_.frequency;
        const double lossy = 2.0 * c_.damping * c_.frequency;
        const double size = away * away + lossy * lossy;
        sine_ = away / size;
        cosine_ = -lossy / size;
        const double fastest = std::max(1.0, c_.frequency);
        scan_ = 2.0 * std::numbers::pi / (steps_a_cycle * fastest);
        if (v != 0.0) {
            direction_ = v > 0.0 ? 1 : -1;
        } else {
            leave_rest();
        }
    }

    /// Follows one load period.
    Period next() {
        Period p;
        p.highest = p.lowest = x_;
        const double end = 2.0 * std::numbers::pi / c_.frequency;
        now_ = 0.0;
        while (now_ < end) {
            if (direction_ == 0) {
                rest(end, p);
            } else {
                slide(end, p);
            }
        }
        p.x = x_;
        p.v = v_;
        return p;
    }

private:
    static constexpr int steps_a_cycle = 64;

    [[nodiscard]] double force() const { return std::sin(c_.frequency * now_) - x_; }

    /// Whether the mass at x, with v = 0, slides at once, and where to.
    void leave_rest() {
        const double g = force();
        direction_ = std::abs(g) <= c_.static_friction ? 0 : (g > 0.0 ? 1 : -1);
        v_ = 0.0;
    }

    void rest(double end, Period& p) {
        const double turn = 2.0 * std::numbers::pi;
        const double angle = c_.frequency * now_;
        double until = std::numeric_limits<double>::infinity();
        int direction = 0;
        const auto consider = [&](double at, int where) {  // the next load angle of this kind
            const double wait = at - turn * std::floor((at - angle) / turn) - angle;
            if (wait / c_.frequency < until) {
                until = wait / c_.frequency;
                direction = where;
            }
        };
        const double up = x_ + c_.static_friction;
        const double down = x_ - c_.static_friction;
        if (std::abs(up) < 1.0) consider(std::asin(up), 1);
        if (std::abs(down) < 1.0) consider(std::numbers::pi - std::asin(down), -1);
        const double length = std::min(until, end - now_);
        p.rest += length;
        if (now_ + until < end) {
            now_ += until;
            direction_ = direction;
        } else {
            now_ = end;
        }
    }

    /// Of the slide that began at `begin_` with (x₀, v₀): position, velocity and acceleration τ later.
    struct Motion {
        double x, v, a;
    };
    [[nodiscard]] Motion at(double tau) const {
        const double angle = c_.frequency * (begin_ + tau);
        const double s = std::sin(angle);
        const double k = std::cos(angle);
        const double decay = std::exp(-c_.damping * tau);
        const double ck = std::cos(damped_ * tau);
        const double sk = std::sin(damped_ * tau);
        const double free = decay * (first_ * ck + second_ * sk);
        const double rate =
            decay * ((damped_ * second_ - c_.damping * first_) * ck - (damped_ * first_ + c_.damping * second_) * sk);
        const double w = c_.frequency;
        Motion m{};
        m.x = free + sine_ * s + cosine_ * k - direction_ * c_.friction;
        m.v = rate + w * (sine_ * k - cosine_ * s);
        m.a = s - m.x - 2.0 * c_.damping * m.v - direction_ * c_.friction;
        return m;
    }

    void begin_slide() {
        begin_ = now_;
        const double s = std::sin(c_.frequency * now_);
        const double k = std::cos(c_.frequency * now_);
        const double forced = sine_ * s + cosine_ * k - direction_ * c_.friction;
        const double forced_rate = c_.frequency * (sine_ * k - cosine_ * s);
        first_ = x_ - forced;
        second_ = (v_ - forced_rate + c_.damping * first_) / damped_;
    }

    /// The zero of `value` between low, where direction·value ≥ 0, and high, where it is negative.
    template <class Value>
    static double bisect(const Value& value, double low, double high) {
        for (int i = 0; i < 200; ++i) {
            const double middle = 0.5 * (low + high);
            if (middle <= low || middle >= high) break;
            (value(middle) >= 0.0 ? low : high) = middle;
        }
        return high;
    }

    void slide(double end, Period& p) {
        begin_slide();
        const auto velocity = [&](double tau) { return direction_ * at(tau).v; };
        const auto acceleration = [&](double tau) { return direction_ * at(tau).a; };
        const double most = end - now_;
        double before = 0.0;
        double stop = -1.0;
        bool was_gaining = acceleration(0.0) > 0.0;
        while (before < most && stop < 0.0) {
            const double after = std::min(most, before + scan_);
            const Motion m = at(after);
            if (direction_ * m.v < 0.0) {
                // The velocity may still rise within the first step: the zero comes after the peak.
                double low = before;
                if (before == 0.0 && was_gaining) low = bisect(acceleration, before, after);
                stop = bisect(velocity, low, after);
            } else if (!was_gaining && direction_ * m.a > 0.0) {
                // A lowest point in between may reach below zero.
                const double lowest = bisect([&](double tau) { return -acceleration(tau); }, before, after);
                if (velocity(lowest) < 0.0) stop = bisect(velocity, before, lowest);
            }
            was_gaining = direction_ * m.a > 0.0;
            before = after;
        }
        const double length = stop >= 0.0 ? stop : most;
        const Motion m = at(length);
        p.path += std::abs(m.x - x_);
        x_ = m.x;
        v_ = m.v;
        now_ = stop >= 0.0 ? now_ + length : end;
        p.highest = std::max(p.highest, x_);
        p.lowest = std::min(p.lowest, x_);
        if (stop < 0.0) return;
        const int arrived = direction_;
        leave_rest();
        if (direction_ == 0) ++p.stops;
        if (direction_ == -arrived) ++p.reversals;
    }

    Cell c_;
    double damped_ = 1.0;
    double sine_ = 0.0;
    double cosine_ = 0.0;
    double scan_ = 0.1;
    double x_;
    double v_;
    int direction_ = 0;
    double now_ = 0.0;
    double begin_ = 0.0;
    double first_ = 0.0;
    double second_ = 0.0;
};

/// The long run as the plain simulation sees it.
struct LongRun {
    int load_periods = 0;  ///< 0: no period of up to `longest` was seen
    double amplitude = 0.0;
    double stops = 0.0;  ///< per load period, like the next ones
    double reversals = 0.0;
    double path = 0.0;
    double rest = 0.0;
    double x = 0.0;  ///< at the end
    double v = 0.0;
};

/// Marches `periods` and looks for the smallest n ≤ `longest` with which the last `2·longest` periods repeat.
inline LongRun long_run(const Cell& cell, int periods, int longest, double x = 0.0, double v = 0.0) {
    Simulation motion(cell, x, v);
    std::vector<Period> all;
    const int window = 2 * longest;
    for (int n = 0; n < periods; ++n) {
        const Period p = motion.next();
        if (n >= periods - window - longest) all.push_back(p);
    }
    double size = 0.0;
    for (const Period& p : all) size = std::max({size, std::abs(p.x), std::abs(p.v)});
    const int last = static_cast<int>(all.size()) - 1;
    const auto repeats = [&](int n, double closeness) {
        for (int i = 0; i < std::min(window, last + 1 - n); ++i) {
            const Period& a = all[static_cast<std::size_t>(last - i)];
            const Period& b = all[static_cast<std::size_t>(last - i - n)];
            if (std::hypot(a.x - b.x, a.v - b.v) > closeness * size) return false;
        }
        return true;
    };
    constexpr double closeness = 1e-8;
    LongRun result;
    for (int n = 1; n <= longest && result.load_periods == 0; ++n) {
        if (repeats(n, closeness)) result.load_periods = n;
    }
    const int n = result.load_periods > 0 ? result.load_periods : window;
    double highest = all.back().highest;
    double lowest = all.back().lowest;
    for (int i = 0; i < n; ++i) {
        const Period& p = all[static_cast<std::size_t>(last - i)];
        highest = std::max(highest, p.highest);
        lowest = std::min(lowest, p.lowest);
        result.stops += static_cast<double>(p.stops) / n;
        result.reversals += static_cast<double>(p.reversals) / n;
        result.path += p.path / n;
        result.rest += p.rest / n;
    }
    result.amplitude = 0.5 * (highest - lowest);
    result.x = all.back().x;
    result.v = all.back().v;
    return result;
}

}  // namespace stickslip::plain
