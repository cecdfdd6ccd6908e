#include "stickslip/interruption.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "kinds/line/solve_cell.hpp"
#include "stickslip/model/case.hpp"
#include "stickslip/motion/simulate.hpp"
#include "stickslip/planar/case.hpp"
#include "stickslip/planar/simulate.hpp"
#include "stickslip/steady/steady_state.hpp"

namespace stickslip {
namespace {

Trajectory motion_of(const char* name) {
    const Case c = CaseDocument::open(name).read();
    return simulate(c.oscillator, c.load, c.start, c.end_time());
}

TEST(Interruption, EndsMotionsOfEveryKind) {
    const std::atomic<bool> wanted{true};
    const InterruptionScope scope(wanted);
    EXPECT_THROW(static_cast<void>(motion_of("hong-liu-fig10")), Interrupted);   // closed form
    EXPECT_THROW(static_cast<void>(motion_of("stefanski-fig3b")), Interrupted);  // Taylor series
    const planar::Case c = CaseDocument::open("liu-fig6").read_planar();
    EXPECT_THROW(static_cast<void>(planar::simulate(c.oscillator, c.load, c.start, c.end_time())), Interrupted);
}

TEST(Interruption, EndsTheSearchForASteadyState) {
    const Case c = CaseDocument::parse(R"(
[oscillator]
mass = 1
stiffness = 1
[friction]
bound = 0.4
[load]
kind = "harmonics"
amplitude = [1.0, 0.5]
frequency = [0.7, 1.4]
phase = [0.0, 0.3]
)",
                                       "two harmonics")
                       .read();
    const std::atomic<bool> wanted{true};
    const InterruptionScope scope(wanted);
    EXPECT_THROW(static_cast<void>(steady_state(c)), Interrupted);
}

/// What is read off a whole motion takes longer than to follow it, where phases are long and damped.
template <class Trajectory, class Frequency>
void expect_sums_end(const Trajectory& t, const Frequency& fundamental_of) {
    const std::atomic<bool> wanted{true};
    const InterruptionScope scope(wanted);
    EXPECT_THROW(static_cast<void>(energy_balance(t)), Interrupted);
    EXPECT_THROW(static_cast<void>(peaks(t)), Interrupted);
    EXPECT_THROW(static_cast<void>(fundamental_of(t)), Interrupted);
    EXPECT_THROW(static_cast<void>(t.at(t.end_time())), Interrupted);
}

TEST(Interruption, EndsWhatIsSummedOverAMotion) {
    const auto wave = [](const Trajectory& t) { return fundamental(t, t.load.harmonics.front()); };
    expect_sums_end(motion_of("hong-liu-fig10"), wave);
    expect_sums_end(motion_of("stefanski-fig3b"), wave);
    const planar::Case c = CaseDocument::open("liu-fig6").read_planar();
    expect_sums_end(planar::simulate(c.oscillator, c.load, c.start, c.end_time()),
                    [](const planar::Trajectory& t) { return planar::fundamentals(t, 1.0); });
}

TEST(Interruption, EndsTheSearchOfACell) {
    const std::atomic<bool> wanted{true};
    const InterruptionScope scope(wanted);
    const CellParameters<double> equal{0.3, 0.3, 0.4, 0.0};
    const CellParameters<double> holding{0.3, 0.4, 0.4, 0.0};
    EXPECT_THROW(static_cast<void>(solve_cell(equal)), Interrupted);
    EXPECT_THROW(static_cast<void>(solve_cell(holding)), Interrupted);
}

/// A support so stiff that a stick has 10⁹ of its periods, all of them searched for the release.
TEST(Interruption, EndsTheSearchForAPlanarRelease) {
    const planar::Oscillator stiff{.friction_bound = 1.0, .support_stiffness = 1e18};
    const planar::Load load = planar::harmonic_load({0.5, 0.2}, AngularFrequency(1.0), {0.0, 1.0});
    std::atomic<bool> wanted{false};
    std::thread clock([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        wanted = true;
    });
    {
        const InterruptionScope scope(wanted);
        EXPECT_THROW(static_cast<void>(planar::simulate(stiff, load, {}, 10.0)), Interrupted);
    }
    clock.join();
}

TEST(Interruption, DoesNothingUntilItIsWantedOrOnceItIsGone) {
    std::atomic<bool> wanted{false};
    {
        const InterruptionScope scope(wanted);
        EXPECT_FALSE(motion_of("hong-liu-fig10").events.empty());
        wanted = true;
    }
    EXPECT_FALSE(motion_of("hong-liu-fig10").events.empty());
}

TEST(Interruption, OfAnOuterScopeReturns) {
    const std::atomic<bool> wanted{true};
    const std::atomic<bool> not_wanted{false};
    const InterruptionScope outer(wanted);
    {
        const InterruptionScope inner(not_wanted);
        EXPECT_NO_THROW(throw_if_interrupted());
    }
    EXPECT_THROW(throw_if_interrupted(), Interrupted);
}

}  // namespace
}  // namespace stickslip
