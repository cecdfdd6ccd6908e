// Implicit differentiation of a periodic orbit y(T; y₀, p) = y₀ of a structure: (1 − M)·δy₀ − y′(T)·δT = ∂y(T)/∂p, in
// the coordinates of energy, where positions of free bodies have no part; then of what is read off the cycle.
// docs/theory/sensitivity.md, sections 3 and 5.

#include <algorithm>
#include <cmath>
#include <limits>

#include "energy_coordinates.hpp"
#include "over_phase.hpp"
#include "rate_march.hpp"
#include "stickslip/structure/sensitivity.hpp"
#include "vectors.hpp"

namespace stickslip::structure {
namespace {

/// Singular values of 1 − M below this share of the largest belong to motions that the start decides.
constexpr double neutral = 1e-11;
/// Of its terms: what is smaller is rounding.
constexpr double rounding_share = 1e-8;

/// A number of the cycle with its derivatives along the columns of a march.
struct Reading {
    double value = 0.0;
    double time = 0.0;         ///< of an extreme [s]
    Eigen::RowVectorXd rates;  ///< of each column but the first
    double at_end = 0.0;       ///< how it grows with the upper end of the cycle
};

/// Reads extremes and losses off a cycle.
class StructureCycleReading final : public RateVisitor {
public:
    StructureCycleReading(const StructureSteadyState& state, int columns, const RatedStructure& rated)
        : s_(rated.dense), rated_(rated), drift_(as_vector(state.drift, s_.size) / state.cycle->end) {
        const Eigen::RowVectorXd none = Eigen::RowVectorXd::Zero(columns);
        high.assign(std::size_t(s_.size), {-std::numeric_limits<double>::infinity(), 0.0, none, 0.0});
        low.assign(std::size_t(s_.size), {std::numeric_limits<double>::infinity(), 0.0, none, 0.0});
        losses.assign(std::size_t(s_.contacts()), {0.0, 0.0, none, 0.0});
        damping = {0.0, 0.0, none, 0.0};
    }

    void step(const RateSeries& series) override {
        for (int i = 0; i < s_.size; ++i) include_extremes(series, i);
        over_phase(series.length(), longest_step_angle / series.length(),
                   [&](double tau, double weight) { add_losses(series, tau, weight); });
    }

    /// What the moving of event times adds to an integral: its integrand before less that after.
    void crossing(const RateCrossing& c) override {
        if (!c.after) return;
        for (int j = 0; j < s_.contacts(); ++j) {
            const double step = loss_rate(c.before, j) - loss_rate(*c.after, j);
            losses[std::size_t(j)].rates += step * c.time_rates[std::size_t(j)];
        }
    }

    void finish(const RateSeries& end) {
        for (int j = 0; j < s_.contacts(); ++j) losses[std::size_t(j)].at_end = loss_rate(end, j);
        const VectorXd v = end.position(0.0, 1).col(0);
        damping.at_end = v.dot(s_.damping * v);
    }

    std::vector<Reading> high, low, losses;
    Reading damping;

private:
    void include(const RateSeries& series, int i, double tau) {
        const double time = series.start().value() + tau;
        const double x = series.coordinate(i, tau, 0) - drift_[i] * time;
        const bool is_high = x > high[std::size_t(i)].value;
        const bool is_low = x < low[std::size_t(i)].value;
        if (!is_high && !is_low) return;
        const Eigen::RowVectorXd rates = series.position(tau, 0).row(i).tail(high[std::size_t(i)].rates.size());
        if (is_high) high[std::size_t(i)] = {x, time, rates, 0.0};
        if (is_low) low[std::size_t(i)] = {x, time, rates, 0.0};
    }

    /// The ends of the step, and where the velocity changes its sign between them.
    void include_extremes(const RateSeries& series, int i) {
        constexpr int parts = 6;
        constexpr int most_halvings = 60;
        include(series, i, 0.0);
        include(series, i, series.length());
        const auto velocity = [&](double tau) { return series.coordinate(i, tau, 1) - drift_[i]; };
        for (int part = 0; part < parts; ++part) {
            double before = series.length() * part / parts;
            double behind = series.length() * (part + 1) / parts;
            const double first = velocity(before);
            if (!(first * velocity(behind) < 0.0)) continue;
            for (int k = 0; k < most_halvings; ++k) {
                const double middle = 0.5 * (before + behind);
                (velocity(middle) * first > 0.0 ? before : behind) = middle;
            }
            include(series, i, before);
        }
    }

    /// r·g, of an elastic contact r·(g − z′), at the start of a series.
    [[nodiscard]] double loss_rate(const RateSeries& series, int j) const {
        if (series.contacts()[std::size_t(j)].phase != ContactPhase::slide) return 0.0;
        double slip = series.slip_velocity(0.0, 0)(j, 0);
        if (s_.is_elastic(j)) slip -= series.deflection(0.0, 1)(j, 0);
        return series.friction(0.0, 0)(j, 0) * slip;
    }

    void add_losses(const RateSeries& series, double tau, double weight) {
        const Eigen::Index others = damping.rates.size();
        const bool slides = std::any_of(series.contacts().begin(), series.contacts().end(),
                                        [](const ContactState& c) { return c.phase == ContactPhase::slide; });
        if (slides) {
            const MatrixXd r = series.bound(tau, 0);
            MatrixXd slip = series.slip_velocity(tau, 0);
            const MatrixXd stretching = series.deflection(tau, 1);
            for (int j = 0; j < s_.contacts(); ++j) {
                const auto& [phase, direction] = series.contacts()[std::size_t(j)];
                if (phase != ContactPhase::slide) continue;
                if (s_.is_elastic(j)) slip.row(j) -= stretching.row(j);
                Reading& loss = losses[std::size_t(j)];
                const double share = direction * weight;
                loss.value += share * r(j, 0) * slip(j, 0);
                loss.rates += share * (r(j, 0) * slip.row(j).tail(others) + slip(j, 0) * r.row(j).tail(others));
            }
        }
        const MatrixXd v = series.position(tau, 1);
        const VectorXd force = s_.damping * v.col(0);
        damping.value += weight * v.col(0).dot(force);
        damping.rates += 2.0 * weight * (force.transpose() * v.rightCols(others));
        for (std::size_t p = 0; p < rated_.parameters.size(); ++p) {
            const MatrixXd& change = rated_.parameters[p].damping;
            if (change.size() > 0) damping.rates[int(p)] += weight * v.col(0).dot(change * v.col(0));
        }
    }

    const DenseStructure& s_;
    const RatedStructure& rated_;
    const VectorXd drift_;  // [m/s]
};

/// How the start of the orbit and its period move with one parameter.
struct OrbitRate {
    VectorXd start;  ///< a state
    double period = 0.0;
    bool exists = false;
};

/// Of a periodic orbit, after a march with all its directions.
class OrbitEquation {
public:
    OrbitEquation(const StructureSteadyState& state, const RateMarch& march, int parameters)
        : s_(march.rated().dense), layout_(s_), energy_(s_), is_cycle_(state.is_limit_cycle) {
        end_ = MatrixXd(layout_.size(), march.state().position.cols());
        rates_ = VectorXd::Zero(layout_.size());
        const RateSeries& last = march.end();
        put(end_, march.state().position, march.state().velocity, march.state().deflection);
        MatrixXd rate(layout_.size(), march.state().position.cols());
        put(rate, last.position(0.0, 1), last.position(0.0, 2), last.deflection(0.0, 1));
        rates_ = rate.col(0);
        const MatrixXd by_start = end_.rightCols(layout_.size());
        moved_ = end_.middleCols(1, parameters);
        MatrixXd matrix(energy_.size(), energy_.size() + (is_cycle_ ? 1 : 0));
        matrix.leftCols(energy_.size()) =
            MatrixXd::Identity(energy_.size(), energy_.size()) - energy_.derivative(by_start);
        if (is_cycle_) matrix.rightCols(1) = -energy_.of(rates_);
        solver_.compute(matrix, Eigen::ComputeFullU | Eigen::ComputeFullV);
        const double largest = solver_.singularValues().size() > 0 ? solver_.singularValues()[0] : 0.0;
        while (rank_ < solver_.singularValues().size() && solver_.singularValues()[rank_] > neutral * largest) ++rank_;
    }

    /// `period`: ∂T/∂p of a cycle that the loads time.
    [[nodiscard]] OrbitRate solve(int parameter, double period) const {
        const VectorXd right = energy_.of(moved_.col(parameter) + (is_cycle_ ? 0.0 : period) * rates_);
        const VectorXd u = solver_.matrixU().transpose() * right;
        const Eigen::Index unmet = u.size() - rank_;
        OrbitRate found;
        found.exists = unmet == 0 || u.tail(unmet).norm() <= rounding_share * u.norm();
        const VectorXd solution =
            solver_.matrixV().leftCols(rank_) * u.head(rank_).cwiseQuotient(solver_.singularValues().head(rank_));
        found.start = energy_.state(solution.head(energy_.size()));
        found.period = is_cycle_ ? solution[energy_.size()] : period;
        return found;
    }

    /// Whether the start does not decide a number with these derivatives along all directions.
    [[nodiscard]] bool is_decided(const Eigen::RowVectorXd& by_start) const {
        double largest = 0.0;
        const Eigen::Index all = solver_.matrixV().cols();
        for (Eigen::Index i = 0; i < all; ++i) {
            largest = std::max(largest, std::abs(by_start.dot(direction(i))));
        }
        for (Eigen::Index i = rank_; i < all; ++i) {
            if (std::abs(by_start.dot(direction(i))) > rounding_share * largest) return false;
        }
        return true;
    }

    /// By how much a free body drifts more in a cycle.
    [[nodiscard]] VectorXd drift_rate(const OrbitRate& orbit, int parameter) const {
        const MatrixXd& free = energy_.free_positions();
        const int n = layout_.degrees;
        const VectorXd end =
            moved_.col(parameter) + end_.rightCols(layout_.size()) * orbit.start + orbit.period * rates_;
        return free * (free.transpose() * (end.head(n) - orbit.start.head(n)));
    }

private:
    [[nodiscard]] VectorXd direction(Eigen::Index i) const {
        return energy_.state(solver_.matrixV().col(i).head(energy_.size()));
    }
    void put(MatrixXd& all, const MatrixXd& x, const MatrixXd& v, const MatrixXd& z) const {
        all.topRows(layout_.degrees) = x;
        all.middleRows(layout_.degrees, layout_.degrees) = v;
        for (std::size_t e = 0; e < layout_.elastic.size(); ++e) {
            all.row(2 * layout_.degrees + int(e)) = z.row(layout_.elastic[e]);
        }
    }

    const DenseStructure& s_;
    StateLayout layout_;
    EnergyCoordinates energy_;
    bool is_cycle_;
    MatrixXd end_;    // the state at the end and its derivatives
    MatrixXd moved_;  // those along the parameters
    VectorXd rates_;  // of the state in time, at the end
    Eigen::JacobiSVD<MatrixXd> solver_;
    Eigen::Index rank_ = 0;
};

/// ∂T/∂p of a cycle of this length; NaN where the frequencies do not change together.
double forced_period_rate(const Structure& s, const StructureRate& rate, double length) {
    std::optional<double> common;  // δω/ω
    bool is_common = true;
    const auto note = [&](double frequency, double change) {
        const double share = change / frequency;
        if (common && std::abs(*common - share) > rounding_share * std::max(std::abs(share), std::abs(*common))) {
            is_common = false;
        }
        common = share;
    };
    for (std::size_t i = 0; i < s.loads.size(); ++i) {
        const auto& harmonics = s.loads[i].load.harmonics;
        for (std::size_t k = 0; k < harmonics.size(); ++k) {
            if (harmonics[k].amplitude == 0.0) continue;
            const bool has_rate = !rate.loads.empty() && !rate.loads[i].load.harmonics.empty();
            note(harmonics[k].frequency.value(), has_rate ? rate.loads[i].load.harmonics[k].frequency : 0.0);
        }
    }
    for (std::size_t j = 0; j < s.contacts.size(); ++j) {
        const auto& normal = s.contacts[j].normal;
        if (!normal || normal->ratio == 0.0) continue;
        note(normal->frequency.value(), rate.contacts.empty() ? 0.0 : rate.contacts[j].normal_frequency);
    }
    if (!is_common) return undefined_value;
    return -length * common.value_or(0.0);
}

StructureSteadyDerivative undefined_derivative(const StructureSteadyState& state) {
    StructureSteadyDerivative d;
    d.amplitude.assign(state.amplitude.size(), undefined_value);
    d.x_max = d.x_min = d.amplitude;
    d.dissipated.assign(state.contacts.size(), undefined_value);
    return d;
}

bool is_defined(const StructureSteadyState& state) {
    return state.cycle && state.period && state.regime != Regime::non_unique && state.regime != Regime::chaotic &&
           state.regime != Regime::not_converged && state.regime != Regime::unbounded;
}

class SteadyRates {
public:
    SteadyRates(const StructureSteadyState& state, const StructureCycleReading& read, const OrbitEquation& equation,
                int parameters)
        : state_(state), read_(read), equation_(equation), parameters_(parameters) {}

    [[nodiscard]] StructureSteadyDerivative of(int parameter, double forced_period) const {
        StructureSteadyDerivative d = undefined_derivative(state_);
        const OrbitRate orbit = equation_.solve(parameter, forced_period);
        if (!orbit.exists || !std::isfinite(orbit.period)) return d;
        d.period = orbit.period;
        const VectorXd drift = equation_.drift_rate(orbit, parameter);
        const double length = state_.cycle->end;
        const auto extreme = [&](const Reading& r, int i) {
            const double gone = r.time / length;
            return total(r, orbit, parameter) - drift[i] * gone +
                   state_.drift[std::size_t(i)] * gone * orbit.period / length;
        };
        for (int i = 0; i < int(d.amplitude.size()); ++i) {
            const Reading& high = read_.high[std::size_t(i)];
            const Reading& low = read_.low[std::size_t(i)];
            if (equation_.is_decided(by_start(high))) d.x_max[std::size_t(i)] = extreme(high, i);
            if (equation_.is_decided(by_start(low))) d.x_min[std::size_t(i)] = extreme(low, i);
            if (!equation_.is_decided(by_start(high) - by_start(low))) continue;
            d.amplitude[std::size_t(i)] = 0.5 * (extreme(high, i) - extreme(low, i));
        }
        for (std::size_t j = 0; j < d.dissipated.size(); ++j) d.dissipated[j] = loss(read_.losses[j], orbit, parameter);
        d.damping_loss = loss(read_.damping, orbit, parameter);
        return d;
    }

private:
    [[nodiscard]] Eigen::RowVectorXd by_start(const Reading& r) const {
        return r.rates.tail(r.rates.size() - parameters_);
    }

    [[nodiscard]] double total(const Reading& r, const OrbitRate& orbit, int parameter) const {
        return r.rates[parameter] + by_start(r).dot(orbit.start) + r.at_end * orbit.period;
    }
    [[nodiscard]] double loss(const Reading& r, const OrbitRate& orbit, int parameter) const {
        if (!equation_.is_decided(by_start(r))) return undefined_value;
        return total(r, orbit, parameter) / std::max(1, state_.load_periods);
    }

    const StructureSteadyState& state_;
    const StructureCycleReading& read_;
    const OrbitEquation& equation_;
    int parameters_;
};

}  // namespace

std::vector<StructureSteadyDerivative> steady_derivatives(const StructureSteadyState& state,
                                                          std::span<const StructureRate> rates) {
    std::vector<StructureSteadyDerivative> found(rates.size(), undefined_derivative(state));
    if (rates.empty()) return found;
    if (state.cycle && has_normal_springs(*state.cycle->structure)) {
        throw std::invalid_argument(
            "derivatives need normal forces that do not depend on the motion: a contact has a normal_stiffness");
    }
    if (!is_defined(state)) {
        for (StructureSteadyDerivative& d : found) {
            if (state.regime != Regime::permanent_stick) continue;
            std::fill(d.amplitude.begin(), d.amplitude.end(), 0.0);  // of an equilibrium
            std::fill(d.dissipated.begin(), d.dissipated.end(), 0.0);
            d.damping_loss = 0.0;
        }
        return found;
    }
    const int size = StateLayout(state.cycle->library->structure).size();
    std::vector<StructureRate> still(rates.begin(), rates.end());
    for (StructureRate& r : still) r.start = {};
    RateMarch march(*state.cycle, still, MatrixXd::Identity(size, size));
    const int parameters = int(rates.size());
    StructureCycleReading read(state, parameters + size, march.rated());
    march.follow(read);
    read.finish(march.end());
    const OrbitEquation equation(state, march, parameters);
    const SteadyRates answers(state, read, equation, parameters);
    for (int p = 0; p < parameters; ++p) {
        const double period = forced_period_rate(*state.cycle->structure, rates[std::size_t(p)], state.cycle->end);
        found[std::size_t(p)] = answers.of(p, period);
    }
    return found;
}

}  // namespace stickslip::structure
