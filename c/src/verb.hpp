#pragma once

// What the verbs have in common: the case is read, the options are checked, the work is done, a result goes out.

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "failure.hpp"
#include "long_work.hpp"
#include "problem.hpp"
#include "request.hpp"
#include "result.hpp"

namespace stickslip::c {

/// What a verb has found: the result, and the sentence that says why it is not a whole one, where it is not.
struct Answer {
    std::unique_ptr<stickslip_result> result = std::make_unique<stickslip_result>();
    std::string problem{};
};

/// The answer about the case of this title.
inline Answer titled(const std::string& title) {
    Answer answer;
    answer.result->add_word("title", title);
    return answer;
}

/// Hands the result over.
inline int hand_over(Answer answer, stickslip_result** result) {
    *result = answer.result.release();
    if (answer.problem.empty()) return STICKSLIP_OK;
    keep_sentence(answer.problem);
    return STICKSLIP_NO_RESULT;
}

struct Verb {
    std::span<const std::string_view> options;  ///< those that it knows
    Answer (*find)(const CaseDocument&, const Options&);
};

namespace verbs {
extern const Verb simulate, steady, sweep, map, boundary, design, backbone, identify, lyapunov, poincare, bifurcation,
    basins;
}

}  // namespace stickslip::c
