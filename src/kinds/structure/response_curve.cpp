// A response curve in chunks of fixed length: inside a chunk each search begins at the motion found for the value
// before. Chunks know nothing of each other, so the numbers do not depend on who computes which.

#include "stickslip/structure/response_curve.hpp"

#include <algorithm>
#include <limits>

#include "kernel/in_parallel.hpp"
#include "neighbour_search.hpp"
#include "stickslip/interruption.hpp"

namespace stickslip::structure {
namespace {

/// Values whose searches follow one another. A longer chunk has fewer starts from nothing; more chunks keep more
/// threads busy.
constexpr std::size_t chunk_length = 16;

}  // namespace

ResponseCurve response_curve(const std::function<Case(double)>& case_at, const std::vector<double>& values,
                             const std::vector<Observable>& chosen, const std::function<void()>& progress) {
    constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
    ResponseCurve curve;
    curve.values = values;
    curve.regimes.resize(values.size());
    curve.columns.assign(chosen.size(), std::vector<double>(values.size(), nothing));
    if (values.empty()) return curve;
    curve.largest.assign(values.size(), nothing);
    curve.stuck.assign(case_at(values.front()).structure.contacts.size(), std::vector<double>(values.size(), nothing));
    const NeighbourSearch search(chosen);
    const std::atomic<bool>& wanted = InterruptionScope::wanted();
    const std::size_t chunks = (values.size() + chunk_length - 1) / chunk_length;
    in_parallel(std::size_t{0}, chunks, [&](std::size_t chunk) {
        const InterruptionScope scope(wanted);
        StructureSteadyState before;
        const std::size_t end = std::min(values.size(), (chunk + 1) * chunk_length);
        for (std::size_t i = chunk * chunk_length; i < end; ++i) {
            throw_if_interrupted();
            StructureSteadyState now = search.at(case_at(values[i]), &before);
            curve.regimes[i] = now.regime;
            for (std::size_t k = 0; k < chosen.size(); ++k) curve.columns[k][i] = chosen[k].value(now);
            for (std::size_t j = 0; j < now.contacts.size(); ++j) curve.stuck[j][i] = now.contacts[j].stuck_fraction;
            if (now.cycle) curve.largest[i] = *std::ranges::max_element(now.amplitude);
            before = std::move(now);
            if (progress) progress();
        }
    });
    return curve;
}

}  // namespace stickslip::structure
