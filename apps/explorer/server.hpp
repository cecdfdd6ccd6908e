#pragma once

#include <functional>
#include <memory>
#include <string>

#include "maps/map_device.hpp"
#include "page.hpp"

namespace stickslip::explorer {

struct ServerOptions {
    std::string address = "127.0.0.1";
    unsigned short port = 0;                                   ///< 0: any free one
    bool may_move = false;                                     ///< take any free port if this one is in use
    std::size_t threads = 1;                                   ///< for long work
    std::shared_ptr<MapDevice> device;                         ///< for maps; null means the processor
    std::function<void(const std::string& address)> on_start;  ///< told "http://…/" once it can be reached
};

/// Serves the page and its questions until SIGINT or SIGTERM. One thread does all input and output and never computes;
/// two pools compute. @throws std::invalid_argument if the address or port cannot be had.
void serve(const Page&, const ServerOptions&);

}  // namespace stickslip::explorer
