// With equal bounds no map over a period expands distances, and so no derivative of it may, whatever happens at one
// instant: structures of two equal halves under equal loads, whose contacts stop, turn round and touch their bounds
// together.

#include <gtest/gtest.h>

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "kinds/structure/energy_coordinates.hpp"
#include "kinds/structure/vectors.hpp"
#include "random_structure.hpp"
#include "stickslip/structure/steady_state.hpp"

namespace stickslip::structure {
namespace {

constexpr int cases = 40;

/// Two equal halves joined by a spring and a contact; beside each contact a stiffer one in the same direction.
RandomProblem mirrored_problem(std::mt19937& random) {
    const auto below = [&](int count) { return int(random() % unsigned(count)); };
    const RandomOptions options{.degrees = 1 + below(3),
                                .contacts = 1 + below(2),
                                .with_elastic = below(2) == 0,
                                .with_redundant = below(4) == 0};
    const RandomProblem half = random_problem(random, options);
    RandomProblem p = side_by_side(half, half);
    Structure& s = p.structure;
    const double frequency = s.loads[0].load.harmonics[0].frequency.value();
    for (DirectedLoad& load : s.loads) {
        for (Harmonic& h : load.load.harmonics) h.frequency = frequency;
    }
    const auto n = std::size_t(options.degrees);
    const std::size_t a = n - 1;
    const std::size_t b = 2 * n - 1;
    for (const auto& [i, j, sign] : {std::tuple{a, a, 1.0}, {b, b, 1.0}, {a, b, -1.0}, {b, a, -1.0}}) {
        s.stiffness(i, j) += sign * s.stiffness(0, 0);
    }
    for (const std::size_t j : {std::size_t{0}, s.contacts.size() / 2}) {
        Contact beside = s.contacts[j];
        beside.stiffness = 3.0 * s.stiffness(0, 0);
        beside.normal.reset();
        s.contacts.push_back(beside);
    }
    Contact joint{.direction = std::vector<double>(2 * n, 0.0), .bound = 0.5 * s.contacts[0].bound};
    joint.direction[a] = 1.0;
    joint.direction[b] = -1.0;
    s.contacts.push_back(joint);
    return p;
}

double largest_stretch(const RandomProblem& p, double factor) {
    PhaseLibrary library(p.structure);
    const PeriodMap map(library, 100'000);
    const EnergyCoordinates energy(library.structure);
    const int n = int(p.structure.size());
    const VectorXd rest = VectorXd::Zero(int(p.structure.contacts.size()));
    Configuration now{{}, factor * as_vector(p.start.position, n), factor * as_vector(p.start.velocity, n), rest, {}};
    double largest = 0.0;
    for (int period = 0; period < 12; ++period) {
        const MappedState mapped = map.map(now, *load_period(p.structure), PeriodMap::Derivative::with);
        EXPECT_TRUE(mapped.is_complete);
        const Eigen::JacobiSVD<MatrixXd> svd(energy.derivative(mapped.derivative));
        largest = std::max(largest, svd.singularValues()[0]);
        now = mapped.end;
    }
    return largest;
}

TEST(PeriodMap, HasADerivativeThatNeverExpandsWhereContactsActTogether) {
    std::mt19937 random(7);
    for (int i = 0; i < cases; ++i) {
        const RandomProblem p = mirrored_problem(random);
        for (const double factor : {0.0, 1.0, 20.0}) {
            EXPECT_LE(largest_stretch(p, factor), 1.0 + 1e-9) << "case " << i << ", " << factor << " times the start";
        }
    }
}

Structure free_masses(std::size_t count) {
    Structure s;
    s.mass = Matrix::zero(count, count);
    for (std::size_t i = 0; i < count; ++i) s.mass(i, i) = 1.0;
    s.stiffness = s.damping = Matrix::zero(count, count);
    return s;
}

MappedState mapped(const Structure& s, const VectorXd& velocity, double duration) {
    PhaseLibrary library(s);
    const int n = int(s.size());
    const VectorXd none = VectorXd::Zero(int(s.contacts.size()));
    return PeriodMap(library, 1000)
        .map({{}, VectorXd::Zero(n), velocity, none, {}}, duration, PeriodMap::Derivative::with);
}

/// Two masses slow down by friction alone and come to rest together. Whatever the change of their start, they are at
/// rest afterwards.
TEST(PeriodMap, BringsAllVelocitiesToRestWhereCoupledContactsStopTogether) {
    Structure s = free_masses(2);
    s.contacts = {{.direction = {1.0, 0.0}, .bound = 1.0}, {.direction = {-1.0, 1.0}, .bound = 0.5}};
    const VectorXd velocity = (VectorXd(2) << 1.5, -0.5).finished();  // slow down by 1 + 0.5 and by 0.5
    const MappedState end = mapped(s, velocity, 2.0);
    ASSERT_LE(end.end.velocity.norm(), 1e-15);
    EXPECT_LE(end.derivative.bottomRows(2).cwiseAbs().maxCoeff(), 1e-14);
}

/// Two springs that just come to their bounds as the mass stops: each has the derivative of one that holds, or of one
/// that has slid.
TEST(PeriodMap, KeepsADeflectionThatTouchesItsBoundAsItsContactStops) {
    constexpr double first = 0.4, second = 0.3, friction = 1.0, speed = 1.3;
    constexpr double both = first + second;
    const double swing = std::hypot(friction / both, speed / std::sqrt(both));
    const double reach = swing - friction / both;  // where x″ = −friction − both·x ends
    for (int i = -12; i <= 12; ++i) {
        for (int k = -12; k <= 12; ++k) {
            const auto bound = [&](double stiffness, int ulps) {
                return stiffness * reach * (1.0 + ulps * 0.5 * epsilon);
            };
            Structure s = free_masses(1);
            s.contacts = {{.direction = {1.0}, .bound = bound(first, i), .stiffness = first},
                          {.direction = {1.0}, .bound = bound(second, k), .stiffness = second},
                          {.direction = {1.0}, .bound = friction}};
            const MappedState end = mapped(s, VectorXd::Constant(1, speed), 3.0);
            ASSERT_EQ(end.end.velocity[0], 0.0) << i << " " << k;
            EXPECT_LE(end.derivative.row(1).cwiseAbs().maxCoeff(), 1e-12) << i << " " << k;
            for (const int z : {2, 3}) {
                Eigen::RowVectorXd held = end.derivative.row(0);  // z follows x
                held[0] -= 1.0;
                held[z] += 1.0;
                const double from_held = (end.derivative.row(z) - held).cwiseAbs().maxCoeff();
                const double from_slid = end.derivative.row(z).cwiseAbs().maxCoeff();
                EXPECT_LE(std::min(from_held, from_slid), 1e-7) << i << " " << k << " " << z;
            }
        }
    }
}

}  // namespace
}  // namespace stickslip::structure
