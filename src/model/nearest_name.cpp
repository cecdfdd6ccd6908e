#include "nearest_name.hpp"

#include <algorithm>
#include <vector>

namespace stickslip {

namespace {

/// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other (optimal string
/// alignment).
std::size_t edits_between(std::string_view a, std::string_view b) {
    std::vector<std::vector<std::size_t>> edits(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) {
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                edits[i][j] = i + j;
                continue;
            }
            const std::size_t replaced = edits[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            edits[i][j] = std::min({edits[i - 1][j] + 1, edits[i][j - 1] + 1, replaced});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                edits[i][j] = std::min(edits[i][j], edits[i - 2][j - 2] + 1);
            }
        }
    }
    return edits[a.size()][b.size()];
}

}  // namespace

std::optional<std::string_view> nearest_name(std::string_view mistyped, std::span<const std::string_view> known) {
    constexpr std::size_t longest_name = 64;  // a longer word is no slip of the hand
    if (mistyped.empty() || mistyped.size() > longest_name) return std::nullopt;
    std::optional<std::string_view> nearest;
    std::size_t fewest = std::max<std::size_t>(1, mistyped.size() / 3) + 1;
    for (const std::string_view name : known) {
        const std::size_t edits = edits_between(mistyped, name);
        if (edits >= fewest) continue;
        fewest = edits;
        nearest = name;
    }
    if (nearest) return nearest;
    const auto begins = [&](std::string_view name) { return name.starts_with(mistyped); };
    if (std::ranges::count_if(known, begins) != 1) return std::nullopt;
    return *std::ranges::find_if(known, begins);
}

std::string did_you_mean(std::string_view mistyped, std::span<const std::string_view> known) {
    const std::optional<std::string_view> name = nearest_name(mistyped, known);
    return name ? "; did you mean " + std::string(*name) + "?" : "";
}

std::string unknown_name(std::string_view what, std::string_view mistyped, std::span<const std::string_view> known) {
    const std::string guess = did_you_mean(mistyped, known);
    std::string names;
    for (const std::string_view name : known) names += (names.empty() ? "" : ", ") + std::string(name);
    return std::string(what) + " " + std::string(mistyped) + " is unknown" + guess +
           (guess.empty() ? "; known are " : " Known are ") + names;
}

}  // namespace stickslip
