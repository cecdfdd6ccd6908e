#pragma once

// What contacts do next, decided together at one instant. docs/theory/structures.md, section 4.

#include <array>
#include <memory>
#include <vector>

#include "phase_motion.hpp"

namespace stickslip::structure {

/// Why the state of contacts is to be decided.
struct Occasion {
    std::vector<int> stopped;  ///< contacts whose slip velocity (elastic: slider velocity) came to zero
    std::vector<int> elastic;  ///< elastic contacts that slide or slid and may not any more; those stuck at their bound
                               ///< are asked anyway
    std::vector<int> closed;   ///< rigid contacts that have got a normal force and move: others may hold them
    std::vector<int> upper;    ///< elastic contacts whose deflection came to its upper bound
    std::vector<int> lower;    ///< and to its lower bound
    std::vector<int> released;   ///< contacts with static friction whose mechanism broke loose
    std::vector<int> forced;     ///< contacts that slide whatever rounding says of their friction
    std::vector<int> direction;  ///< of each of the forced ones

    void clear() {
        for (std::vector<int>* list : {&stopped, &elastic, &closed, &upper, &lower, &released, &forced, &direction})
            list->clear();
    }
};

/// What the contacts do from now on.
struct Resolved {
    std::vector<ContactState> states;
    std::vector<int> zeros;  ///< how many derivatives of the slip, itself included, are zero where a slide begins
    /// How many derivatives of bound ∓ k_t·z, itself included, are zero where an elastic contact sticks at its bound:
    /// of the lower and of the upper one; 0 where it is not there.
    std::vector<std::array<int, 2>> deflection_zeros;
};

class Resolution;

/// Decides again and again in the same memory.
class Resolver {
public:
    Resolver(const DenseStructure&, const Signals&);
    ~Resolver();

    /// The states of all contacts from now on. Velocities of contacts at rest are made exactly those of their surfaces.
    /// Contacts of `now.contacts` that slide and are not among the stopped ones keep sliding, unless those at rest hold
    /// them. The answer is kept until the next is asked for.
    [[nodiscard]] const Resolved& resolve(const LocalSignals&, Configuration& now, const Occasion&);

private:
    std::unique_ptr<Resolution> resolution_;
};

}  // namespace stickslip::structure
