// How often does `identify` find the friction of a measured motion, how well, and how long does it take? Random decays
// and forced motions by CVODE with noise; stiffness, damping, friction and the start are unknown.

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "measured_decay.hpp"
#include "timing.hpp"

namespace stickslip {
namespace {

constexpr std::size_t samples = 1000;

double median(std::vector<double> values) {
    if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
    return values[values.size() / 2];
}

struct Row {
    const char* name;
    bool is_forced;
    double noise;
    MeasuredQuantity quantity = MeasuredQuantity::displacement;
};

void run(const Row& row, int count, bool tells, std::uint64_t seed) {
    RandomSystems random(seed);
    int found = 0;
    int within[3] = {};
    int judged = 0;
    int misfits = 0;
    std::vector<double> errors;
    std::vector<double> times;
    std::vector<double> fits;
    for (int i = 0; i < count; ++i) {
        const MeasuredSystem s = row.is_forced ? random.forced() : random.decay();
        const Measurement m = random.measured(s, samples, row.noise, row.quantity);
        const CaseDocument document = s.document();
        const FittedKey keys[] = {
            {"friction.bound", {}, {}}, {"oscillator.damping", {}, {}}, {"oscillator.stiffness", {}, {}}};
        double begin = processor_seconds();
        const Identification fit = identify(document, m, keys, {.compares_models = false});
        fits.push_back(processor_seconds() - begin);
        begin = processor_seconds();
        static_cast<void>(identify(document, m, keys));
        times.push_back(processor_seconds() - begin);
        const double truths[] = {s.oscillator.friction_bound, s.oscillator.damping, s.oscillator.stiffness};
        bool is_right = false;
        if (fit.is_found) {
            const Estimate& e = fit.estimates.front();
            const double error = std::abs(e.value - truths[0]);
            is_right = error <= std::max(0.05 * truths[0], 5.0 * e.standard_error);
            errors.push_back(error / truths[0]);
            ++judged;
            misfits += fit.is_misfit ? 1 : 0;
            for (int k = 0; k < 3; ++k) {
                within[k] += fit.estimates[static_cast<std::size_t>(k)].lower <= truths[k] &&
                             truths[k] <= fit.estimates[static_cast<std::size_t>(k)].upper;
            }
        }
        found += is_right ? 1 : 0;
        if (tells) {
            // The same from the true numbers: how often is there a lower minimum than the one that was found?
            CaseDocument truth = document.with_value("friction.bound", truths[0])
                                     .with_value("oscillator.damping", truths[1])
                                     .with_value("oscillator.stiffness", truths[2])
                                     .with_value("start.position", s.start.position)
                                     .with_value("start.velocity", s.start.velocity);
            std::vector<FittedKey> all(std::begin(keys), std::end(keys));
            all.push_back({"start.position", {}, {}});
            all.push_back({"start.velocity", {}, {}});
            const Identification best = identify(truth, m, all, {.compares_models = false});
            constexpr double lower = 1e-3;
            if (!fit.is_found || best.noise < fit.noise * (1.0 - lower)) {
                std::printf("# %d: from the truth %g instead of %g\n", i, best.noise, fit.noise);
            }
        }
        if (tells && (!is_right || fit.is_misfit)) {
            std::printf("# %s %d: k %.6g m %.6g c %.6g r %.6g x0 %.6g v0 %.6g end %.6g found %d %s", row.name, i,
                        s.oscillator.stiffness, s.oscillator.mass, s.oscillator.damping, s.oscillator.friction_bound,
                        s.start.position, s.start.velocity, s.end, fit.is_found, fit.reason.c_str());
            for (const Estimate& e : fit.estimates) std::printf(" %s %.6g", e.key.c_str(), e.value);
            std::printf(" noise %.3g explained %.4g misfit %d\n", fit.noise, fit.explained, fit.is_misfit);
        }
    }
    const double n = judged > 0 ? judged : 1;
    std::printf("| %s, %g %% noise | %d | %.2f %% | %.3f %% | %.1f / %.1f / %.1f %% | %.2f %% | %.1f ms | %.1f ms |\n",
                row.name, 100.0 * row.noise, count, 100.0 * found / count, 100.0 * median(errors),
                100.0 * within[0] / n, 100.0 * within[1] / n, 100.0 * within[2] / n, 100.0 * misfits / n,
                1e3 * median(fits), 1e3 * median(times));
    std::fflush(stdout);
}

}  // namespace
}  // namespace stickslip

int main(int argc, char** argv) {
    const int count = argc > 1 ? std::atoi(argv[1]) : 1000;
    const bool tells = argc > 2 && std::strcmp(argv[2], "tell") == 0;
    const char* only = argc > 3 ? argv[3] : "";
    std::printf(
        "| record | count | found | median error of friction | intervals hold friction / damping / stiffness | called "
        "a misfit | median time | with other models |\n"
        "|---|---|---|---|---|---|---|---|\n");
    const stickslip::Row rows[] = {{"decay", false, 0.001},
                                   {"decay", false, 0.01},
                                   {"decay", false, 0.05},
                                   {"forced", true, 0.01},
                                   {"velocity of a decay", false, 0.01, stickslip::MeasuredQuantity::velocity},
                                   {"acceleration of a decay", false, 0.01, stickslip::MeasuredQuantity::acceleration}};
    for (const stickslip::Row& row : rows) {
        if (std::strcmp(only, "") != 0 && std::strcmp(only, row.name) != 0) continue;
        stickslip::run(row, count, tells, 20261119);
    }
}
