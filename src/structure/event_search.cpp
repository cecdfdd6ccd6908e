#include "event_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "stickslip/interruption.hpp"
#include "watch_list.hpp"

namespace stickslip::structure {
namespace {

using Taylor = PhaseMotion::Taylor;
constexpr int order = Polynomial::degree;

constexpr std::array<double, order + 1> inverse_binomials() {
    std::array<double, order + 1> inverse{};
    double binomial = 1.0;
    for (int k = 0; k <= order; ++k) {
        inverse[std::size_t(k)] = 1.0 / binomial;
        binomial = binomial * (order - k) / (k + 1);
    }
    return inverse;
}

/// True if the function, divided by s^zeros, is positive on (0, h]: all Bernstein coefficients exceed what is unknown.
bool is_clear(const Polynomial& p, int zeros, double h) {
    double c[order + 1] = {};
    double power = 1.0;
    double others = 0.0;
    for (int k = 0; k <= order; ++k) {
        if (k >= zeros) c[k - zeros] = p.coefficient[k] * power;
        if (k > zeros) others += std::abs(p.coefficient[k] * power);
        power *= h;
    }
    const double floor = p.remainder * power + (zeros > 0 ? 0.0 : p.noise);
    if (c[0] - others > floor) return true;
    double end = 0.0;
    for (int k = order; k >= 0; --k) end += c[k];
    if (c[0] <= floor || end <= floor) return false;
    constexpr int low = PhaseMotion::degree + 1;
    double first[low];
    std::copy_n(c, low, first);
    double rest = floor;
    for (int k = low; k <= order; ++k) rest += std::abs(c[k]);
    to_bernstein(first);
    if (*std::min_element(first, first + low) > rest) return true;
    static constexpr std::array<double, order + 1> inverse = inverse_binomials();
    for (int k = 1; k <= order; ++k) c[k] *= inverse[std::size_t(k)];
    for (int pass = 1; pass <= order; ++pass) {
        for (int k = order; k >= pass; --k) c[k] += c[k - 1];
    }
    return *std::min_element(c, c + order + 1) > floor;
}

ValueAndSlope<double> value_and_slope(const Polynomial& p, double s) {
    ValueAndSlope<double> at{0.0, 0.0};
    for (int k = order; k >= 0; --k) {
        at.slope = at.slope * s + at.value;
        at.value = at.value * s + p.coefficient[k];
    }
    return at;
}

/// What is not known of a function within a step: its rounding error and what the series leaves out.
double unknown(const Polynomial& p, double reach) {
    double power = reach;  // reach^(order + 1) by squares
    double all = 1.0;
    for (int left = order + 1; left > 0; left /= 2) {
        if (left % 2 == 1) all *= power;
        power *= power;
    }
    return p.noise + p.remainder * all;
}

/// How far a zero may be from where it was found: what else is zero as near as that happens at the same instant.
double doubt_of_zero(const Polynomial& p, double zero, double reach) {
    constexpr double largest_doubt = 1e-13;  // [rad]
    const ValueAndSlope<double> at = value_and_slope(p, zero);
    return std::min(4.0 * (std::abs(at.value) + unknown(p, reach)) / std::abs(at.slope), largest_doubt);
}

/// The start of the Taylor series at s; its eighth derivative is bounded by `eighth` on the whole step.
Taylor taylor_at(const Polynomial& p, double s, double eighth, double noise) {
    double c[order + 1];
    std::copy_n(p.coefficient, order + 1, c);
    if (s != 0.0) {
        for (int first = 0; first <= PhaseMotion::degree; ++first) {
            for (int k = order - 1; k >= first; --k) c[k] += s * c[k + 1];
        }
    }
    Taylor t{};
    std::copy_n(c, PhaseMotion::degree + 1, t.coefficient);
    t.bound = eighth;
    t.noise = noise;
    return t;
}

/// The first zero in (from 0) to `to`, proven to be the first; what the series leaves out counts as noise.
FirstZero<double> zero_within(const Polynomial& p, int zeros, double to) {
    constexpr double first_step = 1.0;  // [rad]
    constexpr int next = PhaseMotion::degree + 1;
    double eighth = 0.0;
    for (int k = order; k >= next; --k) {
        double falling = 1.0;
        for (int i = 0; i < next; ++i) falling *= k - i;
        eighth = eighth * to + falling * std::abs(p.coefficient[k]);
    }
    const double noise = unknown(p, to);
    const auto at = [&](double s) { return taylor_at(p, s, eighth, noise); };
    return first_zero<double, PhaseMotion::degree>(at, at(0.0), zeros, 0.0, to, std::min(to, first_step));
}

/// Goes along the phase by power series: no modes are needed, and a step costs a few products with its matrices.
class SeriesSearch {
public:
    SeriesSearch(const DenseStructure& s, const PhaseMotion& phase, const StartZeros& known, double horizon)
        : phase_(phase), expansion_(s, phase), horizon_(horizon) {
        expansion_.expand();
        list_ = watched(s, phase, known, expansion_, polynomials_);
        is_suspect_.resize(list_.size());
    }

    /// Returns whether the end is known: an event, or the horizon.
    bool run(FirstEvent& event) {
        const int most_steps = phase_.flow().has_modes() ? steps_with_modes : steps_without_modes(phase_);
        for (int step = 0; step < most_steps; ++step) {
            throw_if_interrupted();
            if (step > 0) {
                expansion_.expand();
                for (std::size_t i = 0; i < list_.size(); ++i) polynomials_[i] = expansion_.polynomial(list_[i]);
            }
            const double left = (horizon_ - expansion_.time()) * expansion_.rate();
            const double reach = std::min(left, expansion_.reach());
            if (reach < shortest_step && reach < left) return false;
            if (step == 0 && begins_at_once(event)) return true;
            const double end = search(reach, event);
            if (!event.happened.empty() || reach == left) {
                event.time = event.happened.empty() ? horizon_ : expansion_.time() + end / expansion_.rate();
                Expansion::State state = expansion_.at(end);
                event.displacement = std::move(state.displacement);
                event.velocity = std::move(state.velocity);
                return true;
            }
            expansion_.advance(reach);
            is_first_ = false;
        }
        return false;
    }

    [[nodiscard]] double time() const { return expansion_.time(); }
    [[nodiscard]] std::vector<Watched>& list() { return list_; }

private:
    static constexpr int steps_with_modes = 12;
    static constexpr double shortest_step = 0.02;  // [rad]

    /// As many as take about as long as to find the modes.
    static int steps_without_modes(const PhaseMotion& phase) {
        return steps_with_modes + 2 * int(phase.start().position.size());
    }

    [[nodiscard]] int zeros(std::size_t i) const { return is_first_ ? list_[i].zeros : 0; }

    /// A friction that leaves its bound outwards from the first instant on.
    bool begins_at_once(FirstEvent& event) {
        for (std::size_t i = 0; i < list_.size(); ++i) {
            if (list_[i].what == Watch::slip || list_[i].is_decided) continue;
            if (polynomials_[i].coefficient[list_[i].zeros] < 0.0) event.happened.push_back(list_[i]);
        }
        return !event.happened.empty();
    }

    /// The earliest zero within reach, and all that happens then. Returns its time, or the reach.
    double search(double reach, FirstEvent& event) {
        double best = reach;
        std::size_t found = list_.size();
        for (std::size_t i = 0; i < list_.size(); ++i) {
            // What is clear only up to the earliest zero so far may be zero there as well.
            is_suspect_[i] = !is_clear(polynomials_[i], zeros(i), reach);
            if (!is_suspect_[i] || (best < reach && is_clear(polynomials_[i], zeros(i), best))) continue;
            const FirstZero<double> zero = zero_within(polynomials_[i], zeros(i), best);
            if (!zero.exists) continue;
            best = zero.time;
            found = i;
        }
        if (found == list_.size()) return reach;
        const double doubt = doubt_of_zero(polynomials_[found], best, reach);
        for (std::size_t i = 0; i < list_.size(); ++i) {
            if (!is_suspect_[i]) continue;
            const ValueAndSlope<double> at = value_and_slope(polynomials_[i], best);
            const double rounding = 4.0 * unknown(polynomials_[i], reach) + doubt * std::abs(at.slope);
            if (i == found || at.value <= rounding) event.happened.push_back(list_[i]);
        }
        return best;
    }

    const PhaseMotion& phase_;
    Expansion expansion_;
    double horizon_;
    std::vector<Watched> list_;
    std::vector<Polynomial> polynomials_;
    std::vector<char> is_suspect_;
    bool is_first_ = true;
};

/// Goes on by modes: where stiff ones matter to no event, steps are longer than they turn.
class ModalSearch {
public:
    ModalSearch(const DenseStructure& s, const PhaseMotion& phase, const std::vector<Watched>& list, double from,
                double horizon)
        : phase_(phase), list_(list), from_(from), horizon_(horizon), data_(list.size()), suspects_(list.size()) {
        for (const Watched& w : list) functions_.push_back(function_of(s, phase, w));
    }

    void run(FirstEvent& event) {
        double tau = from_;
        const double left = horizon_ - from_;
        double step = std::min(left, first_step / std::max(phase_.fastest_rate(), 1e-3 / left));
        while (tau < horizon_ && event.happened.empty()) {
            throw_if_interrupted();
            phase_.evaluate(tau);
            for (std::size_t i = 0; i < list_.size(); ++i) data_[i] = phase_.taylor(functions_[i]);
            step = std::min(step, horizon_ - tau);
            const double tried = step;
            while (suspect(step) > most_suspects() && step * phase_.fastest_rate() > shortest_step) step *= 0.5;
            const bool is_last = tau + step >= horizon_;
            tau = search(tau, is_last ? horizon_ : tau + step, event);
            if (step == tried) step *= growth;
        }
        event.time = tau;
        phase_.evaluate(tau);
        event.displacement = phase_.displacement();
        event.velocity = phase_.velocity();
    }

private:
    static constexpr double first_step = 1.5;     // of the fastest rate [rad]
    static constexpr double shortest_step = 0.2;  // [rad]; below it suspects are searched one by one
    static constexpr double growth = 1.7;
    static constexpr double slow_angle = 1.5;  // coordinates that turn further within a step are a tube [rad]

    [[nodiscard]] std::size_t most_suspects() const { return std::max<std::size_t>(1, list_.size() / 6); }

    /// Counts the functions that may have a zero within the step.
    std::size_t suspect(double step) {
        std::size_t count = 0;
        for (std::size_t i = 0; i < list_.size(); ++i) {
            const Taylor& t = data_[i];
            bool is_clear = is_positive(t, 0, step, t.bound + step * t.bound_rate);
            if (!is_clear && step * phase_.fastest_rate() > slow_angle) {
                double tube = 0.0;
                Taylor slow = phase_.slow_taylor(functions_[i], slow_angle / step, step, tube);
                slow.noise += tube;
                is_clear = is_positive(slow, 0, step, slow.bound + step * slow.bound_rate);
            }
            suspects_[i] = !is_clear;
            count += suspects_[i] ? 1 : 0;
        }
        return count;
    }

    /// The earliest zero of the suspects, and all that happens then. Returns its time, or `to`.
    double search(double from, double to, FirstEvent& event) {
        double best = to;
        std::size_t found = list_.size();
        for (std::size_t i = 0; i < list_.size(); ++i) {
            if (!suspects_[i]) continue;
            const auto taylor_at = [&](double tau) {
                phase_.evaluate(tau);
                return phase_.taylor(functions_[i]);
            };
            const FirstZero<double> zero =
                first_zero<double, PhaseMotion::degree>(taylor_at, data_[i], 0, from, best, best - from);
            if (!zero.exists) continue;
            best = zero.time;
            found = i;
        }
        if (found == list_.size()) return to;
        phase_.evaluate(best);
        for (std::size_t i = 0; i < list_.size(); ++i) {
            if (!suspects_[i]) continue;
            const bool coincides = phase_.value(functions_[i]) <= 4.0 * phase_.taylor(functions_[i]).noise;
            if (i == found || coincides) event.happened.push_back(list_[i]);
        }
        return best;
    }

    const PhaseMotion& phase_;
    const std::vector<Watched>& list_;
    double from_;
    double horizon_;
    std::vector<LinearFunction> functions_;
    std::vector<Taylor> data_;
    std::vector<char> suspects_;
};

}  // namespace

FirstEvent first_event(const DenseStructure& s, const PhaseMotion& phase, const StartZeros& known, double horizon) {
    FirstEvent event;
    SeriesSearch series(s, phase, known, horizon);
    if (!series.run(event)) ModalSearch(s, phase, series.list(), series.time(), horizon).run(event);
    return event;
}

}  // namespace stickslip::structure
