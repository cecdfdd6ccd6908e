// What a march along the derivatives of a structure shows at events, at the end and at any time.

#include "stickslip/structure/sensitivity.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>

#include "model/bounds.hpp"
#include "rate_march.hpp"
#include "vectors.hpp"

namespace stickslip::structure {
namespace {

/// Evaluates the derivatives at given times, in the order of time.
class Sampling final : public RateVisitor {
public:
    Sampling(std::span<const double> times, std::vector<StructureDerivative>& out)
        : times_(times), order_(times.size()), out_(out) {
        std::iota(order_.begin(), order_.end(), std::size_t{0});
        std::sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) { return times[a] < times[b]; });
        for (StructureDerivative& d : out) d.samples.resize(times.size());
    }

    void step(const RateSeries& series) override {
        for (; next_ < order_.size(); ++next_) {
            const double tau = duration_between(series.start(), {times_[order_[next_]], 0.0});
            if (tau >= series.length()) return;
            take(series, std::max(tau, 0.0),
                 [&](StructureDerivative& d) -> StructureStateRate& { return d.samples[order_[next_]]; });
        }
    }

    void event(const Eigen::RowVectorXd& time_rates) override {
        for (std::size_t j = 0; j < out_.size(); ++j) out_[j].event_times.push_back(time_rates[int(j)]);
    }

    /// The end, and the samples there.
    void finish(const RateMarch& march) {
        take(march.end(), 0.0, [](StructureDerivative& d) -> StructureStateRate& { return d.final; });
        for (StructureDerivative& d : out_) {
            for (std::size_t i = next_; i < order_.size(); ++i) d.samples[order_[i]] = d.final;
        }
    }

private:
    template <class Place>
    void take(const RateSeries& series, double tau, const Place& place) {
        const MatrixXd values[] = {series.position(tau, 0), series.position(tau, 1), series.position(tau, 2)};
        for (std::size_t j = 0; j < out_.size(); ++j) {
            StructureStateRate& rate = place(out_[j]);
            rate.position = as_list(values[0].col(int(j) + 1));
            rate.velocity = as_list(values[1].col(int(j) + 1));
            rate.acceleration = as_list(values[2].col(int(j) + 1));
        }
    }

    std::span<const double> times_;
    std::vector<std::size_t> order_;
    std::vector<StructureDerivative>& out_;
    std::size_t next_ = 0;
};

}  // namespace

std::vector<StructureDerivative> motion_derivatives(const StructureTrajectory& path,
                                                    std::span<const StructureRate> rates,
                                                    std::span<const double> times) {
    if (!rates.empty() && has_normal_springs(*path.structure)) {
        throw std::invalid_argument(
            "derivatives need normal forces that do not depend on the motion: a contact has a normal_stiffness");
    }
    for (const double time : times) {
        if (time >= 0.0 && time <= path.end) continue;
        throw std::invalid_argument("time = " + shortest(time) + " s must be from 0 to " + shortest(path.end) + " s");
    }
    std::vector<StructureDerivative> found(rates.size());
    Sampling sampling(times, found);
    RateMarch march(path, rates);
    march.follow(sampling);
    sampling.finish(march);
    return found;
}

}  // namespace stickslip::structure
