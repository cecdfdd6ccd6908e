#include "output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <random>
#include <stdexcept>
#include <utility>

namespace stickslip::cli {

namespace {

/// Nobody can guess it, and put a link or a file there beforehand.
std::string random_name() {
    std::random_device device;
    const std::uint64_t high = device();
    return fmt::format(".stickslip-{:016x}.partial", high << 32U | device());
}

/// Creates a file that was not there before.
std::string create_in(const std::filesystem::path& folder) {
    constexpr mode_t everyone_as_umask_allows = 0666;
    constexpr int most_attempts = 8;  // two runs agree on a name once in 10^19 times
    for (int attempt = 1;; ++attempt) {
        std::string path = (folder / random_name()).string();
        const int file =
            ::open(path.c_str(), O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY | O_CLOEXEC, everyone_as_umask_allows);
        if (file >= 0) {
            ::close(file);
            return path;
        }
        if (errno != EEXIST || attempt == most_attempts) return "";
    }
}

}  // namespace

OutputFile::OutputFile(std::filesystem::path path) : path_(std::move(path)) {
    std::error_code error;
    if (std::filesystem::is_directory(path_, error)) {
        throw std::invalid_argument(path_.string() + ": is a folder, and cannot be written as a file");
    }
    std::string temporary = create_in(path_.parent_path());
    if (temporary.empty()) {
        throw std::invalid_argument(path_.string() + ": cannot be written: " + std::strerror(errno));
    }
    temporary_.emplace(std::move(temporary));
}

OutputFile::~OutputFile() {
    if (temporary_) ::unlink(temporary_->path().c_str());
}

void OutputFile::write(std::string_view bytes) {
    write([&](std::FILE* file) { std::fwrite(bytes.data(), 1, bytes.size(), file); });
}

void OutputFile::write(const std::function<void(std::FILE*)>& print) {
    const auto refuse = [&](int error) {
        throw std::runtime_error(fmt::format("{}: cannot be written: {}", path_.string(), std::strerror(error)));
    };
    const int descriptor = ::open(temporary_path().c_str(), O_WRONLY | O_TRUNC | O_NOFOLLOW | O_CLOEXEC);
    std::FILE* file = descriptor < 0 ? nullptr : ::fdopen(descriptor, "w");
    if (file == nullptr) refuse(errno);
    try {
        print(file);
    } catch (const std::system_error& error) {  // fmt says so what it could not write
        std::fclose(file);
        refuse(error.code().value());
    } catch (...) {
        std::fclose(file);
        throw;
    }
    errno = 0;
    const bool is_flushed = std::fflush(file) == 0;
    const int flush_error = errno;
    const bool is_written = std::ferror(file) == 0 && is_flushed;
    const bool is_closed = std::fclose(file) == 0;
    if (!is_written || !is_closed) refuse(flush_error != 0 ? flush_error : (errno != 0 ? errno : EIO));
}

void OutputFile::commit() {
    std::error_code error;
    std::filesystem::rename(temporary_path(), path_, error);
    if (error) throw std::runtime_error(path_.string() + ": cannot be written: " + error.message());
    temporary_.reset();
}

std::string required_suffix(const std::filesystem::path& path, std::string_view option,
                            const std::vector<std::string_view>& allowed) {
    std::string suffix = path.extension().string();
    if (std::ranges::find(allowed, suffix) == allowed.end()) {
        throw std::invalid_argument(
            fmt::format("{} {}: the name must end in one of {}", option, path.string(), fmt::join(allowed, ", ")));
    }
    return suffix;
}

}  // namespace stickslip::cli
