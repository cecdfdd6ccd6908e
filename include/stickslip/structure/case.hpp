#pragma once

#include <string>
#include <vector>

#include "stickslip/model/case.hpp"
#include "stickslip/structure/structure.hpp"

namespace stickslip::structure {

/// One problem: a structure with its contacts and loads, and where it starts.
struct Case {
    std::string title;
    Structure structure;
    StructureState start;
    RunSettings run;
    std::vector<std::string> load_names;  ///< of the loads that have one, else ""

    /// `run.until`; where the case gives none: 20 periods of the slowest load, the length of the longest record, or 20
    /// of the slowest natural periods without contacts.
    /// @throws CaseError if there is none of these.
    [[nodiscard]] double end_time() const;
};

/// The structure that a case describes. @throws CaseError, also for a case of one mass, and for a structure of more
/// than `most` degrees of freedom, before its modes are sought.
[[nodiscard]] Case read_case(const CaseDocument&, std::size_t most = most_degrees);

/// M and K of masses in a row: spring i joins mass i − 1 and mass i, the first one the ground; one more spring than
/// masses joins the last to the ground. The same for dampers.
[[nodiscard]] Matrix chain_matrix(std::size_t masses, const std::vector<double>& links);

/// C that gives every mode of K and M the damping ratio ζ.
[[nodiscard]] Matrix modal_damping(const Matrix& mass, const Matrix& stiffness, double ratio);

/// αM + βK.
[[nodiscard]] Matrix rayleigh_damping(const Matrix& mass, const Matrix& stiffness, double mass_factor,
                                      double stiffness_factor);

/// The natural frequencies of K and M, rising [rad/s]; 0 for free bodies.
[[nodiscard]] std::vector<double> natural_frequencies(const Matrix& mass, const Matrix& stiffness);

/// What degree of freedom i and contact j are called: their name, or their number from 1.
[[nodiscard]] std::string degree_name(const Structure&, std::size_t i);
[[nodiscard]] std::string contact_name(const Structure&, std::size_t j);

}  // namespace stickslip::structure
