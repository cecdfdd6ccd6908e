// gnuplot as a child: the script and the data are files in memory that it inherits, the picture comes back through a
// pipe. A full disk, an odd folder for temporary files or an interruption cannot spoil a picture or leave anything.

#include "gnuplot.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <semaphore>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "unfinished.hpp"

extern char** environ;  // NOLINT: POSIX declares it nowhere

namespace stickslip::cli {

namespace {

/// At once, on a machine of any size: each has a file in memory for every curve.
constexpr std::ptrdiff_t most_gnuplots = 8;
std::counting_semaphore<most_gnuplots> free_gnuplots{most_gnuplots};

[[noreturn]] void refuse(const std::string& what, int error) {
    throw std::runtime_error("gnuplot cannot be used: " + what + ": " + std::strerror(error));
}

/// A descriptor that is closed with this object.
class Descriptor {
public:
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&&) = delete;
    ~Descriptor() { close(); }

    [[nodiscard]] int number() const { return number_; }
    void close() {
        if (number_ >= 0) ::close(std::exchange(number_, -1));
    }

private:
    int number_;
};

/// Above the numbers of standard input and output, which the child gets anew.
Descriptor above_standard(int number) {
    constexpr int first = 10;
    const Descriptor low(number);
    const int high = number < 0 ? -1 : ::fcntl(number, F_DUPFD_CLOEXEC, first);
    if (high < 0) refuse("no descriptor is free", errno);
    return Descriptor(high);
}

Descriptor file_in_memory(std::string_view bytes) {
    Descriptor file = above_standard(::memfd_create("stickslip", MFD_CLOEXEC));
    while (!bytes.empty()) {
        const ssize_t written = ::write(file.number(), bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) refuse("memory for its data", errno);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return file;
}

/// Everything from here to the end of a file or pipe.
std::string rest_of(const Descriptor& source) {
    std::string bytes;
    std::array<char, 65536> piece{};
    for (;;) {
        const ssize_t count = ::read(source.number(), piece.data(), piece.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) refuse("its picture", errno);
        if (count == 0) return bytes;
        bytes.append(piece.data(), static_cast<std::size_t>(count));
    }
}

std::string first_line_of(const Descriptor& messages) {
    ::lseek(messages.number(), 0, SEEK_SET);
    std::istringstream text(rest_of(messages));
    std::string line;
    while (std::getline(text, line)) {
        if (line.find_first_not_of(" \t^\r") != std::string::npos) return line;
    }
    return "no message";
}

/// A running gnuplot; signals that end this program end it, too.
class Child {
public:
    Child(const Descriptor& script, const Descriptor& picture, const Descriptor& messages,
          const std::vector<Descriptor>& data) {
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_adddup2(&actions, picture.number(), STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&actions, messages.number(), STDERR_FILENO);
        // A descriptor that is copied to itself is the child's, too.
        posix_spawn_file_actions_adddup2(&actions, script.number(), script.number());
        for (const Descriptor& d : data) posix_spawn_file_actions_adddup2(&actions, d.number(), d.number());
        posix_spawn_file_actions_addchdir_np(&actions, "/");
        const int error = spawn(actions, Script("/dev/fd/{}", script.number()).text());
        posix_spawn_file_actions_destroy(&actions);
        if (error != 0) refuse("it does not start", error);
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child() {
        if (!is_over_) ::kill(id_, SIGKILL);
        static_cast<void>(wait());
    }

    /// Its exit status.
    int wait() {
        if (is_over_) return status_;
        siginfo_t info{};
        while (::waitid(P_PID, static_cast<id_t>(id_), &info, WEXITED | WNOWAIT) < 0 && errno == EINTR) {
        }
        forget_child(id_);  // its number stays its own until it is waited for
        while (::waitpid(id_, &status_, 0) < 0 && errno == EINTR) {
        }
        is_over_ = true;
        return status_;
    }

private:
    /// No signal comes between the start and the note of it.
    int spawn(posix_spawn_file_actions_t& actions, std::string script) {
        sigset_t all;
        sigset_t before;
        sigset_t usual;
        sigfillset(&all);
        sigemptyset(&usual);
        for (const int signal : {SIGPIPE, SIGTERM, SIGXFSZ}) sigaddset(&usual, signal);
        pthread_sigmask(SIG_SETMASK, &all, &before);
        posix_spawnattr_t attributes;
        posix_spawnattr_init(&attributes);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
        posix_spawnattr_setsigmask(&attributes, &before);
        posix_spawnattr_setsigdefault(&attributes, &usual);
        std::string program = "gnuplot";
        std::string no_start_up_files = "-d";
        char* const arguments[] = {program.data(), no_start_up_files.data(), script.data(), nullptr};
        const int error = posix_spawnp(&id_, program.c_str(), &actions, &attributes, arguments, environ);
        if (error == 0) remember_child(id_);
        posix_spawnattr_destroy(&attributes);
        pthread_sigmask(SIG_SETMASK, &before, nullptr);
        return error;
    }

    pid_t id_ = 0;
    int status_ = 0;
    bool is_over_ = false;
};

Script terminal(const Drawing& d, const std::string& suffix, int scale) {
    constexpr double pixels_per_inch = 100.0;
    if (suffix == ".svg") {
        return Script("set terminal svg size {},{} font 'DejaVu Sans,13' background '#ffffff'\n", d.width, d.height);
    }
    if (suffix == ".png") {
        return Script(
            "set terminal pngcairo size {0},{1} font 'DejaVu Sans,{3}' fontscale {2} linewidth {2} "
            "pointscale {2}\n",
            d.width * scale, d.height * scale, scale, scale > 1 ? 9 : 10);
    }
    return Script("set terminal pdfcairo size {}in,{}in font 'DejaVu Sans,10'\n", d.width / pixels_per_inch,
                  d.height / pixels_per_inch);
}

Script name_of(std::size_t data) { return Script("data{}", data); }

/// A permit to run one more gnuplot.
struct Permit {
    Permit() { free_gnuplots.acquire(); }
    Permit(const Permit&) = delete;
    Permit& operator=(const Permit&) = delete;
    ~Permit() { free_gnuplots.release(); }
};

}  // namespace

Script Drawing::add(std::string bytes) {
    data.push_back(std::move(bytes));
    return name_of(data.size() - 1);
}

void require_gnuplot() {
    const char* list = std::getenv("PATH");
    std::istringstream folders(list == nullptr ? "" : list);
    for (std::string folder; std::getline(folders, folder, ':');) {
        if (access((folder + "/gnuplot").c_str(), X_OK) == 0) return;
    }
    throw std::runtime_error("plots need gnuplot, which is not installed (Debian: apt-get install gnuplot-nox)");
}

std::string rendered(const Drawing& drawing, const std::string& suffix, int scale) {
    const Permit permit;
    std::vector<Descriptor> data;
    Script whole = terminal(drawing, suffix, scale);
    whole += "set encoding utf8\nset termoption noenhanced\nset grid lc rgb '#e6e6e6' lt 1\n";
    whole += "set border lc rgb '#444444'\nset tics nomirror\nset datafile missing 'NaN'\n";
    for (const std::string& bytes : drawing.data) {
        data.push_back(file_in_memory(bytes));
        whole += Script("{} = '/dev/fd/{}'\n", name_of(data.size() - 1), data.back().number());
    }
    whole += drawing.script;
    const Descriptor script = file_in_memory(whole.text());
    const Descriptor messages = file_in_memory("");
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) refuse("no pipe", errno);
    const Descriptor from_child(ends[0]);
    Descriptor to_parent = above_standard(ends[1]);
    Child gnuplot(script, to_parent, messages, data);
    to_parent.close();
    std::string picture = rest_of(from_child);
    if (gnuplot.wait() != 0) throw std::runtime_error("gnuplot failed: " + first_line_of(messages));
    if (picture.empty()) throw std::runtime_error("gnuplot drew nothing: " + first_line_of(messages));
    return picture;
}

}  // namespace stickslip::cli
