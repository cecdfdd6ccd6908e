#include "extremes.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "phase_view.hpp"
#include "stickslip/interruption.hpp"
#include "vectors.hpp"
#include "zero_between.hpp"

namespace stickslip::structure {

namespace {

constexpr int highest_order = 9;  ///< of the derivatives that a phase has

/// An extreme between two samples: of which function, and where.
struct Place {
    std::size_t function;
    double tau;
};

/// The zero of the slope that lies within `back` before the time evaluated last, where it changes its sign: that of its
/// Taylor polynomial. Over 0.4 rad that polynomial is exact to 10⁻⁶ of the largest slope, and an extreme is flat.
double zero_of_slope(const PhaseMotion& phase, const Followed& one, double back, double at_start, double at_end) {
    std::array<double, highest_order> slopes{};
    int terms = 0;
    double factorial = 1.0;
    for (int order = one.order + 1; order < highest_order; ++order) {
        slopes[std::size_t(terms)] = phase.derivative(one.f, order) / factorial;
        factorial *= ++terms;
    }
    const auto slope_at = [&](double s) {
        double sum = 0.0;
        for (int k = terms; k-- > 0;) sum = sum * s + slopes[std::size_t(k)];
        return sum;
    };
    const double low = slope_at(-back);
    if ((low > 0.0) != (at_start > 0.0)) return -0.5 * back;
    return back *
           (zero_between([&](double part) { return slope_at(back * (part - 1.0)); }, 0.0, 1.0, low, at_end) - 1.0);
}

/// The function at τ, and at the extreme beside it: to second order in the distance.
double extreme_at(const PhaseMotion& phase, const Followed& one, double tau) {
    phase.evaluate(tau);
    const double slope = phase.derivative(one.f, one.order + 1);
    const double bend = phase.derivative(one.f, one.order + 2);
    const double gain = bend != 0.0 ? -0.5 * slope * slope / bend : 0.0;
    const double value = phase.derivative(one.f, one.order);
    constexpr double most = 1e-6;  // of the value: a larger one says that this is no extreme
    return std::abs(gain) <= most * std::abs(value) ? value + gain : value;
}

}  // namespace

void include_phase(const PhaseMotion& phase, double duration, const std::vector<Followed>& all,
                   std::vector<Extent>& ranges) {
    constexpr double step_angle = 0.4;  // of the fastest rate between two looks [rad]
    const double steps = std::max(2.0, std::ceil(duration * phase.fastest_rate() / step_angle));
    std::vector<double> slopes(all.size());
    std::vector<Place> extremes;
    double before = 0.0;
    for (double k = 0.0; k <= steps; k += 1.0) {
        throw_if_interrupted();
        const double tau = k == steps ? duration : duration * k / steps;
        phase.evaluate(tau);
        extremes.clear();
        for (std::size_t i = 0; i < all.size(); ++i) {
            const Followed& one = all[i];
            ranges[i].include(phase.derivative(one.f, one.order));
            const double slope = phase.derivative(one.f, one.order + 1);
            if (k > 0.0 && (slope > 0.0) != (slopes[i] > 0.0)) {
                extremes.push_back({i, tau + zero_of_slope(phase, one, tau - before, slopes[i], slope)});
            }
            slopes[i] = slope;
        }
        for (const auto& [i, place] : extremes) ranges[i].include(extreme_at(phase, all[i], place));
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

double time_of_highest(const StructureTrajectory& cycle, const Eigen::RowVectorXd& row, double drift) {
    constexpr int steps = 720;
    constexpr int halvings = 50;
    const double end = cycle.end_time();
    const double drift_velocity = end > 0.0 ? drift / end : 0.0;
    std::vector<double> times;
    for (int k = 0; k <= steps; ++k) times.push_back(std::min(end, end * k / steps));
    const std::vector<StructureSample> samples = cycle.at(times);
    const auto best = std::ranges::max_element(samples, {}, [&](const StructureSample& at) {
        return row.dot(as_vector(at.position)) - drift_velocity * at.time;
    });
    const auto rises = [&](const StructureSample& at) { return row.dot(as_vector(at.velocity)) > drift_velocity; };
    if (best == samples.begin() || best + 1 == samples.end() || !rises(*(best - 1)) || rises(*(best + 1))) {
        return best->time;
    }
    double low = (best - 1)->time;
    double high = (best + 1)->time;
    for (int k = 0; k < halvings; ++k) {
        const double half = 0.5 * (low + high);
        (rises(cycle.at(half)) ? low : high) = half;
    }
    return 0.5 * (low + high);
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
    if (state.phase == ContactPhase::slide && s.is_compliant(j)) {
        return phase.function(state.direction * s.bound_slope(j) * s.normals.col(j).transpose(), none, outside);
    }
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
