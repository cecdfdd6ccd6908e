#pragma once

// The first event of a phase: the functions whose zeros are events, and the earliest of them by proof.
// docs/theory/structures.md, section 3.

#include <array>
#include <vector>

#include "phase_motion.hpp"

namespace stickslip::structure {

enum class Watch {
    slip,        ///< of a sliding contact: it stops
    hold,        ///< of rigid contacts at rest: their mechanism breaks loose
    deflection,  ///< of an elastic contact at rest: its slider breaks loose
    normal,      ///< the normal force: the contact opens, or closes
};

/// A function that is positive until something happens.
struct Watched {
    Watch what = Watch::slip;
    LinearFunction f;
    int contact = -1;                      ///< of slip, deflection and normal
    const Mechanism* mechanism = nullptr;  ///< of hold
    int direction = 0;                     ///< of the slide that ends or begins
    int zeros = 0;                         ///< derivatives, f itself included, that are zero at the start
    bool is_decided = false;               ///< f grows from its zeros: that was decided before
};

/// Which zeros at the start of a phase are known from the decision that began it.
struct StartZeros {
    std::vector<int> slip;                         ///< of each contact
    std::vector<std::array<int, 2>> deflection{};  ///< of each contact at its lower and upper bound

    explicit StartZeros(std::size_t contacts) : slip(contacts, 0), deflection(contacts, {0, 0}) {}
};

[[nodiscard]] std::vector<Watched> watched(const DenseStructure&, const PhaseMotion&, const StartZeros&);

struct FirstEvent {
    double time = 0.0;         ///< since the phase began; the horizon if nothing happens
    std::vector<int> watched;  ///< what happens then, by their place in the list; empty if nothing
};

[[nodiscard]] FirstEvent first_event(const PhaseMotion&, std::vector<Watched>&, double horizon);

}  // namespace stickslip::structure
