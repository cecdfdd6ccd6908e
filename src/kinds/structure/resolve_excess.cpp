#include "resolution.hpp"

#include <optional>

#include "decompositions.hpp"

namespace stickslip::structure {

bool Resolution::release_largest_excess() {
    if (std::none_of(is_held_by_stiction_.begin(), is_held_by_stiction_.end(), [](bool is) { return is; })) {
        return false;
    }
    std::vector<int> stuck;
    std::vector<std::size_t> place;  // of each in the list of contacts at rest
    for (std::size_t i = 0; i < rest_.size(); ++i) {
        if (status_[i] == Status::slides) continue;
        stuck.push_back(rest_[i]);
        place.push_back(i);
    }
    learn_friction_rates(stuck);
    std::optional<Excess> largest;
    const Mechanism* overloaded = nullptr;
    const std::vector<Mechanism> all = mechanisms(s_, stuck);
    for (const Mechanism& mechanism : all) {
        const auto is_held = [&](int at) { return is_held_by_stiction_[place[std::size_t(at)]]; };
        if (std::ranges::none_of(mechanism.places, is_held)) continue;
        const Excess excess = excess_of(mechanism, place);
        if (excess.value <= excess.noise || (largest && !excess.is_above(*largest))) continue;
        largest = excess;
        overloaded = &mechanism;
    }
    if (!overloaded) return false;
    for (const int at : overloaded->places) is_held_by_stiction_[place[std::size_t(at)]] = false;
    return true;
}

Resolution::Excess Resolution::excess_of(const Mechanism& mechanism, const std::vector<std::size_t>& place) const {
    double load = 0.0, load_rate = 0.0, hold = 0.0, hold_rate = 0.0;
    for (std::size_t i = 0; i < mechanism.contacts.size(); ++i) {
        const int j = mechanism.contacts[i];
        const double share = mechanism.share[i];
        const std::size_t at = place[std::size_t(mechanism.places[i])];
        const double factor = is_held_by_stiction_[at] ? s_.static_factor[j] : 1.0;
        load += share * friction_[int(at)];
        load_rate += share * friction_rates_[mechanism.places[i]];
        hold += std::abs(share) * factor * bounds_(j, 0);
        hold_rate += std::abs(share) * factor * bounds_(j, 1);
    }
    const double turned = load < 0.0 ? -load_rate : load_rate;
    return {std::abs(load) - hold, turned - hold_rate, level_noise * std::max(hold, force_scale_),
            level_noise * std::max(std::abs(hold_rate), friction_rate_scale_)};
}

void Resolution::learn_friction_rates(const std::vector<int>& stuck) {
    learn_forces(1);
    learn_bounds(2);
    add_up_outer_force(1);
    for (std::size_t i = 0; i < rest_.size(); ++i) {
        if (status_[i] != Status::slides) continue;
        const double rate = direction_[i] * bounds_(rest_[i], 1);
        s_.slip[std::size_t(rest_[i])].add_to(-rate, outer_.data());
    }
    const int count = int(stuck.size());
    MatrixXd gram(count, count);
    VectorXd pulls(count);
    for (int i = 0; i < count; ++i) {
        for (int k = 0; k < count; ++k) gram(i, k) = gram_(stuck[std::size_t(i)], stuck[std::size_t(k)]);
        pulls[i] = s_.pull[std::size_t(stuck[std::size_t(i)])].dot(outer_.data());
    }
    least_squares(gram, pulls, redundant_pivot, friction_rates_);
    friction_rate_scale_ = outer_.cwiseAbs().maxCoeff() + friction_rates_.cwiseAbs().maxCoeff();
}

}  // namespace stickslip::structure
