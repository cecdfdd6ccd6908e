// The numbers of a motion that designs make small: extremes of displacements and their differences, what is left of
// them at the end, and what contacts slip and lose.

#include "motion_response.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "combination.hpp"
#include "extremes.hpp"
#include "model/nearest_name.hpp"
#include "phase_view.hpp"
#include "stickslip/structure/case.hpp"
#include "vectors.hpp"

namespace stickslip::structure {
namespace {

/// Of a combination of degrees of freedom.
struct CombinationQuantity {
    std::string_view name;
    std::string_view unit;
    std::string_view words;
    int order;               ///< of the derivative in time
    bool is_at_end = false;  ///< not its largest value, but the one at the end
};
constexpr CombinationQuantity combination_quantities[] = {
    {"peak", "m", "largest displacement", 0},
    {"peak_velocity", "m s-1", "largest velocity", 1},
    {"peak_acceleration", "m s-2", "largest acceleration", 2},
    {"residual", "m", "displacement at the end", 0, true},
};
constexpr std::string_view of_drifts = "_drift";  // "peak_drift": of each degree of freedom against the one before

enum class ContactQuantityKind { total_slip, dissipated };
struct MotionContactQuantity {
    std::string_view name;
    std::string_view unit;
    std::string_view words;
    ContactQuantityKind kind;
};
constexpr MotionContactQuantity motion_contact_quantities[] = {
    {"total_slip", "m", "path of the slip", ContactQuantityKind::total_slip},
    {"dissipated", "J", "friction loss", ContactQuantityKind::dissipated},
};

/// One number: of a combination, or of a contact.
struct Part {
    const CombinationQuantity* of_combination = nullptr;
    Eigen::RowVectorXd row{};
    const MotionContactQuantity* of_contact = nullptr;
    std::size_t contact = 0;
};

struct Asked {
    ObservableName name;
    std::vector<Part> parts;
};

template <class Quantity, std::size_t size>
const Quantity* called(const Quantity (&table)[size], std::string_view name) {
    const auto found = std::find_if(table, table + size, [&](const Quantity& q) { return q.name == name; });
    return found == table + size ? nullptr : found;
}

Eigen::RowVectorXd row_of(const Structure& s, std::size_t plus, std::optional<std::size_t> minus) {
    return Combination{plus, minus, ""}.row(s.size());
}

/// "peak[2-1]"
std::optional<Asked> of_one_combination(const Structure& s, const std::string& name) {
    const std::size_t open = name.find('[');
    if (open == std::string::npos || !name.ends_with(']')) return std::nullopt;
    const auto* const quantity = called(combination_quantities, std::string_view(name).substr(0, open));
    if (quantity == nullptr) return std::nullopt;
    const std::string_view inside = std::string_view(name).substr(open + 1, name.size() - open - 2);
    const Combination x = combination(s, inside, "observable " + name);
    return Asked{{name, std::string(quantity->unit), std::string(quantity->words) + " of " + x.words},
                 {{.of_combination = quantity, .row = x.row(s.size())}}};
}

/// "peak", "peak_drift": of all degrees of freedom, or of each against the one before.
std::optional<Asked> of_all_degrees(const Structure& s, const std::string& name) {
    const bool is_drift = name.ends_with(of_drifts);
    const auto* const quantity = called(
        combination_quantities, std::string_view(name).substr(0, name.size() - (is_drift ? of_drifts.size() : 0)));
    if (quantity == nullptr || (is_drift && quantity->order != 0)) return std::nullopt;
    Asked asked{{name, std::string(quantity->unit),
                 std::string(quantity->words) + (is_drift ? " between neighbours" : " of any")},
                {}};
    for (std::size_t i = 0; i < s.size(); ++i) {
        const auto before = is_drift && i > 0 ? std::optional(i - 1) : std::nullopt;
        asked.parts.push_back({.of_combination = quantity, .row = row_of(s, i, before)});
    }
    return asked;
}

std::optional<Asked> of_contacts(const Structure& s, const std::string& name) {
    if (const auto* const quantity = called(motion_contact_quantities, name)) {
        Asked asked{{name, std::string(quantity->unit), std::string(quantity->words) + " of any contact"}, {}};
        for (std::size_t j = 0; j < s.contacts.size(); ++j) {
            asked.parts.push_back({.of_contact = quantity, .contact = j});
        }
        return asked.parts.empty() ? std::nullopt : std::optional(asked);
    }
    const auto member = contact_member(name);
    const auto* const quantity = member ? called(motion_contact_quantities, member->member) : nullptr;
    if (quantity == nullptr) return std::nullopt;
    const auto [contact, words] = contact_called(s, member->which, "observable " + name);
    return Asked{{name, std::string(quantity->unit), std::string(quantity->words) + " of " + words},
                 {{.of_contact = quantity, .contact = contact}}};
}

Asked asked_for(const Structure& s, const std::string& name) {
    if (auto found = of_one_combination(s, name)) return *found;
    if (auto found = of_all_degrees(s, name)) return *found;
    if (auto found = of_contacts(s, name)) return *found;
    const std::vector<std::string> known = motion_observable_names();
    const std::vector<std::string_view> views(known.begin(), known.end());
    throw std::invalid_argument(unknown_name("number of a motion of a structure", name, views));
}

/// The largest values of rows of a motion and its derivatives.
std::vector<double> largest(const StructureTrajectory& path, const std::vector<const Part*>& followed) {
    std::vector<Extent> ranges(followed.size());
    std::vector<Followed> all(followed.size());
    for (const StructurePhase& phase : path.phases) {
        const PhaseView view(*path.library, phase);
        for (std::size_t i = 0; i < followed.size(); ++i) {
            all[i] = {position_function(view.motion(), followed[i]->row), followed[i]->of_combination->order};
        }
        include_phase(view.motion(), phase.duration, all, ranges);
    }
    std::vector<double> values;
    for (const Extent& range : ranges) values.push_back(range.largest());
    return values;
}

std::vector<double> values_of(const std::vector<Part>& parts, const StructureTrajectory& path) {
    if (path.termination != StructureTermination::reached_end) {
        return std::vector<double>(parts.size(), std::numeric_limits<double>::infinity());
    }
    std::vector<const Part*> followed;
    bool needs_slip = false;
    bool needs_losses = false;
    for (const Part& part : parts) {
        if (part.of_combination != nullptr && !part.of_combination->is_at_end) followed.push_back(&part);
        if (part.of_contact == nullptr) continue;
        (part.of_contact->kind == ContactQuantityKind::total_slip ? needs_slip : needs_losses) = true;
    }
    const std::vector<double> extremes = largest(path, followed);
    const std::vector<double> slips = needs_slip ? peaks(path).total_slip : std::vector<double>{};
    const std::vector<double> losses = needs_losses ? energy_balance(path).friction : std::vector<double>{};
    const std::vector<double> at_end = path.at(path.end_time()).position;
    std::vector<double> values;
    std::size_t next = 0;
    for (const Part& part : parts) {
        if (part.of_contact != nullptr) {
            const bool is_slip = part.of_contact->kind == ContactQuantityKind::total_slip;
            values.push_back((is_slip ? slips : losses)[part.contact]);
        } else {
            values.push_back(part.of_combination->is_at_end ? std::abs(part.row.dot(as_vector(at_end)))
                                                            : extremes[next++]);
        }
    }
    return values;
}

}  // namespace

std::vector<std::string> motion_observable_names() {
    std::vector<std::string> names;
    for (const CombinationQuantity& q : combination_quantities) {
        const std::string name(q.name);
        names.insert(names.end(), {name + "[DOF]", name});
        if (q.order == 0) names.push_back(name + std::string(of_drifts));
    }
    for (const MotionContactQuantity& q : motion_contact_quantities) {
        const std::string name(q.name);
        names.insert(names.end(), {"contact.NAME." + name, name});
    }
    return names;
}

MotionResponse motion_response(const CaseDocument& document, const std::vector<std::string>& observables) {
    const Case given = read_case(document);
    static_cast<void>(given.end_time());
    MotionResponse response;
    std::vector<Part> parts;
    for (const std::string& name : observables) {
        Asked asked = asked_for(given.structure, name);
        for (Part& part : asked.parts) {
            parts.push_back(std::move(part));
            response.observable_of.push_back(response.observables.size());
        }
        response.observables.push_back(std::move(asked.name));
    }
    response.values = [parts](const CaseDocument& changed) {
        const Case c = read_case(changed);
        return values_of(parts, simulate(c.structure, c.start, c.end_time()));
    };
    return response;
}

}  // namespace stickslip::structure
