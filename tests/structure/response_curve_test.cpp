#include "stickslip/structure/response_curve.hpp"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "random_structure.hpp"
#include "stickslip/model/case.hpp"

namespace stickslip::structure {
namespace {

Case chain_at(const char* key, double value) {
    return read_case(CaseDocument::open("three-mass-chain").with_value(key, value));
}

std::vector<double> range(double from, double to, int count) {
    std::vector<double> values;
    for (int i = 0; i < count; ++i) values.push_back(from + (to - from) * i / (count - 1));
    return values;
}

std::vector<Observable> all_observables(const Structure& s) {
    std::vector<Observable> all;
    for (std::string name : observable_names()) {
        if (const std::size_t at = name.find("DOF"); at != std::string::npos) name.replace(at, 3, "1");
        if (const std::size_t at = name.find(".NAME"); at != std::string::npos) name.replace(at, 5, "[1]");
        all.push_back(observable(s, name));
    }
    return all;
}

/// The largest |x_b − x_a| of samples over the cycle: from below, to second order in the step.
double sampled_half_width(const StructureTrajectory& cycle, std::size_t plus, std::size_t minus, std::size_t samples) {
    double low = INFINITY, high = -INFINITY;
    std::vector<double> times;
    for (std::size_t i = 0; i <= samples; ++i) {
        times.push_back(std::min(cycle.end_time(), cycle.end_time() * double(i) / double(samples)));
    }
    for (const StructureSample& s : cycle.at(times)) {
        low = std::min(low, s.position[plus] - s.position[minus]);
        high = std::max(high, s.position[plus] - s.position[minus]);
    }
    return 0.5 * (high - low);
}

TEST(StructureResponseCurve, HasTheSteadyStateOfEveryValueInEveryObservable) {
    // Both keys pass from motions with slip to contacts that never slip, whose offsets the start decides.
    for (const char* key : {"load.frequency", "contact.wall.bound"}) {
        const std::vector<double> values = range(0.3, 2.4, 37);
        const std::vector<Observable> all = all_observables(chain_at(key, 1.0).structure);
        const ResponseCurve curve = response_curve([&](double v) { return chain_at(key, v); }, values, all);
        for (std::size_t i = 0; i < values.size(); ++i) {
            const Case c = chain_at(key, values[i]);
            const StructureSteadyState s = steady_state(c.structure, c.start);
            EXPECT_EQ(curve.regimes[i], s.regime) << key << " " << values[i];
            for (std::size_t j = 0; j < 2; ++j) {
                EXPECT_NEAR(curve.stuck[j][i], s.contacts[j].stuck_fraction, 1e-12) << key << " " << values[i];
            }
            for (std::size_t k = 0; k < all.size(); ++k) {
                const double exact = all[k].value(s);
                EXPECT_NEAR(curve.columns[k][i], exact, 1e-12 * std::max(1.0, std::abs(exact)))
                    << key << " " << values[i] << " " << all[k].name;
            }
        }
    }
}

/// Chains of one to five masses with up to four contacts of every kind, swept over the scale of their loads.
TEST(StructureResponseCurve, OfRandomStructuresHasTheirSteadyStates) {
    std::mt19937 random(22);
    for (int trial = 0; trial < 24; ++trial) {
        const RandomProblem p = random_problem(random, {.degrees = 1 + trial % 5,
                                                        .contacts = 1 + trial % 4,
                                                        .with_elastic = trial % 2 == 1,
                                                        .with_varying_normal = trial % 3 == 1,
                                                        .with_moving_surfaces = trial % 4 == 2});
        const auto case_at = [&](double scale) {
            Case c;
            c.structure = p.structure;
            c.start = p.start;
            c.structure.loads.resize(1);
            for (Harmonic& h : c.structure.loads[0].load.harmonics) h.amplitude *= scale;
            for (Contact& contact : c.structure.contacts) {
                if (contact.normal) contact.normal->frequency = c.structure.loads[0].load.harmonics.front().frequency;
            }
            return c;
        };
        const std::vector<double> values = range(0.3, 3.0, 10);
        const std::vector<Observable> all = all_observables(p.structure);
        const ResponseCurve curve = response_curve(case_at, values, all);
        for (std::size_t i = 0; i < values.size(); ++i) {
            const Case c = case_at(values[i]);
            const StructureSteadyState s = steady_state(c.structure, c.start);
            EXPECT_EQ(curve.regimes[i], s.regime) << trial << " " << values[i];
            for (std::size_t k = 0; k < all.size() && s.cycle; ++k) {
                const double exact = all[k].value(s);
                EXPECT_NEAR(curve.columns[k][i], exact, 1e-12 * std::max(1.0, std::abs(exact)))
                    << trial << " " << values[i] << " " << all[k].name;
            }
        }
    }
}

TEST(StructureResponseCurve, HasTheSameBytesForEveryCountOfThreads) {
    const std::vector<double> values = range(0.9, 1.7, 70);
    const auto case_at = [](double v) { return chain_at("load.frequency", v); };
    const std::vector<Observable> all = all_observables(case_at(1.0).structure);
    const auto on_threads = [&](std::size_t count) {
        const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, count);
        return response_curve(case_at, values, all);
    };
    const ResponseCurve one = on_threads(1);
    for (const std::size_t threads : {2, 3}) {
        const ResponseCurve other = on_threads(threads);
        EXPECT_EQ(other.regimes, one.regimes);
        for (std::size_t k = 0; k < all.size(); ++k) {
            EXPECT_EQ(std::memcmp(other.columns[k].data(), one.columns[k].data(), values.size() * sizeof(double)), 0)
                << all[k].name;
        }
    }
}

TEST(StructureResponseCurve, TakesTheMotionOfTheStartWhereSeveralCoexist) {
    // Random structures with static friction above sliding friction.
    std::mt19937 random(5);
    for (int trial = 0; trial < 5; ++trial) {
        RandomProblem p = random_problem(random, {.degrees = 2, .contacts = 1, .with_stiction = true});
        for (DirectedLoad& load : p.structure.loads) {
            for (Harmonic& h : load.load.harmonics) h.frequency = 1.0;
        }
        const auto case_at = [&](double scale) {
            Case c;
            c.structure = p.structure;
            c.start = p.start;
            for (Contact& contact : c.structure.contacts) {
                contact.bound *= scale;
                contact.static_bound = 1.4 * contact.bound;
            }
            return c;
        };
        const std::vector<double> values = range(0.5, 1.5, 5);
        const std::vector<Observable> amplitude{observable(p.structure, "amplitude[2]")};
        const ResponseCurve curve = response_curve(case_at, values, amplitude);
        for (std::size_t i = 0; i < values.size(); ++i) {
            const Case c = case_at(values[i]);
            const StructureSteadyState s = steady_state(c.structure, c.start, {.with_coexisting = false});
            EXPECT_EQ(curve.regimes[i], s.regime);
            EXPECT_TRUE(s.cycle ? curve.columns[0][i] == s.amplitude[1] : std::isnan(curve.columns[0][i]));
        }
    }
}

TEST(StructureObservables, OfADifferenceAreThoseOfTheCycle) {
    constexpr std::size_t samples = 4000;
    for (const double frequency : {0.7, 1.1, 1.8}) {
        const Case c = chain_at("load.frequency", frequency);
        const StructureSteadyState s = steady_state(c.structure, c.start);
        const double drift = observable(c.structure, "amplitude[2-1]").value(s);
        const double sampled = sampled_half_width(*s.cycle, 1, 0, samples);
        // An extreme lies within half a step of a sample: x″·h²/8 below it at most, at either end.
        const double step = s.cycle->end_time() / samples;
        const double curvature = observable(c.structure, "acceleration[2-1]").value(s);
        EXPECT_GE(drift, sampled * (1 - 1e-14));
        EXPECT_LE(drift, sampled + curvature * step * step / 8);
        EXPECT_NEAR(observable(c.structure, "amplitude[1-0]").value(s), s.amplitude[0], 1e-15);
        EXPECT_NEAR(observable(c.structure, "x_max[0-3]").value(s), -s.x_min[2], 1e-15);
        EXPECT_NEAR(observable(c.structure, "amplitude[1*2-1*1]").value(s), drift, 1e-15);
        EXPECT_NEAR(observable(c.structure, "x_max[-2*3]").value(s), -2.0 * s.x_min[2], 1e-14);
        EXPECT_NEAR(observable(c.structure, "x_min[0.5*1+2.5*1]").value(s), 3.0 * s.x_min[0], 1e-14);
    }
}

TEST(StructureObservables, NameDegreesOfFreedomAndContacts) {
    Structure s = read_case(CaseDocument::open("braced-building")).structure;
    s.names[1] = "floor-2";
    EXPECT_EQ(observable(s, "amplitude[roof]").description, "amplitude of roof");
    EXPECT_EQ(observable(s, "velocity[roof-floor-2]").description, "largest velocity of roof − floor-2");
    EXPECT_EQ(observable(s, "acceleration[2-1]").description, "largest acceleration of floor-2 − floor 1");
    EXPECT_EQ(observable(s, "velocity[0.5*roof+floor-2-2e-1*1]").description,
              "largest velocity of 0.5·roof + floor-2 − 0.2·floor 1");
    EXPECT_EQ(observable(s, "contact.brace-1.slip").description, "slip amplitude of brace-1");
    EXPECT_EQ(observable(s, "contact[brace-1].slip").description, "slip amplitude of brace-1");
    EXPECT_EQ(observable(s, "contact[2].transmitted_force").of, "brace-2");
    EXPECT_EQ(usual_observables(s).size(), 10u);
    for (const char* bad : {"",
                            "amplitude",
                            "amplitude[]",
                            "amplitude[0]",
                            "amplitude[6]",
                            "amplitude[rof]",
                            "amplitude[2-2]",
                            "amplitude[1-]",
                            "amplitude[-1]",
                            "amplitude[1-2-3]",
                            "amplitude[0.5*]",
                            "amplitude[*1]",
                            "amplitude[0.5*1+]",
                            "amplitude[0.5*1 2]",
                            "amplitude[2*6]",
                            "amplitude[inf*1]",
                            "amplitude[nan*1]",
                            "contact.slip",
                            "contact[0].slip",
                            "contact[6].slip",
                            "contact.brace.slip",
                            "contact.brace-1.spin",
                            "contact",
                            "contact.",
                            "contact[1]slip",
                            "regime",
                            "x_max[",
                            "99999999999999999999",
                            "amplitude[99999999999999999999]"}) {
        EXPECT_THROW(static_cast<void>(observable(s, bad)), std::invalid_argument) << bad;
    }
}

TEST(StructureObservables, UseNumbersWhereANameWouldMeanAnother) {
    Structure s = read_case(CaseDocument::open("three-mass-chain")).structure;
    s.names = {"2", "1-3", "]"};
    s.contacts[0].name = "same";
    s.contacts[1].name = "same";
    std::vector<std::string> names;
    for (const Observable& o : usual_observables(s)) names.push_back(o.name);
    const std::vector<std::string> expected{"amplitude[1]", "amplitude[1-3]", "amplitude[]]",
                                            "contact.same.stuck_fraction", "contact[2].stuck_fraction"};
    EXPECT_EQ(names, expected);
}

TEST(StructureObservables, AreUndefinedWithoutASteadyState) {
    const Structure s = chain_at("load.frequency", 1.0).structure;
    for (const Observable& o : all_observables(s)) EXPECT_TRUE(std::isnan(o.value({}))) << o.name;
}

/// A free mass of two on springs, without a contact that matters: the peaks are the natural frequencies, the shapes the
/// modes.
TEST(ShapesAtPeaks, AreTheModesOfANearlyLinearChain) {
    const double golden = (1.0 + std::sqrt(5.0)) / 2.0;
    const auto case_at = [](double frequency) {
        return read_case(CaseDocument::parse("[structure]\nmasses = [1, 1]\nsprings = [1, 1]\nmodal_damping = 0.005\n"
                                             "[[contact]]\non = 1\nbound = 1e-9\n[[load]]\non = 1\nkind = 'harmonic'\n"
                                             "amplitude = 1\nfrequency = 1\n",
                                             "modes")
                             .with_value("load.frequency", frequency));
    };
    const ResponseCurve curve = response_curve(case_at, range(0.3, 2.0, 801), {});
    const std::vector<PeakShape> shapes = shapes_at_peaks(case_at, curve);
    ASSERT_EQ(shapes.size(), 2u);
    EXPECT_NEAR(shapes[0].value, 1.0 / golden, 0.003);
    EXPECT_NEAR(shapes[1].value, golden, 0.003);
    EXPECT_NEAR(shapes[0].shape[1] / shapes[0].shape[0], golden, 0.03);
    EXPECT_NEAR(shapes[1].shape[1] / shapes[1].shape[0], -1.0 / golden, 0.03);
    EXPECT_EQ(shapes_at_peaks(case_at, curve, 1).front().value, shapes[0].value);  // the higher one
}

TEST(ShapesAtPeaks, ReachTheAmplitudeOfTheDegreeThatMovesMost) {
    const auto case_at = [](double v) { return chain_at("load.frequency", v); };
    const std::vector<double> values = range(0.3, 2.4, 121);
    const ResponseCurve curve = response_curve(case_at, values, {});
    const std::vector<PeakShape> shapes = shapes_at_peaks(case_at, curve);
    ASSERT_GE(shapes.size(), 2u);
    for (const PeakShape& peak : shapes) {
        const auto main = std::ranges::max_element(peak.amplitude) - peak.amplitude.begin();
        const double largest = peak.amplitude[std::size_t(main)];
        const std::size_t place = std::size_t(std::ranges::find(values, peak.value) - values.begin());
        ASSERT_TRUE(place > 0 && place + 1 < values.size());
        EXPECT_NEAR(curve.largest[place], largest, 1e-9);
        EXPECT_GT(curve.largest[place], curve.largest[place - 1]);
        EXPECT_GE(curve.largest[place], curve.largest[place + 1]);
        EXPECT_NEAR(peak.shape[std::size_t(main)], largest, 1e-12);
        for (std::size_t i = 0; i < peak.shape.size(); ++i) {
            EXPECT_LE(std::abs(peak.shape[i]), peak.amplitude[i] * (1.0 + 1e-12));
        }
    }
}

TEST(ShapesAtPeaks, CountNoRippleNoEndAndNoGap) {
    const auto none = [](double) -> Case { throw std::logic_error("no peak was there to look at"); };
    ResponseCurve curve;
    curve.values = range(0.0, 1.0, 9);
    const double gap = std::nan("");
    for (const std::vector<double>& largest : {std::vector<double>{9, 8, 7, 6, 5, 4, 3, 2, 1},
                                               {1, 2, 3, 4, 5, 6, 7, 8, 9},
                                               {1, 2, 3, gap, 3, 2, 1, 0, 0},
                                               {9, 8, 8.01, 8, 8.1, 8, 7, 7.05, 7},
                                               std::vector<double>(9, 1.0),
                                               std::vector<double>(9, gap)}) {
        curve.largest = largest;
        EXPECT_TRUE(shapes_at_peaks(none, curve).empty());
    }
    curve = {};
    EXPECT_TRUE(shapes_at_peaks(none, curve).empty());
}

}  // namespace
}  // namespace stickslip::structure
