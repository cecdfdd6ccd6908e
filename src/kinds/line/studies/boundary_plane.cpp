#include "boundary_plane.hpp"

#include <stdexcept>

namespace stickslip {

namespace {

/// The ratios of a case; boundaries exist for one harmonic and equal static and sliding friction.
Ratios required_ratios(const Case& problem) {
    const std::optional<Ratios> ratios = problem.ratios();
    if (!ratios) throw std::invalid_argument("boundaries need a spring and one harmonic load");
    if (ratios->static_friction.value_or(ratios->friction) > ratios->friction) {
        throw std::invalid_argument(
            "boundaries need equal static and sliding friction: with more static friction several motions can coexist, "
            "and "
            "the regime depends on the start as well; a map or a sweep shows what one start leads to");
    }
    return *ratios;
}

}  // namespace

std::function<Ratios(double, double)> boundary_plane(const CaseDocument& document, const std::string& x,
                                                     const std::string& y) {
    // Without sliding friction any static friction shows.
    const auto probe = [](const std::string& key) { return key == "friction_ratio" ? 0.0 : 0.5; };
    const Ratios fixed = required_ratios(document.with_value(x, probe(x)).with_value(y, probe(y)).read());
    const auto member_of = [](const std::string& key) -> double Ratios::* {
        if (key == "friction_ratio") return &Ratios::friction;
        if (key == "frequency_ratio") return &Ratios::frequency;
        if (key == "damping_ratio") return &Ratios::damping;
        return nullptr;
    };
    double Ratios::*const first = member_of(x);
    double Ratios::*const second = member_of(y);
    if (first != nullptr && second != nullptr) {
        return [=](double a, double b) {
            Ratios r = fixed;
            r.static_friction.reset();
            r.*first = a;
            r.*second = b;
            return r;
        };
    }
    return [=](double a, double b) { return required_ratios(document.with_value(x, a).with_value(y, b).read()); };
}

}  // namespace stickslip
