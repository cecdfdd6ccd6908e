#include "progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>

#include "tell.hpp"

namespace stickslip::cli {

namespace {

constexpr int bar_width = 32;
constexpr double known_part = 0.05;  // done before the time left is told
constexpr std::chrono::milliseconds pause{100};

}  // namespace

ProgressBar::ProgressBar(std::string title)
    : title_(std::move(title)), is_terminal_(isatty(STDERR_FILENO) != 0), started_(std::chrono::steady_clock::now()) {}

bool ProgressBar::show(double part, const std::string& note) {
    const auto now = std::chrono::steady_clock::now();
    if (!is_terminal_ || now - last_ < pause) return true;
    last_ = now;
    is_shown_ = true;
    const double seconds = std::chrono::duration<double>(now - started_).count();
    const int full = static_cast<int>(std::clamp(part, 0.0, 1.0) * bar_width);
    const std::string left = part - first_ > known_part * (1.0 - first_)
                                 ? fmt::format(", {:.0f} s left", seconds * (1.0 - part) / (part - first_))
                                 : "";
    draw_on_stderr("\r{} [{:#<{}}{:<{}}] {:.0f} %{}{}{}   ", title_, "", full, "", bar_width - full, 100.0 * part,
                   note.empty() ? "" : ", ", note, left);
    return true;
}

void ProgressBar::finish() {
    if (is_shown_) draw_on_stderr("\r\033[K");
    is_shown_ = false;
}

std::function<void(double)> parallel_progress(std::string title) {
    struct Shared {
        explicit Shared(std::string text) : bar(std::move(text)) {}
        Shared(const Shared&) = delete;
        Shared& operator=(const Shared&) = delete;
        ~Shared() { bar.finish(); }
        std::mutex mutex;
        ProgressBar bar;
    };
    auto shared = std::make_shared<Shared>(std::move(title));
    return [shared](double part) {
        const std::lock_guard lock(shared->mutex);
        shared->bar.show(part);
    };
}

std::function<void()> counted_progress(std::string title, std::size_t total) {
    auto done = std::make_shared<std::atomic<std::size_t>>(0);
    return [done, total, bar = parallel_progress(std::move(title))] {
        bar(std::min(1.0, static_cast<double>(++*done) / static_cast<double>(std::max<std::size_t>(1, total))));
    };
}

Waiting::Waiting(std::string title) {
    if (isatty(STDERR_FILENO) == 0) return;
    clock_ = std::jthread([title = std::move(title)](const std::stop_token& stop) {
        constexpr int patience = 2;  // seconds
        std::mutex mutex;
        std::condition_variable_any bell;
        std::unique_lock lock(mutex);
        int seconds = 0;
        while (!bell.wait_for(lock, stop, std::chrono::seconds(1), [] { return false; }) && !stop.stop_requested()) {
            if (++seconds >= patience) draw_on_stderr("\r{}: {} s", title, seconds);
        }
        if (seconds >= patience) draw_on_stderr("\r\033[K");
    });
}

Waiting::~Waiting() = default;

}  // namespace stickslip::cli
