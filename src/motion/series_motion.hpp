#pragma once

// The driver that all laws share: expand, choose the step, find the first guard that fails on it, go there.

#include "first_descent.hpp"
#include "law_mechanics.hpp"
#include "stickslip/motion/interruption.hpp"

namespace stickslip {

/// The order for which a step of e⁻² of the radius of convergence meets the tolerance, [JorbaZou2005].
inline int order_for(double tolerance) {
    const int order = static_cast<int>(std::ceil(-0.5 * std::log(tolerance))) + 2;
    return std::clamp(order, 4, series::largest_order);
}

template <class Field>
class SeriesMotion final : public LawMotion {
public:
    using S = typename Field::Scalar;

    template <class Law>
    SeriesMotion(const Law& law, const Oscillator& o, const Load& load, const SeriesOptions& options)
        : options_(options), field_(law, o, load, order_for(options.tolerance)) {}

    void start(const ExactTime& time, const LawState& state) override {
        now_ = time;
        stalls_ = 0;
        has_diverged_ = false;
        y_.x = S(state.position);
        y_.w = S(state.slip_velocity);
        y_.z = S(state.deflection);
        set_tangent(state.tangent);
        field_.start(now_, y_);
    }

    LawStep step(double until) override {
        LawStep report;
        report.start = now_;
        report.kind = field_.mode.kind;
        report.direction = field_.mode.direction;
        if (options_.progress) options_.progress();
        const Passage passage = take_step(until, &report);
        report.length = passage.length;
        report.event = passage.event;
        report.direction_after = field_.mode.direction;
        return report;
    }

    void advance(double until) override {
        while (remaining(until) > 0.0 && !has_diverged_) {
            if (options_.progress) options_.progress();
            take_step(until, nullptr);
        }
    }

    void set_time(const ExactTime& time) override { now_ = time; }

    void set_tangent(const Tangent& t) override {
        stickslip::set_tangent(y_.x, t[0]);
        stickslip::set_tangent(y_.w, t[1]);
        stickslip::set_tangent(y_.z, t[2]);
    }

    [[nodiscard]] LawState state() const override {
        return {value_of(y_.x), value_of(y_.w), value_of(y_.z), {tangent_of(y_.x), tangent_of(y_.w), tangent_of(y_.z)}};
    }
    [[nodiscard]] ExactTime time() const override { return now_; }
    [[nodiscard]] PhaseKind kind() const override { return field_.mode.kind; }
    [[nodiscard]] int direction() const override { return field_.mode.direction; }
    [[nodiscard]] bool has_diverged() const override { return has_diverged_; }

    [[nodiscard]] Tangent rates() override {
        field_.expand(now_, y_);
        return {value_of(field_.x[1]), value_of(field_.a[0]), value_of(field_.z[1])};
    }

private:
    static constexpr int most_halvings = 40;

    struct Passage {
        double length = 0.0;
        std::optional<EventKind> event;
    };

    [[nodiscard]] double remaining(double until) const { return (until - now_.hi) - now_.lo; }

    /// `report`, where wanted, gets the polynomials before an event replaces them.
    Passage take_step(double until, LawStep* report) {
        throw_if_interrupted();
        const double window = field_.window_end(now_);
        const double limit = std::min(until, window);
        const double horizon = remaining(limit);
        field_.expand(now_, y_);
        double length = std::min(step_length(), horizon);
        int failed = -1;
        constexpr int most_stalls = 8;               // events at one instant
        constexpr double least_step = 1.0 / 1024.0;  // of a step, past an instant that does not resolve itself
        if (stalls_ > most_stalls) {
            length *= least_step;
        } else {
            for (int i = 0; i < field_.guards(); ++i) {
                const Guard guard = field_.guard(i);
                const std::span<const double> c(guard.coefficients.data(), guard.degree + 1);
                const double found = first_descent(c, 0, length);
                if (found <= length) {
                    length = found;
                    failed = i;
                }
            }
        }
        if constexpr (Field::needs_check) {
            for (int k = 0; k < most_halvings && !is_accurate_at(length); ++k) {
                length *= 0.5;
                failed = -1;
            }
        }
        stalls_ = failed >= 0 && length == 0.0 ? stalls_ + 1 : 0;
        if (report != nullptr) fill(*report);
        return go(length, failed, limit, length >= horizon, window);
    }

    Passage go(double length, int failed, double limit, bool reaches_limit, double window) {
        const int order = field_.order();
        y_.x = series::evaluate(field_.x, order, length);
        y_.w = series::evaluate(field_.w, order, length);
        if constexpr (Field::has_deflection) y_.z = series::evaluate(field_.z, order, length);
        now_ = reaches_limit ? ExactTime{limit, 0.0} : advanced(length);
        field_.mode.starts_at_zero_acceleration = false;
        field_.mode.touching = -1;
        has_diverged_ = !(std::abs(value_of(y_.x)) <= options_.largest_position);
        if (has_diverged_) return {length, {}};
        if (failed >= 0) return {length, field_.arrive(failed, length, now_, y_).event};
        if (reaches_limit && limit == window) return {length, field_.enter_window(now_, y_).event};
        return {length, {}};
    }

    /// Whether the polynomials still solve the equation of motion at τ. The coefficients alone cannot tell: far from
    /// rest terms like exp(−decay·|w|) are flat at the start of a step and not at its end.
    [[nodiscard]] bool is_accurate_at(double tau) const {
        if (field_.is_unaccelerated() || tau == 0.0) return true;
        const int order = field_.order();
        const double w = value_of(series::evaluate(field_.w, order, tau));
        const double z = value_of(series::evaluate(field_.z, order, tau));
        const auto push = field_.drive_at(advanced(tau), value_of(series::evaluate(field_.x, order, tau)), w);
        const double a = value_of(series::evaluate(field_.a, order - 1, tau));
        const double defect = std::abs(field_.direct_acceleration(push.value, w, z) - a);
        const double speed = std::abs(value_of(field_.w[0])) + std::abs(w) + std::abs(a) * tau;
        constexpr double rounding = 256.0 * std::numeric_limits<double>::epsilon();
        constexpr double safety = 16.0;
        return defect * tau <= safety * order * options_.tolerance * speed + rounding * (push.size + std::abs(a)) * tau;
    }

    [[nodiscard]] ExactTime advanced(double length) const { return stickslip::advance(now_, length); }

    [[nodiscard]] double step_length() const {
        if (field_.is_unaccelerated()) return length_for(field_.drive, field_.order() - 1);
        return length_for(field_.w, field_.order());
    }

    /// The longest h with |c[i]|·hⁱ ≤ tolerance·max(|c[j]|·hʲ) for the last two orders i and the first orders j.
    [[nodiscard]] double length_for(const series::Coefficients<S>& c, int last) const {
        constexpr int first_orders = 3;
        const double log_tolerance = rough_log2(options_.tolerance);
        double log_low[first_orders];
        for (int j = 0; j < first_orders; ++j) log_low[j] = log_tolerance + rough_log2(value_of(c[j]));
        double log_length = std::numeric_limits<double>::infinity();
        for (const int i : {last - 1, last}) {
            const double log_high = rough_log2(value_of(c[i]));
            double longest = -std::numeric_limits<double>::infinity();
            for (int j = 0; j < first_orders; ++j) longest = std::max(longest, (log_low[j] - log_high) / (i - j));
            log_length = std::min(log_length, longest);
        }
        return std::exp2(log_length);
    }

    /// log₂|a| to seven digits: enough for the length of a step.
    static double rough_log2(double a) {
        int exponent = 0;
        const auto mantissa = static_cast<float>(std::frexp(std::abs(a), &exponent));
        return exponent + static_cast<double>(std::log2(mantissa));
    }

    void fill(LawStep& report) {
        const auto copy = [&](const series::Coefficients<S>& from, series::Coefficients<double>& to, int degree) {
            for (int n = 0; n <= degree; ++n) to[n] = value_of(from[n]);
            return std::span<const double>(to.data(), degree + 1);
        };
        const int order = field_.order();
        report.position = copy(field_.x, values_[0], order);
        report.slip_velocity = copy(field_.w, values_[1], order);
        report.acceleration = copy(field_.a, values_[2], order - 1);
        report.deflection = copy(field_.z, values_[3], order);
    }

    SeriesOptions options_;
    Field field_;
    SeriesState<S> y_;
    ExactTime now_;
    int stalls_ = 0;
    bool has_diverged_ = false;
    std::array<series::Coefficients<double>, 4> values_{};
};

}  // namespace stickslip
