#include "rate_march.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stickslip/interruption.hpp"
#include "tangent.hpp"
#include "vectors.hpp"

namespace stickslip::structure {
namespace {

constexpr int most_orders = 42;
constexpr double remainder = 1e-18;  // of the series, relative to the largest rate of change
constexpr int point_order = 3;       // of the series around an event: friction up to its first derivative
/// Of its terms: a function further from zero than this at an event is not what the event is of. The load jumped, or
/// another contact let go at that instant.
constexpr double zero_share = 1e-8;

/// The order at which the series of a step of this angle ends: the terms are at most n·angleⁿ/n!.
int order_for_angle(double angle) {
    constexpr int least_order = 6;
    double term = angle;
    int n = 1;
    while (n < most_orders && (n < least_order || n * term > remainder)) {
        ++n;
        term *= angle / n;
    }
    return n;
}

}  // namespace

RateMarch::RateMarch(const StructureTrajectory& path, std::span<const StructureRate> rates, const MatrixXd& directions)
    : path_(path),
      library_(*path.library),
      s_(library_.structure),
      rated_(*path.structure, s_, rates),
      series_(rated_),
      before_(rated_),
      after_(rated_) {
    bound_scale_ = library_.signals.from({}).bound_scale;
    const int parameters = int(rates.size());
    const int columns = 1 + parameters + int(directions.cols());
    state_.position.setZero(s_.size, columns);
    state_.velocity.setZero(s_.size, columns);
    state_.deflection.setZero(s_.contacts(), columns);
    for (int p = 0; p < parameters; ++p) {
        const StructureState& start = rates[std::size_t(p)].start;
        state_.position.col(p + 1) = as_vector(start.position, s_.size);
        state_.velocity.col(p + 1) = as_vector(start.velocity, s_.size);
        state_.deflection.col(p + 1) = as_vector(start.contact_deflection, s_.contacts());
    }
    if (directions.cols() == 0) return;
    const StateLayout layout(s_);
    state_.position.rightCols(directions.cols()) = directions.topRows(s_.size);
    state_.velocity.rightCols(directions.cols()) = directions.middleRows(s_.size, s_.size);
    for (std::size_t e = 0; e < layout.elastic.size(); ++e) {
        state_.deflection.row(layout.elastic[e]).tail(directions.cols()) = directions.row(2 * s_.size + int(e));
    }
}

void RateMarch::follow(RateVisitor& visitor) {
    const Eigen::RowVectorXd still = Eigen::RowVectorXd::Zero(state_.position.cols() - 1);
    for (next_event_ = 0; next_event_ < path_.events.size(); ++next_event_) {
        if (path_.events[next_event_].time > path_.phases.front().start.value()) break;
        visitor.event(still);  // of the very start, whose time is given
    }
    for (std::size_t i = 0; i < path_.phases.size(); ++i) {
        throw_if_interrupted();
        begin(path_.phases[i]);
        if (path_.phases[i].duration > 0.0) steps(path_.phases[i], visitor);
        cross(i, visitor);
    }
}

/// The motion itself as it was found, and derivatives that respect the contacts at rest.
void RateMarch::begin(const StructurePhase& phase) {
    flow_ = &library_.flow(phase.contacts);
    state_.position.col(0) = as_vector(phase.position);
    state_.velocity.col(0) = as_vector(phase.velocity);
    state_.deflection.col(0) = as_vector(phase.deflection);
    const Eigen::Index others = state_.position.cols() - 1;
    for (int j = 0; j < s_.contacts(); ++j) {
        if (phase.contacts[std::size_t(j)].phase == ContactPhase::open) state_.deflection.row(j).tail(others).setZero();
    }
    if (flow_->stuck.empty()) return;
    MatrixXd gap(int(flow_->stuck.size()), others);  // of the derivatives of their slip velocities
    for (std::size_t i = 0; i < flow_->stuck.size(); ++i) {
        const int j = flow_->stuck[i];
        gap.row(int(i)) = s_.directions.col(j).transpose() * state_.velocity.rightCols(others);
        for (std::size_t p = 0; p < rated_.parameters.size(); ++p) {
            const ParameterRate& change = rated_.parameters[p];
            gap(int(i), int(p)) -= change.surface_velocity[j];
            if (change.directions.size() > 0) {
                gap(int(i), int(p)) += change.directions.col(j).dot(state_.velocity.col(0));
            }
        }
    }
    state_.velocity.rightCols(others) -= flow_->drift * gap;
}

void RateMarch::steps(const StructurePhase& phase, RateVisitor& visitor) {
    const double angle = phase.duration * std::max(flow_->fastest_rate, rated_.fastest_frequency);
    const double count = std::max(1.0, std::ceil(angle / longest_step_angle));
    const double length = phase.duration / count;
    const int order = order_for_angle(angle / count);
    ExactTime now = phase.start;
    for (double i = 0.0; i < count; i += 1.0) {
        series_.expand(*flow_, phase.contacts, state_, now, Side::after, length, order);
        visitor.step(series_);
        series_.go_to_end(state_);
        now = advance(now, length);
    }
}

/// The series around the present time, in seconds.
void RateMarch::look_at(RateSeries& series, const StructurePhase& phase, const ExactTime& time, Side side) {
    series.expand(library_.flow(phase.contacts), phase.contacts, state_, time, side, 1.0, point_order);
}

void RateMarch::cross(std::size_t i, RateVisitor& visitor) {
    const StructurePhase& phase = path_.phases[i];
    const StructurePhase* next = i + 1 < path_.phases.size() ? &path_.phases[i + 1] : nullptr;
    const ExactTime now = next ? next->start : advance(phase.start, phase.duration);
    const std::size_t first = next_event_;
    while (next_event_ < path_.events.size() && (next == nullptr || path_.events[next_event_].time <= now.value())) {
        ++next_event_;
    }
    if (first == next_event_ && next != nullptr) return;  // a sample of a record
    look_at(before_, phase, now, Side::before);
    if (first == next_event_) return;
    std::vector<TimeRates> triggers(phase.contacts.size());
    Eigen::RowVectorXd front = Eigen::RowVectorXd::Zero(state_.position.cols() - 1);
    bool has_front = false;
    for (std::size_t e = first; e < next_event_; ++e) {
        const ContactEvent& event = path_.events[e];
        if (triggers[event.contact]) continue;
        const bool is_normal = event.kind == ContactEventKind::open || event.kind == ContactEventKind::close;
        triggers[event.contact] = trigger(int(event.contact), phase.contacts[event.contact], is_normal);
        if (!triggers[event.contact] || has_front) continue;
        front = *triggers[event.contact];
        has_front = true;
    }
    if (!has_front) {
        if (const TimeRates silent = silent_trigger(phase, triggers)) {
            front = *silent;
            has_front = true;
        }
    }
    time_rates_.assign(triggers.size(), front);
    for (std::size_t j = 0; j < triggers.size(); ++j) {
        if (triggers[j]) time_rates_[j] = *triggers[j];
    }
    for (std::size_t e = first; e < next_event_; ++e) visitor.event(time_rates_[path_.events[e].contact]);
    if (next == nullptr) {
        visitor.crossing({before_, nullptr, time_rates_});
        return;
    }
    look_at(after_, *next, now, Side::after);
    visitor.crossing({before_, &after_, time_rates_});
    if (has_front) jump(triggers, front);
}

/// δt = −δh/h′, where h is zero: column 0 of `value` and `rate` are h and h′.
RateMarch::TimeRates RateMarch::zero_of(const Eigen::RowVectorXd& value, const Eigen::RowVectorXd& rate,
                                        double scale) const {
    if (std::abs(value[0]) > zero_share * scale) return std::nullopt;
    const Eigen::Index others = value.size() - 1;
    Eigen::RowVectorXd moved(others);
    for (Eigen::Index c = 0; c < others; ++c) {
        const double change = value[c + 1];
        moved[c] = change == 0.0 ? 0.0 : -change / rate[0];
        if (!std::isfinite(moved[c])) moved[c] = std::numeric_limits<double>::quiet_NaN();
    }
    return moved;
}

RateMarch::TimeRates RateMarch::trigger(int j, const ContactState& was, bool opens_or_closes) const {
    const Eigen::RowVectorXd bound = before_.bound(0.0, 0).row(j);
    const double largest = bound_scale_[j];
    if (opens_or_closes) return zero_of(bound, before_.bound(0.0, 1).row(j), largest);
    if (was.phase == ContactPhase::open) return std::nullopt;
    if (was.phase == ContactPhase::stick && !s_.is_elastic(j)) return hold_trigger(j);
    const Eigen::RowVectorXd z = before_.deflection(0.0, 0).row(j);
    if (was.phase == ContactPhase::stick) {  // bound ∓ r = 0
        if (!library_.signals.varies(j) && is_held(j)) return when_held(j);
        const double side = z[0] > 0.0 ? 1.0 : -1.0;
        return zero_of(bound - side * before_.friction(0.0, 0).row(j),
                       before_.bound(0.0, 1).row(j) - side * before_.friction(0.0, 1).row(j), largest);
    }
    return slip_trigger(j, std::numeric_limits<double>::infinity());
}

/// The slip velocity of a sliding contact, or that of its slider, is zero: below this size.
RateMarch::TimeRates RateMarch::slip_trigger(int j, double size) const {
    Eigen::RowVectorXd slip = before_.slip_velocity(0.0, 0).row(j);
    Eigen::RowVectorXd slip_rate = before_.slip_velocity(0.0, 1).row(j);
    if (s_.is_elastic(j)) {  // of the slider: g − z′
        slip -= before_.deflection(0.0, 1).row(j);
        slip_rate -= before_.deflection(0.0, 2).row(j);
    }
    return zero_of(slip, slip_rate, size);
}

/// Of a contact that comes to rest and slides on as before, because another one lets go at that instant.
RateMarch::TimeRates RateMarch::silent_trigger(const StructurePhase& phase,
                                               const std::vector<TimeRates>& triggers) const {
    double speed = 0.0;
    for (const double v : phase.velocity) speed = std::max(speed, std::abs(v));
    for (int j = 0; j < s_.contacts(); ++j) {
        if (triggers[std::size_t(j)] || phase.contacts[std::size_t(j)].phase != ContactPhase::slide) continue;
        const double size = s_.slip[std::size_t(j)].sum_of_sizes() * speed + std::abs(s_.surface_velocity[j]);
        if (TimeRates found = slip_trigger(j, size)) return found;
    }
    return std::nullopt;
}

/// A slider at its bound that rigid contacts hold there goes when they go, unless it turns against them.
RateMarch::TimeRates RateMarch::when_held(int j) const {
    TimeRates found;
    for (std::size_t p = 0; p < rated_.parameters.size(); ++p) {
        const MatrixXd& change = rated_.parameters[p].directions;
        if (change.size() == 0) continue;
        double turn = change.col(j).cwiseAbs().sum();
        for (const int other : flow_->stuck) turn += change.col(other).cwiseAbs().sum();
        if (turn == 0.0) continue;
        if (!found) found = Eigen::RowVectorXd::Zero(state_.position.cols() - 1);
        (*found)[int(p)] = std::numeric_limits<double>::quiet_NaN();
    }
    return found;
}

/// Whether rigid contacts at rest leave this one no slip: wᵀ·(1 − M⁻¹W·G⁺·Wᵀ) = 0, and their surfaces do not move
/// against its own.
bool RateMarch::is_held(int j) const {
    constexpr double rounding = 1e-9;
    if (flow_->stuck.empty()) return false;
    Eigen::RowVectorXd left = s_.directions.col(j).transpose();
    const Eigen::RowVectorXd removed = left * flow_->drift;
    double slip = -s_.surface_velocity[j];
    double size = std::abs(slip);
    for (std::size_t i = 0; i < flow_->stuck.size(); ++i) {
        left -= removed[int(i)] * s_.directions.col(flow_->stuck[i]).transpose();
        slip += removed[int(i)] * s_.surface_velocity[flow_->stuck[i]];
        size += std::abs(removed[int(i)] * s_.surface_velocity[flow_->stuck[i]]);
    }
    return left.norm() <= rounding * s_.directions.col(j).norm() && std::abs(slip) <= rounding * size;
}

/// Σ|share|·hold ∓ Σ share·λ = 0, of the mechanism with this contact that is nearest to its bound.
RateMarch::TimeRates RateMarch::hold_trigger(int j) const {
    const PatternFlow& flow = *flow_;
    const MatrixXd friction[] = {before_.friction(0.0, 0), before_.friction(0.0, 1)};
    MatrixXd hold[] = {before_.bound(0.0, 0), before_.bound(0.0, 1)};
    for (MatrixXd& h : hold) {
        const VectorXd bound = h.col(0);
        h = s_.static_factor.asDiagonal() * h;
        for (std::size_t p = 0; p < rated_.parameters.size(); ++p) {
            h.col(int(p) + 1) += rated_.parameters[p].static_factor.cwiseProduct(bound);
        }
    }
    TimeRates nearest;
    double least = zero_share;
    for (const Mechanism& m : flow.stuck_mechanisms) {
        if (std::find(m.contacts.begin(), m.contacts.end(), j) == m.contacts.end()) continue;
        const Eigen::Index columns = hold[0].cols();
        Eigen::RowVectorXd held[2], pulled[2];
        double scale = 0.0;
        for (int order : {0, 1}) {
            held[order] = pulled[order] = Eigen::RowVectorXd::Zero(columns);
            for (std::size_t i = 0; i < m.contacts.size(); ++i) {
                held[order] += std::abs(m.share[i]) * hold[order].row(m.contacts[i]);
                pulled[order] += m.share[i] * friction[order].row(m.contacts[i]);
                if (order > 0) continue;
                scale += std::abs(m.share[i]) * (hold[0](m.contacts[i], 0) + std::abs(friction[0](m.contacts[i], 0)));
            }
        }
        const double side = pulled[0][0] > 0.0 ? 1.0 : -1.0;
        const Eigen::RowVectorXd h = held[0] - side * pulled[0];
        if (!(std::abs(h[0]) <= least * scale)) continue;
        least = scale > 0.0 ? std::abs(h[0]) / scale : 0.0;
        nearest = zero_of(h, held[1] - side * pulled[1], scale);
    }
    return nearest;
}

/// δ⁺ = δ⁻ − (f⁺ − f⁻)·δt. Several contacts that stop or let go at one instant, each by itself: what each takes away is
/// the change of its friction.
void RateMarch::jump(const std::vector<TimeRates>& triggers, const Eigen::RowVectorXd& front) {
    const Eigen::Index others = front.size();
    const MatrixXd friction = after_.friction(0.0, 0) - before_.friction(0.0, 0);
    const MatrixXd deflection_rates = after_.deflection(0.0, 1) - before_.deflection(0.0, 1);
    VectorXd left = after_.position(0.0, 2).col(0) - before_.position(0.0, 2).col(0);
    const auto count = std::count_if(triggers.begin(), triggers.end(), [](const TimeRates& t) { return bool(t); });
    auto velocity = state_.velocity.rightCols(others);
    for (int j = 0; j < s_.contacts(); ++j) {
        if (s_.is_elastic(j)) {
            state_.deflection.row(j).tail(others) -= deflection_rates(j, 0) * time_rates_[std::size_t(j)];
            continue;
        }
        if (count < 2 || !triggers[std::size_t(j)]) continue;
        const VectorXd own = -friction(j, 0) * s_.inverse_mass_directions.col(j);
        velocity.noalias() -= own * *triggers[std::size_t(j)];
        left -= own;
    }
    velocity.noalias() -= left * front;
}

}  // namespace stickslip::structure
