#pragma once

// Slides in closed form with intervals of 200 bits, and their first stop, for the second check of certificates.
// docs/theory/certify.md, section 9.

#include <optional>

#include "second_range.hpp"

namespace stickslip::second {

struct Doubtful : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct State {
    Range x;
    Range v;
};

/// The free motion over a time, as rows (h, g), (−g, g′).
struct Flow {
    Range h, g, rate;
};

/// x″ + 2ζ·x′ + x + side·f = sin θ.
class Plant {
public:
    Plant(double friction, double frequency, double damping)
        : f(friction), W(frequency), z(damping), eta_(root(Range(1.0) - z * z)) {
        resonates_ = frequency == 1.0 && damping == 0.0;
        if (resonates_) return;
        const Range detuning = Range(1.0) - W * W;
        const Range loss = Range(2.0) * z * W;
        const Range scale = inverse(detuning * detuning + loss * loss);
        in_phase_ = detuning * scale;
        behind_ = loss * scale;
    }

    [[nodiscard]] Flow flow(const Range& u) const {
        const Range e = exponential(-(z * u));
        const Range c = cosine(eta_ * u);
        const Range s = sine(eta_ * u) * inverse(eta_);
        return {e * (c + z * s), e * s, e * (c - z * s)};
    }

    [[nodiscard]] State after(const State& from, const Range& angle, int side, const Range& u) const {
        const State start = forced(angle, Range(0.0));
        const State end = forced(angle, u);
        const Range y = from.x - start.x + Range(static_cast<double>(side)) * f;
        const Range w = from.v - start.v;
        const Flow m = flow(u);
        return {m.h * y + m.g * w + end.x - Range(static_cast<double>(side)) * f, m.rate * w - m.g * y + end.v};
    }

    [[nodiscard]] Range acceleration(const State& s, const Range& angle, int side) const {
        return sine(angle) - s.x - Range(2.0) * z * s.v - Range(static_cast<double>(side)) * f;
    }

    Range f, W, z;

private:
    [[nodiscard]] State forced(const Range& angle, const Range& u) const {
        const Range s = sine(angle + W * u);
        const Range c = cosine(angle + W * u);
        const Range half = Range(0.5);
        if (resonates_) return {-(half * u * c), half * u * s - half * c};
        return {in_phase_ * s - behind_ * c, W * (in_phase_ * c + behind_ * s)};
    }

    Range eta_;
    bool resonates_ = false;
    Range in_phase_, behind_;
};

/// One slide in the direction `side` from `start`, whose velocity is zero there (`zeros` = 1), with the acceleration
/// (2), or not (0).
struct Slide {
    const Plant& plant;
    State start;
    Range angle;
    int side;
    int zeros;

    [[nodiscard]] Range signed_by_side(const Range& r) const { return side > 0 ? r : -r; }
    [[nodiscard]] State at(const Range& u) const { return plant.after(start, angle, side, u); }
    [[nodiscard]] Range speed(const Range& u) const { return signed_by_side(at(u).v); }
    [[nodiscard]] Range acceleration(const Range& u) const {
        return signed_by_side(plant.acceleration(at(u), angle + plant.W * u, side));
    }
    [[nodiscard]] Range jerk(const Range& u) const {
        const State s = at(u);
        const Range a = plant.acceleration(s, angle + plant.W * u, side);
        return signed_by_side(plant.W * cosine(angle + plant.W * u) - s.v - Range(2.0) * plant.z * a);
    }

    /// Proves that the speed is positive on [a, b], by its value in the middle and the acceleration all over.
    void prove_positive(const Big& a, const Big& b, int depth = 0) const {
        const Range whole(a, b);
        const Range in_middle = speed(whole.middle());
        const Range change = acceleration(whole) * Range(Big(-whole.radius()), whole.radius());
        if ((in_middle + change).is_positive()) return;
        if (in_middle.is_negative() || depth > 40) throw Doubtful("a slide is not proved to go on");
        prove_positive(a, whole.middle(), depth + 1);
        prove_positive(whole.middle(), b, depth + 1);
    }

    /// Proves that the slide begins, and goes on until some time, which is returned.
    [[nodiscard]] Big prove_begin(const Big& longest) const {
        if (zeros == 0) return 0;
        Big end = std::min(longest, Big(0.1));
        for (int k = 0; k < 150; ++k, end /= 2) {
            const Range over(Big(0), end);
            if ((zeros == 2 ? jerk(over) : acceleration(over)).is_positive()) return end;
        }
        throw Doubtful("a slide is not proved to begin");
    }

    void prove_until(const Big& end) const {
        const Big begin = prove_begin(end);
        if (begin < end) prove_positive(begin, end);
    }

    /// About the first stop before `horizon`: not proved.
    [[nodiscard]] std::optional<Big> look_for_stop(const Big& horizon) const {
        const Slide middle{plant, {start.x.middle(), start.v.middle()}, angle.middle(), side, zeros};
        const Big step = 0.02;
        Big before = 0;
        for (Big u = step / 64; before < horizon; u += step) {
            if (middle.speed(u).middle() < 0) {
                Big low = before;
                Big high = u;
                for (int k = 0; k < 20; ++k) {
                    const Big t = (low + high) / 2;
                    (middle.speed(t).middle() > 0 ? low : high) = t;
                }
                Big t = (low + high) / 2;
                for (int k = 0; k < 7; ++k) t -= middle.speed(t).middle() / middle.acceleration(t).middle();
                return t;
            }
            before = u;
        }
        return std::nullopt;
    }

    /// The interval that holds the first stop, near `guess`: proved.
    [[nodiscard]] Range stop_near(const Big& guess) const {
        const Range speed_there = speed(guess);
        const Range slowing = acceleration(guess);
        if (!slowing.is_negative()) throw Doubtful("a stop is too gentle");
        const Big away = 2 * (abs(speed_there.low) + abs(speed_there.high) + ldexp(Big(1), -150)) / abs(slowing.high);
        Big near = std::min(Big(0.05), Big(guess / 4));
        for (int k = 0; k < 60 && !acceleration(Range(guess - near, guess + away)).is_negative(); ++k) near /= 2;
        if (!acceleration(Range(guess - near, guess + away)).is_negative() || !(near > away) ||
            !speed(guess - away).is_positive() || !speed(guess + away).is_negative()) {
            throw Doubtful("a stop is not proved");
        }
        prove_until(guess - near);
        return {guess - away, guess + away};
    }
};

}  // namespace stickslip::second
