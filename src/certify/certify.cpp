// Certificates: the fast answer gives a state to begin with, the enclosures prove that a periodic motion passes near it
// and what it does, and the theorems of docs/theory/certify.md say that it is the steady motion.

#include "stickslip/certify/certify.hpp"

#include <algorithm>
#include <stdexcept>

#include "kernel/in_parallel.hpp"
#include "kernel/interruption_point.hpp"
#include "kinds/line/solve_cell.hpp"
#include "seed.hpp"

namespace stickslip {

namespace proof {

namespace {

/// The neighbourhood that is tried first, and when rounding decides in that one [p₀/k].
constexpr double first_radius = 5e-13;
constexpr double small_radius = 3e-14;
/// Wider ones are given up [p₀/k].
constexpr double largest_radius = 1e-3;
constexpr int most_attempts = 6;

/// Proves the periodic motion near the seed, which moves to where it is.
Proof<0> prove(const Plant<0>& plant, Seed& seed, double radius) {
    Proof<0> proof;
    for (int attempt = 0; attempt < most_attempts; ++attempt) {
        Chain<0> chain(plant, radius);
        const Ball x = exactly<0>(seed.x);
        proof = seed.rests ? chain.prove(RestSeed<0>{x, seed.angle})
                           : chain.prove(SlideSeed<0>{x, exactly<0>(seed.v), seed.angle, seed.v > 0.0 ? 1 : -1});
        if (proof.doubt == Doubt::none) return proof;
        const bool is_known = proof.doubt == Doubt::too_flat && std::isfinite(proof.needed) && proof.needed > 0.0;
        if (is_known) {
            const std::array<double, 4>& inverse = proof.inverse;
            seed.x -= inverse[0] * proof.x.c + inverse[1] * proof.v.c;
            if (!seed.rests) seed.v -= inverse[2] * proof.x.c + inverse[3] * proof.v.c;
            constexpr double ample = 1.5;
            radius = ample * std::max(proof.needed, 0.5 * radius);
            if (radius > largest_radius) return proof;
        } else if (radius > small_radius) {
            radius = small_radius;
        } else {
            return proof;
        }
    }
    return proof;
}

Unproved why(Doubt doubt) {
    switch (doubt) {
        case Doubt::none: return Unproved::nothing;
        case Doubt::slide_blurred: return Unproved::slide_blurred;
        case Doubt::stop_undecided: return Unproved::stop_undecided;
        case Doubt::release_undecided: return Unproved::release_undecided;
        case Doubt::does_not_close: return Unproved::does_not_close;
        case Doubt::too_flat: return Unproved::too_flat;
        case Doubt::too_long: return Unproved::too_long;
        case Doubt::no_seed: return Unproved::no_seed;
    }
    return Unproved::no_seed;
}

std::string_view sentence(Unproved why) {
    switch (why) {
        case Unproved::nothing: return "";
        case Unproved::not_unique: return "";  // for one of two reasons, said where it is found
        case Unproved::near_resonance:
            return "Ω differs from 1 by no more than the rounding of a ratio: the fast answer is unbounded";
        case Unproved::outside_range: return "proofs are for frequency and damping ratios up to 64";
        case Unproved::slide_blurred: return "a slide starts so gently or comes so near to rest that rounding decides";
        case Unproved::stop_undecided: return "rounding decides whether the mass sticks or turns at a stop";
        case Unproved::release_undecided: return "rounding decides whether the load releases the mass at its peak";
        case Unproved::does_not_close: return "the motion that was followed does not repeat after half a period";
        case Unproved::too_flat: return "the motion depends too strongly on rounding for its closing to be proved";
        case Unproved::too_long: return "the motion has too many pieces to be followed";
        case Unproved::no_seed: return "no motion was found that could be followed";
    }
    return "";
}

/// Whether Ω is exactly 1/m with an even m; only powers of two have an inverse that is an integer.
bool is_even_part(double frequency) {
    int exponent = 0;
    return std::frexp(frequency, &exponent) == 0.5 && exponent <= 0;
}

Certificate refused(Certificate c, Unproved why, std::string_view reason) {
    c.why = why;
    c.reason = reason;
    return c;
}

Certificate refused(Certificate c, Unproved why) { return refused(std::move(c), why, sentence(why)); }

Certificate proved_at_rest(Certificate c) {
    c.is_proved = true;
    c.regime = Regime::permanent_stick;
    c.theorem = Theorem::permanent_stick;
    c.amplitude_ratio = {0.0, 0.0};
    c.is_unique = c.friction_ratio == 1.0;
    return c;
}

Certificate proved_to_grow(Certificate c) {
    c.is_proved = true;
    c.regime = Regime::unbounded;
    c.theorem = Theorem::resonance;
    return c;
}

constexpr std::string_view one_of_many = "at Ω = 1/(2n) without damping the steady motion is not unique";

/// π/4, rounded down.
constexpr double quarter_of_pi = 0x1.921fb54442d18p-1;

Certificate certify_cell(Certificate c) {
    const double f = c.friction_ratio;
    const bool is_damped = c.damping_ratio > 0.0;
    if (f >= 1.0) return proved_at_rest(c);
    if (!is_damped && c.frequency_ratio == 1.0 && f <= quarter_of_pi) return proved_to_grow(c);
    if (!is_damped && f == 0.0) {
        c.regime = Regime::non_unique;
        return refused(c, Unproved::not_unique,
                       "without friction and damping every free vibration may be added: the motion is not unique");
    }
    constexpr double fastest = 64.0;
    if (c.frequency_ratio > fastest || c.damping_ratio > fastest) {
        return refused(c, Unproved::outside_range);
    }
    const CellSolution<double> found = solve_cell({f, f, c.frequency_ratio, c.damping_ratio});
    c.regime = found.regime;
    if (found.regime == Regime::non_unique) {
        return refused(c, Unproved::not_unique, one_of_many);
    }
    if (found.regime == Regime::unbounded) {
        return refused(c, Unproved::near_resonance);
    }
    const Plant<0> plant = plant_of<0>(exactly<0>(f), exactly<0>(c.frequency_ratio), c.damping_ratio);
    std::optional<Seed> seed = seed_of(plant, found);
    if (!seed) return refused(c, Unproved::no_seed);
    const Proof<0> proof = prove(plant, *seed, first_radius);
    if (proof.doubt != Doubt::none) return refused(c, why(proof.doubt));
    if (!proof.rests && !is_damped && is_even_part(c.frequency_ratio)) {
        return refused(c, Unproved::not_unique, one_of_many);
    }
    c.is_proved = true;
    c.is_unique = true;
    c.regime = proof.rests ? Regime::stick_slip : Regime::continuous;
    c.theorem = proof.rests ? Theorem::motion_at_rest : Theorem::motion_sliding;
    c.stops_then_reverse = 2 * proof.half_cycle.stops_then_reverse;
    c.stops_then_same_direction = 2 * proof.half_cycle.stops_then_same_direction;
    c.zero_duration_reversals = 2 * proof.half_cycle.reversals;
    const double low = proof.half_cycle.furthest_low - proof.radius;
    const double high = proof.half_cycle.furthest_high + proof.radius;
    c.amplitude_ratio = {std::max(0.0, low - 4.0 * unit * high), high * grown};
    c.witness = {seed->angle, seed->x, seed->v, proof.radius};
    return c;
}

Certificate asked(const Ratios& ratios) {
    validate(ratios);
    if (ratios.static_friction.value_or(ratios.friction) != ratios.friction) {
        throw std::invalid_argument("static_ratio must be friction_ratio: proofs are for one friction bound");
    }
    Certificate c;
    c.friction_ratio = ratios.friction;
    c.frequency_ratio = ratios.frequency;
    c.damping_ratio = ratios.damping;
    return c;
}

}  // namespace

}  // namespace proof

std::string_view name(Theorem theorem) {
    switch (theorem) {
        case Theorem::none: return "";
        case Theorem::permanent_stick: return "T1";
        case Theorem::resonance: return "T2";
        case Theorem::motion_at_rest: return "T3";
        case Theorem::motion_sliding: return "T4";
    }
    return "";
}

std::string_view name(Unproved why) {
    switch (why) {
        case Unproved::nothing: return "proved";
        case Unproved::not_unique: return "not-unique";
        case Unproved::near_resonance: return "near-resonance";
        case Unproved::outside_range: return "outside-range";
        case Unproved::slide_blurred: return "slide-blurred";
        case Unproved::stop_undecided: return "stop-undecided";
        case Unproved::release_undecided: return "release-undecided";
        case Unproved::does_not_close: return "does-not-close";
        case Unproved::too_flat: return "too-flat";
        case Unproved::too_long: return "too-long";
        case Unproved::no_seed: return "no-seed";
    }
    return "";
}

Certificate certify(const Ratios& ratios) { return proof::certify_cell(proof::asked(ratios)); }

std::vector<Certificate> certify(std::span<const Ratios> points) {
    std::vector<Certificate> certificates;
    certificates.reserve(points.size());
    for (const Ratios& ratios : points) certificates.push_back(proof::asked(ratios));
    in_parallel(std::size_t{0}, points.size(), [&](std::size_t i) {
        throw_if_interrupted();
        certificates[i] = proof::certify_cell(certificates[i]);
    });
    return certificates;
}

bool is_proved(const Certificate& claim) {
    const Certificate found = proof::certify_cell(proof::asked(
        {.friction = claim.friction_ratio, .frequency = claim.frequency_ratio, .damping = claim.damping_ratio}));
    if (!found.is_proved || found.regime != claim.regime || found.is_unique != claim.is_unique) return false;
    if (found.regime == Regime::unbounded) return true;
    return found.stops_then_reverse == claim.stops_then_reverse &&
           found.stops_then_same_direction == claim.stops_then_same_direction &&
           found.zero_duration_reversals == claim.zero_duration_reversals &&
           claim.amplitude_ratio.low <= found.amplitude_ratio.low &&
           found.amplitude_ratio.high <= claim.amplitude_ratio.high;
}

}  // namespace stickslip
