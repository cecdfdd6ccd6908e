#include "extremes.hpp"

#include <algorithm>
#include <cmath>

#include "phase_view.hpp"
#include "stickslip/interruption.hpp"
#include "zero_between.hpp"

namespace stickslip::structure {

void include_phase(const PhaseMotion& phase, double duration, const std::vector<Followed>& all,
                   std::vector<Extent>& ranges) {
    constexpr double step_angle = 0.4;  // of the fastest rate between two looks [rad]
    const double steps = std::max(2.0, std::ceil(duration * phase.fastest_rate() / step_angle));
    std::vector<double> slopes(all.size());
    double before = 0.0;
    for (double k = 0.0; k <= steps; k += 1.0) {
        throw_if_interrupted();
        const double tau = k == steps ? duration : duration * k / steps;
        for (std::size_t i = 0; i < all.size(); ++i) {
            const Followed& one = all[i];
            phase.evaluate(tau);
            ranges[i].include(phase.derivative(one.f, one.order));
            const double slope = phase.derivative(one.f, one.order + 1);
            if (k > 0.0 && (slope > 0.0) != (slopes[i] > 0.0)) {
                const auto slope_at = [&](double t) {
                    phase.evaluate(t);
                    return phase.derivative(one.f, one.order + 1);
                };
                phase.evaluate(zero_between(slope_at, before, tau, slopes[i], slope));
                ranges[i].include(phase.derivative(one.f, one.order));
            }
            slopes[i] = slope;
        }
        before = tau;
    }
}

Extent extent_over_cycle(const StructureTrajectory& cycle, const Eigen::RowVectorXd& row, double drift, int order) {
    std::vector<Extent> range(1);
    for (const StructurePhase& phase : cycle.phases) {
        const PhaseView view(*cycle.library, phase);
        Followed one{position_function(view.motion(), row), order};
        if (order == 0) take_drift(one.f, drift / cycle.end_time(), phase.start.value());
        include_phase(view.motion(), phase.duration, {one}, range);
    }
    return range.front();
}

void take_drift(LinearFunction& f, double velocity, double time) {
    if (velocity == 0.0) return;
    f.outside[constant_column] -= velocity * time;
    f.outside[slope_column] -= velocity;
}

LinearFunction position_function(const PhaseMotion& phase, const Eigen::RowVectorXd& row) {
    Eigen::RowVectorXd outside = Eigen::RowVectorXd::Zero(phase.signals().bounds.cols());
    outside[constant_column] = row.dot(phase.start().position);
    return phase.function(row, Eigen::RowVectorXd::Zero(row.size()), outside);
}

LinearFunction position_function(const DenseStructure& s, const PhaseMotion& phase, int degree) {
    return position_function(phase, Eigen::RowVectorXd::Unit(s.size, degree));
}

LinearFunction friction_function(const DenseStructure& s, const PhaseMotion& phase, int j) {
    const Eigen::RowVectorXd none = Eigen::RowVectorXd::Zero(s.size);
    const ContactState& state = phase.start().contacts[std::size_t(j)];
    Eigen::RowVectorXd outside = Eigen::RowVectorXd::Zero(phase.signals().bounds.cols());
    if (state.phase == ContactPhase::slide) outside = state.direction * phase.signals().bounds.row(j);
    if (state.phase != ContactPhase::stick) return phase.function(none, none, outside);
    if (s.is_elastic(j)) {
        const double kt = s.contact_stiffness[j];
        outside[constant_column] = kt * phase.start().deflection[j];
        outside[slope_column] = -kt * s.surface_velocity[j];
        return phase.function(kt * s.directions.col(j).transpose(), none, outside);
    }
    const PatternFlow& flow = phase.flow();
    const int place = int(std::find(flow.stuck.begin(), flow.stuck.end(), j) - flow.stuck.begin());
    const Eigen::RowVectorXd row = flow.reaction.row(place);
    return phase.function(-row * flow.modes().stiffness, -row * s.damping, row * phase.held_forces());
}

}  // namespace stickslip::structure
