#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

#include "rank_link.hpp"

namespace stickslip {

// What ranks say to each other. The leader says with which vectors the map is computed. A helper says how many tiles
// should lie with it, sends the values of each when they are there, and says every second that it is alive. The leader
// keeps it supplied. When it has no more tiles itself it asks the rank with the most for some of those not yet begun,
// for others to do. In the end it says that it is over; the helpers answer with how busy they were.

enum class Word : std::uint32_t { lanes, unable, supply, result, alive, report, give, ask_back, give_back, over };

struct RankHeader {
    Word word = Word::alive;
    std::uint32_t failures = 0;  ///< result: cells that did not converge
    std::uint64_t number = 0;    ///< lanes: the width; supply: how many tiles; result: the tile
    std::uint64_t threads = 0;   ///< supply, report: of this rank
    double busy_share = 0.0;     ///< report: of its threads, between the first tile and the last
};
static_assert(std::is_trivially_copyable_v<RankHeader>);

inline void say(RankLink& link, int to, const RankHeader& header, std::span<const std::byte> values = {}) {
    std::vector<std::byte> bytes(sizeof header + values.size());
    std::memcpy(bytes.data(), &header, sizeof header);
    if (!values.empty()) std::memcpy(bytes.data() + sizeof header, values.data(), values.size());
    link.send(to, bytes);
}

[[nodiscard]] inline RankHeader header_of(const RankMessage& message) {
    RankHeader header;
    if (message.bytes.size() >= sizeof header) std::memcpy(&header, message.bytes.data(), sizeof header);
    return header;
}

[[nodiscard]] inline std::span<const std::byte> values_of(const RankMessage& message) {
    return std::span(message.bytes).subspan(sizeof(RankHeader));
}

/// give and give_back: which tiles.
inline void say_tiles(RankLink& link, int to, Word word, std::span<const std::uint64_t> tiles) {
    say(link, to, {.word = word, .number = tiles.size()}, std::as_bytes(tiles));
}

[[nodiscard]] inline std::vector<std::uint64_t> tiles_of(const RankMessage& message) {
    const std::span<const std::byte> bytes = values_of(message);
    std::vector<std::uint64_t> tiles(bytes.size() / sizeof(std::uint64_t));
    if (!tiles.empty()) std::memcpy(tiles.data(), bytes.data(), tiles.size() * sizeof(std::uint64_t));
    return tiles;
}

}  // namespace stickslip
