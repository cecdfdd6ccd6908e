#include "companion.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <vector>

namespace stickslip::cli {

namespace {

std::vector<std::string> arguments() {
    std::ifstream file("/proc/self/cmdline", std::ios::binary);
    std::vector<std::string> words;
    for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
    return words;
}

}  // namespace

void become_companion(const std::string& verb) {
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe");
    const std::filesystem::path companion = program.parent_path() / ("stickslip-" + verb);
    std::vector<std::string> words = arguments();
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    std::fflush(nullptr);
    execv(companion.c_str(), pointers.data());
    throw std::runtime_error(verb + " needs " + companion.string() + ", which cannot be run: " + std::strerror(errno) +
                             "; `./stickslip " + verb + "` in the repository builds it");
}

}  // namespace stickslip::cli
