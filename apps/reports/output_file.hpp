#pragma once

#include <cstdio>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "unfinished.hpp"

namespace stickslip::cli {

/// A file that appears under its name only when it is complete: the one way in which this program writes a file. It is
/// written under a random temporary name in the same folder, which is created at once and never opened through a link,
/// so that a path that cannot be written is refused before any work.
class OutputFile {
public:
    /// @throws std::invalid_argument if the path cannot be written.
    explicit OutputFile(std::filesystem::path path);
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    ~OutputFile();

    /// The whole content. @throws std::runtime_error if not everything could be written.
    void write(std::string_view bytes);
    void write(const std::function<void(std::FILE*)>& print);

    /// Asks the disk for this many bytes, for a library that does not survive a full one.
    /// @throws std::runtime_error if it has not got them.
    void require_room(std::size_t bytes);

    /// Where a library writes that opens files by itself.
    [[nodiscard]] const std::string& temporary_path() const { return temporary_->path(); }

    /// The path that was asked for.
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

    /// Gives the file its name. @throws std::runtime_error
    void commit();

private:
    [[noreturn]] void refuse(int error) const;

    std::filesystem::path path_;
    std::optional<UnfinishedFile> temporary_;
};

/// The suffix of a path with its dot, which must be one of `allowed`. @throws std::invalid_argument naming `option`.
std::string required_suffix(const std::filesystem::path&, std::string_view option,
                            const std::vector<std::string_view>& allowed);

}  // namespace stickslip::cli
