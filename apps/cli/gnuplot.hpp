#pragma once

#include <filesystem>
#include <string>

namespace stickslip::cli {

/// A folder for data files that disappears with this object.
class TemporaryFolder {
public:
    TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder();

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

/// @throws std::runtime_error if gnuplot is not installed.
void require_gnuplot();

/// Runs a gnuplot script. @throws std::runtime_error with the first line gnuplot says if it fails.
void run_gnuplot(const std::string& script);

/// `text` as a gnuplot string.
[[nodiscard]] std::string gnuplot_string(const std::string& text);

/// The terminal for a file of this suffix (.svg, .png, .pdf), `width` × `height` in pixels of a screen.
[[nodiscard]] std::string gnuplot_terminal(const std::string& suffix, int width, int height);

}  // namespace stickslip::cli
