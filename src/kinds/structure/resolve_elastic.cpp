#include "resolution.hpp"

namespace stickslip::structure {

void Resolution::gather_elastic() {
    elastic_.clear();
    for (int j = 0; j < s_.contacts(); ++j) {
        if (!s_.is_elastic(j) || state(j).phase == ContactPhase::open || s_.is_frictionless(j)) continue;
        const bool is_asked = contains(occasion_->elastic, j);
        if (!is_asked && state(j).phase == ContactPhase::slide) continue;
        Elastic e{j};
        e.has_stopped = contains(occasion_->stopped, j);
        const double bound = bounds_(j, 0) / s_.contact_stiffness[j];
        const double reach = s_.slip[std::size_t(j)].absolute_dot(now_->position.data());  // z is a part of it
        const double noise =
            std::max(level_noise * std::max(local_->bound_scale[j], size_of_bound(j, 0)) / s_.contact_stiffness[j],
                     8.0 * std::numeric_limits<double>::epsilon() * reach);
        double& z = now_->deflection[j];
        for (const int side : {1, -1}) {
            const bool is_reached = contains(side > 0 ? occasion_->upper : occasion_->lower, j);
            const bool is_left = e.has_stopped && now_->contacts[std::size_t(j)].direction == side;
            if (!is_reached && !is_left && side * z < bound - noise) continue;
            e.met.push_back(side);
        }
        if (e.met.empty() && !is_asked) continue;
        if (e.met.size() == 1) z = e.met.front() * bound;  // also where the bound fell below it
        z = std::clamp(z, -bound, bound);
        elastic_.push_back(e);
    }
    for (Elastic& e : elastic_) {
        e.has_stopped = std::ranges::any_of(
            elastic_, [&](const Elastic& f) { return f.has_stopped && has_same_slider(e.contact, f.contact); });
    }
}

bool Resolution::has_same_slider(int i, int j) const {
    return i == j ||
           (s_.directions.col(i) == s_.directions.col(j) && s_.surface_velocity[i] == s_.surface_velocity[j] &&
            bounds_(i, 1) * s_.contact_stiffness[j] == bounds_(j, 1) * s_.contact_stiffness[i]);
}

void Resolution::doubt_elastic() {
    for (Elastic& e : elastic_) {
        state(e.contact) = {ContactPhase::stick, 0};
        e.sides = e.met;
        e.slip_zeros = 0;
        e.deflection_zeros = {0, 0};
    }
}

void Resolution::decide_elastic(int order) {
    for (Elastic& e : elastic_) {
        if (!e.is_in_doubt() || (order == 0 && e.has_stopped)) continue;
        const int j = e.contact;
        const double* rate = motion_.col(order + 1).data();
        const double slip_rate = s_.slip[std::size_t(j)].dot(rate) - (order == 0 ? s_.surface_velocity[j] : 0.0);
        const double bound_rate = bounds_(j, order + 1) / s_.contact_stiffness[j];
        const double terms = order == 0
                                 ? s_.slip[std::size_t(j)].sum_of_sizes() * speed_ + std::abs(s_.surface_velocity[j])
                                 : s_.pull[std::size_t(j)].absolute_dot(terms_.col(order - 1).data());
        const double noise = level_noise * (terms + size_of_bound(j, order + 1) / s_.contact_stiffness[j]);
        for (const int side : Sides(e.sides)) {
            const double outwards = side * slip_rate - bound_rate;
            if (std::abs(outwards) <= noise) {
                neglect(j, order, outwards);
                continue;
            }
            e.sides.erase(side);
            if (outwards > 0.0) {
                state(j) = {ContactPhase::slide, side};
                e.slip_zeros = order;
                e.deflection_zeros = {0, 0};
                e.sides.clear();
                break;
            }
            e.deflection_zeros[side > 0 ? 1 : 0] = order + 1;
        }
    }
}

}  // namespace stickslip::structure
