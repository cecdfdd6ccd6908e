#include "session.hpp"

#include <boost/asio/post.hpp>

namespace stickslip::explorer {

namespace {

namespace beast = boost::beast;
namespace http = beast::http;
namespace net = boost::asio;
using namespace std::chrono_literals;

constexpr std::size_t largest_header = 8 * 1024;
constexpr std::size_t largest_body = 128 * 1024;
constexpr auto longest_read = 10s;   // for a whole request, its idle time included
constexpr auto longest_write = 15s;  // for a whole answer
constexpr auto longest_interactive_work = 3s;
constexpr auto longest_bulk_work = 25s;

constexpr const char* content_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

std::string text(beast::string_view view) { return {view.data(), view.size()}; }

Request request_of(http::request<http::string_body>& m) {
    const bool has_one_sender = m.count(http::field::host) <= 1 && m.count(http::field::origin) <= 1;
    return {text(m.method_string()),    text(m.target()),
            text(m[http::field::host]), text(m[http::field::origin]),
            text(m["Sec-Fetch-Site"]),  text(m[http::field::content_type]),
            std::move(m.body()),        has_one_sender};
}

std::chrono::seconds longest_work(Lane lane) {
    return lane == Lane::interactive ? longest_interactive_work : longest_bulk_work;
}

}  // namespace

WorkPool& Exchange::pool(Lane lane) const {
    if (lane == Lane::bulk) return bulk;
    return lane == Lane::search ? search : interactive;
}

void Exchange::replace(const std::string& view, const std::shared_ptr<Cancellation>& work) {
    if (view.empty()) return;
    std::weak_ptr<Cancellation>& place = views[view];
    if (const auto old = place.lock()) old->is_wanted = true;
    place = work;
}

void Exchange::forget(const std::string& view, const std::shared_ptr<Cancellation>& work) {
    const auto found = views.find(view);
    if (found != views.end() && found->second.lock() == work) views.erase(found);
}

Session::Session(net::ip::tcp::socket socket, Exchange& exchange)
    : stream_(std::move(socket)), deadline_(stream_.get_executor()), buffer_(largest_header), exchange_(exchange) {}

void Session::read() {
    parser_.emplace();
    parser_->header_limit(largest_header);
    parser_->body_limit(largest_body);
    idle_since_ = std::chrono::steady_clock::now();
    stream_.expires_after(longest_read);
    http::async_read(stream_, buffer_, *parser_,
                     [self = shared_from_this()](beast::error_code error, std::size_t) { self->on_read(error); });
}

void Session::close() {
    if (work_) work_->is_wanted = true;
    deadline_.cancel();
    beast::error_code ignored;
    stream_.socket().shutdown(net::ip::tcp::socket::shutdown_both, ignored);
    stream_.close();
    exchange_.sessions.erase(shared_from_this());
}

void Session::on_read(beast::error_code error) {
    idle_since_.reset();
    if (error) return refuse(error);
    http::request<http::string_body> message = parser_->release();
    const std::string view = text(message["Stickslip-View"]);
    keep_alive_ = message.keep_alive();
    version_ = message.version();
    const bool with_body = message.method() != http::verb::head;
    const Request request = request_of(message);
    if (const auto no = stickslip::explorer::refusal(exchange_.gate, request)) {
        keep_alive_ = false;
        return write(*no, with_body);
    }
    if (lane_of(request.target) == Lane::page || request.method != "POST") {
        return write(answer(exchange_.page, request, {}), with_body);
    }
    compute(request, view);
}

/// A request that is not one is answered where that can be read, and the connection ends.
void Session::refuse(beast::error_code error) {
    keep_alive_ = false;
    if (error == http::error::body_limit) return write(problem(413, "the body is larger than 128 KiB"), true);
    if (error == http::error::header_limit || error == http::error::buffer_overflow) {
        return write(problem(431, "the header is larger than 8 KiB"), true);
    }
    const bool is_malformed = error.category() == http::make_error_code(http::error::bad_method).category() &&
                              error != http::error::end_of_stream && error != http::error::partial_message;
    if (is_malformed) return write(problem(400, "this is not an HTTP request"), true);
    close();
}

void Session::compute(const Request& request, const std::string& view) {
    constexpr std::size_t longest_view = 64;
    work_ = std::make_shared<Cancellation>();
    view_ = view.substr(0, longest_view);
    exchange_.replace(view_, work_);
    const Lane lane = lane_of(request.target);
    stream_.expires_never();
    const auto tell = [self = shared_from_this()](const Response& response) {
        net::post(self->stream_.get_executor(), [self, response] { self->finish(response); });
    };
    const auto run = [this, tell, request, work = work_] {
        tell(work->is_wanted ? cancelled(*work) : answer(exchange_.page, request, *work, exchange_.device));
    };
    const auto refuse = [tell] { tell(problem(429, "too much is being computed already; try again in a moment")); };
    exchange_.pool(lane).offer({run, refuse});
    deadline_.expires_after(longest_work(lane));
    deadline_.async_wait([work = work_](beast::error_code error) {
        if (error) return;
        work->is_overtime = true;
        work->is_wanted = true;
    });
    watch_for_departure();
}

/// A client that goes away while its answer is computed does not want it any more.
void Session::watch_for_departure() {
    stream_.socket().async_wait(net::ip::tcp::socket::wait_read,
                                [self = shared_from_this(), work = work_](beast::error_code error) {
                                    if (error) return;
                                    beast::error_code ignored;
                                    if (self->stream_.socket().available(ignored) == 0) work->is_wanted = true;
                                });
}

void Session::finish(const Response& response) {
    deadline_.cancel();
    if (!stream_.socket().is_open()) return;
    stream_.socket().cancel();
    exchange_.forget(view_, work_);
    work_.reset();
    write(response, true);
}

void Session::write(const Response& response, bool with_body) {
    auto message = std::make_shared<http::response<http::string_body>>();
    message->version(version_);
    message->result(static_cast<unsigned>(response.status));
    message->set(http::field::content_type, response.content_type);
    message->set(http::field::cache_control, "no-store");
    message->set("Content-Security-Policy", content_policy);
    message->set("X-Frame-Options", "DENY");
    message->set("X-Content-Type-Options", "nosniff");
    message->set("Referrer-Policy", "no-referrer");
    message->set("Cross-Origin-Resource-Policy", "same-origin");
    message->set("Cross-Origin-Opener-Policy", "same-origin");
    message->keep_alive(keep_alive_);
    if (with_body) message->body() = response.body;
    message->content_length(response.body.size());
    outgoing_ = message;
    stream_.expires_after(longest_write);
    http::async_write(stream_, *message, [self = shared_from_this()](beast::error_code error, std::size_t) {
        self->outgoing_.reset();
        if (error || !self->keep_alive_) return self->close();
        self->read();
    });
}

}  // namespace stickslip::explorer
