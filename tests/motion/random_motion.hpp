#pragma once

// Random oscillators, loads and starts from a fixed seed: every damping regime, every load kind, with and without
// belt, static excess, spring and friction.

#include <cmath>
#include <cstdint>
#include <memory>
#include <numbers>
#include <ostream>
#include <random>
#include <vector>

#include "stickslip/model/load.hpp"
#include "stickslip/model/oscillator.hpp"
#include "stickslip/model/record.hpp"

namespace stickslip {

struct RandomMotion {
    Oscillator oscillator;
    Load load;
    State start;
    double end_time = 0.0;
    double force = 0.0;     ///< size of the load [N]
    double duration = 0.0;  ///< one radian of the load or of the free motion [s]
};

inline std::ostream& operator<<(std::ostream& out, const RandomMotion& r) {
    out.precision(17);
    const Oscillator& o = r.oscillator;
    out << "m=" << o.mass << " c=" << o.damping << " k=" << o.stiffness << " x_eq=" << o.equilibrium
        << " r_y=" << o.friction_bound << " r_s=" << o.holding_bound() << " belt=" << o.belt_velocity
        << " x0=" << r.start.position << " v0=" << r.start.velocity << " end=" << r.end_time
        << " constant=" << r.load.constant;
    for (const Harmonic& h : r.load.harmonics) {
        out << " [a=" << h.amplitude << " w=" << h.frequency.value() << " phase=" << h.phase << "]";
    }
    if (r.load.record) out << " record of " << r.load.record->times.size();
    return out;
}

class RandomMotions {
public:
    explicit RandomMotions(std::uint64_t seed) : engine_(seed) {}

    RandomMotion next() {
        RandomMotion r;
        r.oscillator.mass = log_uniform(1e-2, 1e2);
        const bool is_free = chance(0.1);
        const double natural = is_free ? 0.0 : log_uniform(0.1, 100.0);
        r.oscillator.stiffness = r.oscillator.mass * natural * natural;
        const double pace = is_free ? log_uniform(0.1, 100.0) : natural;
        r.duration = 1.0 / pace;
        r.force = log_uniform(1e-2, 1e3);
        set_damping(r, pace);
        set_load(r, pace);
        const double stretch = r.force / (r.oscillator.mass * pace * pace);
        if (!chance(0.15)) r.oscillator.friction_bound = r.force * uniform(0.02, 1.1);
        if (chance(0.25)) r.oscillator.static_bound = r.oscillator.friction_bound * uniform(1.0, 1.8);
        if (chance(0.3)) r.oscillator.equilibrium = stretch * uniform(-1.0, 1.0);
        if (chance(0.2)) r.oscillator.belt_velocity = stretch * pace * uniform(-1.0, 1.0);
        if (!chance(0.3)) r.start.position = stretch * uniform(-3.0, 3.0);
        if (chance(0.5)) r.start.velocity = stretch * pace * uniform(-3.0, 3.0);
        return r;
    }

    double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine_); }
    double log_uniform(double low, double high) { return std::exp(uniform(std::log(low), std::log(high))); }
    bool chance(double probability) { return uniform(0.0, 1.0) < probability; }
    int integer(int low, int high) { return std::uniform_int_distribution<int>(low, high)(engine_); }

private:
    void set_damping(RandomMotion& r, double pace) {
        const double critical = 2.0 * r.oscillator.mass * pace;
        switch (integer(0, 3)) {
            case 0: break;
            case 1: r.oscillator.damping = critical * log_uniform(1e-4, 0.99); break;
            case 2: r.oscillator.damping = critical; break;
            default: r.oscillator.damping = critical * log_uniform(1.01, 20.0); break;
        }
    }

    Harmonic harmonic(double amplitude, double pace) {
        return {amplitude * (chance(0.5) ? 1.0 : -1.0), pace * log_uniform(0.05, 5.0),
                uniform(-std::numbers::pi, std::numbers::pi)};
    }

    void set_load(RandomMotion& r, double pace) {
        r.end_time = 30.0 / pace;
        switch (integer(0, 5)) {
            case 0: break;
            case 1: r.load.constant = r.force * uniform(-1.0, 1.0); break;
            case 2: r.load.harmonics = {harmonic(r.force, pace)}; break;
            case 3:
                r.load.constant = r.force * uniform(-0.5, 0.5);
                r.load.harmonics = {harmonic(r.force, pace)};
                break;
            case 4:
                for (int i = integer(2, 4); i > 0; --i) r.load.harmonics.push_back(harmonic(0.6 * r.force, pace));
                break;
            default: r.load.record = record(r.force, pace); break;
        }
        if (!r.load.harmonics.empty()) {
            r.end_time = 2.0 * std::numbers::pi * uniform(2.0, 4.0) / r.load.harmonics.front().frequency.value();
        }
    }

    /// Random values at times that are multiples of a power of two, so that shifting them in time is exact.
    std::shared_ptr<const Record> record(double force, double pace) {
        const double step = std::exp2(std::round(std::log2(0.7 / pace)));
        const double begin = chance(0.3) ? 3.0 * step : 0.0;
        const int samples = integer(2, 30);
        std::vector<double> times;
        std::vector<double> values;
        for (int i = 0; i < samples; ++i) {
            times.push_back(begin + i * step);
            values.push_back(force * uniform(-1.5, 1.5));
        }
        return std::make_shared<const Record>(linear_record(times, values));
    }

    std::mt19937_64 engine_;
};

}  // namespace stickslip
