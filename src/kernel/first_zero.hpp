#pragma once

// The first zero of a function, with a proof that there is none before it. The function is known by its Taylor
// coefficients and a bound on its next derivative.
//
// On [τ, τ+h] the function lies within M·hⁿ⁺¹/(n+1)! of its Taylor polynomial of degree n. If every Bernstein
// coefficient of that exceeds the remainder, there is no zero in the step; if the derivative's enclosure is negative
// throughout and the far end is below zero, there is exactly one. Anything else shortens the step. Sampling for sign
// changes misses grazing zeros and short stops; this cannot. Where a step ends and where a zero is looked for is a
// guess; what is concluded there is not. docs/theory/events.md, Eqs. (1)–(6).

#include "interruption_point.hpp"
#include "scalar.hpp"

namespace stickslip {

/// A function near τ: its next derivative, of order degree + 1, is at most bound + bound_rate·h on [τ, τ+h].
template <class T, int degree = 3>
struct TaylorData {
    T coefficient[degree + 1];  ///< f⁽ᵏ⁾/k!
    T bound;                    ///< [unit of that derivative]
    T bound_rate;               ///< growth of the bound with the step
    T noise;                    ///< rounding error of f; |f| ≤ noise counts as zero
};

/// The data and the time they hold at.
template <class T, int degree>
struct TaylorAt {
    T time;
    TaylorData<T, degree> f;
};

/// How a search ended.
template <class T>
struct FirstZero {
    Mask<T> exists{};   ///< false where f > 0 up to the horizon
    Mask<T> crosses{};  ///< f changes sign at `time`; else it touches zero within its rounding error, no sign change
                        ///< proven
    T time{};

    [[nodiscard]] STICKSLIP_KERNEL Mask<T> grazes() const { return exists & !crosses; }
};

/// n! for the small numbers here; by cases, which every compiler folds to constants.
STICKSLIP_KERNEL constexpr double factorial(int n) {
    switch (n) {
        case 2: return 2.0;
        case 3: return 6.0;
        case 4: return 24.0;
        case 5: return 120.0;
        case 6: return 720.0;
        case 7: return 5040.0;
        case 8: return 40320.0;
        default: return 1.0;
    }
}
STICKSLIP_KERNEL constexpr double binomial(int n, int k) { return factorial(n) / (factorial(k) * factorial(n - k)); }

/// 1/n to all digits of the type.
template <class T>
STICKSLIP_KERNEL constexpr Real<T> reciprocal(double n) {
    return Real<T>(1) / Real<T>(n);
}

/// Differences at 0, a[k] = Δᵏb₀, into the sequence b itself.
template <int first, class T, int n>
STICKSLIP_KERNEL void sum_differences(T (&a)[n]) {
    for (int k = first; k + 1 < n; ++k) a[k + 1] = a[k + 1] + a[k];
    if constexpr (first > 0) sum_differences<first - 1>(a);
}

/// The Bernstein coefficients on [0, 1] of the polynomial with these coefficients, in their place.
template <class T, int n>
STICKSLIP_KERNEL void to_bernstein(T (&c)[n]) {
    for (int k = 1; k < n; ++k) c[k] = c[k] * T(reciprocal<T>(binomial(n - 1, k)));
    sum_differences<n - 2>(c);
}

/// The Taylor polynomial scaled to a step: c[k] = coefficient[k + skip]·hᵏ. Returns the next power of h.
template <int skip, class T, int degree>
STICKSLIP_KERNEL T scale_to_step(const TaylorData<T, degree>& f, T h, T (&c)[degree + 1 - skip]) {
    T power = T(1);
    for (int k = 0; k + skip <= degree; ++k) {
        c[k] = f.coefficient[k + skip] * power;
        power = power * h;
    }
    return power;
}

/// True if f, or f/τⁿ where its first n Taylor coefficients are zero, is positive on the whole step: all Bernstein
/// coefficients exceed the remainder.
template <class T, int degree>
STICKSLIP_KERNEL Mask<T> is_positive(const TaylorData<T, degree>& f, Count<T> zeros, T h, T bound) {
    T c[degree + 1];
    const T remainder = scale_to_step<0>(f, h, c) * bound * T(reciprocal<T>(factorial(degree + 1)));
    T floor = remainder + f.noise;
    if (any(zeros > 0)) {
        floor = select(zeros > 0, remainder, floor);
        STICKSLIP_SHORT_LOOP
        for (int n = 1; n <= 3; ++n) {
            const Mask<T> drops = zeros >= n;
            for (int k = 0; k < degree; ++k) c[k] = select(drops, c[k + 1], c[k]);
            c[degree] = select(drops, T(0), c[degree]);
        }
    }
    to_bernstein(c);
    T least = c[0];
    for (int k = 1; k <= degree; ++k) least = smaller(least, c[k]);
    return least > floor;
}

/// True if f falls throughout [0, h] and is below zero at h, both proven.
template <class T, int degree>
STICKSLIP_KERNEL Mask<T> is_falling_through(const TaylorData<T, degree>& f, T h, T bound) {
    T slope[degree];
    const T slope_remainder = scale_to_step<1>(f, h, slope) * bound * T(reciprocal<T>(factorial(degree)));
    T rise = slope[0];
    for (int k = 1; k < degree; ++k) {
        rise = rise + slope[k];
        slope[k] = slope[k] * T(k + 1);
    }
    to_bernstein(slope);
    T steepest = slope[0];
    for (int k = 1; k < degree; ++k) steepest = larger(steepest, slope[k]);
    const T remainder = slope_remainder * h * T(reciprocal<T>(degree + 1)) + f.noise;
    return (steepest < T(0) - slope_remainder) & (f.coefficient[0] + h * rise < T(0) - remainder);
}

template <class T>
struct ValueAndSlope {
    T value;
    T slope;
};

/// The Taylor polynomial less M·tⁿ⁺¹/(n+1)!, at t.
template <class T, int degree>
STICKSLIP_KERNEL ValueAndSlope<T> lower_polynomial(const TaylorData<T, degree>& f, T t, T bound) {
    T value = T(0) - bound * T(reciprocal<T>(factorial(degree + 1)));
    T slope = T(0);
    for (int k = degree; k >= 0; --k) {
        slope = mul_add(slope, t, value);
        value = mul_add(value, t, f.coefficient[k]);
    }
    return {value, slope};
}

/// A step shorter than `h`, which was refused: the longest of a few at whose end the enclosure is above zero.
template <class T, int degree>
STICKSLIP_KERNEL T shorter_step(const TaylorData<T, degree>& f, T h, T bound) {
    constexpr double factor = 0.85;
    constexpr int most_trials = 5;
    T t = h;
    Mask<T> wanted(true);
    STICKSLIP_SHORT_LOOP
    for (int i = 0; i < most_trials && any(wanted); ++i) {
        t = select(wanted, T(factor) * t, t);
        wanted = wanted & !(lower_polynomial(f, t, bound).value > T(0));
    }
    constexpr double margin = 0.98;  // Bernstein coefficients lie a little below the polynomial
    return T(margin) * t;
}

template <class T>
struct GuessedZero {
    T time;    ///< negative where nothing is known
    T beyond;  ///< where the function should be below zero and still fall
};

/// Where the Taylor polynomial of a falling function has its first zero, as far as two parabolas tell: the one at its
/// near end and the one at the zero of that. A zero that lies shortly before a minimum, as where a slow load nearly
/// keeps the mass going, is found as well as any other.
template <class T, int degree>
STICKSLIP_KERNEL GuessedZero<T> guessed_zero(const TaylorData<T, degree>& f) {
    constexpr double further = 0.25;  // of the time to the zero
    constexpr double of_way = 0.5;    // to the minimum
    T value = f.coefficient[0];
    T slope = f.coefficient[1];
    T curvature = T(2) * f.coefficient[2];
    T t = T(0);
    T way = T(0);  // from the zero to the minimum
    Mask<T> exists = f.coefficient[1] < T(0);
    for (int i = 0; i < 2; ++i) {
        if (i > 0) {
            value = T(0);
            slope = T(0);
            curvature = T(0);
            for (int k = degree; k >= 0; --k) {
                curvature = mul_add(curvature, t, slope);
                slope = mul_add(slope, t, value);
                value = mul_add(value, t, f.coefficient[k]);
            }
            curvature = curvature + curvature;
        }
        const T square = slope * slope - T(2) * value * curvature;
        exists = exists & (square >= T(0)) & (slope < T(0));
        const T root = square_root(larger(square, T(0)));
        t = t + (value + value) / (root - slope);
        way = select(curvature > T(0), root / curvature, T(infinity_of<T>));
    }
    return {select(exists, t, T(-1)), t + smaller(T(further) * t, T(of_way) * way)};
}

/// The zero of the Taylor polynomial in [low, high] (local), by Newton kept inside the bracket.
template <class T, int degree>
STICKSLIP_KERNEL T polynomial_zero(const TaylorData<T, degree>& f, T guess, T low, T high, Mask<T> wanted) {
    constexpr int most_iterations = 60;
    T t = smaller(larger(guess, low), high);
    STICKSLIP_SHORT_LOOP
    for (int i = 0; i < most_iterations && any(wanted); ++i) {
        const ValueAndSlope<T> p = lower_polynomial(f, t, T(0));
        low = select(p.value > T(0), t, low);
        high = select(p.value > T(0), high, t);
        const T newton = t - p.value / p.slope;
        const Mask<T> is_inside = (newton >= low) & (newton <= high);
        const T next = select(is_inside, newton, T(0.5) * (low + high));
        const T step = next - t;
        t = select(wanted, next, t);
        // Newton doubles the digits: after a step this small the next one would not be seen.
        wanted = wanted & !(is_inside & (step * step <= epsilon_of<T> * t * t));
    }
    return t;
}

/// A zero that is proven to lie between two times, and where it may be.
template <class T>
struct ProvenZero {
    T low{};
    T high{};
    T guess{};  ///< since the time of the Taylor data

    /// By the sign of f where it was evaluated last.
    template <int degree>
    STICKSLIP_KERNEL void narrow(const TaylorAt<T, degree>& at, Mask<T> lanes) {
        const Mask<T> is_before = at.f.coefficient[0] > T(0);
        low = select(lanes & is_before, at.time, low);
        high = select(lanes & !is_before, at.time, high);
        guess = select(lanes, T(0) - at.f.coefficient[0] / at.f.coefficient[1], guess);
    }
};

template <class T>
struct NearerTime {
    T time;
    Mask<T> is_there;  ///< the Taylor polynomial's error there is below the rounding error of f
};

/// Where the unique zero of a falling function seems to be: each time the polynomial is solved, so the order is degree
/// + 1; f need not be evaluated there once more if that is near enough.
template <class T, int degree>
STICKSLIP_KERNEL NearerTime<T> nearer_zero(const TaylorAt<T, degree>& at, const ProvenZero<T>& zero, Mask<T> wanted) {
    const Mask<T> falls = at.f.coefficient[1] < T(0);
    const T step =
        select(falls, polynomial_zero(at.f, zero.guess, zero.low - at.time, zero.high - at.time, wanted & falls),
               T(0.5) * (zero.low + zero.high) - at.time);
    const T next = smaller(larger(at.time + step, zero.low), zero.high);
    const T move = absolute(next - at.time);
    T remainder = (at.f.bound + move * at.f.bound_rate) * T(reciprocal<T>(factorial(degree + 1)));
    for (int k = 0; k <= degree; ++k) remainder = remainder * move;
    const Mask<T> is_there = (next == at.time) | (remainder <= T(0.25) * at.f.noise);
    return {next, is_there};
}

/// What a search knows beyond the Taylor data: nothing.
struct NoForesight {
    template <class T, class Data>
    STICKSLIP_KERNEL T operator()(const Data&, Count<T>, T, Mask<T>) const {
        return T(0);
    }
};

/// What a search tries next: to step over `length`, or, where a zero seems near, to look for it within `length` [s].
template <class T>
struct Trial {
    Mask<T> looks;
    Mask<T> steps;
    Mask<T> is_last;  ///< the step reaches the horizon
    T length;
};

/// A zero that seems near is looked for before a step `h` is tried; `h` is cut at the horizon, `left` from here.
template <class T, int degree>
STICKSLIP_INLINE Trial<T> next_trial(const TaylorAt<T, degree>& at, Mask<T> searching, Mask<T> is_new, T horizon, T& h,
                                     T& guess) {
    constexpr double noise_margin = 4.0;  // of the rounding error of f: how far below zero the trial ends
    const TaylorData<T, degree>& f = at.f;
    Trial<T> trial{};
    trial.looks = searching & is_new & (f.coefficient[1] < T(0)) & (f.coefficient[0] > f.noise);
    const T left = horizon - at.time;
    trial.length = h;
    if (any(trial.looks)) {
        const GuessedZero<T> guessed = guessed_zero(f);
        guess = select(trial.looks, guessed.time, guess);
        trial.length = smaller(guessed.beyond - T(noise_margin) * f.noise / f.coefficient[1], left);
        trial.looks = trial.looks & (guessed.time > T(0)) & (guessed.time < h);
    }
    trial.steps = searching & !trial.looks;
    trial.is_last = !(at.time + h < horizon);
    h = select(trial.steps & trial.is_last, left, h);
    trial.length = select(trial.looks, trial.length, h);
    return trial;
}

/// What a trial shows.
template <class T>
struct Verdict {
    Mask<T> moves;    ///< there is no zero in the step
    Mask<T> crosses;  ///< there is exactly one zero within the trial
    Mask<T> grazes;   ///< f is zero here to its rounding error, or steps become too short to count
    Mask<T> shrinks;  ///< nothing is proven: try `shorter`
    T shorter;
};

template <class T, int degree>
STICKSLIP_INLINE Verdict<T> judged(const TaylorAt<T, degree>& at, const Trial<T>& trial, Count<T> zeros, T h, T step) {
    const T smallest_step = T(4) * epsilon_of<T>;  // of the time: shorter ones are lost in its rounding
    const TaylorData<T, degree>& f = at.f;
    const T tau = at.time;
    const T bound = f.bound + trial.length * f.bound_rate;
    Mask<T> is_clear(false);
    if (any(trial.steps)) is_clear = trial.steps & is_positive(f, zeros, h, bound);
    Verdict<T> verdict{};
    verdict.moves = is_clear & !trial.is_last & (tau + h > tau);
    const Mask<T> is_zero = trial.steps & !is_clear & (zeros == 0) & (f.coefficient[0] <= f.noise);
    Mask<T> shrinks = trial.steps & !is_clear & !is_zero;
    Mask<T> crosses = trial.looks | (shrinks & (zeros == 0) & (f.coefficient[1] < T(0)));
    if (any(crosses)) crosses = crosses & is_falling_through(f, trial.length, bound);
    shrinks = shrinks & !crosses;
    verdict.shorter = any(shrinks) ? shorter_step(f, h, bound) : h;
    const Mask<T> is_stuck = (is_clear & !trial.is_last & !verdict.moves) |
                             (shrinks & (verdict.shorter <= smallest_step * larger(absolute(tau), step)));
    verdict.crosses = crosses;
    verdict.grazes = is_zero | is_stuck;
    verdict.shrinks = shrinks;
    return verdict;
}

/// The first zero after `at.time` of a function that is positive there, or has its first `zeros` Taylor coefficients
/// zero (up to 3) and leaves zero upwards. `at` is left where f was evaluated last; `step` is a first guess of a step
/// [s]. A function of several lanes is asked again at the same time where a lane waits for the others.
/// `foresight(f, zeros, τ, lanes)` says for how long from τ on f is known to be positive by other means.
template <class T, int degree, class Function, class Foresight>
STICKSLIP_KERNEL FirstZero<T> search_first_zero(const Function& taylor_at, TaylorAt<T, degree>& at, Count<T> zeros,
                                                T horizon, T step, Mask<T> wanted, const Foresight& foresight) {
    constexpr double first_growth = 0.9;  // the first step may begin at a zero, where steps are longest
    constexpr double next_growth = 1.5;   // as long as no step is refused
    constexpr int most_refinements = 60;
    const TaylorData<T, degree>& f = at.f;
    T& tau = at.time;
    FirstZero<T> zero{Mask<T>(false), Mask<T>(false), horizon};
    T h = step;
    T growth = T(first_growth);
    ProvenZero<T> proven;
    Count<T> refinements = 0;
    Mask<T> searching = wanted & (tau < horizon);
    Mask<T> refines(false);  // the zero is proven
    Mask<T> is_new(false);   // f is to be evaluated
    Mask<T> may_leap = searching;
    while (any(searching | refines)) {
        throw_if_scalar_interrupted<T>();
        if (any(is_new)) {
            at.f = taylor_at(tau);
            zeros = select(is_new, Count<T>(0), zeros);
        }
        if (any(may_leap)) {
            const T known = foresight(f, zeros, tau, may_leap);
            const Mask<T> leaps = may_leap & (known > step);
            may_leap = Mask<T>(false);
            tau = select(leaps, smaller(tau + known, horizon), tau);
            searching = searching & (tau < horizon);
            is_new = is_new | leaps;
            if (any(leaps)) continue;
        }
        if (any(refines)) proven.narrow(at, refines);
        const Trial<T> trial = next_trial(at, searching, is_new, horizon, h, proven.guess);
        const Verdict<T> verdict = judged(at, trial, zeros, h, step);
        zero.crosses = zero.crosses | verdict.crosses;
        zero.exists = zero.exists | verdict.crosses | verdict.grazes;
        zero.time = select(verdict.grazes, tau, zero.time);
        proven.low = select(verdict.crosses, tau, proven.low);
        proven.high = select(verdict.crosses, tau + trial.length, proven.high);
        refines = refines | verdict.crosses;
        searching = verdict.moves | (verdict.shrinks & !verdict.grazes) | (trial.looks & !verdict.crosses);
        h = select(verdict.moves, growth * h, select(verdict.shrinks, verdict.shorter, h));
        tau = select(verdict.moves, tau + trial.length, tau);
        growth = select(verdict.moves, T(next_growth), select(verdict.shrinks, T(1), growth));
        if (any(refines)) {
            const NearerTime<T> nearer = nearer_zero(at, proven, refines);
            zero.time = select(refines, nearer.time, zero.time);
            refinements = select(refines, refinements + 1, refinements);
            refines = refines & !nearer.is_there & (refinements < most_refinements);
            tau = select(refines, nearer.time, tau);
        }
        is_new = verdict.moves | refines;
        may_leap = verdict.moves;
    }
    return zero;
}

/// The same from `from` with the data `first` there.
template <class T, int degree, class Function>
STICKSLIP_KERNEL FirstZero<T> first_zero(const Function& taylor_at, const TaylorData<T, degree>& first, Count<T> zeros,
                                         T from, T horizon, T step, Mask<T> wanted = Mask<T>(true)) {
    TaylorAt<T, degree> at{from, first};
    return search_first_zero(taylor_at, at, zeros, horizon, step, wanted, NoForesight{});
}

}  // namespace stickslip
