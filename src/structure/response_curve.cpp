// A response curve in chunks of fixed length: inside a chunk each search begins at the motion found for the value
// before. Chunks know nothing of each other, so the numbers do not depend on who computes which.

#include "stickslip/structure/response_curve.hpp"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <limits>

#include "stickslip/interruption.hpp"

namespace stickslip::structure {
namespace {

/// Values whose searches follow one another. A longer chunk has fewer starts from nothing; more chunks keep more
/// threads busy.
constexpr std::size_t chunk_length = 16;

/// Static friction above sliding friction: there may be several motions, and the start decides.
bool may_coexist(const Structure& s) {
    return std::any_of(s.contacts.begin(), s.contacts.end(),
                       [](const Contact& c) { return c.static_bound.value_or(c.bound) > c.bound; });
}

class CurveSearch {
public:
    CurveSearch(const std::function<Case(double)>& case_at, const std::vector<Observable>& chosen)
        : case_at_(case_at),
          needs_offsets_(
              std::any_of(chosen.begin(), chosen.end(), [](const auto& o) { return o.depends_on_offsets; })) {}

    [[nodiscard]] StructureSteadyState at(double value, const StructureSteadyState* neighbour) const {
        const Case c = case_at_(value);
        const SteadyOptions from_start{.with_coexisting = false};
        if (!neighbour || !neighbour->cycle || may_coexist(c.structure)) {
            return steady_state(c.structure, c.start, from_start);
        }
        StructureSteadyState found =
            steady_state(c.structure, c.start, {.with_coexisting = false, .with_offsets = false, .seed = neighbour});
        const bool depends_on_start = found.regime == Regime::non_unique || (needs_offsets_ && has_offsets(c, found));
        if (found.cycle && !depends_on_start) return found;
        return steady_state(c.structure, c.start, from_start);
    }

private:
    /// Of contacts that never slip, or of free bodies.
    static bool has_offsets(const Case& c, const StructureSteadyState& found) {
        return found.free_offsets > 0 || natural_frequencies(c.structure.mass, c.structure.stiffness).front() == 0.0;
    }

    const std::function<Case(double)>& case_at_;
    bool needs_offsets_;
};

}  // namespace

ResponseCurve response_curve(const std::function<Case(double)>& case_at, const std::vector<double>& values,
                             const std::vector<Observable>& chosen, const std::function<void()>& progress) {
    constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
    ResponseCurve curve;
    curve.values = values;
    curve.regimes.resize(values.size());
    curve.columns.assign(chosen.size(), std::vector<double>(values.size(), nothing));
    if (values.empty()) return curve;
    curve.stuck.assign(case_at(values.front()).structure.contacts.size(), std::vector<double>(values.size(), nothing));
    const CurveSearch search(case_at, chosen);
    const std::size_t chunks = (values.size() + chunk_length - 1) / chunk_length;
    tbb::parallel_for(std::size_t{0}, chunks, [&](std::size_t chunk) {
        StructureSteadyState before;
        const std::size_t end = std::min(values.size(), (chunk + 1) * chunk_length);
        for (std::size_t i = chunk * chunk_length; i < end; ++i) {
            throw_if_interrupted();
            StructureSteadyState now = search.at(values[i], &before);
            curve.regimes[i] = now.regime;
            for (std::size_t k = 0; k < chosen.size(); ++k) curve.columns[k][i] = chosen[k].value(now);
            for (std::size_t j = 0; j < now.contacts.size(); ++j) curve.stuck[j][i] = now.contacts[j].stuck_fraction;
            before = std::move(now);
            if (progress) progress();
        }
    });
    return curve;
}

}  // namespace stickslip::structure
