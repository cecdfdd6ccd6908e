#include "packed_numbers.hpp"

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <new>
#include <stdexcept>

namespace stickslip::structure {

std::uint64_t little_endian(std::string_view bytes, std::size_t at, std::size_t size, const std::string& name) {
    if (at > bytes.size() || size > bytes.size() - at) throw std::invalid_argument(name + ": the file is truncated");
    std::uint64_t value = 0;
    for (std::size_t i = size; i-- > 0;) value = (value << 8) | static_cast<unsigned char>(bytes[at + i]);
    return value;
}

double number_at(const NumberType& type, const char* at) {
    std::uint64_t raw = 0;
    for (std::size_t i = 0; i < type.size; ++i) {
        const std::size_t place = type.is_big_endian ? i : type.size - 1 - i;
        raw = (raw << 8) | static_cast<unsigned char>(at[place]);
    }
    if (type.kind == 'f') {
        return type.size == 8 ? std::bit_cast<double>(raw)
                              : static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(raw)));
    }
    if (type.kind == 'i') {
        const unsigned unused = 64 - 8 * static_cast<unsigned>(type.size);
        return static_cast<double>(static_cast<std::int64_t>(raw << unused) >> unused);
    }
    return static_cast<double>(raw);
}

std::optional<std::string> inflated(std::string_view packed, Wrapping wrapping, std::size_t most) {
    z_stream stream{};
    constexpr int zlib_window = 15, bare_window = -15;  // as zlib calls the two wrappings
    if (inflateInit2(&stream, wrapping == Wrapping::zlib ? zlib_window : bare_window) != Z_OK) throw std::bad_alloc();
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    // Memory grows with what really comes out: a size that somebody wrote into a header is not taken at its word.
    std::string out;
    int outcome = Z_OK;
    while (outcome == Z_OK && out.size() < most) {
        constexpr std::size_t first_step = 4096;  // bytes
        const std::size_t done = out.size();
        out.resize(std::min(most, std::max(first_step, 2 * done)));
        stream.next_out = reinterpret_cast<Bytef*>(out.data() + done);
        stream.avail_out = static_cast<uInt>(out.size() - done);
        outcome = inflate(&stream, Z_SYNC_FLUSH);
        out.erase(out.size() - stream.avail_out);
        if (outcome == Z_BUF_ERROR) outcome = Z_DATA_ERROR;  // the stream ends too early
    }
    inflateEnd(&stream);
    if (outcome != Z_STREAM_END && outcome != Z_OK) return std::nullopt;
    if (outcome == Z_OK && out.size() < most) return std::nullopt;
    return out;
}

}  // namespace stickslip::structure
