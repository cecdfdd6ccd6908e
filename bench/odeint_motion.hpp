#pragma once

// The motion by Boost.odeint: dopri5 with dense output, events located by hand on the dense output, a restart at each
// event. A release from stick is searched on the load itself, without integration.

#include <array>
#include <boost/math/tools/roots.hpp>
#include <boost/numeric/odeint/stepper/generation.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>

#include "peer_problem.hpp"

namespace stickslip {

class OdeintMotion {
public:
    OdeintMotion(const Oscillator& oscillator, const Load& load, double tolerance)
        : problem_(oscillator, load), tolerance_(tolerance) {}

    PeerMotion run(const State& start, double end) {
        const double belt = problem_.oscillator().belt_velocity;
        PeerMotion motion;
        Vector y{start.position, start.velocity};
        double time = 0.0;
        problem_.direction =
            start.velocity == belt ? problem_.direction_after_rest(0.0, y[0]) : (start.velocity > belt ? 1 : -1);
        if (problem_.direction != 0)
            motion.events.push_back({0.0, EventKind::stick_to_slide, y[0], problem_.direction});
        while (time < end) {
            ++motion.phases;
            if (problem_.direction == 0) {
                if (!stick(time, y, end)) break;
                motion.events.push_back({time, EventKind::stick_to_slide, y[0], problem_.direction});
            } else {
                const int was = problem_.direction;
                if (!slide(time, y, end)) break;
                y[1] = belt;
                problem_.direction = problem_.direction_after_rest(time, y[0]);
                const bool sticks = problem_.direction == 0;
                motion.events.push_back(
                    {time, sticks ? EventKind::slide_to_stick : EventKind::reversal, y[0], sticks ? was : -was});
            }
        }
        motion.final = {y[0], y[1]};
        return motion;
    }

private:
    using Vector = std::array<double, 2>;

    /// The root of a falling function in [low, high], to the last bits.
    template <class Function>
    static double root(const Function& f, double low, double high) {
        std::uintmax_t most = 60;
        const auto close = [](double a, double b) { return std::abs(b - a) <= 4e-16 * std::abs(b); };
        const auto [left, right] = boost::math::tools::toms748_solve(f, low, high, close, most);
        return 0.5 * (left + right);
    }

    /// Slides until the velocity meets the surface's (true) or the end (false).
    bool slide(double& time, Vector& y, double end) {
        namespace odeint = boost::numeric::odeint;
        const double belt = problem_.oscillator().belt_velocity;
        const auto rates = [this](const Vector& s, Vector& d, double t) {
            d[0] = s[1];
            d[1] = problem_.acceleration(t, s[0], s[1]);
        };
        auto stepper = odeint::make_dense_output(tolerance_, tolerance_, odeint::runge_kutta_dopri5<Vector>());
        constexpr double first_step = 1e-3;
        stepper.initialize(y, time, first_step);
        const auto slip = [&](double t) {
            Vector s;
            stepper.calc_state(t, s);
            return problem_.direction * (s[1] - belt);
        };
        for (;;) {
            const auto [from, to] = stepper.do_step(rates);
            const double reached = std::min(to, end);
            const double at_end = to > end ? slip(end) : problem_.direction * (stepper.current_state()[1] - belt);
            if (at_end < 0.0) {
                // The very first step leaves the zero it starts at; rounding there is not an event.
                const double low = from == time ? from + 1e-3 * (to - from) : from;
                if (slip(low) > 0.0) {
                    time = root(slip, low, reached);
                    stepper.calc_state(time, y);
                    return true;
                }
            }
            if (to >= end) {
                stepper.calc_state(end, y);
                time = end;
                return false;
            }
        }
    }

    /// Sticks until the load meets a bound (true) or the end (false).
    bool stick(double& time, Vector& y, double end) {
        const double belt = problem_.oscillator().belt_velocity;
        const double bound = problem_.oscillator().holding_bound();
        const double began = time;
        const double x = y[0];
        const auto margin = [&](double t) {
            return bound - std::abs(problem_.net_force(t, x + belt * (t - began), belt));
        };
        for (double low = time; low < end;) {
            const double high = std::min({low + problem_.stick_step(), problem_.next_load_extreme(low), end});
            if (margin(high) < 0.0) {
                double inside = low;
                if (margin(inside) <= 0.0) inside = low + 1e-12 * (high - low);
                time = margin(inside) <= 0.0 ? low : root(margin, inside, high);
                y[0] = x + belt * (time - began);
                problem_.direction = problem_.net_force(high, x + belt * (high - began), belt) > 0.0 ? 1 : -1;
                return true;
            }
            low = high;
        }
        time = end;
        y[0] = x + belt * (end - began);
        return false;
    }

    PeerProblem problem_;
    double tolerance_;
};

}  // namespace stickslip
