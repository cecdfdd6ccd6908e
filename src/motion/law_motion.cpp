#include "stickslip/motion/law_motion.hpp"

#include <stdexcept>
#include <string>

#include "acceleration_law_field.hpp"
#include "bristle_law_field.hpp"
#include "jenkins_field.hpp"
#include "series_motion.hpp"
#include "smooth_law_field.hpp"
#include "velocity_law_field.hpp"

namespace stickslip {

namespace {

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

template <class Law, class S>
auto field_type() {
    if constexpr (VelocityLaw<Law>) {
        return std::type_identity<VelocityLawField<Law, S>>{};
    } else if constexpr (AccelerationLaw<Law>) {
        return std::type_identity<AccelerationLawField<Law, S>>{};
    } else if constexpr (BristleLaw<Law>) {
        return std::type_identity<BristleLawField<Law, S>>{};
    } else if constexpr (std::is_same_v<Law, Jenkins>) {
        return std::type_identity<JenkinsField<S>>{};
    } else {
        return std::type_identity<SmoothLawField<Law, S>>{};
    }
}

template <class S>
std::unique_ptr<LawMotion> make_with(const Oscillator& o, const Load& load, const SeriesOptions& options) {
    return std::visit(
        [&]<class Law>(const Law& law) -> std::unique_ptr<LawMotion> {
            using Field = typename decltype(field_type<Law, S>())::type;
            return std::make_unique<SeriesMotion<Field>>(law, o, load, options);
        },
        o.law);
}

}  // namespace

std::unique_ptr<LawMotion> make_law_motion(const Oscillator& o, const Load& load, Variation variation,
                                           const SeriesOptions& options) {
    validate(o);
    validate(load);
    if (!(options.tolerance > 0.0 && options.tolerance < 1.0)) {
        throw std::invalid_argument("tolerance = " + std::to_string(options.tolerance) + " must be in (0, 1)");
    }
    return variation == Variation::none ? make_with<double>(o, load, options) : make_with<Dual>(o, load, options);
}

double sliding_acceleration(const Oscillator& o, const Load& load, double time, const State& state) {
    const std::unique_ptr<LawMotion> motion = make_law_motion(o, load);
    motion->start({time, 0.0}, {state.position, state.velocity - o.belt_velocity, 0.0, {}});
    return motion->rates()[1];
}

}  // namespace stickslip
