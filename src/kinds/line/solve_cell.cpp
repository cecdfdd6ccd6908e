#include "solve_cell.hpp"

#include <tuple>

#include "digits.hpp"

namespace stickslip {

namespace {

/// A stop with deceleration |a| ends at a time uncertain by about ε/|a|; below this the twelfth digit is at stake.
constexpr double gentle_stop = 0.05;

/// The state is uncertain by about ε times its sensitivity,
constexpr double large_sensitivity = 20.0;

/// and by the residual times it.
constexpr double large_offset = 2e-14;

/// All that has the precision of the solver.
auto measures(auto& s) {
    return std::tie(s.section, s.x, s.v, s.amplitude, s.velocity, s.stuck_fraction, s.dissipated, s.multiplier,
                    s.residual, s.sensitivity, s.gentlest_stop, s.steepest_stop);
}

auto counts(auto& s) {
    return std::tie(s.regime, s.stops_then_reverse, s.stops_then_same_direction, s.zero_duration_reversals,
                    s.half_maps);
}

CellSolution<double> rounded(const CellSolution<long double>& s) {
    CellSolution<double> r;
    measures(r) = measures(s);
    counts(r) = counts(s);
    return r;
}

/// The state is known to half its digits, so that one step of Newton's method completes it and one more walk shows the
/// motion. The velocity costs a search of its own.
CellSolution<double> in_extended_precision(const CellParameters<double>& cell, const CellSolution<double>& found,
                                           bool wants_velocity) {
    const CellParameters<long double> extended{cell.friction, cell.static_friction, cell.frequency, cell.damping};
    CellSolver<long double> refiner(extended, flow_kind(cell.damping, 1.0));
    if (!wants_velocity) refiner.leave_out_velocity();
    // A state counts as known to a share of the friction; slides that are much smaller than that are solved to their
    // end.
    constexpr double faint = 1e-3;  // amplitude, in p₀/k
    const NewtonEffort effort{.enough = found.amplitude < faint ? 0.0 : 1e-15};
    return refiner.refine(found, effort) ? rounded(refiner.solution()) : found;
}

bool was_searched(const CellSolution<double>& found) {
    return found.half_maps > 0 && (found.regime == Regime::stick_slip || found.regime == Regime::continuous);
}

}  // namespace

CellSolution<double> solve_cell(const CellParameters<double>& cell) {
    CellSolver<double> solver(cell, flow_kind(cell.damping, 1.0));
    const CellSolution<double> found = solver.solve();
    const bool is_certain = found.gentlest_stop > gentle_stop && found.sensitivity < large_sensitivity &&
                            found.residual * found.sensitivity < large_offset;
    return is_certain || !was_searched(found) ? found : in_extended_precision(cell, found, true);
}

CellSolution<double> with_enough_digits(const CellParameters<double>& cell, const CellSolution<double>& found,
                                        const MarchWishes& wishes) {
    return are_digits_in_doubt(cell, found, wishes) ? in_extended_precision(cell, found, wishes.velocity) : found;
}

}  // namespace stickslip
