// Any bytes are the state of a map or are refused with std::invalid_argument; the values of one that is taken are ones
// that a map can have. The checksums are put right, else no input would get past the first of them.

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>

#include "maps/state_file.hpp"
#include "require.hpp"

namespace {

using namespace stickslip;

const Tiling tiling{5, 3, {4, 2}};
const std::vector<MapQuantity> quantities{{"regime", "1", "regime", QuantityType::flag, {"a", "b", "c"}},
                                          {"stops", "1", "stops", QuantityType::count},
                                          {"x", "m", "x", QuantityType::real}};
const std::vector<RequestLine> request{{"version", "1"}, {"--x", "a=0:1:5"}};

/// A file of this fuzzer's own.
const std::string& path() {
    static const std::string name = "/tmp/stickslip-fuzz-state-" + std::to_string(::getpid());
    return name;
}

std::string bytes_of_file() {
    std::string bytes;
    std::FILE* file = std::fopen(path().c_str(), "rb");
    require(file != nullptr, "the file is there");
    std::array<char, 4096> part{};
    for (std::size_t n = 0; (n = std::fread(part.data(), 1, part.size(), file)) > 0;) bytes.append(part.data(), n);
    std::fclose(file);
    return bytes;
}

void write_file(const std::string& bytes) {
    std::FILE* file = std::fopen(path().c_str(), "wb");
    require(file != nullptr, "the file can be written");
    std::fwrite(bytes.data(), 1, bytes.size(), file);
    std::fclose(file);
}

/// The first input byte chooses: raw bytes; a whole state with bytes changed; or values put into tiles as they are,
/// with the right checksums.
std::string spoiled(const std::uint8_t* data, std::size_t size) {
    ::unlink(path().c_str());
    {
        const auto state = StateFile::create(path(), tiling, quantities, request);
        TileValues values(state->layout());
        for (std::size_t i = 0; data[0] % 3 == 2 && i < values.bytes().size() && i + 1 < size; ++i) {
            values.bytes()[i] = static_cast<std::byte>(data[i + 1]);
        }
        for (std::size_t tile = 0; tile < tiling.count(); ++tile) {
            if (tile != 1) state->put(tile, values, size > 2 ? data[size - 1] % 12 : 0);
        }
    }
    std::string bytes = bytes_of_file();
    for (std::size_t i = 1; data[0] % 3 == 1 && i + 2 < size; i += 3) {
        bytes[(data[i] * 256U + data[i + 1]) % bytes.size()] = static_cast<char>(data[i + 2]);
    }
    return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    write_file(data[0] % 3 == 0 ? std::string(reinterpret_cast<const char*>(data) + 1, size - 1) : spoiled(data, size));
    try {
        const auto state = StateFile::resume(path(), tiling, quantities, request);
        TileValues values(state->layout());
        for (std::size_t tile = 0; tile < tiling.count(); ++tile) {
            if (!state->has(tile)) continue;
            state->get(tile, values);
            require(state->failures(tile) <= state->layout().cells(), "a tile has no more failures than cells");
            for (std::size_t cell = 0; cell < state->layout().cells(); ++cell) {
                require(values.get(0, cell) < 3.0, "a flag has a meaning");
                require(!(values.get(1, cell) < 0.0), "a count is not negative");
                require(!std::isinf(values.get(2, cell)), "a number is finite or undefined");
            }
        }
    } catch (const std::invalid_argument&) {
        // Refused in one sentence.
    }
    return 0;
}
