#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <thread>

namespace stickslip::cli {

/// A progress bar on stderr, for people only: nothing where stderr is not a terminal.
class ProgressBar {
public:
    explicit ProgressBar(std::string title);

    /// Draws the share done, at most ten times a second, with a note behind it. Always true: Ctrl-C ends the process.
    bool show(double part, const std::string& note = {});

    /// What was done before this run: the time left is judged by the rest.
    void begin_at(double part) { first_ = part; }

    /// Takes the bar away.
    void finish();

private:
    std::string title_;
    double first_ = 0.0;
    bool is_shown_ = false;
    bool is_terminal_ = false;
    std::chrono::steady_clock::time_point started_;
    std::chrono::steady_clock::time_point last_;
};

/// For work whose end nobody knows: after two seconds, how long it has taken, until this object goes away.
class Waiting {
public:
    explicit Waiting(std::string title);
    Waiting(const Waiting&) = delete;
    Waiting& operator=(const Waiting&) = delete;
    ~Waiting();

private:
    std::jthread clock_;
};

/// A bar that counts: each call, from any thread, is one of `total` pieces done. What comes beyond them leaves it full.
[[nodiscard]] std::function<void()> counted_progress(std::string title, std::size_t total);

/// A bar that any thread may call; it goes away with the last copy of the function.
[[nodiscard]] std::function<void(double)> parallel_progress(std::string title);

}  // namespace stickslip::cli
