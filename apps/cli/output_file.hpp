#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace stickslip::cli {

/// A file that appears under its name only when it is complete. It is written under a temporary name in the same
/// folder, which is created at once, so that a path that cannot be written is refused before any work.
class OutputFile {
public:
    /// @throws std::invalid_argument if the path cannot be written.
    explicit OutputFile(std::filesystem::path path);
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    ~OutputFile();

    /// Where to write.
    [[nodiscard]] const std::string& temporary_path() const { return temporary_; }

    /// Gives the file its name. @throws std::runtime_error
    void commit();

private:
    std::filesystem::path path_;
    std::string temporary_;
    bool is_committed_ = false;
};

/// The suffix of a path with its dot, which must be one of `allowed`. @throws std::invalid_argument naming `option`.
std::string required_suffix(const std::filesystem::path&, std::string_view option,
                            const std::vector<std::string_view>& allowed);

}  // namespace stickslip::cli
