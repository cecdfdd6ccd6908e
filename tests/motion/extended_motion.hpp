#pragma once

// The motion of an oscillator in extended precision along a known order of events, by Taylor series and Newton's
// method: nothing of it is shared with the library. Differences of such motions judge derivatives.

#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "stickslip/motion/trajectory.hpp"
#include "taylor_motion.hpp"

namespace stickslip {

using Extended = long double;

/// The numbers of a problem, any of which may be changed a little.
struct ExtendedProblem {
    enum Number : std::size_t {
        mass,
        damping,
        stiffness,
        equilibrium,
        friction,
        holding,
        belt,
        constant,
        scale,  ///< of the record
        position,
        velocity,
        plain_numbers,
    };
    std::array<Extended, plain_numbers> number{};
    std::vector<std::array<Extended, 3>> harmonics;  ///< amplitude, frequency, phase
    const Record* record = nullptr;

    ExtendedProblem(const Oscillator& o, const Load& load, const State& start)
        : number{o.mass,          o.damping,     o.stiffness, o.equilibrium,  o.friction_bound, o.holding_bound(),
                 o.belt_velocity, load.constant, 1.0,         start.position, start.velocity},
          record(load.record.get()) {
        for (const Harmonic& h : load.harmonics) harmonics.push_back({h.amplitude, h.frequency.value(), h.phase});
    }
    [[nodiscard]] Extended operator[](Number n) const { return number[n]; }
};

/// Where a motion ends, and when its events are.
struct ExtendedEnd {
    Extended x = 0.0L;
    Extended v = 0.0L;
    std::vector<Extended> events;
};

class ExtendedMotion {
public:
    /// Along the order of events of `pattern`.
    ExtendedMotion(const ExtendedProblem& problem, const Trajectory& pattern) : p_(problem), pattern_(pattern) {}

    /// Nothing where Newton's method does not settle.
    std::optional<ExtendedEnd> run() {
        end_.x = p_[P::position];
        end_.v = pattern_.phases.front().kind == PhaseKind::stick ? p_[P::belt] : p_[P::velocity];
        time_ = 0.0L;
        if (pattern_.phases.front().kind == PhaseKind::slide) end_.events.push_back(0.0L);
        const std::vector<Phase>& phases = pattern_.phases;
        for (std::size_t i = 0; i < phases.size(); ++i) {
            const Phase& phase = phases[i];
            const bool is_last = i + 1 == phases.size();
            const Extended guess = is_last ? Extended(pattern_.end) : Extended(phases[i + 1].start.hi);
            if (phase.kind == PhaseKind::slide) {
                flow(phase.direction, guess);
                if (is_last || phases[i + 1].slip_velocity != 0.0) continue;
                if (!stop(phase.direction)) return std::nullopt;
                if (phases[i + 1].direction != phase.direction) end_.events.push_back(time_);
            } else if (is_last) {
                carry(guess);
            } else if (!release(phases[i + 1].direction, guess)) {
                return std::nullopt;
            }
        }
        return end_;
    }

private:
    using P = ExtendedProblem;

    [[nodiscard]] std::ptrdiff_t segment(Extended time, bool is_before) const {
        const std::ptrdiff_t s = p_.record->segment_at(static_cast<double>(time));
        const bool starts = s >= 0 && p_.record->window(s).origin == static_cast<double>(time);
        return is_before && starts ? s - 1 : s;
    }

    [[nodiscard]] std::array<Extended, 4> record_at(Extended time, bool is_before) const {
        if (p_.record == nullptr) return {};
        const Record::Window w = p_.record->window(segment(time, is_before));
        const Extended s = time - w.origin;
        std::array<Extended, 4> c{};
        for (std::size_t k = 0; k < 4; ++k) c[k] = p_[P::scale] * w.coefficients[k];
        return {c[0] + s * (c[1] + s * (c[2] + s * c[3])), c[1] + s * (2 * c[2] + 3 * s * c[3]), c[2] + 3 * s * c[3],
                c[3]};
    }

    [[nodiscard]] Extended load(Extended time, bool is_before) const {
        Extended sum = p_[P::constant] + record_at(time, is_before)[0];
        for (const auto& [a, w, phase] : p_.harmonics) sum += a * std::sin(w * time + phase);
        return sum;
    }
    [[nodiscard]] Extended load_rate(Extended time, bool is_before) const {
        Extended sum = record_at(time, is_before)[1];
        for (const auto& [a, w, phase] : p_.harmonics) sum += a * w * std::cos(w * time + phase);
        return sum;
    }

    [[nodiscard]] TaylorMotion<Extended> slide(int direction, bool is_before) const {
        TaylorMotion<Extended> m;
        const Extended inverse = 1.0L / p_[P::mass];
        m.damping = p_[P::damping] * inverse;
        m.stiffness = p_[P::stiffness] * inverse;
        m.x = end_.x - p_[P::equilibrium];
        m.v = end_.v;
        m.polynomial = record_at(time_, is_before);
        m.polynomial[0] += p_[P::constant] - direction * p_[P::friction];
        for (Extended& c : m.polynomial) c *= inverse;
        for (const auto& [a, w, phase] : p_.harmonics) {
            m.harmonics.push_back({a * inverse, w, std::sin(w * time_ + phase), std::cos(w * time_ + phase)});
        }
        return m;
    }

    void take(const TaylorMotion<Extended>& m, Extended time) {
        end_.x = m.x + p_[P::equilibrium];
        end_.v = m.v;
        time_ = time;
    }

    /// On to `until`, over the samples of a record.
    void flow(int direction, Extended until) {
        while (time_ < until) {
            Extended limit = until;
            if (p_.record != nullptr) {
                const Extended sample = p_.record->window(segment(time_, false)).end;
                if (sample < limit) limit = sample;
            }
            TaylorMotion<Extended> m = slide(direction, false);
            m.advance(limit - time_);
            take(m, limit);
        }
    }

    bool stop(int direction) {
        constexpr int most_steps = 12;
        for (int i = 0; i < most_steps; ++i) {
            const Extended force = load(time_, true) - p_[P::damping] * end_.v -
                                   p_[P::stiffness] * (end_.x - p_[P::equilibrium]) - direction * p_[P::friction];
            const Extended step = -(end_.v - p_[P::belt]) * p_[P::mass] / force;
            if (!std::isfinite(step)) return false;
            TaylorMotion<Extended> m = slide(direction, true);
            m.step(step);
            take(m, time_ + step);
            if (is_settled(step)) {
                end_.v = p_[P::belt];
                return true;
            }
        }
        return false;
    }

    void carry(Extended until) {
        end_.x += p_[P::belt] * (until - time_);
        time_ = until;
    }

    bool release(int direction, Extended guess) {
        constexpr int most_steps = 12;
        carry(guess);
        for (int i = 0; i < most_steps; ++i) {
            const Extended force =
                load(time_, true) - p_[P::damping] * p_[P::belt] - p_[P::stiffness] * (end_.x - p_[P::equilibrium]);
            const Extended rate = load_rate(time_, true) - p_[P::stiffness] * p_[P::belt];
            const Extended excess = direction * force - p_[P::holding];
            if (p_.record != nullptr && segment(guess, true) != segment(guess, false) &&
                std::fabs(excess) > 1e-6L * (std::fabs(force) + p_[P::holding])) {
                break;  // the load jumps here
            }
            const Extended step = -excess / (direction * rate);
            if (!std::isfinite(step)) return false;
            carry(time_ + step);
            if (is_settled(step)) break;
            if (i + 1 == most_steps) return false;
        }
        end_.events.push_back(time_);
        return true;
    }

    [[nodiscard]] bool is_settled(Extended step) const {
        return std::fabs(step) <= 4.0L * std::numeric_limits<Extended>::epsilon() * (1e-3L + time_);
    }

    const ExtendedProblem& p_;
    const Trajectory& pattern_;
    ExtendedEnd end_;
    Extended time_ = 0.0L;
};

}  // namespace stickslip
