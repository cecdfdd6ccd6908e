#include "case_key_path.hpp"

#include <charconv>

#include "stickslip/model/case.hpp"

namespace stickslip {

namespace {

/// "name[inside]" taken apart.
struct Bracketed {
    std::string_view name;
    std::optional<std::string_view> inside;
};

Bracketed bracketed(std::string_view text) {
    const std::size_t open = text.find('[');
    if (open == std::string_view::npos || !text.ends_with(']')) return {text, std::nullopt};
    return {text.substr(0, open), text.substr(open + 1, text.size() - open - 2)};
}

std::optional<std::size_t> whole_number(std::string_view digits) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
    return number;
}

class KeyPath {
public:
    KeyPath(const CaseKeys& keys, std::string_view key, const std::string& origin)
        : keys_(keys), key_(key), origin_(origin), counts_from_one_(has_structure(keys)) {}

    std::vector<KeyPlace> places() const {
        for (const auto& [list, origins] : keys_.lists) {
            if (!key_.starts_with(list)) continue;
            const std::string_view rest = key_.substr(list.size());
            if (rest.starts_with('[')) return {numbered_entry(list, rest)};
            if (rest.starts_with('.')) return named_entries(list, rest.substr(1));
        }
        return {place(key_, counts_from_one_)};
    }

private:
    [[noreturn]] void refuse(const std::string& sentence) const {
        throw CaseError(origin_ + ": " + std::string(key_) + " " + sentence);
    }

    /// "[2].amplitude[0]" or "[NAME].bound" of a list.
    KeyPlace numbered_entry(const std::string& list, std::string_view rest) const {
        const std::size_t close = rest.find("].");
        if (close == std::string_view::npos) refuse("must go on with a key: " + entry_name(list, 1) + ".key");
        const std::string_view inside = rest.substr(1, close - 1);
        const std::optional<std::size_t> number = whole_number(inside);
        const std::size_t entry = number ? *number : entry_called(list, inside);
        const std::size_t count = keys_.lists.find(list)->second.size();
        if (entry < 1 || entry > count) {
            refuse("names no table: there " + std::string(count == 1 ? "is 1 table" : "are " + std::to_string(count)) +
                   (count == 1 ? "" : " tables") + " [[" + list + "]], counted from 1");
        }
        return place(entry_name(list, entry) + "." + std::string(rest.substr(close + 2)),
                     counts_elements_from_one(list));
    }

    /// "NAME.bound", or "frequency" of all entries that have one.
    std::vector<KeyPlace> named_entries(const std::string& list, std::string_view rest) const {
        const std::size_t dot = rest.rfind('.');
        if (dot != std::string_view::npos) {
            const std::size_t entry = entry_called(list, rest.substr(0, dot));
            return {place(entry_name(list, entry) + "." + std::string(rest.substr(dot + 1)),
                          counts_elements_from_one(list))};
        }
        std::vector<KeyPlace> found;
        for (std::size_t entry = 1; entry <= keys_.lists.find(list)->second.size(); ++entry) {
            const std::string full = entry_name(list, entry) + "." + std::string(rest);
            if (has_number(full) || (rest == "frequency" && has_number(full + "_hz")) ||
                (rest == "frequency_hz" && has_number(full.substr(0, full.size() - 3)))) {
                found.push_back({full, std::nullopt});
            }
        }
        if (found.empty()) refuse("names nothing: no table [[" + list + "]] has a number of that name");
        return found;
    }

    [[nodiscard]] bool has_number(const std::string& key) const {
        const auto found = keys_.values.find(key);
        return found != keys_.values.end() && std::holds_alternative<double>(found->second.content);
    }

    [[nodiscard]] std::size_t entry_called(const std::string& list, std::string_view name) const {
        const std::size_t count = keys_.lists.find(list)->second.size();
        for (std::size_t entry = 1; entry <= count; ++entry) {
            const auto found = keys_.values.find(entry_name(list, entry) + ".name");
            if (found == keys_.values.end()) continue;
            const auto* text = std::get_if<std::string>(&found->second.content);
            if (text != nullptr && *text == name) return entry;
        }
        refuse("names no table: no [[" + list + "]] is called " + std::string(name));
    }

    /// Arrays inside one load count from 0 in every case.
    [[nodiscard]] bool counts_elements_from_one(const std::string& list) const {
        return counts_from_one_ && list != "load";
    }

    [[nodiscard]] KeyPlace place(std::string_view full, bool from_one) const {
        const std::size_t dot = full.find('.');
        const std::string_view last = dot == std::string_view::npos ? full : full.substr(dot + 1);
        const Bracketed parts = bracketed(last);
        if (!parts.inside) return {std::string(full), std::nullopt};
        const std::string key(full.substr(0, full.size() - parts.inside->size() - 2));
        std::optional<std::size_t> number = whole_number(*parts.inside);
        if (!number && from_one) number = degree_called(*parts.inside);
        if (!number) return {std::string(full), std::nullopt};
        if (from_one && *number == 0) refuse("is before the array: its numbers are counted from 1");
        return {key, from_one ? *number - 1 : *number};
    }

    [[nodiscard]] std::optional<std::size_t> degree_called(std::string_view name) const {
        const auto found = keys_.values.find("structure.names");
        const auto* words = found == keys_.values.end() ? nullptr : std::get_if<WordList>(&found->second.content);
        for (std::size_t i = 0; words != nullptr && i < words->size(); ++i) {
            const auto* text = std::get_if<std::string>(&(*words)[i]);
            if (text != nullptr && *text == name) return i + 1;
        }
        return std::nullopt;
    }

    const CaseKeys& keys_;
    std::string_view key_;
    const std::string& origin_;
    bool counts_from_one_;
};

}  // namespace

std::vector<KeyPlace> key_places(const CaseKeys& keys, std::string_view key, const std::string& origin) {
    return KeyPath(keys, key, origin).places();
}

bool has_structure(const CaseKeys& keys) {
    constexpr std::string_view prefix = "structure.";
    if (keys.tables.contains("structure")) return true;
    const auto first = keys.values.lower_bound(prefix);
    return first != keys.values.end() && first->first.starts_with(prefix);
}

}  // namespace stickslip
