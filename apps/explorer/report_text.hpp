#pragma once

#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>
#include <utility>

#include "exchange.hpp"
#include "question.hpp"

namespace stickslip::explorer {

/// A file in memory, which goes away with what was written also where an interruption ends the writing.
class MemoryFile {
public:
    MemoryFile() : file_(open_memstream(&memory_, &size_)) {
        if (file_ == nullptr) throw std::bad_alloc();
    }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;
    ~MemoryFile() {
        std::fclose(file_);
        std::free(memory_);
    }

    [[nodiscard]] std::FILE* handle() const { return file_; }
    [[nodiscard]] std::string text() const {
        std::fflush(file_);
        return {memory_, size_};
    }

private:
    char* memory_ = nullptr;
    std::size_t size_ = 0;
    std::FILE* file_;
};

/// What a writer of the command line writes.
template <class Report>
std::string text_of(const Report& report, void (*write)(const Report&, std::FILE*)) {
    const MemoryFile file;
    write(report, file.handle());
    return file.text();
}

[[nodiscard]] inline Response as_csv(std::string text) { return {200, "text/csv; charset=utf-8", std::move(text)}; }
[[nodiscard]] inline bool wants_csv(const Question& q) { return q.text_or("format", 8, "json") == "csv"; }

}  // namespace stickslip::explorer
