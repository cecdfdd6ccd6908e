#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace stickslip {

struct RankMessage {
    int from = 0;
    std::vector<std::byte> bytes;
};

/// Messages between processes that compute a map together, rank 0 leading. Used from one thread only.
class RankLink {
public:
    RankLink() = default;
    RankLink(const RankLink&) = delete;
    RankLink& operator=(const RankLink&) = delete;
    virtual ~RankLink() = default;

    [[nodiscard]] virtual int rank() const = 0;
    [[nodiscard]] virtual int size() const = 0;

    /// The bytes may be reused on return. Messages from one rank to another arrive in their order.
    virtual void send(int to, std::span<const std::byte> bytes) = 0;

    /// A message that has arrived; never waits.
    [[nodiscard]] virtual std::optional<RankMessage> receive() = 0;

    /// Ends all ranks at once, because one of them is lost.
    [[noreturn]] virtual void abort(int exit_code) = 0;
};

}  // namespace stickslip
