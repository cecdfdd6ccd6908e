#include "stickslip/structure/simulate.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "model/bounds.hpp"
#include "path_recorder.hpp"
#include "vectors.hpp"

namespace stickslip::structure {
namespace {

/// The motion is searched in pieces of its fastest mode, all contacts at rest, so that the cost grows with their
/// number:
///     ρ·end_time ≤ 10¹⁰, an hour and more.
void require_followed(const DenseStructure& s, const std::vector<double>& frequencies, double end_time) {
    constexpr double most_radians = 1e10;
    double rate = std::sqrt(s.largest_square()) + s.damping_norm;
    for (const double w : frequencies) rate = std::max(rate, w);
    if (rate * end_time <= most_radians) return;
    throw std::invalid_argument("end_time = " + shortest(end_time) + " s must be at most " +
                                shortest(most_radians / rate) + " s, " + shortest(most_radians) +
                                " radians of what is fastest in the structure and its loads, " + shortest(rate) +
                                " rad/s");
}

}  // namespace

StructureTrajectory simulate(const Structure& structure, const StructureState& start, double end_time,
                             const StructureOptions& options) {
    validate(structure);
    validate(structure, start);
    if (!(end_time > 0.0) || !std::isfinite(end_time)) {
        throw std::invalid_argument("end_time = " + shortest(end_time) + " s must be positive and finite");
    }
    StructureTrajectory path;
    path.structure = std::make_shared<Structure>(structure);
    path.library = std::make_shared<PhaseLibrary>(structure);
    const DenseStructure& s = path.library->structure;
    require_followed(s, path.library->signals.frequencies(), end_time);
    const Configuration from{{},
                             as_vector(start.position, s.size),
                             as_vector(start.velocity, s.size),
                             as_vector(start.contact_deflection, s.contacts()),
                             {}};
    PathRecorder recorder(path, options.progress);
    March march(*path.library, from, March::Contacts::unknown, recorder);
    const bool is_whole = march.run({end_time, 0.0}, options.most_events);
    path.end = is_whole ? end_time : march.now().time.value();
    if (!is_whole) path.termination = StructureTermination::event_limit;
    recorder.finish(march.now());
    return path;
}

}  // namespace stickslip::structure
