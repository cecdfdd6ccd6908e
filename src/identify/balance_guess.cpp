// The balance of forces at times when the mass surely slides, m·x″ + c·x′ + k·(x − x_eq) + r·sgn x′ − p(t) = 0, is
// linear in the numbers of the case. x, x′ and x″ come from cubics through the samples around; too narrow a window
// drowns in noise, too wide a one blurs the reversals, so that several are tried and the motions decide.

#include <algorithm>
#include <array>
#include <cmath>

#include "first_guess.hpp"
#include "least_squares.hpp"
#include "local_motion.hpp"

namespace stickslip::identifying {

namespace {

constexpr std::size_t centres = 160;

/// How the load changes with an open number.
double load_rate(const Load& load, const ProblemRate& r, double time) {
    double sum = r.constant;
    for (std::size_t i = 0; i < r.harmonics.size(); ++i) {
        const Harmonic& h = load.harmonics[i];
        const double theta = reduced_phase(h.frequency, {time, 0.0}, h.phase);
        sum += r.harmonics[i].amplitude * std::sin(theta) +
               h.amplitude * (r.harmonics[i].frequency * time + r.harmonics[i].phase) * std::cos(theta);
    }
    return sum;
}

class Balance {
public:
    Balance(const CaseFamily& family, const Samples& samples, const LocalMotion& motion)
        : family_(family), samples_(samples), motion_(motion), problem_(family.at(family.guess())) {}

    [[nodiscard]] std::optional<Values> solve(std::size_t half) const {
        const std::vector<LocalPoint> points = sliding_points(half);
        const std::size_t n = family_.size();
        if (points.size() < 2 * (n + 1)) return std::nullopt;
        FitMatrix a(n + 1);  // the last column: the unknown middle of an integrated record, or the offset
        std::vector<double> b(n + 1);
        for (const LocalPoint& p : points) add(p, a, b);
        for (std::size_t j = 0; j <= n; ++j) a(j, j) = a(j, j) > 0.0 ? a(j, j) * (1.0 + 1e-10) : 1.0;
        const std::optional<std::vector<double>> x = solved(a, b);
        if (!x) return std::nullopt;
        Values values = family_.guess();
        for (std::size_t j = 0; j < n; ++j) {
            const Parameter& p = family_.parameters()[j];
            values[j] = std::clamp(values[j] + (*x)[j], p.lower, p.upper);
        }
        set_start(values, half, (*x)[n]);
        return values;
    }

private:
    [[nodiscard]] std::vector<LocalPoint> sliding_points(std::size_t half) const {
        std::vector<LocalPoint> points;
        double square = 0.0;
        for (std::size_t i = 0; i < centres; ++i) {
            const std::size_t centre = half + i * (samples_.size() - 1 - 2 * half) / (centres - 1);
            const std::optional<LocalPoint> p = motion_.at(centre, half, samples_.times[centre]);
            if (!p) continue;
            square += p->v * p->v;
            points.push_back(*p);
        }
        constexpr double surely = 0.25;  // of the root mean square of v
        const double least = surely * std::sqrt(square / static_cast<double>(std::max<std::size_t>(points.size(), 1)));
        std::erase_if(points, [least](const LocalPoint& p) { return !(std::abs(p.v) > least); });
        return points;
    }

    void add(const LocalPoint& p, FitMatrix& a, std::vector<double>& b) const {
        const Oscillator& o = problem_.oscillator;
        const std::size_t n = family_.size();
        const double side = p.v > o.belt_velocity ? 1.0 : -1.0;
        const double force = o.mass * p.a + o.damping * p.v + o.stiffness * (p.x - o.equilibrium) +
                             o.friction_bound * side - problem_.load.value(p.time);
        std::vector<double> row(n + 1);
        for (std::size_t j = 0; j < n; ++j) {
            const ProblemRate& r = problem_.rates[j];
            row[j] = r.mass * p.a + r.damping * p.v + r.stiffness * (p.x - o.equilibrium) -
                     o.stiffness * r.equilibrium + r.friction_bound * side - load_rate(problem_.load, r, p.time);
        }
        row[n] = has_middle() ? 1.0 : 0.0;
        for (std::size_t j = 0; j <= n; ++j) {
            b[j] -= row[j] * force;
            for (std::size_t k = 0; k <= n; ++k) a(j, k) += row[j] * row[k];
        }
    }

    [[nodiscard]] bool has_middle() const {
        return samples_.quantity != MeasuredQuantity::displacement || family_.find(sensor_offset) < family_.size();
    }

    /// What the record shows at t = 0, and its offset.
    void set_start(Values& values, std::size_t half, double middle) const {
        const std::optional<LocalPoint> p = motion_.at(0, 2 * half, 0.0);
        const double stiffness = family_.at(values).oscillator.stiffness;
        const double away = stiffness > 0.0 ? middle / stiffness : 0.0;
        const bool is_displacement = samples_.quantity == MeasuredQuantity::displacement;
        const auto set = [&](std::string_view key, double value) {
            const std::size_t j = family_.find(key);
            if (j == family_.size()) return;
            values[j] = std::clamp(value, family_.parameters()[j].lower, family_.parameters()[j].upper);
        };
        const double offset = is_displacement ? -away : mean();
        if (p) {
            const bool reads_offset = family_.find(sensor_offset) < family_.size();
            set("start.position", p->x + (is_displacement && !reads_offset ? 0.0 : away));
            set("start.velocity", p->v);
        }
        set(sensor_offset, offset);
    }

    [[nodiscard]] double mean() const {
        double sum = 0.0;
        for (const double v : samples_.values) sum += v;
        return sum / static_cast<double>(samples_.size());
    }

    const CaseFamily& family_;
    const Samples& samples_;
    const LocalMotion& motion_;
    Problem problem_;
};

}  // namespace

std::vector<Values> balance_guesses(const CaseFamily& family, const Samples& samples) {
    std::vector<Values> found;
    const LocalMotion motion(samples);
    const Balance balance(family, samples, motion);
    for (const double share : window_shares) {
        const auto half = static_cast<std::size_t>(share * static_cast<double>(samples.size()));
        if (half < 2 || samples.size() < 4 * half) continue;
        if (std::optional<Values> values = balance.solve(half)) found.push_back(std::move(*values));
    }
    return found;
}

}  // namespace stickslip::identifying
