#include "stickslip/maps/map_request.hpp"

#include "map_device.hpp"
#include "stickslip/version.hpp"

namespace stickslip {

namespace {

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ",") + name;
    return text;
}

}  // namespace

std::vector<RequestLine> describe(const MapRequest& request) {
    return {{"version", std::string(version())},
            {"case", request.document.text()},
            {"x", request.x.text()},
            {"y", request.y.text()},
            {"observables", joined(request.observables)},
            {"adaptive", request.is_adaptive ? "on" : "off"},
            {"vectors", std::string(name(request.lanes))},
            {"periods", std::to_string(request.most_periods)},
            {"backend", request.device ? request.device->backend() : "cpu"}};
}

}  // namespace stickslip
