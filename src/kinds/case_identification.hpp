#pragma once

#include <span>

#include "kinds/case_kind.hpp"

namespace stickslip {

/// Finds the numbers of a case of this kind from the motion that sensors show. What the case leaves out of its start is
/// found as well, unless some of it is among the keys. `sensor.offset[PLACE]` is a constant of one of several sensors.
/// @throws std::invalid_argument for a key, a bound, a place or a record that cannot be fitted.
[[nodiscard]] Identification identify(const CaseKind&, const CaseDocument&, const ChannelRecord&,
                                      std::span<const FittedKey>, const IdentifyOptions& = {});

/// The same from amplitudes, and phases, of steady motions.
[[nodiscard]] Identification identify(const CaseKind&, const CaseDocument&, const MeasuredCurve&,
                                      std::span<const FittedKey>, const IdentifyOptions& = {});

/// Both of a case of any kind; in the library that has all of them.
[[nodiscard]] Identification identify(const CaseDocument&, const ChannelRecord&, std::span<const FittedKey>,
                                      const IdentifyOptions& = {});
[[nodiscard]] Identification identify(const CaseDocument&, const MeasuredCurve&, std::span<const FittedKey>,
                                      const IdentifyOptions& = {});

}  // namespace stickslip
