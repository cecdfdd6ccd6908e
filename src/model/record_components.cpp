#include "record_components.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <stdexcept>
#include <string_view>

namespace stickslip {

namespace {

struct Direction {
    std::string_view word;
    int order;
    bool is_vertical;
};
constexpr std::array directions = {
    Direction{"E", 0, false},  Direction{"N", 1, false},  Direction{"Z", 2, true},   Direction{"X", 0, false},
    Direction{"Y", 1, false},  Direction{"EW", 0, false}, Direction{"NS", 1, false}, Direction{"UD", 2, true},
    Direction{"UP", 2, true},  Direction{"DWN", 2, true}, Direction{"VER", 2, true}, Direction{"V", 2, true},
    Direction{"H1", 0, false}, Direction{"H2", 1, false}, Direction{"1", 0, false},  Direction{"2", 1, false},
};

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

std::string upper(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return out;
}

const Direction* direction_called(std::string_view word) {
    const auto* const found = std::ranges::find(directions, word, &Direction::word);
    return found == directions.end() ? nullptr : found;
}

/// HNE, HGN, BHZ: band, instrument, direction.
const Direction* direction_of_channel(std::string_view word) {
    constexpr std::string_view bands = "HBESL", instruments = "NGHL";
    if (word.size() != 3 || bands.find(word[0]) == std::string_view::npos ||
        instruments.find(word[1]) == std::string_view::npos) {
        return nullptr;
    }
    return direction_called(word.substr(2));
}

struct WordPlace {
    std::size_t begin = 0;
    std::size_t size = 0;
};
std::vector<WordPlace> words_of(std::string_view name) {
    std::vector<WordPlace> words;
    for (std::size_t begin = 0; begin <= name.size();) {
        const std::size_t end = std::min(name.find_first_of("._- ", begin), name.size());
        if (end > begin) words.push_back({begin, end - begin});
        begin = end + 1;
    }
    return words;
}

}  // namespace

std::optional<ComponentName> component_name(const std::string& path) {
    const std::size_t name_at = path.size() - std::filesystem::path(path).filename().string().size();
    const std::string name = upper(std::string_view(path).substr(name_at));
    const auto found = [&](std::size_t begin, std::size_t size, int order, bool is_vertical) {
        return ComponentName{path.substr(0, name_at + begin) + "*" + path.substr(name_at + begin + size), order,
                             is_vertical};
    };
    const std::size_t stem_size = std::min(name.rfind('.'), name.size());
    const std::string_view stem = std::string_view(name).substr(0, stem_size);
    const std::vector<WordPlace> words = words_of(stem);
    for (const WordPlace& w : words) {
        if (const Direction* const d = direction_of_channel(stem.substr(w.begin, w.size))) {
            return found(w.begin + 2, 1, d->order, d->is_vertical);
        }
    }
    if (words.size() > 1) {
        const WordPlace& last = words.back();
        if (const Direction* const d = direction_called(stem.substr(last.begin, last.size))) {
            return found(last.begin, last.size, d->order, d->is_vertical);
        }
    }
    constexpr std::size_t azimuth_size = 3;
    constexpr int full_circle = 360;
    if (stem.size() > azimuth_size && std::ranges::all_of(stem.substr(stem.size() - azimuth_size), is_digit) &&
        !is_digit(stem[stem.size() - azimuth_size - 1])) {
        const int azimuth = std::stoi(std::string(stem.substr(stem.size() - azimuth_size)));
        if (azimuth <= full_circle) return found(stem.size() - azimuth_size, azimuth_size, azimuth, false);
    }
    return std::nullopt;
}

std::vector<ComponentFiles> paired_components(const std::vector<std::string>& paths) {
    struct Group {
        std::string common;
        std::vector<std::pair<int, std::string>> files;
    };
    std::vector<Group> groups;
    for (const std::string& path : paths) {
        const std::optional<ComponentName> name = component_name(path);
        if (name && name->is_vertical) continue;
        const std::string common = name ? name->common : path;
        auto group = std::ranges::find(groups, common, &Group::common);
        if (group == groups.end()) group = groups.insert(groups.end(), Group{common, {}});
        group->files.emplace_back(name ? name->order : 0, path);
    }
    std::vector<ComponentFiles> pairs;
    for (Group& group : groups) {
        std::ranges::sort(group.files);
        if (group.files.size() > 2) {
            throw std::invalid_argument("records " + group.common + ": " + std::to_string(group.files.size()) +
                                        " horizontal components belong together by their names, and two are a record");
        }
        pairs.push_back({group.files.front().second, group.files.size() == 2 ? group.files.back().second : ""});
    }
    return pairs;
}

}  // namespace stickslip
