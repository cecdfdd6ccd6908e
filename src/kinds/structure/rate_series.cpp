#include "rate_series.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stickslip::structure {
namespace {

constexpr double series_remainder = 1e-18;  // of a series, relative to its largest term
constexpr int least_order = 6;              // a load that is a line lasts three derivatives beyond any small step

/// Column 0 of the rows of one order.
VectorXd motion_itself(const RateCoefficients& c, int k) {
    VectorXd v(c.entries);
    for (int i = 0; i < c.entries; ++i) v[i] = c.row(k, i)[0];
    return v;
}

/// The factor of (τ/length)ⁿ⁻ᵒʳᵈᵉʳ in a derivative in time: n·(n − 1)·… .
double power_factor(int n, int order, double length) {
    double factor = 1.0;
    for (int i = 0; i < order; ++i) factor *= (n - i) / length;
    return factor;
}

void put(const MatrixXd& from, double factor, RateCoefficients& to, int k) {
    for (int i = 0; i < to.entries; ++i) {
        double* row = to.row(k, i);
        for (int c = 0; c < to.columns; ++c) row[c] = factor * from(i, c);
    }
}

}  // namespace

void RateSeries::expand(const PatternFlow& flow, const std::vector<ContactState>& contacts, const RateState& state,
                        const ExactTime& start, Side side, double length, int order) {
    flow_ = &flow;
    contacts_ = &contacts;
    start_ = start;
    length_ = length;
    columns_ = int(state.position.cols());
    const int parameters = int(rated_.parameters.size());
    f_.begin(s_.size, parameters + 1, order, length);
    b_.begin(s_.contacts(), columns_, order, length);
    x_.begin(s_.size, columns_, order, length);
    r_.begin(s_.contacts(), columns_, order, length);
    z_.begin(s_.contacts(), columns_, order, length);
    rated_.add_loads(start, side, f_);
    rated_.add_bounds(start, side, b_);
    put(state.position, 1.0, x_, 0);
    put(state.velocity, length, x_, 1);
    largest_.assign(std::size_t(columns_), 0.0);
    int faint = 0;  // orders at the end that add nothing
    for (int k = 0; k <= x_.order; ++k) {
        add_known_friction(k, state);
        if (k + 2 > x_.order) continue;
        accelerate(k);
        faint = is_faint(k + 2) ? faint + 1 : 0;
        constexpr int enough = 2;
        if (faint == enough && k >= least_order) x_.order = r_.order = z_.order = b_.order = k + 2;
    }
}

/// Whether the coefficient of this order is rounding of those before it, in every column, its rate of change included.
bool RateSeries::is_faint(int k) {
    bool is_faint = true;
    for (int c = 0; c < columns_; ++c) {
        double size = 0.0;
        for (int i = 0; i < s_.size; ++i) size = std::max(size, std::abs(x_.row(k, i)[c]));
        double& largest = largest_[std::size_t(c)];
        is_faint = is_faint && k * size <= series_remainder * largest;
        largest = std::max(largest, size);
    }
    return is_faint;
}

/// Friction that slides or is carried by a spring, and the deflections.
void RateSeries::add_known_friction(int k, const RateState& state) {
    for (int j = 0; j < s_.contacts(); ++j) {
        const auto& [phase, direction] = (*contacts_)[std::size_t(j)];
        const bool is_elastic = s_.is_elastic(j);
        if (phase == ContactPhase::slide) {
            double* r = r_.row(k, j);
            const double* bound = b_.row(k, j);
            for (int c = 0; c < columns_; ++c) r[c] = direction * bound[c];
            if (!is_elastic) continue;
            const double kt = s_.contact_stiffness[j];
            double* z = z_.row(k, j);
            for (int c = 0; c < columns_; ++c) z[c] = r[c] / kt;
            for (std::size_t p = 0; p < rated_.parameters.size(); ++p) {
                z[p + 1] -= z[0] * rated_.parameters[p].contact_stiffness[j] / kt;
            }
        } else if (phase == ContactPhase::stick && is_elastic) {
            add_spring(k, j, state);
        }
    }
}

void RateSeries::add_spring(int k, int j, const RateState& state) {
    double* z = z_.row(k, j);
    double* r = r_.row(k, j);
    if (k == 0) {
        for (int c = 0; c < columns_; ++c) z[c] = state.deflection(j, c);
    } else {
        for (const auto& [i, w] : s_.slip[std::size_t(j)].entries()) {
            const double* x = x_.row(k, i);
            for (int c = 0; c < columns_; ++c) z[c] += w * x[c];
        }
        if (k == 1) z[0] -= length_ * s_.surface_velocity[j];
        for (std::size_t p = 0; p < rated_.parameters.size(); ++p) {
            const ParameterRate& rate = rated_.parameters[p];
            if (rate.directions.size() > 0) z[p + 1] += rate.directions.col(j).dot(motion_itself(x_, k));
            if (k == 1) z[p + 1] -= length_ * rate.surface_velocity[j];
        }
    }
    const double kt = s_.contact_stiffness[j];
    for (int c = 0; c < columns_; ++c) r[c] = kt * z[c];
    for (std::size_t p = 0; p < rated_.parameters.size(); ++p) {
        r[p + 1] += rated_.parameters[p].contact_stiffness[j] * z[0];
    }
}

/// The coefficient k + 2 of x from those before it: first the acceleration stands in its place.
void RateSeries::accelerate(int k) {
    const double rate = (k + 1) / length_;
    double* all = x_.row(k + 2);
    for (int i = 0; i < s_.size; ++i) std::copy_n(f_.row(k, i), f_.columns, all + std::ptrdiff_t(i) * columns_);
    rated_.stiffness.add(-1.0, x_.row(k), all, columns_, 0, columns_);
    rated_.damping.add(-rate, x_.row(k + 1), all, columns_, 0, columns_);
    for (int j = 0; j < s_.contacts(); ++j) {
        const ContactPhase phase = (*contacts_)[std::size_t(j)].phase;
        if (phase == ContactPhase::open || (phase == ContactPhase::stick && !s_.is_elastic(j))) continue;
        const double* r = r_.row(k, j);
        for (const auto& [i, pull] : s_.pull[std::size_t(j)].entries()) {
            double* to = all + std::ptrdiff_t(i) * columns_;
            for (int c = 0; c < columns_; ++c) to[c] -= pull * r[c];
        }
    }
    hold(k, 0, 1);
    add_parameter_forces(k);
    hold(k, 1, columns_ - 1);
    const double factor = length_ * length_ / ((k + 1.0) * (k + 2.0));
    for (std::size_t i = 0; i < x_.stride(); ++i) all[i] *= factor;
}

void RateSeries::add_parameter_forces(int k) {
    const double rate = (k + 1) / length_;
    double* all = x_.row(k + 2);
    for (std::size_t p = 0; p < rated_.parameters.size(); ++p) {
        const ParameterRate& change = rated_.parameters[p];
        const auto take = [&](double factor, const MatrixXd& m, const double* of) {
            for (int i = 0; i < m.rows(); ++i) {
                double sum = 0.0;
                for (int j = 0; j < m.cols(); ++j) sum += m(i, j) * of[std::ptrdiff_t(j) * columns_];
                all[std::size_t(i) * std::size_t(columns_) + p + 1] -= factor * sum;
            }
        };
        if (change.mass_pull.size() > 0) take(1.0, change.mass_pull, all);
        if (change.damping_pull.size() > 0) take(rate, change.damping_pull, x_.row(k + 1));
        if (change.stiffness_pull.size() > 0) take(1.0, change.stiffness_pull, x_.row(k));
        if (change.directions_pull.size() > 0) take(1.0, change.directions_pull, r_.row(k));
    }
}

/// Whether contacts at rest that depend on each other turn, so that they would not any more: what moves with fewer
/// contacts than it has then stands still, and there is no derivative.
bool RateSeries::breaks_redundancy(const MatrixXd& direction_rates) const {
    const std::vector<int>& stuck = flow_->stuck;
    double rank = 0.0;  // the trace of A·W, a projection
    double turn = 0.0;
    for (std::size_t i = 0; i < stuck.size(); ++i) {
        rank += flow_->reaction.row(int(i)).dot(s_.directions.col(stuck[i]));
        turn += direction_rates.col(stuck[i]).cwiseAbs().sum();
    }
    return turn > 0.0 && rank < double(stuck.size()) - 0.5;
}

/// The friction of rigid contacts at rest, λ = G⁺·(Wᵀa + δWᵀx″) of the acceleration a without it, and what that leaves;
/// the acceleration stands where the coefficient k + 2 of x comes to stand.
void RateSeries::hold(int k, int first, int count) {
    const std::vector<int>& stuck = flow_->stuck;
    if (stuck.empty()) return;
    double* all = x_.row(k + 2);
    const auto columns = std::size_t(columns_);
    held_.assign(stuck.size() * columns, 0.0);
    for (std::size_t i = 0; i < stuck.size(); ++i) {
        double* held = held_.data() + i * columns;
        for (const auto& [d, w] : s_.slip[std::size_t(stuck[i])].entries()) {
            const double* a = all + std::ptrdiff_t(d) * columns_;
            for (int c = first; c < first + count; ++c) held[c] += w * a[c];
        }
    }
    for (std::size_t p = 0; first > 0 && p < rated_.parameters.size(); ++p) {
        const MatrixXd& directions = rated_.parameters[p].directions;
        if (directions.size() > 0) add_turned_slip(directions, int(p), all);
    }
    for (std::size_t i = 0; i < stuck.size(); ++i) {
        double* r = r_.row(k, stuck[i]);
        for (int c = first; c < first + count; ++c) r[c] = 0.0;
        for (std::size_t l = 0; l < stuck.size(); ++l) {
            const double share = flow_->inverse_gram(int(i), int(l));
            const double* held = held_.data() + l * columns;
            for (int c = first; c < first + count; ++c) r[c] += share * held[c];
        }
    }
    for (const int j : stuck) {
        const double* r = r_.row(k, j);
        for (const auto& [d, pull] : s_.pull[std::size_t(j)].entries()) {
            double* a = all + std::ptrdiff_t(d) * columns_;
            for (int c = first; c < first + count; ++c) a[c] -= pull * r[c];
        }
    }
}

/// δWᵀx″
void RateSeries::add_turned_slip(const MatrixXd& directions, int parameter, const double* acceleration) {
    const std::vector<int>& stuck = flow_->stuck;
    const bool exists = !breaks_redundancy(directions);
    for (std::size_t i = 0; i < stuck.size(); ++i) {
        double turned = exists ? 0.0 : std::numeric_limits<double>::quiet_NaN();
        for (int d = 0; d < s_.size; ++d)
            turned += directions(d, stuck[i]) * acceleration[std::ptrdiff_t(d) * columns_];
        held_[i * std::size_t(columns_) + std::size_t(parameter) + 1] += turned;
    }
}

void RateSeries::go_to_end(RateState& state) const {
    state.position = position(length_, 0);
    state.velocity = position(length_, 1);
    state.deflection = deflection(length_, 0);
}

MatrixXd RateSeries::value(const RateCoefficients& series, int last, double tau, int order) const {
    const double s = tau / length_;
    MatrixXd sum = MatrixXd::Zero(series.entries, series.columns);
    if (series.entries == 0) return sum;  // of a structure without contacts
    for (int n = last; n >= order; --n) {
        const double factor = power_factor(n, order, length_);
        for (int c = 0; c < series.columns; ++c) {
            double* to = sum.col(c).data();
            const double* from = series.row(n) + c;
            for (int i = 0; i < series.entries; ++i) {
                to[i] = s * to[i] + factor * from[std::ptrdiff_t(i) * series.columns];
            }
        }
        if (s == 0.0 && n > order) n = order + 1;  // the rest is zero
    }
    return sum;
}

double RateSeries::coordinate(int degree, double tau, int order) const {
    const double s = tau / length_;
    double sum = 0.0;
    for (int n = x_.order; n >= order; --n) sum = s * sum + power_factor(n, order, length_) * x_.row(n, degree)[0];
    return sum;
}

MatrixXd RateSeries::slip_velocity(double tau, int order) const {
    const MatrixXd rates = position(tau, order + 1);
    MatrixXd g = s_.directions.transpose() * rates;
    for (std::size_t p = 0; p < rated_.parameters.size(); ++p) {
        const ParameterRate& change = rated_.parameters[p];
        if (change.directions.size() > 0) g.col(int(p) + 1) += change.directions.transpose() * rates.col(0);
        if (order == 0) g.col(int(p) + 1) -= change.surface_velocity;
    }
    if (order == 0) g.col(0) -= s_.surface_velocity;
    return g;
}

}  // namespace stickslip::structure
