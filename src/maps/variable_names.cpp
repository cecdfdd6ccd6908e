#include "variable_names.hpp"

#include <algorithm>
#include <string_view>

namespace stickslip {

std::string variable_name(const std::string& name) {
    // Of what ASCII has besides letters and digits, these may stand in a name of NetCDF and mean nothing to a shell or
    // to CDL.
    constexpr std::string_view kept = "_-+";
    std::string text;
    for (const char c : name) {
        if (c == ']') continue;
        const auto code = static_cast<unsigned char>(c);
        const bool is_plain = code >= 0x80U || (code >= '0' && code <= '9') || (code >= 'A' && code <= 'Z') ||
                              (code >= 'a' && code <= 'z') || kept.find(c) != std::string_view::npos;
        text += is_plain ? c : '_';
    }
    return text;
}

std::vector<std::string> variable_names(const std::vector<MapQuantity>& quantities, const std::string& x_key,
                                        const std::string& y_key) {
    std::vector<std::string> taken{variable_name(x_key), variable_name(y_key)};
    for (const MapQuantity& q : quantities) {
        const std::string plain = variable_name(q.name);
        std::string name = plain;
        for (int number = 2; std::ranges::find(taken, name) != taken.end(); ++number) {
            name = plain + "_" + std::to_string(number);
        }
        taken.push_back(name);
    }
    return {taken.begin() + 2, taken.end()};
}

}  // namespace stickslip
