#include "resolve.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "box_qp.hpp"
#include "decompositions.hpp"

namespace stickslip::structure {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
/// Slip velocities below this share of the velocities they are the difference of are zero.
constexpr double velocity_noise = 1e-13;
/// Accelerations, and distances of friction from its bound, below this share of their terms are zero.
constexpr double level_noise = 1e-11;
/// How many derivatives of the motion are asked before a contact in doubt is left at rest.
constexpr int most_levels = 4;

/// Up to two sides of a bound, +1 and −1, in a place of their own.
class Sides {
public:
    void push_back(int side) { side_[count_++] = side; }
    void erase(int side) { count_ = int(std::remove(side_, side_ + count_, side) - side_); }
    void clear() { count_ = 0; }
    [[nodiscard]] bool empty() const { return count_ == 0; }
    [[nodiscard]] int size() const { return count_; }
    [[nodiscard]] int front() const { return side_[0]; }
    [[nodiscard]] const int* begin() const { return side_; }
    [[nodiscard]] const int* end() const { return side_ + count_; }

private:
    int side_[2] = {0, 0};
    int count_ = 0;
};

/// How a contact at rest is bounded at the next derivative.
enum class Status { undecided, held, at_bound, slides };

class Resolution {
public:
    Resolution(const DenseStructure& s, const Signals& signals, const LocalSignals& local, Configuration& now,
               const Occasion& occasion)
        : s_(s), signals_(signals), local_(local), now_(now), occasion_(occasion), bound_scale_(local.bound_scale) {
        forces_.resize(s.size, most_levels + 2);
        bounds_.resize(s.contacts(), most_levels + 2);
        motion_.resize(s.size, most_levels + 2);
        terms_.resize(s.size, most_levels);
        learn_outside(1);
    }

    Resolved run() {
        gather_resting();
        project_velocity();
        gather_elastic();
        decide_all();
        Resolved resolved{states_, std::vector<int>(std::size_t(s_.contacts()), 0),
                          std::vector<std::array<int, 2>>(std::size_t(s_.contacts()), {0, 0})};
        for (std::size_t i = 0; i < rest_.size(); ++i) {
            if (status_[i] == Status::slides) resolved.zeros[std::size_t(rest_[i])] = zeros_[i];
        }
        for (const Elastic& e : elastic_) {
            resolved.zeros[std::size_t(e.contact)] = e.slip_zeros;
            resolved.deflection_zeros[std::size_t(e.contact)] = e.deflection_zeros;
        }
        return resolved;
    }

private:
    /// Loads and bounds with their derivatives up to this one.
    void learn_outside(int order) {
        VectorXd values(signals_.columns());
        for (; known_orders_ <= order; ++known_orders_) {
            basis_derivative(signals_.frequencies(), 0.0, known_orders_, values.data());
            forces_.col(known_orders_).noalias() = local_.forces * values;
            bounds_.col(known_orders_).noalias() = local_.bounds * values;
            if (known_orders_ == 0) bounds_.col(0) = bounds_.col(0).cwiseMax(0.0);
        }
    }

    /// The contacts at rest now: those stuck, those that stopped, and those that these hold.
    void gather_resting() {
        states_ = now_.contacts;
        is_resting_.assign(std::size_t(s_.contacts()), false);
        for (int j = 0; j < s_.contacts(); ++j) {
            if (s_.is_elastic(j) || states_[std::size_t(j)].phase == ContactPhase::open) continue;
            const bool stopped =
                std::find(occasion_.stopped.begin(), occasion_.stopped.end(), j) != occasion_.stopped.end();
            is_resting_[std::size_t(j)] = stopped || states_[std::size_t(j)].phase == ContactPhase::stick ||
                                          std::abs(slip(j)) <= velocity_noise * slip_scale(j);
        }
    }
    [[nodiscard]] double slip(int j) const { return s_.directions.col(j).dot(now_.velocity) - s_.surface_velocity[j]; }
    [[nodiscard]] double slip_scale(int j) const {
        return s_.directions.col(j).cwiseAbs().dot(now_.velocity.cwiseAbs()) + std::abs(s_.surface_velocity[j]);
    }
    [[nodiscard]] std::vector<int> resting() const {
        std::vector<int> list;
        for (int j = 0; j < s_.contacts(); ++j) {
            if (is_resting_[std::size_t(j)]) list.push_back(j);
        }
        return list;
    }
    [[nodiscard]] MatrixXd resting_matrix(const MatrixXd& of, const std::vector<int>& which) const {
        MatrixXd m(s_.size, int(which.size()));
        for (std::size_t i = 0; i < which.size(); ++i) m.col(int(i)) = of.col(which[i]);
        return m;
    }

    /// x′ ← x′ − M⁻¹W·G⁺·(Wᵀx′ − v): the nearest velocity, in energy, at which they rest.
    void project_velocity() {
        speed_ = now_.velocity.cwiseAbs().maxCoeff();
        rest_ = resting();
        if (rest_.empty()) return;
        w_ = resting_matrix(s_.directions, rest_);
        mw_ = resting_matrix(s_.inverse_mass_directions, rest_);
        g_ = w_.transpose() * mw_;
        VectorXd slips(int(rest_.size()));
        for (std::size_t i = 0; i < rest_.size(); ++i) slips[int(i)] = slip(rest_[i]);
        now_.velocity -= mw_ * least_squares(g_, slips, redundant_pivot);
    }

    /// Forces of everything but the contacts at rest, differentiated `order` times; x⁽⁰⁾ … x⁽ᵒʳᵈᵉʳ⁺¹⁾ are known.
    [[nodiscard]] VectorXd outer_force(int order) const {
        VectorXd f = forces_.col(order);
        s_.damping_map.add(-1.0, motion_.col(order + 1).data(), f.data());
        s_.stiffness_map.add(-1.0, motion_.col(order).data(), f.data());
        for (int j = 0; j < s_.contacts(); ++j) {
            const ContactState& state = states_[std::size_t(j)];
            if (is_resting_[std::size_t(j)] || state.phase == ContactPhase::open) continue;
            double r = state.direction * bounds_(j, order);
            if (s_.is_elastic(j) && state.phase == ContactPhase::stick) {
                const double kt = s_.contact_stiffness[j];
                if (order == 0) {
                    r = kt * now_.deflection[j];
                } else {
                    r = kt * s_.slip[std::size_t(j)].dot(motion_.col(order).data());
                    if (order == 1) r -= kt * s_.surface_velocity[j];
                }
            }
            s_.slip[std::size_t(j)].add_to(-r, f.data());
        }
        return f;
    }

    void decide_all() {
        const std::size_t count = rest_.size();
        status_.assign(count, Status::undecided);
        direction_.assign(count, 0);
        zeros_.assign(count, 0);
        // With static friction above sliding friction contacts hold unless that is more than they can: the mechanism
        // with the largest excess is released first.
        is_held_by_stiction_.assign(count, false);
        for (std::size_t i = 0; i < count; ++i) {
            const bool is_released =
                std::find(occasion_.released.begin(), occasion_.released.end(), rest_[i]) != occasion_.released.end();
            is_held_by_stiction_[i] = s_.is_stiction(rest_[i]) && !is_released;
        }
        for (std::size_t round = 0; round <= count; ++round) {
            decide_levels();
            if (!release_largest_excess()) break;
        }
        for (std::size_t i = 0; i < count; ++i) {
            const bool slides = status_[i] == Status::slides;
            states_[std::size_t(rest_[i])] = {slides ? ContactPhase::slide : ContactPhase::stick,
                                              slides ? direction_[i] : 0};
        }
    }

    /// The mechanisms of contacts that stiction holds: releases the one that is overloaded the most, if any.
    bool release_largest_excess() {
        std::vector<int> held;
        std::vector<std::size_t> place(std::size_t(s_.contacts()));
        for (std::size_t i = 0; i < rest_.size(); ++i) {
            place[std::size_t(rest_[i])] = i;
            if (is_held_by_stiction_[i]) held.push_back(rest_[i]);
        }
        if (held.empty()) return false;
        double largest = 0.0;
        const Mechanism* overloaded = nullptr;
        const std::vector<Mechanism> all = mechanisms(s_, held);
        for (const Mechanism& mechanism : all) {
            double load = 0.0;
            double hold = 0.0;
            for (std::size_t i = 0; i < mechanism.contacts.size(); ++i) {
                const int j = mechanism.contacts[i];
                load += mechanism.share[i] * friction_[int(place[std::size_t(j)])];
                hold += std::abs(mechanism.share[i]) * s_.static_factor[j] * bounds_(j, 0);
            }
            const double excess = std::abs(load) - hold;
            if (excess <= level_noise * std::max(hold, force_scale_) || excess <= largest) continue;
            largest = excess;
            overloaded = &mechanism;
        }
        if (!overloaded) return false;
        for (const int j : overloaded->contacts) is_held_by_stiction_[place[std::size_t(j)]] = false;
        return true;
    }

    void decide_levels() {
        std::fill(status_.begin(), status_.end(), Status::undecided);
        for (std::size_t i = 0; i < rest_.size(); ++i) {
            const auto forced = std::find(occasion_.forced.begin(), occasion_.forced.end(), rest_[i]);
            if (forced == occasion_.forced.end()) continue;
            status_[i] = Status::slides;
            direction_[i] = occasion_.direction[std::size_t(forced - occasion_.forced.begin())];
            zeros_[i] = 2;
        }
        motion_.col(0) = now_.position;
        motion_.col(1) = now_.velocity;
        doubt_elastic();
        decide_elastic(0);
        for (int level = 0; level < most_levels; ++level) {
            learn_outside(std::min(level + 2, most_levels + 1));
            const VectorXd outer = outer_force(level);
            VectorXd friction = VectorXd::Zero(int(rest_.size()));
            const double scale = acceleration_scale(level, outer);
            if (!rest_.empty()) friction = decide_level(level, outer, scale);
            if (level == 0) friction_ = friction;
            VectorXd total = outer;
            for (std::size_t i = 0; i < rest_.size(); ++i) {
                s_.slip[std::size_t(rest_[i])].add_to(-friction[int(i)], total.data());
            }
            motion_.col(level + 2).setZero();
            s_.inverse_mass.add(1.0, total.data(), motion_.col(level + 2).data());
            decide_elastic(level + 1);
            const bool in_doubt =
                std::find(status_.begin(), status_.end(), Status::at_bound) != status_.end() ||
                std::any_of(elastic_.begin(), elastic_.end(), [](const Elastic& e) { return e.is_in_doubt(); });
            if (!in_doubt) break;
        }
        for (Status& status : status_) {
            if (status != Status::slides) status = Status::held;
        }
    }

    /// What the terms of the accelerations add up to.
    [[nodiscard]] double acceleration_scale(int level, const VectorXd& outer) {
        auto terms = terms_.col(level);
        terms = outer.cwiseAbs() + forces_.col(level).cwiseAbs();
        s_.stiffness_map.add_sizes(motion_.col(level).data(), terms.data());
        s_.damping_map.add_sizes(motion_.col(level + 1).data(), terms.data());
        for (const int j : rest_) terms += s_.directions.col(j).cwiseAbs() * std::abs(bounds_(j, level));
        if (level == 0) force_scale_ = terms.maxCoeff();
        double scale = 0.0;
        for (std::size_t i = 0; i < rest_.size(); ++i) scale = std::max(scale, mw_.col(int(i)).cwiseAbs().dot(terms));
        return scale;
    }

    VectorXd decide_level(int level, const VectorXd& outer, double scale) {
        const int count = int(rest_.size());
        BoxQp qp{g_, mw_.transpose() * outer, VectorXd::Constant(count, -infinite),
                 VectorXd::Constant(count, infinite)};
        for (int i = 0; i < count; ++i) {
            const double bound = bounds_(rest_[std::size_t(i)], level);
            const int sign = direction_[std::size_t(i)];
            if (is_held_by_stiction_[std::size_t(i)]) continue;
            switch (status_[std::size_t(i)]) {
                case Status::undecided:
                    qp.low[i] = -bound;
                    qp.high[i] = bound;
                    break;
                case Status::held: break;
                case Status::at_bound: (sign > 0 ? qp.high : qp.low)[i] = sign * bound; break;
                case Status::slides: qp.low[i] = qp.high[i] = sign * bound; break;
            }
        }
        const BoxQpSolution solution = solve(qp, scale);
        for (int i = 0; i < count; ++i) {
            Status& status = status_[std::size_t(i)];
            if (status == Status::slides || status == Status::held) continue;
            if (is_held_by_stiction_[std::size_t(i)]) {
                status = Status::held;
                continue;
            }
            int& sign = direction_[std::size_t(i)];
            const double bound = bounds_(rest_[std::size_t(i)], level);
            int side = solution.side[std::size_t(i)];
            if (side != 0 && std::abs(solution.residual[i]) > level_noise * scale) {
                status = Status::slides;
                sign = solution.residual[i] > 0.0 ? 1 : -1;
                zeros_[std::size_t(i)] = level + 1;
                continue;
            }
            if (side == 0) side = side_in_doubt(level, solution.point[i], bound, sign);
            if (side != 0) sign = side;
            status = side != 0 ? Status::at_bound : Status::held;
        }
        return solution.point;
    }

    /// A friction that is at its bound but for rounding.
    [[nodiscard]] static int side_in_doubt(int level, double friction, double bound, int sign) {
        const double noise = level_noise * (std::abs(bound) + std::abs(friction));
        if (level > 0) return sign * friction >= bound - noise ? sign : 0;
        if (friction >= bound - noise) return 1;
        if (friction <= -bound + noise) return -1;
        return 0;
    }

    /// An elastic contact that may be at its bound, and the sides of it that are in doubt: +1 upper, −1 lower. At a
    /// side d it slides on if the first derivative of d·u that is not zero is positive, u = g − d·bound′/k_t, and is
    /// stuck if that is negative. Both states have the same derivative there: r differs only after it.
    struct Elastic {
        int contact = 0;
        Sides met{};               // the sides that z is at
        Sides sides{};             // those still in doubt
        bool has_stopped = false;  // u is zero by the event that brought us here
        int slip_zeros = 0;
        std::array<int, 2> deflection_zeros{0, 0};

        [[nodiscard]] bool is_in_doubt() const { return !sides.empty(); }
    };

    void gather_elastic() {
        for (int j = 0; j < s_.contacts(); ++j) {
            if (!s_.is_elastic(j) || states_[std::size_t(j)].phase == ContactPhase::open) continue;
            const bool is_asked =
                std::find(occasion_.elastic.begin(), occasion_.elastic.end(), j) != occasion_.elastic.end();
            if (!is_asked && states_[std::size_t(j)].phase == ContactPhase::slide) continue;
            Elastic e{j};
            e.has_stopped = std::find(occasion_.stopped.begin(), occasion_.stopped.end(), j) != occasion_.stopped.end();
            const double bound = bounds_(j, 0) / s_.contact_stiffness[j];
            const double reach = s_.directions.col(j).cwiseAbs().dot(now_.position.cwiseAbs());  // z is a part of it
            const double noise = std::max(level_noise * bound_scale_[j] / s_.contact_stiffness[j],
                                          8.0 * std::numeric_limits<double>::epsilon() * reach);
            double& z = now_.deflection[j];
            for (const int side : {1, -1}) {
                const std::vector<int>& reached = side > 0 ? occasion_.upper : occasion_.lower;
                const bool is_reached = std::find(reached.begin(), reached.end(), j) != reached.end();
                const bool is_left = e.has_stopped && now_.contacts[std::size_t(j)].direction == side;
                if (!is_reached && !is_left && side * z < bound - noise) continue;
                e.met.push_back(side);
            }
            if (e.met.empty() && !is_asked) continue;
            if (e.met.size() == 1) z = e.met.front() * bound;  // also where the bound fell below it
            z = std::clamp(z, -bound, bound);
            elastic_.push_back(std::move(e));
        }
        for (Elastic& e : elastic_) {
            e.has_stopped = std::ranges::any_of(
                elastic_, [&](const Elastic& f) { return f.has_stopped && has_same_slider(e.contact, f.contact); });
        }
    }

    /// Whether the sliders of two contacts always have the same velocity: where one has stopped, so has the other.
    [[nodiscard]] bool has_same_slider(int i, int j) const {
        return i == j ||
               (s_.directions.col(i) == s_.directions.col(j) && s_.surface_velocity[i] == s_.surface_velocity[j] &&
                bounds_(i, 1) == 0.0 && bounds_(j, 1) == 0.0);
    }

    /// All of them are in doubt, and stuck until u says otherwise.
    void doubt_elastic() {
        for (Elastic& e : elastic_) {
            states_[std::size_t(e.contact)] = {ContactPhase::stick, 0};
            e.sides = e.met;
            e.slip_zeros = 0;
            e.deflection_zeros = {0, 0};
        }
    }

    /// Asks the derivative of u of this order; x⁽⁰⁾ … x⁽ᵒʳᵈᵉʳ⁺¹⁾ are known.
    void decide_elastic(int order) {
        for (Elastic& e : elastic_) {
            if (!e.is_in_doubt() || (order == 0 && e.has_stopped)) continue;
            const int j = e.contact;
            const double* rate = motion_.col(order + 1).data();
            const double slip_rate = s_.slip[std::size_t(j)].dot(rate) - (order == 0 ? s_.surface_velocity[j] : 0.0);
            const double bound_rate = bounds_(j, order + 1) / s_.contact_stiffness[j];
            const double speed = s_.directions.col(j).cwiseAbs().sum() * speed_;
            const double terms = order == 0 ? speed + std::abs(s_.surface_velocity[j])
                                            : s_.inverse_mass_directions.col(j).cwiseAbs().dot(terms_.col(order - 1));
            const double noise = level_noise * (terms + std::abs(bound_rate));
            for (const int side : Sides(e.sides)) {
                const double outwards = side * slip_rate - bound_rate;
                if (std::abs(outwards) <= noise) continue;
                e.sides.erase(side);
                if (outwards > 0.0) {
                    states_[std::size_t(j)] = {ContactPhase::slide, side};
                    e.slip_zeros = order;
                    e.deflection_zeros = {0, 0};
                    e.sides.clear();
                    break;
                }
                e.deflection_zeros[side > 0 ? 1 : 0] = order + 1;
            }
        }
    }

    const DenseStructure& s_;
    const Signals& signals_;
    const LocalSignals& local_;
    Configuration& now_;
    const Occasion& occasion_;
    const VectorXd& bound_scale_;  // the largest there can be
    MatrixXd forces_, bounds_;     // a column each for them and their derivatives
    int known_orders_ = 0;
    std::vector<ContactState> states_;
    std::vector<bool> is_resting_;
    std::vector<int> rest_;
    MatrixXd w_, mw_, g_;
    MatrixXd motion_;  // x and its derivatives
    VectorXd friction_;
    double force_scale_ = 0.0;
    double speed_ = 0.0;  // the largest there was, rounding errors of contacts at rest included
    std::vector<Status> status_;
    std::vector<int> direction_;
    std::vector<int> zeros_;
    std::vector<Elastic> elastic_;
    MatrixXd terms_;  // what the forces on each degree of freedom and their derivatives add up to
    std::vector<bool> is_held_by_stiction_;
};

}  // namespace

Resolved resolve(const DenseStructure& s, const Signals& signals, const LocalSignals& local, Configuration& now,
                 const Occasion& occasion) {
    return Resolution(s, signals, local, now, occasion).run();
}

}  // namespace stickslip::structure
