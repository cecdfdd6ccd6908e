// Maps of structures, against single steady states of every cell.

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

#include "kinds/structure/case_kind.hpp"
#include "stickslip/structure/case.hpp"
#include "stickslip/structure/observables.hpp"

namespace stickslip::structure {
namespace {

std::vector<std::string> all_names() {
    std::vector<std::string> all;
    for (std::string name : observable_names()) {
        if (const std::size_t at = name.find("DOF"); at != std::string::npos) name.replace(at, 3, "1");
        if (const std::size_t at = name.find(".NAME"); at != std::string::npos) name.replace(at, 5, "[1]");
        all.push_back(name);
    }
    return all;
}

std::string number(double value) {
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", value);
    return text;
}

/// A chain of one to four masses with up to three contacts of every kind, on one harmonic load.
CaseDocument random_chain(std::mt19937& random) {
    const auto from = [&](double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(random);
    };
    const auto below = [&](int end) { return static_cast<int>(random() % static_cast<unsigned>(end)); };
    const int masses = 1 + below(4);
    std::string text = "[structure]\nmasses = [";
    for (int i = 0; i < masses; ++i) text += number(from(0.5, 2.0)) + ",";
    text += "]\nsprings = [";
    for (int i = 0; i < masses; ++i) text += number(from(0.5, 2.0)) + ",";
    text += "]\nmodal_damping = 0.02\n";
    const int contacts = 1 + below(3);
    for (int j = 0; j < contacts; ++j) {
        const int mass = 1 + below(masses);
        text += "[[contact]]\nbound = " + number(from(0.2, 0.8)) + "\n";
        text += mass > 1 && below(2) == 0
                    ? "between = [" + std::to_string(mass - 1) + ", " + std::to_string(mass) + "]\n"
                    : "on = " + std::to_string(mass) + "\n";
        if (below(2) == 0) text += "stiffness = " + number(from(5.0, 30.0)) + "\n";
        if (below(4) == 0) text += "normal_ratio = 0.4\n";
        if (below(5) == 0) text += "surface_velocity = 0.1\n";
    }
    text += "[[load]]\non = " + std::to_string(masses) +
            "\nkind = \"harmonic\"\namplitude = 1.0\nfrequency = " + number(from(0.4, 2.0)) + "\n";
    return CaseDocument::parse(text, "chain");
}

MapAxis random_axis(std::mt19937& random, const std::string& other, std::size_t count) {
    const MapAxis axes[] = {{"load.frequency", 0.35, 2.3, count},
                            {"load[1].amplitude", 0.3, 4.0, count, true},
                            {"contact[1].bound", 0.05, 1.5, count},
                            {"structure.masses[1]", 0.5, 2.0, count},
                            {"structure.modal_damping", 0.005, 0.2, count, true},
                            {"structure.springs[1]", 0.5, 3.0, count}};
    for (;;) {
        const MapAxis& axis = axes[random() % std::size(axes)];
        if (axis.key != other) return axis;
    }
}

/// Every cell against the steady state from where the case starts.
void expect_steady_states(const MapRequest& request) {
    const MapValues map = compute_map(structure_kind(), request);
    ASSERT_TRUE(map.summary.is_complete);
    for (std::size_t row = 0; row < map.y.size(); ++row) {
        for (std::size_t column = 0; column < map.x.size(); ++column) {
            const std::size_t cell = row * map.x.size() + column;
            const std::string where =
                request.x.key + "=" + number(map.x[column]) + " " + request.y.key + "=" + number(map.y[row]) + "\n";
            const Case c = read_case(
                request.document.with_value(request.x.key, map.x[column]).with_value(request.y.key, map.y[row]));
            const StructureSteadyState s = steady_state(c.structure, c.start, {.with_coexisting = false});
            ASSERT_EQ(map.values[0][cell], static_cast<double>(s.regime)) << where << request.document.text();
            for (std::size_t q = 1; q < map.quantities.size(); ++q) {
                const double exact = observable(c.structure, map.quantities[q].name).value(s);
                const double found = map.values[q][cell];
                EXPECT_TRUE((std::isnan(exact) && std::isnan(found)) ||
                            std::abs(found - exact) <= 1e-10 * std::max(1.0, std::abs(exact)))
                    << map.quantities[q].name << " " << found << " is not " << exact << " at " << where
                    << request.document.text();
            }
        }
    }
}

TEST(StructureMap, HasTheSteadyStateOfEveryCell) {
    const CaseDocument chain = CaseDocument::open("three-mass-chain");
    expect_steady_states({chain, {"load.frequency", 0.3, 2.4, 34}, {"contact.wall.bound", 0.05, 2.0, 5}, all_names()});
    expect_steady_states({chain, {"contact.joint.bound", 0.1, 3.0, 5}, {"load.frequency", 0.5, 2.0, 34}, all_names()});
    expect_steady_states({chain, {"contact.joint.bound", 0.1, 3.0, 7}, {"load.amplitude", 0.5, 5.0, 6}, all_names()});
}

TEST(StructureMap, HasTheSteadyStateOfEveryCellOfRandomChains) {
    std::mt19937 random(222);
    for (int trial = 0; trial < 20; ++trial) {
        const CaseDocument document = random_chain(random);
        const MapAxis x = random_axis(random, "", 6);
        const MapAxis y = random_axis(random, x.key, 5);
        expect_steady_states({document, x, y, all_names()});
    }
}

/// Static friction above sliding friction: each cell has the motion that its start leads to.
TEST(StructureMap, TakesTheMotionOfTheStartWhereSeveralCoexist) {
    const CaseDocument document = CaseDocument::open("siconos-two-masses").with_value("contact[1].static_bound", 0.8);
    expect_steady_states({document,
                          {"load.frequency", 0.25, 0.4, 6},
                          {"contact[1].bound", 0.3, 0.6, 3},
                          {"amplitude[1]", "load_periods", "multiplier"}});
}

TEST(StructureMap, HasTheSameBytesForEveryCountOfThreads) {
    const CaseDocument chain = CaseDocument::open("three-mass-chain");
    const MapRequest request{
        chain, {"load.frequency", 0.9, 2.4, 40}, {"contact.wall.bound", 0.05, 2.0, 6}, all_names()};
    const auto on_threads = [&](std::size_t count) {
        const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, count);
        return compute_map(structure_kind(), request);
    };
    const MapValues one = on_threads(1);
    for (const std::size_t threads : {2, 3}) {
        const MapValues other = on_threads(threads);
        for (std::size_t q = 0; q < one.values.size(); ++q) {
            EXPECT_EQ(std::memcmp(other.values[q].data(), one.values[q].data(), one.values[q].size() * sizeof(double)),
                      0)
                << one.quantities[q].name;
        }
    }
}

TEST(StructureMap, TellsItsQuantitiesWithUnits) {
    const CaseDocument building = CaseDocument::open("three-mass-chain");
    const MapRequest request{building,
                             {"load.frequency", 0.5, 2.0, 2},
                             {"contact.wall.bound", 0.5, 2.0, 2},
                             {"amplitude[2-1]", "contact.wall.slip", "free_offsets"}};
    const auto evaluator = make_evaluator(structure_kind(), request);
    const std::vector<MapQuantity>& q = evaluator->quantities();
    ASSERT_EQ(q.size(), 4U);
    EXPECT_EQ(q[0].name, "regime");
    EXPECT_EQ(q[1].unit, "m");
    EXPECT_EQ(q[1].description, "amplitude of x2 − x1");
    EXPECT_EQ(q[2].description, "slip amplitude of wall");
    EXPECT_EQ(q[3].type, QuantityType::count);
}

TEST(StructureMap, OfAnAdaptiveRequestHasTheSteadyStatesOfItsSolvedCells) {
    MapRequest request{CaseDocument::open("three-mass-chain"),
                       {"load.frequency", 0.9, 2.4, 33},
                       {"contact.wall.bound", 0.05, 2.0, 33},
                       {"amplitude[1]", "contact.wall.stuck_fraction"}};
    const MapValues full = compute_map(structure_kind(), request);
    request.is_adaptive = true;
    const MapValues adaptive = compute_map(structure_kind(), request);
    std::size_t solved = 0;
    for (std::size_t i = 0; i < request.cells(); ++i) {
        if (adaptive.values[3][i] != 1.0) continue;
        ++solved;
        EXPECT_EQ(adaptive.values[0][i], full.values[0][i]);
        for (const std::size_t q : {1, 2}) EXPECT_NEAR(adaptive.values[q][i], full.values[q][i], 1e-10);
    }
    EXPECT_GT(solved, 100U);
    EXPECT_LT(solved, request.cells());
}

TEST(StructureMap, RefusesWhatCannotBeMappedBeforeAnyWork) {
    const CaseDocument chain = CaseDocument::open("three-mass-chain");
    const MapAxis x{"load.frequency", 0.5, 2.0, 4};
    const MapAxis y{"contact.wall.bound", 0.5, 2.0, 4};
    const auto refusal = [](const CaseDocument& document, const MapAxis& a, const MapAxis& b,
                            const std::vector<std::string>& observables) -> std::string {
        const MapRequest request{document, a, b, observables};
        try {
            static_cast<void>(make_evaluator(structure_kind(), request));
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
        return "";
    };
    const auto expect = [](const std::string& sentence, const char* part) {
        EXPECT_NE(sentence.find(part), std::string::npos) << sentence;
    };
    const MapAxis unknown{"contact.door.bound", 0.5, 2.0, 4};
    const MapAxis negative{"contact.wall.bound", -2.0, 2.0, 4};
    expect(refusal(chain, x, y, {"amplitude[4]"}), "counted from 1 to 3");
    expect(refusal(chain, x, y, {"stops_per_cycle"}), "observable of a structure");
    expect(refusal(chain, x, x, {}), "two different keys");
    expect(refusal(chain, x, unknown, {}), "door");
    expect(refusal(chain, x, negative, {}), "contact[1].bound = -1.5");
    const MapAxis first{"contact[1].bound", 1e4, 1e5, 4};
    const MapAxis second{"contact[2].bound", 1e4, 1e5, 4};
    expect(refusal(CaseDocument::open("braced-building"), first, second, {}), "is a record");
}

}  // namespace
}  // namespace stickslip::structure
