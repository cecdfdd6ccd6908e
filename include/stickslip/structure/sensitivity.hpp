#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "stickslip/steady/sensitivity.hpp"
#include "stickslip/structure/case.hpp"
#include "stickslip/structure/steady_state.hpp"

namespace stickslip::structure {

/// How a contact changes with one parameter: each member is the derivative of the number of that name.
struct ContactRate {
    std::vector<double> direction;                ///< of w, or none
    double bound = 0.0;                           ///< of the sliding bound
    double static_bound = 0.0;                    ///< of the bound at rest, also where it follows the sliding bound
    double stiffness = 0.0;                       ///< of k_t
    double surface_velocity = 0.0;                ///< of v
    double normal_mean = 0.0;                     ///< of the mean of N/N₀
    double normal_ratio = 0.0;                    ///< of N₁/N₀
    double normal_frequency = 0.0;                ///< of ω
    double normal_phase = 0.0;                    ///< of φ
    std::shared_ptr<const Record> normal_record;  ///< of the record, at the same times; may be null
};

/// How a directed load changes with one parameter.
struct DirectedLoadRate {
    std::vector<double> direction;  ///< of d, or none
    LoadRate load;                  ///< of p(t)
};

/// How the numbers of a structure change with one parameter. Matrices without entries and empty lists do not change.
struct StructureRate {
    Matrix mass;                          ///< of M
    Matrix damping;                       ///< of C
    Matrix stiffness;                     ///< of K
    std::vector<ContactRate> contacts;    ///< one for each contact, or none
    std::vector<DirectedLoadRate> loads;  ///< one for each load, or none
    StructureState start;                 ///< of the start
};

/// The derivative of the numbers of a structure's case with respect to one of its keys, as the case file is read: exact
/// to rounding for every way in which a key enters, modal damping included. @throws std::invalid_argument if the case
/// has no such number, or cannot be read near it.
[[nodiscard]] StructureRate rate_of_structure(const CaseDocument&, std::string_view key);

/// The derivative of a state at a fixed time, of each degree of freedom; NaN where it does not exist.
struct StructureStateRate {
    std::vector<double> position;      ///< ∂x/∂p
    std::vector<double> velocity;      ///< ∂x′/∂p
    std::vector<double> acceleration;  ///< ∂x″/∂p, of the phase that holds
};

/// The derivatives of a motion with respect to one parameter.
struct StructureDerivative {
    std::vector<double> event_times;          ///< ∂t/∂p of each event of the trajectory
    StructureStateRate final;                 ///< at the end time
    std::vector<StructureStateRate> samples;  ///< at the times asked for, in their order
};

/// The derivatives of a motion that was followed with respect to parameters, one for each rate, at the end and at
/// `times`. Between events the linear equation of the derivatives is solved by its Taylor series to rounding; at each
/// event they jump as its time moves (docs/theory/sensitivity.md, section 5). No event is searched again.
/// @throws std::invalid_argument for a time outside of the motion, or a rate that does not fit the structure.
[[nodiscard]] std::vector<StructureDerivative> motion_derivatives(const StructureTrajectory&,
                                                                  std::span<const StructureRate>,
                                                                  std::span<const double> times = {});

/// The derivatives of what is read off a steady cycle; NaN where they do not exist.
struct StructureSteadyDerivative {
    std::vector<double> amplitude;          ///< of half of peak to peak of each degree of freedom
    std::vector<double> x_max;              ///< of the largest position
    std::vector<double> x_min;              ///< of the smallest position
    std::vector<double> dissipated;         ///< of the friction loss of each contact per load period
    double damping_loss = undefined_value;  ///< of the loss in the dampers per load period
    double period = undefined_value;        ///< of the period
};

/// The derivatives of a steady state that was solved for with its cycle, by implicit differentiation of the orbit that
/// closes. Where the start decides between motions (locked offsets), those numbers have one that are the same for all
/// of them.
[[nodiscard]] std::vector<StructureSteadyDerivative> steady_derivatives(const StructureSteadyState&,
                                                                        std::span<const StructureRate>);

}  // namespace stickslip::structure
