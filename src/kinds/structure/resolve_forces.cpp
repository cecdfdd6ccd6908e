#include "resolution.hpp"

namespace stickslip::structure {

void Resolution::learn_forces(int order) {
    for (; known_force_orders_ <= order; ++known_force_orders_) {
        differentiate(local_->forces, known_force_orders_, forces_);
    }
}

void Resolution::learn_bounds(int order) {
    if (!signals_.any_bound_varies()) {
        if (known_bound_orders_ == 0) bounds_.col(0) = local_->bounds.col(constant_column);
        known_bound_orders_ = order;
        return;  // their derivatives are zero from the beginning
    }
    for (; known_bound_orders_ <= order; ++known_bound_orders_) {
        differentiate(local_->bounds, known_bound_orders_, bounds_);
        if (known_bound_orders_ == 0) bounds_.col(0) = bounds_.col(0).cwiseMax(0.0);
    }
}

void Resolution::learn_spring_bounds(int order) {
    for (int j = 0; j < s_.contacts() && s_.has_normal_springs; ++j) {
        if (!s_.is_compliant(j)) continue;
        const double changed = s_.bound_slope(j) * s_.lift[std::size_t(j)].dot(motion_.col(order).data());
        const double start = order == 0 ? s_.friction_factor[j] * s_.preload[j] : 0.0;
        bounds_(j, order) = order == 0 ? std::max(start + changed, 0.0) : changed;
    }
}

void Resolution::differentiate(const Coefficients& signals, int order, MatrixXd& derivatives) const {
    const std::vector<double>& frequencies = signals_.frequencies();
    const int rows = int(signals.rows());
    const auto stride = signals.cols();
    double* next = derivatives.data() + std::ptrdiff_t(order) * rows;
    const double* plain = signals.data() + (order == 0 ? constant_column : slope_column);
    for (int i = 0; i < rows; ++i) next[i] = order <= slope_column ? plain[i * stride] : 0.0;
    for (std::size_t h = 0; h < frequencies.size(); ++h) {
        double scale = order % 4 < 2 ? 1.0 : -1.0;
        for (int n = 0; n < order; ++n) scale *= frequencies[h];
        const double* wave = signals.data() + sine_column(int(h)) + (order + 1) % 2;
        for (int i = 0; i < rows; ++i) next[i] += scale * wave[i * stride];
    }
}

double Resolution::size_of_derivative(const Coefficients& signals, int row, int order) const {
    const double* term = signals.data() + std::ptrdiff_t(row) * signals.cols();
    double size = order == 0 ? std::abs(term[constant_column]) : order == 1 ? std::abs(term[slope_column]) : 0.0;
    const std::vector<double>& frequencies = signals_.frequencies();
    for (std::size_t h = 0; h < frequencies.size(); ++h) {
        const double* wave = term + sine_column(int(h));
        double power = std::abs(wave[0]) + std::abs(wave[1]);
        for (int n = 0; n < order; ++n) power *= frequencies[h];
        size += power;
    }
    return size;
}

double Resolution::size_of_bound(int contact, int order) const {
    if (s_.is_compliant(contact)) {
        const double start = order == 0 ? s_.friction_factor[contact] * std::abs(s_.preload[contact]) : 0.0;
        const SparseVector& lift = s_.lift[std::size_t(contact)];
        return start - s_.bound_slope(contact) * lift.absolute_dot(motion_.col(order).data());
    }
    if (!signals_.varies(contact)) return std::abs(bounds_(contact, order));
    return size_of_derivative(local_->bounds, contact, order);
}

void Resolution::add_up_outer_force(int order) {
    VectorXd& f = outer_;
    f = forces_.col(order);
    s_.damping_map.add(-1.0, motion_.col(order + 1).data(), f.data());
    s_.stiffness_map.add(-1.0, motion_.col(order).data(), f.data());
    for (int j = 0; j < s_.contacts(); ++j) {
        const ContactState& does = state(j);
        if (does.phase == ContactPhase::open) continue;
        if (s_.is_compliant(j)) {
            const SparseVector& lift = s_.lift[std::size_t(j)];
            const double spring = s_.normal_stiffness[j] * lift.dot(motion_.col(order).data());
            lift.add_to((order == 0 ? s_.preload[j] : 0.0) - spring, f.data());
        }
        if (is_resting_[std::size_t(j)]) continue;
        double r = does.direction * bounds_(j, order);
        if (s_.is_elastic(j) && does.phase == ContactPhase::stick) {
            const double kt = s_.contact_stiffness[j];
            if (order == 0) {
                r = kt * now_->deflection[j];
            } else {
                r = kt * s_.slip[std::size_t(j)].dot(motion_.col(order).data());
                if (order == 1) r -= kt * s_.surface_velocity[j];
            }
        }
        s_.slip[std::size_t(j)].add_to(-r, f.data());
    }
}

double Resolution::acceleration_scale(int level) {
    auto terms = terms_.col(level);
    for (int i = 0; i < s_.size; ++i) {
        terms[i] = std::abs(outer_[i]) + size_of_derivative(local_->forces, i, level);
    }
    s_.stiffness_map.add_sizes(motion_.col(level).data(), terms.data());
    s_.damping_map.add_sizes(motion_.col(level + 1).data(), terms.data());
    for (const int j : rest_) {
        for (const auto& [i, w] : s_.slip[std::size_t(j)].entries()) {
            terms[i] += std::abs(w) * size_of_bound(j, level);
        }
    }
    for (int j = 0; j < s_.contacts() && s_.has_normal_springs; ++j) {
        if (!s_.is_compliant(j) || state(j).phase == ContactPhase::open) continue;
        const SparseVector& lift = s_.lift[std::size_t(j)];
        const double start = level == 0 ? std::abs(s_.preload[j]) : 0.0;
        const double size = start + s_.normal_stiffness[j] * lift.absolute_dot(motion_.col(level).data());
        for (const auto& [i, n] : lift.entries()) terms[i] += std::abs(n) * size;
        for (const auto& [i, w] : s_.slip[std::size_t(j)].entries()) {
            terms[i] += std::abs(w) * s_.friction_factor[j] * size;
        }
    }
    if (level == 0) {
        force_scale_ = terms.maxCoeff();
    } else {
        carry_rounding(level);
    }
    double scale = 0.0;
    for (const int j : rest_) scale = std::max(scale, s_.pull[std::size_t(j)].absolute_dot(terms.data()));
    return scale;
}

void Resolution::carry_rounding(int level) {
    constexpr double rounding = 64.0 * std::numeric_limits<double>::epsilon();  // of sums, steps of the motion included
    if (level == 1) carried_.setZero(s_.size);
    carried_ += rounding * terms_.col(level - 1);
    s_.inverse_mass.add_sizes(carried_.data(), errors_.col(level + 1).data());
    if (level == 1 && fastest_rate_ > 0.0) errors_.col(1) += errors_.col(2) / fastest_rate_;
    carried_.setZero();
    s_.damping_map.add_sizes(errors_.col(level + 1).data(), carried_.data());
    s_.stiffness_map.add_sizes(errors_.col(level).data(), carried_.data());
    for (int j = 0; j < s_.contacts(); ++j) {
        if (state(j).phase == ContactPhase::open) continue;
        if (s_.is_compliant(j)) {
            const SparseVector& lift = s_.lift[std::size_t(j)];
            const double press = s_.normal_stiffness[j] * lift.absolute_dot(errors_.col(level).data());
            for (const auto& [i, n] : lift.entries()) carried_[i] += std::abs(n) * press;
            for (const auto& [i, w] : s_.slip[std::size_t(j)].entries()) {
                carried_[i] += std::abs(w) * s_.friction_factor[j] * press;
            }
        }
        if (!s_.is_elastic(j) || state(j).phase != ContactPhase::stick) continue;
        const SparseVector& slip = s_.slip[std::size_t(j)];
        const double stretch = s_.contact_stiffness[j] * slip.absolute_dot(errors_.col(level).data());
        for (const auto& [i, w] : slip.entries()) carried_[i] += std::abs(w) * stretch;
    }
    terms_.col(level) += carried_ / level_noise;
}

void Resolution::neglect(int contact, int order, double slip_rate) {
    constexpr double margin = 4.0;
    const double share = margin * std::abs(slip_rate) / s_.compliance[contact];
    for (const auto& [i, pull] : s_.pull[std::size_t(contact)].entries()) {
        errors_(i, order + 1) = std::max(errors_(i, order + 1), share * std::abs(pull));
    }
}

}  // namespace stickslip::structure
