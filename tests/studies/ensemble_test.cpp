// One case under many records: every number against the motion followed alone, for each kind of case.

#include "kinds/ensemble.hpp"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

#include "kinds/structure/case_kind.hpp"
#include "stickslip/motion/simulate.hpp"
#include "stickslip/planar/case.hpp"
#include "stickslip/planar/simulate.hpp"
#include "stickslip/structure/case.hpp"
#include "stickslip/structure/simulate.hpp"

namespace stickslip {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

const char* const block = R"(
[oscillator]
mass = 2
stiffness = 30
damping = 0.4
[friction]
bound = 1.5
[load]
kind = "base"
surface = "moving"
file = "quake.csv"
quantity = "acceleration"
[run]
until = 9
)";

const char* const smooth_block = R"(
[oscillator]
mass = 2
stiffness = 30
[friction]
law = "stribeck-exponential"
mu_static = 0.12
mu_kinetic = 0.08
normal = 15
decay = 3
[load]
kind = "record"
file = "quake.csv"
[run]
until = 9
)";

const char* const slider = R"(
[oscillator]
dimensions = 2
mass = 2
stiffness = 12
[friction]
bound = 1.5
[load]
kind = "record"
file = "quake.csv"
[run]
until = 9
)";

const char* const tower = R"(
[structure]
masses = [2, 1]
springs = [30, 20]
dampers = [0.5, 0.3]
[[contact]]
name = "low"
between = [0, 1]
bound = 1
stiffness = 60
[[contact]]
name = "high"
between = [1, 2]
bound = 0.5
[[load]]
kind = "base"
file = "quake.csv"
quantity = "acceleration"
[run]
until = 9
)";

enum class Components { one, two };

RecordSamples shaking(double frequency, Components components = Components::one) {
    RecordSamples record;
    for (int i = 0; i <= 150; ++i) {
        const double t = 0.04 * i;
        const double envelope = 3.0 * std::exp(-0.2 * (t - 3.0) * (t - 3.0));
        record.times.push_back(t);
        record.values.push_back(envelope * std::sin(frequency * t));
        if (components == Components::two) record.second.push_back(envelope * std::cos(1.3 * frequency * t));
    }
    return record;
}

struct NamedCase {
    const char* name;
    const char* text;
    const char* key;
    Components components = Components::one;
};
const NamedCase cases[] = {{"line", block, "friction.bound"},
                           {"friction law", smooth_block, "friction.normal"},
                           {"rigid plane", slider, "friction.bound", Components::two},
                           {"elastic plane", slider, "friction.bound", Components::two},
                           {"structure", tower, "contact.low.bound"}};

CaseDocument document_of(const NamedCase& c) {
    CaseDocument document = CaseDocument::parse(c.text, c.name).with_samples("quake.csv", shaking(1.0, c.components));
    if (c.name == std::string("elastic plane")) document = document.with_value("oscillator.support_stiffness", 90.0);
    return document;
}

EnsembleRequest request_of(const NamedCase& c) {
    return {.document = document_of(c),
            .records = {{"slow", shaking(2.0, c.components)},
                        {"middle", shaking(4.0, c.components)},
                        {"fast", shaking(6.0, c.components)}},
            .scales = {0.5, 1.0, 2.0},
            .vary = {{c.key, {0.8, 1.6}, "two values"}}};
}

/// By the definition: a trajectory in samples.
struct Numbers {
    double peak = 0.0;
    double residual = 0.0;
    double total_slip = 0.0;
    double peak_acceleration = 0.0;
    double dissipated = 0.0;
};
constexpr int sample_count = 40'000;

template <class Path, class Size>
Numbers sampled(const Path& path, const Size& size) {
    std::vector<double> times;
    for (int i = 0; i <= sample_count; ++i) times.push_back(path.end_time() * i / sample_count);
    Numbers n;
    for (const auto& s : path.at(times)) {
        n.peak = std::max(n.peak, size(s.position));
        n.peak_acceleration = std::max(n.peak_acceleration, size(s.acceleration));
        n.residual = size(s.position);
    }
    return n;
}

Numbers alone(const CaseDocument& document) {
    if (document.is_structure()) {
        const auto c = structure::read_case(document);
        const auto path = simulate(c.structure, c.start, c.end_time());
        Numbers n = sampled(path, [](const auto& all) {
            double most = 0.0;
            for (const double x : all) most = std::max(most, std::abs(x));
            return most;
        });
        n.total_slip = std::ranges::max(peaks(path).total_slip);
        n.dissipated = std::ranges::max(energy_balance(path).friction);
        return n;
    }
    if (document.is_planar()) {
        const auto c = document.read_planar();
        const auto path = planar::simulate(c.oscillator, c.load, c.start, c.end_time());
        Numbers n = sampled(path, [](const planar::Vector& v) { return norm(v); });
        n.dissipated = energy_balance(path).friction;
        n.total_slip = n.dissipated / c.oscillator.friction_bound;
        return n;
    }
    const auto c = document.read();
    const auto path = simulate(c.oscillator, c.load, c.start, c.end_time());
    Numbers n = sampled(path, [](double x) { return std::abs(x); });
    n.total_slip = peaks(path).total_slip;
    n.dissipated = energy_balance(path).friction;
    return n;
}

EnsembleValues computed(const Ensemble& ensemble) { return compute_ensemble(ensemble); }

TEST(Ensembles, HoldTheNumbersOfEveryMotionFollowedAlone) {
    for (const NamedCase& c : cases) {
        SCOPED_TRACE(c.name);
        const EnsembleRequest request = request_of(c);
        const Ensemble ensemble(kind_of(request.document), request);
        const EnsembleValues found = computed(ensemble);
        ASSERT_EQ(ensemble.motions(), 18U);
        for (const std::size_t i : {std::size_t{0}, std::size_t{7}, std::size_t{10}, std::size_t{17}}) {
            const EnsemblePlace at = ensemble.place(i);
            EXPECT_EQ(i, (at.record * 3 + at.scale) * 2 + at.values[0]);
            RecordSamples samples = request.records[at.record].samples;
            for (double& x : samples.values) x *= request.scales[at.scale];
            for (double& x : samples.second) x *= request.scales[at.scale];
            const Numbers n = alone(request.document.with_value(c.key, request.vary[0].values[at.values[0]])
                                        .with_samples("quake.csv", samples));
            EXPECT_EQ(found.values[0][i], 0.0);
            // An extreme between two samples is higher by what it curves in half a step, at most.
            const double missed = 0.125 * std::pow(60.0 * 9.0 / sample_count, 2);
            EXPECT_GE(found.values[1][i], n.peak * (1.0 - 8.0 * epsilon));
            EXPECT_LE(found.values[1][i], n.peak * (1.0 + missed));
            EXPECT_NEAR(found.values[2][i], n.residual, 8.0 * epsilon * n.peak);
            EXPECT_NEAR(found.values[3][i], n.total_slip, 1e-12 * n.total_slip);
            EXPECT_GE(found.values[4][i], n.peak_acceleration * (1.0 - 1e-12));
            EXPECT_LE(found.values[4][i], n.peak_acceleration * 1.02);  // it jumps at events, which samples miss
            EXPECT_NEAR(found.values[5][i], n.dissipated, 1e-12 * n.dissipated);
        }
    }
}

TEST(Ensembles, DoNotDependOnTheNumberOfThreads) {
    for (const NamedCase& c : cases) {
        const EnsembleRequest request = request_of(c);
        const Ensemble ensemble(kind_of(request.document), request);
        std::vector<EnsembleValues> found;
        for (const std::size_t threads : {1U, 2U, 5U}) {
            const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
            found.push_back(computed(ensemble));
        }
        EXPECT_EQ(found[1].values, found[0].values) << c.name;
        EXPECT_EQ(found[2].values, found[0].values) << c.name;
    }
}

TEST(Ensembles, AreOthersWhereAnythingIsOther) {
    const EnsembleRequest request = request_of(cases[0]);
    const std::vector<RequestLine> lines = Ensemble(line_kind(), request).lines();
    EXPECT_EQ(difference(lines, Ensemble(line_kind(), request).lines()), "");
    const auto differs = [&](const auto& change, const std::string& words) {
        EnsembleRequest other = request;
        change(other);
        const std::string said = difference(Ensemble(line_kind(), other).lines(), lines);
        EXPECT_NE(said.find(words), std::string::npos) << said;
    };
    differs([](EnsembleRequest& r) { r.records[1].samples.values[30] *= 1.0 + epsilon; }, "record 2");
    differs([](EnsembleRequest& r) { r.records.pop_back(); }, "record 3 was");
    differs([](EnsembleRequest& r) { r.scales.push_back(3.0); }, "scales");
    differs([](EnsembleRequest& r) { r.vary.clear(); }, "vary");
    differs([](EnsembleRequest& r) { r.observables = {"peak"}; }, "observables");
    differs([](EnsembleRequest& r) { r.document = r.document.with_value("oscillator.mass", 3.0); }, "mass = 3");
}

TEST(Ensembles, RefuseWhatDoesNotFitTheCase) {
    const auto refusal = [](const auto& change, const NamedCase& c = cases[0]) -> std::string {
        EnsembleRequest request = request_of(c);
        change(request);
        try {
            static_cast<void>(compute_ensemble(Ensemble(kind_of(request.document), request)));
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
        return "";
    };
    const auto expect = [](const std::string& said, const std::string& words) {
        EXPECT_NE(said.find(words), std::string::npos) << said << " / " << words;
    };
    expect(refusal([](EnsembleRequest& r) { r.scales = {1.0, 0.0}; }), "finite number other than 0");
    expect(refusal([](EnsembleRequest& r) { r.scales = {1.0, 1.0}; }), "has 1 twice");
    expect(refusal([](EnsembleRequest& r) { r.scales = {}; }), "the list of scales is empty");
    expect(refusal([](EnsembleRequest& r) { r.records = {}; }), "the list of records is empty");
    expect(refusal([](EnsembleRequest& r) { r.observables = {"peek"}; }), "did you mean peak?");
    expect(refusal([](EnsembleRequest& r) { r.observables = {"peak", "peak"}; }), "peak twice");
    expect(refusal([](EnsembleRequest& r) { r.vary[0].values = {-1.0, 1.0}; }), "bound = -1");
    expect(refusal([](EnsembleRequest& r) { r.vary[0].values = {1.0, -1.0}; }), "bound = -1");
    expect(refusal([](EnsembleRequest& r) {
               r.document = CaseDocument::open("riddoch-fig5");
               r.vary.clear();
           }),
           "this case names none");
    expect(refusal([](EnsembleRequest& r) { r.records[0].samples = shaking(1.0, Components::two); }), "one component");
    expect(refusal([](EnsembleRequest& r) { r.records[0].samples = shaking(1.0); }, cases[2]), "two components");
    expect(refusal([](EnsembleRequest& r) { r.records[1].samples.values[3] = 1e308; }), "record middle times");
}

/// The straight lines of a record are its meaning: where they are cut makes no difference but rounding.
TEST(Ensembles, DoNotChangeWhereARecordIsSampledMoreFinely) {
    for (const NamedCase& c : cases) {
        EnsembleRequest request = request_of(c);
        request.records.resize(1);
        const RecordSamples coarse = request.records[0].samples;
        const auto refined = [&](int parts) {
            RecordSamples fine;
            const auto between = [&](const std::vector<double>& list, std::size_t i, int k) {
                return list[i] + (list[i + 1] - list[i]) * k / parts;
            };
            for (std::size_t i = 0; i + 1 < coarse.times.size(); ++i) {
                for (int k = 0; k < parts; ++k) {
                    fine.times.push_back(between(coarse.times, i, k));
                    fine.values.push_back(between(coarse.values, i, k));
                    if (!coarse.second.empty()) fine.second.push_back(between(coarse.second, i, k));
                }
            }
            fine.times.push_back(coarse.times.back());
            fine.values.push_back(coarse.values.back());
            if (!coarse.second.empty()) fine.second.push_back(coarse.second.back());
            return fine;
        };
        for (const int parts : {2, 7}) request.records.push_back({std::to_string(parts), refined(parts)});
        const Ensemble ensemble(kind_of(request.document), request);
        const EnsembleValues found = computed(ensemble);
        for (std::size_t q = 1; q < found.values.size(); ++q) {
            for (std::size_t i = 0; i < ensemble.columns(); ++i) {
                const double whole = found.values[q][i];
                // At the end of a planar slide the direction of the friction is that of a velocity which is a small
                // difference: it has half of the digits, and the acceleration with it.
                const bool is_turning = c.components == Components::two && q == 4;
                const double tolerance = is_turning ? std::sqrt(epsilon) : 1e-9;
                for (std::size_t k = 1; k <= 2; ++k) {
                    EXPECT_NEAR(found.values[q][i + k * ensemble.columns()], whole, tolerance * whole)
                        << c.name << " " << ensemble.quantities()[q].name << " " << i;
                }
            }
        }
    }
}

TEST(Percentiles, AreThoseOfTheOrderedNumbers) {
    const EnsemblePercentiles p = percentiles_of({4.0, 1.0, std::nan(""), 3.0, 2.0, 5.0});
    EXPECT_DOUBLE_EQ(p.p50, 3.0);
    EXPECT_DOUBLE_EQ(p.p16, 1.64);
    EXPECT_DOUBLE_EQ(p.p84, 4.36);
    EXPECT_EQ(percentiles_of({7.0}).p84, 7.0);
    EXPECT_TRUE(std::isnan(percentiles_of({}).p50));
}

// A rigid block on a shaking plane.

const char* const free_block = R"(
[oscillator]
mass = 3
stiffness = 0
[friction]
mu = 0.2
normal = 30
[load]
kind = "base"
surface = "moving"
file = "quake.csv"
quantity = "acceleration"
[run]
until = 40
)";

/// Newmark's block: under a rectangular pulse of acceleration A and length T it slides by (A − a)·T²·A/(2a) in all,
/// where a = μ·g is the acceleration that friction holds, and stays there.
TEST(RigidBlock, SlidesUnderARectangularPulseAsNewmarkSays) {
    const double held = 0.2 * 30.0 / 3.0;
    for (const double ratio : {1.01, 1.5, 2.0, 5.0, 40.0}) {
        for (const double length : {0.1, 0.7, 1.3}) {
            const double a = ratio * held;
            const double slide = (a - held) * length * length * a / (2.0 * held);
            const double end = a * length / held;  // of the slide
            if (end > 40.0) continue;
            EnsembleRequest request{
                .document =
                    CaseDocument::parse(free_block, "block").with_samples("quake.csv", {{0.0, 1.0}, {0.0, 0.0}, {}}),
                .records = {{"pulse", {{0.0, length}, {a, a}, {}}}},
                .scales = {1.0, -1.0}};
            const EnsembleValues found = compute_ensemble(Ensemble(line_kind(), request));
            for (std::size_t i = 0; i < 2; ++i) {
                EXPECT_NEAR(found.values[1][i], slide, 1e-12 * slide) << ratio << " " << length;
                EXPECT_NEAR(found.values[2][i], slide, 1e-12 * slide);
                EXPECT_NEAR(found.values[3][i], slide, 1e-12 * slide);
                EXPECT_NEAR(found.values[4][i], std::max(a - held, held), 1e-12 * a);
                EXPECT_NEAR(found.values[5][i], 6.0 * slide, 1e-12 * 6.0 * slide);
            }
        }
    }
}

/// Under y″ = A·sin ωt the block breaks away at ωt₁ = asin(a/A), slides against the ground with
/// x′ = (A/ω)·(cos ωt − cos ωt₁) + a·(t − t₁), and stops at its next zero t₂. Between them
/// x = (A/ω²)·(sin ωt − sin ωt₁) − (A/ω)·cos ωt₁·(t − t₁) + a·(t − t₁)²/2.
TEST(RigidBlock, SlidesUnderASinePulseAsTheClosedFormSays) {
    const double held = 0.2 * 30.0 / 3.0;
    for (const double ratio : {1.05, 1.5, 1.8}) {
        for (const double w : {2.0, 9.0}) {
            const double a = ratio * held;
            const double first = std::asin(held / a) / w;
            const auto velocity = [&](double t) {
                return a / w * (std::cos(w * t) - std::cos(w * first)) + held * (t - first);
            };
            double low = std::numbers::pi / w - first, high = 2.0 * std::numbers::pi / w + first;
            for (int i = 0; i < 200; ++i) (velocity(0.5 * (low + high)) < 0.0 ? low : high) = 0.5 * (low + high);
            const double stop = low;
            const double t = stop - first;
            const double slide = -(a / (w * w) * (std::sin(w * stop) - std::sin(w * first)) -
                                   a / w * std::cos(w * first) * t + 0.5 * held * t * t);
            Case c = CaseDocument::parse(free_block, "block").with_samples("quake.csv", shaking(1.0)).read();
            c.load = {.constant = 0.0, .harmonics = {{-3.0 * a, w, 0.0}}, .record = nullptr};
            const Trajectory motion = simulate(c.oscillator, c.load, {}, stop);
            ASSERT_FALSE(motion.events.empty());
            EXPECT_NEAR(motion.events.front().time, first, 1e-12 / w);
            EXPECT_NEAR(std::abs(motion.at(stop).position), slide, 1e-12 * slide) << ratio << " " << w;
            EXPECT_NEAR(motion.at(stop).velocity, 0.0, 1e-12 * a / w);
        }
    }
}

/// A sine pulse of one turn with so many samples has one sliding spectrum: the slip over A·T² depends on a/A alone. It
/// falls with a/A, and from a = A on there is none.
TEST(SlidingSpectra, OfAPulseDependOnTheRatioOfAccelerationsAlone) {
    constexpr int samples = 40;
    const auto pulse = [](double length, double amplitude) {
        RecordSamples s;
        for (int i = 0; i <= samples; ++i) {
            s.times.push_back(length * i / samples);
            s.values.push_back(amplitude * std::sin(2.0 * std::numbers::pi * i / samples));
        }
        s.values.back() = 0.0;
        return s;
    };
    EnsembleRequest request{
        .document = CaseDocument::parse(free_block, "block").with_samples("quake.csv", pulse(1.0, 1.0)),
        .observables = {"peak", "residual", "total_slip"}};
    struct Pulse {
        double length, amplitude;
    };
    constexpr Pulse pulses[] = {{1.0, 4.0}, {0.25, 4.0}, {3.0, 0.5}, {0.5, 64.0}};
    constexpr double ratios[] = {0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 1.0, 1.2};
    std::vector<std::vector<double>> spectra;
    for (const Pulse& p : pulses) {
        request.records = {{"pulse", pulse(p.length, p.amplitude)}};
        request.vary = {{"friction.mu", {}, "mu"}};
        for (const double ratio : ratios) request.vary[0].values.push_back(ratio * p.amplitude * 3.0 / 30.0);
        const EnsembleValues found = computed(Ensemble(line_kind(), request));
        std::vector<double> spectrum;
        for (std::size_t q = 1; q <= 3; ++q) {
            for (const double slip : found.values[q]) spectrum.push_back(slip / (p.amplitude * p.length * p.length));
        }
        spectra.push_back(std::move(spectrum));
    }
    const std::size_t count = std::size(ratios);
    for (const std::vector<double>& spectrum : spectra) {
        for (std::size_t i = 0; i < spectrum.size(); ++i) EXPECT_NEAR(spectrum[i], spectra[0][i], 1e-12);
        for (std::size_t i = 0; i + 1 < count; ++i) {
            EXPECT_GE(spectrum[2 * count + i], spectrum[2 * count + i + 1]);
        }
        EXPECT_EQ(spectrum[count - 1], 0.0);
        EXPECT_NEAR(spectrum[count - 2], 0.0, 1e-12);
    }
}

/// A rotating load sampled as a record of two components is off by (ω·Δt)²/8 between samples, so that the motion comes
/// to that of the rotating load as Δt². docs/theory/planar.md
TEST(CircularRecord, ComesToTheRotatingLoadAsTheSquareOfItsStep) {
    const planar::Oscillator o{
        .mass = 1.0, .damping = 0.0, .stiffness = 4.0, .friction_bound = 1.0, .support_stiffness = {}};
    const double w = 3.0, amplitude = 2.5, end = 6.0;
    const planar::Vector exact = planar::simulate(o, planar::rotating_load(amplitude, w), {}, end).end.position;
    double before = 0.0;
    for (const int samples : {200, 400, 800, 1600}) {
        std::vector<double> times, one, two;
        for (int i = 0; i <= samples; ++i) {
            times.push_back(end * i / samples);
            one.push_back(amplitude * std::cos(w * times.back()));
            two.push_back(amplitude * std::sin(w * times.back()));
        }
        planar::Load load;
        load.axis1.record = std::make_shared<const Record>(linear_record(times, one));
        load.axis2.record = std::make_shared<const Record>(linear_record(times, two));
        const double error = norm(planar::simulate(o, load, {}, end).end.position - exact);
        if (before > 0.0) {
            EXPECT_NEAR(before / error, 4.0, 0.1) << samples;
        }
        before = error;
    }
    EXPECT_LT(before, 1e-4);
}

}  // namespace
}  // namespace stickslip
