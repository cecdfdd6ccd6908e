// Runs a fuzzer on a fixed number of mutants of its seeds: fuzz_mutants_SUBJECT RUNS DICTIONARY BROKEN SEED...
// A mutant depends on its seed, its number and the dictionary, and on nothing else: neither on the code under test, nor
// on the clock, nor on the other seeds. What breaks is therefore what a change of the code or of that seed has broken.
// libFuzzer with a fixed seed would not do: it steers by the coverage, so that each change of the readers brings other
// inputs. The input that breaks the fuzzer is written to BROKEN.

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
extern "C" void __sanitizer_set_death_callback(void (*callback)());
extern "C" const char* __asan_default_options() { return "handle_abort=1:handle_sigill=1:hard_rss_limit_mb=2048"; }

namespace {

constexpr std::size_t longest_input = 4096;  // bytes
constexpr std::size_t most_edits = 5;
constexpr auto longest_run = std::chrono::seconds(60);  // thousands of times what an input takes on an idle machine

// What is running, for those who tell of it when it breaks.
std::string input;
std::string broken_path;
using Clock = std::chrono::steady_clock;
std::atomic<Clock::rep> began{0};

void keep_input() {
    if (std::FILE* file = std::fopen(broken_path.c_str(), "wb")) {
        std::fwrite(input.data(), 1, input.size(), file);
        std::fclose(file);
        std::fprintf(stderr, "Test unit written to %s\n", broken_path.c_str());
    }
}

void watch() {
    for (;;) {
        std::this_thread::sleep_for(std::chrono::seconds(1));
        if (Clock::now().time_since_epoch() - Clock::duration(began) < longest_run) continue;
        std::fprintf(stderr, "an input takes longer than %lld s\n", static_cast<long long>(longest_run.count()));
        std::abort();
    }
}

std::string contents(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) {
        std::fprintf(stderr, "cannot read %s\n", path.c_str());
        std::exit(1);
    }
    return {std::istreambuf_iterator<char>(in), {}};
}

/// The words of a dictionary of libFuzzer: lines "word" with \xNN, \\ and \".
std::vector<std::string> words_of(const std::string& path) {
    std::vector<std::string> words;
    std::ifstream in(path);
    for (std::string line; std::getline(in, line);) {
        const std::size_t first = line.find('"'), last = line.rfind('"');
        if (line.starts_with('#') || first == last) continue;
        std::string word;
        for (std::size_t i = first + 1; i < last; ++i) {
            if (line[i] != '\\') {
                word += line[i];
            } else if (line[++i] != 'x') {
                word += line[i];
            } else {
                unsigned byte = 0;
                std::from_chars(line.data() + i + 1, line.data() + i + 3, byte, 16);
                word += static_cast<char>(byte);
                i += 2;
            }
        }
        words.push_back(word);
    }
    return words;
}

std::uint64_t hash_of(std::string_view bytes) {  // FNV-1a
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return hash;
}

class Mutator {
public:
    Mutator(std::string_view seed, const std::vector<std::string>& words)
        : words_(words), seed_(seed.substr(0, longest_input)), random_(hash_of(seed_)) {}

    std::string next() {
        std::string text = seed_;
        for (std::size_t edits = 1 + below(most_edits); edits > 0; --edits) edit(text);
        if (text.size() > longest_input) text.resize(longest_input);
        return text;
    }

private:
    /// A whole number below `count`, alike with every standard library.
    std::size_t below(std::size_t count) { return count == 0 ? 0 : static_cast<std::size_t>(random_() % count); }
    char byte() { return static_cast<char>(below(256)); }

    void edit(std::string& text) {
        constexpr std::size_t kinds = 8, longest_piece = 64;  // bytes
        const std::size_t at = below(text.size() + 1), rest = text.size() - at;
        const std::size_t piece = std::min(rest, 1 + below(longest_piece));
        switch (below(kinds)) {
            case 0:
                if (rest > 0) text[at] = byte();
                return;
            case 1:
                if (rest > 0) text[at] = static_cast<char>(text[at] ^ (1 << below(8)));
                return;
            case 2: text.insert(at, 1, byte()); return;
            case 3: text.erase(at, piece); return;
            case 4: text.insert(below(text.size() + 1), text.substr(at, piece)); return;
            case 5: text.insert(at, word()); return;
            case 6: text.replace(at, piece, word()); return;
            default: replace_number(text, at);
        }
    }

    std::string word() { return words_.empty() ? std::string(1, byte()) : words_[below(words_.size())]; }

    /// The first number behind a place becomes one that readers are likely to stumble on.
    void replace_number(std::string& text, std::size_t at) {
        static constexpr std::string_view numbers[] = {
            "0",          "-1",        "-0.0",      "1",          "2",
            "255",        "256",       "65536",     "2147483648", "4294967296",
            "0.5",        "nan",       "1e-320",    "1e308",      "-1e308",
            "4294967295", "999999999", "1e9",       "1e16",       "9223372036854775808",
            "inf",        "1e",        "1e-9",      "1e999",      "0x10",
            "00",         "1.5e300",   "-1e300000", "+7",         "18446744073709551616"};
        constexpr std::string_view digits = "0123456789";
        const std::size_t first = text.find_first_of(digits, at);
        if (first == std::string::npos) return;
        const std::size_t last = std::min(text.find_first_not_of("0123456789.eE", first), text.size());
        text.replace(first, last - first, numbers[below(std::size(numbers))]);
    }

    const std::vector<std::string>& words_;
    std::string seed_;
    std::mt19937_64 random_;
};

void run_input() {
    began = Clock::now().time_since_epoch().count();
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

}  // namespace

int main(int argc, char** argv) {
    constexpr int first_seed = 4;
    if (argc <= first_seed) {
        std::fprintf(stderr, "usage: %s RUNS DICTIONARY BROKEN SEED...\n", argv[0]);
        return 2;
    }
    const std::size_t runs = std::strtoull(argv[1], nullptr, 10);
    const std::vector<std::string> words = words_of(argv[2]);
    broken_path = argv[3];
    __sanitizer_set_death_callback(keep_input);
    began = Clock::now().time_since_epoch().count();
    std::thread(watch).detach();
    const auto seeds = static_cast<std::size_t>(argc - first_seed);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < seeds; ++i) {
        input = contents(argv[first_seed + i]);
        Mutator mutator(input, words);
        for (std::size_t run = 0; run < (runs + seeds - 1) / seeds; ++run) {
            run_input();
            sum += hash_of(input);
            input = mutator.next();
        }
    }
    std::printf("%zu inputs from %zu seeds, checksum %016llx\n", (runs + seeds - 1) / seeds * seeds, seeds,
                static_cast<unsigned long long>(sum));
    __sanitizer_set_death_callback(nullptr);  // of a leak, which is told at the end, nobody knows the input
    return 0;
}
