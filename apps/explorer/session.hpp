#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "answers.hpp"
#include "work_pool.hpp"

namespace stickslip::explorer {

class Session;

/// What all connections share. Only the input-output thread touches it.
struct Exchange {
    const Page& page;
    Gate gate;
    WorkPool& interactive;
    WorkPool& search;
    WorkPool& bulk;
    MapDevice* device;  ///< for maps; null means the processor
    std::set<std::shared_ptr<Session>> sessions;
    std::map<std::string, std::weak_ptr<Cancellation>, std::less<>> views;  ///< what is being computed for whom

    [[nodiscard]] WorkPool& pool(Lane) const;

    /// Cancels what is under way for the same view and puts this in its place.
    void replace(const std::string& view, const std::shared_ptr<Cancellation>&);
    void forget(const std::string& view, const std::shared_ptr<Cancellation>&);
};

/// One connection: read a request, answer it, again. A request must be complete within a time limit, whatever its
/// sender does, and within a size limit, chunked or not.
class Session : public std::enable_shared_from_this<Session> {
public:
    Session(boost::asio::ip::tcp::socket socket, Exchange& exchange);

    void read();
    void close();

    /// Since when it has been waiting for a request; nullopt while one is answered.
    [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> idle_since() const { return idle_since_; }

private:
    void on_read(boost::beast::error_code);
    void compute(const Request&, const std::string& view);
    void watch_for_departure();
    void finish(const Response&);
    void write(const Response&, bool with_body);
    void refuse(boost::beast::error_code);

    static constexpr unsigned http_1_1 = 11;

    boost::beast::tcp_stream stream_;
    boost::asio::steady_timer deadline_;
    boost::beast::flat_buffer buffer_;
    std::optional<boost::beast::http::request_parser<boost::beast::http::string_body>> parser_;
    std::shared_ptr<void> outgoing_;
    std::shared_ptr<Cancellation> work_;
    std::string view_;
    bool keep_alive_ = false;      ///< whether the client of the present request wants to ask again here
    unsigned version_ = http_1_1;  ///< of the present request
    std::optional<std::chrono::steady_clock::time_point> idle_since_;
    Exchange& exchange_;
};

}  // namespace stickslip::explorer
