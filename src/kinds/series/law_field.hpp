#pragma once

// Which field goes with which law: its kind follows from the function it has.

#include <type_traits>

#include "acceleration_law_field.hpp"
#include "bristle_law_field.hpp"
#include "jenkins_field.hpp"
#include "smooth_law_field.hpp"
#include "velocity_law_field.hpp"

namespace stickslip {

template <class Law>
concept VelocityLaw = requires(const Law& law) {
    law.sliding_force(FrictionBounds{}, 0.0);
};
template <class Law>
concept AccelerationLaw = requires(const Law& law) {
    law.weight(0.0, 0.0);
};
template <class Law>
concept BristleLaw = requires(const Law& law) {
    law.deflection_rate(FrictionBounds{}, 0.0, 0.0, 0.0, 0.0);
};

template <class Law, class S, class Forcing>
auto field_type() {
    if constexpr (VelocityLaw<Law>) {
        return std::type_identity<VelocityLawField<Law, S, Forcing>>{};
    } else if constexpr (AccelerationLaw<Law>) {
        return std::type_identity<AccelerationLawField<Law, S, Forcing>>{};
    } else if constexpr (BristleLaw<Law>) {
        return std::type_identity<BristleLawField<Law, S, Forcing>>{};
    } else if constexpr (std::is_same_v<Law, Jenkins>) {
        return std::type_identity<JenkinsField<S, Forcing>>{};
    } else {
        return std::type_identity<SmoothLawField<Law, S, Forcing>>{};
    }
}

template <class Law, class S, class Forcing>
using FieldOf = typename decltype(field_type<Law, S, Forcing>())::type;

}  // namespace stickslip
