// Structures of many masses and contacts.

#include "case_kind.hpp"

#include <stdexcept>

#include "backbone.hpp"
#include "contact_patterns.hpp"
#include "kinds/case_identification.hpp"
#include "map_cells.hpp"
#include "measured.hpp"
#include "motion_response.hpp"
#include "neighbour_search.hpp"
#include "structure_response.hpp"

namespace stickslip {

namespace {

void require_one_motion(const structure::Case& c) {
    if (structure::has_normal_springs(c.structure)) {
        throw std::invalid_argument(
            "boundaries need normal forces that do not depend on the motion: with a normal_stiffness several motions "
            "can "
            "coexist, and what the contacts do depends on the start as well; a map or a sweep shows what one start "
            "leads "
            "to");
    }
    if (structure::may_coexist(c.structure)) {
        throw std::invalid_argument(
            "boundaries need equal static and sliding friction in every contact: with more static friction several "
            "motions can coexist, and what the contacts do depends on the start as well; a map or a sweep shows what "
            "one start leads to");
    }
    if (!structure::load_period(c.structure)) {
        throw std::invalid_argument("boundaries need a load or a normal force that varies with time");
    }
}

/// A motion of a structure takes milliseconds to solve for.
BoundarySearch structure_boundaries(const BoundaryPlane& plane) {
    const PlaneWindow& w = plane.window;
    const structure::Case corner = structure::read_case(plane.at(w.x_high, w.y_high));
    require_one_motion(corner);
    require_one_motion(structure::read_case(plane.at(w.x_low, w.y_low)));
    BoundarySearch search;
    search.crossings = {.samples = 120, .tolerance = 1e-12};
    search.curves = {.seed_samples = 40, .seed_lines = 12, .step = 0.03, .tolerance = 1e-10};
    search.is_in_parts = true;
    const auto case_at = plane.cases([](const CaseDocument& there) { return structure::read_case(there); });
    const auto memory = std::make_shared<structure::ProbeMemory>();
    for (std::size_t j = 0; j < corner.structure.contacts.size(); ++j) {
        search.sources.push_back({structure::contact_name(corner.structure, j),
                                  std::make_unique<structure::ContactPatterns>(case_at, j, memory)});
    }
    return search;
}

}  // namespace

const CaseKind& structure_kind() {
    static constexpr CaseKind kind{.name = "structure",
                                   .words = "a structure of many masses",
                                   .cells = structure::make_map_cells,
                                   .boundaries = structure_boundaries,
                                   .motion = nullptr,
                                   .response = structure::structure_response,
                                   .motion_response = structure::motion_response,
                                   .decay = structure::structure_decay,
                                   .forced = structure::structure_forced_motion,
                                   .measured = structure::structure_measured};
    return kind;
}

const CaseKind& kind_of(const CaseDocument& document) {
#define STICKSLIP_ENTRY(kind) kind##_kind,
    static constexpr const CaseKind& (*kinds[])() = {STICKSLIP_KINDS(STICKSLIP_ENTRY)};
#undef STICKSLIP_ENTRY
    return kinds[place_of_kind(document)]();
}

Identification identify(const CaseDocument& document, const ChannelRecord& measured, std::span<const FittedKey> keys,
                        const IdentifyOptions& options) {
    return identify(kind_of(document), document, measured, keys, options);
}

Identification identify(const CaseDocument& document, const MeasuredCurve& curve, std::span<const FittedKey> keys,
                        const IdentifyOptions& options) {
    return identify(kind_of(document), document, curve, keys, options);
}

}  // namespace stickslip
