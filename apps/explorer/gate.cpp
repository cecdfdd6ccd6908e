#include "gate.hpp"

#include <algorithm>
#include <string_view>

namespace stickslip::explorer {

namespace {

bool is_loopback_name(std::string_view name) { return name == "127.0.0.1" || name == "localhost" || name == "[::1]"; }

bool is_any_address(std::string_view address) { return address == "0.0.0.0" || address == "::"; }

/// A name that is a number cannot be pointed elsewhere by a foreign name server.
bool is_numeric(std::string_view name) {
    if (name.empty()) return false;
    const bool is_version_6 = name.starts_with('[') && name.ends_with(']');
    const std::string_view allowed = is_version_6 ? "[]0123456789abcdefABCDEF:." : "0123456789.";
    return name.find_first_not_of(allowed) == std::string_view::npos;
}

bool is_own_host(const Gate& gate, std::string_view host) {
    std::string suffix(":");
    suffix += std::to_string(gate.port);
    if (!host.ends_with(suffix)) return false;
    const std::string_view name = host.substr(0, host.size() - suffix.size());
    if (is_loopback_name(name) || name == gate.address || name == "[" + gate.address + "]") return true;
    return is_any_address(gate.address) && is_numeric(name);
}

bool is_json(std::string_view content_type) {
    const std::string_view kind = content_type.substr(0, content_type.find(';'));
    return kind == "application/json";
}

}  // namespace

std::optional<Response> refusal(const Gate& gate, const Request& request) {
    // Two of them leave open which one a proxy, a browser or this server believes.
    if (!request.has_one_sender) return problem(400, "Host and Origin may be given once only");
    if (!is_own_host(gate, request.host)) return problem(421, "this server does not answer under that Host");
    if (!request.origin.empty() && request.origin != "http://" + request.host) {
        return problem(403, "requests from other sites are refused");
    }
    const bool is_own_fetch =
        request.fetch_site.empty() || request.fetch_site == "same-origin" || request.fetch_site == "none";
    if (!is_own_fetch && request.method != "GET") return problem(403, "requests from other sites are refused");
    if (request.method == "GET" || request.method == "HEAD") return std::nullopt;
    if (request.method != "POST") return problem(405, "the method must be GET, HEAD or POST");
    if (!is_json(request.content_type)) return problem(415, "the Content-Type must be application/json");
    return std::nullopt;
}

}  // namespace stickslip::explorer
