#pragma once

#include "json_text.hpp"

namespace stickslip::cli {

/// Where the energy of a motion went; the friction may be a number or one for each contact.
template <class Energy>
[[nodiscard]] Json energy_json(const Energy& e) {
    return {{"input", e.input},
            {"friction", e.friction},
            {"damping", e.damping},
            {"stored", e.stored},
            {"imbalance", e.imbalance}};
}

}  // namespace stickslip::cli
