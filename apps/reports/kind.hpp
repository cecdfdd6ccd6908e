#pragma once

#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gnuplot.hpp"
#include "json_text.hpp"
#include "key_range.hpp"
#include "kinds/case_kind.hpp"
#include "motion_request.hpp"
#include "motion_result.hpp"
#include "stickslip/model/case.hpp"
#include "stickslip/motion/regime.hpp"
#include "sweep_table.hpp"

namespace stickslip::cli {

struct SteadyRequest {
    bool wants_all_orbits = false;         ///< also the unstable ones
    std::vector<std::string> derivatives;  ///< keys of the case
};

struct SweepRequest {
    KeyRange over;
    std::vector<std::string> observables;  ///< empty: the usual ones
    std::string direction = "none";        ///< a name of SweepDirection, or both
    bool is_refined = false;
    bool wants_picture = false;
};

/// A motion that was followed, of a case of any kind, ready to be told.
struct MotionAnswer {
    bool is_complete = false;    ///< it reached the end that was asked for
    bool has_diverged = false;   ///< it grew beyond every bound before
    std::string why_unproved{};  ///< where a proof of its events was wanted and ends before it; else empty
    MotionResult tables;         ///< what files hold of it
    std::function<void(std::FILE*)> write_table;
    std::function<Drawing()> picture;
    std::function<Drawing()> characteristic{};  ///< friction against velocity, where the request wanted it
};

/// A steady state that was sought, of a case of any kind, ready to be told.
struct SteadyAnswer {
    Regime regime = Regime::not_converged;
    std::string problem;  ///< one sentence on why there is no steady state; empty where there is one
    Json json;
    std::function<void(std::FILE*)> write_card;
    // Of one cycle, where there is one.
    std::optional<MotionResult> cycle{};
    std::function<Drawing()> picture{};
};

inline constexpr std::size_t cycle_samples = 1001;  ///< that a file of one cycle has

/// A response curve, of a case of any kind.
struct SweepAnswer {
    SweepTable table;
    Drawing picture;  ///< where the request wanted it
};

/// What applications ask of cases of one kind: an entry for each report that depends on it, and what maps, boundaries
/// and designs ask. They open their case, ask kind_of(document) before they create a file, and hand the case over.
struct Kind {
    const CaseKind& (*studies)();
    /// @throws std::invalid_argument, also for a part of the request that cases of this kind do not have.
    MotionAnswer (*simulate)(const CaseDocument&, const MotionRequest&);
    /// @throws std::invalid_argument
    SteadyAnswer (*steady)(const CaseDocument&, const SteadyRequest&);
    /// @throws std::invalid_argument, also for a part of the request that cases of this kind do not have.
    SweepAnswer (*sweep)(const CaseDocument&, const SweepRequest&);
    /// The title of a picture over a plane of these keys.
    std::string (*title)(const CaseDocument& somewhere, const std::vector<std::string>& keys);
    /// That in which lengths are told.
    std::string (*length_unit)(const CaseDocument&);
};

/// The kind of a case. Where a program lacks it, the program goes on here as its companion, which has it.
[[nodiscard]] const Kind& kind_of(const CaseDocument&);

/// For `title`: that of the case alone.
[[nodiscard]] std::string title_of_case(const CaseDocument&, const std::vector<std::string>& keys);

// Those of all kinds.
#define STICKSLIP_DECLARE(kind) [[nodiscard]] const Kind& kind##_kind();
STICKSLIP_KINDS(STICKSLIP_DECLARE)
#undef STICKSLIP_DECLARE

}  // namespace stickslip::cli
