#pragma once

#include <memory>
#include <string>

#include "maps/map_device.hpp"

namespace CLI {
class App;
}

namespace stickslip::cli {

/// `--backend cpu|cuda`: where maps are computed.
struct BackendOption {
    std::string name = "cpu";

    void add_to(CLI::App&);

    /// Null for the processor. @throws NoDevice in a sentence that says how to go on.
    [[nodiscard]] std::shared_ptr<MapDevice> open() const;
};

}  // namespace stickslip::cli
