#pragma once

#include <optional>
#include <string>

#include "backend_option.hpp"

namespace stickslip::cli {

struct ExploreRequest {
    std::optional<int> port;
    std::string address = "127.0.0.1";
    std::string page;
    BackendOption backend;
};

/// Serves the page until Ctrl-C.
int explore(const ExploreRequest&);

}  // namespace stickslip::cli
