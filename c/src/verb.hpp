#pragma once

// What the verbs have in common: the case is read, the options are checked, the work is done, a result goes out.

#include <memory>

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

/// Hands the result over.
inline int hand_over(Answer answer, stickslip_result** result) {
    *result = answer.result.release();
    if (answer.problem.empty()) return STICKSLIP_OK;
    keep_sentence(answer.problem);
    return STICKSLIP_NO_RESULT;
}

/// `find(document, options)` gives an Answer; `known` are the options that the verb has.
template <class Find>
int run_verb(const stickslip_problem* problem, const stickslip_request* request,
             std::span<const std::string_view> known, stickslip_result** result, const Find& find) {
    return guarded([&] {
        require(result, "result");
        *result = nullptr;
        require(problem, "problem");
        const Options options(request, known);
        return hand_over(find(problem->document(), options), result);
    });
}

}  // namespace stickslip::c
