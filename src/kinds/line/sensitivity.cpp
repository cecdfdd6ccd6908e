// What a march along the derivatives shows at events, at the end and at any time.

#include "stickslip/steady/sensitivity.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>

#include "model/bounds.hpp"
#include "tangent_march.hpp"

namespace stickslip {

namespace {

/// Evaluates the derivatives at given times, in the order of time.
class Sampling final : public TangentVisitor {
public:
    Sampling(std::span<const double> times, std::vector<MotionDerivative>& out)
        : times_(times), order_(times.size()), out_(out), values_(out.size() + 1) {
        std::iota(order_.begin(), order_.end(), std::size_t{0});
        std::sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) { return times[a] < times[b]; });
        for (MotionDerivative& d : out) d.samples.resize(times.size());
    }

    [[nodiscard]] bool wants(const ExactTime& start, double length) override {
        return next_ < order_.size() && duration_between(start, {times_[order_[next_]], 0.0}) <= length;
    }

    void step(const TangentStep& step) override {
        for (; next_ < order_.size(); ++next_) {
            const double tau = duration_between(step.start, {times_[order_[next_]], 0.0});
            if (tau >= step.length) return;
            take(step, std::max(tau, 0.0), order_[next_]);
        }
    }

    void event(std::size_t, std::span<const double> time_rates) override {
        for (std::size_t j = 0; j < out_.size(); ++j) out_[j].event_times.push_back(time_rates[j]);
    }

    /// The end, and the samples there.
    void finish(const TangentMarch& march) {
        for (std::size_t j = 0; j < out_.size(); ++j) {
            MotionDerivative& d = out_[j];
            d.final = {march.position_rates()[j], march.velocity_rates()[j], march.acceleration_rate(j)};
            for (std::size_t i = next_; i < order_.size(); ++i) d.samples[order_[i]] = d.final;
        }
    }

private:
    void take(const TangentStep& step, double tau, std::size_t sample) {
        constexpr double StateRate::*members[] = {&StateRate::position, &StateRate::velocity, &StateRate::acceleration};
        for (int k = 0; k < 3; ++k) {
            step.evaluate(tau, k, values_.data());
            for (std::size_t j = 0; j < out_.size(); ++j) out_[j].samples[sample].*members[k] = values_[j + 1];
        }
    }

    std::span<const double> times_;
    std::vector<std::size_t> order_;
    std::vector<MotionDerivative>& out_;
    std::vector<double> values_;
    std::size_t next_ = 0;
};

void require_rates(const Trajectory& trajectory, std::span<const ProblemRate> rates) {
    require_tangent(trajectory);
    for (const ProblemRate& r : rates) {
        if (!r.harmonics.empty() && r.harmonics.size() != trajectory.load.harmonics.size()) {
            throw std::invalid_argument("harmonics of a rate = " + std::to_string(r.harmonics.size()) +
                                        " must be as many as those of the load, or none");
        }
        if (r.record && (!trajectory.load.record || r.record->times != trajectory.load.record->times)) {
            throw std::invalid_argument("the record of a rate must have the times of the record of the load");
        }
    }
}

}  // namespace

std::vector<MotionDerivative> motion_derivatives(const Trajectory& trajectory, std::span<const ProblemRate> rates,
                                                 std::span<const double> times) {
    require_rates(trajectory, rates);
    for (const double time : times) {
        if (time >= trajectory.start_time() && time <= trajectory.end_time()) continue;
        throw std::invalid_argument("time = " + shortest(time) + " must be in [" + shortest(trajectory.start_time()) +
                                    ", " + shortest(trajectory.end_time()) + "] s");
    }
    std::vector<MotionDerivative> found(rates.size());
    Sampling sampling(times, found);
    TangentMarch march(trajectory, rates);
    march.follow(sampling);
    sampling.finish(march);
    return found;
}

}  // namespace stickslip
