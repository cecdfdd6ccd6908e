#pragma once

#include <string>

#include "stickslip/model/case.hpp"
#include "stickslip/planar/oscillator.hpp"

namespace stickslip::planar {

enum class LoadKind { none, constant, harmonic, rotating, record };

/// One planar problem: a case file with oscillator.dimensions = 2.
struct Case {
    std::string title;
    Oscillator oscillator;
    Load load;
    State start;
    RunSettings run;
    LoadKind load_kind = LoadKind::none;

    /// `run.until`; where the case gives none: 20 load periods, the length of the record, or 20 natural periods.
    /// @throws CaseError if there is none of these.
    [[nodiscard]] double end_time() const;
};

[[nodiscard]] std::string_view name(LoadKind);

}  // namespace stickslip::planar
