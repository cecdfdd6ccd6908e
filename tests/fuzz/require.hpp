#pragma once

#include <cstdio>
#include <cstdlib>

namespace stickslip {

/// Ends the fuzzer where a claim does not hold of what was read.
inline void require(bool holds, const char* claim) {
    if (holds) return;
    std::fprintf(stderr, "not true: %s\n", claim);
    std::abort();
}

}  // namespace stickslip
