#pragma once

#include <cstddef>
#include <vector>

#include "exchange.hpp"
#include "kind.hpp"
#include "kinds/list.hpp"
#include "question.hpp"

namespace stickslip::explorer {

/// What the page asks of cases of one kind, besides what all applications ask (`cli::Kind`): a page that answers anyone
/// has bounds, and shows what a report does not tell.
struct KindPage {
    /// What is known of a case once it is read: its ratios, where it has them.
    /// @throws std::invalid_argument for a case that is wrong, or larger than a page follows.
    cli::Json (*ratios)(const CaseDocument&);
    /// Whether a motion takes more than milliseconds, and so is asked for apart from those that do not.
    bool is_expensive = false;
    /// Bounds the request, and says how many samples one answer holds. @throws std::invalid_argument
    std::size_t (*bound)(cli::MotionRequest&, const CaseDocument&);
    /// From what the case is drawn; null where its numbers say it.
    cli::Json (*shape)(const CaseDocument&);
    cli::Json (*steady)(const CaseDocument&);
    cli::SweepTable (*sweep)(const CaseDocument&, const cli::KeyRange&, const std::vector<double>& values);
};

/// That of the kind of a case.
[[nodiscard]] const KindPage& page_of(const CaseDocument&);

// Those of all kinds.
#define STICKSLIP_DECLARE(kind) [[nodiscard]] const KindPage& kind##_page();
STICKSLIP_KINDS(STICKSLIP_DECLARE)
#undef STICKSLIP_DECLARE

/// {"steady": …, "why": a sentence where there is no steady state, else "", "cycle": its samples, where they are told}.
[[nodiscard]] inline cli::Json steady_answer(const cli::Json& state, const std::string& why) {
    return {{"steady", state}, {"why", why}};
}

}  // namespace stickslip::explorer
