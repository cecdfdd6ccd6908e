#include "stickslip/structure/observables.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "combination.hpp"
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

/// The values that a combination takes, from the report where it has them and else from the cycle.
Extent extent_of(const StructureSteadyState& s, const Combination& x, int order) {
    if (const auto single = x.single()) {
        const std::size_t i = *single;
        if (order == 0) return {s.x_min[i], s.x_max[i]};
        return {0.0, order == 1 ? s.velocity[i] : s.acceleration[i]};
    }
    const Eigen::RowVectorXd row = x.row(s.amplitude.size());
    return extent_over_cycle(*s.cycle, row, row * as_vector(s.drift), order);
}

Observable of_degree(const Structure& structure, std::string_view name, const DegreeQuantity& quantity,
                     std::string_view inside) {
    const Combination x = combination(structure, inside, "observable " + std::string(name));
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
    const auto asked = contact_member(name);
    const ContactQuantity* const quantity = asked ? quantity_named(contact_quantities, asked->member) : nullptr;
    if (quantity == nullptr) return std::nullopt;
    const auto [contact, words] = contact_called(structure, asked->which, "observable " + std::string(name));
    Observable o{.name = std::string(name),
                 .unit = std::string(quantity->unit),
                 .description = std::string(quantity->words) + " of " + words,
                 .quantity = std::string(quantity->words),
                 .of = words};
    o.is_bounded = quantity->is_bounded;
    o.depends_on_offsets = quantity->depends_on_offsets;
    o.value = [j = contact, quantity](const StructureSteadyState& s) {
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
        o.is_count = quantity->is_count;
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
