#include "combination.hpp"

#include <charconv>
#include <stdexcept>
#include <vector>

#include "model/nearest_name.hpp"
#include "stickslip/structure/case.hpp"

namespace stickslip::structure {

namespace {

std::optional<std::size_t> whole_number(std::string_view text) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

}  // namespace

std::optional<std::size_t> entry_called(std::string_view text, std::size_t count,
                                        const std::function<std::string(std::size_t)>& name_of) {
    if (const auto number = whole_number(text)) {
        return *number >= 1 && *number <= count ? std::optional(*number - 1) : std::nullopt;
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (name_of(i) == text) return i;
    }
    return std::nullopt;
}

void refuse_entry(const std::string& asked, std::string_view text, std::size_t count, const std::string& what,
                  const std::function<std::string(std::size_t)>& name_of) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < count; ++i) names.push_back(name_of(i));
    const std::vector<std::string_view> known(names.begin(), names.end());
    const std::string guess = whole_number(text) ? "" : did_you_mean(text, known);
    throw std::invalid_argument(asked + ": \"" + std::string(text) + "\" is no " + what + guess +
                                (guess.empty() ? "; they" : " They") + " are counted from 1 to " +
                                std::to_string(count) + ", or called by name");
}

namespace {

class DegreeReader {
public:
    DegreeReader(const Structure& structure, const std::string& asked) : s_(structure), asked_(asked) {}

    [[nodiscard]] Combination read(std::string_view text) const {
        if (const auto whole = degree(text)) return {whole, std::nullopt, words(whole)};
        std::optional<Combination> found;
        for (std::size_t dash = text.find('-'); dash != std::string_view::npos; dash = text.find('-', dash + 1)) {
            const auto left = end_of_difference(text.substr(0, dash));
            const auto right = end_of_difference(text.substr(dash + 1));
            if (!left || !right) continue;
            if (found) refuse("\"" + std::string(text) + "\" may be read in two ways; use numbers");
            found = {left->degree, right->degree, words(left->degree) + " − " + words(right->degree)};
        }
        if (!found) {
            refuse_entry(asked_, text, s_.size(), "degree of freedom and no difference of two",
                         [&](std::size_t i) { return degree_name(s_, i); });
        }
        if (found->plus == found->minus) refuse("the two ends of a difference must not be the same");
        return *found;
    }

private:
    [[noreturn]] void refuse(const std::string& why) const { throw std::invalid_argument(asked_ + ": " + why); }
    [[nodiscard]] std::optional<std::size_t> degree(std::string_view text) const {
        return entry_called(text, s_.size(), [&](std::size_t i) { return degree_name(s_, i); });
    }
    struct End {
        std::optional<std::size_t> degree;  ///< none: the ground
    };
    [[nodiscard]] std::optional<End> end_of_difference(std::string_view text) const {
        if (text == "0") return End{};
        const auto found = degree(text);
        return found ? std::optional(End{found}) : std::nullopt;
    }
    [[nodiscard]] std::string words(const std::optional<std::size_t>& degree) const {
        if (!degree) return "ground";
        return s_.names.empty() ? "x" + std::to_string(*degree + 1) : s_.names[*degree];
    }

    const Structure& s_;
    const std::string& asked_;
};

}  // namespace

Eigen::RowVectorXd Combination::row(std::size_t degrees) const {
    Eigen::RowVectorXd row = Eigen::RowVectorXd::Zero(static_cast<int>(degrees));
    if (plus) row[static_cast<int>(*plus)] += 1.0;
    if (minus) row[static_cast<int>(*minus)] -= 1.0;
    return row;
}

Combination combination(const Structure& structure, std::string_view text, const std::string& asked) {
    return DegreeReader(structure, asked).read(text);
}

std::optional<ContactMember> contact_member(std::string_view text) {
    constexpr std::string_view prefix = "contact";
    const std::size_t dot = text.rfind('.');
    if (!text.starts_with(prefix) || dot == std::string_view::npos || dot <= prefix.size()) return std::nullopt;
    std::string_view which = text.substr(prefix.size(), dot - prefix.size());
    if (which.starts_with('.')) {
        which.remove_prefix(1);
    } else if (which.starts_with('[') && which.ends_with(']')) {
        which = which.substr(1, which.size() - 2);
    } else {
        return std::nullopt;
    }
    return ContactMember{which, text.substr(dot + 1)};
}

NamedContact contact_called(const Structure& s, std::string_view which, const std::string& asked) {
    const auto called = [&](std::size_t j) { return contact_name(s, j); };
    const auto contact = entry_called(which, s.contacts.size(), called);
    if (!contact) refuse_entry(asked, which, s.contacts.size(), "contact", called);
    return {*contact, s.contacts[*contact].name.empty() ? "contact " + called(*contact) : called(*contact)};
}

}  // namespace stickslip::structure
