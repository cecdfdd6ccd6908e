#include "companion.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <string_view>

namespace stickslip::cli {

namespace {

char** all_arguments = nullptr;

/// Beside this program; where the system does not tell where that is, along the path of commands.
std::filesystem::path place_of(const std::string& name) {
    std::error_code error;
    std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
    if (error) program = all_arguments[0];
    return program.parent_path() / ("stickslip-" + name);
}

}  // namespace

void remember_arguments(char** arguments) { all_arguments = arguments; }

std::string command_to_type() {
    constexpr std::string_view plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-/";
    const std::string_view called = all_arguments[0] == nullptr ? "" : all_arguments[0];
    const bool is_plain = !called.empty() && called.find_first_not_of(plain) == std::string_view::npos;
    return is_plain ? std::string(called) : "stickslip";
}

bool is_companion_there(const std::string& name) { return access(place_of(name).c_str(), X_OK) == 0; }

void become_companion(const std::string& name, const std::string& needed_by) {
    const std::filesystem::path companion = place_of(name);
    std::fflush(nullptr);
    execvp(companion.c_str(), all_arguments);
    throw std::runtime_error(needed_by + " needs " + companion.string() +
                             ", which cannot be run: " + std::strerror(errno) +
                             "; run the same command with ./stickslip in the repository, which builds it");
}

}  // namespace stickslip::cli
