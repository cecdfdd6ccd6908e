#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "case_kind.hpp"

namespace stickslip {

/// Which forced motions make a backbone curve.
struct ForcedRequest {
    std::string of;              ///< the quantity; empty where there is only one
    std::string over;            ///< the key that is varied
    std::vector<double> values;  ///< of it
    /// The key of a load frequency, and a band of it in which phase resonance is looked for at each value; absent: the
    /// frequency is that of the case.
    std::optional<std::string> resonance;
    Interval band{};
    std::function<void()> progress{};  ///< called once a value, from any thread
};

/// The free motion. @throws std::invalid_argument also for a kind without backbone curves.
[[nodiscard]] FreeDecay follow_decay(const CaseKind&, const CaseDocument&, const DecayRequest&);

/// The forced motions, on all allowed threads. @throws std::invalid_argument also for a kind without backbone curves.
[[nodiscard]] std::vector<ForcedPoint> forced_backbone(const CaseKind&, const CaseDocument&, const ForcedRequest&);

}  // namespace stickslip
