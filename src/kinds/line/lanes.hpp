#pragma once

// Many cells at once: the scalar type of the kernel for the vectors of one instruction set. Files that include this are
// compiled once per instruction set, each with STICKSLIP_LANES naming a namespace of its own, so that no two versions
// of a function share a name. The instruction set follows from the compiler's flags; docs/theory/maps.md.

#define HWY_COMPILE_ONLY_STATIC
#include <hwy/highway.h>
// Needs highway.h before it.
#include <hwy/contrib/math/math-inl.h>

#include "kernel/trigonometry.hpp"

namespace stickslip {

namespace STICKSLIP_LANES {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::ScalableTag<double>;
inline constexpr Tag tag;

struct LaneMask {
    hn::Mask<Tag> bits;

    HWY_INLINE LaneMask() : LaneMask(false) {}
    HWY_INLINE explicit LaneMask(bool everywhere)
        : bits(hn::RebindMask(tag, hn::Eq(hn::Set(tag, everywhere ? 0.0 : 1.0), hn::Zero(tag)))) {}
    HWY_INLINE explicit LaneMask(hn::Mask<Tag> b) : bits(b) {}

    friend HWY_INLINE LaneMask operator&(LaneMask a, LaneMask b) { return LaneMask(hn::And(a.bits, b.bits)); }
    friend HWY_INLINE LaneMask operator|(LaneMask a, LaneMask b) { return LaneMask(hn::Or(a.bits, b.bits)); }
    friend HWY_INLINE LaneMask operator!(LaneMask a) { return LaneMask(hn::Not(a.bits)); }
    friend HWY_INLINE bool any(LaneMask a) { return !hn::AllFalse(tag, a.bits); }
    friend HWY_INLINE bool all(LaneMask a) { return hn::AllTrue(tag, a.bits); }
};

struct Lanes {
    hn::Vec<Tag> v;

    HWY_INLINE Lanes() : v(hn::Zero(tag)) {}
    HWY_INLINE Lanes(double everywhere) : v(hn::Set(tag, everywhere)) {}
    HWY_INLINE Lanes(int everywhere) : Lanes(static_cast<double>(everywhere)) {}
    HWY_INLINE explicit Lanes(hn::Vec<Tag> value) : v(value) {}

    friend HWY_INLINE Lanes operator+(Lanes a, Lanes b) { return Lanes(a.v + b.v); }
    friend HWY_INLINE Lanes operator-(Lanes a, Lanes b) { return Lanes(a.v - b.v); }
    friend HWY_INLINE Lanes operator*(Lanes a, Lanes b) { return Lanes(a.v * b.v); }
    friend HWY_INLINE Lanes operator/(Lanes a, Lanes b) { return Lanes(a.v / b.v); }
    friend HWY_INLINE Lanes operator-(Lanes a) { return Lanes(hn::Neg(a.v)); }

    friend HWY_INLINE LaneMask operator<(Lanes a, Lanes b) { return LaneMask(hn::Lt(a.v, b.v)); }
    friend HWY_INLINE LaneMask operator>(Lanes a, Lanes b) { return LaneMask(hn::Gt(a.v, b.v)); }
    friend HWY_INLINE LaneMask operator<=(Lanes a, Lanes b) { return LaneMask(hn::Le(a.v, b.v)); }
    friend HWY_INLINE LaneMask operator>=(Lanes a, Lanes b) { return LaneMask(hn::Ge(a.v, b.v)); }
    friend HWY_INLINE LaneMask operator==(Lanes a, Lanes b) { return LaneMask(hn::Eq(a.v, b.v)); }

    friend HWY_INLINE Lanes select(LaneMask m, Lanes yes, Lanes no) {
        return Lanes(hn::IfThenElse(m.bits, yes.v, no.v));
    }
    friend HWY_INLINE Lanes absolute(Lanes a) { return Lanes(hn::Abs(a.v)); }
    friend HWY_INLINE Lanes square_root(Lanes a) { return Lanes(hn::Sqrt(a.v)); }
    friend HWY_INLINE Lanes larger(Lanes a, Lanes b) { return select(a > b, a, b); }
    friend HWY_INLINE Lanes smaller(Lanes a, Lanes b) { return select(a < b, a, b); }
    /// a·b + c, rounded once; slow where the processor cannot.
    friend HWY_INLINE Lanes fused(Lanes a, Lanes b, Lanes c) {
#if HWY_NATIVE_FMA
        return mul_add(a, b, c);
#else
        HWY_ALIGN double factors[hn::MaxLanes(tag)];
        HWY_ALIGN double others[hn::MaxLanes(tag)];
        HWY_ALIGN double terms[hn::MaxLanes(tag)];
        hn::Store(a.v, tag, factors);
        hn::Store(b.v, tag, others);
        hn::Store(c.v, tag, terms);
        for (std::size_t i = 0; i < hn::Lanes(tag); ++i) terms[i] = std::fma(factors[i], others[i], terms[i]);
        return Lanes(hn::Load(tag, terms));
#endif
    }
    /// a·b + c, rounded once or twice.
    friend HWY_INLINE Lanes mul_add(Lanes a, Lanes b, Lanes c) { return Lanes(hn::MulAdd(a.v, b.v, c.v)); }
    friend HWY_INLINE Lanes round_to_integer(Lanes a) { return Lanes(hn::Round(a.v)); }
    friend HWY_INLINE Lanes round_down(Lanes a) { return Lanes(hn::Floor(a.v)); }
    friend HWY_INLINE LaneMask is_negligible(Lanes term, Lanes sum) {
        return absolute(term) <= Lanes(0.01 * epsilon_of<double>) * absolute(sum);
    }
    friend HWY_INLINE LaneMask is_even(Lanes count) {
        const Lanes half = Lanes(0.5) * count;
        return round_down(half) == half;
    }
    friend HWY_INLINE Lanes arc_sine(Lanes a) { return Lanes(hn::CallAsin(tag, a.v)); }
    friend HWY_INLINE Lanes exp_minus_one(Lanes a) { return Lanes(hn::CallExpm1(tag, a.v)); }

    /// atan2 from atan of a quotient of at most 1.
    friend HWY_NOINLINE Lanes arc_tangent(Lanes y, Lanes x) {
        const LaneMask is_steep = absolute(y) > absolute(x);
        const Lanes top = select(is_steep, absolute(x), absolute(y));
        const Lanes bottom = select(is_steep, absolute(y), absolute(x));
        const Lanes quotient = select(bottom > Lanes(0.0), top / bottom, Lanes(0.0));
        Lanes angle(hn::CallAtan(tag, quotient.v));
        angle = select(is_steep, Lanes(0.5 * pi_of<double>) - angle, angle);
        angle = select(x < Lanes(0.0), Lanes(pi_of<double>) - angle, angle);
        return Lanes(hn::CopySign(angle.v, y.v));
    }
};

inline constexpr std::size_t lane_count = hn::MaxLanes(tag);

/// A choice of an enumeration by lane.
template <class Enum>
struct LaneChoice {
    Lanes code;

    HWY_INLINE explicit LaneChoice(Enum everywhere) : code(static_cast<int>(everywhere)) {}
    HWY_INLINE explicit LaneChoice(Lanes c) : code(c) {}

    friend HWY_INLINE LaneChoice select(LaneMask m, LaneChoice yes, LaneChoice no) {
        return LaneChoice(select(m, yes.code, no.code));
    }
    friend HWY_INLINE LaneMask operator==(LaneChoice a, LaneChoice b) { return a.code == b.code; }
};

}  // namespace STICKSLIP_LANES

template <>
struct ScalarTypes<STICKSLIP_LANES::Lanes> {
    using Real = double;
    using Mask = STICKSLIP_LANES::LaneMask;
    using Count = STICKSLIP_LANES::Lanes;
    template <class Enum>
    using Choice = STICKSLIP_LANES::LaneChoice<Enum>;
};

namespace STICKSLIP_LANES {

HWY_INLINE SinCos<Lanes> sin_cos(Lanes angle) { return reduced_sin_cos(angle); }
HWY_INLINE Lanes turn_remainder(Lanes angle) { return reduced_turn(angle); }

}  // namespace STICKSLIP_LANES

}  // namespace stickslip
