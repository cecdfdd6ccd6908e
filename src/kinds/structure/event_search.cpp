#include "event_search.hpp"

#include <algorithm>
#include <cmath>

#include "stickslip/interruption.hpp"
#include "watch_list.hpp"

namespace stickslip::structure {
namespace {

using Taylor = PhaseMotion::Taylor;

constexpr int steps_with_modes = 12;
constexpr double shortest_series_step = 0.02;  // [rad]

/// As many as take about as long as to find the modes.
int steps_without_modes(int degrees) { return steps_with_modes + 2 * degrees; }

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
            step = std::min({step, horizon_ - tau, phase_.longest_step()});
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

const FirstEvent& EventSearch::first_event(const PhaseMotion& phase, const StartZeros& known, double horizon) {
    event_.happened.clear();
    expansion_.begin(phase);
    expansion_.expand();
    watch(s_, phase, known, expansion_, horizon, list_, polynomials_);
    is_suspect_.assign(list_.size(), 0);
    is_looked_at_.assign(list_.size(), 0);
    if (!follow_series(phase, horizon)) ModalSearch(s_, phase, list_, expansion_.time(), horizon).run(event_);
    return event_;
}

/// Goes along the phase by power series: no modes are needed, and a step costs a few products with its matrices.
/// Returns whether the end is known: an event, or the horizon.
bool EventSearch::follow_series(const PhaseMotion& phase, double horizon) {
    const int most_steps = phase.flow().has_modes() ? steps_with_modes : steps_without_modes(s_.size);
    for (int step = 0; step < most_steps; ++step) {
        throw_if_interrupted();
        const bool is_first = step == 0;
        if (!is_first) {
            expansion_.expand();
            find_polynomials();
        }
        const double left = (horizon - expansion_.time()) * expansion_.rate();
        const double reach = std::min(left, expansion_.reach());
        if (reach < shortest_series_step && reach < left) return false;
        if (is_first && begins_at_once()) {
            event_.time = 0.0;
            return true;
        }
        const double end = search(reach, is_first);
        if (!event_.happened.empty() || reach == left) {
            event_.time = event_.happened.empty() ? horizon : expansion_.time() + end / expansion_.rate();
            expansion_.state_at(end, event_.displacement, event_.velocity);
            return true;
        }
        expansion_.advance(reach);
    }
    return false;
}

void EventSearch::find_polynomials() {
    for (std::size_t i = 0; i < list_.size(); ++i) {
        if (list_[i].is_mirrored) {
            expansion_.mirror(list_[i], polynomials_[i - 1], polynomials_[i]);
        } else {
            expansion_.find(list_[i], polynomials_[i]);
        }
    }
}

/// A friction that leaves its bound outwards from the first instant on.
bool EventSearch::begins_at_once() {
    for (std::size_t i = 0; i < list_.size(); ++i) {
        if (list_[i].what == Watch::slip || list_[i].is_decided) continue;
        if (polynomials_[i].coefficient[list_[i].zeros] < 0.0) event_.happened.push_back(list_[i]);
    }
    return !event_.happened.empty();
}

/// The earliest zero within reach, and all that happens then. Returns its time, or the reach. Functions that end below
/// zero come first, and of these the one that seems to be zero first: up to the earliest of their zeros the others are
/// easily clear.
double EventSearch::search(double reach, bool is_first) {
    constexpr double just_after = 1e-9;  // [rad]; what is zero as near as that may coincide
    double best = reach;
    std::size_t found = list_.size();
    const Powers of_reach = powers_of(reach);
    Powers near = of_reach;  // of the time up to which it matters what the others do
    const auto look = [&](std::size_t i, bool has_zero) {
        is_looked_at_[i] = true;
        const int zeros = is_first ? list_[i].zeros : 0;
        is_suspect_[i] = has_zero || !is_clear(polynomials_[i], zeros, near);
        if (!is_suspect_[i]) return;
        const FirstZero<double> zero = zero_within(polynomials_[i], zeros, best);
        if (!zero.exists) return;
        best = zero.time;
        found = i;
        if (best + just_after < reach) near = powers_of(best + just_after);
    };
    std::size_t first = list_.size();
    double first_end = 0.0;
    for (std::size_t i = 0; i < list_.size(); ++i) {
        const Polynomial& p = polynomials_[i];
        is_suspect_[i] = false;
        is_looked_at_[i] = is_plainly_clear(p);
        if (is_looked_at_[i]) continue;
        const double end = value_at(p, of_reach);
        if (end >= 0.0) continue;
        const bool is_later = first != list_.size() &&
                              parabolic_zero(p, reach, end) >= parabolic_zero(polynomials_[first], reach, first_end);
        if (is_later) continue;
        first = i;
        first_end = end;
    }
    if (first != list_.size()) look(first, true);
    for (std::size_t i = 0; i < list_.size(); ++i) {
        if (!is_looked_at_[i]) look(i, false);
    }
    if (found == list_.size()) return reach;
    const double doubt = doubt_of_zero(polynomials_[found], best);
    for (std::size_t i = 0; i < list_.size(); ++i) {
        if (!is_suspect_[i]) continue;
        if (i != found) {
            const ValueAndSlope<double> at = value_and_slope(polynomials_[i], best);
            const double rounding = 4.0 * polynomials_[i].unknown + doubt * std::abs(at.slope);
            if (at.value > rounding) continue;
        }
        event_.happened.push_back(list_[i]);
    }
    return best;
}

}  // namespace stickslip::structure
