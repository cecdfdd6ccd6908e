#pragma once

// What can be asked for and still not be computed: units whose products and quotients leave the range of a double. They
// are refused in a sentence before any work.

#include <initializer_list>
#include <string_view>

#include "stickslip/model/load.hpp"
#include "stickslip/model/oscillator.hpp"

namespace stickslip {

/// A quantity that the answers are made of; 0 is always allowed.
struct Magnitude {
    std::string_view name;
    std::string_view unit;
    long double value;  ///< its range is that of all products and quotients of doubles
};

/// Answers lie between 10⁻ⁿ and 10ⁿ.
enum class Decades : int {
    closed_form = 290,  ///< computed in units of its own
    series = 60,        ///< computed as it is given: powers of it occur on the way
};

/// @throws std::invalid_argument naming the quantity, its value and the range.
void require_range(std::initializer_list<Magnitude>, Decades);

/// The same for all that an oscillator and its load make of each other: F/k, F/m, F²/k, F/√(km), k/m.
void require_computable(const Oscillator&, const Load&, const State& start);

}  // namespace stickslip
