#include "stickslip/motion/law_motion.hpp"

#include <stdexcept>
#include <string>

#include "law_field.hpp"
#include "model/bounds.hpp"
#include "pressed_coulomb_field.hpp"
#include "series_motion.hpp"

namespace stickslip {

namespace {

template <class S>
std::unique_ptr<LawMotion> make_with(const Oscillator& o, const Load& load, const SeriesOptions& options) {
    if (o.has_varying_normal()) {
        return std::make_unique<SeriesMotion<PressedCoulombField<S, GeneralLoadSeries>>>(*o.normal, o, load, options);
    }
    return std::visit(
        [&]<class Law>(const Law& law) -> std::unique_ptr<LawMotion> {
            return std::make_unique<SeriesMotion<FieldOf<Law, S, GeneralLoadSeries>>>(law, o, load, options);
        },
        o.law);
}

}  // namespace

std::unique_ptr<LawMotion> make_law_motion(const Oscillator& o, const Load& load, Variation variation,
                                           const SeriesOptions& options) {
    validate(o);
    validate(load);
    if (!(options.tolerance > 0.0 && options.tolerance < 1.0)) {
        throw std::invalid_argument("tolerance = " + shortest(options.tolerance) + " must be in (0, 1)");
    }
    return variation == Variation::none ? make_with<double>(o, load, options) : make_with<Dual>(o, load, options);
}

double sliding_acceleration(const Oscillator& o, const Load& load, double time, const State& state) {
    const std::unique_ptr<LawMotion> motion = make_law_motion(o, load);
    motion->start({time, 0.0}, {state.position, state.velocity - o.belt_velocity, 0.0, {}});
    return motion->rates()[1];
}

}  // namespace stickslip
