#pragma once

#include <atomic>
#include <string>
#include <utility>

namespace stickslip::explorer {

/// One HTTP request as far as the explorer looks at it.
struct Request {
    std::string method;
    std::string target;
    std::string host;
    std::string origin;        ///< empty where there is none
    std::string fetch_site;    ///< Sec-Fetch-Site, empty where there is none
    std::string content_type;  ///< empty where there is none
    std::string body;
    bool has_one_sender = true;  ///< not more than one Host, not more than one Origin
};

struct Response {
    int status = 200;
    std::string content_type = "application/json";
    std::string body;
};

/// Whether, and why, the work for a request should end before it is done.
struct Cancellation {
    std::atomic<bool> is_wanted{false};
    std::atomic<bool> is_overtime{false};  ///< because it took too long, not because a newer request came
};

/// An answer.
[[nodiscard]] inline Response as_json(std::string text) { return {200, "application/json", std::move(text)}; }

/// A problem as the page reads it, `{"error": sentence}`.
[[nodiscard]] Response problem(int status, const std::string& sentence);

/// What is said where work ended early.
[[nodiscard]] Response cancelled(const Cancellation&);

}  // namespace stickslip::explorer
