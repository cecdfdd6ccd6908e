#include "resolve.hpp"

#include "decompositions.hpp"
#include "resolution.hpp"

namespace stickslip::structure {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
/// Slip velocities below this share of the velocities they are the difference
/// of are zero.
constexpr double velocity_noise = 1e-13;

}  // namespace

const Resolved& Resolution::run(const LocalSignals& local, Configuration& now, const Occasion& occasion) {
    local_ = &local;
    now_ = &now;
    occasion_ = &occasion;
    known_force_orders_ = known_bound_orders_ = 0;
    learn_bounds(1);
    gather_resting();
    project_velocity();
    learn_start();
    gather_elastic();
    decide_all();
    resolved_.zeros.assign(std::size_t(s_.contacts()), 0);
    resolved_.deflection_zeros.assign(std::size_t(s_.contacts()), {0, 0});
    for (std::size_t i = 0; i < rest_.size(); ++i) {
        if (status_[i] == Status::slides) resolved_.zeros[std::size_t(rest_[i])] = zeros_[i];
    }
    for (const Elastic& e : elastic_) {
        resolved_.zeros[std::size_t(e.contact)] = e.slip_zeros;
        resolved_.deflection_zeros[std::size_t(e.contact)] = e.deflection_zeros;
    }
    return resolved_;
}

void Resolution::learn_start() {
    motion_.col(0) = now_->position;
    motion_.col(1) = now_->velocity;
    learn_spring_bounds(0);
    learn_spring_bounds(1);
}

void Resolution::gather_resting() {
    states() = now_->contacts;
    is_resting_.assign(std::size_t(s_.contacts()), false);
    rest_.clear();
    for (int j = 0; j < s_.contacts(); ++j) {
        if (s_.is_elastic(j) || state(j).phase == ContactPhase::open || s_.is_frictionless(j)) continue;
        const bool rests = state(j).phase == ContactPhase::stick || contains(occasion_->stopped, j) ||
                           std::abs(slip(j)) <= velocity_noise * slip_scale(j);
        is_resting_[std::size_t(j)] = rests;
        if (rests) rest_.push_back(j);
    }
    for (const int j : occasion_->closed) {
        if (is_resting_[std::size_t(j)] || !is_held_by_resting(j)) continue;
        is_resting_[std::size_t(j)] = true;
        rest_.insert(std::ranges::lower_bound(rest_, j), j);
    }
}

bool Resolution::is_held_by_resting(int j) {
    constexpr double smallest_rest = 1e-12;  // of wᵀM⁻¹w; directions with less left over depend on the others
    if (rest_.empty()) return false;
    gather_gram();
    const int count = int(rest_.size());
    slips_.resize(count);
    for (int i = 0; i < count; ++i) slips_[i] = gram_(rest_[std::size_t(i)], j);
    least_squares(g_, slips_, redundant_pivot, shares_);
    if (gram_(j, j) - slips_.dot(shares_) > smallest_rest * gram_(j, j)) return false;
    double slip = -s_.surface_velocity[j];
    double terms = std::abs(slip);
    for (int i = 0; i < count; ++i) {
        const double term = shares_[i] * s_.surface_velocity[rest_[std::size_t(i)]];
        slip += term;
        terms += std::abs(term);
    }
    return std::abs(slip) <= level_noise * terms;
}

void Resolution::gather_gram() {
    const int count = int(rest_.size());
    g_.resize(count, count);
    for (int i = 0; i < count; ++i) {
        for (int j = 0; j < count; ++j) g_(i, j) = gram_(rest_[std::size_t(i)], rest_[std::size_t(j)]);
    }
}

void Resolution::project_velocity() {
    speed_ = now_->velocity.cwiseAbs().maxCoeff();
    const int count = int(rest_.size());
    if (count == 0) return;
    gather_gram();
    slips_.resize(count);
    for (int i = 0; i < count; ++i) slips_[i] = slip(rest_[std::size_t(i)]);
    least_squares(g_, slips_, redundant_pivot, shares_);
    for (int i = 0; i < count; ++i) {
        s_.pull[std::size_t(rest_[std::size_t(i)])].add_to(-shares_[i], now_->velocity.data());
    }
}

void Resolution::decide_all() {
    const std::size_t count = rest_.size();
    status_.assign(count, Status::undecided);
    direction_.assign(count, 0);
    zeros_.assign(count, 0);
    // With static friction above sliding friction contacts hold unless that is
    // more than they can: the mechanism with the largest excess is released
    // first.
    is_held_by_stiction_.assign(count, false);
    for (std::size_t i = 0; i < count; ++i) {
        is_held_by_stiction_[i] = s_.is_stiction(rest_[i]) && !contains(occasion_->released, rest_[i]);
    }
    for (std::size_t round = 0; round <= count; ++round) {
        decide_levels();
        if (!release_largest_excess()) break;
    }
    for (std::size_t i = 0; i < count; ++i) {
        const bool slides = status_[i] == Status::slides;
        state(rest_[i]) = {slides ? ContactPhase::slide : ContactPhase::stick, slides ? direction_[i] : 0};
    }
}

void Resolution::decide_levels() {
    std::fill(status_.begin(), status_.end(), Status::undecided);
    for (std::size_t i = 0; i < rest_.size(); ++i) {
        const auto forced = std::find(occasion_->forced.begin(), occasion_->forced.end(), rest_[i]);
        if (forced == occasion_->forced.end()) continue;
        status_[i] = Status::slides;
        direction_[i] = occasion_->direction[std::size_t(forced - occasion_->forced.begin())];
        zeros_[i] = 2;
    }
    errors_.setZero();
    doubt_elastic();
    decide_elastic(0);
    for (int level = 0; level < most_levels && (level == 0 ? !rest_.empty() || is_elastic_in_doubt() : is_in_doubt());
         ++level) {
        decide_level(level);
    }
    for (Status& status : status_) {
        if (status != Status::slides) status = Status::held;
    }
}

void Resolution::decide_level(int level) {
    learn_forces(level);
    learn_bounds(std::min(level + 2, most_levels + 1));
    add_up_outer_force(level);
    const double scale = acceleration_scale(level);
    if (!rest_.empty()) decide_rigid(level, scale);
    if (level == 0) friction_ = solution_.point;
    for (std::size_t i = 0; i < rest_.size(); ++i) {
        s_.slip[std::size_t(rest_[i])].add_to(-solution_.point[int(i)], outer_.data());
    }
    motion_.col(level + 2).setZero();
    s_.inverse_mass.add(1.0, outer_.data(), motion_.col(level + 2).data());
    learn_spring_bounds(level + 2);
    decide_elastic(level + 1);
}

void Resolution::decide_rigid(int level, double scale) {
    const int count = int(rest_.size());
    BoxQp& qp = qp_;
    qp.matrix = g_;
    qp.vector.resize(count);
    qp.low.setConstant(count, -infinite);
    qp.high.setConstant(count, infinite);
    for (int i = 0; i < count; ++i) qp.vector[i] = s_.pull[std::size_t(rest_[std::size_t(i)])].dot(outer_.data());
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
    solve(qp, scale, solution_);
    for (int i = 0; i < count; ++i) {
        Status& status = status_[std::size_t(i)];
        if (status == Status::slides || status == Status::held) continue;
        if (is_held_by_stiction_[std::size_t(i)]) {
            status = Status::held;
            continue;
        }
        int& sign = direction_[std::size_t(i)];
        const double bound = bounds_(rest_[std::size_t(i)], level);
        int side = solution_.side[std::size_t(i)];
        if (side != 0 && std::abs(solution_.residual[i]) > level_noise * scale) {
            status = Status::slides;
            sign = solution_.residual[i] > 0.0 ? 1 : -1;
            zeros_[std::size_t(i)] = level + 1;
            continue;
        }
        const int j = rest_[std::size_t(i)];
        if (side == 0) side = side_in_doubt(level, solution_.point[i], bound, sign, scale / gram_(j, j));
        if (side != 0) sign = side;
        status = side != 0 ? Status::at_bound : Status::held;
        if (side != 0) neglect(j, level + 1, solution_.residual[i]);
    }
}

int Resolution::side_in_doubt(int level, double friction, double bound, int sign, double terms) {
    if (level > 0) return sign * friction >= bound - level_noise * (std::abs(bound) + terms) ? sign : 0;
    const double noise = level_noise * (std::abs(bound) + std::abs(friction));
    if (friction >= bound - noise) return 1;
    if (friction <= -bound + noise) return -1;
    return 0;
}

Resolver::Resolver(const DenseStructure& s, const Signals& signals)
    : resolution_(std::make_unique<Resolution>(s, signals)) {}

Resolver::~Resolver() = default;

const Resolved& Resolver::resolve(const LocalSignals& local, Configuration& now, const Occasion& occasion) {
    return resolution_->run(local, now, occasion);
}

}  // namespace stickslip::structure
