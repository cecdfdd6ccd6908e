#include "combination.hpp"

#include <charconv>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "model/bounds.hpp"
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
        if (!found) found = weighted_sum(text);
        if (!found) {
            refuse_entry(asked_, text, s_.size(), "degree of freedom, and no difference or sum of any",
                         [&](std::size_t i) { return degree_name(s_, i); });
        }
        if (found->sum.empty() && found->plus == found->minus)
            refuse("the two ends of a difference must not be the same");
        return *found;
    }

private:
    [[noreturn]] void refuse(const std::string& why) const { throw std::invalid_argument(asked_ + ": " + why); }
    [[nodiscard]] std::optional<std::size_t> degree(std::string_view text) const {
        return entry_called(text, s_.size(), [&](std::size_t i) { return degree_name(s_, i); });
    }
    /// Terms of which one at least has a weight, as in "0.5*2+0.5*1-roof". Names may hold signs: each term takes the
    /// longest.
    [[nodiscard]] std::optional<Combination> weighted_sum(std::string_view text) const {
        if (text.find('*') == std::string_view::npos) return std::nullopt;
        Combination found;
        while (!text.empty()) {
            const bool is_signed = text.front() == '+' || text.front() == '-';
            if (!is_signed && !found.sum.empty()) return std::nullopt;
            double weight = text.front() == '-' ? -1.0 : 1.0;
            if (is_signed) text.remove_prefix(1);
            double factor = 1.0;
            const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), factor);
            if (error == std::errc{} && end != text.data() + text.size() && *end == '*') {
                text.remove_prefix(std::size_t(end - text.data()) + 1);
                weight *= factor;
            }
            const std::size_t length = longest_degree(text);
            if (length == 0 || !std::isfinite(weight)) return std::nullopt;
            const std::size_t one = *degree(text.substr(0, length));
            const bool is_first = found.sum.empty();
            const std::string sign = weight < 0.0 ? (is_first ? "−" : " − ") : (is_first ? "" : " + ");
            const std::string share = std::abs(weight) == 1.0 ? "" : shortest(std::abs(weight)) + "·";
            found.words += sign + share + words(one);
            found.sum.push_back({one, weight});
            text.remove_prefix(length);
        }
        return found.sum.empty() ? std::nullopt : std::optional(found);
    }
    /// How long the longest name of a degree is that the text begins with and a sign or nothing follows.
    [[nodiscard]] std::size_t longest_degree(std::string_view text) const {
        for (std::size_t length = text.size(); length > 0; --length) {
            const bool ends = length == text.size() || text[length] == '+' || text[length] == '-';
            if (ends && degree(text.substr(0, length))) return length;
        }
        return 0;
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
    for (const auto& [degree, weight] : sum) row[static_cast<int>(degree)] += weight;
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
