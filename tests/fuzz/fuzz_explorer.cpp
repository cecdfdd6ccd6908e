// Any request is answered, never with 500: what is wrong with it is said in one JSON sentence. The first line of the
// input is the target, with headers that a foreign page might send after blanks; the rest is the body.

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <thread>

#include "answers.hpp"

namespace {

using namespace stickslip::explorer;
using Clock = std::chrono::steady_clock;

void require(bool holds, const char* claim, const Response& response) {
    if (holds) return;
    std::fprintf(stderr, "not true: %s: %d %s\n", claim, response.status, response.body.substr(0, 300).c_str());
    std::abort();
}

Cancellation cancellation;
std::atomic<Clock::rep> began{0};

/// Ends what takes long, as the server does; here after a tenth of a second, so that many inputs are tried.
void watch() {
    constexpr auto longest = std::chrono::milliseconds(100);
    for (;;) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        const Clock::rep since = began;
        if (since != 0 && Clock::now().time_since_epoch() - Clock::duration(since) > longest) {
            cancellation.is_overtime = true;
            cancellation.is_wanted = true;
        }
    }
}

Request request_of(const std::string& input) {
    const std::size_t end = input.find('\n');
    std::istringstream line(input.substr(0, end));
    Request request{"POST", "", "127.0.0.1:1", "", "", "application/json", ""};
    line >> request.target >> request.host >> request.origin >> request.content_type;
    if (request.host.empty()) request.host = "127.0.0.1:1";
    if (request.content_type.empty()) request.content_type = "application/json";
    if (end != std::string::npos) request.body = input.substr(end + 1);
    return request;
}

void check(const Response& response) {
    const bool is_known =
        response.status == 200 || (response.status >= 400 && response.status < 500) || response.status == 503;
    require(is_known, "a request is answered with 200, 4xx or 503", response);
    if (response.content_type != "application/json") return;
    const auto json = nlohmann::json::parse(response.body, nullptr, false);
    require(json.is_object(), "the answer is a JSON object", response);
    require(response.status == 200 || json.contains("error"), "a refusal says why", response);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const bool is_watched = [] {
        std::thread(watch).detach();
        return true;
    }();
    static_cast<void>(is_watched);
    static const Page page;
    const Request request = request_of({reinterpret_cast<const char*>(data), size});
    cancellation.is_wanted = false;
    cancellation.is_overtime = false;
    began = Clock::now().time_since_epoch().count();
    const auto refused = refusal({"127.0.0.1", 1}, request);
    check(refused ? *refused : answer(page, request, cancellation));
    began = 0;
    return 0;
}
