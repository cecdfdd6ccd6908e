// Certificates of random cells: what is proved is what the fast answer says, and no wrong claim is proved.

#include <fmt/format.h>

#include "soak.hpp"
#include "stickslip/certify/certify.hpp"
#include "stickslip/certify/cover.hpp"
#include "stickslip/model/ratios.hpp"

namespace stickslip::soak {

namespace {

std::optional<Doubt> doubt(const Certificate& c, const std::string& what) {
    return Doubt{what,
                 fmt::format("stickslip certify --friction-ratio {} --frequency-ratio {} --damping-ratio {} --json",
                             c.friction_ratio, c.frequency_ratio, c.damping_ratio)};
}

/// A claim that is wrong in one of its numbers.
Certificate wrong(Certificate claim, Dice& dice) {
    const double width = claim.amplitude_ratio.high - claim.amplitude_ratio.low;
    const double shift = (dice.chance(0.5) ? 1.0 : -1.0) * (1e-10 + width);
    const int change = dice.chance(0.5) ? 2 : -2;
    switch (dice.below(4)) {
        case 0: claim.stops_then_reverse += change; break;
        case 1: claim.stops_then_same_direction += change; break;
        case 2: claim.zero_duration_reversals += change; break;
        default: claim.amplitude_ratio.low += shift; claim.amplitude_ratio.high += shift;
    }
    return claim;
}

/// The claim of one place, made of another one where the motion has other counts.
std::optional<Certificate> moved_across_a_boundary(const Certificate& c, Dice& dice) {
    const Ratios there{.friction = dice.uniform(0.0, 1.1), .frequency = c.frequency_ratio, .damping = c.damping_ratio};
    const Certificate other = certify(there);
    const bool differs = other.is_proved && (other.stops_then_reverse != c.stops_then_reverse ||
                                             other.stops_then_same_direction != c.stops_then_same_direction ||
                                             other.zero_duration_reversals != c.zero_duration_reversals);
    if (!differs) return std::nullopt;
    Certificate claim = c;
    claim.friction_ratio = there.friction;
    claim.amplitude_ratio = {0.0, 1e6};
    return claim;
}

/// What the second arithmetic says of a right and of a wrong certificate; it takes some milliseconds for each stop.
std::optional<Doubt> check_second(const Certificate& c, const Certificate& claim, Notes& notes) {
    constexpr int most_stops = 12;
    if (c.stops_per_cycle() > most_stops || c.damping_ratio >= 1.0) return std::nullopt;
    notes.add("checked with 200 bits");
    if (const std::string objection = objection_to(c); !objection.empty()) {
        return doubt(c, "the second arithmetic does not confirm: " + objection);
    }
    if (objection_to(claim).empty()) return doubt(c, "the second arithmetic confirms a wrong claim");
    return std::nullopt;
}

/// A small box around the place, and what is proved at a point of it.
std::optional<Doubt> check_boxes(const Certificate& c, Dice& dice) {
    const double size = dice.log_uniform(1e-6, 1e-2);
    CoverRequest request;
    request.box = {{c.friction_ratio, c.friction_ratio + size}, {c.frequency_ratio, c.frequency_ratio + size}};
    request.damping = c.damping_ratio;
    request.columns = request.rows = 1;
    request.most_quarterings = 2;
    for (const ProvedBox& box : cover(request).proved) {
        const Ratios ratios{.friction = dice.uniform(box.box.friction.low, box.box.friction.high),
                            .frequency = dice.uniform(box.box.frequency.low, box.box.frequency.high),
                            .damping = c.damping_ratio};
        const Certificate there = certify(ratios);
        if (!there.is_proved) continue;
        const bool agrees = there.regime == box.regime && there.stops_per_cycle() == box.stops_per_cycle &&
                            there.zero_duration_reversals == box.zero_duration_reversals &&
                            box.amplitude_ratio.low <= there.amplitude_ratio.high &&
                            box.amplitude_ratio.high >= there.amplitude_ratio.low;
        if (!agrees) return doubt(there, "a proved box has another pattern than a point in it");
    }
    return std::nullopt;
}

}  // namespace

std::optional<Doubt> check_certificate(Dice& dice, Notes& notes) {
    const bool is_slow = dice.chance(0.3);
    const Ratios ratios{.friction = dice.uniform(0.0, 1.1),
                        .frequency = is_slow ? dice.uniform(0.02, 0.1) : dice.uniform(0.1, 1.5),
                        .damping = dice.chance(0.5) ? 0.0 : dice.log_uniform(1e-6, 1.0)};
    const Certificate c = certify(ratios);
    if (!c.is_proved) {
        if (c.reason.empty()) return doubt(c, "nothing is proved, and no reason is given");
        notes.add("not proved: " + c.reason);
        return std::nullopt;
    }
    const SteadyState s = steady_state(oscillator_of(ratios), load_of(ratios), State{}, {.with_cycle = false});
    if (s.regime != c.regime || s.stops_then_reverse != c.stops_then_reverse ||
        s.stops_then_same_direction != c.stops_then_same_direction ||
        s.zero_duration_reversals != c.zero_duration_reversals) {
        return doubt(c, "the proof has another pattern than the answer");
    }
    constexpr double digits = 1e-11;
    const double room = digits * (1.0 + s.amplitude_ratio);
    if (s.amplitude_ratio < c.amplitude_ratio.low - room || s.amplitude_ratio > c.amplitude_ratio.high + room) {
        return doubt(c, fmt::format("the amplitude {} is outside its bounds", s.amplitude_ratio));
    }
    if (!is_proved(c)) return doubt(c, "what was proved is not proved as a claim");
    const std::optional<Certificate> moved = moved_across_a_boundary(c, dice);
    if (moved && is_proved(*moved)) return doubt(*moved, "a claim was proved on the other side of a boundary");
    const Certificate claim = moved && dice.chance(0.3) ? *moved : wrong(c, dice);
    if (is_proved(claim)) return doubt(c, "a wrong claim was proved");
    if (dice.chance(0.1)) {
        if (std::optional<Doubt> found = check_boxes(c, dice)) return found;
    }
    return dice.chance(0.03) ? check_second(c, claim, notes) : std::nullopt;
}

}  // namespace stickslip::soak
