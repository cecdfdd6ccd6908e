// Certificates checked by another arithmetic and another text: intervals of numbers with 200 bits, closed forms of
// every slide instead of series, and signs and derivatives by interval extensions instead of Bernstein coefficients.
// Only the theorems are the same. docs/theory/certify.md, section 9.

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "second_slide.hpp"
#include "stickslip/certify/certify.hpp"

namespace stickslip {

namespace second {

namespace {

struct Half {
    Range x, v;                                    ///< half a period later
    Range xx = 1.0, vx = 0.0, xv = 0.0, vv = 1.0;  ///< derivative with respect to the first state
    int reverse = 0, same = 0, reversals = 0;
    Range furthest = 0.0;
};

Range larger(const Range& a, const Range& b) { return {std::max(a.low, b.low), std::max(a.high, b.high)}; }
Range size(const Range& a) {
    if (a.low >= 0) return a;
    if (a.high <= 0) return -a;
    return {Big(0), std::max(Big(-a.low), a.high)};
}

/// Follows the motion from a state at a load angle over half a period.
class Follower {
public:
    Follower(const Plant& plant, bool proves) : plant_(plant), proves_(proves) {}

    [[nodiscard]] Half follow(const State& start, const Range& section) {
        Half half;
        State state = start;
        Range angle = section;
        const Range end = section + pi;
        int zeros = 0;
        int side = state.v.middle() > 0 ? 1 : -1;
        const bool rests = state.v.low == 0 && state.v.high == 0;
        int before = 0;
        if (rests && release(state, angle, end, side, before, half, zeros)) throw Doubtful("the mass never moves");
        for (int piece = 0; piece < 10000; ++piece) {
            const Range left = (end - angle) * inverse(plant_.W);
            const Slide slide{plant_, state, angle, side, zeros};
            const std::optional<Big> guess = slide.look_for_stop(left.middle());
            if (!guess || *guess > left.middle()) {
                if (proves_) slide.prove_until(left.high);
                carry(half, plant_.flow(left));
                const State last = slide.at(left);
                half.x = last.x;
                half.v = last.v;
                return half;
            }
            const Range time = proves_ ? slide.stop_near(*guess) : Range(*guess);
            carry(half, plant_.flow(time));
            const Range over = slide.speed(time);
            state.x = slide.at(time.middle()).x + (side > 0 ? over : -over) * Range(Big(-time.radius()), time.radius());
            state.v = 0.0;
            angle = angle + plant_.W * time;
            half.furthest = larger(half.furthest, size(state.x));
            const Range net = slide.signed_by_side(sine(angle) - state.x);
            if ((net + plant_.f).is_negative()) {
                ++half.reversals;
                const Range ratio = (net + plant_.f) * inverse(net - plant_.f);
                half.vx = ratio * half.vx;
                half.vv = ratio * half.vv;
                side = -side;
                zeros = 1;
                continue;
            }
            if (!((net - plant_.f).is_negative() && (net + plant_.f).is_positive())) {
                throw Doubtful("whether the mass sticks is not proved");
            }
            half.vx = half.vv = 0.0;
            before = side;
            if (release(state, angle, end, side, before, half, zeros)) {
                half.x = state.x;
                half.v = 0.0;
                return half;
            }
        }
        throw Doubtful("too many pieces");
    }

private:
    static void carry(Half& half, const Flow& m) {
        const Range xx = m.h * half.xx + m.g * half.vx;
        const Range vx = m.rate * half.vx - m.g * half.xx;
        const Range xv = m.h * half.xv + m.g * half.vv;
        const Range vv = m.rate * half.vv - m.g * half.xv;
        half.xx = xx;
        half.vx = vx;
        half.xv = xv;
        half.vv = vv;
    }

    /// Moves on to the next release; true if the half period ends before it.
    bool release(const State& state, Range& angle, const Range& end, int& side, int before, Half& half, int& zeros) {
        std::optional<Range> next;
        int next_side = 0;
        for (const int s : {1, -1}) {
            const Range level = s > 0 ? state.x + plant_.f : state.x - plant_.f;
            if (level.low > 1 || level.high < -1) continue;
            Range first = s > 0 ? arc_sine(level) : pi - arc_sine(level);
            const Big turns = ceil((angle.middle() - first.middle()) / (2 * pi.middle()));
            first = first + Range(2.0) * pi * Range(turns);
            if (!(first - angle).is_positive()) throw Doubtful("when the load releases the mass is not proved");
            if (next && !((first - *next).is_positive() || (*next - first).is_positive())) {
                throw Doubtful("in which direction the load releases the mass is not proved");
            }
            if (!next || first.high < next->low) {
                next = first;
                next_side = s;
            }
        }
        if (!next) throw Doubtful("the load never releases the mass");
        if (before != 0) ++(next_side == before ? half.same : half.reverse);
        if ((*next - end).is_positive()) return true;
        if (!(*next - end).is_negative()) throw Doubtful("the section lies at a release");
        angle = *next;
        side = next_side;
        zeros = 2;
        return false;
    }

    const Plant& plant_;
    bool proves_;
};

constexpr double close_by = 1e-30;  ///< half of the interval in which the state is proved to lie

/// The first state, to 10⁻⁴⁵ or so.
State refined(const Plant& plant, const Range& section, State state, bool rests) {
    Follower follower(plant, false);
    for (int k = 0; k < 8; ++k) {
        const Half h = follower.follow(state, section);
        const Big ex = state.x.middle() + h.x.middle();
        const Big ev = state.v.middle() + h.v.middle();
        const Big xx = 1 + h.xx.middle();
        if (rests) {
            state.x = Range(Big(state.x.middle() - ex / xx));
        } else {
            const Big xv = h.xv.middle();
            const Big vx = h.vx.middle();
            const Big vv = 1 + h.vv.middle();
            const Big d = xx * vv - xv * vx;
            state = {Range(Big(state.x.middle() - (vv * ex - xv * ev) / d)),
                     Range(Big(state.v.middle() - (xx * ev - vx * ex) / d))};
        }
        if (abs(ex) + abs(ev) < Big(1e-42)) break;
    }
    return state;
}

/// A sign change of h for rests; for slides Krawczyk's operator maps the square about the state into itself.
Half proved_half(const Plant& plant, const Range& section, const State& state, bool rests) {
    Follower follower(plant, true);
    const Big near = close_by;
    const auto about = [&](const Range& r) { return Range(r.middle() - near, r.middle() + near); };
    if (rests) {
        const Half low = follower.follow({Range(Big(state.x.middle() - near)), Range(0.0)}, section);
        const Half high = follower.follow({Range(Big(state.x.middle() + near)), Range(0.0)}, section);
        if (!(low.x + Range(Big(state.x.middle() - near))).is_negative() ||
            !(high.x + Range(Big(state.x.middle() + near))).is_positive()) {
            throw Doubtful("the motion is not proved to close");
        }
        return follower.follow({about(state.x), Range(0.0)}, section);
    }
    const Half at = follower.follow(state, section);
    const Half around = follower.follow({about(state.x), about(state.v)}, section);
    const Range one = 1.0;
    const Big xx = 1 + around.xx.middle();
    const Big xv = around.xv.middle();
    const Big vx = around.vx.middle();
    const Big vv = 1 + around.vv.middle();
    const Big d = xx * vv - xv * vx;
    const Range a(Big(vv / d)), b(Big(-xv / d)), c(Big(-vx / d)), e(Big(xx / d));
    const Range ex = state.x + at.x;
    const Range ev = state.v + at.v;
    const Range side(-near, near);
    const Range jxx = one + around.xx;
    const Range jvv = one + around.vv;
    const Range kx = -(a * ex + b * ev) + (one - (a * jxx + b * around.vx)) * side - (a * around.xv + b * jvv) * side;
    const Range kv = -(c * ex + e * ev) - (c * jxx + e * around.vx) * side + (one - (c * around.xv + e * jvv)) * side;
    if (!(kx.low > -near && kx.high < near && kv.low > -near && kv.high < near)) {
        throw Doubtful("the motion is not proved to close");
    }
    return around;
}

bool claims_uniqueness_rightly(const Certificate& c) {
    if (!c.is_unique) return true;
    if (c.damping_ratio > 0.0 || c.stops_per_cycle() > 0) return true;
    int exponent = 0;
    const bool is_even_part = std::frexp(c.frequency_ratio, &exponent) == 0.5 && exponent <= 0;
    return c.friction_ratio > 0.0 && !is_even_part;
}

bool counts_nothing(const Certificate& c) {
    return c.stops_then_reverse == 0 && c.stops_then_same_direction == 0 && c.zero_duration_reversals == 0;
}

std::string objection(const Certificate& c) {
    if (c.theorem == Theorem::permanent_stick) {
        const bool holds = c.friction_ratio >= 1.0 && c.regime == Regime::permanent_stick && counts_nothing(c) &&
                           c.amplitude_ratio.low <= 0.0 && c.amplitude_ratio.high >= 0.0 &&
                           c.is_unique == (c.friction_ratio == 1.0);
        return holds ? "" : "T1 needs f ≥ 1, and says that the mass rests";
    }
    if (c.theorem == Theorem::resonance) {
        const bool holds = c.frequency_ratio == 1.0 && c.damping_ratio == 0.0 && 4 * Big(c.friction_ratio) < pi.low &&
                           c.regime == Regime::unbounded && !c.is_unique && counts_nothing(c);
        return holds ? "" : "T2 needs Ω = 1, no damping and f < π/4, and says that every motion grows";
    }
    const bool rests = c.theorem == Theorem::motion_at_rest;
    if (!rests && c.theorem != Theorem::motion_sliding) return "the certificate names no theorem";
    if (!(c.friction_ratio < 1.0) || !(c.damping_ratio < 1.0)) return "checks are for f < 1 and damping ratios below 1";
    if (c.regime != (rests ? Regime::stick_slip : Regime::continuous)) return "the regime is not that of the theorem";
    if (!claims_uniqueness_rightly(c)) return "the motion is not unique";
    const Plant plant(c.friction_ratio, c.frequency_ratio, c.damping_ratio);
    const Range section(c.witness.angle);
    State state{Range(c.witness.position), Range(c.witness.velocity)};
    if (rests != (c.witness.velocity == 0.0)) return "the witness does not fit its theorem";
    state = refined(plant, section, state, rests);
    if (!(abs(state.x.middle() - Big(c.witness.position)) <= Big(c.witness.radius) + Big(close_by))) {
        return "the motion does not pass the witness";
    }
    const Half half = proved_half(plant, section, state, rests);
    if (2 * half.reverse != c.stops_then_reverse || 2 * half.same != c.stops_then_same_direction ||
        2 * half.reversals != c.zero_duration_reversals) {
        return "the numbers of stops and reversals are others";
    }
    if (!(half.furthest.low >= Big(c.amplitude_ratio.low) && half.furthest.high <= Big(c.amplitude_ratio.high))) {
        return "the amplitude is not between its bounds";
    }
    return "";
}

}  // namespace

}  // namespace second

std::string objection_to(const Certificate& certificate) {
    if (!certificate.is_proved) return "the certificate claims no proof";
    try {
        return second::objection(certificate);
    } catch (const std::exception& error) {
        return error.what();
    }
}

}  // namespace stickslip
