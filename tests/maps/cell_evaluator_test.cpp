// A cell of a map is what `steady_state` says of its case, whatever way it is computed.

#include "kinds/case_kind.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "maps/run_map.hpp"
#include "stickslip/certify/certify.hpp"
#include "stickslip/planar/case.hpp"
#include "stickslip/planar/observables.hpp"
#include "stickslip/steady/attractor.hpp"
#include "stickslip/steady/observables.hpp"

namespace stickslip {
namespace {

constexpr const char* physical_case = R"(
[oscillator]
mass = 2
stiffness = 50
damping = 0.3
equilibrium = 0.01
[friction]
bound = 3
[load]
kind = "harmonic"
amplitude = 6
frequency_hz = 0.5
offset = 1
)";

constexpr const char* shaken_case = R"(
[oscillator]
mass = 3
stiffness = 300
damping = 2
[friction]
bound = 1
[load]
kind = "base"
surface = "moving"
displacement = 0.02
frequency = 8
)";

struct PlaneCase {
    const char* name;
    const char* text;
    MapAxis x;
    MapAxis y;
    std::vector<std::string> observables;
};

class EveryCell : public testing::TestWithParam<PlaneCase> {};

TEST_P(EveryCell, IsTheSteadyStateOfItsCase) {
    const PlaneCase& p = GetParam();
    const CaseDocument document = CaseDocument::parse(p.text, "case");
    const MapValues map = compute_map({document, p.x, p.y, p.observables});
    ASSERT_TRUE(map.summary.is_complete);
    ASSERT_EQ(map.quantities.size(), p.observables.size() + 1);
    for (std::size_t i = 0; i < map.values[0].size(); ++i) {
        const double x = map.x[i % p.x.count];
        const double y = map.y[i / p.x.count];
        const SteadyState s = steady_state(document.with_value(p.x.key, x).with_value(p.y.key, y).read());
        SCOPED_TRACE(p.x.key + " = " + std::to_string(x) + ", " + p.y.key + " = " + std::to_string(y));
        ASSERT_EQ(map.values[0][i], static_cast<int>(s.regime));
        for (std::size_t q = 0; q < p.observables.size(); ++q) {
            const double expected = observable(p.observables[q]).value(s);
            if (std::isfinite(expected)) {
                // Ratios that an axis gives directly differ from those of the read case in the last digits.
                EXPECT_NEAR(map.values[q + 1][i], expected, 1e-11 * (1.0 + std::abs(expected))) << p.observables[q];
            } else {
                EXPECT_TRUE(std::isnan(map.values[q + 1][i])) << p.observables[q];
            }
        }
    }
}

const std::vector<std::string> without_cycle{"amplitude_ratio",
                                             "velocity_ratio",
                                             "stops_per_cycle",
                                             "stops_then_reverse",
                                             "zero_duration_reversals",
                                             "stuck_fraction",
                                             "dissipated_ratio",
                                             "multiplier",
                                             "asymptotic_amplitude_ratio",
                                             "x_max",
                                             "x_min",
                                             "amplitude",
                                             "velocity",
                                             "dissipated",
                                             "stops_then_same_direction"};

INSTANTIATE_TEST_SUITE_P(
    Planes, EveryCell,
    testing::Values(PlaneCase{"ratios",
                              "[ratios]\nfriction = 0.5\nfrequency = 1\n",
                              {"friction_ratio", 0.0, 1.1, 14},
                              {"frequency_ratio", 0.2, 1.5, 13},
                              without_cycle},
                    // Rows at 1/2, where the start decides, and at 1, where the amplitude grows for ever.
                    PlaneCase{"special",
                              "[ratios]\nfriction = 0.5\nfrequency = 1\n",
                              {"ratios.friction", 0.0, 1.2, 9},
                              {"ratios.frequency", 0.25, 1.25, 2},
                              without_cycle},
                    PlaneCase{"physical",
                              physical_case,
                              {"friction.bound", 0.0, 7.0, 9},
                              {"load.frequency", 0.5, 12.0, 7},
                              without_cycle},
                    PlaneCase{"mixed",
                              physical_case,
                              {"oscillator.stiffness", 20.0, 90.0, 6, true},
                              {"load.amplitude", -8.0, 8.0, 5},
                              without_cycle},
                    PlaneCase{"mass",
                              physical_case,
                              {"oscillator.mass", 0.5, 9.0, 7, true},
                              {"frequency_ratio", 0.1, 1.4, 6},
                              without_cycle},
                    PlaneCase{"base",
                              shaken_case,
                              {"friction_ratio", 0.1, 1.1, 6},
                              {"load.frequency", 2.0, 25.0, 7},
                              {"amplitude", "dissipated", "stops_per_cycle"}},
                    PlaneCase{"cycle",
                              shaken_case,
                              {"friction_ratio", 0.1, 1.1, 4},
                              {"load.frequency", 2.0, 25.0, 4},
                              {"transmissibility", "phase_lag", "transmitted_force"}},
                    PlaneCase{"static",
                              "[ratios]\nfriction = 0.2\nfrequency = 1\nstatic = 0.5\n",
                              {"static_ratio", 0.3, 1.1, 5},
                              {"frequency_ratio", 0.3, 1.2, 5},
                              {"amplitude_ratio", "stops_per_cycle"}}),
    [](const auto& plane) { return std::string(plane.param.name); });

TEST(CellEvaluator, SolvesDimensionlessCellsInTiles) {
    const MapRequest ratios{
        CaseDocument::from_ratios({}), {"friction_ratio", 0.0, 1.0, 1000}, {"frequency_ratio", 0.0, 1.0, 1000}, {}};
    EXPECT_GE(make_evaluator(ratios)->tile_shape().columns, 64U);
    const MapRequest laws{CaseDocument::open("stefanski-fig3b"),
                          {"load.amplitude", 1.0, 2.0, 1000},
                          {"load.frequency", 1.0, 2.0, 1000},
                          {}};
    EXPECT_LE(make_evaluator(laws)->tile_shape().columns, 8U);
}

TEST(CellEvaluator, MapsThePlanarOscillator) {
    const CaseDocument document = CaseDocument::open("liu-fig8");
    const MapAxis x{"load.frequency", 0.5, 3.0, 4};
    const MapAxis y{"load.amplitude", 1.0, 10.0, 3};
    const MapValues map = compute_map({document, x, y, {}});
    ASSERT_EQ(map.quantities.size(), 4U);
    EXPECT_EQ(map.quantities[1].name, "stick_intervals_per_cycle");
    for (std::size_t i = 0; i < 12; ++i) {
        const planar::Case c = document.with_value(x.key, map.x[i % 4]).with_value(y.key, map.y[i / 4]).read_planar();
        const planar::SteadyState s = planar::steady_state(c.oscillator, c.load, c.start);
        EXPECT_EQ(map.values[0][i], static_cast<int>(s.regime));
        EXPECT_EQ(map.values[2][i], s.magnification);
        EXPECT_EQ(map.values[3][i], s.dissipated);
    }
}

TEST(CellEvaluator, MapsExponentsAndPeriods) {
    const CaseDocument document = CaseDocument::open("stefanski-fig3b");
    const MapValues map = compute_map({document,
                                       {"load.amplitude", 9.5, 10.5, 1},
                                       {"load.frequency", 0.9, 1.1, 1},
                                       {"exponent", "attractor_period"}});
    // The paper's point (10, 1) is chaotic with exponent 0.0551; 200 periods tell it to a third.
    EXPECT_EQ(map.values[0][0], static_cast<int>(AttractorKind::chaotic));
    EXPECT_NEAR(map.values[1][0], 0.055, 0.02);
    EXPECT_TRUE(std::isnan(map.values[2][0]));
    const MapValues calm = compute_map(
        {document, {"load.amplitude", 0.9, 1.1, 1}, {"load.frequency", 1.9, 2.1, 1}, {"exponent", "attractor_period"}});
    EXPECT_EQ(calm.values[0][0], static_cast<int>(AttractorKind::periodic));
    EXPECT_LT(calm.values[1][0], 0.0);
    EXPECT_GE(calm.values[2][0], 1.0);
}

TEST(CellEvaluator, ProvesWhatItSolves) {
    for (const PlaneCase& p :
         {PlaneCase{"ratios",
                    "[ratios]\nfriction = 0.5\nfrequency = 1\ndamping = 0.05\n",
                    {"friction_ratio", 0.0, 1.1, 14},
                    {"frequency_ratio", 0.1, 1.5, 13},
                    {}},
          PlaneCase{
              "physical", physical_case, {"friction.bound", 0.0, 7.0, 9}, {"load.frequency", 0.5, 12.0, 7}, {}}}) {
        const CaseDocument document = CaseDocument::parse(p.text, "case");
        const MapValues map = compute_map({document, p.x, p.y, {"proof", "stops_per_cycle", "amplitude_ratio"}});
        ASSERT_EQ(map.quantities.size(), 7U);
        EXPECT_EQ(map.quantities[1].name, "stops_per_cycle");
        EXPECT_EQ(map.quantities[3].name, "proof");
        EXPECT_EQ(map.quantities[6].meanings.size(), std::size(all_unproved));
        for (std::size_t i = 0; i < map.values[0].size(); ++i) {
            const Case cell =
                document.with_value(p.x.key, map.x[i % p.x.count]).with_value(p.y.key, map.y[i / p.x.count]).read();
            SCOPED_TRACE(testing::Message() << p.name << " " << map.x[i % p.x.count] << " " << map.y[i / p.x.count]);
            ASSERT_EQ(map.values[3][i], 1.0);
            EXPECT_EQ(map.values[6][i], 0.0);
            const Certificate c = certify(*cell.ratios());
            EXPECT_EQ(map.values[0][i], static_cast<int>(c.regime));
            EXPECT_EQ(map.values[1][i], c.stops_per_cycle());
            EXPECT_NEAR(map.values[4][i], c.amplitude_ratio.low, 1e-12);
            EXPECT_NEAR(map.values[5][i], c.amplitude_ratio.high, 1e-12);
            EXPECT_GE(map.values[2][i], map.values[4][i] - 1e-11);
            EXPECT_LE(map.values[2][i], map.values[5][i] + 1e-11);
        }
    }
}

TEST(CellEvaluator, RefusesWhatCannotBeMapped) {
    const auto refuses = [](const MapAxis& x, const std::vector<std::string>& observables) {
        const MapAxis y{"frequency_ratio", 0.0, 1.0, 4};
        const MapRequest request{CaseDocument::from_ratios({}), x, y, observables};
        EXPECT_THROW(static_cast<void>(make_evaluator(request)), std::invalid_argument) << x.text();
    };
    refuses({"frequency_ratio", 0.0, 1.0, 4}, {});
    refuses({"friction_ratio", 0.0, 1.0, 4}, {"colour"});
    refuses({"friction_ratio", -1.0, 1.0, 4}, {});
    refuses({"no.key", 0.0, 1.0, 4}, {});
    refuses({"friction_ratio", 1.0, 0.0, 4}, {});
    refuses({"friction_ratio", 1.0, 1.0, 4}, {});
    refuses({"friction_ratio", 0.0, 1.0, 0}, {});
    refuses({"friction_ratio", 0.0, 1.0, 4, true}, {});
}

}  // namespace
}  // namespace stickslip
