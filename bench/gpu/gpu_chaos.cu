// How much faster is a map of attractors (largest exponent, period) on a GPU than on the processor, and does it say the
// same? Checked against the processor on random cells of every law, then timed. Built and run by gpu_chaos.sh.

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>
#include <string_view>

#include "../timing.hpp"
#include "attractor_solver.cuh"
#include "gpu_bench.cuh"

using namespace stickslip;
using namespace stickslip::cuda;

namespace {

using Clock = std::chrono::steady_clock;

/// The Duffing oscillator of [Stefanski2003] over load amplitude and frequency.
struct Plane {
    std::uint32_t columns;
    std::uint32_t rows;
    Oscillator oscillator;

    [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(columns) * rows; }
    [[nodiscard]] Load load(std::size_t i) const {
        constexpr double amplitude_end = 12.0;
        constexpr double frequency_begin = 0.4;
        constexpr double frequency_end = 1.6;
        const double q = amplitude_end * (static_cast<double>(i % columns) + 0.5) / columns;
        const double w =
            frequency_begin + (frequency_end - frequency_begin) * (static_cast<double>(i / columns) + 0.5) / rows;
        return {.harmonics = {{q, w, 0.5 * std::numbers::pi}}};
    }
};

const LawState start{0.5, 0.1, 0.0, {}};

Oscillator duffing(const FrictionLaw& law) {
    return {.damping = 0.1,
            .stiffness = 0.0,
            .friction_bound = 0.125,
            .static_bound = 0.15,
            .cubic_stiffness = 1.0,
            .law = law};
}

/// What is compared.
struct Answer {
    AttractorKind kind = AttractorKind::unresolved;
    int cycle = 0;
    double exponent = 0.0;
};

/// The exponent of a cycle is that of its multiplier; `period` of the load [s].
Answer answer_of(AttractorKind kind, int cycle, double multiplier, double exponent, double period) {
    return {kind, cycle, kind == AttractorKind::periodic ? std::log(multiplier) / (cycle * period) : exponent};
}

bool is_same_attractor(const Answer& a, const Answer& b) { return a.kind == b.kind && a.cycle == b.cycle; }

/// As everywhere, but for the most load periods of a search where PERIODS says so.
AttractorOptions attractor_options() {
    AttractorOptions options;
    if (const char* periods = std::getenv("PERIODS")) options.most_periods = std::atoi(periods);
    return options;
}

Answer on_processor(const Plane& plane, std::size_t i, const LawState& from = start) {
    const Load load = plane.load(i);
    const Attractor a = find_attractor(plane.oscillator, load, from, attractor_options());
    return answer_of(a.kind, a.period, a.multiplier, a.exponent, *load.period());
}

struct Solved {
    std::vector<Answer> answers;
    double seconds = 0.0;
    AttractorRounds rounds;
};

template <class Law>
Solved solve(const Plane& plane, const Law& law, const AttractorSolverOptions& options) {
    const AttractorOptions bounds = attractor_options();
    std::vector<AttractorCell<Law>> cells;
    for (std::size_t i = 0; i < plane.size(); ++i) {
        const Load load = plane.load(i);
        cells.push_back(attractor_cell(law, {plane.oscillator, 0.0, load.harmonics.front(), *load.period(), start}));
    }
    AttractorSolver<Law> solver(search_bounds(bounds), series_bounds(bounds.series), options);
    const std::atomic<bool> stop{false};
    Solved solved;
    const Clock::time_point begin = Clock::now();
    const std::vector<AttractorAnswer> found = solver.solve(cells, stop);
    solved.answers.resize(found.size());
    std::vector<std::size_t> left;
    for (std::size_t i = 0; i < found.size(); ++i) {
        const AttractorAnswer& a = found[i];
        if (a.stage != AttractorSearch::Stage::done) left.push_back(i);
        solved.answers[i] = answer_of(a.kind, a.cycle, a.multiplier, a.exponent, cells[i].period);
    }
    on_all_cores(
        left.size(), [&](std::size_t k) { solved.answers[left[k]] = on_processor(plane, left[k]); }, 1);
    solved.seconds = seconds_since(begin);
    solved.rounds = solver.rounds();
    return solved;
}

/// Whether the answer of the processor itself depends on the last digits of the start: chaos on the way to a cycle, or
/// a neighbourhood of two attractors.
bool is_sensitive(const Plane& plane, std::size_t i, const Answer& answer) {
    constexpr int tries = 12;
    for (int k = 1; k <= tries; ++k) {
        LawState from = start;
        from.position *= 1.0 + 4.0 * k * std::numeric_limits<double>::epsilon();
        if (!is_same_attractor(on_processor(plane, i, from), answer)) return true;
    }
    return false;
}

std::vector<std::size_t> random_cells(const Plane& plane, std::size_t count) {
    std::mt19937_64 random(std::random_device{}());
    std::vector<std::size_t> chosen(count);
    for (std::size_t& i : chosen) i = random() % plane.size();
    return chosen;
}

struct Comparison {
    std::size_t different = 0;  ///< another attractor
    std::size_t sensitive = 0;  ///< of them: the processor's own answer hangs on the last digits
    std::size_t inexact = 0;    ///< the same cycle, but another exponent
    double worst = 0.0;         ///< difference of exponents of cycles
    std::size_t chaotic = 0;
    double chaos_mean = 0.0;       ///< difference of exponents of chaos
    double chaos_deviation = 0.0;  ///< its standard deviation
};

Comparison compare(const Plane& plane, const std::vector<std::size_t>& chosen, const std::vector<Answer>& cpu,
                   const std::vector<Answer>& gpu) {
    constexpr double same_exponent = 1e-9;
    Comparison c;
    std::vector<std::size_t> different;
    std::vector<double> chaos;
    for (std::size_t k = 0; k < chosen.size(); ++k) {
        const Answer& a = cpu[k];
        const Answer& b = gpu[chosen[k]];
        if (!is_same_attractor(a, b)) {
            different.push_back(k);
        } else if (a.kind == AttractorKind::periodic) {
            const double difference = a.exponent == b.exponent ? 0.0 : std::abs(a.exponent - b.exponent);
            c.worst = std::max(c.worst, difference);
            if (!(difference <= same_exponent) && c.inexact++ < 5) {
                const Harmonic h = plane.load(chosen[k]).harmonics.front();
                std::printf("  exponent at q %.17g w %.17g: P%d, %.12g and %.12g\n", h.amplitude, h.frequency.value(),
                            a.cycle, a.exponent, b.exponent);
            }
        } else if (a.kind == AttractorKind::chaotic) {
            chaos.push_back(b.exponent - a.exponent);
        }
    }
    std::atomic<std::size_t> sensitive{0};
    const auto examine = [&](std::size_t n) {
        const std::size_t k = different[n];
        if (is_sensitive(plane, chosen[k], cpu[k])) {
            ++sensitive;
            return;
        }
        const Harmonic h = plane.load(chosen[k]).harmonics.front();
        const Answer& b = gpu[chosen[k]];
        std::printf("  attractor at q %.17g w %.17g: kind %d P%d %.9g and kind %d P%d %.9g\n", h.amplitude,
                    h.frequency.value(), static_cast<int>(cpu[k].kind), cpu[k].cycle, cpu[k].exponent,
                    static_cast<int>(b.kind), b.cycle, b.exponent);
    };
    on_all_cores(different.size(), examine, 1);
    c.different = different.size();
    c.sensitive = sensitive;
    c.chaotic = chaos.size();
    if (chaos.size() > 1) {
        const auto n = static_cast<double>(chaos.size());
        c.chaos_mean = std::accumulate(chaos.begin(), chaos.end(), 0.0) / n;
        for (const double d : chaos) c.chaos_deviation += (d - c.chaos_mean) * (d - c.chaos_mean) / (n - 1.0);
        c.chaos_deviation = std::sqrt(c.chaos_deviation);
    }
    return c;
}

/// Compares random cells; the time that all cores took for them is added to `seconds`. Returns whether all is well.
bool verify(const Plane& plane, const std::vector<Answer>& gpu, std::size_t samples, double& seconds) {
    const std::vector<std::size_t> chosen = random_cells(plane, samples);
    std::vector<Answer> cpu(samples);
    const Clock::time_point begin = Clock::now();
    on_all_cores(
        samples, [&](std::size_t k) { cpu[k] = on_processor(plane, chosen[k]); }, 1);
    seconds += seconds_since(begin);
    const Comparison c = compare(plane, chosen, cpu, gpu);
    const double error = c.chaotic > 1 ? c.chaos_deviation / std::sqrt(static_cast<double>(c.chaotic)) : 0.0;
    std::printf(
        "  %zu random cells: %zu other attractors (%zu of them hang on the last digits of the start), %zu exponents of "
        "cycles beyond 1e-9, worst %.2g; %zu chaotic, exponents differ by %.2g +- %.2g in the mean, %.2g each\n",
        samples, c.different, c.sensitive, c.inexact, c.worst, c.chaotic, c.chaos_mean, error, c.chaos_deviation);
    constexpr double most_errors = 5.0;
    return c.different == c.sensitive && c.inexact == 0 && std::abs(c.chaos_mean) <= most_errors * error;
}

void print(const char* what, const Plane& plane, const Solved& s) {
    std::size_t kinds[4] = {};
    for (const Answer& a : s.answers) ++kinds[static_cast<int>(a.kind)];
    std::printf(
        "%s, %u x %u: %.2f s, %.0f cells/s; %zu periodic, %zu chaotic, %zu diverging, %zu unresolved; %d rounds, %llu "
        "marches, %llu images, %llu growths, %llu left to the processor\n",
        what, plane.columns, plane.rows, s.seconds, static_cast<double>(plane.size()) / s.seconds, kinds[0], kinds[1],
        kinds[2], kinds[3], s.rounds.rounds, static_cast<unsigned long long>(s.rounds.marches),
        static_cast<unsigned long long>(s.rounds.images), static_cast<unsigned long long>(s.rounds.growths),
        static_cast<unsigned long long>(s.rounds.left));
    std::fflush(stdout);
}

template <class Law>
bool check_law(const Law& law, std::size_t samples, const AttractorSolverOptions& options) {
    const Plane plane{64, 48, duffing(law)};
    const Solved s = solve(plane, law, options);
    print(std::string(Law::name).c_str(), plane, s);
    double seconds = 0.0;
    return verify(plane, s.answers, samples, seconds);
}

bool check_laws(std::size_t samples, const AttractorSolverOptions& options) {
    bool is_well = check_law(Coulomb{}, samples, options);
    is_well = check_law(StefanskiLiteral{12.0, 0.1}, samples, options) && is_well;
    is_well = check_law(PowellWiercigroch{12.0}, samples, options) && is_well;
    is_well = check_law(StribeckExponential{3.0, 0.1}, samples, options) && is_well;
    is_well = check_law(StribeckGaussian{0.3, 0.0}, samples, options) && is_well;
    is_well = check_law(StribeckRational{3.0}, samples, options) && is_well;
    return check_law(RegularisedTanh{0.1}, samples, options) && is_well;
}

/// How many threads at once are best: more of them hide waiting, fewer leave each more of the caches.
AttractorSolverOptions tuned(const Plane& plane, const Stefanski& law) {
    AttractorSolverOptions best;
    double seconds = std::numeric_limits<double>::infinity();
    for (const std::uint32_t block : {32U, 64U, 128U}) {
        for (const std::uint32_t threads : {128U, 256U, 384U}) {
            AttractorSolverOptions options;
            options.block = block;
            options.blocks_a_processor = threads / block;
            const Solved s = solve(plane, law, options);
            std::printf("blocks of %u, %u a multiprocessor: %.2f s\n", block, options.blocks_a_processor, s.seconds);
            std::fflush(stdout);
            if (s.seconds < seconds) best = options;
            seconds = std::min(seconds, s.seconds);
        }
    }
    return best;
}

}  // namespace

int main(int argc, char** argv) {
    const auto number = [&](int i, int otherwise) { return argc > i ? std::atoi(argv[i]) : otherwise; };
    const auto columns = static_cast<std::uint32_t>(number(1, 500));
    const auto rows = static_cast<std::uint32_t>(number(2, 400));
    const auto samples = static_cast<std::size_t>(number(3, 2000));
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    describe_machine();
    describe_kernel("march", march_attractors_kernel<Stefanski>);
    describe_kernel("tangents", vary_attractors_kernel<Stefanski>);
    const Stefanski law{12.0, 0.1};
    const Plane plane{columns, rows, duffing(law)};
    AttractorSolverOptions options;
    print("first launch", Plane{32, 8, plane.oscillator}, solve(Plane{32, 8, plane.oscillator}, law, options));
    if (std::getenv("TUNE") != nullptr) options = tuned(Plane{columns / 2, rows / 2, plane.oscillator}, law);
    const Solved s = solve(plane, law, options);
    print("stefanski", plane, s);
    double seconds = 0.0;
    bool is_well = verify(plane, s.answers, samples, seconds);
    const std::size_t few = std::max<std::size_t>(1, samples / 20);
    const Clock::time_point begin = Clock::now();
    for (const std::size_t i : random_cells(plane, few)) static_cast<void>(on_processor(plane, i));
    const double one_core = static_cast<double>(few) / seconds_since(begin);
    const double all_cores = static_cast<double>(samples) / seconds;
    const double device = static_cast<double>(plane.size()) / s.seconds;
    std::printf("cells/s: device %.0f, one core %.2f (ratio %.0f), all cores %.1f (ratio %.0f)\n", device, one_core,
                device / one_core, all_cores, device / all_cores);
    std::fflush(stdout);
    if (std::getenv("LAWS") == nullptr || std::string_view(std::getenv("LAWS")) != "0") {
        is_well = check_laws(samples / 10, options) && is_well;
    }
    std::printf("%s\n", is_well ? "all is well" : "NOT the same");
    return is_well ? 0 : 1;
}
