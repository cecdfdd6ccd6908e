// The story of a crash: Ctrl-C ended the loop over published items while the exponent of one of them was computed by a
// loop of its own, which then left its runs undone and empty. Whatever loops inside a loop that is given up says so.

#include <gtest/gtest.h>
#include <tbb/parallel_for.h>
#include <tbb/task_group.h>

#include <functional>
#include <string>
#include <tuple>

#include "stickslip/chaos/basins.hpp"
#include "stickslip/chaos/bifurcation.hpp"
#include "stickslip/chaos/lyapunov.hpp"
#include "stickslip/interruption.hpp"
#include "stickslip/model/case.hpp"
#include "stickslip/structure/case.hpp"
#include "stickslip/structure/response_curve.hpp"
#include "stickslip/studies/boundary.hpp"
#include "stickslip/studies/design.hpp"
#include "stickslip/studies/sweep.hpp"

namespace stickslip {
namespace {

/// Whether `work`, inside a loop that is given up, ends with Interrupted.
bool says_so_when_given_up(const std::function<void()>& work) {
    bool said_so = false;
    tbb::task_group_context loop;
    tbb::parallel_for(
        0, 1,
        [&](int) {
            loop.cancel_group_execution();
            try {
                work();
            } catch (const Interrupted&) {
                said_so = true;
            }
        },
        loop);
    return said_so;
}

struct NamedLoop {
    std::string name;
    std::function<void()> work;
};

const std::vector<double> few_values{0.5, 0.6, 0.7};

Case duffing() { return CaseDocument::open("stefanski-fig3b").read(); }

std::vector<NamedLoop> loops() {
    const auto response = [](double vary, double over) { return vary + over; };
    const DesignOptions few{.choices = 3, .band_points = 3};
    return {{"lyapunov", [] { std::ignore = lyapunov_exponent(duffing().oscillator, duffing().load, {}); }},
            {"basins", [] { std::ignore = basins(duffing().oscillator, duffing().load, {}); }},
            {"bifurcation",
             [] {
                 const SystemFamily family = [](double) { return std::pair{duffing().oscillator, duffing().load}; };
                 std::ignore = bifurcation_diagram(family, few_values, {});
             }},
            {"sweep", [] { std::ignore = sweep([](double) { return SteadyState{}; }, few_values); }},
            {"minimise_worst",
             [=] {
                 std::ignore = minimise_worst(response, {0.0, 1.0}, {0.0, 1.0}, few);
             }},
            {"choices_reaching",
             [=] {
                 std::ignore = choices_reaching(
                     0.5, [](double vary) { return vary; }, {0.0, 1.0}, few);
             }},
            {"response_curve of a structure", [] {
                 const CaseDocument chain = CaseDocument::open("three-mass-chain");
                 const auto case_at = [&](double value) {
                     return structure::read_case(chain.with_value("load.frequency", value));
                 };
                 std::ignore = structure::response_curve(case_at, few_values, {});
             }}};
}

TEST(LoopInsideALoop, EndsWithInterruptedWhenTheOuterOneIsGivenUp) {
    for (const NamedLoop& loop : loops()) EXPECT_TRUE(says_so_when_given_up(loop.work)) << loop.name;
}

}  // namespace
}  // namespace stickslip
