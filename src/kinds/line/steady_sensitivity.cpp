// Implicit differentiation of a periodic orbit y(T; y₀, p) = y₀: (1 − M)·δy₀ = ∂y(T)/∂p + y′(T)·∂T/∂p, then of what
// is read off the cycle. The motion turns where x′ = 0, so that an extreme of x moves as x does at its time; nothing
// slides at an event, so that the moving of event times changes no loss. docs/theory/sensitivity.md, Eqs. (7)–(10).

#include <boost/math/quadrature/gauss.hpp>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "stickslip/steady/sensitivity.hpp"
#include "tangent_march.hpp"

namespace stickslip {

namespace {

/// A number and its derivatives along all parameters of a march.
struct Sum {
    explicit Sum(std::size_t parameters) : rates(parameters) {}
    double value = 0.0;
    std::vector<double> rates;
};

/// Reads the extremes, the slip path and the fundamental off a cycle.
class CycleReading final : public TangentVisitor {
public:
    CycleReading(const Trajectory& cycle, std::span<const ProblemRate> rates)
        : highest(rates.size()),
          lowest(rates.size()),
          path(rates.size()),
          sine(rates.size()),
          cosine(rates.size()),
          cycle_(cycle),
          rates_(rates),
          reference_(cycle.phases.front().position),
          values_(rates.size() + 1),
          more_(rates.size() + 1) {
        highest.value = -std::numeric_limits<double>::infinity();
        lowest.value = std::numeric_limits<double>::infinity();
    }

    void step(const TangentStep& step) override {
        include_extremes(step);
        if (step.kind == PhaseKind::slide) add_path(step);
        if (!cycle_.load.harmonics.empty()) add_fundamental(step);
    }

    Sum highest, lowest, path, sine, cosine;

private:
    void include(const TangentStep& step, double tau) {
        step.evaluate(tau, 0, values_.data());
        for (const auto& [sum, sign] : {std::pair{&highest, 1.0}, std::pair{&lowest, -1.0}}) {
            if (!(sign * values_[0] > sign * sum->value)) continue;
            sum->value = values_[0];
            sum->rates.assign(values_.begin() + 1, values_.end());
        }
    }

    /// The ends of the step, and where x′ changes its sign between them.
    void include_extremes(const TangentStep& step) {
        include(step, 0.0);
        include(step, step.length);
        constexpr int parts = 4;
        constexpr int most_halvings = 60;
        const auto velocity = [&](double tau) {
            step.evaluate(tau, 1, more_.data());
            return more_[0];
        };
        if (step.kind == PhaseKind::stick || cycle_.oscillator.belt_velocity == 0.0) return;
        for (int i = 0; i < parts; ++i) {
            double low = step.length * i / parts;
            double high = step.length * (i + 1) / parts;
            const double first = velocity(low);
            if (!(first * velocity(high) < 0.0)) continue;
            for (int k = 0; k < most_halvings; ++k) {
                const double middle = 0.5 * (low + high);
                (velocity(middle) * first > 0.0 ? low : high) = middle;
            }
            include(step, low);
        }
    }

    /// s·(x − v_b·t) over the step.
    void add_path(const TangentStep& step) {
        step.evaluate(step.length, 0, values_.data());
        const double s = step.direction;
        path.value += s * (values_[0] - step.rows[0] - cycle_.oscillator.belt_velocity * step.length);
        for (std::size_t j = 0; j < rates_.size(); ++j) {
            path.rates[j] += s * (values_[j + 1] - step.rows[j + 1] - rates_[j].belt_velocity * step.length);
        }
    }

    /// ∫ x·sin θ and ∫ x·cos θ with θ = ωt + φ.
    void add_fundamental(const TangentStep& step) {
        using Rule = boost::math::quadrature::gauss<double, 10>;
        const Harmonic& h = cycle_.load.harmonics.front();
        const double panels = std::ceil(std::max(1.0, h.frequency.value() * step.length));
        const double half = 0.5 * step.length / panels;
        for (double i = 0.0; i < panels; i += 1.0) {
            const double middle = (2.0 * i + 1.0) * half;
            for (std::size_t k = 0; k < Rule::abscissa().size(); ++k) {
                for (const double side : {-1.0, 1.0}) {
                    add_point(step, h, middle + side * half * Rule::abscissa()[k], half * Rule::weights()[k]);
                }
            }
        }
    }

    void add_point(const TangentStep& step, const Harmonic& h, double tau, double weight) {
        const ExactTime time = advance(step.start, tau);
        const double theta = reduced_phase(h.frequency, time, h.phase);
        const double s = weight * std::sin(theta);
        const double c = weight * std::cos(theta);
        step.evaluate(tau, 0, values_.data());
        const double x = values_[0] - reference_;
        sine.value += x * s;
        cosine.value += x * c;
        for (std::size_t j = 0; j < rates_.size(); ++j) {
            double turn = 0.0;
            if (!rates_[j].harmonics.empty()) {
                turn = rates_[j].harmonics.front().frequency * time.value() + rates_[j].harmonics.front().phase;
            }
            sine.rates[j] += values_[j + 1] * s + x * c * turn;
            cosine.rates[j] += values_[j + 1] * c - x * s * turn;
        }
    }

    const Trajectory& cycle_;
    std::span<const ProblemRate> rates_;
    double reference_;
    std::vector<double> values_, more_;
};

/// ∂T/∂p of a cycle of this length; NaN where the frequencies do not change together.
double period_rate(const Load& load, const ProblemRate& rate, double length) {
    if (rate.harmonics.empty()) return 0.0;
    const double change = rate.harmonics.front().frequency / load.harmonics.front().frequency.value();
    for (std::size_t i = 1; i < rate.harmonics.size(); ++i) {
        if (rate.harmonics[i].frequency != change * load.harmonics[i].frequency.value()) return undefined_value;
    }
    return -length * change;
}

/// How the start of the orbit moves; NaN where the start decides between orbits.
struct OrbitRate {
    double position = 0.0;
    double velocity = 0.0;
};

class Orbit {
public:
    Orbit(const TangentMarch& march, std::size_t parameters, bool has_spring)
        : xx_(march.position_rates()[parameters]),
          xv_(march.position_rates()[parameters + 1]),
          vx_(march.velocity_rates()[parameters]),
          vv_(march.velocity_rates()[parameters + 1]),
          has_spring_(has_spring) {}

    [[nodiscard]] OrbitRate solve(double x, double v) const {
        if (!has_spring_) return {0.0, v / (1.0 - vv_)};
        const double determinant = (1.0 - xx_) * (1.0 - vv_) - xv_ * vx_;
        constexpr double least = 1e-13;  // below, rounding decides
        if (!(std::abs(determinant) > least)) return {undefined_value, undefined_value};
        return {((1.0 - vv_) * x + xv_ * v) / determinant, (vx_ * x + (1.0 - xx_) * v) / determinant};
    }

private:
    double xx_, xv_, vx_, vv_;
    bool has_spring_;
};

}  // namespace

std::vector<SteadyDerivative> steady_derivatives(const SteadyState& state, std::span<const ProblemRate> rates) {
    std::vector<SteadyDerivative> found(rates.size());
    if (rates.empty()) return found;
    if (state.regime == Regime::permanent_stick) {
        for (SteadyDerivative& d : found) d.amplitude = d.dissipated = 0.0;
        return found;
    }
    if (!state.cycle || !state.is_periodic() || state.regime == Regime::non_unique) return found;
    const Trajectory& cycle = *state.cycle;
    require_tangent(cycle);
    if (cycle.load.harmonics.empty()) return found;
    const std::size_t count = rates.size();
    std::vector<ProblemRate> all(rates.begin(), rates.end());
    for (ProblemRate& r : all) r.start = {};
    all.resize(count + 2);  // and the two numbers of the start of the orbit
    all[count].start.position = 1.0;
    all[count + 1].start.velocity = 1.0;
    CycleReading read(cycle, all);
    TangentMarch march(cycle, all);
    march.follow(read);
    const Orbit orbit(march, count, cycle.oscillator.stiffness > 0.0);
    const double length = cycle.end_time() - cycle.start_time();
    const Sample end = cycle.at(cycle.end_time());
    const Harmonic& h = cycle.load.harmonics.front();
    const double theta = reduced_phase(h.frequency, {cycle.end_time(), 0.0}, h.phase);
    const double away = end.position - cycle.phases.front().position;
    const double periods = std::max(1, state.load_periods);
    for (std::size_t j = 0; j < count; ++j) {
        const double later = period_rate(cycle.load, all[j], length);
        const OrbitRate y = orbit.solve(march.position_rates()[j] + end.velocity * later,
                                        march.velocity_rates()[j] + end.acceleration * later);
        const auto total = [&](const Sum& sum) {
            return sum.rates[j] + sum.rates[count] * y.position + sum.rates[count + 1] * y.velocity;
        };
        const double slip = std::abs(end.velocity - cycle.oscillator.belt_velocity) * later;
        const double path = total(read.path) + slip;
        const double sine = total(read.sine) + away * std::sin(theta) * later;
        const double cosine = total(read.cosine) + away * std::cos(theta) * later;
        SteadyDerivative& d = found[j];
        d.amplitude = 0.5 * (total(read.highest) - total(read.lowest));
        d.dissipated = (all[j].friction_bound * read.path.value + cycle.oscillator.friction_bound * path) / periods;
        d.phase_lag = (read.cosine.value * sine - read.sine.value * cosine) /
                      (read.sine.value * read.sine.value + read.cosine.value * read.cosine.value);
    }
    return found;
}

}  // namespace stickslip
