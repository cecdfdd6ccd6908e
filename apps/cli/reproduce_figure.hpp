#pragma once

#include <string>

#include "validation/figure.hpp"

namespace stickslip::cli {

/// A drawn figure.
struct Picture {
    std::string type;  ///< image/svg+xml, or image/png where it is dense
    std::string bytes;
    int width = 0;  ///< on the page [CSS pixels]
    int height = 0;
};

/// Draws with gnuplot. @throws std::runtime_error
[[nodiscard]] Picture draw(const validation::Figure&);

}  // namespace stickslip::cli
