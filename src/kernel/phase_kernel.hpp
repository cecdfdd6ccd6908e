#pragma once

// The physics of one phase: what a mass at rest does next, when a stuck mass is released, when a slide stops. Templated
// on the scalar type, without allocation, exceptions or type erasure; scalar, SIMD and CUDA code compile this text.
//
// In the frame of a surface with velocity v_b the coordinate z = x − x_eq − v_b·τ obeys
//     z″ + 2σ·z′ + ω²·z = (p − r)/m − 2σ·v_b − ω²·v_b·τ,
// so a moving belt is a ramp in the load. All forces here are per unit mass. docs/theory/motion.md.

#include "forced_flow.hpp"
#include "touch.hpp"

namespace stickslip {

/// Forces that differ by less than this many ulp of the largest term in the balance are equal: a stop whose net force
/// is the bound up to rounding is decided by the trend of the force, not by the last bit.
inline constexpr double borderline_ulps = 64.0;

/// Rounding error of a closed-form velocity, in ulp of its largest term.
inline constexpr double velocity_ulps = 4.0;

/// What a mass at rest on the surface does next.
template <class T>
struct RestOutcome {
    Count<T> direction = 0;  ///< 0: stays stuck; else the direction in which it slides at once
    Count<T> zeros = 1;      ///< leading derivatives of the sliding velocity that are zero (1, or 2 and 3 at the bound)
};

/// When and in which direction a stuck mass is released.
template <class T>
struct Release {
    Mask<T> happens = Mask<T>(false);
    T time{};
    Count<T> direction = 0;
};

/// How a slide ends.
template <class T>
struct SlideEnd {
    FirstZero<T> stop;  ///< `time` is the horizon where it goes on
    T z{};
    T velocity{};  ///< zero where it stops
    T acceleration{};
};

/// velocity·z′ + acceleration·z″ + offset + (carried)′: zero where a position, a speed or a force has its extreme.
template <class T>
struct DerivativeMix {
    T velocity{};
    T acceleration{};
    T offset{};
    const HarmonicTerm<T>* carried = nullptr;  ///< a harmonic motion of the frame added to z
};

/// Slides are searched in steps of about half a natural period, for which this degree is enough.
inline constexpr int slide_degree = 7;
template <class T>
using SlideData = TaylorData<T, slide_degree>;
static_assert(Jet<double>::order >= slide_degree + 3);  // of an acceleration, and one for its bound

/// `Force` is the type of the load, `Kind` that of the kind of flow: types that say more make less code.
template <class T, class Force = Forcing<T>, class Kind = FlowKind>
struct PhaseKernel {
    // Of the oscillator and its load, for all phases:
    LinearFlow<T, Kind> flow{};
    T friction{};                   ///< r_y/m
    T holding{};                    ///< r_s/m
    T load_bound[Jet<T>::order]{};  ///< Σ a·Ωⁿ, bounds the n-th derivative of the harmonics
    T rate{};                       ///< fastest rate of the flow and the load [1/s]
    T response_time{};              ///< a constant force raises the velocity no longer than this [s]

    // Of the present phase:
    Force load{};  ///< without sliding friction
    T z0{};
    T force_scale{};    ///< Σ |terms| of the force balance
    T carried_noise{};  ///< rounding error of the velocity with which a slide goes on from the phase before

    /// Adds a harmonic to the bounds that hold for all phases.
    STICKSLIP_KERNEL void include_harmonic(T amplitude, T frequency) {
        T power = absolute(amplitude);
        for (T& bound : load_bound) {
            bound = bound + power;
            power = power * frequency;
        }
        fastest_load_ = larger(fastest_load_, frequency);
        const T detuning = frequency - flow.natural_frequency;
        slowest_build_up_ =
            smaller(slowest_build_up_, T(0.5) * square_root(flow.near_decay * flow.near_decay + detuning * detuning));
    }

    /// Completes the constants after the last harmonic.
    STICKSLIP_KERNEL void set_scales() {
        const T natural = square_root(flow.stiffness);
        rate = natural + flow.half_damping + fastest_load_;
        const T slowest = smaller(slowest_build_up_, natural);
        response_time = select(slowest > T(0), T(1) / slowest, T(infinity_of<T>));
    }

    /// To be called when `load` and `z0` are those of a new phase.
    STICKSLIP_KERNEL void begin_phase() {
        force_scale = absolute(load.polynomial[0]) + load_bound[0] + flow.stiffness * absolute(z0) + holding;
        carried_noise = T(0);
    }

    /// A first step for the searches: about the largest that is ever accepted.
    [[nodiscard]] STICKSLIP_KERNEL T first_step(T horizon) const { return select(rate > T(0), T(3) / rate, horizon); }

    /// The load of a slide, friction included. A mass that starts from rest where the forces are equal was released
    /// there: what is left of their balance is rounding.
    [[nodiscard]] STICKSLIP_KERNEL Force sliding_force(Count<T> direction, T slip_velocity) const {
        Force f = load;
        f.polynomial[0] = f.polynomial[0] - T(direction) * friction;
        T balance = f.polynomial[0] - flow.stiffness * z0;
        for (int i = 0; i < f.harmonic_count; ++i) {
            balance = balance + f.harmonics[i].amplitude * f.harmonics[i].start.sin;
        }
        f.is_balanced =
            (slip_velocity == T(0)) & (absolute(balance) <= T(borderline_ulps) * epsilon_of<T> * force_scale);
        return f;
    }

    /// z and its derivatives on a slide.
    [[nodiscard]] STICKSLIP_KERNEL_CALL Jet<T> jet(T slip_velocity, Count<T> direction, T tau) const {
        return motion_jet(flow, sliding_force(direction, slip_velocity), z0, slip_velocity, tau);
    }

    [[nodiscard]] STICKSLIP_KERNEL Count<T> zeros_of_release() const {
        return select(holding > friction, Count<T>(1), Count<T>(2));
    }

    /// ∂(velocity)/∂(stuck position) just after a release: a mass held further back leaves later. Zero unless the
    /// static bound exceeds the sliding friction, because a slide then starts with acceleration zero.
    [[nodiscard]] STICKSLIP_KERNEL T velocity_lag_of_release(Count<T> direction) const {
        const Mask<T> jumps = holding > friction;
        if (!any(jumps)) return T(0);
        const T lag = T(direction) * (holding - friction) * flow.stiffness / load_jet(load, T(0)).derivative[1];
        return select(jumps, T(0) - lag, T(0));
    }

    [[nodiscard]] STICKSLIP_KERNEL RestOutcome<T> outcome_of_rest() const {
        const LoadJet<T> q = load_jet(load, T(0));
        const T force = q.derivative[0] - flow.stiffness * z0;
        const T tolerance = T(borderline_ulps) * epsilon_of<T> * force_scale;
        const Mask<T> holds_any_force = holding > tolerance;
        const Mask<T> slides = absolute(force) > holding + tolerance;
        const Mask<T> is_held = holds_any_force & (absolute(force) < holding - tolerance);
        RestOutcome<T> outcome;
        outcome.direction = select(slides, select(force > T(0), Count<T>(1), Count<T>(-1)), Count<T>(0));
        Mask<T> is_open = !(slides | is_held);
        // On the bound: the trend of the force decides. Without friction every change of the force releases.
        T scale = tolerance;
        for (int n = 1; n <= 2 && any(is_open); ++n) {
            scale = scale * rate;
            const T trend = q.derivative[n];
            const Mask<T> decides = is_open & (absolute(trend) > scale);
            const Mask<T> leaves = decides & ((force * trend > T(0)) | !holds_any_force);
            outcome.direction = select(leaves, select(trend > T(0), Count<T>(1), Count<T>(-1)), outcome.direction);
            outcome.zeros = select(leaves & !(holding > friction), Count<T>(n + 1), outcome.zeros);
            is_open = is_open & !decides;
        }
        return outcome;
    }

    /// [HongLiu2000] Eqs. (30)–(36), corrected: under offset + a·sin θ the upper bound b₁ is met where the force rises,
    /// the lower one where it falls, sin θ = b₂. The load must be constant plus one harmonic. The turn from the present
    /// angle is found by its own sine and cosine, so that one arc tangent is enough.
    [[nodiscard]] STICKSLIP_KERNEL_CALL Release<T> harmonic_release() const {
        const HarmonicTerm<T>& term = load.harmonics[0];
        const T orientation = select(term.amplitude < T(0), T(-1), T(1));
        const T amplitude = absolute(term.amplitude);
        const Mask<T> varies = amplitude > T(0);
        const SinCos<T> now{orientation * term.start.sin, orientation * term.start.cos};
        const T offset = load.polynomial[0] - flow.stiffness * z0;
        const T upper = (holding - offset) / amplitude;
        const T lower = (T(0) - holding - offset) / amplitude;
        const Mask<T> rises = varies & (upper >= T(-1)) & (upper < T(1));
        const Mask<T> falls = varies & (lower > T(-1)) & (lower <= T(1));
        // cos² = (1 − sin)·(1 + sin), with the digits of both factors where the load hardly exceeds the bound.
        const T less = amplitude - holding;
        const T more = amplitude + holding;
        const T inverse = T(1) / amplitude;
        const T up_cosine = inverse * square_root(larger((less + offset) * (more - offset), T(0)));
        const T down_cosine = inverse * square_root(larger((less - offset) * (more + offset), T(0)));
        const SinCos<T> up = turn_between(now, {upper, up_cosine});
        const SinCos<T> down = turn_between(now, {lower, T(0) - down_cosine});
        const Mask<T> is_down = falls & ((!rises) | is_smaller_turn(down, up));
        const T angle = arc_tangent(select(is_down, down.sin, up.sin), select(is_down, down.cos, up.cos));
        Release<T> first;
        first.happens = rises | falls;
        first.direction = select(first.happens, select(is_down, Count<T>(-1), Count<T>(1)), Count<T>(0));
        first.time = select(angle < T(0), angle + T(2) * pi_of<T>, angle) / term.frequency;
        return first;
    }

    /// Taylor data of ± the derivative of z of this order. y = z^(order+3) obeys the same equation with the load's
    /// derivative, so √(y′² + ω²·y²) grows by no more than that derivative's bound.
    [[nodiscard]] STICKSLIP_KERNEL SlideData<T> derivative_data(const Jet<T>& jet, int order, T sign, T noise) const {
        SlideData<T> f{};
        for (int i = 0; i <= slide_degree; ++i) {
            f.coefficient[i] = sign * jet.derivative[order + i] * T(reciprocal<T>(factorial(i)));
        }
        const T y = jet.derivative[order + slide_degree];
        const T y_rate = jet.derivative[order + slide_degree + 1];
        f.bound = square_root(y_rate * y_rate + flow.stiffness * y * y);
        f.bound_rate = load_bound[order + slide_degree];
        f.noise = noise;
        return f;
    }

    [[nodiscard]] STICKSLIP_KERNEL T velocity_noise(T slip_velocity, const Force& force, T tau) const {
        const T pull = absolute(force.polynomial[0] - flow.stiffness * z0) + load_bound[0];
        T scale = absolute(slip_velocity) + pull * smaller(tau, response_time);
        // From a balance the velocity grows by the load's change alone.
        const Mask<T> is_small = force.is_balanced & (rate * tau < T(1));
        if (any(is_small)) {
            T load_rate = T(0);
            T bend = load_bound[2];
            if constexpr (!Force::is_constant_and_harmonic) {
                const T* c = force.polynomial;
                load_rate = absolute(c[1]);
                bend = bend + absolute(c[2]) + tau * absolute(c[3]);
            }
            for (int i = 0; i < force.harmonic_count; ++i) {
                const HarmonicTerm<T>& term = force.harmonics[i];
                load_rate = load_rate + absolute(term.amplitude * term.frequency * term.start.cos);
            }
            scale = select(is_small, tau * tau * (load_rate + tau * bend), scale);
        }
        return T(velocity_ulps) * epsilon_of<T> * scale;
    }

    /// How far below zero a velocity may come by rounding alone, where it has a minimum there: under a load that grows,
    /// or on a belt, the balance is a difference of forces that may be much larger, and the state has lost something
    /// already where the slide was cut.
    [[nodiscard]] STICKSLIP_KERNEL T touch_noise(const Force& force, T tau) const {
        if constexpr (Force::is_constant_and_harmonic) {
            return T(0);
        } else {
            if (force.degree == 0) return carried_noise;
            const T builds_up = smaller(tau, response_time);
            const T* c = force.polynomial;
            const T load_rate = absolute(c[1]) + tau * (T(2) * absolute(c[2]) + tau * T(3) * absolute(c[3]));
            const T scale = force_scale * builds_up + load_rate * builds_up * builds_up;
            return T(velocity_ulps) * epsilon_of<T> * scale + carried_noise;
        }
    }

    /// The end of a slide that starts with `slip_velocity`: at the first zero of its velocity, or at the horizon.
    /// `zeros` as in RestOutcome, 0 where the velocity is not zero at the start.
    [[nodiscard]] STICKSLIP_KERNEL_CALL SlideEnd<T> end_of_slide(T slip_velocity, Count<T> direction, Count<T> zeros,
                                                                 T horizon, Mask<T> wanted = Mask<T>(true)) const {
        const Force force = sliding_force(direction, slip_velocity);
        const T sign = T(direction);
        T z = z0;  // where the velocity was evaluated last
        const auto velocity_at = [&](T tau) {
            const Jet<T> jet = motion_jet(flow, force, z0, slip_velocity, tau);
            z = jet.derivative[0];
            return derivative_data(jet, 1, sign, velocity_noise(slip_velocity, force, tau));
        };
        const auto foresight = [&](const SlideData<T>& f, Count<T> first_zeros, T, Mask<T> lanes) {
            return certain_slide(f, first_zeros, lanes);
        };
        const Jet<T> start = motion_jet(flow, force, z0, slip_velocity, T(0));
        TaylorAt<T, slide_degree> at{T(0), derivative_data(start, 1, sign, velocity_noise(slip_velocity, force, T(0)))};
        SlideEnd<T> end;
        const auto tolerance = [&](T tau) { return touch_noise(force, tau); };
        end.stop =
            search_past_touches(velocity_at, at, zeros, horizon, first_step(horizon), wanted, foresight, tolerance);
        // The search ends so near the stop that the last polynomial holds there.
        const T left = end.stop.time - at.time;
        T travel = T(0);
        T slope = T(0);
        for (int k = slide_degree; k >= 0; --k) {
            if (k > 0) slope = mul_add(slope, left, at.f.coefficient[k] * T(k));
            travel = mul_add(travel, left, at.f.coefficient[k] * T(reciprocal<T>(k + 1)));
        }
        end.z = z + sign * left * travel;
        end.acceleration = sign * slope;
        const Mask<T> slides_on = wanted & !end.stop.exists;
        if (any(slides_on)) {
            const Jet<T> jet = this->jet(slip_velocity, direction, horizon);
            end.z = select(slides_on, jet.derivative[0], end.z);
            end.velocity = select(slides_on, jet.derivative[1], end.velocity);
            end.acceleration = select(slides_on, jet.derivative[2], end.acceleration);
        }
        return end;
    }

    /// Only the stop time.
    [[nodiscard]] STICKSLIP_KERNEL FirstZero<T> stop(T slip_velocity, Count<T> direction, Count<T> zeros, T horizon,
                                                     Mask<T> wanted = Mask<T>(true)) const {
        return end_of_slide(slip_velocity, direction, zeros, horizon, wanted).stop;
    }

    /// Calls visitor(τ) wherever a mix of derivatives of z changes sign within a slide.
    template <class Visitor>
    STICKSLIP_KERNEL_CALL void visit_sign_changes(T slip_velocity, Count<T> direction, T duration,
                                                  const DerivativeMix<T>& mix, Visitor&& visitor,
                                                  Mask<T> wanted = Mask<T>(true)) const {
        const Force force = sliding_force(direction, slip_velocity);
        T sign = T(1);
        const auto data_at = [&](T tau) { return mix_data(force, slip_velocity, mix, sign, tau); };
        T from = T(0);
        SlideData<T> f = data_at(from);
        Count<T> zeros = 0;
        T leading = f.coefficient[0];
        T small = f.noise + f.noise;
        for (int n = 1; n <= 3; ++n) {
            const Mask<T> vanishes = (zeros == n - 1) & (absolute(leading) <= small);
            zeros = select(vanishes, Count<T>(n), zeros);
            leading = select(vanishes, T(factorial(n)) * f.coefficient[n], leading);
            small = small * rate;
        }
        sign = select(leading < T(0), T(-1), T(1));
        f = data_at(from);
        while (any(wanted)) {
            const FirstZero<T> zero = first_zero(data_at, f, zeros, from, duration, first_step(duration), wanted);
            wanted = wanted & zero.exists & !(zero.grazes() & (zero.time == from));
            if (!any(wanted)) return;
            from = select(wanted, zero.time, from);
            visitor(from, wanted);
            f = data_at(from);
            const Mask<T> turns = zero.crosses | (f.coefficient[2] < T(0));
            zeros = select(turns, Count<T>(1), Count<T>(2));
            sign = select(turns, T(0) - sign, sign);
            f = data_at(from);
        }
    }

private:
    /// How long a slide is certain to go on under one slow harmonic, which saves looking at every oscillation in
    /// between. Its velocity is V + y, the load's own response and a free motion, whose energy never grows; `zeros` as
    /// in RestOutcome. docs/theory/events.md, Eqs. (4a)–(4c).
    [[nodiscard]] STICKSLIP_KERNEL T certain_slide(const SlideData<T>& f, Count<T> zeros, Mask<T> lanes) const {
        if (load.harmonic_count != 1 || load.degree > 0) return T(0);
        constexpr double slow = 0.25;  // of the natural frequency
        const HarmonicTerm<T>& term = load.harmonics[0];
        const T frequency = term.frequency;
        const T square = frequency * frequency;
        lanes = lanes & (square < T(slow * slow) * flow.stiffness);
        if (!any(lanes)) return T(0);
        const T damping = flow.half_damping + flow.half_damping;
        const T v = f.coefficient[0];
        const T v_rate = f.coefficient[1];
        const T v_bend = T(2) * f.coefficient[2];
        const T push = v_bend + damping * v_rate + flow.stiffness * v;  // of the load
        const T bend = T(6) * f.coefficient[3] + damping * v_bend + flow.stiffness * v_rate;
        const T away = flow.stiffness - square;
        const Detuning<T> roots = detuning_of(flow, term);
        const T gain = roots.near_inverse * roots.far_inverse;  // 1/|μ² + 2σμ + ω²|²
        const T V = (away * push - damping * bend) * gain;
        const T V_rate = (away * bend + damping * square * push) * gain;
        const T y = v - V;
        const T y_rate = v_rate - V_rate;
        constexpr double margin = 1e-6;  // for the rounding of all this
        constexpr double more = 1.0 + margin;
        constexpr double less = 1.0 - margin;
        const T A = T(more) * square_root(y * y + y_rate * y_rate * flow.inverse_stiffness) + T(16) * f.noise;
        lanes = lanes & (V > T(0));
        T known = T(0);
        // As long as V exceeds A: from V = P·cos ψ to A = P·cos(ψ + Ωτ).
        const Mask<T> outruns = lanes & (V > A);
        if (any(outruns)) {
            const T turned = square_root(larger(square * (V - A) * (V + A) + V_rate * V_rate, T(0)));
            const T angle = arc_tangent(frequency * (turned * V + A * V_rate), square * A * V - turned * V_rate);
            known = select(outruns, T(less) * angle / frequency, known);
        }
        // Else, without damping, until y = A·cos φ comes near its next minimum.
        const Mask<T> dips = lanes & !outruns & !(flow.half_damping > T(0));
        if (any(dips)) {
            const T until_dip = T(pi_of<T>) - arc_tangent(T(0) - y_rate, flow.natural_frequency * y);  // of φ
            const T time = until_dip * flow.inverse_frequency;
            // V is concave where it is positive: least at an end. Its second derivative is at most Ω²·P.
            const T turning = frequency * square_root(square * V * V + V_rate * V_rate);
            const T V_end = V + time * (V_rate - T(0.5) * time * turning);
            const T least = T(less) * smaller(V, V_end);
            const T edge = arc_tangent(square_root(larger((A - least) * (A + least), T(0))), least);
            // Shortly after a minimum of y, where v and its rate are not negative, v is convex until y = −turning/ω².
            const Mask<T> is_past = until_dip + edge <= T(2) * pi_of<T>;
            const Mask<T> rises = ((zeros >= 2) | (v_rate > T(0))) & (turning < flow.stiffness * least);
            known = select(dips & (least > T(0)) & (is_past | rises),
                           T(less) * (until_dip - edge) * flow.inverse_frequency, known);
        }
        return known;
    }

    [[nodiscard]] STICKSLIP_KERNEL_CALL SlideData<T> mix_data(const Force& force, T slip_velocity,
                                                              const DerivativeMix<T>& mix, T sign, T tau) const {
        const Jet<T> jet = motion_jet(flow, force, z0, slip_velocity, tau);
        const T noise =
            velocity_noise(slip_velocity, force, tau) * (absolute(mix.velocity) + absolute(mix.acceleration) * rate) +
            T(velocity_ulps) * epsilon_of<T> * (absolute(mix.offset) + absolute(mix.acceleration) * force_scale);
        SlideData<T> f = derivative_data(jet, 1, sign * mix.velocity, noise);
        const SlideData<T> g = derivative_data(jet, 2, sign * mix.acceleration, noise);
        f.bound = f.bound * absolute(mix.velocity) + g.bound * absolute(mix.acceleration);
        f.bound_rate = f.bound_rate * absolute(mix.velocity) + g.bound_rate * absolute(mix.acceleration);
        for (int i = 0; i <= slide_degree; ++i) f.coefficient[i] = f.coefficient[i] + g.coefficient[i];
        f.coefficient[0] = f.coefficient[0] + sign * mix.offset;
        if (mix.carried != nullptr) add_carried_velocity(*mix.carried, tau, sign, f);
        return f;
    }

    static STICKSLIP_KERNEL void add_carried_velocity(const HarmonicTerm<T>& term, T tau, T sign, SlideData<T>& f) {
        const SinCos<T> turn = sin_cos(term.frequency * tau);
        LoadJet<T> y{};
        add_harmonic(sign * term.amplitude, term.frequency,
                     SinCos<T>{term.start.sin * turn.cos + term.start.cos * turn.sin,
                               term.start.cos * turn.cos - term.start.sin * turn.sin},
                     y);
        for (int i = 0; i <= slide_degree; ++i)
            f.coefficient[i] = f.coefficient[i] + y.derivative[i + 1] * T(reciprocal<T>(factorial(i)));
        T bound = absolute(term.amplitude);
        for (int n = 0; n < slide_degree + 2; ++n) bound = bound * term.frequency;
        f.bound = f.bound + bound;
        f.noise = f.noise + T(velocity_ulps) * epsilon_of<T> * absolute(term.amplitude) * term.frequency;
    }

    static STICKSLIP_KERNEL SinCos<T> turn_between(const SinCos<T>& from, const SinCos<T>& to) {
        return {to.sin * from.cos - to.cos * from.sin, to.cos * from.cos + to.sin * from.sin};
    }

    /// Of two turns between 0 and 2π.
    static STICKSLIP_KERNEL Mask<T> is_smaller_turn(const SinCos<T>& a, const SinCos<T>& b) {
        const Mask<T> a_is_long = a.sin < T(0);
        const Mask<T> b_is_long = b.sin < T(0);
        const Mask<T> are_alike = (a_is_long & b_is_long) | !(a_is_long | b_is_long);
        const Mask<T> precedes = a.cos * b.sin > a.sin * b.cos;
        return (are_alike & precedes) | (b_is_long & !a_is_long);
    }

    T fastest_load_{};
    T slowest_build_up_ = infinity_of<T>;
};

}  // namespace stickslip
