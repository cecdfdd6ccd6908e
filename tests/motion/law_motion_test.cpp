// Motion with laws that have no closed form, against values computed independently for [Stefanski2003].

#include "stickslip/motion/law_motion.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "stefanski_oscillator.hpp"

namespace stickslip::testing {
namespace {

struct SolveVector {
    double time, x, v, load, symmetric, literal;
    Spring spring = Spring::cubic;
};

// Roots of the implicit equation, 17 digits.
const SolveVector solve_vectors[] = {
    {0.0, 0.5, 0.1, 10.0, 9.7178762918792814, 9.7178762918792814},
    {0.3, 2.0, 0.5, 10.0, 1.3779335460759228, 1.3779335460759228},
    {1.0, -2.0, -0.5, 10.0, 13.561908896176028, 13.594153893632825},
    {2.5, 1.2, -0.02, 10.0, -9.5880478670972057, -9.6368274707829843},
    {2.5, 1.2, 0.02, 10.0, -9.842032427859264, -9.842032427859264},
    {4.0, -0.3, 3.0, 10.0, -6.9342864775022573, -6.9342864775022573},
    {4.0, -3.5, -6.0, 10.0, 37.059962449232407, 37.067166486251912},
    {0.0, 0.37, 0.005, 0.5, 0.0, 0.0, Spring::linear},
};

TEST(StefanskiLaw, AccelerationSolvesTheImplicitEquation) {
    for (const SolveVector& c : solve_vectors) {
        const Load load = cosine_load(c.load);
        const Oscillator o = stefanski_oscillator(c.spring);
        const double tolerance = 1e-14 * std::max(1.0, std::abs(c.symmetric));
        EXPECT_NEAR(sliding_acceleration(o, load, c.time, {c.x, c.v}), c.symmetric, tolerance) << c.time << " " << c.v;
        const Oscillator literal = stefanski_oscillator(c.spring, StefanskiLiteral{12.0, 0.1});
        EXPECT_NEAR(sliding_acceleration(literal, load, c.time, {c.x, c.v}), c.literal, tolerance)
            << c.time << " " << c.v;
    }
}

struct ShortRun {
    const char* name;
    Oscillator oscillator;
    State start;
    State after[3];  // one, two and three load periods
};

std::vector<ShortRun> short_runs() {
    const Oscillator sym = stefanski_oscillator(Spring::cubic);
    const Oscillator statkin = stefanski_oscillator(Spring::cubic, Coulomb{});
    const Oscillator lit = stefanski_oscillator(Spring::cubic, StefanskiLiteral{12.0, 0.1});
    const Oscillator pw = stefanski_oscillator(Spring::cubic, PowellWiercigroch{12.0});
    const Oscillator stribeck = stefanski_oscillator(Spring::cubic, StribeckExponential{12.0, 0.0});
    const State a{-2.0, 1.0}, b{2.0, 0.0}, c{0.5, 0.1};
    using Points = State[3];
    const Points coulomb_a = {
        {0.0265401949835, -3.26355973039}, {3.68937091141, -2.7217743519}, {3.32375987089, 1.01598461381}};
    const Points coulomb_b = {
        {3.53296242547, -2.8373818451}, {3.4563216209, 2.13373226707}, {3.32978228256, -2.85813344982}};
    const auto run = [](const char* name, const Oscillator& o, State s, const Points& p) {
        return ShortRun{name, o, s, {p[0], p[1], p[2]}};
    };
    return {
        run("coulomb a", with_coulomb(sym), a, coulomb_a),
        run("coulomb b", with_coulomb(sym), b, coulomb_b),
        run("static-kinetic a", statkin, a, coulomb_a),
        run("static-kinetic b", statkin, b, coulomb_b),
        run("none a", without_friction(sym), a,
            {{-0.19396182965, -3.32566006595}, {3.81994753095, -0.281686690851}, {2.65942700225, -2.51211229036}}),
        run("none b", without_friction(sym), b,
            {{3.44041658029, -3.95145473497}, {3.3357032819, 2.50031457801}, {3.15875882874, -4.13036995839}}),
        run("literal", lit, c,
            {{1.08498070127, -3.21476235155}, {2.51356107345, -6.79646007772}, {2.36631236265, 1.46893620908}}),
        run("powell-wiercigroch", pw, c,
            {{1.08515710951, -3.21408786746}, {2.51485091817, -6.79540597653}, {2.36556984019, 1.46544761269}}),
        run("stribeck", stribeck, c,
            {{1.08511280552, -3.21343075646}, {2.51272560929, -6.79603360706}, {2.36711883959, 1.47236709825}}),
        run("stefanski a", sym, a,
            {{0.0281227953833, -3.27274672568}, {3.70358347966, -2.50980586215}, {3.32786512609, 1.08892127}}),
        run("stefanski b", sym, b,
            {{3.53483176256, -2.81843445267}, {3.45764118723, 2.11344862495}, {3.33388780216, -2.82945474358}}),
    };
}

TEST(LawMotion, FollowsTheDuffingOscillatorForThreePeriods) {
    for (const ShortRun& run : short_runs()) {
        const auto motion = make_law_motion(run.oscillator, cosine_load(10.0));
        motion->start({}, {run.start.position, run.start.velocity, 0.0, {}});
        for (int n = 0; n < 3; ++n) {
            motion->advance((n + 1) * load_period);
            EXPECT_NEAR(motion->state().position, run.after[n].position, 1e-9) << run.name << " period " << n + 1;
            EXPECT_NEAR(motion->state().slip_velocity, run.after[n].velocity, 2e-9) << run.name << " period " << n + 1;
        }
    }
}

TEST(LawMotion, TangentIsTheDerivativeOfTheFlow) {
    // Central differences over three periods, saltation at every turn included.
    for (const ShortRun& run : short_runs()) {
        const auto end_of = [&](double dx, double dv) {
            const auto motion = make_law_motion(run.oscillator, cosine_load(10.0));
            motion->start({}, {run.start.position + dx, run.start.velocity + dv, 0.0, {}});
            motion->advance(load_period);
            return motion->state();
        };
        const auto motion = make_law_motion(run.oscillator, cosine_load(10.0), Variation::tangent);
        motion->start({}, {run.start.position, run.start.velocity, 0.0, {1.0, 0.0, 0.0}});
        motion->advance(load_period);
        const double h = 1e-5;
        const LawState plus = end_of(h, 0.0), minus = end_of(-h, 0.0);
        const Tangent t = motion->state().tangent;
        const double size = std::hypot(t[0], t[1]);
        EXPECT_NEAR((plus.position - minus.position) / (2.0 * h), t[0], 1e-5 * size) << run.name;
        EXPECT_NEAR((plus.slip_velocity - minus.slip_velocity) / (2.0 * h), t[1], 1e-5 * size) << run.name;
    }
}

}  // namespace
}  // namespace stickslip::testing
