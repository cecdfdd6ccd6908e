#pragma once

// A second road to the linear motion, for any number type: x″ + 2σ·x′ + ω²·x = q(τ) by its Taylor series in short
// steps. The series knows nothing of damping regimes, resonance or closed forms, so it can judge all of them.

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

namespace stickslip {

template <class Real>
struct TaylorMotion {
    struct Harmonic {
        Real amplitude;
        Real frequency;
        Real sin;  ///< of the phase now
        Real cos;
        Real turn_step{-1};  ///< the step whose turn is kept
        Real turn_sin{};
        Real turn_cos{};
    };

    Real damping{};    ///< 2σ
    Real stiffness{};  ///< ω²
    Real x{};
    Real v{};
    std::array<Real, 4> polynomial{};  ///< the cubic part of q about the present time
    std::vector<Harmonic> harmonics;

    /// The fastest rate in the motion: the series needs rate·step of order one.
    [[nodiscard]] Real rate() const {
        using std::sqrt;
        Real fastest = damping + sqrt(stiffness);
        for (const Harmonic& h : harmonics) fastest = fastest > h.frequency ? fastest : h.frequency;
        return fastest;
    }

    /// One step by the series, until its terms no longer count.
    void step(const Real& h) {
        using std::abs;
        constexpr std::size_t least_terms = 10;  // a cubic load lasts five derivatives beyond any small rate
        constexpr std::size_t most_terms = 120;
        const Real ratio = rate() * h;
        Real lower = x;   // x⁽ⁿ⁾
        Real higher = v;  // x⁽ⁿ⁺¹⁾
        Real power = 1;   // hⁿ/n!
        Real size = 1;    // (rate·h)ⁿ/n!
        Real sum_x = 0;
        Real sum_v = 0;
        std::vector<std::pair<Real, Real>> waves;  // a·sin⁽ⁿ⁾ and a·cos⁽ⁿ⁾
        for (const Harmonic& w : harmonics) waves.emplace_back(w.amplitude * w.sin, w.amplitude * w.cos);
        Real factorial = 1;
        for (std::size_t n = 0; n < most_terms; ++n) {
            sum_x += power * lower;
            sum_v += power * higher;
            Real load = n < 4 ? Real(factorial * polynomial[n]) : Real(0);
            for (std::size_t i = 0; i < waves.size(); ++i) {
                auto& [sine, cosine] = waves[i];
                load += sine;
                const Real next = harmonics[i].frequency * cosine;
                cosine = -harmonics[i].frequency * sine;
                sine = next;
            }
            const Real next = load - damping * higher - stiffness * lower;
            lower = std::exchange(higher, next);
            power *= h / Real(n + 1);
            size *= ratio / Real(n + 1);
            factorial *= Real(n + 1);
            if (n > least_terms && size < std::numeric_limits<Real>::epsilon() * Real(1e-3)) break;
        }
        x = sum_x;
        v = sum_v;
        shift_load(h);
    }

    /// Many equal steps with rate·step ≤ 1.
    void advance(const Real& duration) {
        using std::ceil;
        const Real steps = ceil(rate() * duration) + Real(1);
        const Real h = duration / steps;
        for (Real i = 0; i < steps; i += Real(1)) step(h);
    }

    void shift_polynomial(const Real& h) {
        auto& c = polynomial;
        c = {c[0] + h * (c[1] + h * (c[2] + h * c[3])), c[1] + h * (2 * c[2] + 3 * h * c[3]), c[2] + 3 * h * c[3],
             c[3]};
    }

private:
    void shift_load(const Real& h) {
        using std::cos;
        using std::sin;
        shift_polynomial(h);
        for (Harmonic& w : harmonics) {
            if (w.turn_step != h) {
                w.turn_step = h;
                w.turn_sin = sin(w.frequency * h);
                w.turn_cos = cos(w.frequency * h);
            }
            const Real sine = w.sin * w.turn_cos + w.cos * w.turn_sin;
            w.cos = w.cos * w.turn_cos - w.sin * w.turn_sin;
            w.sin = sine;
        }
    }
};

/// The same motion on an even grid: one step is a constant linear map of (x, v, load), built once from the series.
class GridMotion {
public:
    using Real = long double;

    GridMotion(const TaylorMotion<Real>& start, Real step) : now_(start), step_(step) {
        TaylorMotion<Real> unit = start;
        unit.x = unit.v = 0;
        unit.polynomial = {};
        for (auto& w : unit.harmonics) w.sin = w.cos = 0;
        const auto response = [&](auto&& set) {
            TaylorMotion<Real> one = unit;
            set(one);
            one.step(step_);
            return Column{one.x, one.v};
        };
        of_x_ = response([](auto& m) { m.x = 1; });
        of_v_ = response([](auto& m) { m.v = 1; });
        for (std::size_t k = 0; k < 4; ++k) {
            if (start.polynomial[k] != 0) powers_ = k + 1;
        }
        for (std::size_t k = 0; k < powers_; ++k) of_power_[k] = response([&](auto& m) { m.polynomial[k] = 1; });
        for (std::size_t i = 0; i < unit.harmonics.size(); ++i) {
            of_sin_.push_back(response([&](auto& m) { m.harmonics[i].sin = 1; }));
            of_cos_.push_back(response([&](auto& m) { m.harmonics[i].cos = 1; }));
            const Real angle = start.harmonics[i].frequency * step_;
            turn_.push_back({std::sin(angle), std::cos(angle)});
        }
    }

    void advance() {
        Real x = of_x_.x * now_.x + of_v_.x * now_.v;
        Real v = of_x_.v * now_.x + of_v_.v * now_.v;
        auto& c = now_.polynomial;
        for (std::size_t k = 0; k < powers_; ++k) {
            x += of_power_[k].x * c[k];
            v += of_power_[k].v * c[k];
        }
        for (std::size_t i = 0; i < turn_.size(); ++i) {
            auto& w = now_.harmonics[i];
            x += of_sin_[i].x * w.sin + of_cos_[i].x * w.cos;
            v += of_sin_[i].v * w.sin + of_cos_[i].v * w.cos;
            const Real sine = w.sin * turn_[i].v + w.cos * turn_[i].x;
            w.cos = w.cos * turn_[i].v - w.sin * turn_[i].x;
            w.sin = sine;
        }
        if (powers_ > 1) now_.shift_polynomial(step_);
        now_.x = x;
        now_.v = v;
    }

    [[nodiscard]] Real x() const { return now_.x; }
    [[nodiscard]] Real v() const { return now_.v; }

private:
    struct Column {
        Real x;
        Real v;
    };
    TaylorMotion<Real> now_;
    Real step_;
    Column of_x_{};
    Column of_v_{};
    std::array<Column, 4> of_power_{};
    std::size_t powers_ = 0;  // of the polynomial load that may be nonzero
    std::vector<Column> of_sin_;
    std::vector<Column> of_cos_;
    std::vector<Column> turn_;  // sin, cos of one step
};

}  // namespace stickslip
