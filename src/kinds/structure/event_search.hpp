#pragma once

// The first event of a phase: the functions whose zeros are events, and the earliest of them by proof.
// docs/theory/structures.md, section 3.

#include <array>
#include <vector>

#include "expansion.hpp"
#include "phase_motion.hpp"
#include "polynomial.hpp"

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
    int contact = -1;                      ///< of slip, deflection and normal
    const Mechanism* mechanism = nullptr;  ///< of hold
    int direction = 0;                     ///< of the slide that ends or begins; of normal: 1 it opens, −1 it closes
    int zeros = 0;                         ///< derivatives, f itself included, that are zero at the start
    bool is_decided = false;               ///< f grows from its zeros: that was decided before
    bool has_varying_bound = false;        ///< the bound in it is not constant
    bool is_mirrored = false;              ///< the one before it in a list is its other side, and no bound varies
    double hold = 0.0;                     ///< the bound in it where that is constant
    double scale = 0.0;                    ///< of the terms that are added up in it
};

/// Which zeros at the start of a phase are known from the decision that began it.
struct StartZeros {
    std::vector<int> slip;                         ///< of each contact
    std::vector<std::array<int, 2>> deflection{};  ///< of each contact at its lower and upper bound

    std::vector<char> normal;  ///< of each contact: the motion decides its normal force, and that is zero now

    explicit StartZeros(std::size_t contacts) : slip(contacts, 0), deflection(contacts, {0, 0}), normal(contacts, 0) {}
    void clear() {
        slip.assign(slip.size(), 0);
        deflection.assign(deflection.size(), {0, 0});
    }
};

struct FirstEvent {
    double time = 0.0;              ///< since the phase began; the horizon if nothing happens
    std::vector<Watched> happened;  ///< empty if nothing
    VectorXd displacement;          ///< x − xᵢ then
    VectorXd velocity;              ///< x′ then
};

/// The first events of the phases of a motion, one after the other in the same memory.
class EventSearch {
public:
    explicit EventSearch(const DenseStructure& s) : s_(s), expansion_(s) {}

    /// The answer is kept until the next is asked for.
    [[nodiscard]] const FirstEvent& first_event(const PhaseMotion&, const StartZeros&, double horizon);

private:
    [[nodiscard]] bool follow_series(const PhaseMotion&, double horizon);
    void find_polynomials();
    [[nodiscard]] bool begins_at_once();
    [[nodiscard]] double search(double reach, bool is_first);

    const DenseStructure& s_;
    Expansion expansion_;
    std::vector<Watched> list_;
    std::vector<Polynomial> polynomials_;  // of each in the list
    std::vector<char> is_suspect_, is_looked_at_;
    FirstEvent event_;
};

/// A watched function in the coordinates of its phase.
[[nodiscard]] LinearFunction function_of(const DenseStructure&, const PhaseMotion&, const Watched&);

}  // namespace stickslip::structure
