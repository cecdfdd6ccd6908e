// The closed-form flow against its Taylor series in 50 digits, over every damping regime, load and time scale.

#include "kernel/linear_flow.hpp"

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "kernel/forced_flow.hpp"
#include "taylor_motion.hpp"

namespace stickslip {
namespace {

using Exact =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float_50::backend_type, boost::multiprecision::et_off>;

constexpr double epsilon = std::numeric_limits<double>::epsilon();

/// Rounding of a closed form, in ulp of its largest term; angles ω·τ lose another ω·τ ulp.
constexpr double closed_form_ulps = 16.0;

struct FlowCase {
    const char* why;
    double half_damping;
    double stiffness;
};

const FlowCase flows[] = {
    {"no spring, no damper: every root is zero", 0.0, 0.0},
    {"no damper: the resonance is a true pole", 0.0, 1.0},
    {"stiff, no damper: many turns in a short time", 0.0, 1e6},
    {"so weak a spring that it is almost free", 0.0, 1e-16},
    {"damping that a double hardly sees", 1e-17, 1.0},
    {"light damping", 0.01, 1.0},
    {"medium damping", 0.5, 1.0},
    {"weak spring and weak damper: the static deflection is huge", 0.5e-8, 1e-16},
    {"one ulp below critical: the roots differ in the eighth digit", 1.0, 1.0 + epsilon},
    {"almost critical from below", 1.0 - 1e-9, 1.0},
    {"critical: a double root", 1.0, 1.0},
    {"almost critical from above", 1.0 + 1e-9, 1.0},
    {"strong damping: a slow and a fast root", 10.0, 1.0},
    {"very strong damping: the roots differ by 4·10¹²", 1e6, 1.0},
    {"damper without spring: one root is zero", 1.0, 0.0},
    {"weak damper without spring: both roots nearly zero", 1e-9, 0.0},
};

const double times[] = {0.0, 1e-12, 1e-6, 1e-3, 0.1, 0.5, 1.0, 3.0, 60.0};

TaylorMotion<Exact> exact_start(const LinearFlow<double>& flow, const Forcing<double>& forcing, double x0, double v0) {
    TaylorMotion<Exact> m;
    m.damping = Exact(2) * flow.half_damping;
    m.stiffness = flow.stiffness;
    m.x = x0;
    m.v = v0;
    for (std::size_t k = 0; k < 4; ++k) m.polynomial[k] = forcing.polynomial[k];
    for (int i = 0; i < forcing.harmonic_count; ++i) {
        const HarmonicTerm<double>& h = forcing.harmonics[i];
        m.harmonics.push_back({h.amplitude, h.frequency, h.start.sin, h.start.cos});
    }
    return m;
}

/// Compares the displacement and the velocity at τ, each against the scale of its own terms, so that a short slide
/// must keep its digits although it is tiny against the static deflection.
void expect_exact(const LinearFlow<double>& flow, const Forcing<double>& forcing, double x0, double v0, double tau) {
    const Jet<double> jet = motion_jet(flow, forcing, x0, v0, tau);
    TaylorMotion<Exact> m = exact_start(flow, forcing, x0, v0);
    double peak_x = 0.0;
    double peak_v = std::abs(v0);
    const double rate = static_cast<double>(m.rate());
    const double steps = std::ceil(rate * tau) + 1.0;
    for (double i = 0.0; i < steps; i += 1.0) {
        m.step(Exact(tau) / Exact(steps));
        peak_x = std::max(peak_x, std::abs(static_cast<double>(m.x) - x0));
        peak_v = std::max(peak_v, std::abs(static_cast<double>(m.v)));
    }
    double force = std::abs(forcing.polynomial[0] - flow.stiffness * x0);
    for (int k = 1; k < 4; ++k) force += std::abs(forcing.polynomial[k]) * std::pow(tau, k);
    for (int i = 0; i < forcing.harmonic_count; ++i) force += std::abs(forcing.harmonics[i].amplitude);
    const double slowest = std::max(std::sqrt(flow.stiffness), flow.half_damping);
    const double acting = slowest * tau > 1.0 ? 1.0 / slowest : tau;
    const double ulps = closed_form_ulps * epsilon * (1.0 + rate * tau);
    const double velocity_scale = std::abs(v0) + force * acting + peak_v;
    const double travel_scale = std::abs(v0) * acting + force * acting * acting + peak_x;
    const Exact x_error = m.x - jet.derivative[0];
    const Exact v_error = m.v - jet.derivative[1];
    EXPECT_LE(std::abs(static_cast<double>(x_error)), epsilon * std::abs(x0) + ulps * travel_scale) << "x, τ = " << tau;
    EXPECT_LE(std::abs(static_cast<double>(v_error)), ulps * velocity_scale) << "v, τ = " << tau;
}

void expect_exact_from_all_starts(const FlowCase& c, const Forcing<double>& forcing) {
    const LinearFlow<double> flow = linear_flow(flow_kind(c.half_damping, c.stiffness), c.half_damping, c.stiffness);
    for (const double tau : times) {
        if (tau * (std::sqrt(c.stiffness) + c.half_damping) > 1e3) continue;  // the series would take too long
        expect_exact(flow, forcing, 0.0, 0.0, tau);
        expect_exact(flow, forcing, 0.7, 0.0, tau);
        expect_exact(flow, forcing, -0.3, 1.3, tau);
    }
}

TEST(LinearFlow, AgreesWithItsSeriesWithoutLoad) {
    for (const FlowCase& c : flows) {
        SCOPED_TRACE(c.why);
        expect_exact_from_all_starts(c, Forcing<double>{});
    }
}

TEST(LinearFlow, AgreesWithItsSeriesUnderPolynomialLoads) {
    for (const FlowCase& c : flows) {
        for (int degree = 0; degree <= 3; ++degree) {
            SCOPED_TRACE(std::string(c.why) + ", degree " + std::to_string(degree));
            Forcing<double> forcing;
            const double coefficients[] = {0.8, -1.1, 0.4, 0.05};
            for (int k = 0; k <= degree; ++k) forcing.polynomial[k] = coefficients[k];
            forcing.degree = degree;
            expect_exact_from_all_starts(c, forcing);
        }
    }
}

TEST(LinearFlow, AgreesWithItsSeriesUnderHarmonicLoads) {
    for (const FlowCase& c : flows) {
        for (const double frequency : {1e-9, 0.03, 0.9, 20.0}) {
            SCOPED_TRACE(std::string(c.why) + ", load frequency " + std::to_string(frequency));
            const HarmonicTerm<double> term{1.5, frequency, sin_cos(0.6)};
            expect_exact_from_all_starts(c, Forcing<double>{{0.2, 0.0, 0.0, 0.0}, 0, &term, 1});
        }
    }
}

TEST(LinearFlow, KeepsItsDigitsAtAndNearResonance) {
    for (const FlowCase& c : flows) {
        const LinearFlow<double> flow =
            linear_flow(flow_kind(c.half_damping, c.stiffness), c.half_damping, c.stiffness);
        if (flow.natural_frequency == 0.0) continue;
        for (const double detuning : {0.0, 1e-15, -1e-15, 1e-13, 1e-12, -1e-10, 1e-8, 1e-6, 1e-4, -1e-3}) {
            SCOPED_TRACE(std::string(c.why) + ", detuned by " + std::to_string(detuning));
            const HarmonicTerm<double> term{1.0, flow.natural_frequency * (1.0 + detuning), sin_cos(0.0)};
            expect_exact_from_all_starts(c, Forcing<double>{{}, 0, &term, 1});
        }
    }
}

TEST(LinearFlow, AddsTheResponsesOfSeveralLoads) {
    const HarmonicTerm<double> terms[] = {
        {1.0, 1.0, sin_cos(0.1)}, {0.4, 3.3, sin_cos(-2.0)}, {-0.7, 0.21, sin_cos(1.0)}};
    for (const FlowCase& c : flows) {
        SCOPED_TRACE(c.why);
        expect_exact_from_all_starts(c, Forcing<double>{{0.3, -0.2, 0.0, 0.0}, 1, terms, 3});
    }
}

TEST(LinearFlow, HasDerivativesThatAreThoseOfItsPosition) {
    // A central difference of derivative n has truncation h²/6·rate²·scale and rounding ε/h·scale.
    const double h = 1e-4;
    const HarmonicTerm<double> term{1.0, 1.7, sin_cos(0.3)};
    const Forcing<double> forcing{{0.2, -0.4, 0.3, 0.1}, 3, &term, 1};
    for (const FlowCase& c : flows) {
        if (c.half_damping > 10.0 || c.stiffness > 10.0) continue;  // rate·h would not be small
        SCOPED_TRACE(c.why);
        const LinearFlow<double> flow =
            linear_flow(flow_kind(c.half_damping, c.stiffness), c.half_damping, c.stiffness);
        const Jet<double> now = motion_jet(flow, forcing, 0.4, -0.8, 0.9);
        const Jet<double> later = motion_jet(flow, forcing, 0.4, -0.8, 0.9 + h);
        const Jet<double> earlier = motion_jet(flow, forcing, 0.4, -0.8, 0.9 - h);
        double scale = 0.0;
        for (const double d : now.derivative) scale = std::max(scale, std::abs(d));
        const double rate = 1.7 + std::sqrt(c.stiffness) + 2.0 * c.half_damping;
        for (int n = 0; n < Jet<double>::order; ++n) {
            const double slope = (later.derivative[n] - earlier.derivative[n]) / (2.0 * h);
            EXPECT_NEAR(slope, now.derivative[n + 1], (h * h * rate * rate + 8.0 * epsilon / h) * scale * rate) << n;
        }
    }
}

TEST(LinearFlow, ClassifiesEveryDamping) {
    EXPECT_EQ(flow_kind(0.0, 0.0), FlowKind::free);
    EXPECT_EQ(flow_kind(0.0, 2.0), FlowKind::undamped);
    EXPECT_EQ(flow_kind(0.5, 1.0), FlowKind::underdamped);
    EXPECT_EQ(flow_kind(1.0, 1.0), FlowKind::overdamped);
    EXPECT_EQ(flow_kind(2.0, 1.0), FlowKind::overdamped);
    EXPECT_EQ(flow_kind(1.0, 0.0), FlowKind::overdamped);
}

}  // namespace
}  // namespace stickslip
