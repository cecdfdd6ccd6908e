#pragma once

// The phases of the dimensionless oscillator x″ + 2ζ·x′ + x + r = sin θ, θ = θ₀ + Ω·τ, |r| ≤ f. A constant load needs
// no place here: friction does not depend on position, so it only moves the equilibrium.

#include "kernel/interruption_point.hpp"
#include "kernel/phase_kernel.hpp"

namespace stickslip {

/// The dimensionless oscillator: m = k = p₀ = 1.
template <class T>
struct CellParameters {
    T friction{};         ///< f = r_y/p₀ ≥ 0
    T static_friction{};  ///< r_s/p₀ ≥ f
    T frequency{};        ///< Ω = ω_d/ωₙ > 0
    T damping{};          ///< ζ ≥ 0
};

template <class T, class Kind = FlowKind>
class HarmonicPhases {
public:
    STICKSLIP_KERNEL HarmonicPhases(const CellParameters<T>& cell, Kind kind) : frequency_(cell.frequency) {
        // A kind that is known when compiling makes the flow of an undamped oscillator known, too.
        kernel_.flow = linear_flow(kind, kind == FlowKind::undamped ? T(0) : cell.damping, T(1));
        kernel_.friction = cell.friction;
        kernel_.holding = cell.static_friction;
        kernel_.include_harmonic(T(1), cell.frequency);
        kernel_.set_scales();
        term_.amplitude = T(1);
        term_.frequency = cell.frequency;
        term_.away = detuning(kernel_.flow, cell.frequency);
    }

    /// The load angle θ₀ at which walks start.
    STICKSLIP_KERNEL void set_section(T angle) { section_ = angle; }

    STICKSLIP_KERNEL void begin(T elapsed, T x) {
        throw_if_scalar_interrupted<T>();
        term_.start = sin_cos(section_ + frequency_ * elapsed);
        kernel_.load.harmonics = &term_;
        kernel_.z0 = x;
        kernel_.begin_phase();
    }

    [[nodiscard]] STICKSLIP_KERNEL RestOutcome<T> outcome_of_rest() const { return kernel_.outcome_of_rest(); }
    [[nodiscard]] STICKSLIP_KERNEL Release<T> release(T horizon) const {
        Release<T> release = kernel_.harmonic_release();
        release.happens = release.happens & (release.time < horizon);
        return release;
    }
    [[nodiscard]] STICKSLIP_KERNEL Count<T> zeros_of_release() const { return kernel_.zeros_of_release(); }
    [[nodiscard]] STICKSLIP_KERNEL T velocity_lag_of_release(Count<T> direction) const {
        return kernel_.velocity_lag_of_release(direction);
    }
    [[nodiscard]] STICKSLIP_KERNEL FirstZero<T> stop(T v, Count<T> direction, Count<T> zeros, T horizon,
                                                     Mask<T> wanted = Mask<T>(true)) const {
        return kernel_.stop(v, direction, zeros, horizon, wanted);
    }
    [[nodiscard]] STICKSLIP_KERNEL SlideEnd<T> end_of_slide(T v, Count<T> direction, Count<T> zeros, T horizon,
                                                            Mask<T> wanted = Mask<T>(true)) const {
        return kernel_.end_of_slide(v, direction, zeros, horizon, wanted);
    }
    [[nodiscard]] STICKSLIP_KERNEL Jet<T> jet(T v, Count<T> direction, T tau) const {
        return kernel_.jet(v, direction, tau);
    }
    /// The acceleration with which a slide from rest begins.
    [[nodiscard]] STICKSLIP_KERNEL T acceleration_from_rest(Count<T> direction) const {
        return jet(T(0), direction, T(0)).derivative[2];
    }
    [[nodiscard]] STICKSLIP_KERNEL FreeResponse<T> free_flow(T tau) const {
        return free_response(kernel_.flow, tau, rotation(kernel_.flow.natural_frequency * tau));
    }
    [[nodiscard]] STICKSLIP_KERNEL T stiffness() const { return T(1); }
    [[nodiscard]] STICKSLIP_KERNEL T lab_position(T z, T) const { return z; }

    /// How far the surface carries a stuck mass.
    [[nodiscard]] STICKSLIP_KERNEL T carried(T) const { return T(0); }

    /// The largest |x′| of a slide.
    [[nodiscard]] STICKSLIP_KERNEL T peak_speed(T v, Count<T> direction, T length,
                                                Mask<T> wanted = Mask<T>(true)) const {
        T speed = larger(absolute(v), absolute(jet(v, direction, length).derivative[1]));
        const auto include = [&](T extreme, Mask<T> now) { speed = select(now, larger(speed, extreme), speed); };
        visit_speed_extremes(v, direction, length, include, wanted);
        return speed;
    }

    /// Calls visitor(speed, lanes) at every inner extreme of the speed of a slide, largest and smallest in turn.
    template <class Visitor>
    STICKSLIP_KERNEL void visit_speed_extremes(T v, Count<T> direction, T length, Visitor&& visitor,
                                               Mask<T> wanted = Mask<T>(true)) const {
        const auto visit = [&](T tau, Mask<T> now) { visitor(absolute(jet(v, direction, tau).derivative[1]), now); };
        kernel_.visit_sign_changes(v, direction, length, DerivativeMix<T>{T(0), T(1)}, visit, wanted);
    }

    /// sin and cos of the load angle at the start of the present phase.
    [[nodiscard]] STICKSLIP_KERNEL const SinCos<T>& load_angle() const { return term_.start; }
    [[nodiscard]] STICKSLIP_KERNEL T frequency() const { return frequency_; }

private:
    PhaseKernel<T, HarmonicForcing<T>, Kind> kernel_{};
    HarmonicTerm<T> term_{};
    T frequency_{};
    T section_{};
};

}  // namespace stickslip
