#include "interruption.hpp"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <string>

#include "stickslip/interruption.hpp"
#include "terminal_text.hpp"
#include "unfinished.hpp"

namespace stickslip::cli {

namespace {

constexpr unsigned patience = 3;  // seconds until a computation that does not listen is ended

std::atomic<int> caught{0};
std::atomic<bool> keeps_state{false};
std::string farewell;  // set before the handler is
static_assert(std::atomic<int>::is_always_lock_free);

[[noreturn]] void end_here() {
    discard_unfinished();
    _exit(interrupted_exit_code());
}

void ask_to_stop(int signal) {
    int none = 0;
    if (!caught.compare_exchange_strong(none, signal)) end_here();
    InterruptionScope::ask_all();
    static_cast<void>(!::write(STDERR_FILENO, farewell.data(), farewell.size()));
    if (!keeps_state) alarm(patience);
}

void lose_patience(int /*signal*/) { end_here(); }

void set_farewell(const std::string& advice) {
    farewell = isatty(STDERR_FILENO) != 0 ? "\r\033[K" : "";
    farewell += "stickslip: interrupted" + printable(advice) + "\n";
}

void promise(bool to_keep_state, const std::string& advice) {
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);  // the handler reads the sentence
    keeps_state = to_keep_state;
    set_farewell(advice);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace

void listen_for_interruptions() {
    set_farewell("");
    std::signal(SIGALRM, lose_patience);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        // nohup and shells without job control ignore some of them on purpose.
        if (std::signal(signal, ask_to_stop) == SIG_IGN) std::signal(signal, SIG_IGN);
    }
}

bool is_stop_wanted() { return InterruptionScope::are_all_asked(); }

int interrupted_exit_code() {
    constexpr int by_signal = 128;
    return by_signal + caught;
}

void promise_to_resume(const std::string& state_path) {
    promise(true, state_path.empty() ? "" : "; the same command with --resume continues from " + state_path);
}

void promise_complete(const std::string& data_file) {
    promise(false, data_file.empty() ? "" : "; " + data_file + " is complete");
}

}  // namespace stickslip::cli
