#pragma once

// A steady motion, followed piece by piece with everything enclosed. docs/theory/certify.md, section 5.
//
// What is followed is a chain of exact motions from exact states. Where one ends, the next begins from a state with
// fewer digits, at a distance that is enclosed and added up (`jumps`). The flow never moves motions apart (steady.md,
// Eq. (2)), so every motion that starts within `near` of the first state stays within near + jumps of the chain,
// however many pieces there are.

#include "free_flow.hpp"
#include "taylor.hpp"

namespace stickslip::proof {

/// Why a motion is not proved.
enum class Doubt {
    none,
    slide_blurred,      ///< a slide comes so close to rest, or starts so gently, that rounding decides
    stop_undecided,     ///< rounding decides whether the mass sticks or turns
    release_undecided,  ///< rounding decides whether or where the load releases the mass again
    does_not_close,     ///< the pieces do not repeat after half a period
    too_flat,           ///< the closing error hardly changes with the state
    too_long,           ///< too many pieces
    no_seed,            ///< the fast answer is no motion that could be followed
};

/// Everything that is counted or measured over half a period.
struct HalfCycle {
    int stops_then_reverse = 0;
    int stops_then_same_direction = 0;
    int reversals = 0;
    double furthest_low = 0.0;  ///< of max|x|, apart from the distance of the first state
    double furthest_high = 0.0;
};

template <int N>
struct SlideEnd {
    Doubt doubt = Doubt::slide_blurred;
    bool is_cut = false;   ///< the slide was followed to the time asked for, and has not ended
    bool falls = false;    ///< a < 0 at the stop, for all motions meant
    Form<N> y, v, a;       ///< at `angle`, in the direction of the slide
    Direction<N> load;     ///< in the direction of the slide
    Form<N> angle;         ///< of the load, at about the stop; follows it as the parameters move it
    double early = 0.0;    ///< how far the stops of all motions meant may be from there, in time
    double jump = 0.0;     ///< to rest at y
    double jerk = 0.0;     ///< bound of |v″| there
    double slowing = 0.0;  ///< lower bound of −v′ there, where it falls
    Form<N> duration;
};

template <int N>
struct NextRelease {
    Doubt doubt = Doubt::release_undecided;
    int side = 1;
    Form<N> angle;
    double off_angle = 0.0;  ///< how far the releases of the motions meant may be from there
    Moment<N> moment;        ///< in the direction of the release
};

enum class After { sticks, turns, unknown };

template <int N>
class Orbit {
public:
    Orbit(const Plant<N>& plant, double near) : plant_(plant), near_(near) {}

    [[nodiscard]] double near() const { return near_; }
    [[nodiscard]] double off() const { return grow(near_ + jumps_); }
    [[nodiscard]] double jumps() const { return jumps_; }
    void add_jump(double jump) { jumps_ = grow(jumps_ + jump); }
    [[nodiscard]] const HalfCycle& half_cycle() const { return half_cycle_; }
    HalfCycle& half_cycle() { return half_cycle_; }

    /// Where the mass that rests at x at this load angle is released next.
    [[nodiscard]] NextRelease<N> next_release(const Form<N>& x, const Form<N>& angle, const Direction<N>& load,
                                              double doubt_of_angle) const;

    /// Follows a slide to its stop, or for `limit` if it lasts longer.
    [[nodiscard]] SlideEnd<N> slide(Moment<N> moment, int side, const Form<N>& angle, double start_doubt,
                                    const Form<N>* limit = nullptr);

    /// Notes that the mass stops at x.
    void note_turn(const Form<N>& x) {
        const double size = std::abs(x.c);
        const double spread = grow(x.spread() + jumps_ + unit * size);
        half_cycle_.furthest_low = std::max(half_cycle_.furthest_low, size - spread);
        half_cycle_.furthest_high = std::max(half_cycle_.furthest_high, grow(size + spread));
    }

    [[nodiscard]] const Plant<N>& plant() const { return plant_; }
    [[nodiscard]] Form<N> acceleration(const Form<N>& y, const Form<N>& v, const Direction<N>& load) const {
        const Form<N> a = load.sin - y - plant_.friction;
        return plant_.is_damped ? a - plant_.twice_damping * v : a;
    }

    /// Whether the mass that has stopped sticks or turns, for all motions meant.
    [[nodiscard]] After after(const SlideEnd<N>& end) const;

    /// Turns round without a rest; gives the next moment, in the new direction, and moves the angle and the doubt about
    /// the time to its start.
    [[nodiscard]] Moment<N> turned(const SlideEnd<N>& end, Form<N>& angle, int side, double& start_doubt);

    /// Whether the load never releases the mass that rests at x.
    [[nodiscard]] bool holds_for_ever(const Form<N>& x) const {
        if (!plant_.is_loaded) return true;
        return (x + plant_.friction).low() - off() > 1.0 + 4.0 * unit &&
               (x - plant_.friction).high() + off() < -1.0 - 4.0 * unit;
    }

private:
    [[nodiscard]] Form<N> jerk_of(const Direction<N>& load, const Form<N>& v, const Form<N>& a) const {
        const Form<N> jerk = plant_.frequency * load.cos - v;
        return plant_.is_damped ? jerk - plant_.twice_damping * a : jerk;
    }
    /// A bound of |v″| over this time before and after, for 2ζ·time ≤ 1: by [events.md, Eq. (2)], which backwards in
    /// time grows by less than the factor below; and by v‴ = −Ω²·sin θ − v′ − 2ζ·v″ from it.
    [[nodiscard]] double jerk_within(double time, const Direction<N>& load, const Form<N>& v, const Form<N>& a) const {
        const double here = jerk_of(load, v, a).magnitude();
        const double W2 = plant_.frequency_high * plant_.frequency_high;
        const double growth = 1.0 + 2.0 * plant_.damping_high * time;
        const double rough = grow((here + a.magnitude() + time * W2) * growth);
        const double a_most = a.magnitude() + time * rough;
        return std::min(rough, grow(here + time * (W2 + a_most + plant_.damping_high * rough)));
    }
    [[nodiscard]] NextRelease<N> released(const Form<N>& x, int side, double near_angle) const;
    void cut_slide(SlideEnd<N>& end, const Moment<N>& m, const Form<N>& elapsed, const Form<N>& limit,
                   double start_doubt) const;
    void follow_stop(SlideEnd<N>& end, Form<N>& time, int side) const;
    void end_slide(SlideEnd<N>& end, const Series<N>& series, const FirstStop& stop, const Form<N>& elapsed, int side,
                   const Form<N>& angle, double start_doubt) const;

    Plant<N> plant_;
    double near_;
    double jumps_ = 0.0;
    HalfCycle half_cycle_;
};

template <int N>
[[nodiscard]] Direction<N> facing(int side, const Direction<N>& d) {
    return side > 0 ? d : Direction<N>{-d.sin, -d.cos};
}

template <int N>
NextRelease<N> Orbit<N>::released(const Form<N>& x, int side, double near_angle) const {
    NextRelease<N> next;
    next.side = side;
    Moment<N>& m = next.moment;
    m.y = side > 0 ? x : -x;
    m.load.sin = m.y + plant_.friction;
    const Form<N> one = exactly<N>(1.0);
    m.load.cos = square_root((one - m.load.sin) * (one + m.load.sin));
    const Form<N> sine = widened(m.load.sin, off());
    const Form<N> cosine = square_root((one - sine) * (one + sine));
    if (!(cosine.low() > 0.0)) return next;
    m.zeros = 2;
    m.off_load = grow(off() + cosine.r + std::abs(cosine.c - m.load.cos.c));
    next.angle = angle_of(facing(side, m.load), near_angle);
    next.off_angle = grow(off() / cosine.low());
    if (next.angle.spread() < 0.5) next.doubt = Doubt::none;
    return next;
}

template <int N>
NextRelease<N> Orbit<N>::next_release(const Form<N>& x, const Form<N>& angle, const Direction<N>& load,
                                      double doubt_of_angle) const {
    constexpr double half_turn = 3.141592653589793;
    const Form<N> up = x + plant_.friction;
    const Form<N> down = x - plant_.friction;
    const bool can_rise = up.high() + off() < 1.0 - 4.0 * unit;
    const bool cannot_rise = up.low() - off() > 1.0 + 4.0 * unit;
    const bool can_fall = down.low() - off() > -1.0 + 4.0 * unit;
    const bool cannot_fall = down.high() + off() < -1.0 - 4.0 * unit;
    const bool load_rises = load.cos.low() > doubt_of_angle;
    const bool load_falls = load.cos.high() < -doubt_of_angle;
    const double phase = std::atan2(load.sin.c, load.cos.c);
    // From here to the trough where the load turned up.
    const double cycle = angle.c - phase - (load.cos.c < 0.0 && load.sin.c < 0.0 ? 2.0 * half_turn : 0.0);
    const double start = angle.c - cycle;  // in (−π/2, 3π/2)
    if (load_rises && can_rise)
        return released(x, 1, cycle + 0.5 * (std::min(start, 0.5 * half_turn) + 0.5 * half_turn));
    if (load_falls && can_fall)
        return released(x, -1, cycle + 0.5 * (std::min(start, 1.5 * half_turn) + 1.5 * half_turn));
    if ((load_rises || (!load_falls && load.sin.low() > 0.5)) && cannot_rise && can_fall) {
        return released(x, -1, cycle + half_turn);
    }
    if (load_falls && cannot_fall && can_rise) return released(x, 1, cycle + 2.0 * half_turn);
    if (!load_rises && !load_falls && load.sin.high() < -0.5 && cannot_fall && can_rise) {
        return released(x, 1, load.cos.c < 0.0 ? cycle + 2.0 * half_turn : cycle);
    }
    return {};
}

template <int N>
SlideEnd<N> Orbit<N>::slide(Moment<N> m, int side, const Form<N>& angle, double start_doubt, const Form<N>* limit) {
    constexpr int most_steps = 100'000;
    constexpr int most_shortenings = 24;
    constexpr double shorter = 0.8125;
    SlideEnd<N> end;
    Form<N> elapsed = exactly<N>(0.0);
    for (int step = 0; step < most_steps; ++step) {
        const Series<N> series = series_at(plant_, m);
        double h = plant_.step;
        // The motions meant start their slide a little earlier or later than the one that is followed.
        double longer = m.zeros > 0 ? start_doubt : 0.0;
        double late = 0.0;
        bool is_last = false;
        if (limit != nullptr && limit->c - elapsed.c <= h) {
            h = limit->c - elapsed.c;
            is_last = true;
            if (!(h >= 0.0)) return end;
            late = (*limit - (elapsed + exactly<N>(h))).magnitude();
        }
        longer = grow(2.0 * longer + late);
        FirstStop stop = first_stop(series, h + longer);
        for (int k = 0; stop.outcome == Search::blurred && k < most_shortenings; ++k) {
            h *= k < most_shortenings / 2 ? shorter : shorter * shorter * shorter;
            is_last = false;
            stop = first_stop(series, h + longer);
        }
        if (stop.outcome == Search::blurred) return end;
        if (stop.outcome == Search::found) {
            end_slide(end, series, stop, elapsed, side, angle, start_doubt);
            return end;
        }
        const Sample<N> at = sample(series, Weights(h));
        elapsed = elapsed + exactly<N>(h);
        add_jump(at.y.r + at.v.r);
        m.y = thin(at.y);
        m.v = thin(at.v);
        m.zeros = 0;
        m.off_state = off();
        m.load = facing(side, load_at(plant_, angle + plant_.frequency * elapsed));
        m.a = acceleration(m.y, m.v, m.load);
        if (is_last) {
            cut_slide(end, m, elapsed, *limit, start_doubt);
            return end;
        }
    }
    end.doubt = Doubt::too_long;
    return end;
}

/// The state at the time asked for, which depends on the parameters: a little later than the moment, or earlier.
template <int N>
void Orbit<N>::cut_slide(SlideEnd<N>& end, const Moment<N>& m, const Form<N>& elapsed, const Form<N>& limit,
                         double start_doubt) const {
    const Form<N> rest = limit - elapsed;
    const double late = rest.magnitude();
    end.doubt = plant_.damping_high * late <= 1.0 ? Doubt::none : Doubt::slide_blurred;
    end.is_cut = true;
    end.jerk = jerk_within(late, m.load, m.v, m.a);
    const Form<N> y = widened(m.y + m.v * rest, late * late * (m.a.magnitude() + late * end.jerk));
    const Form<N> v = widened(m.v + m.a * rest, late * late * end.jerk);
    end.y = thin(y);
    end.v = thin(v);
    end.jump = grow(y.r + v.r);
    end.duration = widened(limit, start_doubt);
}

template <int N>
void Orbit<N>::end_slide(SlideEnd<N>& end, const Series<N>& series, const FirstStop& stop, const Form<N>& elapsed,
                         int side, const Form<N>& angle, double start_doubt) const {
    const Sample<N> at = sample(series, Weights(stop.guess));
    Form<N> time = elapsed + exactly<N>(stop.guess);
    end.doubt = Doubt::none;
    end.y = at.y;
    end.v = at.v;
    end.angle = angle + plant_.frequency * time;
    end.load = facing(side, load_at(plant_, end.angle));
    end.a = acceleration(end.y, end.v, end.load);
    end.early = grow(std::max(stop.high - stop.guess, stop.guess - stop.low) + unit * stop.high + start_doubt);
    const double reach = grow(2.0 * end.early);
    end.jerk = jerk_within(reach, end.load, end.v, end.a);
    const double a_high = end.a.high() + reach * end.jerk + off() * (1.0 + plant_.damping_high);
    end.falls = a_high < 0.0 && plant_.damping_high * reach <= 1.0;
    end.slowing = std::max(0.0, -a_high * (1.0 - 0x1p-40));
    if (end.falls) follow_stop(end, time, side);
    const double speed = end.v.magnitude();
    const double rise = end.falls ? speed * speed / (2.0 * end.slowing)
                                  : end.early * (speed + end.early * (end.a.magnitude() + end.early * end.jerk));
    end.jump = grow(end.y.r + grow(rise));
    end.duration = widened(time, end.early + start_doubt);
}

/// Moves the end of a slide from the stop in the middle of the parameters to about the stop of each of them,
/// û = guess + δ(p), where δ removes from the velocity what is linear. At the same time no motion meant has a velocity
/// that differs by more than `off`, and all of them lose `slowing` in a unit of time there: they stop within (|v(û)| +
/// off)/slowing of û, however far apart they started.
template <int N>
void Orbit<N>::follow_stop(SlideEnd<N>& end, Form<N>& time, int side) const {
    Form<N> delay;
    for (int i = 0; i < N; ++i) delay.g[i] = -end.v.g[i] / end.a.c;
    const double away = delay.magnitude();
    if (!(away <= end.early)) return;
    const double bend = grow(away * away * end.jerk);
    const Form<N> v = widened(end.v + end.a * delay, bend);
    const double early = grow((v.magnitude() + off()) / end.slowing * (1.0 + 4.0 * unit));
    if (!(early < end.early)) return;
    end.y = widened(end.y + end.v * delay, grow(away * away * (end.a.magnitude() + away * end.jerk)));
    end.v = v;
    end.early = early;
    time = time + delay;
    end.angle = end.angle + plant_.frequency * delay;
    end.load = facing(side, load_at(plant_, end.angle));
    end.a = acceleration(end.y, end.v, end.load);
}

template <int N>
After Orbit<N>::after(const SlideEnd<N>& end) const {
    // Within `early` of the end the net force changes at the rate Ω·cos θ − v, which is small near a peak of the load.
    const double W = plant_.frequency_high;
    const double rate = grow((plant_.frequency * end.load.cos).magnitude() + end.v.magnitude() +
                             end.early * (W * W + end.a.magnitude() + end.jerk));
    const double change = grow(end.early * rate + off());
    const Form<N> net = end.load.sin - end.y;
    if ((plant_.friction - net).low() > change && (plant_.friction + net).low() > change) return After::sticks;
    if ((-net - plant_.friction).low() > change && end.falls) return After::turns;
    return After::unknown;
}

template <int N>
Moment<N> Orbit<N>::turned(const SlideEnd<N>& end, Form<N>& angle, int side, double& start_doubt) {
    const double speed = end.v.magnitude();
    const double late = speed / end.slowing;
    const double after = grow(end.a.magnitude() + 2.0 * plant_.friction.magnitude() + end.early * end.jerk);
    add_jump(end.y.r + grow(late * (speed + late * after)) + std::max(speed, late * after));
    angle = end.angle;
    Moment<N> next;
    next.y = thin(-end.y);
    next.load = facing(-side, load_at(plant_, angle));
    next.v = Form<N>{};
    next.a = acceleration(next.y, next.v, next.load);
    next.zeros = 1;
    start_doubt = end.early;
    next.off_load = grow(2.0 * start_doubt * plant_.frequency_high);
    next.off_accel = grow(off() + next.off_load);
    return next;
}

}  // namespace stickslip::proof
