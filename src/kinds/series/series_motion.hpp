#pragma once

// A motion by series behind the interface that does not know its law: reports of steps, progress and interruption.

#include "series_driver.hpp"
#include "stickslip/interruption.hpp"

namespace stickslip {

template <class Field>
class SeriesMotion final : public LawMotion {
public:
    using S = typename Field::Scalar;

    template <class Law>
    SeriesMotion(const Law& law, const Oscillator& o, const Load& load, const SeriesOptions& options)
        : progress_(options.progress), driver_(law, mechanics_of(o), GeneralLoadSeries(load), series_bounds(options)) {}

    void start(const ExactTime& time, const LawState& state) override { driver_.start(time, state); }

    LawStep step(double until) override {
        LawStep report;
        report.start = driver_.time();
        report.kind = kind();
        report.direction = direction();
        announce();
        const auto step = driver_.choose_step(until);
        fill(report);
        report.length = step.length;
        report.event = driver_.take(step).event;
        report.direction_after = direction();
        return report;
    }

    void advance(double until) override {
        while (driver_.is_before(until)) {
            announce();
            driver_.take(driver_.choose_step(until));
        }
    }

    void set_time(const ExactTime& time) override { driver_.set_time(time); }
    void set_tangent(const Tangent& t) override { driver_.set_tangent(t); }

    [[nodiscard]] LawState state() const override { return driver_.state(); }
    [[nodiscard]] ExactTime time() const override { return driver_.time(); }
    [[nodiscard]] PhaseKind kind() const override { return driver_.field().mode.kind; }
    [[nodiscard]] int direction() const override { return driver_.field().mode.direction; }
    [[nodiscard]] bool has_diverged() const override { return driver_.has_diverged(); }
    [[nodiscard]] Tangent rates() override { return driver_.rates(); }

private:
    void announce() const {
        if (progress_) progress_();
        throw_if_interrupted();
    }

    void fill(LawStep& report) {
        const auto copy = [&](const series::Coefficients<S>& from, series::Coefficients<double>& to, int degree) {
            for (int n = 0; n <= degree; ++n) to[n] = value_of(from[n]);
            return std::span<const double>(to.data(), degree + 1);
        };
        const Field& field = driver_.field();
        const int order = field.order();
        report.position = copy(field.x, values_[0], order);
        report.slip_velocity = copy(field.w, values_[1], order);
        report.acceleration = copy(field.a, values_[2], order - 1);
        report.deflection = copy(field.z, values_[3], order);
    }

    std::function<void()> progress_;
    SeriesDriver<Field> driver_;
    std::array<series::Coefficients<double>, 4> values_{};
};

}  // namespace stickslip
