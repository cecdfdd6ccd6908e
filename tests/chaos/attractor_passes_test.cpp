// What the threads of a GPU do for a map of attractors, on the host: the same searches in portions.

#include <gtest/gtest.h>

#include "../motion/stefanski_oscillator.hpp"
#include "host_passes.hpp"

namespace stickslip::testing {
namespace {

struct KindCounts {
    int periodic = 0;
    int chaotic = 0;
    int diverging = 0;
};

/// A small plane of the Duffing oscillator, both ways. Bit for bit: the arithmetic is the same, and a motion that was
/// put down goes on where it was.
template <class Law>
KindCounts compare(const Oscillator& o, const Law& /*law*/, const AttractorOptions& options) {
    std::vector<Load> loads;
    for (const double frequency : {0.7, 1.0}) {
        for (const double amplitude : {0.1, 2.0, 5.5, 10.0}) loads.push_back(cosine_load(amplitude, frequency));
    }
    const LawState start{0.5, 0.1, 0.0, {}};
    std::vector<AttractorTask> tasks;
    for (const Load& load : loads) tasks.push_back({o, load.constant, load.harmonics[0], *load.period(), start});
    cuda::HostPasses<Law> passes(tasks, options);
    passes.run();
    EXPECT_GT(passes.passes, static_cast<int>(loads.size()));
    KindCounts counts;
    for (std::size_t i = 0; i < loads.size(); ++i) {
        const Attractor a = find_attractor(o, loads[i], start, options);
        const AttractorSearch& s = passes.searches[i];
        EXPECT_EQ(s.kind(), a.kind) << Law::name << " cell " << i;
        EXPECT_EQ(s.cycle(), a.period) << Law::name << " cell " << i;
        EXPECT_EQ(s.multiplier(), a.multiplier) << Law::name << " cell " << i;
        EXPECT_EQ(s.exponent(), a.exponent) << Law::name << " cell " << i;
        counts.periodic += a.kind == AttractorKind::periodic ? 1 : 0;
        counts.chaotic += a.kind == AttractorKind::chaotic ? 1 : 0;
        counts.diverging += a.kind == AttractorKind::diverging ? 1 : 0;
    }
    return counts;
}

/// Chaos is told sooner than by default: the growth of a tangent begins after 400 periods.
AttractorOptions quick_options() {
    AttractorOptions options;
    options.most_periods = 400;
    return options;
}

TEST(AttractorPasses, FindWhatTheProcessorFindsWithEveryLaw) {
    KindCounts all;
    const auto with = [&](const auto& law) {
        const KindCounts c = compare(stefanski_oscillator(Spring::cubic, law), law, quick_options());
        all.periodic += c.periodic;
        all.chaotic += c.chaotic;
    };
    with(Coulomb{});
    with(Stefanski{12.0, 0.1});
    with(StefanskiLiteral{12.0, 0.1});
    with(PowellWiercigroch{12.0});
    with(StribeckExponential{3.0, 0.1});
    with(StribeckGaussian{0.3, 0.0});
    with(StribeckRational{3.0});
    with(RegularisedTanh{0.1});
    EXPECT_GE(all.periodic, 20);
    EXPECT_GE(all.chaotic, 5);
}

TEST(AttractorPasses, FindWhatTheProcessorFindsWithALinearSpringAndWithoutFriction) {
    // The two weakest loads of eight leave the mass at rest for ever: that repeats in every period, too.
    EXPECT_EQ(compare(stefanski_oscillator(Spring::linear), Stefanski{12.0, 0.1}, quick_options()).periodic, 8);
    const Oscillator free = without_friction(stefanski_oscillator(Spring::cubic));
    EXPECT_GE(compare(free, Coulomb{}, quick_options()).chaotic, 1);
}

TEST(AttractorPasses, EndWhereTheMotionDiverges) {
    const Oscillator o{.damping = 0.1, .stiffness = 1.0, .cubic_stiffness = -1.0};
    EXPECT_GE(compare(o, Coulomb{}, quick_options()).diverging, 1);
}

TEST(AttractorPasses, AreForLawsWithoutInnerState) {
    EXPECT_TRUE(cuda::is_for_device<Stefanski>);
    EXPECT_FALSE(cuda::is_for_device<Dahl>);
    EXPECT_FALSE(cuda::is_for_device<Jenkins>);
}

}  // namespace
}  // namespace stickslip::testing
