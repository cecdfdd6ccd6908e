#pragma once

#include <span>
#include <vector>

#include "stickslip/studies/backbone.hpp"

namespace stickslip {

/// One quantity of a motion that was followed, as its turns are looked for.
class FreeMotion {
public:
    FreeMotion() = default;
    FreeMotion(const FreeMotion&) = delete;
    FreeMotion& operator=(const FreeMotion&) = delete;
    virtual ~FreeMotion() = default;

    /// Rising, both ends included: all times at which the quantity can come to rest, and so many between them that it
    /// turns at most once between two.
    [[nodiscard]] virtual const std::vector<double>& times() const = 0;

    struct At {
        double value = 0.0;
        double velocity = 0.0;
    };
    /// At times in any order; fastest where they rise.
    [[nodiscard]] virtual std::vector<At> at(std::span<const double> times) const = 0;

    /// Kinetic and elastic, above the least that the constant loads allow [J]; NaN where there is no least.
    [[nodiscard]] virtual double energy(double time) const = 0;
};

/// All turns: the first one is the start, where the motion starts from rest, and the last one the end of the last
/// swing, where it comes to rest. A velocity below 10⁻¹² of the largest one counts as rest.
[[nodiscard]] std::vector<Turn> turns_of(const FreeMotion&);

}  // namespace stickslip
