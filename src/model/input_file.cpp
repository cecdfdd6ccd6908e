#include "input_file.hpp"

#include <fstream>
#include <stdexcept>
#include <system_error>

namespace stickslip {

namespace {

[[noreturn]] void refuse_size(const std::string& file, const std::string& size, std::string_view kind,
                              std::uintmax_t largest) {
    throw std::invalid_argument(file + ": " + size + " bytes, but a " + std::string(kind) + " may have at most " +
                                std::to_string(largest));
}

}  // namespace

void require_input_file(const std::filesystem::path& path, std::string_view kind, std::uintmax_t largest) {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status)) {
        throw std::invalid_argument(path.string() + ": no such " + std::string(kind));
    }
    if (!std::filesystem::is_regular_file(status)) throw std::invalid_argument(path.string() + ": not a file");
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    if (!error && size > largest) refuse_size(path.string(), std::to_string(size), kind, largest);
}

std::string read_input_file(const std::filesystem::path& path, std::string_view kind, std::uintmax_t largest) {
    require_input_file(path, kind, largest);
    constexpr std::size_t piece_size = std::size_t{1} << 16;  // bytes
    std::ifstream in(path, std::ios::binary);
    std::string text;
    while (in && text.size() <= largest) {
        const std::size_t held = text.size();
        text.resize(held + piece_size);
        in.read(text.data() + held, static_cast<std::streamsize>(piece_size));
        text.resize(held + static_cast<std::size_t>(in.gcount()));
    }
    if (!in.eof() && text.size() <= largest) {
        throw std::invalid_argument(path.string() + ": the " + std::string(kind) + " cannot be read");
    }
    if (text.size() > largest) refuse_size(path.string(), "more than " + std::to_string(largest), kind, largest);
    return text;
}

}  // namespace stickslip
