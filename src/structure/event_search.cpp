#include "event_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stickslip/interruption.hpp"

namespace stickslip::structure {
namespace {

using Taylor = PhaseMotion::Taylor;

/// Values below this share of their terms are zero at the start of a phase.
constexpr double start_noise = 1e-11;
/// Zeros at the start that a search can divide out.
constexpr int most_zeros = 3;

Eigen::RowVectorXd derivative_row(const Eigen::RowVectorXd& row, const std::vector<double>& frequencies) {
    Eigen::RowVectorXd d = Eigen::RowVectorXd::Zero(row.size());
    d[constant_column] = row[slope_column];
    for (std::size_t h = 0; h < frequencies.size(); ++h) {
        const int sine = sine_column(static_cast<int>(h));
        d[sine] = -frequencies[h] * row[sine + 1];
        d[sine + 1] = frequencies[h] * row[sine];
    }
    return d;
}

/// Whether a normal force of this form can come to zero.
bool can_vanish(const Eigen::RowVectorXd& bound) {
    if (bound[slope_column] != 0.0) return true;
    double swing = 0.0;
    for (int c = 2; c + 1 < bound.size(); c += 2) swing += std::hypot(bound[c], bound[c + 1]);
    return swing > 0.0 && swing >= std::abs(bound[constant_column]) * (1.0 - 1e-9);
}

class WatchList {
public:
    WatchList(const DenseStructure& s, const PhaseMotion& phase, const StartZeros& known)
        : s_(s), phase_(phase), known_(known), none_(Eigen::RowVectorXd::Zero(s.size)) {}

    std::vector<Watched> run() {
        for (int j = 0; j < s_.contacts(); ++j) {
            const ContactState& state = phase_.start().contacts[std::size_t(j)];
            const Eigen::RowVectorXd bound = phase_.signals().bounds.row(j);
            if (can_vanish(bound)) add_normal(j, bound, state.phase == ContactPhase::open);
            if (state.phase == ContactPhase::slide) add_slip(j, bound, state.direction);
            if (state.phase == ContactPhase::stick && s_.is_elastic(j)) add_deflection(j, bound);
        }
        add_holds();
        // Zero and staying zero: what it belongs to is held by others.
        const auto is_known = [](const Watched& w) { return w.what == Watch::slip || w.is_decided; };
        std::erase_if(list_, [&](const Watched& w) { return !is_known(w) && leading_zeros(w.f) > most_zeros; });
        for (Watched& w : list_) {
            if (!is_known(w)) w.zeros = leading_zeros(w.f);
        }
        return std::move(list_);
    }

private:
    void add_normal(int j, const Eigen::RowVectorXd& bound, bool is_open) {
        Watched w{Watch::normal, {}, j, nullptr, 0, 0};
        const StartSign start = sign_after_start(bound, phase_.frequencies(), phase_.signals().bound_scale[j]);
        if (start.zeros > most_zeros) return;  // zero for good
        w.zeros = start.zeros;
        w.is_decided = true;
        w.f.outside = is_open ? Eigen::RowVectorXd(-bound) : bound;
        w.f.scale = bound.cwiseAbs().sum();
        list_.push_back(std::move(w));
    }

    void add_slip(int j, const Eigen::RowVectorXd& bound, int direction) {
        Eigen::RowVectorXd outside = Eigen::RowVectorXd::Zero(bound.size());
        outside[constant_column] = -direction * s_.surface_velocity[j];
        if (s_.is_elastic(j)) {
            outside -= derivative_row(bound, phase_.frequencies()) / s_.contact_stiffness[j];
        }
        list_.push_back({Watch::slip, phase_.function(none_, direction * s_.directions.col(j).transpose(), outside), j,
                         nullptr, direction, std::min(known_.slip[std::size_t(j)], most_zeros)});
    }

    void add_deflection(int j, const Eigen::RowVectorXd& bound) {
        const double kt = s_.contact_stiffness[j];
        for (const int direction : {1, -1}) {
            Eigen::RowVectorXd outside = bound;
            outside[constant_column] -= direction * kt * phase_.start().deflection[j];
            outside[slope_column] += direction * kt * s_.surface_velocity[j];
            LinearFunction f = phase_.function(-direction * kt * s_.directions.col(j).transpose(), none_, outside);
            f.scale += std::abs(bound[constant_column]) + kt * std::abs(phase_.start().deflection[j]);
            const int zeros = known_.deflection[std::size_t(j)][direction > 0 ? 1 : 0];
            list_.push_back(
                {Watch::deflection, std::move(f), j, nullptr, direction, std::min(zeros, most_zeros), zeros > 0});
        }
    }

    /// Σ|share|·bound ∓ Σ share·λ, λ = A·(forces − C·x′ − K·(x − xᵢ)).
    void add_holds() {
        const PatternFlow& flow = phase_.flow();
        if (flow.stuck.empty()) return;
        const MatrixXd stiffness_rows = flow.reaction * flow.stiffness;
        const MatrixXd damping_rows = flow.reaction * s_.damping;
        const Coefficients held = flow.reaction * phase_.held_forces();
        const MatrixXd terms = flow.reaction.cwiseAbs() * phase_.force_terms();
        for (const Mechanism& mechanism : flow.stuck_mechanisms) {
            Eigen::RowVectorXd row = none_, rate_row = none_;
            Eigen::RowVectorXd load = Eigen::RowVectorXd::Zero(held.cols());
            Eigen::RowVectorXd hold = load;
            double scale = 0.0;
            for (std::size_t i = 0; i < mechanism.contacts.size(); ++i) {
                const int j = mechanism.contacts[i];
                const auto at = std::find(flow.stuck.begin(), flow.stuck.end(), j) - flow.stuck.begin();
                const double share = mechanism.share[i];
                row -= share * stiffness_rows.row(int(at));
                rate_row -= share * damping_rows.row(int(at));
                load += share * held.row(int(at));
                scale += std::abs(share) * terms(int(at), 0);
                hold += std::abs(share) * s_.static_factor[j] * phase_.signals().bounds.row(j);
            }
            for (const int direction : {1, -1}) {
                LinearFunction f = phase_.function(-direction * row, -direction * rate_row, hold - direction * load);
                f.scale += scale;
                list_.push_back({Watch::hold, std::move(f), -1, &mechanism, direction, 0});
            }
        }
    }

    /// How many derivatives vanish at the start, up to rounding: at most `most_zeros`, or all that are known.
    [[nodiscard]] int leading_zeros(const LinearFunction& f) const {
        phase_.evaluate(0.0);
        const Taylor t = phase_.taylor(f);
        const double time = 1.0 / std::max(phase_.fastest_rate(), std::numeric_limits<double>::min());
        double scale = f.scale + t.noise;
        double power = 1.0;
        double largest = scale;
        for (int n = 1; n <= PhaseMotion::degree; ++n) {
            power *= time;
            largest = std::max(largest, std::abs(t.coefficient[n]) * power);
        }
        int zeros = 0;
        power = 1.0;
        while (zeros <= PhaseMotion::degree &&
               std::abs(t.coefficient[zeros]) * power <= start_noise * (zeros == 0 ? scale : largest)) {
            ++zeros;
            power *= time;
        }
        return zeros > PhaseMotion::degree ? zeros : std::min(zeros, most_zeros);
    }

    const DenseStructure& s_;
    const PhaseMotion& phase_;
    const StartZeros& known_;
    const Eigen::RowVectorXd none_;
    std::vector<Watched> list_;
};

/// The first zero of one function within a step, given its data at the near end.
FirstZero<double> zero_within(const PhaseMotion& phase, const Watched& w, const Taylor& first, int zeros, double from,
                              double to) {
    const auto taylor_at = [&](double tau) {
        phase.evaluate(tau);
        return phase.taylor(w.f);
    };
    return first_zero<double, PhaseMotion::degree>(taylor_at, first, zeros, from, to, to - from);
}

class EventSearch {
public:
    EventSearch(const PhaseMotion& phase, std::vector<Watched>& list, double horizon)
        : phase_(phase), list_(list), horizon_(horizon), data_(list.size()), suspects_(list.size()) {}

    FirstEvent run() {
        FirstEvent event{horizon_, {}};
        if (list_.empty()) return event;
        double tau = 0.0;
        double step = std::min(horizon_, first_step / std::max(phase_.fastest_rate(), 1e-3 / horizon_));
        while (tau < horizon_) {
            throw_if_interrupted();
            phase_.evaluate(tau);
            for (std::size_t i = 0; i < list_.size(); ++i) data_[i] = phase_.taylor(list_[i].f);
            if (tau == 0.0 && begins_at_once(event)) return event;
            step = std::min(step, horizon_ - tau);
            const double tried = step;
            while (suspect(step) > most_suspects() && step * phase_.fastest_rate() > shortest_step) step *= 0.5;
            if (search(tau, std::min(tau + step, horizon_), event)) return event;
            const bool is_last = tau + step >= horizon_;
            tau = is_last ? horizon_ : tau + step;
            if (step == tried) step *= growth;
            is_first_ = false;
        }
        return event;
    }

private:
    static constexpr double first_step = 1.5;     // of the fastest rate [rad]
    static constexpr double shortest_step = 0.2;  // [rad]; below it suspects are searched one by one
    static constexpr double growth = 1.7;
    static constexpr double slow_angle = 1.5;  // coordinates that turn further within a step are a tube [rad]

    [[nodiscard]] std::size_t most_suspects() const { return std::max<std::size_t>(1, list_.size() / 6); }
    [[nodiscard]] int zeros(std::size_t i) const { return is_first_ ? list_[i].zeros : 0; }

    /// A friction that leaves its bound outwards from the first instant on.
    bool begins_at_once(FirstEvent& event) {
        for (std::size_t i = 0; i < list_.size(); ++i) {
            if (list_[i].what == Watch::slip || list_[i].is_decided) continue;
            if (data_[i].coefficient[list_[i].zeros] >= 0.0) continue;
            event.time = 0.0;
            event.watched.push_back(static_cast<int>(i));
        }
        return !event.watched.empty();
    }

    /// Counts the functions that may have a zero within the step.
    std::size_t suspect(double step) {
        std::size_t count = 0;
        for (std::size_t i = 0; i < list_.size(); ++i) {
            const Taylor& t = data_[i];
            bool is_clear = is_positive(t, zeros(i), step, t.bound + step * t.bound_rate);
            if (!is_clear && zeros(i) == 0 && step * phase_.fastest_rate() > slow_angle) {
                double tube = 0.0;
                Taylor slow = phase_.slow_taylor(list_[i].f, slow_angle / step, step, tube);
                slow.noise += tube;
                is_clear = is_positive(slow, 0, step, slow.bound + step * slow.bound_rate);
            }
            suspects_[i] = !is_clear;
            count += suspects_[i] ? 1 : 0;
        }
        return count;
    }

    /// The earliest zero of the suspects, and all that happens then.
    bool search(double from, double to, FirstEvent& event) {
        double best = to;
        int found = -1;
        for (std::size_t i = 0; i < list_.size(); ++i) {
            if (!suspects_[i]) continue;
            const FirstZero<double> zero = zero_within(phase_, list_[i], data_[i], zeros(i), from, best);
            if (!zero.exists) continue;
            best = zero.time;
            found = static_cast<int>(i);
        }
        if (found < 0) return false;
        event.time = best;
        phase_.evaluate(best);
        for (std::size_t i = 0; i < list_.size(); ++i) {
            if (!suspects_[i]) continue;
            const bool coincides =
                static_cast<int>(i) != found && phase_.value(list_[i].f) <= 4.0 * phase_.taylor(list_[i].f).noise;
            if (static_cast<int>(i) == found || coincides) event.watched.push_back(static_cast<int>(i));
        }
        return true;
    }

    const PhaseMotion& phase_;
    std::vector<Watched>& list_;
    double horizon_;
    std::vector<Taylor> data_;
    std::vector<char> suspects_;
    bool is_first_ = true;
};

}  // namespace

std::vector<Watched> watched(const DenseStructure& s, const PhaseMotion& phase, const StartZeros& known) {
    return WatchList(s, phase, known).run();
}

FirstEvent first_event(const PhaseMotion& phase, std::vector<Watched>& list, double horizon) {
    return EventSearch(phase, list, horizon).run();
}

}  // namespace stickslip::structure
