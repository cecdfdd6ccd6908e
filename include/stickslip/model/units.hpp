#pragma once

#include <string>
#include <string_view>

namespace stickslip {

struct Case;

/// What the numbers of a problem are measured in.
enum class UnitSystem {
    si,
    load,            ///< m = k = p₀ = 1: lengths in p₀/k, times in 1/ωₙ
    friction_bound,  ///< m = k = r_y = 1: lengths in r_y/k, times in 1/ωₙ
};

/// Those in which the numbers of this case are.
[[nodiscard]] UnitSystem unit_system(const Case&);

/// The unit of a quantity whose SI unit is given: "m" becomes "p₀/k". Units without a counterpart stay ("rad", "1").
[[nodiscard]] std::string_view unit_in(UnitSystem, std::string_view si_unit);

/// "amplitude [m]", for an axis or the head of a column; plain numbers (unit "1") have no bracket.
[[nodiscard]] std::string with_unit(std::string_view label, std::string_view unit);

}  // namespace stickslip
