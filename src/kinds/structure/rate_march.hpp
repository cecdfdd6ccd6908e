#pragma once

// Follows a structure's motion again, phase by phase, with its derivatives along parameters. At an event h = 0 the time
// moves by δt = −δh/h′, and δ⁺ = δ⁻ − (f⁺ − f⁻)·δt, f the rates of the state before and after. What the event is of
// follows from what the contacts do before it: a slide ends where its slip velocity is zero, rest where the friction of
// a mechanism is at its bound. docs/theory/sensitivity.md, section 5.

#include <optional>
#include <span>
#include <vector>

#include "phase_library.hpp"
#include "rate_series.hpp"

namespace stickslip::structure {

/// Of a step, of the fastest rate [rad]: the largest term of its series is then e⁶/√(12π) ≈ 66 times the motion.
inline constexpr double longest_step_angle = 6.0;

/// What happens between two phases.
struct RateCrossing {
    const RateSeries& before;  ///< at its start, τ = 0, as below
    const RateSeries* after;   ///< null behind the last phase
    /// By how much the time moves with each column but the first, for each contact; empty where nothing happens.
    const std::vector<Eigen::RowVectorXd>& time_rates;
};

/// Takes what a march comes by.
class RateVisitor {
public:
    RateVisitor() = default;
    RateVisitor(const RateVisitor&) = delete;
    RateVisitor& operator=(const RateVisitor&) = delete;
    virtual ~RateVisitor() = default;
    virtual void step(const RateSeries&) = 0;
    virtual void crossing(const RateCrossing&) {}
    virtual void event(const Eigen::RowVectorXd& /*time_rates*/) {}
};

class RateMarch {
public:
    /// `directions`: further columns, changes of the start alone; rows as those of a StateLayout.
    RateMarch(const StructureTrajectory&, std::span<const StructureRate>, const MatrixXd& directions = {});

    void follow(RateVisitor&);

    /// At the end of the trajectory.
    [[nodiscard]] const RateState& state() const { return state_; }
    /// The series around the end, of the last phase: of order `point_order`, in seconds.
    [[nodiscard]] const RateSeries& end() const { return before_; }
    /// At a time where the present phase ends.
    [[nodiscard]] const RatedStructure& rated() const { return rated_; }

private:
    /// The motion of the time at which the state of a contact changes.
    using TimeRates = std::optional<Eigen::RowVectorXd>;

    void begin(const StructurePhase&);
    void steps(const StructurePhase&, RateVisitor&);
    void cross(std::size_t phase, RateVisitor&);
    void look_at(RateSeries&, const StructurePhase&, const ExactTime&, Side);
    [[nodiscard]] TimeRates trigger(int contact, const ContactState& was, bool opens_or_closes) const;
    [[nodiscard]] TimeRates hold_trigger(int contact) const;
    [[nodiscard]] TimeRates slip_trigger(int contact, double size) const;
    [[nodiscard]] TimeRates silent_trigger(const StructurePhase&, const std::vector<TimeRates>&) const;
    [[nodiscard]] TimeRates when_held(int contact) const;
    [[nodiscard]] bool is_held(int contact) const;
    [[nodiscard]] TimeRates zero_of(const Eigen::RowVectorXd& value, const Eigen::RowVectorXd& rate,
                                    double scale) const;
    void jump(const std::vector<TimeRates>&, const Eigen::RowVectorXd& front);

    const StructureTrajectory& path_;
    PhaseLibrary& library_;
    const DenseStructure& s_;
    RatedStructure rated_;
    RateState state_;
    RateSeries series_, before_, after_;
    const PatternFlow* flow_ = nullptr;
    VectorXd bound_scale_;  // the largest |μ·N| of each contact [N]
    std::size_t next_event_ = 0;
    std::vector<Eigen::RowVectorXd> time_rates_;
};

}  // namespace stickslip::structure
