#include "unfinished.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <utility>

namespace stickslip::cli {

namespace {

constexpr std::size_t most_files = 64;     // at once: more than any verb writes
constexpr std::size_t most_children = 64;  // at once: more than are ever started
std::array<std::atomic<const char*>, most_files> files{};
std::array<std::atomic<pid_t>, most_children> children{};
static_assert(std::atomic<const char*>::is_always_lock_free && std::atomic<pid_t>::is_always_lock_free);

template <class Value, std::size_t Size>
void replace_one(std::array<std::atomic<Value>, Size>& list, Value old_value, Value new_value) {
    for (std::atomic<Value>& entry : list) {
        Value expected = old_value;
        if (entry.compare_exchange_strong(expected, new_value)) return;
    }
}

void discard_and_end(int signal) {
    discard_unfinished();
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

/// Leaves alone what is ignored on purpose, as nohup does, and what is listened to already.
void listen_to_signals() {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction now {};
        if (sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_DFL) std::signal(signal, discard_and_end);
    }
}

}  // namespace

UnfinishedFile::UnfinishedFile(std::string path) : path_(std::move(path)) {
    listen_to_signals();
    replace_one<const char*>(files, nullptr, path_.c_str());
}

UnfinishedFile::~UnfinishedFile() { replace_one<const char*>(files, path_.c_str(), nullptr); }

void remember_child(pid_t child) {
    listen_to_signals();
    replace_one<pid_t>(children, 0, child);
}

void forget_child(pid_t child) { replace_one<pid_t>(children, child, 0); }

void discard_unfinished() noexcept {
    for (const std::atomic<pid_t>& child : children) {
        if (const pid_t id = child.load()) ::kill(id, SIGKILL);
    }
    for (const std::atomic<const char*>& file : files) {
        if (const char* path = file.load()) ::unlink(path);
    }
}

}  // namespace stickslip::cli
