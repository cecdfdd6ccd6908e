#include "stickslip/structure/simulate.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

#include "path_recorder.hpp"
#include "vectors.hpp"

namespace stickslip::structure {

StructureTrajectory simulate(const Structure& structure, const StructureState& start, double end_time,
                             const StructureOptions& options) {
    validate(structure);
    validate(structure, start);
    if (!(end_time > 0.0) || !std::isfinite(end_time)) {
        throw std::invalid_argument("end_time = " + std::to_string(end_time) + " s must be positive and finite");
    }
    StructureTrajectory path;
    path.structure = std::make_shared<Structure>(structure);
    path.library = std::make_shared<PhaseLibrary>(structure);
    const DenseStructure& s = path.library->structure;
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
