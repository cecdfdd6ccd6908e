#pragma once

// Existence of a periodic motion: a zero of z + Φ(z) near a state, Φ the map over half a period.
// docs/theory/certify.md, section 6.
//
// Where the mass rests at the section the state is a position, and h(x) = x + Φₓ(x, 0) is monotone there: a derivative
// above h′ > 0 and a closing error below e leave its zero within e/h′. Where it slides there, the state is (x, v), and
// the contraction z − A·(z + Φ(z)) has its fixed point within |A·error|/(1 − q), q = ‖I − A·(I + DΦ)‖.

#include "orbit.hpp"

namespace stickslip::proof {

template <int N>
struct Proof {
    Doubt doubt = Doubt::no_seed;
    bool rests = false;  ///< whether the section lies in a rest
    HalfCycle half_cycle;
    double radius = 0.0;              ///< how far the periodic motion may be from the first state
    double needed = 0.0;              ///< a radius with which the proof may succeed, where this one was too small
    Form<N> x, v;                     ///< closing error: first state + state after half a period
    std::array<double, 4> inverse{};  ///< of I + DΦ, about; only [0] where the mass rests
};

/// A rest of the motion: about x, at this load angle.
template <int N>
struct RestSeed {
    Form<N> x;
    double angle = 0.0;
};

/// A moment of a slide of the motion.
template <int N>
struct SlideSeed {
    Form<N> x, v;
    double angle = 0.0;
    int side = 1;
};

/// The derivative of the map, carried along: columns for δx and, where the section lies in a slide, for δv.
template <int N>
struct Derivative {
    Deviation<N> column_x{exactly<N>(1.0), exactly<N>(0.0)};
    Deviation<N> column_v{exactly<N>(0.0), exactly<N>(1.0)};
    void slide(const FreeFlow<N>& flow) {
        column_x = flow.carry(column_x);
        column_v = flow.carry(column_v);
    }
    void stick() { column_x.v = column_v.v = exactly<N>(0.0); }
    void turn(const Form<N>& ratio) {
        column_x.v = ratio * column_x.v;
        column_v.v = ratio * column_v.v;
    }
};

inline constexpr int most_pieces = 20'000;

/// One piece after another until the motion has come round.
template <int N>
class Chain {
public:
    Chain(const Plant<N>& plant, double near) : orbit_(plant, near) {}

    [[nodiscard]] Proof<N> prove(const RestSeed<N>& seed);
    [[nodiscard]] Proof<N> prove(const SlideSeed<N>& seed);

private:
    /// The derivative of a slide from its own start to its own stop.
    void carry(const SlideEnd<N>& end) { derivative_.slide(free_flow(orbit_.plant().twice_damping.c, end.duration)); }

    /// Turns round without a rest; gives the next moment, in the new direction.
    [[nodiscard]] Moment<N> turn(const SlideEnd<N>& end, Form<N>& angle, int side);

    Orbit<N> orbit_;
    Derivative<N> derivative_;
    double start_doubt_ = 0.0;  ///< how far in time the motions meant may start this slide apart
};

template <int N>
Moment<N> Chain<N>::turn(const SlideEnd<N>& end, Form<N>& angle, int side) {
    const Plant<N>& plant = orbit_.plant();
    const Moment<N> next = orbit_.turned(end, angle, side, start_doubt_);
    // Ratio of the accelerations after and before: (net + f)/(net − f), which falls with net and with f.
    const double spread =
        grow(end.early * (plant.frequency_high + end.v.magnitude() + end.early * end.a.magnitude()) + orbit_.off());
    const Form<N> net = widened(end.load.sin - end.y, spread);
    derivative_.turn(-((net + plant.friction) * inverse_of(plant.friction - net)));
    orbit_.note_turn(-next.y);
    ++orbit_.half_cycle().reversals;
    return next;
}

template <int N>
Proof<N> Chain<N>::prove(const RestSeed<N>& seed) {
    Proof<N> proof;
    proof.rests = true;
    const auto doubtful = [&](Doubt doubt) {
        proof.doubt = doubt;
        return proof;
    };
    const Form<N> section = exactly<N>(seed.angle);
    const NextRelease<N> first = orbit_.next_release(seed.x, section, direction_of(section), 0.0);
    if (first.doubt != Doubt::none) return doubtful(first.doubt);
    constexpr double near_enough = 0.05;
    NextRelease<N> now = first;
    Form<N> x = seed.x;
    for (int piece = 0; piece < most_pieces; ++piece) {
        int side = now.side;
        Form<N> angle = now.angle;
        Moment<N> moment = now.moment;
        start_doubt_ = grow(now.off_angle / orbit_.plant().frequency.low());
        SlideEnd<N> end;
        for (;;) {
            end = orbit_.slide(moment, side, angle, start_doubt_);
            if (end.doubt != Doubt::none) return doubtful(end.doubt);
            carry(end);
            const After next = orbit_.after(end);
            if (next == After::unknown) return doubtful(Doubt::stop_undecided);
            if (next == After::sticks) break;
            moment = turn(end, angle, side);
            side = -side;
            if (orbit_.half_cycle().reversals > most_pieces) return doubtful(Doubt::too_long);
        }
        derivative_.stick();
        orbit_.add_jump(end.jump);
        x = side > 0 ? thin(end.y) : -thin(end.y);
        orbit_.note_turn(x);
        const double blur = grow(orbit_.plant().frequency_high * end.early + end.angle.r);
        const NextRelease<N> next = orbit_.next_release(x, end.angle, facing(side, end.load), blur);
        if (next.doubt != Doubt::none) return doubtful(next.doubt);
        const Form<N> past = next.angle - first.angle - pi<N>();
        const bool is_round = next.side == -first.side && past.magnitude() < near_enough;
        if (next.side == side) {
            ++orbit_.half_cycle().stops_then_same_direction;
        } else {
            ++orbit_.half_cycle().stops_then_reverse;
        }
        if (is_round) {
            // A section common to all motions meant: after the last stop, before either release.
            const Form<N> before_first = first.angle + pi<N>() - end.angle;
            const Form<N> before_next = next.angle - end.angle;
            const double apart = grow(past.magnitude() + first.off_angle + next.off_angle);
            if (!(before_first.low() > blur + first.off_angle) || !(before_next.low() > blur + next.off_angle) ||
                !(orbit_.plant().friction.low() > apart)) {
                return doubtful(Doubt::does_not_close);
            }
            break;
        }
        if (past.low() > near_enough) return doubtful(Doubt::does_not_close);
        now = next;
    }
    proof.half_cycle = orbit_.half_cycle();
    proof.x = seed.x + x;
    proof.v = Form<N>{};
    const Form<N> slope = exactly<N>(1.0) + derivative_.column_x.x;
    proof.inverse[0] = 1.0 / slope.c;
    if (!(slope.low() > 0.0)) return doubtful(Doubt::too_flat);
    const double error = grow(proof.x.magnitude() + orbit_.jumps());
    proof.needed = grow(error / slope.low());
    proof.radius = proof.needed;
    proof.doubt = proof.needed <= orbit_.near() ? Doubt::none : Doubt::too_flat;
    return proof;
}

/// max over the unit vectors of |M·z| is at most this.
template <int N>
[[nodiscard]] double norm_bound(const Form<N>& xx, const Form<N>& xv, const Form<N>& vx, const Form<N>& vv) {
    double squares = 0.0;
    for (const Form<N>& entry : {xx, xv, vx, vv}) squares += entry.magnitude() * entry.magnitude();
    return grow(std::sqrt(grow(squares)) * (1.0 + 4.0 * unit));
}

template <int N>
Proof<N> Chain<N>::prove(const SlideSeed<N>& seed) {
    Proof<N> proof;
    const auto doubtful = [&](Doubt doubt) {
        proof.doubt = doubt;
        return proof;
    };
    const Plant<N>& plant = orbit_.plant();
    const Form<N> section = exactly<N>(seed.angle);
    const Form<N> goal = section + pi<N>();
    int side = seed.side;
    Form<N> angle = section;
    Moment<N> moment;
    moment.y = side > 0 ? seed.x : -seed.x;
    moment.v = side > 0 ? seed.v : -seed.v;
    moment.load = facing(side, direction_of(section));
    moment.a = orbit_.acceleration(moment.y, moment.v, moment.load);
    moment.off_state = orbit_.off();
    if (!(moment.v.low() > moment.off_state)) return doubtful(Doubt::no_seed);
    SlideEnd<N> end;
    for (int piece = 0;; ++piece) {
        if (piece == most_pieces) return doubtful(Doubt::too_long);
        const Form<N> limit = (goal - angle) * inverse_of(plant.frequency);
        end = orbit_.slide(moment, side, angle, start_doubt_, &limit);
        if (end.doubt != Doubt::none) return doubtful(end.doubt);
        carry(end);
        if (end.is_cut) break;
        if (orbit_.after(end) != After::turns) return doubtful(Doubt::stop_undecided);
        moment = turn(end, angle, side);
        side = -side;
    }
    if (side != -seed.side) return doubtful(Doubt::does_not_close);
    orbit_.add_jump(end.jump);
    proof.half_cycle = orbit_.half_cycle();
    proof.x = seed.x + (side > 0 ? end.y : -end.y);
    proof.v = seed.v + (side > 0 ? end.v : -end.v);
    // A deviation (δx, δv) in fixed directions; the flow's matrix is the same in both.
    const Form<N> one = exactly<N>(1.0);
    const Form<N> xx = one + derivative_.column_x.x;
    const Form<N> vx = derivative_.column_x.v;
    const Form<N> xv = derivative_.column_v.x;
    const Form<N> vv = one + derivative_.column_v.v;
    const double determinant = xx.c * vv.c - xv.c * vx.c;
    proof.inverse = {vv.c / determinant, -xv.c / determinant, -vx.c / determinant, xx.c / determinant};
    const Form<N> a = exactly<N>(proof.inverse[0]);
    const Form<N> b = exactly<N>(proof.inverse[1]);
    const Form<N> c = exactly<N>(proof.inverse[2]);
    const Form<N> d = exactly<N>(proof.inverse[3]);
    const double q =
        norm_bound(one - (a * xx + b * vx), -(a * xv + b * vv), -(c * xx + d * vx), one - (c * xv + d * vv));
    constexpr double largest_contraction = 0.9;  // the radius of the enclosure grows with 1/(1 − q)
    if (!(q < largest_contraction)) return doubtful(Doubt::too_flat);
    const double ex = grow(proof.x.magnitude() + orbit_.jumps());
    const double ev = grow(proof.v.magnitude() + orbit_.jumps());
    const double px = grow(std::abs(a.c) * ex + std::abs(b.c) * ev);
    const double pv = grow(std::abs(c.c) * ex + std::abs(d.c) * ev);
    proof.needed = grow(std::sqrt(grow(px * px + pv * pv)) * (1.0 + 4.0 * unit) / (1.0 - q) * (1.0 + 4.0 * unit));
    proof.radius = proof.needed;
    proof.doubt = proof.needed <= orbit_.near() ? Doubt::none : Doubt::too_flat;
    return proof;
}

}  // namespace stickslip::proof
