#pragma once

#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "stickslip/host_device.hpp"

namespace stickslip {

/// The friction forces that a law is scaled by [N].
struct FrictionBounds {
    double kinetic = 0.0;  ///< friction of steady sliding: bound, or mu·normal
    double holding = 0.0;  ///< friction that holds at rest: static_bound, or mu_static·normal; else as `kinetic`
};

/// Which of the two forces a law is given by.
enum class BoundsUse {
    none,
    kinetic,          ///< bound, or mu·normal
    kinetic_or_both,  ///< the static one may be left out
    both,
    holding,  ///< static_bound, or mu_static·normal
};

/// What a coefficient may be: > 0, ≥ 0, or a whole number from 1 on.
enum class CoefficientRange { positive, not_negative, whole };

/// One coefficient of a law under the name it has in a case file.
template <class Law>
struct LawCoefficient {
    std::string_view name;                                    ///< as a case file spells it
    double Law::*value;                                       ///< the member that holds it
    std::string_view unit;                                    ///< SI, empty for plain numbers
    CoefficientRange range = CoefficientRange::not_negative;  ///< what it may be
    std::optional<double> fallback = std::nullopt;            ///< none: the case must give it
};

/// r = r_y·sgn(v); at rest |r| ≤ r_s. With r_s > r_y it is the static-kinetic law.
struct Coulomb {
    static constexpr std::string_view name = "coulomb";                  ///< as a case file spells it
    static constexpr BoundsUse bounds_use = BoundsUse::kinetic_or_both;  ///< which friction forces the law is given by
    /// The coefficients, in the order of a case file.
    static constexpr auto coefficients() { return std::array<LawCoefficient<Coulomb>, 0>{}; }

    /// r·sgn(v) at this speed [N].
    [[nodiscard]] STICKSLIP_KERNEL double sliding_force(const FrictionBounds& f, auto) const { return f.kinetic; }
};

/// r = [F_k + (F_s − F_k)·exp(−decay·|v|) + viscous·|v|]·sgn(v); at rest |r| ≤ F_s.
struct StribeckExponential {
    double decay = 1.0;    ///< [s/m]
    double viscous = 0.0;  ///< [N·s/m]

    static constexpr std::string_view name = "stribeck-exponential";  ///< as a case file spells it
    static constexpr BoundsUse bounds_use = BoundsUse::both;          ///< which friction forces the law is given by
    /// The coefficients, in the order of a case file.
    static constexpr auto coefficients() {
        using C = LawCoefficient<StribeckExponential>;
        return std::array{C{"decay", &StribeckExponential::decay, "s/m"},
                          C{"viscous", &StribeckExponential::viscous, "N·s/m", CoefficientRange::not_negative, 0.0}};
    }

    /// r·sgn(v) at this speed [N].
    [[nodiscard]] STICKSLIP_KERNEL auto sliding_force(const FrictionBounds& f, auto speed) const {
        using std::exp;
        return f.kinetic + (f.holding - f.kinetic) * exp(-decay * speed) + viscous * speed;
    }
};

/// r = [F_k + (F_s − F_k)·exp(−(v/v_s)²) + viscous·|v|]·sgn(v); at rest |r| ≤ F_s.
struct StribeckGaussian {
    double stribeck_velocity = 1.0;  ///< v_s [m/s]
    double viscous = 0.0;            ///< [N·s/m]

    static constexpr std::string_view name = "stribeck-gaussian";  ///< as a case file spells it
    static constexpr BoundsUse bounds_use = BoundsUse::both;       ///< which friction forces the law is given by
    /// The coefficients, in the order of a case file.
    static constexpr auto coefficients() {
        using C = LawCoefficient<StribeckGaussian>;
        return std::array{
            C{"stribeck_velocity", &StribeckGaussian::stribeck_velocity, "m/s", CoefficientRange::positive},
            C{"viscous", &StribeckGaussian::viscous, "N·s/m", CoefficientRange::not_negative, 0.0}};
    }

    /// r·sgn(v) at this speed [N].
    [[nodiscard]] STICKSLIP_KERNEL auto sliding_force(const FrictionBounds& f, auto speed) const {
        using std::exp;
        const double rate = 1.0 / (stribeck_velocity * stribeck_velocity);
        return f.kinetic + (f.holding - f.kinetic) * exp(-rate * (speed * speed)) + viscous * speed;
    }
};

/// r = F_s/(1 + δ·|v|)·sgn(v); at rest |r| ≤ F_s.
struct StribeckRational {
    double delta = 1.0;  ///< δ [s/m]

    static constexpr std::string_view name = "stribeck-rational";  ///< as a case file spells it
    static constexpr BoundsUse bounds_use = BoundsUse::holding;    ///< which friction forces the law is given by
    /// The coefficients, in the order of a case file.
    static constexpr auto coefficients() {
        using C = LawCoefficient<StribeckRational>;
        return std::array{C{"delta", &StribeckRational::delta, "s/m"}};
    }

    /// r·sgn(v) at this speed [N].
    [[nodiscard]] STICKSLIP_KERNEL auto sliding_force(const FrictionBounds& f, auto speed) const {
        return f.holding / (1.0 + delta * speed);
    }
};

/// Non-reversible friction [PowellWiercigroch1992]: r = [F_d + sgn(v·v̇)·(F_s − F_d)·exp(−a·|v|)]·sgn(v); at rest
/// |r| ≤ F_s. The acceleration counts by its sign only.
struct PowellWiercigroch {
    double a = 1.0;  ///< [s/m]

    static constexpr std::string_view name = "powell-wiercigroch";  ///< as a case file spells it
    static constexpr BoundsUse bounds_use = BoundsUse::both;        ///< which friction forces the law is given by
    static constexpr bool is_literal = false;            ///< whether the sign is that of the acceleration alone
    static constexpr double largest_static_ratio = 2.0;  ///< F_s/F_d beyond which friction could push
    /// The coefficients, in the order of a case file.
    static constexpr auto coefficients() {
        using C = LawCoefficient<PowellWiercigroch>;
        return std::array{C{"a", &PowellWiercigroch::a, "s/m"}};
    }

    /// What stands beside sgn(v·v̇)·(F_s − F_d).
    [[nodiscard]] STICKSLIP_KERNEL auto weight(auto speed, auto /*acceleration*/) const {
        using std::exp;
        return exp(-a * speed);
    }
};

/// Non-reversible friction of [Stefanski2003] Eq. (1), which depends on the acceleration itself:
/// r = [F_d + sgn(v·v̇)·(F_s − F_d)·exp(−a₁·|v|/(|v̇| + a₂))]·sgn(v); at rest |r| ≤ F_s. The sign is that of v·v̇
/// (accelerating or decelerating), the only reading that is symmetric. Needs F_s ≤ 2·F_d, else friction could push.
struct Stefanski {
    double a1 = 1.0;  ///< [1/s]
    double a2 = 1.0;  ///< [m/s²]

    static constexpr std::string_view name = "stefanski";     ///< as a case file spells it
    static constexpr BoundsUse bounds_use = BoundsUse::both;  ///< which friction forces the law is given by
    static constexpr bool is_literal = false;                 ///< whether the sign is that of the acceleration alone
    static constexpr double largest_static_ratio = 2.0;       ///< F_s/F_d beyond which friction could push
    /// The coefficients, in the order of a case file.
    static constexpr auto coefficients() {
        using C = LawCoefficient<Stefanski>;
        return std::array{C{"a1", &Stefanski::a1, "1/s"}, C{"a2", &Stefanski::a2, "m/s²", CoefficientRange::positive}};
    }

    /// What stands beside sgn(v·v̇)·(F_s − F_d), 0 to 1.
    [[nodiscard]] STICKSLIP_KERNEL auto weight(auto speed, auto acceleration) const {
        using std::exp;
        return exp(-a1 * speed / (acceleration + a2));
    }
};

/// The same with sgn(v̇) instead of sgn(v·v̇), as Eq. (1a) is printed. On v < 0 it can have two accelerations at one
/// state; the motion stays on its branch until the branch ends. Needs (F_s − F_d)/m < e·a₂, else a branch can fold.
struct StefanskiLiteral {
    double a1 = 1.0;  ///< [1/s]
    double a2 = 1.0;  ///< [m/s²]

    static constexpr std::string_view name = "stefanski-literal";  ///< as a case file spells it
    static constexpr BoundsUse bounds_use = BoundsUse::both;       ///< which friction forces the law is given by
    static constexpr bool is_literal = true;             ///< whether the sign is that of the acceleration alone
    static constexpr double largest_static_ratio = 2.0;  ///< F_s/F_d beyond which friction could push
    /// The coefficients, in the order of a case file.
    static constexpr auto coefficients() {
        using C = LawCoefficient<StefanskiLiteral>;
        return std::array{C{"a1", &StefanskiLiteral::a1, "1/s"},
                          C{"a2", &StefanskiLiteral::a2, "m/s²", CoefficientRange::positive}};
    }

    /// What stands beside sgn(v·v̇)·(F_s − F_d), 0 to 1.
    [[nodiscard]] STICKSLIP_KERNEL auto weight(auto speed, auto acceleration) const {
        return Stefanski{a1, a2}.weight(speed, acceleration);
    }
};

/// Dahl's presliding friction: r = σ₀·z, ż = v − σ₀·|v|·z/F_c. Never stuck: it yields elastically.
struct Dahl {
    double sigma0 = 1.0;  ///< σ₀ [N/m]

    static constexpr std::string_view name = "dahl";             ///< as a case file spells it
    static constexpr BoundsUse bounds_use = BoundsUse::kinetic;  ///< which friction forces the law is given by
    static constexpr bool splits_at_zero_deflection = false;     ///< whether the rate has a kink at z = 0
    /// The coefficients, in the order of a case file.
    static constexpr auto coefficients() {
        using C = LawCoefficient<Dahl>;
        return std::array{C{"sigma0", &Dahl::sigma0, "N/m", CoefficientRange::positive}};
    }

    /// ż [m/s].
    [[nodiscard]] auto deflection_rate(const FrictionBounds& f, auto velocity, auto speed, auto z, auto) const {
        return velocity - (sigma0 / f.kinetic) * (speed * z);
    }
    /// r [N].
    [[nodiscard]] auto force(auto, auto z, auto) const { return sigma0 * z; }
};

/// LuGre: r = σ₀·z + σ₁·ż + σ₂·v, ż = v − σ₀·|v|·z/g(v), g = F_c + (F_s − F_c)·exp(−(v/v_s)²).
struct LuGre {
    double sigma0 = 1.0;             ///< bristle stiffness [N/m]
    double sigma1 = 0.0;             ///< bristle damping [N·s/m]
    double sigma2 = 0.0;             ///< viscous friction [N·s/m]
    double stribeck_velocity = 1.0;  ///< v_s [m/s]

    static constexpr std::string_view name = "lugre";                    ///< as a case file spells it
    static constexpr BoundsUse bounds_use = BoundsUse::kinetic_or_both;  ///< which friction forces the law is given by
    static constexpr bool splits_at_zero_deflection = false;             ///< whether the rate has a kink at z = 0
    /// The coefficients, in the order of a case file.
    static constexpr auto coefficients() {
        using C = LawCoefficient<LuGre>;
        using enum CoefficientRange;
        return std::array{C{"sigma0", &LuGre::sigma0, "N/m", positive},
                          C{"sigma1", &LuGre::sigma1, "N·s/m", not_negative, 0.0},
                          C{"sigma2", &LuGre::sigma2, "N·s/m", not_negative, 0.0},
                          C{"stribeck_velocity", &LuGre::stribeck_velocity, "m/s", positive}};
    }

    /// ż [m/s].
    [[nodiscard]] auto deflection_rate(const FrictionBounds& f, auto velocity, auto speed, auto z, auto) const {
        using std::exp;
        const double rate = 1.0 / (stribeck_velocity * stribeck_velocity);
        const auto steady = f.kinetic + (f.holding - f.kinetic) * exp(-rate * (speed * speed));
        return velocity - sigma0 * (speed * z) / steady;
    }
    /// r [N].
    [[nodiscard]] auto force(auto velocity, auto z, auto z_rate) const {
        return sigma0 * z + sigma1 * z_rate + sigma2 * velocity;
    }
};

/// Bouc–Wen hysteresis: r = k_z·z, ż = A·v − β·|v|·|z|ⁿ⁻¹·z − γ·v·|z|ⁿ; |r| stays below k_z·(A/(β+γ))^(1/n).
struct BoucWen {
    double k_z = 1.0;    ///< [N/m]
    double A = 1.0;      ///< initial slope
    double beta = 0.5;   ///< β [m⁻ⁿ]
    double gamma = 0.5;  ///< γ [m⁻ⁿ]
    double n = 1.0;      ///< sharpness, an integer from 1 to `largest_power`

    static constexpr std::string_view name = "bouc-wen";      ///< as a case file spells it
    static constexpr BoundsUse bounds_use = BoundsUse::none;  ///< which friction forces the law is given by
    static constexpr bool splits_at_zero_deflection = true;   ///< whether the rate has a kink at z = 0
    /// The coefficients, in the order of a case file.
    static constexpr auto coefficients() {
        using C = LawCoefficient<BoucWen>;
        using enum CoefficientRange;
        return std::array{C{"k_z", &BoucWen::k_z, "N/m", positive}, C{"A", &BoucWen::A, "", positive, 1.0},
                          C{"beta", &BoucWen::beta, "m^-n"}, C{"gamma", &BoucWen::gamma, "m^-n"},
                          C{"n", &BoucWen::n, "", whole, 1.0}};
    }

    /// ż [m/s].
    [[nodiscard]] auto deflection_rate(const FrictionBounds&, auto velocity, auto speed, auto z, auto size) const {
        const int power = static_cast<int>(n);
        return A * velocity - (beta * speed) * (z * whole_power(size, power - 1)) -
               (gamma * velocity) * whole_power(size, power);
    }
    /// r [N].
    [[nodiscard]] auto force(auto, auto z, auto) const { return k_z * z; }

private:
    static double whole_power(double base, int power) { return std::pow(base, power); }
    template <class Series>
    static auto whole_power(Series base, int power) {
        return base.raised_to(power);
    }
};

/// Jenkins element: a spring k_t in series with a Coulomb slider. r = k_t·z with |r| ≤ F_c; ż = v while |r| < F_c, and
/// ż = 0 while the slider slips.
struct Jenkins {
    double k_t = 1.0;  ///< contact stiffness [N/m]

    static constexpr std::string_view name = "jenkins";          ///< as a case file spells it
    static constexpr BoundsUse bounds_use = BoundsUse::kinetic;  ///< which friction forces the law is given by
    /// The coefficients, in the order of a case file.
    static constexpr auto coefficients() {
        using C = LawCoefficient<Jenkins>;
        return std::array{C{"k_t", &Jenkins::k_t, "N/m", CoefficientRange::positive}};
    }
};

/// r = F_k·tanh(v/v_t): friction smeared over a small velocity, for comparison only. It never sticks; it creeps.
struct RegularisedTanh {
    double transition_velocity = 1.0;  ///< v_t [m/s]

    static constexpr std::string_view name = "tanh";             ///< as a case file spells it
    static constexpr BoundsUse bounds_use = BoundsUse::kinetic;  ///< which friction forces the law is given by
    /// The coefficients, in the order of a case file.
    static constexpr auto coefficients() {
        using C = LawCoefficient<RegularisedTanh>;
        return std::array{
            C{"transition_velocity", &RegularisedTanh::transition_velocity, "m/s", CoefficientRange::positive}};
    }

    /// r [N].
    [[nodiscard]] STICKSLIP_KERNEL auto smooth_force(const FrictionBounds& f, auto velocity) const {
        using std::tanh;
        return f.kinetic * tanh((1.0 / transition_velocity) * velocity);
    }
};

/// Every friction law. A new law is a struct above and an entry here. Its kind follows from the function it has:
/// `sliding_force` (a function of the speed), `weight` (implicit in the acceleration), `deflection_rate` (an inner
/// state), `smooth_force` (regularised).
using FrictionLaw = std::variant<Coulomb, StribeckExponential, StribeckGaussian, StribeckRational, PowellWiercigroch,
                                 Stefanski, StefanskiLiteral, Dahl, LuGre, BoucWen, Jenkins, RegularisedTanh>;

/// The name of a law as a case file spells it.
[[nodiscard]] std::string_view name(const FrictionLaw&);

/// All names, in the order of the variant.
[[nodiscard]] std::vector<std::string_view> friction_law_names();

/// A law of this name with default coefficients. @throws std::invalid_argument with the list of laws.
[[nodiscard]] FrictionLaw friction_law_named(std::string_view wanted);

/// The names of the coefficients of a law, as in a case file; without the friction forces.
[[nodiscard]] std::vector<std::string_view> coefficient_names(const FrictionLaw&);

/// Whether any law has a coefficient of this name.
[[nodiscard]] bool is_law_coefficient(std::string_view wanted);

/// The coefficients of all laws, each name once.
[[nodiscard]] std::vector<std::string_view> law_coefficients();

/// Whether the mass can rest exactly under this law.
[[nodiscard]] bool can_stick(const FrictionLaw&);

/// Whether the law has an inner state z (dahl, lugre, bouc-wen, jenkins).
[[nodiscard]] bool has_inner_state(const FrictionLaw&);

/// @throws std::invalid_argument naming the coefficient, its value and its bound; `mass` [kg].
void validate(const FrictionLaw&, const FrictionBounds&, double mass);

}  // namespace stickslip
