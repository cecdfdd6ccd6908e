// stickslip_soak: random cases for as long as a person likes. Every doubt is printed with a command that shows the case
// and one that repeats the check. Exit code 1 if there was a doubt.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <chrono>
#include <csignal>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

#include "soak.hpp"

namespace stickslip::soak {

namespace {

std::atomic<bool> is_stopped{false};

struct Request {
    std::string kind = "all";
    std::uint64_t seed = 1;
    std::uint64_t first = 0;
    std::uint64_t cases = 0;  ///< of each kind; 0 means until the time is up
    double seconds = 60.0;
    int threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
};

class Soak {
public:
    explicit Soak(const Request& request) : request_(request) {
        for (const Kind& k : kinds) {
            if (request.kind == "all" || request.kind == k.name) chosen_.push_back(&k);
        }
    }

    int run() {
        begin_ = std::chrono::steady_clock::now();
        std::vector<std::thread> threads;
        for (int i = 0; i < request_.threads; ++i) threads.emplace_back([this] { work(); });
        for (std::thread& t : threads) t.join();
        tell_notes();
        fmt::print("{} cases, {} doubts, {:.0f} s, seed {}\n", done_.load(), doubts_, elapsed(), request_.seed);
        return doubts_ > 0 ? 1 : 0;
    }

private:
    [[nodiscard]] double elapsed() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    }

    [[nodiscard]] bool is_over(std::uint64_t ticket) const {
        if (is_stopped) return true;
        return request_.cases > 0 ? ticket >= request_.cases * chosen_.size() : elapsed() > request_.seconds;
    }

    /// What was not compared, or with more effort, and how often.
    void tell_notes() const {
        for (const auto& [what, count] : notes_) fmt::print("{}: {} {}\n", what.first, count, what.second);
    }

    void work() {
        for (std::uint64_t ticket = next_++; !is_over(ticket); ticket = next_++) {
            check(*chosen_[ticket % chosen_.size()], request_.first + ticket / chosen_.size());
        }
    }

    void check(const Kind& kind, std::uint64_t index) {
        Dice dice(request_.seed, index);
        std::optional<Doubt> doubt;
        Notes notes;
        try {
            doubt = kind.check(dice, notes);
        } catch (const std::exception& e) {
            doubt = Doubt{fmt::format("ends with \"{}\"", e.what()), "(none)"};
        }
        const std::uint64_t done = ++done_;
        const std::lock_guard lock(mutex_);
        for (const std::string& note : notes.all()) ++notes_[{std::string(kind.name), note}];
        if (doubt) {
            ++doubts_;
            fmt::print("doubt ({}): {}\n  {}\n  stickslip_soak --kind {} --seed {} --first {} --cases 1\n", kind.name,
                       doubt->what, doubt->command, kind.name, request_.seed, index);
            std::fflush(stdout);
        }
        constexpr double seconds_between = 30.0;
        if (elapsed() < last_word_ + seconds_between) return;
        last_word_ = elapsed();
        fmt::print(stderr, "{} cases, {} doubts, {:.0f} s\n", done, doubts_, last_word_);
    }

    const Request& request_;
    std::vector<const Kind*> chosen_;
    std::chrono::steady_clock::time_point begin_;
    std::atomic<std::uint64_t> next_{0};
    std::atomic<std::uint64_t> done_{0};
    std::mutex mutex_;
    std::uint64_t doubts_ = 0;
    std::map<std::pair<std::string, std::string>, std::uint64_t> notes_;  ///< of a kind and a note
    double last_word_ = 0.0;
};

}  // namespace

}  // namespace stickslip::soak

int main(int argc, char** argv) {
    using namespace stickslip::soak;
    Request request;
    CLI::App app(
        "Random cases of every kind, each checked against something independent; Ctrl-C ends it with a summary");
    std::vector<std::string> names{"all"};
    for (const Kind& k : kinds) names.emplace_back(k.name);
    app.add_option("--kind", request.kind, "Which cases")->check(CLI::IsMember(names));
    app.add_option("--seed", request.seed, "Of the random numbers");
    app.add_option("--first", request.first, "Number of the first case");
    app.add_option("--cases", request.cases, "How many of each kind; else --seconds decides");
    app.add_option("--seconds", request.seconds, "How long");
    app.add_option("--threads", request.threads, "At once")->check(CLI::PositiveNumber);
    std::string kinds_text = "Kinds:\n";
    for (const Kind& k : kinds) kinds_text += fmt::format("  {:<8} {}\n", k.name, k.meaning);
    app.footer(kinds_text);
    CLI11_PARSE(app, argc, argv);
    std::signal(SIGINT, [](int) { is_stopped = true; });
    return Soak(request).run();
}
