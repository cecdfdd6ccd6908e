#pragma once

// Synthetic measurements: random oscillators followed by SUNDIALS CVODE, which shares no code with the library, sampled
// and covered with noise.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "cvode_motion.hpp"
#include "stickslip/identify/identify.hpp"

namespace stickslip {

/// An oscillator whose motion is measured, and what a user knows of it.
struct MeasuredSystem {
    Oscillator oscillator;
    Load load;
    State start;
    double end = 0.0;  ///< of the record [s]
    double guessed_stiffness = 0.0;
    double guessed_friction = 0.0;

    /// The case as the user writes it: mass and load are known, stiffness and friction roughly, the start not at all.
    [[nodiscard]] CaseDocument document() const {
        const auto number = [](double v) {
            char text[40];
            std::snprintf(text, sizeof text, "%.17g", v);
            return std::string(text);
        };
        std::string text = "[oscillator]\nmass = " + number(oscillator.mass) +
                           "\nstiffness = " + number(guessed_stiffness) +
                           "\n[friction]\nbound = " + number(guessed_friction) + "\n";
        if (!load.harmonics.empty()) {
            const Harmonic& h = load.harmonics.front();
            text += "[load]\nkind = 'harmonic'\namplitude = " + number(h.amplitude) +
                    "\nfrequency = " + number(h.frequency.value()) + "\nphase = " + number(h.phase) + "\n";
        }
        return CaseDocument::parse(text, "measured");
    }
};

class RandomSystems {
public:
    explicit RandomSystems(std::uint64_t seed) : engine_(seed) {}

    [[nodiscard]] double uniform(double a, double b) { return std::uniform_real_distribution<double>(a, b)(engine_); }
    [[nodiscard]] double log_uniform(double a, double b) { return std::exp(uniform(std::log(a), std::log(b))); }
    [[nodiscard]] bool chance(double p) { return uniform(0.0, 1.0) < p; }

    /// Let go or pushed, it rests after 4 to 24 half swings; the record ends a little before that or after it.
    MeasuredSystem decay() {
        MeasuredSystem s;
        Oscillator& o = s.oscillator;
        const double rate = mass_on_spring(o);
        const double ratio = chance(0.3) ? 0.0 : log_uniform(1e-3, 0.05);
        o.damping = 2.0 * ratio * o.mass * rate;
        const double amplitude = log_uniform(0.01, 1.0);
        const double angle = chance(0.5) ? 0.0 : uniform(-std::numbers::pi, std::numbers::pi);
        s.start = {amplitude * std::cos(angle), -amplitude * rate * std::sin(angle)};
        // A ← q·A − (1 + q)·f in each half swing, until A ≤ f.
        const double swings = std::floor(uniform(4.0, 25.0));
        const double q = std::exp(-std::numbers::pi * ratio / std::sqrt(1.0 - ratio * ratio));
        const double kept = std::pow(q, swings);
        const double lost = q < 1.0 ? (1.0 + q) * (1.0 - kept) / (1.0 - q) : 2.0 * swings;
        o.friction_bound = o.stiffness * amplitude * kept / (lost + uniform(0.02, 0.98));
        s.end = swings * std::numbers::pi / rate * uniform(0.9, 1.4);
        guess(s, 0.5, 2.0);
        return s;
    }

    /// Ten periods under one harmonic.
    MeasuredSystem forced() {
        MeasuredSystem s;
        Oscillator& o = s.oscillator;
        const double rate = mass_on_spring(o);
        o.damping = 2.0 * log_uniform(0.005, 0.1) * o.mass * rate;
        const double force = log_uniform(0.1, 10.0);
        const double frequency = rate * uniform(0.3, 2.0);
        s.load.harmonics = {{force, frequency, uniform(-std::numbers::pi, std::numbers::pi)}};
        o.friction_bound = force * uniform(0.1, 0.8);
        const double reach = force / o.stiffness;
        s.start = {reach * uniform(-1.0, 1.0), chance(0.5) ? 0.0 : reach * rate * uniform(-1.0, 1.0)};
        s.end = 10.0 * 2.0 * std::numbers::pi / frequency;
        guess(s, 0.7, 1.4);
        return s;
    }

    /// So many samples of the quantity with noise of this share of its largest size.
    Measurement measured(const MeasuredSystem& s, std::size_t samples, double noise,
                         MeasuredQuantity quantity = MeasuredQuantity::displacement) {
        constexpr double tolerance = 1e-12;
        Measurement m;
        m.quantity = quantity;
        CvodeMotion cvode(s.oscillator, s.load, tolerance);
        PeerMotion motion = cvode.begin(s.start);
        double largest = 0.0;
        for (std::size_t i = 0; i < samples; ++i) {
            const double t = s.end * static_cast<double>(i) / static_cast<double>(samples - 1);
            if (i > 0) cvode.advance(t, motion);
            m.times.push_back(t);
            m.values.push_back(seen(s, motion.final, t, quantity));
            largest = std::max(largest, std::abs(m.values.back()));
        }
        std::normal_distribution<double> normal(0.0, noise * largest);
        for (double& v : m.values) v += normal(engine_);
        return m;
    }

private:
    /// Its natural frequency [rad/s].
    double mass_on_spring(Oscillator& o) {
        o.mass = log_uniform(0.1, 10.0);
        const double rate = log_uniform(0.5, 50.0);
        o.stiffness = o.mass * rate * rate;
        return rate;
    }

    [[nodiscard]] static double seen(const MeasuredSystem& s, const State& state, double time,
                                     MeasuredQuantity quantity) {
        const Oscillator& o = s.oscillator;
        if (quantity == MeasuredQuantity::displacement) return state.position;
        if (quantity == MeasuredQuantity::velocity) return state.velocity;
        const double force = s.load.value(time) - o.damping * state.velocity - o.stiffness * state.position;
        if (state.velocity != 0.0) return (force - std::copysign(o.friction_bound, state.velocity)) / o.mass;
        const double excess = std::max(0.0, std::abs(force) - o.friction_bound);  // at rest, or let go
        return std::copysign(excess, force) / o.mass;
    }

    void guess(MeasuredSystem& s, double low, double high) {
        s.guessed_stiffness = s.oscillator.stiffness * log_uniform(low, high);
        s.guessed_friction = s.oscillator.friction_bound * log_uniform(0.2, 5.0);
    }

    std::mt19937_64 engine_;
};

}  // namespace stickslip
