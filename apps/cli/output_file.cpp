#include "output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace stickslip::cli {

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
}

OutputFile::~OutputFile() {
    if (!is_committed_) ::unlink(temporary_.c_str());
}

void OutputFile::commit() {
    std::error_code error;
    std::filesystem::rename(temporary_, path_, error);
    if (error) throw std::runtime_error(path_.string() + ": cannot be written: " + error.message());
    is_committed_ = true;
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
