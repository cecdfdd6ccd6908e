#pragma once

// The steps that all laws share: expand, choose the step, find the first guard that fails on it, go there.

#include "first_descent.hpp"
#include "law_mechanics.hpp"

namespace stickslip {

/// The order for which a step of e⁻² of the radius of convergence meets the tolerance, [JorbaZou2005].
STICKSLIP_KERNEL inline int order_for(double tolerance) {
    const int order = static_cast<int>(std::ceil(-0.5 * std::log(tolerance))) + 2;
    return std::clamp(order, 4, int{series::largest_order});  // a copy: a device has no address of it
}

/// What of `SeriesOptions` the steps depend on.
struct SeriesBounds {
    double tolerance;
    double largest_position;
};

inline SeriesBounds series_bounds(const SeriesOptions& o) { return {o.tolerance, o.largest_position}; }

/// A motion put down between two steps.
template <class S>
struct PausedMotion {
    ExactTime time;
    SeriesState<S> y;
    LawMode mode;
    int stalls = 0;
};

/// Moves a state along a field, step by step.
template <class Field>
class SeriesDriver {
public:
    using S = typename Field::Scalar;

    template <class Law, class Forcing>
    STICKSLIP_KERNEL SeriesDriver(const Law& law, const Mechanics& m, const Forcing& forcing,
                                  const SeriesBounds& bounds)
        : bounds_(bounds), field_(law, m, forcing, order_for(bounds.tolerance)) {}

    STICKSLIP_KERNEL void start(const ExactTime& time, const LawState& state) {
        now_ = time;
        stalls_ = 0;
        has_diverged_ = false;
        y_.x = S(state.position);
        y_.w = S(state.slip_velocity);
        y_.z = S(state.deflection);
        set_tangent(state.tangent);
        field_.start(now_, y_);
    }

    [[nodiscard]] STICKSLIP_KERNEL PausedMotion<S> pause() const { return {now_, y_, field_.mode, stalls_}; }
    STICKSLIP_KERNEL void resume(const PausedMotion<S>& p) {
        now_ = p.time;
        y_ = p.y;
        field_.mode = p.mode;
        stalls_ = p.stalls;
        has_diverged_ = false;
    }

    /// A step that is chosen but not taken; the polynomials of the field hold on it.
    struct Step {
        double length = 0.0;
        int failed = -1;  ///< the guard that ends it; −1: none
        double limit = 0.0;
        bool reaches_limit = false;
        double window = 0.0;
    };

    [[nodiscard]] STICKSLIP_KERNEL Step choose_step(double until) {
        Step step;
        step.window = field_.window_end(now_);
        step.limit = std::min(until, step.window);
        const double horizon = remaining(step.limit);
        field_.expand(now_, y_);
        step.length = std::min(step_length(), horizon);
        constexpr int most_stalls = 8;               // events at one instant
        constexpr double least_step = 1.0 / 1024.0;  // of a step, past an instant that does not resolve itself
        if (stalls_ > most_stalls) {
            step.length *= least_step;
        } else {
            find_first_failure(step);
        }
        if constexpr (Field::needs_check) {
            for (int k = 0; k < most_halvings && !is_accurate_at(step.length); ++k) {
                step.length *= 0.5;
                step.failed = -1;
            }
        }
        stalls_ = step.failed >= 0 && step.length == 0.0 ? stalls_ + 1 : 0;
        step.reaches_limit = step.length >= horizon;
        return step;
    }

    STICKSLIP_KERNEL LawTransition take(const Step& step) {
        const int order = field_.order();
        y_.x = series::evaluate(field_.x, order, step.length);
        y_.w = series::evaluate(field_.w, order, step.length);
        if constexpr (Field::has_deflection) y_.z = series::evaluate(field_.z, order, step.length);
        now_ = step.reaches_limit ? ExactTime{step.limit, 0.0} : stickslip::advance(now_, step.length);
        field_.mode.starts_at_zero_acceleration = false;
        field_.mode.touching = -1;
        has_diverged_ = !(std::abs(value_of(y_.x)) <= bounds_.largest_position);
        if (has_diverged_) return {};
        if (step.failed >= 0) return field_.arrive(step.failed, step.length, now_, y_);
        if (step.reaches_limit && step.limit == step.window) return field_.enter_window(now_, y_);
        return {};
    }

    /// All steps to `until`, or until the motion diverges.
    STICKSLIP_KERNEL_CALL void advance(double until) {
        while (is_before(until)) take(choose_step(until));
    }

    [[nodiscard]] STICKSLIP_KERNEL bool is_before(double until) const {
        return remaining(until) > 0.0 && !has_diverged_;
    }

    STICKSLIP_KERNEL void set_time(const ExactTime& time) { now_ = time; }

    STICKSLIP_KERNEL void set_tangent(const Tangent& t) {
        stickslip::set_tangent(y_.x, t[0]);
        stickslip::set_tangent(y_.w, t[1]);
        stickslip::set_tangent(y_.z, t[2]);
    }

    [[nodiscard]] STICKSLIP_KERNEL LawState state() const {
        return {value_of(y_.x), value_of(y_.w), value_of(y_.z), {tangent_of(y_.x), tangent_of(y_.w), tangent_of(y_.z)}};
    }
    [[nodiscard]] STICKSLIP_KERNEL ExactTime time() const { return now_; }
    [[nodiscard]] STICKSLIP_KERNEL const Field& field() const { return field_; }
    [[nodiscard]] STICKSLIP_KERNEL bool has_diverged() const { return has_diverged_; }

    [[nodiscard]] STICKSLIP_KERNEL Tangent rates() {
        field_.expand(now_, y_);
        return {value_of(field_.x[1]), value_of(field_.a[0]), value_of(field_.z[1])};
    }

private:
    static constexpr int most_halvings = 40;

    [[nodiscard]] STICKSLIP_KERNEL double remaining(double until) const { return (until - now_.hi) - now_.lo; }

    STICKSLIP_KERNEL void find_first_failure(Step& step) const {
        for (int i = 0; i < field_.guards(); ++i) {
            const Guard guard = field_.guard(i);
            const std::span<const double> c(guard.coefficients.data(), guard.degree + 1);
            const double found = first_descent(c, 0, step.length);
            if (found <= step.length) {
                step.length = found;
                step.failed = i;
            }
        }
    }

    /// Whether the polynomials still solve the equation of motion at τ. The coefficients alone cannot tell: far from
    /// rest terms like exp(−decay·|w|) are flat at the start of a step and not at its end.
    [[nodiscard]] STICKSLIP_KERNEL bool is_accurate_at(double tau) const {
        if (field_.is_unaccelerated() || tau == 0.0) return true;
        const int order = field_.order();
        const double w = value_of(series::evaluate(field_.w, order, tau));
        const double z = value_of(series::evaluate(field_.z, order, tau));
        const ExactTime time = stickslip::advance(now_, tau);
        const auto push = field_.drive_at(time, value_of(series::evaluate(field_.x, order, tau)), w);
        const double a = value_of(series::evaluate(field_.a, order - 1, tau));
        const double defect = std::abs(field_.direct_acceleration(push.value, w, z) - a);
        const double speed = std::abs(value_of(field_.w[0])) + std::abs(w) + std::abs(a) * tau;
        constexpr double rounding = 256.0 * std::numeric_limits<double>::epsilon();
        constexpr double safety = 16.0;
        return defect * tau <= safety * order * bounds_.tolerance * speed + rounding * (push.size + std::abs(a)) * tau;
    }

    [[nodiscard]] STICKSLIP_KERNEL double step_length() const {
        if (field_.is_unaccelerated()) return length_for(field_.drive, field_.order() - 1);
        return length_for(field_.w, field_.order());
    }

    /// The longest h with |c[i]|·hⁱ ≤ tolerance·max(|c[j]|·hʲ) for the last two orders i and three low orders j: the
    /// first ones, or the first that are not all zero, as where a load grows like t³. Infinite where nothing moves at
    /// all.
    [[nodiscard]] STICKSLIP_KERNEL double length_for(const series::Coefficients<S>& c, int last) const {
        constexpr int low_orders = 3;
        int first = 0;
        while (first + low_orders < last - 1 && are_zero(c, first, low_orders)) ++first;
        const double log_tolerance = rough_log2(bounds_.tolerance);
        double log_low[low_orders];
        for (int j = 0; j < low_orders; ++j) log_low[j] = log_tolerance + rough_log2(value_of(c[first + j]));
        double log_length = std::numeric_limits<double>::infinity();
        for (int i = last - 1; i <= last; ++i) {
            if (value_of(c[i]) == 0.0) continue;
            const double log_high = rough_log2(value_of(c[i]));
            double longest = -std::numeric_limits<double>::infinity();
            for (int j = 0; j < low_orders; ++j) {
                longest = std::max(longest, (log_low[j] - log_high) / (i - first - j));
            }
            log_length = std::min(log_length, longest);
        }
        return std::exp2(log_length);
    }

    [[nodiscard]] STICKSLIP_KERNEL static bool are_zero(const series::Coefficients<S>& c, int from, int count) {
        for (int n = from; n < from + count; ++n) {
            if (value_of(c[n]) != 0.0) return false;
        }
        return true;
    }

    /// log₂|a| to seven digits: enough for the length of a step.
    STICKSLIP_KERNEL static double rough_log2(double a) {
        int exponent = 0;
        const auto mantissa = static_cast<float>(std::frexp(std::abs(a), &exponent));
        return exponent + static_cast<double>(std::log2(mantissa));
    }

    SeriesBounds bounds_;
    Field field_;
    SeriesState<S> y_;
    ExactTime now_;
    int stalls_ = 0;
    bool has_diverged_ = false;
};

}  // namespace stickslip
