#include "polite_stop.hpp"

#include <unistd.h>

#include <atomic>
#include <csignal>

namespace stickslip::cli {

namespace {

std::atomic<bool> is_wanted{false};
std::string farewell;  // set before the handler is
static_assert(std::atomic<bool>::is_always_lock_free);

void stop_politely(int /*signal*/) {
    if (is_wanted.exchange(true)) return;
    static_cast<void>(!::write(STDERR_FILENO, farewell.data(), farewell.size()));
}

}  // namespace

void stop_politely_on_signals(const std::string& state_path) {
    farewell = isatty(STDERR_FILENO) != 0 ? "\r\033[K" : "";
    farewell += "stickslip: interrupted";
    if (!state_path.empty()) farewell += "; the same command with --resume continues from " + state_path;
    farewell += '\n';
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        // nohup and shells without job control ignore some of them on purpose.
        if (std::signal(signal, stop_politely) == SIG_IGN) std::signal(signal, SIG_IGN);
    }
}

bool is_stop_wanted() { return is_wanted; }

}  // namespace stickslip::cli
