// The events of a motion from its start, enclosed: the pieces of a steady motion without the question whether it
// closes. docs/theory/certify.md, section 8.
//
// Units are 1/ωₙ and p₀/k; without a load r_y takes the place of p₀, and the angle of the load is the time. Ratios of
// the case are balls, because a quotient of two doubles is not a double.

#include "stickslip/certify/motion_proof.hpp"

#include <stdexcept>

#include "kernel/interruption_point.hpp"
#include "model/bounds.hpp"
#include "orbit.hpp"

namespace stickslip {

namespace proof {

namespace {

Ball quotient(const Ball& a, const Ball& b) {
    if (b.c == 1.0 && b.r == 0.0) return a;
    return a * inverse_of(b);
}

/// The oscillator in its own units.
struct Scales {
    Ball rate;      ///< ωₙ [rad/s]
    Ball length;    ///< p₀/k [m]
    Ball centre;    ///< where spring and constant load balance [m]
    Ball per_time;  ///< radians of the angle in a second
    Plant<0> plant;
    Ball angle;  ///< at t = 0
};

Scales scales_of(const Oscillator& o, const Load& load) {
    const Harmonic none{};
    const Harmonic& h = load.harmonics.empty() ? none : load.harmonics.front();
    const bool is_loaded = h.amplitude != 0.0;
    const Ball k = exactly<0>(o.stiffness);
    const Ball m = exactly<0>(o.mass);
    const double force = is_loaded ? std::abs(h.amplitude) : (o.friction_bound > 0.0 ? o.friction_bound : 1.0);
    const Ball p = exactly<0>(force);
    Scales s;
    s.rate = o.stiffness == o.mass ? exactly<0>(1.0) : square_root(quotient(k, m));
    s.length = quotient(p, k);
    s.centre = exactly<0>(o.equilibrium);
    if (load.constant != 0.0) s.centre = s.centre + quotient(exactly<0>(load.constant), k);
    const Ball friction = o.friction_bound == force ? exactly<0>(1.0) : quotient(exactly<0>(o.friction_bound), p);
    const Ball damping = o.damping > 0.0 ? quotient(quotient(exactly<0>(o.damping), m), s.rate) : Ball{};
    if (is_loaded) {
        s.per_time = exactly<0>(h.frequency.hi);
        if (h.frequency.lo != 0.0) s.per_time = s.per_time + exactly<0>(h.frequency.lo);
        s.plant = plant_of<0>(friction, quotient(s.per_time, s.rate), damping);
        s.angle = exactly<0>(h.phase);
        if (h.amplitude < 0.0) s.angle = s.angle + pi<0>();
    } else {
        s.per_time = s.rate;
        s.plant = plant_of<0>(friction, exactly<0>(1.0), damping);
        s.plant.is_loaded = false;
    }
    return s;
}

void require_provable(const Oscillator& o, const Load& load) {
    std::string what;
    if (!o.has_closed_form() || !(o.stiffness > 0.0)) what = "this one has another spring or friction law";
    if (o.holding_bound() != o.friction_bound) what = "this one has a static bound above that of sliding";
    if (o.belt_velocity != 0.0) what = "this one lies on a belt";
    if (o.has_varying_normal()) what = "the normal force of this one varies";
    if (load.record) what = "this one is moved by a record";
    if (load.harmonics.size() > 1) what = "this load has several";
    if (what.empty()) return;
    throw std::invalid_argument(
        "events are proved for a mass on a linear spring with Coulomb friction of one bound on a surface at rest, "
        "under a "
        "constant load and at most one harmonic; " +
        what);
}

/// How the proof stands after a piece of the motion.
enum class Step { goes_on, ends, fails };

class Prover {
public:
    Prover(const Scales& scales, double near, double end_time)
        : s_(scales),
          orbit_(scales.plant, near),
          end_time_(end_time),
          goal_(scales.angle + scales.per_time * exactly<0>(end_time)) {}

    MotionProof prove(const State& start, const Ball& x, const Ball& v) {
        angle_ = s_.angle;
        blur_ = angle_.r;
        Step step = begin(start, x, v);
        while (step == Step::goes_on) {
            throw_if_interrupted();
            step = is_sliding_ ? slide() : rest();
            constexpr std::size_t most_events = 1'000'000;
            if (proof_.events.size() > most_events) step = fail("the motion has too many events to be followed");
        }
        proof_.is_complete = step == Step::ends;
        if (proof_.is_complete) {
            proof_.until = end_time_;
        } else if (!proof_.events.empty()) {
            proof_.until = std::max(0.0, proof_.events.back().time.low);
        }
        return std::move(proof_);
    }

private:
    Step fail(std::string_view reason) {
        proof_.reason = reason;
        return Step::fails;
    }

    /// Notes an event within `doubt` of the angle; whether it comes before the end.
    Step note(EventKind kind, const Ball& angle, double doubt, const Ball& x, int direction) {
        const Ball time = widened(quotient(angle - s_.angle, s_.per_time), doubt / s_.per_time.low());
        const Ball place = widened(x, orbit_.off()) * s_.length + s_.centre;
        if (!(std::isfinite(time.r) && std::isfinite(place.r))) return fail(lost);
        if (time.low() > end_time_) return Step::ends;
        if (!(time.high() <= end_time_)) return fail("rounding decides whether an event comes before the end");
        proof_.events.push_back(
            {kind, {std::max(0.0, time.low()), time.high()}, {place.low(), place.high()}, direction});
        return Step::goes_on;
    }

    Step begin(const State& start, const Ball& x, const Ball& v) {
        const Direction<0> load = load_at(s_.plant, angle_);
        const double off = orbit_.off();
        x_ = x;
        if (start.velocity != 0.0) {
            set_side(start.velocity > 0.0 ? 1 : -1);
            moment_.y = side_ > 0 ? x : -x;
            moment_.v = side_ > 0 ? v : -v;
            moment_.off_state = off;
            if (!(moment_.v.low() > off)) return fail("rounding decides in which direction the mass starts");
        } else {
            const Ball net = widened(load.sin - x, off);
            if (net.low() > -s_.plant.friction.low() && net.high() < s_.plant.friction.low()) return Step::goes_on;
            const bool rises = net.low() > s_.plant.friction.high();
            if (!rises && !(net.high() < -s_.plant.friction.high())) {
                return fail("rounding decides whether the mass rests at the start");
            }
            set_side(rises ? 1 : -1);
            moment_.y = side_ > 0 ? x : -x;
            moment_.zeros = 1;
            moment_.off_accel = off;
        }
        moment_.load = facing(side_, load);
        moment_.a = orbit_.acceleration(moment_.y, moment_.v, moment_.load);
        proof_.events.push_back({EventKind::stick_to_slide, {0.0, 0.0}, {start.position, start.position}, side_});
        return Step::goes_on;
    }

    void set_side(int side) {
        side_ = side;
        is_sliding_ = true;
        moment_ = {};
    }

    Step rest() {
        if (orbit_.holds_for_ever(x_)) return Step::ends;
        const NextRelease<0> next = orbit_.next_release(x_, angle_, load_at(s_.plant, angle_), blur_);
        if (next.doubt != Doubt::none) {
            return fail("rounding decides whether or where the load releases the mass");
        }
        const Step step = note(EventKind::stick_to_slide, next.angle, next.off_angle, x_, next.side);
        if (step != Step::goes_on) return step;
        set_side(next.side);
        moment_ = next.moment;
        angle_ = next.angle;
        start_doubt_ = grow(next.off_angle / s_.plant.frequency.low());
        return Step::goes_on;
    }

    Step slide() {
        const Ball limit = (goal_ - angle_) * inverse_of(s_.plant.frequency);
        const SlideEnd<0> end = orbit_.slide(moment_, side_, angle_, start_doubt_, &limit);
        if (end.doubt != Doubt::none) return fail(lost);
        if (end.is_cut) return Step::ends;
        const After next = orbit_.after(end);
        const double doubt = grow(end.early * s_.plant.frequency_high);
        if (next == After::unknown) return fail("rounding decides whether the mass sticks or turns at a stop");
        if (next == After::turns) {
            moment_ = orbit_.turned(end, angle_, side_, start_doubt_);
            const Ball x = side_ > 0 ? -moment_.y : moment_.y;
            side_ = -side_;
            return note(EventKind::reversal, angle_, doubt, x, side_);
        }
        orbit_.add_jump(end.jump);
        x_ = side_ > 0 ? thin(end.y) : -thin(end.y);
        angle_ = end.angle;
        blur_ = grow(doubt + end.angle.r);
        is_sliding_ = false;
        return note(EventKind::slide_to_stick, angle_, doubt, x_, side_);
    }

    static constexpr std::string_view lost =
        "a slide starts so gently, comes so near to rest, or lasts so long that rounding decides";

    const Scales& s_;
    Orbit<0> orbit_;
    double end_time_;
    Ball goal_;
    MotionProof proof_;
    bool is_sliding_ = false;
    int side_ = 1;
    Moment<0> moment_;
    Ball x_;
    Ball angle_;
    double start_doubt_ = 0.0;
    double blur_ = 0.0;
};

}  // namespace

}  // namespace proof

MotionProof prove_motion(const Oscillator& oscillator, const Load& load, const State& start, double end_time) {
    using namespace proof;
    validate(oscillator);
    validate(load);
    validate(start);
    if (!(end_time >= 0.0) || !std::isfinite(end_time)) {
        throw std::invalid_argument("end time = " + shortest(end_time) + " must be finite and ≥ 0 s");
    }
    require_provable(oscillator, load);
    const Scales scales = scales_of(oscillator, load);
    const Ball x = quotient(exactly<0>(start.position) - scales.centre, scales.length);
    const Ball v = quotient(quotient(exactly<0>(start.velocity), scales.length), scales.rate);
    const double near = grow(std::sqrt(grow(x.r * x.r + v.r * v.r)) * (1.0 + 4.0 * unit));
    return Prover(scales, near, end_time).prove(start, thin(x), thin(v));
}

}  // namespace stickslip
