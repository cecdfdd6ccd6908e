#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "stickslip/structure/steady_state.hpp"

namespace stickslip::structure {

/// A number that is told of every steady state of a structure.
struct Observable {
    std::string name;         ///< as it was asked for: "amplitude[roof]", "contact.brace-1.slip", "multiplier"
    std::string unit;         ///< "1" for shares, counts and multipliers
    std::string description;  ///< the words for people: "amplitude of roof"
    std::string quantity;     ///< what is told of each degree of freedom or contact: "amplitude"
    std::string of;           ///< which of them, in words; empty for the whole structure
    std::function<double(const StructureSteadyState&)> value;  ///< NaN where there is no steady state
    bool is_bounded = false;          ///< a share, a count or a multiplier: it does not grow with the motion
    bool depends_on_offsets = false;  ///< locked offsets, which the start decides, change it
    bool is_count = false;            ///< always a whole number
};

/// The observable of this name. Of a degree of freedom by number from 1 or by name, amplitude[2], velocity[roof]; of
/// the difference of two, exact over the cycle, amplitude[2-1] (0 is the ground); of a contact,
/// contact.NAME.stuck_fraction or contact[1].stuck_fraction; of the whole structure, multiplier.
/// @throws std::invalid_argument with the list of names.
[[nodiscard]] Observable observable(const Structure&, std::string_view name);

/// Those that a sweep reports where nobody chooses: the amplitudes of at most eight degrees of freedom, and what share
/// of the time each contact sticks.
[[nodiscard]] std::vector<Observable> usual_observables(const Structure&);

/// The names that there are, DOF and NAME in the place of a degree of freedom and of a contact.
[[nodiscard]] std::vector<std::string> observable_names();

}  // namespace stickslip::structure
