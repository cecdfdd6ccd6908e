#pragma once

#include <memory>
#include <optional>
#include <string>

#include "stickslip/model/case.hpp"
#include "stickslip/studies/backbone.hpp"

namespace stickslip {

/// Which free motion of a case is followed.
struct DecayRequest {
    std::string of;               ///< the quantity; empty where there is only one
    std::optional<double> until;  ///< how long [s]; absent: run.until, else 100 of the slowest natural periods
    /// Whether the motion starts from the steady state, where the quantity is furthest out: the load is cut off there.
    bool is_from_steady = false;
};

/// Periods of the slowest mode for which a free motion is followed where nobody says how long.
inline constexpr double usual_natural_periods = 100.0;

/// The steady motions of one quantity of cases that differ little; a search may begin at what the last one found.
class ForcedMotion {
public:
    ForcedMotion() = default;
    ForcedMotion(const ForcedMotion&) = delete;
    ForcedMotion& operator=(const ForcedMotion&) = delete;
    virtual ~ForcedMotion() = default;

    /// @throws std::invalid_argument for a load without a frequency.
    [[nodiscard]] virtual ForcedPoint at(const CaseDocument&) = 0;
};

/// Those of one mass on a line, whose only quantity is its displacement. Loads that vary for ever are left out of a
/// free motion, records run to their end. @throws CaseError, std::invalid_argument for a belt that moves.
[[nodiscard]] FreeDecay line_decay(const CaseDocument&, const DecayRequest&);
[[nodiscard]] std::unique_ptr<ForcedMotion> line_forced_motion(const CaseDocument&, const std::string& of);

}  // namespace stickslip
