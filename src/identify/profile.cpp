#include "profile.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "stickslip/interruption.hpp"

namespace stickslip::identifying {

namespace {

constexpr double no_end = std::numeric_limits<double>::infinity();

/// Follows one parameter to one side.
class Side {
public:
    Side(const FitModel& model, const Fit& best, const FitMatrix& covariance, std::size_t parameter)
        : model_(model), best_(best), covariance_(covariance), j_(parameter) {
        variance_ = model.variance(best.sums.cost);
    }

    /// √((S − S_min)/σ̂²) with the parameter held at `value`; the others start where the linear problem says, or where
    /// they were last.
    double rise(double value) {
        throw_if_interrupted();
        Values start = predicted(value);
        Fit found = fitted(model_, std::move(start), options());
        if (last_ && !(found.sums.cost < best_.sums.cost + far * variance_)) {
            Values again = *last_;
            again[j_] = value;
            Fit other = fitted(model_, std::move(again), options());
            if (other.sums.cost < found.sums.cost) found = std::move(other);
        }
        if (!found.sums.exists()) return no_end;
        last_ = found.values;
        if (found.sums.cost < best_.sums.cost - significant * variance_) {
            better = found;
            return 0.0;
        }
        return std::sqrt(std::max(0.0, found.sums.cost - best_.sums.cost) / variance_);
    }

    std::optional<Fit> better;

private:
    static constexpr double far = 12.0;         // σ̂²: beyond the usual ends of intervals
    static constexpr double significant = 0.1;  // σ̂²: a lower minimum is another one

    [[nodiscard]] FitOptions options() const {
        constexpr int most_steps = 8;
        constexpr double least_gain = 0.01;  // of σ²: an end of 95 % is at 3.84
        return {most_steps, least_gain, j_};
    }

    [[nodiscard]] Values predicted(double value) const {
        Values v = best_.values;
        const double by = value - best_.values[j_];
        v[j_] = value;
        if (!(covariance_(j_, j_) > 0.0)) return v;
        for (std::size_t i = 0; i < v.size(); ++i) {
            if (i == j_) continue;
            const Parameter& p = model_.parameters()[i];
            v[i] = std::clamp(v[i] + by * covariance_(i, j_) / covariance_(j_, j_), p.lower, p.upper);
        }
        return v;
    }

    const FitModel& model_;
    const Fit& best_;
    const FitMatrix& covariance_;
    std::size_t j_;
    double variance_ = 0.0;
    std::optional<Values> last_;
};

/// Where the rise reaches `target` on one side (direction ±1); the bound of the parameter if it does not before.
double end_of(Side& side, double centre, double first_step, int direction, double bound, double target) {
    constexpr int most_steps = 12;
    constexpr double close = 0.02;  // of the target
    double inside = 0.0;            // distance with a rise below the target, and its rise
    double inside_rise = 0.0;
    double outside = no_end;
    double outside_rise = no_end;
    const double room = std::abs(bound - centre);
    if (room == 0.0) return bound;
    double distance = std::min(first_step, room);
    for (int i = 0; i < most_steps; ++i) {
        const double r = side.rise(centre + direction * distance);
        if (side.better) return centre;
        if (std::abs(r - target) < close * target) {
            return centre + direction * distance * (target / r);
        }
        if (r < target) {
            if (distance == room) return bound;
            inside = distance;
            inside_rise = r;
        } else {
            outside = distance;
            outside_rise = r;
        }
        if (!std::isfinite(outside)) {
            const double factor = inside_rise > 0.0 ? std::clamp(1.05 * target / inside_rise, 1.1, 4.0) : 4.0;
            distance = std::min(distance * factor, room);
        } else {
            // Between both by the secant of the rise, which is nearly straight, but never at an end.
            const double share =
                std::isfinite(outside_rise) ? (target - inside_rise) / (outside_rise - inside_rise) : 0.5;
            distance = inside + std::clamp(share, 0.08, 0.92) * (outside - inside);
            if (outside - inside < close * outside) break;
        }
    }
    if (!std::isfinite(outside)) return direction > 0 ? no_end : -no_end;
    return centre + direction * outside;
}

}  // namespace

double student_quantile(double confidence, double freedom) {
    const boost::math::students_t distribution(std::max(1.0, freedom));
    return boost::math::quantile(distribution, 0.5 * (1.0 + confidence));
}

Profile profile_of(const FitModel& model, const Fit& best, const FitMatrix& covariance, std::size_t j,
                   const ProfileRequest& request) {
    const Parameter& p = model.parameters()[j];
    const double centre = best.values[j];
    const double target = student_quantile(request.confidence, model.freedom());
    constexpr double blind_share = 0.05;  // of the value, where the linear problem says nothing
    const double linear = std::sqrt(std::max(0.0, covariance(j, j)));
    double step = target * linear;
    if (!(step > 0.0)) step = blind_share * (centre != 0.0 ? std::abs(centre) : 1.0);
    Profile found;
    found.lower = p.lower;
    found.upper = p.upper;
    for (const int direction : {-1, 1}) {
        Side side(model, best, covariance, j);
        const double bound = direction < 0 ? p.lower : p.upper;
        (direction < 0 ? found.lower : found.upper) = end_of(side, centre, step, direction, bound, target);
        if (side.better) {
            found.better = side.better;
            return found;
        }
    }
    if (request.points <= 0) return found;
    constexpr double wider = 1.5;  // than the interval
    for (const int direction : {-1, 1}) {
        Side side(model, best, covariance, j);
        const double end = direction < 0 ? found.lower : found.upper;
        const double bound = direction < 0 ? p.lower : p.upper;
        const double width = std::isfinite(end) ? wider * (end - centre) : direction * 4.0 * step;
        for (int i = direction < 0 ? 1 : 0; i <= request.points / 2; ++i) {
            const double value = centre + width * i / (request.points / 2);
            if ((value - bound) * direction > 0.0) break;
            const double r = i == 0 ? 0.0 : side.rise(value);
            if (!std::isfinite(r)) break;
            const auto at = direction < 0 ? found.curve.values.begin() : found.curve.values.end();
            const auto rise_at = direction < 0 ? found.curve.rise.begin() : found.curve.rise.end();
            found.curve.values.insert(at, value);
            found.curve.rise.insert(rise_at, r * r);
        }
    }
    return found;
}

}  // namespace stickslip::identifying
