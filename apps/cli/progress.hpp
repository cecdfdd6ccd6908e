#pragma once

#include <chrono>
#include <functional>
#include <string>

namespace stickslip::cli {

/// A progress bar on stderr, for people only: nothing where stderr is not a terminal.
class ProgressBar {
public:
    explicit ProgressBar(std::string title);

    /// Draws the share done, at most ten times a second. Always true: Ctrl-C ends the process.
    bool show(double part);

    /// Takes the bar away.
    void finish();

private:
    std::string title_;
    bool is_shown_ = false;
    bool is_terminal_ = false;
    std::chrono::steady_clock::time_point started_;
    std::chrono::steady_clock::time_point last_;
};

/// A bar that any thread may call; it goes away with the last copy of the function.
[[nodiscard]] std::function<void(double)> parallel_progress(std::string title);

}  // namespace stickslip::cli
