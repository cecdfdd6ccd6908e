#include "stickslip/maps/map_request.hpp"

#include <algorithm>
#include <cmath>

#include "model/bounds.hpp"
#include "stickslip/model/field_error.hpp"

namespace stickslip {

namespace {

struct KnownKey {
    const char* key;
    const char* unit;
    const char* description;
};
constexpr KnownKey known_keys[] = {
    {"friction_ratio", "1", "friction ratio r_y/p₀"},
    {"static_ratio", "1", "static friction ratio r_s/p₀"},
    {"frequency_ratio", "1", "frequency ratio ω_d/ωₙ"},
    {"damping_ratio", "1", "damping ratio c/(2√(mk))"},
    {"ratios.friction", "1", "friction ratio r_y/p₀"},
    {"ratios.static", "1", "static friction ratio r_s/p₀"},
    {"ratios.frequency", "1", "frequency ratio ω_d/ωₙ"},
    {"ratios.damping", "1", "damping ratio c/(2√(mk))"},
    {"ratios.offset", "1", "constant load over p₀"},
    {"oscillator.mass", "kg", "mass"},
    {"oscillator.stiffness", "N m-1", "stiffness"},
    {"oscillator.damping", "N s m-1", "damping"},
    {"oscillator.equilibrium", "m", "equilibrium position of the spring"},
    {"oscillator.support_stiffness", "N m-1", "stiffness of the support"},
    {"spring.linear", "N m-1", "linear stiffness"},
    {"spring.cubic", "N m-3", "cubic stiffness"},
    {"friction.bound", "N", "friction bound"},
    {"friction.static_bound", "N", "static friction bound"},
    {"friction.mu", "1", "coefficient of friction"},
    {"friction.mu_static", "1", "coefficient of static friction"},
    {"friction.mu_kinetic", "1", "coefficient of sliding friction"},
    {"friction.normal", "N", "normal force"},
    {"friction.belt_velocity", "m s-1", "velocity of the belt"},
    {"load.force", "N", "constant load"},
    {"load.amplitude", "N", "load amplitude"},
    {"load.amplitude[0]", "N", "load amplitude, first"},
    {"load.amplitude[1]", "N", "load amplitude, second"},
    {"load.frequency", "rad s-1", "load frequency"},
    {"load.frequency_hz", "Hz", "load frequency"},
    {"load.phase", "rad", "phase of the load"},
    {"load.offset", "N", "constant part of the load"},
    {"load.displacement", "m", "amplitude of the base displacement"},
    {"load.acceleration", "m s-2", "amplitude of the base acceleration"},
    {"start.position", "m", "initial position"},
    {"start.velocity", "m s-1", "initial velocity"},
};

}  // namespace

double MapAxis::value_at(double cells) const {
    const double part = cells / static_cast<double>(count);
    return is_logarithmic ? from * std::pow(to / from, part) : from + part * (to - from);
}

std::string MapAxis::text() const {
    return key + "=" + shortest(from) + ":" + shortest(to) + ":" + std::to_string(count) +
           (is_logarithmic ? ":log" : "");
}

void validate(const MapAxis& axis, const std::string& name) {
    const auto refuse = [&](const std::string& why) { throw FieldError(name, " " + axis.text() + ": " + why); };
    constexpr std::size_t most_cells = 1'000'000;
    if (axis.key.empty()) refuse("has no key");
    if (!std::isfinite(axis.from) || !std::isfinite(axis.to)) refuse("the range must be finite");
    if (!(axis.from < axis.to)) refuse("the range is empty; it must rise, from below to");
    if (axis.count < 1 || axis.count > most_cells) refuse("the number of cells must be from 1 to 1000000");
    if (axis.is_logarithmic && !(axis.from > 0.0)) refuse("a logarithmic axis must start above 0");
}

KeyMeaning key_meaning(const std::string& key) {
    const auto* const found =
        std::find_if(std::begin(known_keys), std::end(known_keys), [&](const KnownKey& k) { return key == k.key; });
    if (found == std::end(known_keys)) return {"", key};
    return {found->unit, found->description};
}

std::string readable_unit(const std::string& udunits) {
    std::string above;
    std::string below;
    for (std::size_t begin = 0; begin < udunits.size();) {
        const std::size_t end = std::min(udunits.find(' ', begin), udunits.size());
        const std::string factor = udunits.substr(begin, end - begin);
        const std::size_t minus = factor.find('-');
        const std::string power = minus == std::string::npos ? "" : factor.substr(minus + 1);
        std::string& side = minus == std::string::npos ? above : below;
        side += (side.empty() ? "" : "·") + factor.substr(0, minus) + (power == "2" ? "²" : (power == "3" ? "³" : ""));
        begin = end + 1;
    }
    return (above.empty() ? "1" : above) + (below.empty() ? "" : "/" + below);
}

}  // namespace stickslip
