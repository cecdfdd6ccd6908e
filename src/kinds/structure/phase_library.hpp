#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "phase_motion.hpp"

namespace stickslip::structure {

/// A structure without its loads and normal forces, and its flows, one for each set of contacts at rest, made when
/// first asked for. Safe for several threads.
class Patterns {
public:
    explicit Patterns(const Structure& s) : structure(s) {}

    const DenseStructure structure;

    [[nodiscard]] const PatternFlow& flow(const std::vector<ContactState>&);

private:
    std::mutex mutex_;
    std::map<std::string, std::unique_ptr<PatternFlow>> flows_;
};

class PhaseLibrary {
public:
    /// Shares the flows of `neighbour` if only loads and normal forces differ.
    explicit PhaseLibrary(const Structure&, const PhaseLibrary* neighbour = nullptr);

private:
    std::shared_ptr<Patterns> patterns_;

public:
    const DenseStructure& structure;
    const Signals signals;
    std::vector<bool> has_normal;  ///< of each contact: whether its normal force varies

    [[nodiscard]] const PatternFlow& flow(const std::vector<ContactState>& contacts) {
        return patterns_->flow(contacts);
    }
};

}  // namespace stickslip::structure
