#include "stickslip/structure/observables.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <stdexcept>

#include "extremes.hpp"
#include "model/nearest_name.hpp"
#include "observable_table.hpp"
#include "phase_view.hpp"
#include "stickslip/structure/case.hpp"
#include "vectors.hpp"

namespace stickslip::structure {
namespace {

constexpr std::size_t most_usual_degrees = 8;

template <class Quantity, std::size_t size>
const Quantity* quantity_named(const Quantity (&table)[size], std::string_view name) {
    const auto found = std::find_if(table, table + size, [&](const Quantity& q) { return q.name == name; });
    return found == table + size ? nullptr : found;
}

std::optional<std::size_t> whole_number(std::string_view text) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// The entry that a text names, by number from 1 or by its name.
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

[[noreturn]] void refuse_entry(std::string_view observable, std::string_view text, std::size_t count,
                               const std::string& what, const std::function<std::string(std::size_t)>& name_of) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < count; ++i) names.push_back(name_of(i));
    const std::vector<std::string_view> known(names.begin(), names.end());
    const std::string guess = whole_number(text) ? "" : did_you_mean(text, known);
    throw std::invalid_argument("observable " + std::string(observable) + ": \"" + std::string(text) + "\" is no " +
                                what + guess + (guess.empty() ? "; they" : " They") + " are counted from 1 to " +
                                std::to_string(count) + ", or called by name");
}

/// A combination of degrees of freedom: one of them, or the difference of two.
struct Combination {
    std::optional<std::size_t> plus, minus;
    std::string words;
};

class DegreeReader {
public:
    DegreeReader(const Structure& structure, std::string_view observable) : s_(structure), observable_(observable) {}

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
            refuse_entry(observable_, text, s_.size(), "degree of freedom and no difference of two",
                         [&](std::size_t i) { return degree_name(s_, i); });
        }
        if (found->plus == found->minus) refuse("the two ends of a difference must not be the same");
        return *found;
    }

private:
    [[noreturn]] void refuse(const std::string& why) const {
        throw std::invalid_argument("observable " + std::string(observable_) + ": " + why);
    }
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
    std::string_view observable_;
};

/// The values that a combination takes, from the report where it has them and else from the cycle.
Extent extent_of(const StructureSteadyState& s, const Combination& x, int order) {
    if (!x.minus && x.plus) {
        const std::size_t i = *x.plus;
        if (order == 0) return {s.x_min[i], s.x_max[i]};
        return {0.0, order == 1 ? s.velocity[i] : s.acceleration[i]};
    }
    Eigen::RowVectorXd row = Eigen::RowVectorXd::Zero(static_cast<int>(s.amplitude.size()));
    if (x.plus) row[static_cast<int>(*x.plus)] += 1.0;
    if (x.minus) row[static_cast<int>(*x.minus)] -= 1.0;
    return extent_over_cycle(*s.cycle, row, row * as_vector(s.drift), order);
}

Observable of_degree(const Structure& structure, std::string_view name, const DegreeQuantity& quantity,
                     std::string_view inside) {
    const Combination x = DegreeReader(structure, name).read(inside);
    Observable o{.name = std::string(name),
                 .unit = std::string(quantity.unit),
                 .description = std::string(quantity.words) + " of " + x.words,
                 .quantity = std::string(quantity.words),
                 .of = x.words};
    o.depends_on_offsets = quantity.depends_on_offsets;
    o.value = [x, &quantity](const StructureSteadyState& s) {
        return s.cycle ? quantity.value(extent_of(s, x, quantity.order)) : undefined;
    };
    return o;
}

/// "contact.NAME.quantity", "contact[1].quantity".
std::optional<Observable> of_contact(const Structure& structure, std::string_view name) {
    constexpr std::string_view prefix = "contact";
    const std::size_t dot = name.rfind('.');
    if (!name.starts_with(prefix) || dot == std::string_view::npos || dot <= prefix.size()) return std::nullopt;
    const ContactQuantity* const quantity = quantity_named(contact_quantities, name.substr(dot + 1));
    if (quantity == nullptr) return std::nullopt;
    std::string_view which = name.substr(prefix.size(), dot - prefix.size());
    if (which.starts_with('.')) {
        which.remove_prefix(1);
    } else if (which.starts_with('[') && which.ends_with(']')) {
        which = which.substr(1, which.size() - 2);
    } else {
        return std::nullopt;
    }
    const auto called = [&](std::size_t j) { return contact_name(structure, j); };
    const auto contact = entry_called(which, structure.contacts.size(), called);
    if (!contact) refuse_entry(name, which, structure.contacts.size(), "contact", called);
    const std::string words =
        structure.contacts[*contact].name.empty() ? "contact " + called(*contact) : called(*contact);
    Observable o{.name = std::string(name),
                 .unit = std::string(quantity->unit),
                 .description = std::string(quantity->words) + " of " + words,
                 .quantity = std::string(quantity->words),
                 .of = words};
    o.is_bounded = quantity->is_bounded;
    o.depends_on_offsets = quantity->depends_on_offsets;
    o.value = [j = *contact, quantity](const StructureSteadyState& s) {
        return s.cycle ? quantity->value(s, s.contacts[j]) : undefined;
    };
    return o;
}

}  // namespace

Observable observable(const Structure& structure, std::string_view name) {
    const std::size_t open = name.find('[');
    if (open != std::string_view::npos && name.ends_with(']')) {
        const DegreeQuantity* const quantity = quantity_named(degree_quantities, name.substr(0, open));
        const std::string_view inside = name.substr(open + 1, name.size() - open - 2);
        if (quantity != nullptr) return of_degree(structure, name, *quantity, inside);
    }
    if (const auto found = of_contact(structure, name)) return *found;
    if (const WholeQuantity* const quantity = quantity_named(whole_quantities, name)) {
        Observable o{.name = std::string(name),
                     .unit = std::string(quantity->unit),
                     .description = std::string(quantity->words),
                     .quantity = std::string(quantity->words)};
        o.is_bounded = quantity->is_bounded;
        o.value = [quantity](const StructureSteadyState& s) { return s.cycle ? quantity->value(s) : undefined; };
        return o;
    }
    const std::vector<std::string> known = observable_names();
    const std::vector<std::string_view> views(known.begin(), known.end());
    throw std::invalid_argument(unknown_name("observable of a structure", name, views));
}

std::vector<Observable> usual_observables(const Structure& structure) {
    const auto degree_called = [&](std::size_t i) { return degree_name(structure, i); };
    const auto contact_called = [&](std::size_t j) { return contact_name(structure, j); };
    std::vector<Observable> usual;
    for (std::size_t i = 0; i < std::min(structure.size(), most_usual_degrees); ++i) {
        const bool has_name = entry_called(degree_called(i), structure.size(), degree_called) == i;
        const std::string which = has_name ? degree_called(i) : std::to_string(i + 1);
        usual.push_back(observable(structure, "amplitude[" + which + "]"));
    }
    for (std::size_t j = 0; j < structure.contacts.size(); ++j) {
        const bool has_name = !structure.contacts[j].name.empty() &&
                              entry_called(contact_called(j), structure.contacts.size(), contact_called) == j;
        const std::string name = has_name ? contact_called(j) : std::to_string(j + 1);
        const std::string which = has_name ? "." + name : "[" + name + "]";
        usual.push_back(observable(structure, "contact" + which + ".stuck_fraction"));
    }
    return usual;
}

std::vector<std::string> observable_names() {
    std::vector<std::string> names;
    for (const DegreeQuantity& q : degree_quantities) names.push_back(std::string(q.name) + "[DOF]");
    for (const ContactQuantity& q : contact_quantities) names.push_back("contact.NAME." + std::string(q.name));
    for (const WholeQuantity& q : whole_quantities) names.emplace_back(q.name);
    return names;
}

}  // namespace stickslip::structure
