#include "failure.hpp"

#include <algorithm>
#include <array>
#include <new>
#include <stdexcept>
#include <string>

#include "stickslip/interruption.hpp"
#include "stickslip/version.hpp"

namespace stickslip::c {

namespace {

constexpr std::size_t kept_bytes = 4096;  // of a sentence; lists of names have some hundreds
thread_local std::array<char, kept_bytes> sentence_of_thread{};

/// Whether a byte goes on with a letter that began before it, in UTF-8.
bool goes_on(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

}  // namespace

void keep_sentence(std::string_view sentence) noexcept {
    std::size_t size = std::min(sentence.size(), kept_bytes - 1);
    while (size < sentence.size() && size > 0 && goes_on(sentence[size])) --size;
    std::copy_n(sentence.begin(), size, sentence_of_thread.begin());
    sentence_of_thread[size] = '\0';
}

const char* kept_sentence() noexcept { return sentence_of_thread.data(); }

int code_of_exception() noexcept {
    try {
        throw;
    } catch (const Interrupted& error) {
        keep_sentence(error.what());
        return STICKSLIP_INTERRUPTED;
    } catch (const NoResult& error) {
        keep_sentence(error.what());
        return STICKSLIP_NO_RESULT;
    } catch (const std::bad_alloc&) {
        keep_sentence("there is not enough memory");
        return STICKSLIP_OUT_OF_MEMORY;
    } catch (const std::length_error&) {
        keep_sentence("there is not enough memory: a size is larger than any memory");
        return STICKSLIP_OUT_OF_MEMORY;
    } catch (const std::invalid_argument& error) {
        keep_sentence(error.what());
        return STICKSLIP_BAD_INPUT;
    } catch (const std::exception& error) {
        keep_sentence(error.what());
        return STICKSLIP_FAILED;
    } catch (...) {
        keep_sentence("an inner error without a sentence");
        return STICKSLIP_FAILED;
    }
}

}  // namespace stickslip::c

extern "C" {

const char* stickslip_version(void) {
    static const std::string version(stickslip::version());
    return version.c_str();
}

const char* stickslip_error(void) { return stickslip::c::kept_sentence(); }
}
