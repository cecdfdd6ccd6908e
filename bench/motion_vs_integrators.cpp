// How much faster is the closed-form motion than a general-purpose integrator that finds the same events to 1e-10?
//
// Same cases, same run, same accuracy: each integrator gets the loosest tolerance at which its worst event time over
// the whole run is within 1e-10 (in units of 1/ωₙ) of the closed form's, and that worst error is printed beside its
// time. Where no tolerance reaches 1e-10 the most accurate one is timed and its error shown.

#include <cmath>
#include <cstdio>
#include <limits>
#include <numbers>
#include <vector>

#include "cvode_motion.hpp"
#include "odeint_motion.hpp"
#include "stickslip/motion/simulate.hpp"
#include "timing.hpp"

namespace {

using namespace stickslip;

constexpr double accuracy = 1e-10;  // of every event time, in 1/ωₙ

struct Case {
    const char* name;
    Oscillator oscillator;
    Load load;
    State start;
    double end;
};

std::vector<Case> cases() {
    const auto cycles = [](double n, double frequency) { return n * 2.0 * std::numbers::pi / frequency; };
    return {
        {"decay under a constant load (Dlubal 0116, F = 1540)",
         {.stiffness = 50.0, .friction_bound = 1.0},
         {.constant = 15.4},
         {},
         4.0},
        {"two stops a cycle (f = 0.9, W = 1.5)",
         {.friction_bound = 0.9},
         {.harmonics = {{1.0, 1.5}}},
         {},
         cycles(40, 1.5)},
        {"no stops (f = 0.6, W = 1.8)", {.friction_bound = 0.6}, {.harmonics = {{1.0, 1.8}}}, {}, cycles(40, 1.8)},
        {"four stops (f = 0.6, W = 0.105)",
         {.friction_bound = 0.6},
         {.harmonics = {{1.0, 0.105}}},
         {},
         cycles(10, 0.105)},
        {"damped with offset (f = 0.3, W = 0.8, z = 0.1)",
         {.damping = 0.2, .friction_bound = 0.3},
         {.constant = 0.2, .harmonics = {{1.0, 0.8}}},
         {},
         cycles(40, 0.8)},
        {"static excess (f = 0.4, fs = 0.6, W = 0.5)",
         {.friction_bound = 0.4, .static_bound = 0.6},
         {.harmonics = {{1.0, 0.5}}},
         {},
         cycles(20, 0.5)},
        {"three harmonics, damped",
         {.damping = 0.1, .friction_bound = 0.5},
         {.harmonics = {{1.0, 0.7}, {0.6, 1.9, 0.4}, {-0.5, 3.1, 2.0}}},
         {},
         120.0},
    };
}

double worst_event_error(const Trajectory& exact, const PeerMotion& peer) {
    if (peer.events.size() != exact.events.size()) return std::numeric_limits<double>::infinity();
    double worst = 0.0;
    for (std::size_t n = 0; n < exact.events.size(); ++n) {
        worst = std::max(worst, std::abs(peer.events[n].time - exact.events[n].time));
    }
    return worst * std::sqrt(exact.oscillator.stiffness / exact.oscillator.mass);
}

struct Tuned {
    double error = std::numeric_limits<double>::infinity();
    double tolerance = 0.0;
    double seconds = 0.0;
};

template <class Peer>
Tuned tuned(const Case& c, const Trajectory& exact) {
    Tuned best;
    for (double exponent = -9.0; exponent >= -15.0; exponent -= 0.5) {
        const double tolerance = std::pow(10.0, exponent);
        const double error = worst_event_error(exact, Peer(c.oscillator, c.load, tolerance).run(c.start, c.end));
        if (error < best.error) best = {error, tolerance};
        if (error <= accuracy) break;
    }
    best.seconds = best_seconds([&] { (void)Peer(c.oscillator, c.load, best.tolerance).run(c.start, c.end); });
    return best;
}

}  // namespace

int main() {
    std::printf("%-52s %7s %10s | %9s %8s %8s %6s | %9s %8s %8s %6s\n", "case", "phases", "stickslip", "CVODE", "tol",
                "error", "ratio", "odeint", "tol", "error", "ratio");
    std::printf("%-52s %7s %10s | %9s %8s %8s %6s | %9s %8s %8s %6s\n", "", "", "ns/phase", "ns/phase", "", "1/wn", "",
                "ns/phase", "", "1/wn", "");
    double log_cvode = 0.0;
    double log_odeint = 0.0;
    double count = 0.0;
    for (const Case& c : cases()) {
        const Trajectory exact = simulate(c.oscillator, c.load, c.start, c.end);
        const double phases = static_cast<double>(exact.phases.size());
        const double own = best_seconds([&] { (void)simulate(c.oscillator, c.load, c.start, c.end); });
        const Tuned cvode = tuned<CvodeMotion>(c, exact);
        const Tuned odeint = tuned<OdeintMotion>(c, exact);
        std::printf("%-52s %7.0f %10.0f | %9.0f %8.1e %8.1e %6.0f | %9.0f %8.1e %8.1e %6.1f\n", c.name, phases,
                    1e9 * own / phases, 1e9 * cvode.seconds / phases, cvode.tolerance, cvode.error, cvode.seconds / own,
                    1e9 * odeint.seconds / phases, odeint.tolerance, odeint.error, odeint.seconds / own);
        log_cvode += std::log(cvode.seconds / own);
        log_odeint += std::log(odeint.seconds / own);
        count += 1.0;
    }
    std::printf("geometric mean of the ratios: CVODE %.0f, odeint %.1f\n", std::exp(log_cvode / count),
                std::exp(log_odeint / count));
    return 0;
}
