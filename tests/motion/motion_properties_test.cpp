// What holds for every motion, whatever the oscillator, the load and the start: random cases from fixed seeds.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "random_motion.hpp"
#include "slide_scan.hpp"
#include "stickslip/motion/simulate.hpp"

namespace stickslip {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

Trajectory simulate(const RandomMotion& r) { return stickslip::simulate(r.oscillator, r.load, r.start, r.end_time); }

TEST(EveryMotion, ClosesItsEnergyBalance) {
    constexpr int cases = 10'000;
    constexpr double closure = 1e-12;
    RandomMotions random(20000116);
    for (int i = 0; i < cases; ++i) {
        const RandomMotion r = random.next();
        const Trajectory t = simulate(r);
        const EnergyBalance e = energy_balance(t);
        double passed = std::abs(e.input) + e.initial;
        if (r.oscillator.friction_bound == 0.0) {
            // Without friction the work of load and belt can flow out again and leave no net input to compare with.
            const double speed = peaks(t).velocity + std::abs(r.oscillator.belt_velocity);
            passed += 0.5 * r.oscillator.mass * speed * speed;
        }
        ASSERT_LE(std::abs(e.imbalance), closure * passed) << "case " << i << ": " << r;
        ASSERT_GE(e.friction, 0.0) << r;
        ASSERT_GE(e.damping, 0.0) << r;
    }
}

/// The scan takes most of the time of all tests: four seeds, so that they can run side by side.
class EveryMotionOfSeed : public testing::TestWithParam<std::uint64_t> {};
INSTANTIATE_TEST_SUITE_P(Scan, EveryMotionOfSeed, testing::Values(41, 42, 43, 44));

TEST_P(EveryMotionOfSeed, HasNoEventThatAFineScanFindsEarlier) {
    constexpr int cases = 2500;
    RandomMotions random(GetParam());
    for (int i = 0; i < cases; ++i) {
        const RandomMotion r = random.next();
        const Trajectory t = simulate(r);
        ASSERT_EQ(t.termination, Termination::reached_end);
        const std::string missed = first_missed_event(t);
        ASSERT_EQ(missed, "") << "case " << i << ": " << r;
    }
}

TEST(EveryMotion, IsContiguousAndStartsWhereTheLastPhaseEnded) {
    constexpr int cases = 1000;
    RandomMotions random(7);
    for (int i = 0; i < cases; ++i) {
        const RandomMotion r = random.next();
        const Trajectory t = simulate(r);
        for (std::size_t n = 0; n + 1 < t.phases.size(); ++n) {
            const Phase& now = t.phases[n];
            const Phase& next = t.phases[n + 1];
            ASSERT_GT(now.duration, 0.0) << r;
            ASSERT_LE(std::abs(duration_between(now.start, next.start) - now.duration), epsilon * r.end_time) << r;
        }
        ASSERT_EQ(t.end_time(), r.end_time) << r;
    }
}

TEST(EveryMotion, RespectsTheFrictionBoundAndRestsExactlyInStick) {
    constexpr int cases = 1000;
    constexpr int samples = 300;
    RandomMotions random(99);
    for (int i = 0; i < cases; ++i) {
        const RandomMotion r = random.next();
        const Trajectory t = simulate(r);
        for (int n = 0; n <= samples; ++n) {
            const Sample s = t.at(r.end_time * (n / static_cast<double>(samples)));
            if (s.phase == PhaseKind::stick) {
                ASSERT_EQ(s.velocity, r.oscillator.belt_velocity) << r;
                ASSERT_EQ(s.acceleration, 0.0) << r;
                ASSERT_LE(std::abs(s.friction), r.oscillator.holding_bound()) << r;
            } else {
                ASSERT_EQ(std::abs(s.friction), r.oscillator.friction_bound) << r;
            }
        }
    }
}

/// How far rounding may move a motion apart. With equal static and kinetic friction the flow never expands differences
/// in the energy norm √(k·δx² + m·δv²), so the roundings of the states, of the load and of each event only add up.
struct RoundingReach {
    double position;
    double velocity;
};

RoundingReach rounding_reach(const RandomMotion& r, const Trajectory& t) {
    const Oscillator& o = r.oscillator;
    const Peaks p = peaks(t);
    double force = std::abs(r.load.constant) + o.holding_bound() + 1.5 * r.force;
    for (const Harmonic& h : r.load.harmonics) force += std::abs(h.amplitude);
    const double roundings = 8.0 * epsilon * (2.0 + static_cast<double>(t.phases.size()));
    const double position = p.position + std::abs(o.equilibrium);
    const double norm = roundings * (std::sqrt(o.stiffness) * position + std::sqrt(o.mass) * p.velocity) +
                        16.0 * epsilon * force * r.end_time / std::sqrt(o.mass);
    const double velocity = norm / std::sqrt(o.mass);
    const double drift = roundings * position + velocity * r.end_time;
    return {o.stiffness > 0.0 ? std::min(drift, norm / std::sqrt(o.stiffness)) : drift, velocity};
}

/// The growth of a small difference at the start, measured; 1 where the theorem above holds.
double growth(const RandomMotion& r, const Trajectory& t) {
    if (r.oscillator.holding_bound() == r.oscillator.friction_bound) return 1.0;
    const double nudge = 1e-9 * (peaks(t).position + r.force * r.duration * r.duration / r.oscillator.mass);
    RandomMotion moved = r;
    moved.start.position += nudge;
    const Trajectory other = simulate(moved);
    double largest = nudge;
    for (int n = 1; n <= 64; ++n) {
        const double time = r.end_time * (n / 64.0);
        largest = std::max(largest, std::abs(other.at(time).position - t.at(time).position));
    }
    return largest / nudge;
}

Load shifted(const Load& load, double time) {
    Load later = load;
    for (Harmonic& h : later.harmonics) h.phase = reduced_phase(h.frequency, ExactTime{time, 0.0}, h.phase);
    if (load.record) {
        Record record = *load.record;
        for (double& t : record.times) t -= time;
        later.record = std::make_shared<const Record>(std::move(record));
    }
    return later;
}

TEST(EveryMotion, GoesOnTheSameWhenSplitAtAnyTime) {
    constexpr int cases = 10'000;
    RandomMotions random(2026);
    for (int i = 0; i < cases; ++i) {
        const RandomMotion r = random.next();
        const Trajectory whole = simulate(r);
        const double grain = std::exp2(std::floor(std::log2(r.end_time)) - 12.0);
        const double cut = grain * std::floor(r.end_time * random.uniform(0.05, 0.95) / grain);
        const Sample middle = whole.at(cut);
        const Trajectory rest = stickslip::simulate(r.oscillator, shifted(r.load, cut),
                                                    {middle.position, middle.velocity}, r.end_time - cut);
        const RoundingReach reach = rounding_reach(r, whole);
        const double factor = growth(r, whole);
        for (int n = 0; n <= 20; ++n) {
            const double tau = rest.end_time() * (n / 20.0);
            const Sample one = whole.at(std::min(cut + tau, r.end_time));
            const Sample two = rest.at(tau);
            ASSERT_NEAR(one.position, two.position, factor * reach.position)
                << "case " << i << " τ=" << tau << ": " << r;
            ASSERT_NEAR(one.velocity, two.velocity, factor * reach.velocity)
                << "case " << i << " τ=" << tau << ": " << r;
        }
    }
}

TEST(EveryMotion, IsMirroredByReversedSigns) {
    constexpr int cases = 10'000;
    RandomMotions random(314);
    for (int i = 0; i < cases; ++i) {
        const RandomMotion r = random.next();
        RandomMotion m = r;
        m.oscillator.equilibrium *= -1.0;
        m.oscillator.belt_velocity *= -1.0;
        m.start = {-r.start.position, -r.start.velocity};
        m.load.constant *= -1.0;
        for (Harmonic& h : m.load.harmonics) h.amplitude *= -1.0;
        if (r.load.record) {
            Record record = *r.load.record;
            for (auto& cubic : record.segments) {
                for (double& c : cubic) c *= -1.0;
            }
            m.load.record = std::make_shared<const Record>(std::move(record));
        }
        const Trajectory one = simulate(r);
        const Trajectory two = simulate(m);
        ASSERT_EQ(one.events.size(), two.events.size()) << r;
        for (std::size_t n = 0; n < one.events.size(); ++n) {
            ASSERT_EQ(one.events[n].kind, two.events[n].kind) << r;
            ASSERT_EQ(one.events[n].direction, -two.events[n].direction) << r;
        }
        const RoundingReach reach = rounding_reach(r, one);
        const double factor = growth(r, one);
        for (int n = 0; n <= 20; ++n) {
            const double time = r.end_time * (n / 20.0);
            ASSERT_NEAR(one.at(time).position, -two.at(time).position, factor * reach.position)
                << "case " << i << ": " << r;
            ASSERT_NEAR(one.at(time).velocity, -two.at(time).velocity, factor * reach.velocity)
                << "case " << i << ": " << r;
        }
    }
}

}  // namespace
}  // namespace stickslip
