#include "stickslip/maps/map_request.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <span>
#include <string_view>

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
    {"normal_ratio", "1", "normal ratio N₁/N₀"},
    {"normal_phase", "rad", "phase of the normal force"},
    {"ratios.friction", "1", "friction ratio r_y/p₀"},
    {"ratios.static", "1", "static friction ratio r_s/p₀"},
    {"ratios.frequency", "1", "frequency ratio ω_d/ωₙ"},
    {"ratios.damping", "1", "damping ratio c/(2√(mk))"},
    {"ratios.normal_ratio", "1", "normal ratio N₁/N₀"},
    {"ratios.normal_phase", "rad", "phase of the normal force"},
    {"ratios.normal_frequency", "1", "frequency ratio of the normal force"},
    {"ratios.offset", "1", "constant load over p₀"},
    {"ratios.force", "1", "force ratio p₀/r_y"},
    {"ratios.stiffness", "1", "stiffness ratio k/k_d"},
    {"ratios.axis_ratio", "1", "axis ratio p₂/p₁"},
    {"ratios.phase", "rad", "phase of the second axis"},
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
    {"friction.normal_amplitude", "N", "amplitude of the normal force"},
    {"friction.normal_ratio", "1", "normal ratio N₁/N₀"},
    {"friction.normal_frequency", "rad s-1", "frequency of the normal force"},
    {"friction.normal_phase", "rad", "phase of the normal force"},
    {"friction.belt_velocity", "m s-1", "velocity of the belt"},
    {"friction.decay", "s m-1", "decay of static friction"},
    {"friction.viscous", "N s m-1", "viscous friction"},
    {"friction.stribeck_velocity", "m s-1", "Stribeck velocity v_s"},
    {"friction.delta", "s m-1", "decay of friction δ"},
    {"friction.a", "s m-1", "decay of static friction a"},
    {"friction.a1", "s-1", "coefficient a₁ of the friction law"},
    {"friction.a2", "m s-2", "coefficient a₂ of the friction law"},
    {"friction.sigma0", "N m-1", "stiffness of the bristles σ₀"},
    {"friction.sigma1", "N s m-1", "damping of the bristles σ₁"},
    {"friction.sigma2", "N s m-1", "viscous friction σ₂"},
    {"friction.k_z", "N m-1", "stiffness k_z"},
    {"friction.A", "1", "slope A of the friction loop"},
    {"friction.beta", "", "coefficient β of the friction loop"},
    {"friction.gamma", "", "coefficient γ of the friction loop"},
    {"friction.n", "1", "sharpness n of the friction loop"},
    {"friction.k_t", "N m-1", "tangential stiffness k_t"},
    {"friction.transition_velocity", "m s-1", "transition velocity v_t"},
    {"load.force", "N", "constant load"},
    {"load.amplitude", "N", "load amplitude"},
    {"load.frequency", "rad s-1", "load frequency"},
    {"load.frequency_hz", "Hz", "load frequency"},
    {"load.phase", "rad", "phase of the load"},
    {"load.offset", "N", "constant part of the load"},
    {"load.scale", "1", "scale of the record"},
    {"load.displacement", "m", "amplitude of the base displacement"},
    {"load.acceleration", "m s-2", "amplitude of the base acceleration"},
    {"structure.modal_damping", "1", "damping ratio of all modes"},
    {"structure.rayleigh[1]", "s-1", "Rayleigh factor α of the masses"},
    {"structure.rayleigh[2]", "s", "Rayleigh factor β of the stiffnesses"},
    {"start.position", "m", "initial position"},
    {"start.velocity", "m s-1", "initial velocity"},
    {"start.friction_force", "N", "initial friction force"},
};

/// Keys of what a structure has several of; the words go on with which one is meant.
constexpr KnownKey listed_keys[] = {
    {"contact.bound", "N", "friction bound"},
    {"contact.static_bound", "N", "static friction bound"},
    {"contact.mu", "1", "coefficient of friction"},
    {"contact.mu_static", "1", "coefficient of static friction"},
    {"contact.normal", "N", "normal force"},
    {"contact.stiffness", "N m-1", "stiffness"},
    {"contact.surface_velocity", "m s-1", "surface velocity"},
    {"contact.normal_amplitude", "N", "amplitude of the normal force"},
    {"contact.normal_ratio", "1", "relative amplitude of the normal force"},
    {"contact.normal_frequency", "rad s-1", "frequency of the normal force"},
    {"contact.normal_phase", "rad", "phase of the normal force"},
    {"contact.normal_stiffness", "N m-1", "normal stiffness"},
    {"contact.preload", "N", "preload"},
    {"contact.gap", "m", "gap"},
    {"structure.masses", "kg", "mass"},
    {"structure.springs", "N m-1", "stiffness of spring"},
    {"structure.dampers", "N s m-1", "damping of damper"},
    {"start.contact_deflection", "m", "initial stretch of contact"},
};

bool is_number(std::string_view text) { return text.find_first_not_of("0123456789") == std::string_view::npos; }

const KnownKey* look_up(std::span<const KnownKey> table, const std::string& key) {
    const auto found = std::ranges::find_if(table, [&](const KnownKey& k) { return key == k.key; });
    return found == table.end() ? nullptr : &*found;
}

/// ", second" of load.phase[1]: arrays of a load count from 0.
std::string place_in_load(const std::string& element) {
    constexpr std::string_view ordinals[] = {"first", "second", "third", "fourth", "fifth"};
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(element.data(), element.data() + element.size(), number);
    if (error != std::errc{} || number >= std::size(ordinals)) return " [" + element + "]";
    return ", " + std::string(ordinals[number]);
}

/// "structure.springs[3]", "load.amplitude[0]", "load[2].phase[1]", "start.position[roof]".
std::optional<KeyMeaning> meaning_of_element(const std::string& key) {
    const std::size_t open = key.rfind('[');
    if (open == std::string::npos) return std::nullopt;
    const std::string array = key.substr(0, open);
    const std::string element = key.substr(open + 1, key.size() - open - 2);
    if (const KnownKey* const found = look_up(listed_keys, array)) {
        return KeyMeaning{found->unit, found->description + (" " + element)};
    }
    const KeyMeaning whole = key_meaning(array);
    if (whole.description == array) return std::nullopt;
    const std::string place = key.starts_with("load") ? place_in_load(element) : " [" + element + "]";
    return KeyMeaning{whole.unit, whole.description + place};
}

/// "contact.NAME.bound", "load[2].amplitude", and elements of arrays.
std::optional<KeyMeaning> meaning_in_list(const std::string& key) {
    if (key.ends_with(']')) return meaning_of_element(key);
    const std::size_t begin = key.find_first_of(".[");
    const std::size_t end = key.rfind('.');
    if (begin == std::string::npos || end == std::string::npos || end <= begin) return std::nullopt;
    const std::string table = key.substr(0, begin);
    const std::string plain = table + key.substr(end);
    const KnownKey* const found = table == "load" ? look_up(known_keys, plain) : look_up(listed_keys, plain);
    if (found == nullptr) return std::nullopt;
    std::string which = key.substr(begin + 1, end - begin - 1);
    if (key[begin] == '[' && which.ends_with(']')) which.pop_back();
    return KeyMeaning{found->unit, found->description + (" of " + (is_number(which) ? table + " " : "") + which)};
}

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
    if (const KnownKey* const found = look_up(known_keys, key)) return {found->unit, found->description};
    return meaning_in_list(key).value_or(KeyMeaning{"", key});
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
