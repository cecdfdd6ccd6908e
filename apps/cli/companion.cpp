#include "companion.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <stdexcept>

namespace stickslip::cli {

namespace {

char** all_arguments = nullptr;

/// Beside this program; where the system does not tell where that is, along the path of commands.
std::filesystem::path place_of(const std::string& companion) {
    std::error_code error;
    std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
    if (error) program = all_arguments[0];
    return program.parent_path() / companion;
}

}  // namespace

void remember_arguments(char** arguments) { all_arguments = arguments; }

void become_companion(const std::string& verb) {
    const std::filesystem::path companion = place_of("stickslip-" + verb);
    std::fflush(nullptr);
    execvp(companion.c_str(), all_arguments);
    throw std::runtime_error(verb + " needs " + companion.string() + ", which cannot be run: " + std::strerror(errno) +
                             "; `./stickslip " + verb + "` in the repository builds it");
}

}  // namespace stickslip::cli
