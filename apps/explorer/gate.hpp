#pragma once

#include <optional>
#include <string>

#include "exchange.hpp"

namespace stickslip::explorer {

/// Under which names the server may be addressed. Other names in Host mean that a foreign page has pointed its own name
/// at this machine (DNS rebinding).
struct Gate {
    std::string address = "127.0.0.1";  ///< that the server listens on
    unsigned short port = 0;
};

/// What is wrong with the headers of a request, before anything else of it is looked at; nullopt if nothing is.
[[nodiscard]] std::optional<Response> refusal(const Gate&, const Request&);

}  // namespace stickslip::explorer
