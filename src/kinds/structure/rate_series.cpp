#include "rate_series.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stickslip::structure {
namespace {

void shape(std::vector<MatrixXd>& series, int order, Eigen::Index rows, Eigen::Index columns) {
    series.resize(std::max(series.size(), std::size_t(order) + 1));
    for (int k = 0; k <= order; ++k) series[std::size_t(k)].setZero(rows, columns);
}

}  // namespace

void RateSeries::expand(const PatternFlow& flow, const std::vector<ContactState>& contacts, const RateState& state,
                        const ExactTime& start, Side side, double length, int order) {
    flow_ = &flow;
    contacts_ = &contacts;
    start_ = start;
    length_ = length;
    order_ = order;
    const Eigen::Index columns = state.position.cols();
    rated_.forces(start, side, length, order, f_);
    rated_.bound_series(start, side, length, order, b_);
    shape(x_, order, s_.size, columns);
    shape(r_, order, s_.contacts(), columns);
    shape(z_, order, s_.contacts(), columns);
    for (int k = 0; k <= order; ++k) {
        b_[std::size_t(k)].conservativeResizeLike(MatrixXd::Zero(s_.contacts(), columns));
    }
    x_[0] = state.position;
    x_[1] = length * state.velocity;
    for (int k = 0; k <= order; ++k) {
        add_known_friction(k, state);
        if (k + 2 <= order) accelerate(k);
    }
}

/// Friction that slides or is carried by a spring, and the deflections.
void RateSeries::add_known_friction(int k, const RateState& state) {
    const auto place = std::size_t(k);
    const int parameters = int(rated_.parameters.size());
    for (int j = 0; j < s_.contacts(); ++j) {
        const auto& [phase, direction] = (*contacts_)[std::size_t(j)];
        const bool is_elastic = s_.is_elastic(j);
        const double kt = s_.contact_stiffness[j];
        auto z = z_[place].row(j);
        if (phase == ContactPhase::slide) {
            r_[place].row(j) = direction * b_[place].row(j);
            if (!is_elastic) continue;
            z = r_[place].row(j) / kt;
            for (int p = 0; p < parameters; ++p) {
                z[p + 1] -= z[0] * rated_.parameters[std::size_t(p)].contact_stiffness[j] / kt;
            }
        } else if (phase == ContactPhase::stick && is_elastic) {
            if (k == 0) {
                z = state.deflection.row(j);
            } else {
                z = s_.directions.col(j).transpose() * x_[place];
                if (k == 1) z[0] -= length_ * s_.surface_velocity[j];
            }
            for (int p = 0; p < parameters && k > 0; ++p) {
                const ParameterRate& rate = rated_.parameters[std::size_t(p)];
                if (rate.directions.size() > 0) z[p + 1] += rate.directions.col(j).dot(x_[place].col(0));
                if (k == 1) z[p + 1] -= length_ * rate.surface_velocity[j];
            }
            r_[place].row(j) = kt * z;
            for (int p = 0; p < parameters; ++p) {
                r_[place](j, p + 1) += rated_.parameters[std::size_t(p)].contact_stiffness[j] * z[0];
            }
        }
    }
}

/// The coefficient k + 2 of x from those before it.
void RateSeries::accelerate(int k) {
    const auto place = std::size_t(k);
    const Eigen::Index columns = x_[0].cols();
    const int known = int(rated_.parameters.size()) + 1;
    force_.setZero(s_.size, columns);
    force_.leftCols(known) = f_[place];
    acceleration_.setZero(s_.size, columns);
    const double rate = (k + 1) / length_;
    for (int c = 0; c < columns; ++c) {
        s_.stiffness_map.add(-1.0, x_[place].col(c).data(), force_.col(c).data());
        s_.damping_map.add(-rate, x_[place + 1].col(c).data(), force_.col(c).data());
        for (int j = 0; j < s_.contacts(); ++j) {
            const double r = r_[place](j, c);
            if (r != 0.0) s_.slip[std::size_t(j)].add_to(-r, force_.col(c).data());
        }
    }
    hold(k, 0, 1, {});
    const VectorXd own = acceleration_.col(0);
    add_parameter_forces(k, own);
    hold(k, 1, int(columns) - 1, own);
    x_[place + 2] = acceleration_ * (length_ * length_ / ((k + 1.0) * (k + 2.0)));
}

void RateSeries::add_parameter_forces(int k, const VectorXd& acceleration) {
    const auto place = std::size_t(k);
    const double rate = (k + 1) / length_;
    for (std::size_t p = 0; p < rated_.parameters.size(); ++p) {
        const ParameterRate& change = rated_.parameters[p];
        auto force = force_.col(int(p) + 1);
        if (change.mass.size() > 0) force.noalias() -= change.mass * acceleration;
        if (change.damping.size() > 0) force.noalias() -= rate * (change.damping * x_[place + 1].col(0));
        if (change.stiffness.size() > 0) force.noalias() -= change.stiffness * x_[place].col(0);
        if (change.directions.size() > 0) force.noalias() -= change.directions * r_[place].col(0);
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

/// The friction of rigid contacts at rest, λ = A·f + G⁺·δWᵀx″, and the accelerations that it leaves.
void RateSeries::hold(int k, int first, int count, const VectorXd& acceleration) {
    const std::vector<int>& stuck = flow_->stuck;
    auto forces = force_.middleCols(first, count);
    if (!stuck.empty() && count > 0) {
        MatrixXd friction = flow_->reaction * forces;
        for (std::size_t p = 0; first > 0 && p < rated_.parameters.size(); ++p) {
            const MatrixXd& directions = rated_.parameters[p].directions;
            if (directions.size() == 0) continue;
            VectorXd turned(int(stuck.size()));
            for (std::size_t i = 0; i < stuck.size(); ++i) turned[int(i)] = directions.col(stuck[i]).dot(acceleration);
            if (breaks_redundancy(directions)) turned.setConstant(std::numeric_limits<double>::quiet_NaN());
            friction.col(int(p)) += flow_->inverse_gram * turned;
        }
        for (std::size_t i = 0; i < stuck.size(); ++i) {
            r_[std::size_t(k)].row(stuck[i]).segment(first, count) = friction.row(int(i));
            forces.noalias() -= s_.directions.col(stuck[i]) * friction.row(int(i));
        }
    }
    for (int c = first; c < first + count; ++c) {
        s_.inverse_mass.add(1.0, force_.col(c).data(), acceleration_.col(c).data());
    }
}

void RateSeries::go_to_end(RateState& state) const {
    state.position = position(length_, 0);
    state.velocity = position(length_, 1);
    state.deflection = deflection(length_, 0);
}

/// n·(n − 1)·… of the derivative of this order, in time.
double RateSeries::power_factor(int n, int order) const {
    double factor = 1.0;
    for (int i = 0; i < order; ++i) factor *= (n - i) / length_;
    return factor;
}

MatrixXd RateSeries::value(const std::vector<MatrixXd>& series, int last, double tau, int order) const {
    const double s = tau / length_;
    MatrixXd sum = MatrixXd::Zero(series[0].rows(), series[0].cols());
    for (int n = last; n >= order; --n) sum = s * sum + power_factor(n, order) * series[std::size_t(n)];
    return sum;
}

double RateSeries::coordinate(int degree, double tau, int order) const {
    const double s = tau / length_;
    double sum = 0.0;
    for (int n = order_; n >= order; --n) sum = s * sum + power_factor(n, order) * x_[std::size_t(n)](degree, 0);
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
