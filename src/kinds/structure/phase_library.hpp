#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "phase_motion.hpp"

namespace stickslip::structure {

/// The flows of a structure, one for each set of contacts at rest, made when first asked for. Safe for several threads.
class PhaseLibrary {
public:
    explicit PhaseLibrary(const Structure&);

    const DenseStructure structure;
    const Signals signals;
    std::vector<bool> has_normal;  ///< of each contact: whether its normal force varies

    [[nodiscard]] const PatternFlow& flow(const std::vector<ContactState>&);

private:
    std::mutex mutex_;
    std::map<std::string, std::unique_ptr<PatternFlow>> flows_;
};

}  // namespace stickslip::structure
