#pragma once

// What a failure looks like from C: a code, and a sentence that is kept for each thread. No exception leaves a function
// of the interface.

#include <stdexcept>
#include <string>
#include <string_view>

#include "stickslip.h"

namespace stickslip::c {

/// The answer does not exist: STICKSLIP_NO_RESULT.
struct NoResult : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The sentence of this thread; cut at a whole letter where it is longer than what is kept.
void keep_sentence(std::string_view sentence) noexcept;
[[nodiscard]] const char* kept_sentence() noexcept;

/// The code of the exception that is being handled; its sentence is kept.
[[nodiscard]] int code_of_exception() noexcept;

/// Runs the body of a function of the interface; it returns a code, or throws.
template <class Body>
int guarded(const Body& body) noexcept {
    try {
        return body();
    } catch (...) {
        return code_of_exception();
    }
}

/// @throws std::invalid_argument that names the argument that is NULL.
template <class Pointer>
void require(const Pointer* argument, const char* name) {
    if (argument == nullptr) throw std::invalid_argument(std::string(name) + " must not be NULL");
}

}  // namespace stickslip::c
