#include "stickslip/chaos/lyapunov.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>

#include "kernel/in_parallel.hpp"
#include "random_start.hpp"
#include "stickslip/chaos/poincare.hpp"

namespace stickslip {

namespace {

constexpr int checkpoints = 100;  // of the convergence curve

/// The growth of one run, logarithms summed up to each checkpoint.
struct Run {
    std::vector<double> growth;
    double total = 0.0;
    bool has_diverged = false;
};

double size_of(const Tangent& t, double rate) { return std::hypot(t[0], t[1] / rate, t[2]); }

/// Shrinks the tangent to length one and returns the logarithm of what it was.
double renormalise(LawMotion& motion, double rate) {
    Tangent t = motion.state().tangent;
    const double size = size_of(t, rate);
    if (size == 0.0) {
        motion.set_tangent({1.0, rate, 0.0});
        return -std::numeric_limits<double>::infinity();
    }
    for (double& component : t) component /= size;
    motion.set_tangent(t);
    return std::log(size);
}

Run follow(const Oscillator& o, const Load& load, const State& start, long periods, const LyapunovOptions& options,
           const std::function<void()>& count) {
    const double period = period_scale(o, load);
    const double rate = two_pi_hi / period;
    const bool is_periodic = common_period(load, o.normal).has_value();
    const std::unique_ptr<LawMotion> motion = make_law_motion(o, load, Variation::tangent, options.series);
    motion->start({}, {start.position, start.velocity - o.belt_velocity, 0.0, {1.0, rate, 0.0}});
    Run run;
    for (long n = 0; n < options.transient + periods; ++n) {
        if (is_periodic) motion->set_time({});
        motion->advance(is_periodic ? period : static_cast<double>(n + 1) * period);
        if (motion->has_diverged()) {
            run.has_diverged = true;
            return run;
        }
        const double log_size = renormalise(*motion, rate);
        if (n < options.transient) continue;
        run.total += log_size;
        const long done = n - options.transient + 1;
        if (done * checkpoints / periods > (done - 1) * checkpoints / periods) {
            run.growth.push_back(run.total);
            count();
        }
    }
    return run;
}

LyapunovExponent summarise(const std::vector<Run>& runs, double span, long periods_each) {
    LyapunovExponent result;
    const auto count = static_cast<double>(runs.size());
    double mean = 0.0;
    for (const Run& run : runs) {
        if (run.has_diverged) {
            result.has_diverged = true;
            return result;
        }
        mean += run.total / (span * count);
    }
    double square = 0.0;
    for (const Run& run : runs) square += std::pow(run.total / span - mean, 2);
    result.exponent = mean;
    result.standard_error = std::isfinite(mean) ? std::sqrt(square / (count * (count - 1.0))) : 0.0;
    result.periods = periods_each * static_cast<long>(runs.size());
    const std::size_t marks = runs.front().growth.size();
    for (std::size_t i = 0; i < marks; ++i) {
        const double part = static_cast<double>(i + 1) / static_cast<double>(marks);
        double sum = 0.0;
        for (const Run& run : runs) sum += run.growth[i];
        result.convergence.push_back({part * static_cast<double>(result.periods), sum / (part * span * count)});
    }
    return result;
}

}  // namespace

LyapunovExponent lyapunov_exponent(const Oscillator& o, const Load& load, const State& start,
                                   const LyapunovOptions& options) {
    validate(start);
    if (options.periods < 1 || options.transient < 0 || options.runs < 2) {
        throw std::invalid_argument("an exponent needs periods ≥ 1, transient ≥ 0 and at least two runs, got " +
                                    std::to_string(options.periods) + ", " + std::to_string(options.transient) +
                                    " and " + std::to_string(options.runs));
    }
    const long each = std::max(1L, options.periods / options.runs);
    std::vector<Run> runs(static_cast<std::size_t>(options.runs));
    std::atomic<int> done{0};
    const auto count = [&] {
        if (options.progress) options.progress(++done / (static_cast<double>(checkpoints) * options.runs));
    };
    in_parallel(std::size_t{0}, runs.size(), [&](std::size_t i) {
        runs[i] = follow(o, load, kicked(start, options.seed, i), each, options, count);
    });
    return summarise(runs, static_cast<double>(each) * period_scale(o, load), each);
}

}  // namespace stickslip
