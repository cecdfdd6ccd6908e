#include "server.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <stdexcept>

#include "session.hpp"
#include "stickslip/model/field_error.hpp"

namespace stickslip::explorer {

namespace {

namespace beast = boost::beast;
namespace net = boost::asio;
using net::ip::tcp;

constexpr std::size_t most_connections = 128;
constexpr std::size_t interactive_threads = 2;
constexpr std::size_t search_threads = 2;
constexpr std::size_t longest_queue = 64;

tcp::acceptor listen(net::io_context& context, const ServerOptions& options) {
    beast::error_code error;
    const net::ip::address address = net::ip::make_address(options.address, error);
    if (error) throw FieldError("address", " " + options.address + " must be an IP address of this machine");
    const auto try_port = [&](unsigned short port) {
        tcp::acceptor acceptor(context);
        const tcp::endpoint endpoint(address, port);
        acceptor.open(endpoint.protocol(), error);
        if (!error) acceptor.set_option(net::socket_base::reuse_address(true), error);
        if (!error) acceptor.bind(endpoint, error);
        if (!error) acceptor.listen(net::socket_base::max_listen_connections, error);
        return acceptor;
    };
    tcp::acceptor acceptor = try_port(options.port);
    if (error && options.may_move) acceptor = try_port(0);
    if (error) {
        throw std::invalid_argument("port " + std::to_string(options.port) + " on " + options.address +
                                    " cannot be had: " + error.message());
    }
    return acceptor;
}

/// Takes connections; at the limit, the one that has waited longest for a request makes room.
class Door {
public:
    Door(tcp::acceptor acceptor, Exchange& exchange) : acceptor_(std::move(acceptor)), exchange_(exchange) {}

    void open() {
        acceptor_.async_accept([this](beast::error_code error, tcp::socket socket) {
            if (error == net::error::operation_aborted) return;
            if (!error) take(std::move(socket));
            open();
        });
    }

    void close() {
        acceptor_.close();
        const auto sessions = exchange_.sessions;
        for (const auto& session : sessions) session->close();
    }

private:
    void take(tcp::socket socket) {
        if (exchange_.sessions.size() >= most_connections) dismiss_idlest();
        if (exchange_.sessions.size() >= most_connections) return;
        beast::error_code ignored;
        socket.set_option(tcp::no_delay(true), ignored);
        const auto session = std::make_shared<Session>(std::move(socket), exchange_);
        exchange_.sessions.insert(session);
        session->read();
    }

    void dismiss_idlest() {
        std::shared_ptr<Session> idlest;
        for (const auto& session : exchange_.sessions) {
            if (!session->idle_since()) continue;
            if (!idlest || *session->idle_since() < *idlest->idle_since()) idlest = session;
        }
        if (idlest) idlest->close();
    }

    tcp::acceptor acceptor_;
    Exchange& exchange_;
};

}  // namespace

void serve(const Page& page, const ServerOptions& options) {
    net::io_context context(1);
    tcp::acceptor acceptor = listen(context, options);
    const unsigned short port = acceptor.local_endpoint().port();
    WorkPool interactive(interactive_threads, longest_queue, Order::newest_first);
    WorkPool search(search_threads, longest_queue, Order::newest_first);
    WorkPool bulk(options.threads, longest_queue, Order::oldest_first);
    Exchange exchange{page, {options.address, port}, interactive, search, bulk, options.device.get(), {}, {}};
    Door door(std::move(acceptor), exchange);
    net::signal_set signals(context, SIGINT, SIGTERM);
    signals.async_wait([&](beast::error_code, int) { door.close(); });
    door.open();
    const bool is_any = options.address == "0.0.0.0" || options.address == "::";
    const bool is_version_6 = options.address.find(':') != std::string::npos;
    const std::string name = is_any ? "127.0.0.1" : (is_version_6 ? "[" + options.address + "]" : options.address);
    if (options.on_start) options.on_start("http://" + name + ":" + std::to_string(port) + "/");
    context.run();
}

}  // namespace stickslip::explorer
