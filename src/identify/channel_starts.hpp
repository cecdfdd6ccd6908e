#pragma once

#include <functional>
#include <vector>

#include "local_motion.hpp"
#include "measured_motion.hpp"

namespace stickslip::identifying {

/// Starts that the records of several sensors show: the state at their beginning, and, where every degree of freedom
/// was measured, the numbers that balance the forces at many times.
class ChannelStarts {
public:
    /// `samples` of each channel, and the case with given values; all must live as long.
    ChannelStarts(const MeasuredMotion&, const std::vector<Parameter>&, const std::vector<Samples>& samples,
                  std::function<CaseDocument(const Values&)> case_at);

    [[nodiscard]] std::vector<Values> all() const;
    /// The largest displacement that was seen [m].
    [[nodiscard]] double length() const;

private:
    [[nodiscard]] Values with_start(Values, std::size_t half) const;
    [[nodiscard]] std::vector<SeenState> states(std::size_t half) const;
    [[nodiscard]] std::optional<Values> balanced(const Values&, std::size_t half) const;
    /// The channel that shows each degree of freedom.
    [[nodiscard]] std::vector<std::optional<std::size_t>> channels() const;

    const MeasuredMotion& motion_;
    const std::vector<Parameter>& parameters_;
    const std::vector<Samples>& samples_;
    std::function<CaseDocument(const Values&)> case_at_;
    std::vector<LocalMotion> local_;
};

}  // namespace stickslip::identifying
