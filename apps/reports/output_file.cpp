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

void OutputFile::refuse(int error) const {
    throw std::runtime_error(fmt::format("{}: cannot be written: {}", path_.string(), std::strerror(error)));
}

void OutputFile::require_room(std::size_t bytes) {
    const int descriptor = ::open(temporary_path().c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
    if (descriptor < 0) refuse(errno);
    const int error = ::posix_fallocate(descriptor, 0, static_cast<off_t>(bytes));
    const bool is_empty_again = ::ftruncate(descriptor, 0) == 0;
    ::close(descriptor);
    if (error != 0 || !is_empty_again) refuse(error != 0 ? error : EIO);
}

void OutputFile::write(const std::function<void(std::FILE*)>& print) {
    const int descriptor = ::open(temporary_path().c_str(), O_WRONLY | O_TRUNC | O_NOFOLLOW | O_CLOEXEC);
    std::FILE* file = descriptor < 0 ? nullptr : ::fdopen(descriptor, "w");
    if (file == nullptr) refuse(errno);
    errno = 0;
    try {
        print(file);
    } catch (const std::system_error& error) {  // fmt says so what it could not write
        std::fclose(file);
        refuse(error.code().value());
    } catch (...) {
        std::fclose(file);
        throw;
    }
    const bool is_written = std::fflush(file) == 0 && std::ferror(file) == 0;
    const int error = errno;
    const bool is_closed = std::fclose(file) == 0;
    if (!is_written) refuse(error != 0 ? error : EIO);
    if (!is_closed) refuse(errno);
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
