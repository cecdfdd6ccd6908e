#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "stickslip/motion/regime.hpp"
#include "stickslip/structure/simulate.hpp"

namespace stickslip::structure {

/// What one contact does in a steady cycle. Counts and losses are means per load period, of a limit cycle per period.
struct ContactCycle {
    double stops_per_cycle = 0.0;  ///< stops of finite duration
    double stops_then_reverse = 0.0;
    double stops_then_same_direction = 0.0;
    double zero_duration_reversals = 0.0;
    double stuck_fraction = 0.0;     ///< share of the period at rest
    double open_fraction = 0.0;      ///< share of the period without normal force
    double dissipated = 0.0;         ///< ∫ r·g dt, elastic contacts ∫ r·u dt [J]
    double slip = 0.0;               ///< half of peak to peak of the slip [m]
    double transmitted_force = 0.0;  ///< largest |r| [N]
    /// How far the offset of a contact that never slips can be moved either way before it does, the others held [m];
    /// absent where it slips.
    std::optional<std::pair<double, double>> offset_bounds{};
};

/// Another motion that the same structure has from another start.
struct CoexistingMotion {
    Regime regime = Regime::not_converged;
    int load_periods = 1;
    std::vector<double> amplitude;        ///< half of peak to peak of each degree of freedom [m]
    std::vector<double> stops_per_cycle;  ///< of each contact
    double multiplier = 0.0;
    StructureState start;  ///< a start that leads there
};

/// The motion that remains when the transient has died out.
struct StructureSteadyState {
    Regime regime = Regime::not_converged;
    std::string reason;                ///< why there is no answer; empty where there is one
    std::optional<double> period;      ///< load_periods × load period, or that of a limit cycle [s]; absent at rest
    int load_periods = 1;              ///< load periods after which the motion repeats
    bool is_limit_cycle = false;       ///< the motion has its own period: no load gives it one
    std::vector<double> amplitude;     ///< half of peak to peak of each degree of freedom [m]
    std::vector<double> x_max;         ///< [m]; where a body drifts, of x − drift·t/period
    std::vector<double> x_min;         ///< [m]
    std::vector<double> velocity;      ///< largest |x′| of each degree of freedom [m/s]
    std::vector<double> acceleration;  ///< largest |x″| of each degree of freedom [m/s²]
    double multiplier = 0.0;           ///< largest modulus over `period`, apart from those that are exactly 1
    std::optional<double> exponent;    ///< of a chaotic motion: how fast neighbouring ones part [1/s]
    double exponent_error = 0.0;       ///< its standard error [1/s]
    int free_offsets = 0;              ///< dimension of the set of locked offsets that the start decides
    std::vector<double> drift;         ///< displacement of each degree of freedom per period [m]
    double residual = 0.0;             ///< largest |x(period) − x(0) − drift| [m]
    std::vector<ContactCycle> contacts;
    double damping_loss = 0.0;  ///< ∫ x′ᵀC·x′ dt per load period [J]
    double input = 0.0;         ///< work of loads and moving surfaces per load period [J]
    std::vector<CoexistingMotion> coexists;
    std::shared_ptr<const StructureTrajectory> cycle;  ///< one period of the motion, of a chaotic one a long stretch;
                                                       ///< null where there is none
};

struct SteadyOptions {
    bool with_coexisting = true;  ///< look for other motions where static friction exceeds sliding friction
    bool with_offsets = true;     ///< follow the start until the offsets that it decides are known
    /// Where to look first, in place of the start: a steady motion of a structure nearly the same.
    const StructureSteadyState* seed = nullptr;
    /// How many load periods are followed at most before there is no answer.
    int most_periods = 4000;
    /// How many events a load period may have: one with more is too slow to be followed.
    std::size_t most_events = 1'000'000;
};

/// The motion that the start leads to, solved for: Newton's method on the map over a load period with its exact
/// derivative, made global by proximal points where static and sliding friction are equal, and by following the motion
/// where they are not (docs/theory/structures.md, sections 7 to 9). Without periodic loads it is an equilibrium or a
/// limit cycle.
/// @throws std::invalid_argument naming the parameter, its value and its bound; also for a record, and for loads that
/// have no common period.
[[nodiscard]] StructureSteadyState steady_state(const Structure&, const StructureState& start,
                                                const SteadyOptions& = {});

/// The common period of all loads and normal forces [s]; absent where nothing varies.
/// @throws std::invalid_argument for a record, and for frequencies without a common period.
[[nodiscard]] std::optional<double> load_period(const Structure&);

}  // namespace stickslip::structure
