// How many trajectories of the Duffing bifurcation work does the Taylor engine follow in a second, against CVODE and
// Boost.odeint with hand-written events, at the same accuracy?
//
// The work: x″ = q·cos t − x³ − 0.1·x′ − friction, q from 0.5 to 15, eight starts each, four load periods. Every
// integrator gets the loosest tolerance (in half decades) at which nine of ten end states are within 1e-9 of a
// reference. The tenth is left out because in chaos some starts amplify any error without bound. All in one thread.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <numbers>
#include <vector>

#include "cvode_motion.hpp"
#include "odeint_motion.hpp"
#include "stickslip/motion/law_motion.hpp"

namespace {

using namespace stickslip;

constexpr double accuracy = 1e-9;
constexpr double end_time = 4.0 * 2.0 * std::numbers::pi;
constexpr State starts[] = {{0.5, 0.1},   {2.0, 0.0},  {-2.0, 1.0}, {1.0, 4.0},
                            {-1.0, -3.0}, {3.0, -2.0}, {0.0, 5.0},  {-3.0, 0.5}};

struct Work {
    Load load;
    State start;
};

std::vector<Work> all_work() {
    std::vector<Work> work;
    constexpr int values = 30;
    for (int i = 0; i < values; ++i) {
        const double q = 0.5 + (15.0 - 0.5) * i / (values - 1);
        for (const State& s : starts) work.push_back({{.harmonics = {{q, 1.0, 0.5 * std::numbers::pi}}}, s});
    }
    return work;
}

using Follow = std::function<State(const Oscillator&, const Work&, double tolerance)>;

State by_series(const Oscillator& o, const Work& w, double tolerance) {
    const auto motion = make_law_motion(o, w.load, Variation::none, {.tolerance = tolerance});
    motion->start({}, {w.start.position, w.start.velocity, 0.0, {}});
    motion->advance(end_time);
    return {motion->state().position, motion->state().slip_velocity};
}

State by_cvode(const Oscillator& o, const Work& w, double tolerance) {
    return CvodeMotion(o, w.load, tolerance).run(w.start, end_time).final;
}

State by_odeint(const Oscillator& o, const Work& w, double tolerance) {
    return OdeintMotion(o, w.load, tolerance).run(w.start, end_time).final;
}

struct Timing {
    double tolerance = 0.0;
    double error = 0.0;       // nine of ten end states are at least this good
    double per_second = 0.0;  // trajectories
};

Timing time_at(const Oscillator& o, const std::vector<Work>& work, const std::vector<State>& reference,
               const Follow& follow, double tolerance) {
    std::vector<double> errors;
    const auto begin = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < work.size(); ++i) {
        const State end = follow(o, work[i], tolerance);
        errors.push_back(std::hypot(end.position - reference[i].position, end.velocity - reference[i].velocity));
    }
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    std::ranges::sort(errors);
    return {tolerance, errors[errors.size() * 9 / 10], static_cast<double>(work.size()) / elapsed.count()};
}

/// The loosest tolerance that is accurate enough, timed as the best of several runs.
Timing measure(const Oscillator& o, const std::vector<Work>& work, const std::vector<State>& reference,
               const Follow& follow) {
    constexpr int repetitions = 5;
    for (double exponent = -8.0; exponent >= -14.5; exponent -= 0.5) {
        Timing best = time_at(o, work, reference, follow, std::pow(10.0, exponent));
        if (!(best.error <= accuracy)) continue;
        for (int k = 1; k < repetitions; ++k) {
            const Timing again = time_at(o, work, reference, follow, best.tolerance);
            best.per_second = std::max(best.per_second, again.per_second);
        }
        return best;
    }
    return {};
}

void compare(const char* name, const Oscillator& o) {
    const std::vector<Work> work = all_work();
    std::vector<State> reference;
    for (const Work& w : work) reference.push_back(by_series(o, w, 1e-15));
    const Timing own = measure(o, work, reference, by_series);
    const Timing cvode = measure(o, work, reference, by_cvode);
    const Timing odeint = measure(o, work, reference, by_odeint);
    std::printf("| %s | %.0f | %.1e | %.1e | %.0f | %.1e | %.1e | **%.1f** | %.0f | %.1e | %.1e | **%.1f** |\n", name,
                own.per_second, own.tolerance, own.error, cvode.per_second, cvode.tolerance, cvode.error,
                own.per_second / cvode.per_second, odeint.per_second, odeint.tolerance, odeint.error,
                own.per_second / odeint.per_second);
}

}  // namespace

int main() {
    std::printf(
        "| friction | stickslip, trajectories/s | tolerance | error | CVODE, /s | tolerance | error | ratio | odeint, "
        "/s "
        "| tolerance | error | ratio |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n");
    const Oscillator none{.damping = 0.1, .stiffness = 0.0, .cubic_stiffness = 1.0};
    Oscillator coulomb = none;
    coulomb.friction_bound = 0.125;
    compare("none", none);
    compare("Coulomb", coulomb);
}
