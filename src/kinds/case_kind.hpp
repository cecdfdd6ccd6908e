#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "identify/measured_motion.hpp"
#include "kinds/list.hpp"
#include "maps/cell_evaluator.hpp"
#include "studies/case_backbone.hpp"
#include "studies/case_response.hpp"
#include "studies/motion_response.hpp"
#include "studies/pattern.hpp"

namespace stickslip {

/// Something whose steady motion has a pattern of its own: the one mass, or one contact of a structure.
struct PatternSource {
    std::string name;  ///< of the contact; empty where there is only one
    std::unique_ptr<PatternSolver> patterns;
};

/// With what the boundaries of a plane of two keys are looked for.
struct BoundarySearch {
    std::vector<PatternSource> sources;
    CrossingOptions crossings{};
    TraceOptions curves{};
    /// Whether crossings are located in parts of the range, not in the unit of the key.
    bool is_in_parts = false;
};

/// A plane of two keys and the window that is looked at; `before_each` is called before every motion, from any thread,
/// and what it throws ends the search.
struct BoundaryPlane {
    const CaseDocument& document;
    std::string x;
    std::string y;
    PlaneWindow window;
    std::function<void()> before_each{};

    /// The case at a place.
    [[nodiscard]] CaseDocument at(double x_value, double y_value) const {
        return document.with_value(x, x_value).with_value(y, y_value);
    }
    /// The same as a function that outlives the plane: what `read` reads there, told before.
    template <class Read>
    [[nodiscard]] auto cases(Read read) const {
        return [from = document, across = x, up = y, tell = before_each, read](double x_value, double y_value) {
            if (tell) tell();
            return read(from.with_value(across, x_value).with_value(up, y_value));
        };
    }
};

/// A kind of case as a value: what applications ask of cases without knowing what they describe. A new kind fills in
/// one of these, and has an entry in the list of `kind_of`.
struct CaseKind {
    std::string_view name;   ///< one word
    std::string_view words;  ///< "one mass on a line"

    /// The cells of a map. `observables` are those that were asked for, each once and without the regime, which every
    /// map has; where nobody asked for any (`request.observables` is empty), the kind chooses the usual ones.
    /// @throws std::invalid_argument for what cannot be mapped, before any work.
    std::unique_ptr<const CellEvaluator> (*cells)(const MapRequest& request,
                                                  const std::vector<std::string>& observables);

    /// @throws std::invalid_argument where boundaries are not defined, before any work.
    BoundarySearch (*boundaries)(const BoundaryPlane&);

    /// The steady motion of a case, in short, for the names of the regions between boundaries; null for a kind whose
    /// regions have none.
    CaseResponse::Motion (*motion)(const CaseDocument&);

    /// What a choice does over a band, for designs. `vary_value` is one that the key may have, and `over_value` one of
    /// the band. @throws CaseError, std::invalid_argument for loads that do not repeat.
    std::unique_ptr<CaseResponse> (*response)(const CaseDocument&, const std::string& vary, double vary_value,
                                              const std::optional<std::string>& over, double over_value);

    /// Numbers of the motion of a case, for designs and ensembles over records.
    /// @throws CaseError, std::invalid_argument for a number that it does not have.
    MotionResponse (*motion_response)(const CaseDocument&, const std::vector<std::string>& observables);

    /// One quantity of a free motion, and the steady motions of one quantity; null for a kind without backbone curves.
    /// @throws std::invalid_argument for a quantity that it does not have.
    FreeDecay (*decay)(const CaseDocument&, const DecayRequest&);
    std::unique_ptr<ForcedMotion> (*forced)(const CaseDocument&, const std::string& of);

    /// A case as sensors at these places see it; null for a kind whose numbers are not identified.
    /// @throws CaseError, std::invalid_argument for a place that the case does not have.
    std::unique_ptr<identifying::MeasuredMotion> (*measured)(const CaseDocument&,
                                                             const std::vector<std::string>& places);
};

// Those of all kinds.
#define STICKSLIP_DECLARE(kind) [[nodiscard]] const CaseKind& kind##_kind();
STICKSLIP_KINDS(STICKSLIP_DECLARE)
#undef STICKSLIP_DECLARE

/// The kind of a case of one mass. @throws CaseError as CaseDocument::is_planar does.
[[nodiscard]] const CaseKind& one_mass_kind(const CaseDocument&);

/// The way to compute a map of cases of this kind.
/// @throws std::invalid_argument for what cannot be mapped, before any work.
[[nodiscard]] std::unique_ptr<const CellEvaluator> make_evaluator(const CaseKind&, const MapRequest&);

/// The same of cases of one mass, of either kind.
[[nodiscard]] std::unique_ptr<const CellEvaluator> make_evaluator(const MapRequest&);

/// The case in the lower left cell of a map, whose kind is that of all cells.
[[nodiscard]] CaseDocument first_case(const MapRequest&);

/// A whole map in memory, on all allowed threads. @throws std::invalid_argument as make_evaluator does.
[[nodiscard]] MapValues compute_map(const CaseKind&, const MapRequest&, const MapOptions& = {});

}  // namespace stickslip
