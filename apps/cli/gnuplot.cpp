#include "gnuplot.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string_view>

extern char** environ;  // NOLINT: POSIX declares it nowhere

namespace stickslip::cli {

namespace {

void write_text(const std::filesystem::path& path, const std::string& text) {
    std::ofstream out(path, std::ios::binary);
    out << text;
    out.close();
    if (!out) throw std::runtime_error(path.string() + ": cannot be written");
}

std::string first_line_of(const std::filesystem::path& path) {
    std::ifstream in(path);
    std::string line;
    while (std::getline(in, line)) {
        if (line.find_first_not_of(" \t^\r") != std::string::npos) return line;
    }
    return "no message";
}

/// Exit status of gnuplot with its messages in `messages`.
int spawn_gnuplot(const std::string& script, const std::string& messages) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    constexpr mode_t owner_only = 0600;
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, messages.c_str(), O_CREAT | O_WRONLY | O_APPEND,
                                     owner_only);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, messages.c_str(), O_CREAT | O_WRONLY | O_APPEND,
                                     owner_only);
    std::string program = "gnuplot";
    std::string argument = script;
    char* const arguments[] = {program.data(), argument.data(), nullptr};
    pid_t child = 0;
    const int error = posix_spawnp(&child, "gnuplot", &actions, nullptr, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) throw std::runtime_error("gnuplot cannot be started");
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "stickslip-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error(pattern + ": cannot be created");
    path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

void require_gnuplot() {
    const char* list = std::getenv("PATH");
    std::istringstream folders(list == nullptr ? "" : list);
    for (std::string folder; std::getline(folders, folder, ':');) {
        if (access((folder + "/gnuplot").c_str(), X_OK) == 0) return;
    }
    throw std::runtime_error("plots need gnuplot, which is not installed (Debian: apt-get install gnuplot-nox)");
}

void run_gnuplot(const std::string& script) {
    const TemporaryFolder folder;
    const std::filesystem::path script_file = folder.path() / "plot.gp";
    const std::filesystem::path messages = folder.path() / "messages";
    write_text(script_file, script);
    if (spawn_gnuplot(script_file.string(), messages.string()) != 0) {
        throw std::runtime_error("gnuplot failed: " + first_line_of(messages));
    }
}

std::string gnuplot_string(const std::string& text) {
    std::string out = "'";
    for (const char c : text) {
        if (c == '\'') out += '\'';
        out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    return out + "'";
}

std::string gnuplot_terminal(const std::string& suffix, int width, int height) {
    constexpr double pixels_per_inch = 100.0;
    if (suffix == ".svg") {
        return fmt::format("set terminal svg size {},{} font 'DejaVu Sans,13' background '#ffffff'\n", width, height);
    }
    if (suffix == ".png") return fmt::format("set terminal pngcairo size {},{} font 'DejaVu Sans,10'\n", width, height);
    return fmt::format("set terminal pdfcairo size {}in,{}in font 'DejaVu Sans,10'\n", width / pixels_per_inch,
                       height / pixels_per_inch);
}

}  // namespace stickslip::cli
