#pragma once

#include <memory>
#include <optional>

#include "stickslip/model/case.hpp"
#include "stickslip/motion/trajectory.hpp"

namespace stickslip::python {

/// A motion, with what the case adds to its trajectory.
struct Motion {
    std::shared_ptr<const Trajectory> trajectory;
    std::optional<BaseMotion> base;
    std::optional<CaseDocument> document;  ///< that it was simulated from; none after unpickling
};

}  // namespace stickslip::python
