#include "stickslip/motion/interruption.hpp"

#include <gtest/gtest.h>

#include <atomic>

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
