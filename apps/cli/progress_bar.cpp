#include "progress_bar.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cstdio>
#include <memory>
#include <mutex>
#include <string>

namespace stickslip::cli {

namespace {

/// Draws whole percents only, so that drawing costs nothing.
class Bar {
public:
    Bar() = default;
    Bar(const Bar&) = delete;
    Bar& operator=(const Bar&) = delete;
    ~Bar() {
        if (shown_ >= 0) fmt::print(stderr, "\r{}\r", std::string(width + 8, ' '));
    }

    void show(double part) {
        constexpr double whole = 100.0;
        const int percent = static_cast<int>(whole * part);
        const std::lock_guard lock(mutex_);
        if (percent <= shown_) return;
        shown_ = percent;
        const auto filled = static_cast<std::size_t>(static_cast<double>(width) * part);
        fmt::print(stderr, "\r[{}{}] {:3d} %", std::string(filled, '#'), std::string(width - filled, '.'), percent);
        std::fflush(stderr);
    }

private:
    static constexpr std::size_t width = 50;
    std::mutex mutex_;
    int shown_ = -1;
};

}  // namespace

std::function<void(double)> progress_bar() {
    if (isatty(STDERR_FILENO) == 0) return {};
    auto bar = std::make_shared<Bar>();
    return [bar](double part) { bar->show(part); };
}

}  // namespace stickslip::cli
