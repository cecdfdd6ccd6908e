// How much faster is the planar motion than CVODE with root finding at the same accuracy, what does a stiff support
// cost, and of which order are the schemes?
//
// CVODE integrates x, v and the friction force: (x, v, r) while stuck, (x, v, θ) while sliding, with the margin
// r_y² − ‖r‖² and the slip rate u·v as root functions, a restart at each event, BDF with its dense solver for the stiff
// supports and Adams else, whichever is faster. Its tolerance is the loosest, in half decades, that ends within 1e-9 of
// the reference (our own motion at its own tolerance).

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <stdexcept>
#include <utility>
#include <vector>

#include "cvode_planar.hpp"
#include "kinds/planar/circular.hpp"
#include "stickslip/planar/simulate.hpp"
#include "timing.hpp"

namespace {

using namespace stickslip;
using namespace stickslip::planar;

constexpr double pi = std::numbers::pi;

struct Problem {
    const char* name;
    planar::Oscillator oscillator;
    planar::Load load;
    double period;
    int periods;
};

struct PeerTime {
    double seconds = 1e300;
    double tolerance = 0.0;
    double error = 0.0;
    const char* family = "";
};

PeerTime fastest_cvode(const Problem& p, const Vector& expected) {
    PeerTime best;
    const double end = p.period * p.periods;
    for (const auto& [family, name] : {std::pair{CvodeFamily::adams, "Adams"}, std::pair{CvodeFamily::bdf, "BDF"}}) {
        // The stiff supports are hopeless for Adams.
        if (family == CvodeFamily::adams && *p.oscillator.support_stiffness > 500.0) continue;
        for (double tolerance = 1e-9; tolerance > 3e-14; tolerance /= std::sqrt(10.0)) {
            double error = 1.0;
            try {
                error = norm(CvodePlanar(p.oscillator, p.load, tolerance, family).run(end) - expected) / norm(expected);
            } catch (const std::runtime_error&) {
                continue;
            }
            if (error > 1e-9) continue;
            const double seconds =
                best_seconds([&] { (void)CvodePlanar(p.oscillator, p.load, tolerance, family).run(end); });
            if (seconds < best.seconds) best = {seconds, tolerance, error, name};
            break;
        }
    }
    return best;
}

void compare_with_cvode() {
    std::vector<Problem> problems{
        {"rotating (figure 6)", {9.0, 0.24, 4.0, 1.0, 20.0}, rotating_load(10.0, 4.0), 2.0 * pi / 4.0, 40},
        {"rotating (figure 8)", {1.0, 0.04, 1.0, 1.0, 1.0}, rotating_load(10.0, 2.0), pi, 40},
        {"ellipse, stick-slip",
         {1.0, 0.1, 1.0, 1.0, 2.0},
         harmonic_load({3.0, 0.3}, 0.8, {0.5 * pi, 0.0}),
         2.0 * pi / 0.8,
         20},
    };
    for (const double support : {1e1, 1e2, 1e3, 1e4, 1e5}) {
        problems.push_back(
            {"", {1.0, 0.1, 1.0, 1.0, support}, harmonic_load({3.0, 1.2}, 1.5, {0.5 * pi, 0.0}), 2.0 * pi / 1.5, 6});
    }
    std::printf("| case | stickslip, µs a period | CVODE, µs a period | family | tolerance | error | ratio |\n");
    std::printf("|---|---|---|---|---|---|---|\n");
    double soft = 0.0;
    double stiff = 0.0;
    for (const Problem& p : problems) {
        const double end = p.period * p.periods;
        const Vector expected = simulate(p.oscillator, p.load, {}, end).end.position;
        const double own = best_seconds([&] { (void)simulate(p.oscillator, p.load, {}, end); });
        const PeerTime peer = fastest_cvode(p, expected);
        char name[64];
        std::snprintf(name, sizeof name, "ellipse, k_d = %g", *p.oscillator.support_stiffness);
        if (*p.oscillator.support_stiffness == 1e1) soft = own;
        stiff = own;
        std::printf("| %s | %.1f | %.0f | %s | %.1e | %.1e | **%.0f** |\n", p.name[0] != '\0' ? p.name : name,
                    own / p.periods * 1e6, peer.seconds / p.periods * 1e6, peer.family, peer.tolerance, peer.error,
                    peer.seconds / own);
    }
    std::printf("\nk_d = 1e5 costs %.1f times as much as k_d = 10.\n\n", stiff / soft);
}

void measure_orders() {
    // A circular motion that slides all the time, started on its orbit: errors after one period.
    const planar::Oscillator o{1.0, 0.1, 1.0, 1.0, 2.0};
    const double frequency = 1.0;
    const planar::Load load = rotating_load(5.0, frequency);
    const CircularMotion m = circular_motion(o, 5.0, frequency);
    const double friction = -m.phase_lag - m.friction_phase_lag;
    const planar::State start{m.radius * Vector{std::cos(m.phase_lag), -std::sin(m.phase_lag)},
                              m.radius * frequency * Vector{std::sin(m.phase_lag), std::cos(m.phase_lag)},
                              Vector{std::cos(friction), std::sin(friction)}};
    const double period = 2.0 * pi / frequency;
    std::printf(
        "| steps a period | group-preserving: error | order | friction loss/input | Lorentz composition: error | order "
        "|\n");
    std::printf("|---|---|---|---|---|---|\n");
    double before[2] = {};
    for (const int steps : {25, 50, 100, 200, 400, 800}) {
        double error[2];
        double excess = 0.0;
        int i = 0;
        for (const Method method : {Method::group_preserving, Method::lorentz_composition}) {
            const planar::Trajectory t = simulate(o, load, start, period, {.method = method, .step = period / steps});
            error[i++] = norm(t.end.position - start.position) / m.radius;
            const EnergyBalance e = energy_balance(t);
            if (method == Method::group_preserving) excess = (e.friction + e.damping) / e.input;
        }
        std::printf("| %d | %.2e | %.2f | %.3f | %.2e | %.2f |\n", steps, error[0],
                    before[0] > 0.0 ? std::log2(before[0] / error[0]) : 0.0, excess, error[1],
                    before[1] > 0.0 ? std::log2(before[1] / error[1]) : 0.0);
        before[0] = error[0];
        before[1] = error[1];
    }
    const planar::Trajectory exact = simulate(o, load, start, period);
    std::printf("\nexact: error %.1e in %zu steps\n", norm(exact.end.position - start.position) / m.radius,
                exact.pieces.size());
}

}  // namespace

int main() {
    compare_with_cvode();
    measure_orders();
    return 0;
}
