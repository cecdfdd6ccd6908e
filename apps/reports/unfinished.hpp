#pragma once

#include <sys/types.h>

#include <string>

namespace stickslip::cli {

/// What a program that is interrupted must not leave behind: files that are not complete, and programs that it started.
/// From the first of them on, SIGINT, SIGTERM and SIGHUP discard them all before they end the program, unless something
/// else listens to these signals; that should call `discard_unfinished`.

/// A file that is not complete as long as this object lives. The path must not change meanwhile.
class UnfinishedFile {
public:
    explicit UnfinishedFile(std::string path);
    UnfinishedFile(const UnfinishedFile&) = delete;
    UnfinishedFile& operator=(const UnfinishedFile&) = delete;
    ~UnfinishedFile();

    [[nodiscard]] const std::string& path() const { return path_; }

private:
    std::string path_;
};

void remember_child(pid_t);
void forget_child(pid_t);

/// Kills the programs and removes the files. A signal handler may call it.
void discard_unfinished() noexcept;

}  // namespace stickslip::cli
