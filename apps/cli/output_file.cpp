#include "output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace stickslip::cli {

namespace {

/// The temporary names in use, for the signal handler: more files at once than any verb writes.
constexpr std::size_t most_files = 16;
std::array<std::atomic<const char*>, most_files> unfinished{};

/// An interrupted run leaves no half-written file behind. Only functions that a handler may call are used.
void remove_unfinished(int signal) {
    for (const std::atomic<const char*>& name : unfinished) {
        if (const char* path = name.load()) ::unlink(path);
    }
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

void remember(const char* path) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, remove_unfinished);
    for (std::atomic<const char*>& name : unfinished) {
        const char* free = nullptr;
        if (name.compare_exchange_strong(free, path)) return;
    }
}

void forget(const char* path) {
    for (std::atomic<const char*>& name : unfinished) {
        const char* used = path;
        if (name.compare_exchange_strong(used, nullptr)) return;
    }
}

}  // namespace

OutputFile::OutputFile(std::filesystem::path path) : path_(std::move(path)) {
    std::error_code error;
    if (std::filesystem::is_directory(path_, error)) {
        throw std::invalid_argument(path_.string() + ": is a folder, and cannot be written as a file");
    }
    const std::string hidden = fmt::format(".{}.{}.partial", path_.filename().string(), ::getpid());
    temporary_ = (path_.parent_path() / hidden).string();
    constexpr mode_t everyone_as_umask_allows = 0666;
    const int file = ::open(temporary_.c_str(), O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, everyone_as_umask_allows);
    if (file < 0) throw std::invalid_argument(path_.string() + ": cannot be written: " + std::strerror(errno));
    ::close(file);
    remember(temporary_.c_str());
}

OutputFile::~OutputFile() {
    if (is_committed_) return;
    ::unlink(temporary_.c_str());
    forget(temporary_.c_str());
}

void OutputFile::commit() {
    std::error_code error;
    std::filesystem::rename(temporary_, path_, error);
    if (error) throw std::runtime_error(path_.string() + ": cannot be written: " + error.message());
    is_committed_ = true;
    forget(temporary_.c_str());
}

std::string required_suffix(const std::filesystem::path& path, std::string_view option,
                            const std::vector<std::string_view>& allowed) {
    std::string suffix = path.extension().string();
    if (std::ranges::find(allowed, suffix) == allowed.end()) {
        std::string list;
        for (const std::string_view name : allowed) list += (list.empty() ? "" : ", ") + std::string(name);
        throw std::invalid_argument(std::string(option) + " " + path.string() + ": the name must end in one of " +
                                    list);
    }
    return suffix;
}

}  // namespace stickslip::cli
