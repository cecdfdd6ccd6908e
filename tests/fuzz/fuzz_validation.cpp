// Whatever a validation item says, it is read and judged, or refused in one sentence: no crash, no hang, no memory that
// grows with a number in the text.

#include <cstdint>
#include <stdexcept>
#include <string>

#include "validation/verdict.hpp"

using namespace stickslip::validation;

namespace {

/// What an honest item may ask for and a fuzzer soon finds: work of minutes.
bool asks_for_much(const Tree& tree) {
    const std::string text = tree.dump(-1, ' ', false, Tree::error_handler_t::replace);
    for (const char* word :
         {"lyapunov", "section", "cells", "over", "march", "until", "samples", "frequency", "maximum"}) {
        if (text.find(word) != std::string::npos) return true;
    }
    return false;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    try {
        const Entry entry = parse_entry(text, "fuzz-item.toml");
        if (asks_for_much(entry.content)) return 0;
        const EntryResult result = evaluate(entry, {.is_quick = true});
        if (!result.failure.empty() && result.verdict != Verdict::not_reproduced) __builtin_trap();
    } catch (const std::invalid_argument&) {
        // Refused in one sentence.
    }
    return 0;
}
