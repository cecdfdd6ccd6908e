// The enclosures hold the true value, computed with 50 digits, in every rounding mode.

#include <gtest/gtest.h>

#include <array>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cfenv>
#include <random>

#include "certify/free_flow.hpp"
#include "certify/taylor.hpp"

namespace stickslip::proof {
namespace {

using Exact = boost::multiprecision::cpp_bin_float_50;

constexpr std::array modes{FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};

/// Sets a rounding mode while it lives.
class Rounding {
public:
    explicit Rounding(int mode) : before_(std::fegetround()) { std::fesetround(mode); }
    Rounding(const Rounding&) = delete;
    Rounding& operator=(const Rounding&) = delete;
    ~Rounding() { std::fesetround(before_); }

private:
    int before_;
};

template <class Make>
auto in_mode(int mode, const Make& make) {
    const Rounding rounding(mode);
    return make();
}

/// The value of a form at p, and whether the form allows it.
template <int N, class Place>
Exact middle(const Form<N>& form, const Place& p) {
    Exact value = form.c;
    for (int i = 0; i < N; ++i) value += Exact(form.g[i]) * p[i];
    return value;
}

template <int N, class Place>
void expect_holds(const Form<N>& form, const Exact& value, const Place& p) {
    EXPECT_LE(boost::multiprecision::abs(value - middle(form, p)), Exact(form.r))
        << form.c << " ± " << form.r << " against " << value;
}

/// Balls have no parameters.
constexpr std::array<double, 0> nowhere{};

class Numbers {
public:
    double uniform(double low, double high) { return std::uniform_real_distribution<>(low, high)(engine_); }
    double of_any_size() { return std::ldexp(uniform(-1.0, 1.0), static_cast<int>(uniform(-40.0, 20.0))); }
    Form<2> form() {
        Form<2> f;
        f.c = of_any_size();
        for (double& slope : f.g) slope = 0.01 * of_any_size();
        f.r = std::abs(1e-6 * of_any_size());
        return f;
    }
    std::array<double, 2> place() { return {uniform(-1.0, 1.0), uniform(-1.0, 1.0)}; }

private:
    std::mt19937_64 engine_{19};
};

TEST(Enclosures, HoldSumsAndProductsInEveryRoundingMode) {
    Numbers numbers;
    for (int k = 0; k < 2000; ++k) {
        const Form<2> a = numbers.form();
        const Form<2> b = numbers.form();
        const std::array<double, 2> p = numbers.place();
        const double end_a = numbers.uniform(-1.0, 1.0);
        const double end_b = numbers.uniform(-1.0, 1.0);
        const Exact x = middle(a, p) + Exact(end_a) * a.r;
        const Exact y = middle(b, p) + Exact(end_b) * b.r;
        for (const int mode : modes) {
            expect_holds(in_mode(mode, [&] { return a + b; }), Exact(x + y), p);
            expect_holds(in_mode(mode, [&] { return a - b; }), Exact(x - y), p);
            expect_holds(in_mode(mode, [&] { return a * b; }), Exact(x * y), p);
            expect_holds(in_mode(mode, [&] { return 0.1 * a; }), Exact(Exact(0.1) * x), p);
            const auto [low, high] = in_mode(mode, [&] { return std::pair(a.low(), a.high()); });
            EXPECT_LE(Exact(low), x);
            EXPECT_GE(Exact(high), x);
        }
    }
}

TEST(Enclosures, HoldRootsAndInversesInEveryRoundingMode) {
    Numbers numbers;
    for (int k = 0; k < 2000; ++k) {
        Form<2> a = numbers.form();
        a.c = std::abs(a.c) + 2.5 * a.spread();
        const std::array<double, 2> p = numbers.place();
        const Exact x = middle(a, p) + Exact(numbers.uniform(-1.0, 1.0)) * a.r;
        for (const int mode : modes) {
            expect_holds(in_mode(mode, [&] { return square_root(a); }), Exact(sqrt(x)), p);
            expect_holds(in_mode(mode, [&] { return inverse_of(a); }), Exact(1 / x), p);
        }
    }
}

TEST(Enclosures, HoldSineCosineAndTheirAngleInEveryRoundingMode) {
    Numbers numbers;
    for (int k = 0; k < 4000; ++k) {
        Form<2> a;
        a.c = k % 3 == 0 ? numbers.uniform(-3e4, 3e4) : numbers.uniform(-10.0, 10.0);
        for (double& slope : a.g) slope = numbers.uniform(-0.02, 0.02);
        a.r = numbers.uniform(0.0, 1e-3);
        const std::array<double, 2> p = numbers.place();
        const Exact x = middle(a, p) + Exact(numbers.uniform(-1.0, 1.0)) * a.r;
        for (const int mode : modes) {
            const Direction<2> d = in_mode(mode, [&] { return direction_of(a); });
            expect_holds(d.sin, Exact(sin(x)), p);
            expect_holds(d.cos, Exact(cos(x)), p);
            expect_holds(in_mode(mode, [&] { return angle_of(d, a.c); }), x, p);
        }
    }
    EXPECT_EQ(direction_of(0x1p19).sin.r, HUGE_VAL);
}

TEST(Enclosures, HoldTheFreeMotion) {
    Numbers numbers;
    for (int k = 0; k < 500; ++k) {
        const double z = k % 4 == 0 ? 0.0 : numbers.uniform(0.0, 0.95);
        Ball time;
        time.c = numbers.uniform(0.0, 40.0);
        time.r = numbers.uniform(0.0, 1e-6);
        const Exact u = Exact(time.c) + Exact(numbers.uniform(-1.0, 1.0)) * time.r;
        const Exact eta = sqrt(1 - Exact(z) * z);
        const Exact g = exp(-z * u) * sin(eta * u) / eta;
        const Exact h = exp(-z * u) * (cos(eta * u) + z / eta * sin(eta * u));
        for (const int mode : modes) {
            const FreeFlow<0> m = in_mode(mode, [&] { return free_flow(2.0 * z, time); });
            expect_holds(m.h, h, nowhere);
            expect_holds(m.g, g, nowhere);
            expect_holds(m.g_rate, Exact(h - 2 * z * g), nowhere);
        }
    }
}

/// The undamped slide from rest, [steady.md, Eq. (23)].
Exact slid(const Exact& W, const Exact& angle, const Exact& u) {
    const Exact h1 = (W * W * (1 - cos(u)) - (1 - cos(W * u))) / (1 - W * W);
    const Exact h2 = (sin(W * u) - W * sin(u)) / (1 - W * W);
    return h1 * sin(angle) + h2 * cos(angle);
}

TEST(Enclosures, HoldASlideFromRest) {
    Numbers numbers;
    for (int k = 0; k < 300; ++k) {
        const double f = numbers.uniform(0.1, 0.9);
        const double W = numbers.uniform(0.1, 1.5);
        Moment<0> m;
        m.y = exactly<0>(numbers.uniform(-0.9, 0.9) - f);
        for (const int mode : modes) {
            const Rounding rounding(mode);
            const Plant<0> plant = plant_of<0>(exactly<0>(f), exactly<0>(W), 0.0);
            m.load.sin = m.y + plant.friction;
            m.load.cos = square_root((exactly<0>(1.0) - m.load.sin) * (exactly<0>(1.0) + m.load.sin));
            m.zeros = 2;
            const Series<0> series = series_at(plant, m);
            const double u = 0.8 * plant.step;
            const Sample<0> at = sample(series, Weights(u));
            const FirstStop stop = first_stop(series, u);
            std::fesetround(FE_TONEAREST);
            const Exact angle = asin(Exact(m.y.c) + Exact(f));
            const Exact distance = slid(W, angle, u);
            expect_holds(at.y, Exact(Exact(m.y.c) + distance), nowhere);
            if (stop.outcome == Search::none) {
                // Velocities between two positions that only rise.
                for (int i = 1; i <= 40; ++i) {
                    EXPECT_GT(slid(W, angle, Exact(u) * i / 40), slid(W, angle, Exact(u) * (i - 1) / 40));
                }
            }
        }
    }
}

}  // namespace
}  // namespace stickslip::proof
