#pragma once

// Degrees of freedom, contacts and differences of degrees of freedom, as people name them.

#include <Eigen/Dense>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "stickslip/structure/structure.hpp"

namespace stickslip::structure {

/// The entry of a list that a text names: by number from 1, or by its name.
[[nodiscard]] std::optional<std::size_t> entry_called(std::string_view text, std::size_t count,
                                                      const std::function<std::string(std::size_t)>& name_of);

/// Says that `text` names no such entry. `asked` is what was asked for: "observable amplitude[roof]".
[[noreturn]] void refuse_entry(const std::string& asked, std::string_view text, std::size_t count,
                               const std::string& what, const std::function<std::string(std::size_t)>& name_of);

/// A combination of degrees of freedom: one of them, or the difference of two; an end that is missing is the ground.
/// Or a weighted sum of any.
struct Combination {
    struct Term {
        std::size_t degree;
        double weight;
    };
    std::optional<std::size_t> plus, minus;
    std::string words;
    std::vector<Term> sum = {};

    /// The degree of freedom that it is, if it is one.
    [[nodiscard]] std::optional<std::size_t> single() const { return minus ? std::nullopt : plus; }
    [[nodiscard]] Eigen::RowVectorXd row(std::size_t degrees) const;
};

/// The combination of this name: "2", "roof", "2-1", "roof-0", "0.5*2+0.5*1-3".
/// @throws std::invalid_argument that begins with `asked`.
[[nodiscard]] Combination combination(const Structure&, std::string_view text, const std::string& asked);

/// "contact.NAME.member" or "contact[1].member", in its parts.
struct ContactMember {
    std::string_view which;
    std::string_view member;
};
[[nodiscard]] std::optional<ContactMember> contact_member(std::string_view text);

/// The contact that `which` names, as `entry_called` does, and its words: "brace-1", "contact 2".
struct NamedContact {
    std::size_t index = 0;
    std::string words;
};
/// @throws std::invalid_argument that begins with `asked`.
[[nodiscard]] NamedContact contact_called(const Structure&, std::string_view which, const std::string& asked);

}  // namespace stickslip::structure
